/* Without a line table there is nothing to mark.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g0" } */

extern void g (void), h (void);

void
f (void)
{
  g (); h ();
}

/* { dg-final { scan-assembler "call\tg" } } */
/* { dg-final { scan-assembler-not "\\.loc" } } */
/* { dg-final { scan-assembler-not "hwpgo\\.layout" } } */
