/* Loops are aligned where a profile was loaded, if they get no places of their
   own.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fno-tree-vectorize -fno-unroll-loops" } */
/* { dg-hwpgo-options "pad-loops=off" } */

unsigned
sum (const unsigned *a, int n)
{
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s = s * 3 + a[i];
  return s;
}

/* PROFILE:
sum:2000000:10
 0: 10
 3: 10
 4: 2000000
END PROFILE */

/* { dg-final { scan-assembler {\.p2align 5} } } */
