/* No warning of places of which nothing is left in the code but their beginning,
   which a line table has with -g: here what copies its argument, in a body that is
   inlined.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g" } */

/* PROFILE:
f:1000:100
 2: g:1000
  2: 600
  4: 400
END PROFILE */

static inline int
g (int x)
{
  int y = x;

  return y + 1;
}

int
f (int x)
{
  return g (x);
}

/* { dg-final { scan-report "kind.: .profile.*loaded.: 1.*coverage.: 0.400000" } } */
