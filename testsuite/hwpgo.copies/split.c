/* Both halves of a split loop.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g1 -fsplit-loops" } */

extern void g (int), h (int), k (int);

void
f (int n, int m)
{
  for (int i = 0; i < n; i++)
    {
      if (i < m)
        g (i);
      else
        h (i);
      k (i);
    }
}

/* { dg-final { scan-copies 17 1 2 } } */
