/* The select of one bit of an ADPCM code alone makes the next turn wait for it through
   two tables, which costs more than its mispredicts.  Those of all bits wait for much
   the same, so together they pay.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run { target x86_64-*-* } } */
/* { dg-options "-O2 -g1" } */

static const int steps[16] = { 7, 9, 12, 16, 21, 28, 37, 49, 65, 86, 114, 151, 200, 265, 351, 465 };
static const int changes[4] = { -1, 0, 1, 2 };

__attribute__ ((noipa)) static int
encode (const short *at, unsigned char *codes, int n)
{
  int predicted = 0, index = 0;
  for (int i = 0; i < n; i++)
    {
      int step = steps[index & 15];
      int diff = at[i] - predicted;
      int code = 0;
      if (diff >= step)
        {
          code = 2;
          diff -= step;
          predicted += step;
        }
      step >>= 1;
      if (diff >= step)
        {
          code |= 1;
          predicted += step;
        }
      index += changes[code];
      codes[i] = code;
    }
  return index;
}

int
main (void)
{
  static const short at[8] = { 5, 9, 30, 31, 80, 81, 200, 10 };
  static const unsigned char good[8] = { 1, 1, 3, 2, 3, 2, 3, 0 };
  unsigned char codes[8];
  encode (at, codes, 8);
  for (int i = 0; i < 8; i++)
    if (codes[i] != good[i])
      return i + 1;
  return 0;
}

/* PROFILE:
encode:30000000:1000
 2: 1000
 3: 1001000
 5: 1000000
 6: 1000000
 7: 1000000
 8: 1000000
 10: 500000
 11: 500000
 12: 500000
 14: 1000000
 15: 1000000
 17: 500000
 18: 500000
 20: 1000000
 21: 1000000
 23: 1000
END PROFILE */
/* PROFILE MISPREDICTS:
encode:910000:0
 8: 450000
 15: 460000
END PROFILE */

/* { dg-final { scan-opt-info "group.c:20:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "group.c:27:\[0-9\]*: optimized: .*converted to" } } */
