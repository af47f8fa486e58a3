/* The first block of a line keeps 0, the others are numbered in source order,
   and the section that names the layout is there.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -gno-column-info" } */
/* { dg-hwpgo-options "copies=off" } */

extern int g (int), h (int), k (int);

int
f (int a)
{
  if (a) { g (a); if (a > 1) h (a); } k (a);
  return 0;
}

/* { dg-final { scan-assembler "\\.loc 1 13 0( is_stmt .)?$" } } */
/* { dg-final { scan-assembler "\\.loc 1 13 0( is_stmt .)? discriminator 1$" } } */
/* { dg-final { scan-assembler "\\.loc 1 13 0( is_stmt .)? discriminator 2$" } } */
/* { dg-final { scan-assembler "\\.loc 1 13 0( is_stmt .)? discriminator 3$" } } */
/* { dg-final { scan-assembler-not "discriminator (\[4-9\]|\[1-3\]\[0-9\])" } } */
/* { dg-final { scan-assembler-times "hwpgo\\.layout" 1 } } */
/* { dg-final { scan-assembler "^\t\\.string\t\"3\\\\n\"$" } } */
