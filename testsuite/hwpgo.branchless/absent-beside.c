/* What is off the longest path of a loop has room beside it, or so the model
   says.  A guess of the mispredicts is not believed so far.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

struct bracket
{
  double low, high;
};

__attribute__ ((noipa)) double
find_root (double c, struct bracket b, double start, int *bisections)
{
  double x = start;
  for (int step = 0; step < 60; step++)
    {
      double square = x * x;
      double f = (square * square + 1) * x - c;
      double slope = 5 * square * square + 1;
      if (f < 0)
        b.low = x;
      else
        b.high = x;
      double next = x - f / slope;
      if (next < b.low || next > b.high)
        {
          next = b.low + (b.high - b.low) / 2;
          ++*bisections;
        }
      if (next - x < 1e-9 && x - next < 1e-9)
        return next;
      x = next;
    }
  return x;
}

int
main (void)
{
  int bisections = 0;
  for (int i = 1; i < 50; i++)
    {
      double x = find_root (i, (struct bracket){ 0, 50 }, 0.25, &bisections);
      double f = (x * x * x * x + 1) * x - i;
      if (f < -1e-6 || f > 1e-6)
        return 1;
    }
  return bisections != 0;
}

/* PROFILE:
find_root:9000000:100000
 2: 100000
 3: 1000000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 12: 1000000
 13: 1000000
 13.1: 1000000
 15: 0
 16: 0
 18: 1000000
 20: 900000
END PROFILE */
/* PROFILE MISPREDICTS:
find_root:1000:0
 3: 1000
END PROFILE */

/* { dg-final { scan-opt-info-not {absent-beside.c:21:.*converted to} } } */
