/* A branch that a converted one decides is converted with it; one that only
   depends on it is not.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

__attribute__ ((noipa)) unsigned
encode (const int *samples, int n, int *last)
{
  int predicted = 0;
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      int difference = samples[i] - predicted;
      int code = 0;
      if (difference < 0)
        {
          code = 8;
          difference = -difference;
        }
      if (difference > 100)
        code |= 4;
      int step = (difference >> 3) + 1;
      if (code & 8)
        predicted -= step;
      else
        predicted += step * 2;
      if (predicted > 100000)
        sum += *last;
      sum = sum * 3 + code;
    }
  *last = predicted;
  return sum;
}

int
main (void)
{
  int samples[1000], last = 7;
  unsigned seed = 1;
  for (int i = 0; i < 1000; i++)
    {
      seed = seed * 1664525 + 1013904223;
      samples[i] = (int) (seed >> 16) - 32768;
    }
  unsigned sum = encode (samples, 1000, &last);
  return !(sum == 3651404236u && last == 6683);
}

/* PROFILE:
encode:9000000:1000
 0: 1000
 4: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 10: 500000
 11: 500000
 13: 1000000
 14: 900000
 15: 1000000
 16: 1000000
 17: 500000
 19: 500000
 20: 1000000
 21: 10
 22: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
encode:400000:0
 8: 400000
 16: 0
END PROFILE */

/* { dg-final { scan-opt-info {decided.c:24:[0-9]*: note: +branch decided by the converted one in line 16} } } */
/* { dg-final { scan-opt-info {decided.c:24:[0-9]*: optimized: +branch mispredicted in 40.0% of 1000000 executions converted to 1 select} } } */
/* { dg-final { scan-opt-info-times "branch decided" 1 } } */
/* { dg-final { scan-report {"line": 24, "decided_by": 16} } } */
