/* Tail duplication.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -ftracer" } */

extern int a (int), b (int), c (int), d (int), e (int);

int
f (int x)
{
  int y;
  if (__builtin_expect (x, 1))
    y = a (x);
  else
    y = b (x);
  y += c (y);
  if (__builtin_expect (y > 5, 1))
    y = d (y);
  else
    y = e (y);
  return y + c (y);
}

/* { dg-final { scan-copies 21 1 2 } } */
