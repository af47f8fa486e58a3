/* More copies than a field has values: none is told apart, and the report says
   so.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 --param max-completely-peeled-insns=9999 --param max-completely-peel-times=99" } */

extern void g (int);

void
f (int a)
{
#pragma GCC unroll 80
  for (int i = 0; i < 80; i++)
    g (a);
}

/* All have the last value: { dg-final { scan-assembler "\\.loc 1 14 .*discriminator 32256" } } */
/* { dg-final { scan-copies 14 1 0 } } */
/* { dg-final { scan-report {"kind": "copies".*"round": 1, "overflow": \d+} } } */
