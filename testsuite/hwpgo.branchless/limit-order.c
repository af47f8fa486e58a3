/* Of the least of three, what the turn before has left is compared last; where that
   is so already, and in floating point, nothing changes.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

#define N 400

static int table[N + 1][N + 1], expected[N + 1][N + 1];

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static inline int
least (int a, int b)
{
  return a < b ? a : b;
}

__attribute__ ((noipa)) int
distance (const char *a, const char *b)
{
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      {
        int cost = a[i] == b[j] ? 0 : 1;
        int nearer = least (table[i - 1][j] + 1, table[i][j - 1] + 1);
        table[i][j] = least (nearer, table[i - 1][j - 1] + cost);
      }
  return table[N][N];
}

/* With a value that is there after another one.  */
__attribute__ ((noipa)) int
running (const int *a, const int *b, const int *c, int n)
{
  int best = 0;
  for (int i = 0; i < n; i++)
    {
      int one = MAX (best * 3 / 4, a[i]);
      int two = MAX (one, best + 1);
      int three = MAX (two, b[i]);
      best = MAX (three, c[i]) & 0xffff;
    }
  return best;
}

__attribute__ ((noipa)) double
floating (const double *a, const double *b, int n)
{
  double best = 0;
  for (int i = 0; i < n; i++)
    best = MIN (MIN (best + 1, a[i]), b[i]);
  return best;
}

__attribute__ ((noipa, optimize (0))) int
reference (const char *a, const char *b)
{
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      {
        int cost = a[i] == b[j] ? 0 : 1;
        int nearer = MIN (expected[i - 1][j] + 1, expected[i][j - 1] + 1);
        expected[i][j] = MIN (nearer, expected[i - 1][j - 1] + cost);
      }
  return expected[N][N];
}

__attribute__ ((noipa, optimize (0))) int
reference_running (const int *a, const int *b, const int *c, int n)
{
  int best = 0;
  for (int i = 0; i < n; i++)
    {
      int one = MAX (best * 3 / 4, a[i]);
      int two = MAX (one, best + 1);
      int three = MAX (two, b[i]);
      best = MAX (three, c[i]) & 0xffff;
    }
  return best;
}

__attribute__ ((noipa, optimize (0))) double
reference_floating (const double *a, const double *b, int n)
{
  double best = 0;
  for (int i = 0; i < n; i++)
    best = MIN (MIN (best + 1, a[i]), b[i]);
  return best;
}

int
main (void)
{
  static char a[N + 1], b[N + 1];
  static int x[N], y[N], z[N];
  static double f[N], g[N];
  unsigned seed = 1;
  for (int i = 0; i <= N; i++)
    {
      a[i] = (seed = seed * 1103515245 + 12345) >> 16 & 3;
      b[i] = (seed = seed * 1103515245 + 12345) >> 16 & 3;
      table[i][0] = table[0][i] = expected[i][0] = expected[0][i] = i;
    }
  for (int i = 0; i < N; i++)
    {
      x[i] = (seed = seed * 1103515245 + 12345) >> 16 & 0xffff;
      y[i] = (seed = seed * 1103515245 + 12345) >> 18 & 0x3fff;
      z[i] = (seed = seed * 1103515245 + 12345) >> 19 & 0x1fff;
      f[i] = x[i];
      g[i] = -y[i];
    }
  for (int t = 0; t < 20; t++)
    {
      if (distance (a, b) != reference (a, b)
          || __builtin_memcmp (table, expected, sizeof table))
        __builtin_abort ();
      for (int n = 0; n < N; n += 40)
        if (running (x, y, z, n) != reference_running (x, y, z, n))
          __builtin_abort ();
      if (floating (f, g, N) != reference_floating (f, g, N))
        __builtin_abort ();
    }
  return 0;
}

/* PROFILE:
reference:22433066:33
 1: 34
 2: 34
 2.1: 8080
 2.2: 8114
 3: 8239
 3.1: 3200191
 3.2: 3208395
 5: 3199974
 6: 3199974
 6.1: 1380865
 6.2: 1818784
 6.3: 3200191
 7: 3200191
 9: 0
 10: 0
distance:16013589:31
 1: 8154
 2.2: 8101
 3.2: 3199460
 5: 3199460
 6: 3199460
 7: 3199460
 10: 34
 7.23: least:3199460
  2: 3199460
reference_running:212784:304
 1: 314
 2: 314
 3: 314
 3.1: 35178
 3.2: 35490
 5: 35178
 6: 35178
 7: 35178
 8: 35178
 10: 231
 11: 231
running:150769:293
 1: 283
 2: 231
 3.514: 283
 3.1026: 37415
 5: 37415
 6: 37415
 8: 37415
 11: 312
reference_floating:48735:49
 1: 51
 2: 51
 3: 51
 3.1: 8086
 3.2: 8137
 4: 8049
 4.2: 0
 4.3: 8062
 4.4: 7752
 4.6: 0
 4.8: 310
 4.9: 8086
 5: 50
 6: 50
floating:24057:0
 2: 0
 3.2: 8025
 4: 7973
 4.3: 8008
 6: 51
main:6385:0
 1: 0
 5: 0
 6.2: 474
 8: 474
 9: 474
 10: 474
 12.2: 529
 14: 529
 15: 529
 16: 529
 17: 529
 18: 529
 20.2: 50
 22: 34 distance:31
 22.1: 34 reference:33
 23: 51
 24: 0
 25.1: 212
 25.2: 212
 26: 303 running:293
 26.1: 299 reference_running:304
 28: 51
 28.1: 51 reference_floating:49
 32: 18
END PROFILE */

/* { dg-final { scan-opt-info {limit-order.c:17:\d+: optimized: 3 operands of a limit in another order: there after 3 cycles of a turn, not 5} } } */
/* { dg-final { scan-opt-info {limit-order.c:43:\d+: optimized: 5 operands of a limit in another order: there after 6 cycles of a turn, not 9} } } */
/* { dg-final { scan-opt-info-not {limit-order.c:(4[89]|5\d):\d+: optimized: \d+ operands of a limit} } } */
