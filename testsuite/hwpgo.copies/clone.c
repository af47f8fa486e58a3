/* The bodies of a cloned function.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O3 -g1 -fno-inline" } */

extern void g (int), h (int);

static void __attribute__ ((noinline))
work (int a, int b)
{
  for (int i = 0; i < a; i++)
    if (b > 4)
      g (i);
    else
      h (i);
}

void
f (int x)
{
  for (int i = 0; i < 1000; i++)
    work (x, 3);
}

void
k (int x)
{
  for (int i = 0; i < 1000; i++)
    work (x, 7);
}

void
l (int x, int y)
{
  work (x, y);
}

/* { dg-final { scan-copies 13 1 2 } } */
/* { dg-final { scan-copies 15 1 2 } } */
