/* How often a copy of a loop iterates says whether it is unrolled.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vectorize -funswitch-loops -funroll-loops -fdump-tree-unswitch-details" } */

void
f (int *p, int *q, int n, int which)
{
  for (int i = 0; i < n; i++)
    {
      p[i] += i;
      if (which)
        p[i] ^= q[i];
    }
}

/* PROFILE:
f:200000:2000
 3: 2000
 3.514: 2000
 3.1026: 98000
 5.512: 2000
 5.1024: 98000
 6: 2000
 7: 50000
 9: 2000
END PROFILE */

/* { dg-final { scan-dump-times {nswitching loop} 1 unswitch } } */
/* { dg-final { scan-opt-info-times {loop unrolled 7 times} 1 } } */
