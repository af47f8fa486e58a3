/* The profiled program had the loop in vectors, so that samples tell nothing of
   its branches.  A select in an arm of the other branch would compare what may
   be a NaN, which the vectoriser does not move: both are left to it.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -ftree-vectorize -g1" } */

struct window
{
  double low, high;
};

__attribute__ ((noipa)) void
clamp (double *restrict to, const double *restrict from, struct window w)
{
  for (int i = 0; i < 1024; i++)
    {
      double x = from[i];
      if (x < w.low)
        x = w.low;
      else if (x > w.high)
        x = w.high;
      to[i] = x;
    }
}

__attribute__ ((optimize ("O0"))) int
main (void)
{
  static double to[1024], from[1024];
  struct window w = { 300, 700 };
  for (int i = 0; i < 1024; i++)
    from[i] = (double) (i * 37 % 1000);
  clamp (to, from, w);
  for (int i = 0; i < 1024; i++)
    if (to[i] != (from[i] < 300 ? 300 : from[i] > 700 ? 700 : from[i]))
      return 1;
  return 0;
}

/* PROFILE:
clamp:8192000:1000
 2: 1024000
 4: 1024000
 5: 1024000
 7: 1024000
 9: 1024000
 11: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
clamp:1:0
 2: 1
 5: 0
 7: 0
END PROFILE */

/* { dg-final { scan-opt-info {absent-vectors.c:16:[0-9]*: optimized: loop vectorized} } } */
