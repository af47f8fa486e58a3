/* A branch that does not pay in a loop, since each turn would wait for it, does not in
   the copies of the loop's turns either, where none seems to.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g -fpeel-loops --param max-peel-times=16 --param max-peeled-insns=400 -fdump-tree-cunroll-details" } */

extern void abort (void);

struct node
{
  struct node *left, *right;
  unsigned key, priority;
};

__attribute__ ((noipa)) static void
split (struct node *root, unsigned key, struct node **less, struct node **others)
{
  while (root)
    {
      if (root->key < key) /* line 20 */
        {
          *less = root;
          less = &root->right;
          root = root->right;
        }
      else
        {
          *others = root;
          others = &root->left;
          root = root->left;
        }
    }
  *less = *others = (struct node *) 0;
}

static unsigned
sum (const struct node *n, unsigned least, unsigned most)
{
  if (!n)
    return 0;
  if (n->key < least || n->key > most)
    abort ();
  return n->key + sum (n->left, least, n->key) + sum (n->right, n->key, most);
}

int
main (void)
{
  static struct node nodes[400];
  for (unsigned key = 0; key < 1000; key += 7)
    {
      struct node *root = (struct node *) 0, *low, *high;
      unsigned all = 0;
      for (unsigned i = 0; i < 400; i++)
        {
          nodes[i] = (struct node) { .key = i * 401 % 1009 };
          all += nodes[i].key;
          struct node **at = &root;
          while (*at)
            at = nodes[i].key < (*at)->key ? &(*at)->left : &(*at)->right;
          *at = &nodes[i];
        }
      split (root, key, &low, &high);
      if (sum (low, 0, key) + sum (high, key, 2000) != all)
        abort ();
    }
  return 0;
}

/* PROFILE:
split:20000000:100000
 2: 100000
 2.1: 1300000
 4: 1200000
 6: 600000
 7: 600000
 8: 600000
 12: 600000
 13: 600000
 14: 600000
 17: 100000
END PROFILE */

/* PROFILE MISPREDICTS:
split:300000:0
 2: 0
 2.1: 20000
 4: 228000
END PROFILE */

/* { dg-final { scan-dump {Peeled loop 1, 13 times} cunroll } } */
/* { dg-final { scan-opt-info "peeled-refused.c:20:\[0-9\]*: missed: .* the select would cost more" } } */
/* { dg-final { scan-opt-info-times "peeled-refused.c:20:\[0-9\]*: optimized: branch mispredicted .* converted" 0 } } */
