/* What one turn pushes the next one pops: with selects that is known only when
   the comparison of the turn before is done, with its five loads.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-hwpgo-rounds=off" } */

typedef __SIZE_TYPE__ size_t;
enum { N = 512, NOBODY = N };
extern unsigned short lists[N][N], ranks[N][N];

/* D. Gale and L. Shapley's marriages.  */
size_t
marry (const unsigned short *list, const unsigned short *rank,
       unsigned short *husband)
{
  unsigned short next[N] = { 0 }, single[N];
  size_t singles = N, proposals = 0;
  for (unsigned short i = 0; i < N; i++)
    {
      single[i] = i;
      husband[i] = NOBODY;
    }
  while (singles > 0)
    {
      unsigned short m = single[--singles];
      unsigned short w = lists[list[m]][next[m]++];
      proposals++;
      if (husband[w] == NOBODY)
        husband[w] = m;
      else if (ranks[rank[w]][m] < ranks[rank[w]][husband[w]])
        {
          single[singles++] = husband[w];
          husband[w] = m;
        }
      else
        single[singles++] = m;
    }
  return proposals;
}

/* PROFILE:
marry:22584615:1102
 0: 1102
 3: 1102
 4: 985
 5.1: 496160
 5.2: 496160
 7: 496160
 8: 496160
 10: 3554000
 12: 3553822
 13: 3553822
 14: 3553822
 15: 3553822
 16: 509786
 17: 3043834
 19: 772382
 20: 772382
 23: 2271452
 25: 946
END PROFILE */

/* PROFILE MISPREDICTS:
marry:1169313:0
 15: 377332
 17: 791917
END PROFILE */

/* { dg-final { scan-opt-info {recurrence-memory.c:30:.*not converted} } } */
/* { dg-final { scan-opt-info-not {recurrence-memory.c:30:.*converted to} } } */
