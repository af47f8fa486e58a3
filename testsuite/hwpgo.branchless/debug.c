/* Debug statements change no code, and no variable keeps a stale value.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -g -fcompare-debug" } */
/* { dg-hwpgo-options "force-branchless" } */

int
f (int a, int b)
{
  int seen = 0, x = a;
  if (a > b)
    {
      int t = a * 3;
      seen = t + 1;
      x = t - b;
    }
  else
    {
      int u = b ^ 5;
      seen = 2;
      x = u & 15;
    }
  (void) seen;
  return x;
}

/* { dg-final { scan-opt-info "converted to 1 select" } } */
