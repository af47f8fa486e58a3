/* The machine code has conditional moves, two in the loop and three behind it, in the
   last turn, and one jump, that of the loop, besides the one that skips it.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-asynchronous-unwind-tables" } */
/* { dg-hwpgo-options "force-branchless" } */

int
search (const int *a, int n, int key)
{
  int lo = 0, hi = n;
  while (lo < hi)
    {
      int mid = lo + (hi - lo) / 2;
      if (a[mid] < key)
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo;
}

/* { dg-final { scan-assembler-times {\mcmov} 5 } } */
/* { dg-final { scan-assembler-times {^\s+j[a-z]+\s} 2 } } */
