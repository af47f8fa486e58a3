/* A loop that does little but load from computed places is not vectorised.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1" } */

__attribute__ ((noipa)) void
look_up (unsigned *to, const unsigned *table, const unsigned char *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = table[from[i]];
}

/* There is enough besides.  */
__attribute__ ((noipa)) void
compute (unsigned *restrict to, const unsigned *table, const unsigned *from,
         int n)
{
  for (int i = 0; i < n; i++)
    {
      unsigned x = from[i], y = x >> 3 ^ x;
      y = (y << 5) + (y >> 2) + (x << 1) + (x >> 4 & 15);
      y ^= y >> 7 & (x | 85);
      y += (y << 9) ^ (y >> 11) ^ (x & 255);
      to[i] = table[x & 15] + y;
    }
}

/* Nothing is computed but how far it is.  */
__attribute__ ((noipa)) void
copy (unsigned *restrict to, const unsigned *from, int n)
{
  for (int i = 0; i < n; i++)
    to[i] = from[i] + 1;
}

int
main (void)
{
  static unsigned table[256], to[1000], wide[1000];
  static unsigned char from[1000];
  for (int i = 0; i < 256; i++)
    table[i] = i * 3;
  for (int i = 0; i < 1000; i++)
    wide[i] = from[i] = i * 7;
  for (int t = 0; t < 100; t++)
    {
      look_up (to, table, from, 1000 - t);
      for (volatile int i = 0; i < 1000 - t; i++)
        if (to[i] != from[i] * 3)
          __builtin_abort ();
      compute (to, table, wide, 1000 - t);
      copy (to, wide, 1000 - t);
    }
  return 0;
}

/* PROFILE:
compute:576401:58
 2: 60
 3.514: 60
 3.1026: 96035
 5: 96035
 6: 96035
 7: 96035
 8: 96035
 9: 96035
 11: 71
main:284687:0
 1: 0
 5: 0
 7: 2128
 8.2: 129
 10: 116 look_up:119
 11: 75
 11.1: 94014
 11.514: 75
 11.1026: 94014
 12: 94014
 13: 0
 14: 51 compute:58
 15: 71 copy:68
 18: 0
copy:190524:68
 2.514: 71
 2.1026: 95165
 3: 95165
 4: 123
look_up:190205:119
 2.514: 123
 2.1026: 94999
 3: 94999
 4: 84
END PROFILE */

/* { dg-final { scan-opt-info {gathers.c:10:\d+: optimized: loop not vectorised: it loads from anywhere} } } */
/* { dg-final { scan-opt-info-not {gathers.c:(1[1-9]|[2-9]\d):\d+: optimized: loop not vectorised} } } */
