/* Jump threading: what stands between two equal tests.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1" } */

extern int a (void), b (void), c (void), d (void);

int
f (int x)
{
  int y;
  if (x > 3)
    y = a ();
  else
    y = b ();
  c ();
  if (x > 3)
    y += d ();
  return y;
}

/* { dg-final { scan-copies 16 1 2 } } */
