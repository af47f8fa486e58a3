/* A then arm only, in all integer sizes, pointers and floating point.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

#define HALF(name, type)                                                      \
  NOIPA static type name (type a, type b, int c)                              \
  {                                                                           \
    if (c < 5)                                                                \
      a = b * 3;                                                              \
    return a;                                                                 \
  }

HALF (u8, unsigned char)
HALF (s16, short)
HALF (s32, int)
HALF (u64, unsigned long)

NOIPA static const char *
pointer (const char *a, const char *b, int c)
{
  if (c < 5)
    a = b + 2;
  return a;
}

NOIPA static double
real (double a, double b, double c)
{
  if (c < 5)
    a = -b;
  return a;
}

int
main (void)
{
  static const char text[] = "text";
  return !(u8 (1, 90, 4) == 14 && u8 (1, 90, 5) == 1
           && s16 (-7, 20000, 4) == (short) 60000 && s16 (-7, 20000, 5) == -7
           && s32 (-7, -5, 4) == -15 && s32 (-7, -5, 5) == -7
           && u64 (9, 1ul << 62, 4) == 3ul << 62 && u64 (9, 1, 5) == 9
           && *pointer (text, text + 1, 4) == 't'
           && *pointer (text + 1, text, 5) == 'e' && real (1, 2, 4) == -2
           && real (1, 2, 5) == 1 && real (1, 2, __builtin_nan ("")) == 1);
}

/* { dg-final { scan-opt-info-times {half-diamond.c:(17|18|19|20|25|33):.*converted to 1 select} 6 } } */
