/* All ways through the branches store to one place, and two of them load from
   another.  GCC makes one store and one load of these behind inlining, so the
   conversion waits for that, rather than to select places for each.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
/* { dg-hwpgo-options "force-branchless" } */

#define N 24

int cost[N + 1][N + 1];
unsigned char steps[N + 1][N + 1];

__attribute__ ((noipa)) void
warp (const int *a, const int *b, int n)
{
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      {
        int best;
        if (cost[i - 1][j - 1] <= cost[i - 1][j]
            && cost[i - 1][j - 1] <= cost[i][j - 1])
          {
            best = cost[i - 1][j - 1];
            steps[i][j] = 3;
          }
        else if (cost[i - 1][j] <= cost[i][j - 1])
          {
            best = cost[i - 1][j];
            steps[i][j] = 1;
          }
        else
          {
            best = cost[i][j - 1];
            steps[i][j] = 2;
          }
        cost[i][j] = best + (a[i - 1] > b[j - 1] ? a[i - 1] - b[j - 1]
                                                 : b[j - 1] - a[i - 1]);
      }
}

int
main (void)
{
  int a[N], b[N], sum = 0;
  for (int i = 0; i < N; i++)
    {
      a[i] = i * i % 37;
      b[i] = i * 7 % 31;
      cost[0][i + 1] = cost[i + 1][0] = 1 << 30;
    }
  warp (a, b, N);
  /* Two loops would become one, with a place to load from that does not
     matter.  */
  for (int i = 0; i < N * N; i++)
    sum = (sum * 3 + steps[i / N + 1][i % N + 1]) & 0xffffff;
  return cost[N][N] != 136 || sum != 11789472;
}

/* { dg-final { scan-opt-info {region-gathers.c:2[0-9]:.*converted to [0-9]+ selects} } } */
/* { dg-final { scan-dump-not "discarded" optimized } } */
