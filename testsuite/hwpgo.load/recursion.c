/* Recursion that was inlined once in the profiled binary and is not here.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-optimize-sibling-calls -fdump-ipa-all-blocks-details" } */

/* PROFILE:
walk:600:100
 2: 100
 4: walk:300
  2: 100
  4: 100
  5: 100
 5: 100
END PROFILE */

struct tree { struct tree *left; int value; };
volatile int g;

int
walk (struct tree *t)
{
  if (!t)
    return 0;
  int left = walk (t->left);
  return left * 2 + t->value + g;
}

/* { dg-final { scan-report "function.: .walk.*status.: .loaded., .samples.: 500, .coverage.: 1.000000" } } */
