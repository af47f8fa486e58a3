/* A search that is unrolled completely is converted before what is behind it is
   duplicated for each way out.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */

static const short ends[6] = { 31, 63, 127, 255, 511, 1023 };

static int
segment (int value)
{
  for (int i = 0; i < 6; i++)
    if (value <= ends[i])
      return i;
  return 6;
}

/* After Sun's G.711.  */
__attribute__ ((noipa)) static int
encode (int value)
{
  int mask = 0xd5;
  if (value < 0)
    {
      mask = 0x55;
      value = -value - 1;
    }
  int s = segment (value);
  if (s >= 6)
    return 0x7f ^ mask;
  int a = s << 4;
  if (s < 2)
    a |= (value >> 1) & 15;
  else
    a |= (value >> s) & 15;
  return a ^ mask;
}

int
main (void)
{
  unsigned long digest = 0;
  for (int value = -1200; value < 1200; value++)
    {
      int a = value < 0 ? -value - 1 : value, s = 0, sign = value < 0;
      while (s < 6 && a >= 32 << s)
        s++;
      int code = s == 6 ? 0x7f : s << 4 | ((a >> (s < 2 ? 1 : s)) & 15);
      if (encode (value) != (code ^ (sign ? 0x55 : 0xd5)))
        __builtin_abort ();
      digest = digest * 31 + code;
    }
  return digest == 0;
}

/* PROFILE:
encode:30000000:1000000
 0: 1000000
 2: 1000000
 3: 1000000
 5: 100
 9: 1000000
 10: 100
 11: 999900
 12: 999900
 13: 330000
 15: 670000
 16: 999900
 8: segment:10000000
  2: 1000000
  3: 3500000
  4: 999900
  5: 100
END PROFILE */
/* PROFILE MISPREDICTS:
encode:1000000:0
 3: 100
 9: 100
 12: 100
 8: segment:1000000
  3: 1000000
END PROFILE */

/* All its tests at once, or one by one, and what depends on them.  */
/* { dg-final { scan-opt-info "unrolled-search.c:(13:\[0-9\]*: optimized: .* converted to \[0-9\]* selects .cycles: saves 1\[0-9\]|32:\[0-9\]*: optimized: .* converted to 1 select)" } } */
