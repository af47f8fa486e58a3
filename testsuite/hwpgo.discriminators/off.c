/* discriminators=off leaves the line table as GCC has it: without beginnings,
   which are 256 at least.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -gno-column-info" } */
/* { dg-hwpgo-options "discriminators=off" } */

extern void g (void), h (void), k (void);

void
f (void)
{
  g (); h (); k ();
}

/* { dg-final { scan-assembler "\\.loc 1 13" } } */
/* { dg-final { scan-assembler-not {\.loc.*discriminator \d{3}} } } */
/* { dg-final { scan-assembler-not "hwpgo\\.layout" } } */
