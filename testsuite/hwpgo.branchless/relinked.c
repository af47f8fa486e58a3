/* A tree that is taken apart: what a turn stores the next ones follow, and to a place that
   is selected they would have to wait for.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g" } */

struct node
{
  struct node *left, *right;
  unsigned key, priority;
};

void
split (struct node *root, unsigned key, struct node **less, struct node **others)
{
  while (root)
    {
      if (root->key < key) /* line 18 */
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
split:590000:0
 2: 0
 2.1: 20000
 4: 570000
END PROFILE */

/* { dg-final { scan-opt-info "relinked.c:18:\[0-9\]*: missed: .* the select would cost more" } } */
/* { dg-final { scan-opt-info-times "relinked.c:18:\[0-9\]*: optimized: branch mispredicted .* converted" 0 } } */
