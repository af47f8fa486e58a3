/* Calls that follow each other are a loop, whose turns wait for selects of what
   the next call gets, and of what the last one has stored.  Calls of which one
   makes two do not wait for each other.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-inline-functions" } */

struct node
{
  int key, rank;
  struct node *left, *right;
};

/* Of a skew heap.  */
__attribute__ ((noinline)) struct node *
merge (struct node *a, struct node *b)
{
  if (!a || !b)
    return a ? a : b;
  if (b->key < a->key) /* line 20 */
    {
      struct node *t = a;
      a = b;
      b = t;
    }
  struct node *right = merge (a->right, b);
  a->right = a->left;
  a->left = right;
  return a;
}

/* The rank of a node, which has the larger one of two in front.  */
__attribute__ ((noinline)) struct node *
rank (struct node *n)
{
  if (!n->left)
    return n;
  struct node *left = rank (n->left);
  int most = n->rank;
  if (left->rank * 5 > n->key) /* line 40 */
    most = left->rank + 3;
  n->rank = most;
  return n;
}

/* Both sides, as far as they are near.  */
__attribute__ ((noinline)) unsigned
both (const struct node *n, int key, int depth)
{
  if (!n || !depth)
    return 0;
  int shorter = key, longer = n->key;
  if (n->key < key) /* line 53 */
    {
      shorter = n->key;
      longer = key ^ 1;
    }
  unsigned sum = both (n->left, shorter, depth - 1) * 31;
  sum += both (n->right, longer, depth - 1);
  return sum * 7 + (unsigned) n->rank + (unsigned) longer;
}

static struct node nodes[1000];

int
main (void)
{
  struct node *heap = 0;
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++)
    {
      nodes[i].key = i * 7919 % 1000;
      heap = merge (heap, &nodes[i]);
      rank (heap);
    }
  for (int i = 0; i < 100; i++)
    sum = sum * 3 + both (heap, i * 10, 10);
  while (heap)
    {
      sum = sum * 5 + (unsigned) heap->key;
      heap = merge (heap->left, heap->right);
    }
  return sum != 3945397350u;
}

/* PROFILE:
merge:12000000:100000
 2: 1000000
 3: 900000
 4: 900000
 5: 450000
 6: 450000
 7: 450000
 8: 450000
 10: 900000 merge:900000
 11: 900000
 12: 900000
 13: 900000
rank:9000000:100000
 2: 1000000
 4: 900000 rank:900000
 5: 900000
 6: 900000
 7: 300000
 8: 900000
 9: 900000
both:9000000:100000
 2: 1000000
 3: 500000
 4: 500000
 5: 500000
 7: 250000
 8: 250000
 10: 500000 both:500000
 11: 500000 both:500000
 12: 500000
END PROFILE */
/* PROFILE MISPREDICTS:
merge:230000:0
 4: 230000
rank:150000:0
 6: 150000
both:140000:0
 5: 140000
END PROFILE */

/* { dg-final { scan-report "line.: 20, .*converted.: .no.*cost more" } } */
/* { dg-final { scan-report-not "line.: 20, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 40, .*converted.: .no.*cost more" } } */
/* { dg-final { scan-report-not "line.: 40, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 53, .*converted.: .yes" } } */
