/* Calls of one line in one block are told apart, at every level.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O0 -g1 -gno-column-info" } */

extern void g (void), h (void), k (void);

void
f (void)
{
  g (); h (); k ();
}

/* { dg-final { scan-assembler "\\.loc 1 11 0\n\tcall\tg" } } */
/* { dg-final { scan-assembler "discriminator 1\n\tcall\th" } } */
/* { dg-final { scan-assembler "discriminator 2\n\tcall\tk" } } */
