/* The source says which branch is unpredictable, as for clang.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */

#include "include/hwpgo.h"

#if !__has_builtin(__builtin_unpredictable)
#error "the plugin does not declare it"
#endif

__attribute__ ((noipa)) static unsigned
work (const unsigned char *a, int n)
{
  unsigned x = 1, y = 1;
  for (int i = 0; i < n; i++)
    {
      if (HWPGO_UNPREDICTABLE (a[i] > 64))
        x = x * 3 + a[i];
      if (a[i] > 128)
        y = y * 5 + a[i];
      if (!__builtin_unpredictable (a[i] & 2))
        y ^= x + 7;
    }
  __builtin_unpredictable (n);
  return x ^ y;
}

int
main (void)
{
  unsigned char a[200];
  unsigned x = 1, y = 1;
  for (int i = 0; i < 200; i++)
    {
      a[i] = (unsigned char) (i * 37);
      x = a[i] > 64 ? x * 3 + a[i] : x;
      y = a[i] > 128 ? y * 5 + a[i] : y;
      y = a[i] & 2 ? y : y ^ (x + 7);
    }
  return work (a, 200) != (x ^ y) || __builtin_unpredictable (41L) != 41;
}

/* { dg-final { scan-opt-info-times {unpredictable.c:(18|22):.*converted to 1 select} 2 } } */
/* { dg-final { scan-opt-info-times "branch mispredicted" 3 } } */
