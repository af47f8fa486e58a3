/* copies=off leaves all copies alike.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */
/* { dg-hwpgo-options "copies=off" } */

extern void g (int);

void
f (int a)
{
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    g (a);
}

/* { dg-final { scan-assembler-times "(call|jmp)\[\t \]+g(@PLT)?$" 4 } } */
/* { dg-final { scan-assembler-not "discriminator (\[6-9\]..|\[0-9\]{4})" } } */
