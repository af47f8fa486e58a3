/* Complete unrolling of GIMPLE.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

extern void g (int);

void
f (int a)
{
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++)
    g (a);
}

/* { dg-final { scan-copies 13 1 4 } } */
