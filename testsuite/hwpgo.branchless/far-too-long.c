/* What is far too long is not looked at, even where cost does not count: that
   took time with the square of its loads.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#define TERM(I) sum += a[I] * b[I];
#define TERMS8(I)                                                             \
  TERM (I)                                                                    \
  TERM (I + 1)                                                                \
  TERM (I + 2)                                                                \
  TERM (I + 3)                                                                \
  TERM (I + 4)                                                                \
  TERM (I + 5)                                                                \
  TERM (I + 6)                                                                \
  TERM (I + 7)
#define TERMS64(I)                                                            \
  TERMS8 (I)                                                                  \
  TERMS8 (I + 8)                                                              \
  TERMS8 (I + 16)                                                             \
  TERMS8 (I + 24)                                                             \
  TERMS8 (I + 32)                                                             \
  TERMS8 (I + 40)                                                             \
  TERMS8 (I + 48)                                                             \
  TERMS8 (I + 56)

extern int a[256], b[256];

int
f (int c)
{
  int sum = 0;
  if (c > 3)
    {
      TERMS64 (0)
      TERMS64 (64)
      TERMS64 (128)
      TERMS64 (192)
    }
  return sum;
}

/* { dg-final { scan-opt-info {far-too-long.c:34:\d+: missed: .*not converted: the arms are too long} } } */
/* { dg-final { scan-opt-info-not {converted to} } } */
