/* The profiled program searched a tree with a conditional move, for which each
   turn waits through two loads.  GCC would make it again; but that does not pay,
   as far as it can be guessed, and as a branch it is measured.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -save-temps" } */

struct account
{
  unsigned long number, balance;
};

struct node
{
  struct account *key;
  struct node *left, *right;
};

__attribute__ ((noipa)) const struct node *
find (const struct node *root, unsigned long number)
{
  const struct node *x = root;
  while (x)
    {
      unsigned long here = x->key->number;
      if (here == number)
        break;
      x = number < here ? x->left : x->right;
    }
  return x;
}

int
main (void)
{
  struct account a[3] = { { 10, 1 }, { 20, 2 }, { 30, 3 } };
  struct node low = { &a[0], 0, 0 }, high = { &a[2], 0, 0 };
  struct node root = { &a[1], &low, &high };
  if (find (&root, 10) != &low || find (&root, 20) != &root
      || find (&root, 30) != &high || find (&root, 25) || find (0, 1))
    return 1;
  return 0;
}

/* PROFILE:
find:5000000:100000
 2: 100000
 3: 1000000
 5: 1000000
 6: 1000000
 8: 900000
 8.1: 900000
 10: 100000
END PROFILE */
/* PROFILE MISPREDICTS:
find:10000:0
 6: 10000
END PROFILE */

/* { dg-final { scan-opt-info {absent-search.c:28:[0-9]*: note: +kept a branch, for a conditional move would make the loop wait} } } */
/* { dg-final { scan-assembler-not {\tcmov} } } */
