/* Inlined code keeps the numbers of its own function; so do both copies.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -gno-column-info" } */

extern int g (int), h (int);

static inline __attribute__ ((always_inline)) int
pick (int x)
{
  return x > 3 ? g (x) : h (x);
}

int
f (int a, int b)
{
  return pick (a)
         + pick (b);
}

/* { dg-final { scan-assembler "\\.loc 1 11 0( is_stmt .)?$" } } */
/* { dg-final { scan-assembler "\\.loc 1 11 0( is_stmt .)? discriminator 1$" } } */
/* { dg-final { scan-assembler "\\.loc 1 11 0( is_stmt .)? discriminator 2$" } } */
