/* A branch that goes either way about as often, and yet is predicted, may have that
   from itself: what it looks at is a sum that changes slowly.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

void note (unsigned);

int
follow (const int *a, unsigned n, int limit)
{
  int level = 0;
  for (unsigned i = 0; i < n; i++)
    {
      int step;
      if (a[i] > limit)
        step = 17;
      else
        step = -13;
      level += step;
      if (level > 100)
        note (i);
    }
  return level;
}

/* PROFILE:
follow:8000000:1
 2: 1
 3.1: 1000000
 3.2: 1000000
 6: 1000000
 7: 500000
 9: 500000
 10: 1000000
 11: 1000000
 12: 450000
 14: 1
END PROFILE */
/* PROFILE MISPREDICTS:
follow:450000:0
 6: 430000
 11: 20000
END PROFILE */

/* { dg-final { scan-opt-info {moved-sum.c:16:[0-9]*: optimized: +branch mispredicted in 43.0% of 1000000 executions converted} } } */
/* { dg-final { scan-opt-info-not {moved-sum.c:16:[0-9]*: missed: .*would mispredict instead} } } */
