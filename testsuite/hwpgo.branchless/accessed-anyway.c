/* A place that all ways look at, each with an address of its own, may be looked
   at before; one that only some do is not, and neither is one behind a call that
   may not come back.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -fdump-tree-optimized" } */
/* { dg-require-gcc 12 } */

struct cell
{
  int cost, steps;
};

__attribute__ ((noipa)) void
warp (struct cell *row, const struct cell *above, const int *d, unsigned long n)
{
  for (unsigned long j = 1; j <= n; j++)
    {
      struct cell from;
      if (above[j - 1].cost <= above[j].cost
          && above[j - 1].cost <= row[j - 1].cost)
        from = above[j - 1];
      else if (above[j].cost < row[j - 1].cost)
        from = above[j];
      else
        from = row[j - 1];
      row[j].cost = from.cost + d[j];
      row[j].steps = from.steps + 1;
    }
}

__attribute__ ((noipa)) int
some (const int *a, const int *b, int x, int y)
{
  int sum = 0;
  if (x < y && x < a[x])
    sum = 1;
  else if (y < 3)
    sum = 2;
  else
    sum = b[y];
  return sum;
}

__attribute__ ((optimize ("O0"))) int
main (void)
{
  struct cell row[9] = { { 5, 1 } }, above[9];
  int d[9];
  for (int j = 0; j < 9; j++)
    {
      d[j] = j * 7 % 5;
      above[j].cost = j * 5 % 8;
      above[j].steps = j;
    }
  warp (row, above, d, 8);
  for (int j = 1; j < 9; j++)
    {
      struct cell a = above[j - 1], b = above[j], c = row[j - 1], from = c;
      if (a.cost <= b.cost && a.cost <= c.cost)
        from = a;
      else if (b.cost < c.cost)
        from = b;
      if (row[j].cost != from.cost + d[j] || row[j].steps != from.steps + 1)
        return 1;
    }
  const int *nowhere = 0;
  if (some (d, nowhere, 1, 2) != 1 || some (nowhere, nowhere, 2, 1) != 2
      || some (nowhere, d, 8, 8) != d[8])
    return 1;
  return 0;
}

/* PROFILE:
warp:2100000:100
 2: 100000
 5: 100000
 6: 70000
 7: 40000
 8: 60000
 9: 30000
 11: 30000
 12: 100000
 13: 100000
some:2100000:100000
 2: 100000
 3: 100000
 3.1: 50000
 4: 30000
 5: 70000
 6: 30000
 8: 40000
 9: 100000
END PROFILE */

/* PROFILE MISPREDICTS:
warp:50000:0
 5: 30000
 6: 20000
 8: 30000
some:50000:0
 3: 30000
 3.1: 30000
 5: 20000
END PROFILE */

/* Those of "some".  */
/* { dg-final { scan-dump-times {[?:] &hwpgo\.discarded} 3 "optimized" } } */
