/* An object of bytecode has no line table.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -flto -fno-fat-lto-objects" } */

extern void g (void), h (void);

void
f (void)
{
  g (); h ();
}

/* { dg-final { scan-assembler "gnu\\.lto" } } */
/* { dg-final { scan-assembler-not "hwpgo\\.layout" } } */
