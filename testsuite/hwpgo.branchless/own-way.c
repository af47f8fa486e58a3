/* An unpredictable test behind predictable ones, which share its arms: these are
   its own then, and the others stay branches.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#define N 100

int v[4 * N + 3], a[N], b[N];

/* E. Myers, "An O(ND) difference algorithm and its variations", 1986.  */
__attribute__ ((noipa)) int
distance (int n, int m, int *v)
{
  v[1] = 0;
  for (int d = 0; d <= n + m; d++)
    for (int k = -d; k <= d; k += 2)
      {
        int x, y;
        if (k == -d || (k != d && v[k - 1] < v[k + 1])) /* line 20 */
          x = v[k + 1];
        else
          x = v[k - 1] + 1;
        y = x - k;
        while (x < n && y < m && a[x] == b[y])
          {
            x++;
            y++;
          }
        v[k] = x;
        if (x >= n && y >= m)
          return d;
      }
  return n + m;
}

int
main (void)
{
  unsigned seed = 1, sum = 0;
  for (int turn = 0; turn < 10; turn++)
    {
      int m = 0;
      for (int i = 0; i < N; i++)
        a[i] = (seed = seed * 1664525 + 1013904223) >> 24 & 3;
      for (int i = 0; i < N; i++)
        if ((seed = seed * 1664525 + 1013904223) >> 30)
          b[m++] = a[i];
      sum = sum * 31 + distance (N, m, v + 2 * N + 1);
    }
  return sum != 1764695327u;
}

/* PROFILE:
distance:90000000:1000
 0: 1000
 2: 1000
 3: 100000
 4: 5000000
 7: 5000000
 7.1: 4900000
 7.2: 4800000
 8: 2500000
 10: 2500000
 11: 5000000
 12: 6000000
 12.1: 5900000
 12.2: 5800000
 14: 1000000
 15: 1000000
 17: 5000000
 18: 5000000
 19: 1000
 21: 0
END PROFILE */
/* PROFILE MISPREDICTS:
distance:1000000:0
 7: 10000
 7.1: 10000
 7.2: 950000
END PROFILE */

/* { dg-final { scan-opt-info {own-way.c:20:[0-9]*: optimized: +branch mispredicted in 19.8% of 4800000 executions converted to 1 select } } } */
