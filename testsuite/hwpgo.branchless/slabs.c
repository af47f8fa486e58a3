/* Two products that are compared are chosen from as they are, so that they are a
   minimum and a maximum; and a maximum whose instruction has the place of the
   arm, and so seems to run always, may become one again.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-unroll-loops -fno-tree-vectorize" } */

/* T. L. Kay and J. T. Kajiya's slabs.  */
unsigned
hits (const float *low, const float *high, const float *from, float near,
      const float *inverse, unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      float t0 = (low[i] - from[i]) * inverse[i];
      float t1 = (high[i] - from[i]) * inverse[i];
      float enter = near;
      float leave = 1000.0f;
      if (t0 > t1)
        {
          float t = t0;
          t0 = t1;
          t1 = t;
        }
      if (t0 > enter)
        enter = t0;
      if (t1 < leave)
        leave = t1;
      sum += enter <= leave;
    }
  return sum;
}

/* PROFILE:
hits:10000000:100
 3: 100
 4.1: 1000000
 4.2: 1000000
 6: 1000000
 7: 1000000
 10: 1000000
 17: 1000000
 19: 1000000
 20: 1000000
 22: 100
END PROFILE */
/* PROFILE MISPREDICTS:
hits:400000:0
 10: 400000
END PROFILE */

/* { dg-final { scan-opt-info {slabs.c:20:.*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {slabs.c:26:.*given even odds} } } */
/* { dg-final { scan-opt-info {slabs.c:28:.*given even odds} } } */
/* { dg-final { scan-assembler-times "\tmulss\t" 2 } } */
/* { dg-final { scan-assembler-times "\tmaxss\t" 2 } } */
/* { dg-final { scan-assembler-times "\tminss\t" 2 } } */
