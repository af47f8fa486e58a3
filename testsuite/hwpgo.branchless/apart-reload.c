/* What one arm stores and is loaded again behind it is a value first: a load
   behind a store to a selected place would have to guess if it is of that.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

struct node
{
  int dist;
  struct node *left, *right;
};

__attribute__ ((noipa)) static void
lean (struct node *n)
{
  if (n->left->dist < n->right->dist)
    {
      struct node *t = n->left;
      n->left = n->right;
      n->right = t;
    }
  n->dist = n->right->dist + 1;
}

int
main (void)
{
  struct node a = { 1, 0, 0 }, b = { 5, 0, 0 }, n = { 0, &a, &b };
  lean (&n);
  if (n.left != &b || n.right != &a || n.dist != 2)
    return 1;
  lean (&n);
  return !(n.left == &b && n.right == &a && n.dist == 2);
}

/* { dg-final { scan-opt-info {apart-reload.c:17:.*converted to 2 selects} } } */
/* { dg-final { scan-dump-times {= n_[0-9]+\(D\)->right;} 1 "optimized" } } */
