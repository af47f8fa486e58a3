/* What both arms store comes together in the last pass at the latest, where
   the places in a loop are sums of what the loop counts.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

__attribute__ ((noipa)) int
common (const char *a, const char *b, int n, int m, int *row)
{
  for (int i = 0; i < n; i++)
    {
      int diagonal = 0;
      for (int j = 1; j <= m; j++)
        {
          int up = row[j];
          if (a[i] == b[j - 1])
            row[j] = diagonal + 1;
          else if (row[j - 1] > up)
            row[j] = row[j - 1];
          diagonal = up;
        }
    }
  return row[m];
}

int
main (void)
{
  int row[16] = { 0 };
  return common ("abcbdabxyzzy", "bdcabaxzyzy", 12, 11, row) != 8;
}

/* { dg-final { scan-opt-info {late-stores.c:17:.*converted to [0-9]+ selects} } } */
