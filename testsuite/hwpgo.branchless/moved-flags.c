/* A test of several flags mispredicts no more often than it goes its less
   likely way, however many branches have become the flags: what moves there is
   shared out among these.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-early-inlining" } */

int low, high, inside;

static int
flags_of (int x, int y)
{
  int flags = 0;
  if (x < low)
    flags |= 1;
  else if (x > high)
    flags |= 2;
  if (y < low)
    flags |= 4;
  else if (y > high)
    flags |= 8;
  return flags;
}

__attribute__ ((noipa)) void
note (int i)
{
  inside += i;
}

__attribute__ ((noipa)) void
clip (const int *x, const int *y, int n)
{
  for (int i = 1; i < n; i++)
    {
      int from = flags_of (x[i - 1], y[i - 1]);
      int to = flags_of (x[i], y[i]);
      if ((from | to) == 0)
        note (i);
    }
}

int
main (void)
{
  static int x[1000], y[1000];
  unsigned seed = 1;
  int wanted = 0, last = -1;
  low = 300;
  high = 700;
  for (int i = 0; i < 1000; i++)
    {
      seed = seed * 1664525 + 1013904223;
      x[i] = (int) (seed >> 8) % 1000;
      seed = seed * 1664525 + 1013904223;
      y[i] = (int) (seed >> 8) % 1000;
      if (x[i] < low || x[i] > high || y[i] < low || y[i] > high)
        last = -1;
      else if (last++ >= 0)
        wanted += i;
    }
  clip (x, y, 1000);
  return inside != wanted;
}

/* PROFILE:
clip:20000000:1000
 0: 1000
 2: 1000000
 6: 1000000
 7: 30000 note:30000
 4: flags_of:7300000
  0: 1000000
  2: 1000000
  3: 1000000
  4: 300000
  5: 700000
  6: 300000
  7: 1000000
  8: 300000
  9: 700000
  10: 300000
  11: 1000000
 5: flags_of:7300000
  0: 1000000
  2: 1000000
  3: 1000000
  4: 300000
  5: 700000
  6: 300000
  7: 1000000
  8: 300000
  9: 700000
  10: 300000
  11: 1000000
END PROFILE */
/* PROFILE MISPREDICTS:
clip:1200000:0
 6: 0
 4: flags_of:600000
  3: 200000
  5: 100000
  7: 200000
  9: 100000
 5: flags_of:600000
  3: 200000
  5: 100000
  7: 200000
  9: 100000
END PROFILE */

/* { dg-final { scan-opt-info {moved-flags.c:14:[0-9]*: optimized: +branch mispredicted in 20.0% .* converted} } } */
/* { dg-final { scan-opt-info {moved-flags.c:18:[0-9]*: optimized: +branch mispredicted in 20.0% .* converted} } } */
/* { dg-final { scan-opt-info-not {made a branch again} } } */
/* { dg-final { scan-opt-info-not {moved-flags.c:1[48]:.*not converted} } } */
