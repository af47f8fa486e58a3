/* What a node is, the predictor knows from the bits that led to it, as long as
   they are branches: the test of it is converted along with them.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct node { unsigned short zero, one, hop; unsigned char length, metric; };

/* The longest prefix in a binary trie.  */
unsigned
find (const struct node *nodes, unsigned to, unsigned *cost)
{
  const struct node *n = nodes;
  unsigned best = 0, sum = 0;
  for (unsigned left = to;; left <<= 1)
    {
      unsigned next;
      if (n->hop) /* line 18 */
        {
          best = n->hop;
          sum += n->length ^ n->metric;
        }
      if (left & 0x80000000u) /* line 23 */
        {
          next = n->one;
          sum++;
        }
      else
        next = n->zero;
      if (!next)
        break;
      n = &nodes[next];
    }
  *cost = sum;
  return best;
}

/* Where that does not pay, the choice is made without a branch all the same.  */
unsigned
note (struct node *nodes, unsigned to, unsigned *cost)
{
  struct node *n = nodes;
  unsigned best = 0, sum = 0;
  for (unsigned left = to;; left <<= 1)
    {
      unsigned next;
      if (n->hop) /* line 47 */
        {
          best = n->hop / (n->length + 1u);
          sum += n->metric / (n->length + 3u) % (best + 1u);
        }
      if (left & 0x80000000u) /* line 52 */
        {
          next = n->one;
          sum++;
        }
      else
        next = n->zero;
      if (!next)
        break;
      n = &nodes[next];
    }
  *cost = sum;
  return best;
}

/* PROFILE:
find:1000000:10000
 2: 10000
 3: 10000
 4: 10000
 4.1: 150000
 7: 160000
 9: 42000
 10: 42000
 12: 160000
 14: 82000
 15: 82000
 18: 78000
 19: 160000
 21: 150000
 23: 10000
note:1000000:10000
 2: 10000
 3: 10000
 4: 10000
 4.1: 150000
 7: 160000
 9: 42000
 10: 42000
 12: 160000
 14: 82000
 15: 82000
 18: 78000
 19: 160000
 21: 150000
 23: 10000
END PROFILE */
/* PROFILE MISPREDICTS:
find:69500:0
 7: 7500
 12: 62000
note:43500:0
 7: 7500
 12: 36000
END PROFILE */

/* { dg-final { scan-report "line.: 23, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 18, .*converted.: .yes" } } */
/* { dg-final { scan-report "line.: 52, .*converted.: .yes" } } */
/* { dg-final { scan-report-not "line.: 47, .*converted.: .yes" } } */
/* { dg-final { scan-report-not "line.: 52, .*would mispredict instead" } } */
