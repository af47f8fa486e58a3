/* The first marker of each place is its beginning, in every copy; what comes
   after it in the place is not, nor where the address would be of something
   else; and the code does not depend on it.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fcompare-debug -gno-column-info -fno-tree-vectorize" } */
/* { dg-hwpgo-options "copies=off" } */

extern void g (int), h (int);

void
f (int a)
{
#pragma GCC unroll 3
  for (int i = 0; i < 3; i++)
    g (a);
  h (1); h (2);
  asm volatile ("here:");
}

/* Three copies of the call: { dg-final { scan-assembler-times "\\.loc 1 16 0\[^\n\]* discriminator 256" 3 } } */
/* Two markers in one place: { dg-final { scan-assembler-times "\\.loc 1 17 0\[^\n\]* discriminator 256" 1 } } */
/* Code is no beginning: { dg-final { scan-assembler-not "is_stmt 0\[^\n\]* discriminator (25\[6-9\]|2\[6-9\]|\[3-9\]\[0-9\]\[0-9\])" } } */
