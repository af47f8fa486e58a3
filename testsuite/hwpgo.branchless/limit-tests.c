/* The least of many and its place are selected by one comparison, and the greatest,
   whichever way round it is.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize" } */

__attribute__ ((noipa)) static unsigned
least (const unsigned *a, unsigned n, unsigned *at)
{
  unsigned best = ~0u, which = 0;
  for (unsigned i = 0; i < n; i++)
    if (a[i] < best)
      {
        best = a[i];
        which = i;
      }
  *at = which;
  return best;
}

__attribute__ ((noipa)) static int
greatest (const int *a, unsigned n, unsigned *at)
{
  int best = -0x7fffffff - 1;
  unsigned which = 0;
  for (unsigned i = 0; i < n; i++)
    if (best <= a[i])
      {
        which = i;
        best = a[i];
      }
  *at = which;
  return best;
}

int
main (void)
{
  static unsigned a[1000];
  unsigned seed = 1, sum = 0, at = 0;
  for (int turn = 0; turn < 300; turn++)
    {
      for (unsigned i = 0; i < 1000; i++)
        {
          seed = seed * 1664525 + 1013904223;
          a[i] = seed >> 25;
        }
      for (unsigned i = 0; i < 1000; i += 8)
        {
          sum = sum * 31 + least (a + i, 8, &at);
          sum = sum * 31 + at;
          sum = sum * 31 + (unsigned) greatest ((const int *) a + i, 8, &at);
          sum = sum * 31 + at;
        }
    }
  return sum != 2957377491u;
}

/* PROFILE:
main:1090455:0
 1: 330
 3: 330
 4.2: 340
 6.2: 300526
 8: 300526
 9: 300526
 11.2: 37590
 13: 37590 least:37381
 14: 37590
 15: 37590 greatest:37647
 16: 37517
 19: 0
 20: 0
greatest:788439:37647
 2: 37523
 3: 37523
 4.514: 37523
 4.1026: 300417
 5: 300417
 10: 37518
 12: 37518
least:747506:37381
 2: 37225
 3.514: 37225
 3.1026: 298749
 4: 298749
 9: 37779
 11: 37779
END PROFILE */
/* PROFILE MISPREDICTS:
main:15:0
 1: 0
 3: 0
 4.2: 2
 6.2: 6
 8: 0
 9: 0
 11.2: 7
 13: 0
 14: 0
 15: 0
 16: 0
 19: 0
 20: 0
least:5:0
 2: 0
 3.1026: 5
 4: 0
 9: 0
 11: 0
greatest:4:0
 2: 0
 3: 0
 4.1026: 4
 5: 0
 10: 0
 12: 0
END PROFILE */

/* { dg-final { scan-opt-info-times "limit-tests.c:\\d+:\\d+: optimized: limit selected by a comparison that is there" 2 } } */
