/* Selects of floating-point values that are parts of others, or compare with a constant
   that has to come first, are still none that the expander makes branches of.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O2 -ffast-math -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

double
nested (double a, double b)
{
  if (a * b <= 0)
    return 0.5;
  if (a > 0)
    {
      if (a < b)
        return a * 0.25;
      return b + 1;
    }
  if (a > b)
    return a * b;
  return b;
}

double
constant (double x, double y)
{
  double z;
  if (x < 0)
    z = x * 0.5 + y;
  else
    z = y * 3;
  return z;
}

/* { dg-final { scan-opt-info {float-nested.c:11:.*converted to} } } */
/* { dg-final { scan-opt-info {float-nested.c:28:.*converted to} } } */
/* { dg-final { scan-assembler-not {\tj[a-z]+\t} } } */
