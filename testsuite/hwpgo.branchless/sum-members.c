/* Counters that are members of a variable once its function is inlined stay sums
   when what is added to is selected, so that the loop becomes one of vectors.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -ftree-vectorize -fno-early-inlining -fplugin-arg-hwpgo-rounds=off" } */

struct counts
{
  unsigned across, down, both;
};

static void
row (struct counts *c, const int *across, const int *down, int *out)
{
  for (int i = 0; i < 512; i++)
    {
      int a = across[i], d = down[i], v;
      if (a < d)
        {
          v = a / 2 + 3;
          c->across++;
        }
      else if (d < a)
        {
          v = d / 4 - 5;
          c->down++;
        }
      else
        {
          v = a + d;
          c->both++;
        }
      out[i] = v;
    }
}

__attribute__ ((noipa)) unsigned
rows (const int *across, const int *down, int *out, int n)
{
  struct counts c = { 0, 0, 0 };
  for (int i = 0; i < n; i++)
    row (&c, across + i * 512, down + i * 512, out);
  return c.across * 1000000 + c.down * 1000 + c.both;
}

int
main (void)
{
  static int a[1024], d[1024], out[512];
  for (int i = 0; i < 1024; i++)
    {
      a[i] = i * 7919 % 1009;
      d[i] = i * 104729 % 1013;
    }
  d[700] = a[700];
  unsigned got = rows (a, d, out, 2), wanted = 0;
  for (int i = 0; i < 1024; i++)
    wanted += a[i] < d[i] ? 1000000 : d[i] < a[i] ? 1000 : 1;
  for (int i = 0; i < 512; i++)
    {
      int x = a[512 + i], y = d[512 + i];
      if (out[i] != (x < y ? x / 2 + 3 : y < x ? y / 4 - 5 : x + y))
        return 1;
    }
  return got != wanted;
}

/* PROFILE:
rows:154346030:20000
 1: 20000
 2: 20000
 3: 20000
 3.1: 40000
 3.2: 60000
 4: 40000
 6: 20000
 4: row:154113112
  2.2: 20548000
  4: 20548000
  5: 20548000
  7: 10275000
  8: 10275000
  10: 10272000
  12: 10253000
  13: 10253000
  17: 20000
  18: 20000
  20: 20548000
END PROFILE */
/* PROFILE MISPREDICTS:
rows:6000000:0
 4: row:6000000
  5: 6000000
END PROFILE */

/* { dg-final { scan-opt-info {sum-members.c:18:.*converted to [0-9]+ select} } } */
/* { dg-final { scan-opt-info {sum-members.c:15:.*loop vectorized} } } */
