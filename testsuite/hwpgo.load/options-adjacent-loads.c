/* Where a profile was loaded, both neighbours are not loaded above the branch that
   needs one of them.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fdump-tree-phiopt3-details" } */

struct node
{
  unsigned key;
  struct node *left, *right;
};

const struct node *
find (const struct node *node, unsigned key)
{
  while (node && node->key != key)
    node = key < node->key ? node->left : node->right;
  return node;
}

/* PROFILE:
find:8000000:10
 0: 10
 2: 2000000
 3: 2000000
 4: 10
END PROFILE */

/* { dg-final { scan-dump-not {Hoisting adjacent loads} phiopt3 } } */
