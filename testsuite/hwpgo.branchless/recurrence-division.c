/* The next turn divides by what the context that is chosen leads to, and the
   division is the longest part of its way: with selects each turn would wait for
   the one before, and take 1.07 times as long as with the branch, mispredicts and
   all.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

unsigned
decode (const unsigned (*counts)[2], const unsigned *codes, unsigned long n)
{
  unsigned context = 1, low = 0, range = 0xffffff, ones = 0;
  for (unsigned long i = 0; i < n; i++)
    {
      const unsigned *c = counts[context];
      unsigned middle = low + (range >> 12) * (c[1] * 4096 / (c[0] + c[1]));
      if (codes[i] < middle)
        {
          context = context * 2 & 255;
          ones++;
        }
      else
        context = (context * 2 | 1) & 255;
    }
  return ones + context;
}

/* PROFILE:
decode:189751943:0
 1: 0
 2: 0
 3.1026: 31624090
 5: 31625941
 6: 31625941
 7: 31625941
 9.255: 31625941
 10: 15220928
 13: 16403161
 15.255: 0
 16: 0
END PROFILE */
/* PROFILE MISPREDICTS:
decode:14592461:0
 7: 14592461
END PROFILE */

/* { dg-final { scan-report "line.: 17, .*converted.: .no.*the select would cost more" } } */
/* { dg-final { scan-report-not "converted.: .yes" } } */
