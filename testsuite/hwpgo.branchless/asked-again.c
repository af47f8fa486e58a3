/* A branch that asks what the turn before has asked is predicted by that.  So
   the branch that asks first is converted with it, or not at all.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#define N 1000

int a[N + 1], w[N + 1];
unsigned seen;

__attribute__ ((noipa)) void
note (int value)
{
  seen = seen * 31 + value;
}

__attribute__ ((noipa)) int
crossings (int level, unsigned n)
{
  int up = 0, down = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (a[i] <= level) /* line 24 */
        {
          if (a[i + 1] > level) /* line 26 */
            up += w[i];
        }
      else if (a[i + 1] <= level) /* line 29 */
        down += w[i] * 2;
    }
  return up ^ down;
}

/* The first branch stays one, as it calls.  */
__attribute__ ((noipa)) int
rises (int level, unsigned n)
{
  int up = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (a[i] <= level) /* line 42 */
        {
          if (a[i + 1] > level) /* line 44 */
            up += w[i];
        }
      else
        note (i);
    }
  return up;
}

/* The place is another one: nothing is known from before.  */
__attribute__ ((noipa)) int
others (int level, unsigned n)
{
  int up = 0;
  for (unsigned i = 0; i < n; i++)
    {
      if (w[i] <= level) /* line 60 */
        {
          if (a[i + 1] > level) /* line 62 */
            up += w[i];
        }
      else
        note (i);
    }
  return up;
}

int
main (void)
{
  unsigned seed = 1;
  int sum = 0;
  for (unsigned i = 0; i <= N; i++)
    {
      seed = seed * 1664525 + 1013904223;
      a[i] = seed >> 20;
      w[i] = seed >> 8 & 4095;
    }
  for (int i = 0; i < 40; i++)
    sum = sum * 31u + crossings (i * 100, N) + rises (i * 100, N) * 3u
          + others (i * 100, N) * 5u;
  return sum != -1050100331 || seen != 3854384021;
}

/* PROFILE:
crossings:9000000:1000
 0: 1000
 2: 1000
 3: 1000000
 4: 1000000
 6: 500000
 7: 250000
 9: 500000
 10: 250000
 12: 1000
rises:9000000:1000
 0: 1000
 2: 1000
 3: 1000000
 4: 1000000
 6: 500000
 7: 250000
 10: 500000
 12: 1000
others:9000000:1000
 0: 1000
 2: 1000
 3: 1000000
 4: 1000000
 6: 500000
 7: 250000
 10: 500000
 12: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
crossings:450000:0
 4: 1000
 6: 240000
 9: 240000
rises:450000:0
 4: 1000
 6: 240000
others:450000:0
 4: 1000
 6: 240000
END PROFILE */

/* { dg-final { scan-opt-info {asked-again.c:24:[0-9]*: optimized: +branch mispredicted in 48.1% of [0-9]* executions converted} } } */
/* { dg-final { scan-opt-info {asked-again.c:44:[0-9]*: missed: .*not converted: a branch that depends on it would mispredict instead} } } */
/* { dg-final { scan-opt-info {asked-again.c:62:[0-9]*: optimized: +branch mispredicted in 48.0% of 500000 executions converted} } } */
