/* A branch that goes either way and was never mispredicted was a conditional
   move, and is one again.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -fno-early-inlining" } */

__attribute__ ((noipa)) unsigned
cheapest (const unsigned *above, unsigned *row, unsigned char *from, int n)
{
  for (int i = 1; i < n; i++)
    {
      unsigned best = above[i - 1];
      unsigned char step = 0;
      if (above[i] < best)
        {
          best = above[i];
          step = 1;
        }
      if (row[i - 1] < best)
        {
          best = row[i - 1];
          step = 2;
        }
      row[i] = best + (above[i] & 3);
      from[i] = step;
    }
  return row[n - 1];
}

/* This one was a branch.  */
__attribute__ ((noipa)) int
oldest (const unsigned *used, int n)
{
  int victim = 0, second = 1;
  for (int i = 2; i < n; i++)
    if (used[i] < used[victim])
      {
        second = victim;
        victim = i;
      }
  return victim * n + second;
}

/* And this one goes one way.  */
__attribute__ ((noipa)) int
newest (const unsigned *used, int n)
{
  int victim = 0, second = 1;
  for (int i = 2; i < n; i++)
    if (used[i] > used[victim])
      {
        second = victim;
        victim = i;
      }
  return victim * n + second;
}

/* Its arm was seen.  */
__attribute__ ((noipa)) int
last_two (const unsigned *used, int n)
{
  int victim = 0, second = 1;
  for (int i = 2; i < n; i++)
    if (used[i] & 1)
      {
        second = victim;
        victim = i;
      }
  return victim * n + second;
}

int
main (void)
{
  enum { N = 99 };
  unsigned above[N], row[N], same[N], x = 1;
  unsigned char from[N];
  for (int i = 0; i < N; i++)
    {
      x = x * 1664525 + 1013904223;
      above[i] = x >> 24;
      row[i] = same[i] = x >> 16 & 255;
    }
  cheapest (above, row, from, N);
  for (int i = 1; i < N; i++)
    {
      unsigned char step = above[i] < above[i - 1];
      unsigned best = step ? above[i] : above[i - 1];
      if (same[i - 1] < best)
        {
          best = same[i - 1];
          step = 2;
        }
      same[i] = best + (above[i] & 3);
      if (row[i] != same[i] || from[i] != step)
        return 1;
    }
  int odd = last_two (above, N) / N;
  for (int i = odd + 1; i < N; i++)
    if (above[i] & 1)
      return 1;
  int victim = oldest (above, N) / N, newer = newest (above, N) / N;
  for (int i = 0; i < N; i++)
    if (above[i] < above[victim] || above[i] > above[newer])
      return 1;
  return 0;
}

/* PROFILE:
cheapest:5000000:1000
 0: 1000
 2: 1000000
 4: 1000000
 6: 1000000
 8: 300000
 9: 300000
 11: 1000000
 16: 1000000
 17: 1000000
oldest:3000000:1000
 0: 1000
 3: 1000000
 4: 1000000
newest:3000000:1000
 0: 1000
 3: 1000000
 4: 1000000
 6: 1000
 7: 1000
last_two:3800000:1000
 0: 1000
 3: 1000000
 4: 1000000
 6: 400000
 7: 400000
END PROFILE */
/* PROFILE MISPREDICTS:
cheapest:300000:0
 2: 1000
 6: 300000
 11: 0
oldest:2000:0
 3: 1000
 4: 1000
newest:1000:0
 3: 1000
 4: 0
last_two:1000:0
 3: 1000
 4: 0
END PROFILE */

/* { dg-final { scan-opt-info {absent.c:14:.*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {absent.c:19:.*branch mispredicted in none of 1000000 executions \(perhaps no branch there\) converted to 2 selects} } } */
/* { dg-final { scan-opt-info-not {absent.c:3[0-9]:.*converted to} } } */
/* { dg-final { scan-opt-info-not {absent.c:[56][0-9]:.*converted to} } } */
