/* What is peeled off a loop.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fpeel-loops" } */

extern int g (int);

void
f (int a, int n)
{
  for (int i = 0; i < n && i < 3; i++)
    if (g (a))
      g (i);
}

/* { dg-final { scan-copies 11 1 { 2 9 } } } */
