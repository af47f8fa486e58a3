/* Places that have no number left share the last, and are reported.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -gno-column-info" } */

extern void g (void);

#define FOUR g (); g (); g (); g ();
#define SIXTEEN FOUR FOUR FOUR FOUR
#define MANY SIXTEEN SIXTEEN SIXTEEN SIXTEEN

void
f (void)
{
  MANY MANY SIXTEEN SIXTEEN SIXTEEN FOUR FOUR FOUR FOUR FOUR
}

void
enough (void)
{
  MANY MANY SIXTEEN SIXTEEN SIXTEEN FOUR FOUR FOUR g (); g (); g ();
}

/* { dg-final { scan-assembler "\\.loc 1 15 0( is_stmt .)? discriminator 255$" } } */
/* { dg-final { scan-assembler "\\.loc 1 21 0( is_stmt .)? discriminator 190$" } } */
/* { dg-final { scan-assembler-not "discriminator (19\[1-9\]|2\[0-4\].|25\[0-4\])" } } */
/* { dg-final { scan-assembler-not "discriminator (25\[6-9\]|2\[6-9\].|\[3-9\]..)" } } */
/* { dg-final { scan-report "\"kind\": \"discriminators\".*\"function\": \"f\", \"overflow\": 5\[,\}\]" } } */
/* { dg-final { scan-report-not "enough" } } */
