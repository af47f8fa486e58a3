/* What is not to be unrolled is not where a usual way through it has become a loop
   of its own, either.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-all-details -fdump-rtl-all-details" } */

void
span (float *depth, unsigned *pixel, unsigned long from, unsigned long to,
      float z, float slope, unsigned colour)
{
  for (unsigned long x = from; x < to; x++)
    {
      if (z < depth[x])
        {
          depth[x] = z;
          pixel[x] = colour;
        }
      z += slope;
    }
}

/* PROFILE:
span:86885478:1796094
 3.1: 86885478
 3.514: 1796094
 3.1026: 86885478
 3.32256: 1796094
 5: 86893843
 7: 2449721
 8: 2449721
 10: 86885478
 12: 1796094
END PROFILE */

/* PROFILE MISPREDICTS:
span:1471856:0
 3.514: 15744
 3.1026: 1272264
 5: 183848
END PROFILE */

/* { dg-final { scan-dump-times "loop not unrolled" 1 hwpgo-rolled-loops } } */
/* { dg-final { scan-dump-not "loop unrolled \[0-9\]+ times" loop2_unroll } } */
