/* Both versions of an unswitched loop.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -funswitch-loops" } */

extern void g (int), h (int);

void
f (int n, int which)
{
  for (int i = 0; i < n; i++)
    {
      g (i);
      if (which)
        h (i);
    }
}

/* { dg-final { scan-copies 13 1 2 } } */
