/* discriminators=off leaves the line table as GCC has it.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -gno-column-info" } */
/* { dg-hwpgo-options "discriminators=off" } */

extern void g (void), h (void), k (void);

void
f (void)
{
  g (); h (); k ();
}

/* { dg-final { scan-assembler "\\.loc 1 12" } } */
/* { dg-final { scan-assembler-not "\\.loc.*discriminator" } } */
/* { dg-final { scan-assembler-not "hwpgo\\.layout" } } */
