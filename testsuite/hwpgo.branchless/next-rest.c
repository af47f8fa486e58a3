/* The loop with loads ahead makes a multiple of the turns that are unrolled, so that
   nothing asks in front of it how many are left over: that would be as good as random
   where a page ends anywhere.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -funroll-loops -fdump-rtl-loop2_unroll" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <stdint.h>

int
common (const uint32_t *a, const uint32_t *ae, const uint32_t *b, const uint32_t *be)
{
  while (a != ae && b != be)
    {
      if (*a == *b)
        return 1;
      if (*a < *b)
        a++;
      else
        b++;
    }
  return 0;
}

/* { dg-final { scan-opt-info {next-rest.c:\d+:\d+: optimized: loads of what may be next are a turn ahead} } } */
/* { dg-final { scan-dump {Unrolled loop \d times, counting # of iterations in runtime} loop2_unroll } } */
/* { dg-final { scan-assembler-not {\s(and[lq]|test[blq])\s+\$[137],} } } */
