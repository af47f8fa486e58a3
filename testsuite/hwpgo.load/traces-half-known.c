/* Behind a branch that is mispredicted, what follows is copied where it tests two things
   of which each copy knows one.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-ipa-icf" } */

struct node
{
  struct node *left, *right;
  unsigned key, priority;
};

__attribute__ ((noipa)) struct node *
join (struct node *a, struct node *b)
{
  struct node *root, **place = &root;
  while (a && b)
    {
      if (a->priority > b->priority)
        {
          *place = a;
          place = &a->right;
          a = a->right;
        }
      else
        {
          *place = b;
          place = &b->left;
          b = b->left;
        }
    }
  *place = a ? a : b;
  return root;
}

static struct node *
chain (struct node *node, unsigned n, unsigned key, unsigned step)
{
  for (unsigned i = 0; i < n; i++)
    {
      struct node *next = i + 1 < n ? &node[i + 1] : 0;
      node[i] = (struct node){ next, next, key + i, 1000 - i * step };
    }
  return n > 0 ? node : 0;
}

int
main (void)
{
  struct node a[20], b[20];
  for (unsigned n = 0; n <= 20; n++)
    for (unsigned m = 0; m <= 20; m++)
      for (unsigned step = 1; step < 9; step += 3)
        {
          struct node *x = chain (a, n, 0, 3),
                      *y = chain (b, m, 100, step);
          struct node *root = join (x, y);
          unsigned seen = 0, last = ~0U, i = 0, j = 0;
          /* By priorities, those of B first where they are equal.  */
          for (; root; seen++)
            {
              if (root->priority > last)
                __builtin_abort ();
              last = root->priority;
              if (root->key < 100 ? root->key != i++ : root->key != 100 + j++)
                __builtin_abort ();
              root = root->key < 100 ? root->right : root->left;
            }
          if (seen != n + m)
            __builtin_abort ();
        }
  return 0;
}

/* PROFILE:
join:50000000:100000
 1: 100000
 3: 1100000
 5: 1000000
 7: 500000
 8: 500000
 9: 500000
 13: 500000
 14: 500000
 15: 500000
 18: 100000
 19: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
join:90000:0
 5: 90000
END PROFILE */

/* { dg-final { scan-opt-info {traces-half-known.c:17:.*copied for the way by which most come} } } */
/* { dg-final { scan-opt-info-times {traces-half-known.c:17:.*each way to this test has its result} 2 } } */
