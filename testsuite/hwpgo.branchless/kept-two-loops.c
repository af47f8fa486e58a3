/* Loop optimisers make two loops of a binary search.  Where it is known to be
   predictable, as it is where most keys are near each other, RTL if-conversion
   must not put them together again as conditional moves.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

int
search (const long *at, int n, long key)
{
  int lo = 0, hi = n;
  while (hi - lo > 1)
    {
      int mid = (lo + hi) / 2;
      if (at[mid] <= key)
        lo = mid;
      else
        hi = mid;
    }
  return lo;
}

/* PROFILE:
search:30000000:800000
 2: 800000
 3: 7500000
 5: 6700000
 6: 6700000
 7: 5000000
 9: 1700000
 11: 800000
END PROFILE */
/* PROFILE MISPREDICTS:
search:1100:0
 6: 1100
END PROFILE */

/* { dg-final { scan-assembler-not {\tcmov} } } */
