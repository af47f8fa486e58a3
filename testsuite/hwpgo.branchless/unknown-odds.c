/* A branch whose arms have no place in the line table, as they only take other
   values, was not predicted from what a select chooses now: nobody knows how
   often it goes which way, and it mispredicts hardly ever.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2" } */

struct best { int score; unsigned long i, j; };

/* T. F. Smith and M. S. Waterman's local alignment.  */
struct best
align (const unsigned char *a, unsigned long m, const unsigned char *b,
       unsigned long n, int *row)
{
  struct best best = { 0, 0, 0 };
  for (unsigned long i = 1; i <= m; i++)
    {
      int diagonal = 0;
      for (unsigned long j = 1; j <= n; j++)
        {
          int score;
          if (a[i - 1] == b[j - 1])
            score = diagonal + 2;
          else
            score = diagonal - 3;
          if (row[j] - 3 > score)
            score = row[j] - 3;
          if (row[j - 1] - 3 > score)
            score = row[j - 1] - 3;
          if (score < 0)
            score = 0;
          if (score > best.score)
            {
              best.score = score;
              best.i = i;
              best.j = j;
            }
          diagonal = row[j];
          row[j] = score;
        }
    }
  return best;
}

/* PROFILE:
align:64000000:60
 3: 60
 4: 12000
 4.1: 12000
 7: 6000000
 7.1: 6000000
 7.2: 6000000
 10: 6000000
 11: 1500000
 13: 4500000
 14: 6000000
 16: 6000000
 18: 6000000
 20: 6000000
 26: 6000000
 27: 6000000
END PROFILE */
/* PROFILE MISPREDICTS:
align:1500400:0
 10: 1500000
 20: 400
END PROFILE */

/* { dg-final { scan-report "line.: 22, .*converted.: .yes" } } */
/* { dg-final { scan-report-not "line.: 32, .*converted.: .yes" } } */
