/* A loop that counts keeps one end, though its two ways could have one each: so
   it is unrolled.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fdump-tree-split-paths-details" } */

__attribute__ ((noipa)) void
next_row (const char *b, char c, const int *above, int *row, unsigned long n)
{
  for (unsigned long j = 1; j <= n; j++)
    {
      if (c == b[j - 1])
        row[j] = above[j - 1];
      else
        {
          int least = above[j - 1] < above[j] ? above[j - 1] : above[j];
          row[j] = 1 + (least < row[j - 1] ? least : row[j - 1]);
        }
    }
}

int
main (void)
{
  static const char a[] = "intention", b[] = "execution";
  enum { N = sizeof b - 1 };
  int rows[2][N + 1], *above = rows[0], *row = rows[1];
  for (int j = 0; j <= N; j++)
    above[j] = j;
  for (int i = 1; i <= N; i++)
    {
      row[0] = i;
      next_row (b, a[i - 1], above, row, N);
      int *t = above;
      above = row;
      row = t;
    }
  return above[N] != 5;
}

/* PROFILE:
next_row:9000000:10000
 2: 10000
 2.1: 5000000
 4: 5000000
 5: 2000000
 8: 3000000
 9: 3000000
 12: 10000
END PROFILE */

/* { dg-final { scan-dump-not {Duplicating join block} split-paths } } */
/* { dg-final { scan-opt-info {options-whole-paths.c:10:.*loop unrolled 7 times} } } */
