/* The profiled binary had inlined the function in itself, so that its entries
   are fewer than its calls of itself.  What is inlined here must not run more
   often than what it is inlined in: with a hundred times as much for each
   level, this function was most of a program.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-all-blocks-details" } */

/* PROFILE:
erase:40100:100
 3: 10000
 5: 10000
 6: 10000
 7: 10000
 9: 100
END PROFILE */

struct node { struct node *left, *right; };
void drop (struct node *);

extern "C" void
erase (struct node *x)
{
  while (x)
    {
      erase (x->right);
      struct node *left = x->left;
      drop (x);
      x = left;
    }
}

/* { dg-final { scan-report "function.: .erase.*status.: .loaded.*entry.: (9\[0-9\]{3}|1\[0-9\]{4})" } } */
