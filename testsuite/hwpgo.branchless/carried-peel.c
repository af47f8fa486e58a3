/* What the first turn may not load, as the source may not, the others carry,
   behind a first turn of their own.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1" } */

extern void abort (void);
enum { LENGTH = 60 };
static unsigned short c[LENGTH + 1][LENGTH + 1];
static unsigned char b[LENGTH + 1][LENGTH + 1];

/* The longest common subsequence of X and Y, of M letters.  */
__attribute__ ((noipa)) static void
lcs (const char *x, const char *y, int m)
{
  for (int i = 1; i <= LENGTH; i++)
    for (int j = 1; j <= m; j++)
      {
        if (x[i - 1] == y[j - 1])
          {
            c[i][j] = c[i - 1][j - 1] + 1;
            b[i][j] = 0;
          }
        else if (c[i - 1][j] >= c[i][j - 1])
          {
            c[i][j] = c[i - 1][j];
            b[i][j] = 1;
          }
        else
          {
            c[i][j] = c[i][j - 1];
            b[i][j] = 2;
          }
      }
}

__attribute__ ((noipa, optimize (0))) static void
check (const char *x, const char *y, int m)
{
  for (int i = 0; i <= LENGTH; i++)
    for (int j = 0; j <= LENGTH; j++)
      {
        int length = 0, way = 0;
        if (i > 0 && j > 0 && j <= m)
          {
            int up = c[i - 1][j], left = c[i][j - 1];
            length = up >= left ? up : left;
            way = up >= left ? 1 : 2;
            if (x[i - 1] == y[j - 1])
              {
                length = c[i - 1][j - 1] + 1;
                way = 0;
              }
          }
        if (c[i][j] != length || b[i][j] != way)
          abort ();
      }
}

int
main (void)
{
  char x[LENGTH], y[LENGTH];
  unsigned seed = 1;
  for (int t = 0; t < 40; t++)
    {
      int m = t < 4 ? t : t < 8 ? t * 4 : LENGTH;
      for (int i = 0; i < LENGTH; i++)
        {
          seed = seed * 1103515245 + 12345;
          x[i] = seed >> 16 & 3;
          y[i] = seed >> 20 & 3;
        }
      __builtin_memset (c, 0, sizeof c);
      __builtin_memset (b, 0, sizeof b);
      lcs (x, y, m);
      check (x, y, m);
    }
  return 0;
}

/* PROFILE:
check:1866923:66
 1: 68
 2: 68
 2.1: 2503
 2.2: 2571
 3: 2613
 3.1: 148976
 3.2: 151590
 5: 149196
 6: 149196
 6.1: 146979
 6.2: 144442
 8: 121537
 9: 121537
 10: 121537
 10.3: 121585
 11: 121585
 13: 31187
 14: 31187
 17: 149266
 17.1: 149266
 18: 0
 20: 34
lcs:521112:21
 1: 22
 2: 22
 2.1: 2509
 2.2: 2531
 3.514: 2435
 3.1026: 121043
 3.32257: 121043
 5: 120938
 7.32256: 29693
 8.32256: 29693
 10: 91115
 21: 68
main:3740:0
 1: 0
 3: 0
 4.1: 34
 4.2: 34
 6: 34
 6.2: 34
 7: 25
 7.1: 684
 7.2: 709
 9: 684
 10: 684
 11: 684
 13: 22
 14: 22
 15: 22 lcs:21
 16: 68 check:66
 18: 0
 19: 0
END PROFILE */

/* PROFILE MISPREDICTS:
check:23779:0
 1: 0
 2: 0
 2.1: 0
 2.2: 7
 3: 0
 3.1: 0
 3.2: 6
 5: 0
 6: 65
 6.1: 5
 6.2: 115
 8: 0
 9: 0
 10: 11447
 10.3: 0
 11: 12133
 13: 0
 14: 0
 17: 0
 17.1: 1
 18: 0
 20: 0
lcs:17904:0
 1: 0
 2.2: 6
 3.514: 5
 3.1026: 51
 5: 7811
 10: 10031
 21: 0
main:10:0
 1: 0
 3: 0
 4.1: 0
 4.2: 1
 6: 3
 6.2: 0
 7.2: 6
 9: 0
 10: 0
 11: 0
 13: 0
 14: 0
 15: 0
 16: 0
 19: 0
END PROFILE */

/* { dg-final { scan-opt-info {carried-peel.c:24:\d+: optimized: what a turn has stored stays} } } */
/* { dg-final { scan-opt-info {carried-peel.c:24:\d+: optimized: branch mispredicted in .* converted to} } } */
