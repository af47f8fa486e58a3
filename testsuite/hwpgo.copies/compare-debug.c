/* The code is the same with and without -g.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O3 -funroll-loops -ftracer -fcompare-debug" } */

extern int g (int);

int
f (int *a, int n, int which)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (which)
        s += a[i] * g (i);
      else
        s -= a[i];
      if (s > 1000)
        s -= g (s);
    }
  for (int i = 0; i < n; i++)
    s ^= a[i];
  return s;
}
