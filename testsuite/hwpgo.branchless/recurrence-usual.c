/* A turn waits for the way that is usually taken to the next state, not for the
   longest one there is.  With mispredicts that cost four times as much
   it decides.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fplugin-arg-hwpgo-select-cost=mispredict_penalty:85,issue_width:3" } */

/* D. Knuth, J. Morris and V. Pratt's search.  */
unsigned long
search (const unsigned char *text, unsigned long n,
        const unsigned char *pattern, int m, const int *failure)
{
  unsigned long found = 0;
  int q = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      while (q > 0 && pattern[q] != text[i])
        q = failure[q - 1];
      if (pattern[q] == text[i])
        q++;
      if (q == m)
        {
          found += i;
          q = failure[q - 1];
        }
    }
  return found;
}

/* PROFILE:
search:38930565:37
 3: 37
 4: 37
 5: 37
 5.1: 6289240
 5.2: 6289240
 7: 6294700
 7.1: 3000255
 7.512: 1997721
 8: 1997721
 9: 6291890
 10: 5126764
 11: 6291890
 13: 12331
 14: 12331
END PROFILE */

/* PROFILE MISPREDICTS:
search:2888722:37
 7: 1231954
 7.1: 1044721
 9: 596453
 11: 2391
END PROFILE */

/* { dg-final { scan-opt-info {recurrence-usual.c:19:\d+: optimized: .*converted to 1 select} } } */
