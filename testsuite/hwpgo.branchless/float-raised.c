/* Comparisons that run in any case, since what they compare was in another one before: a
   NaN has raised the exception there.  No sum is of a product: AArch64 has one
   instruction for it, which rounds once.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#ifndef NAME
#define NAME(X) X##_plain
#define ATTRIBUTES __attribute__ ((noipa, optimize (0)))
#include "float-raised.c"
#undef NAME
#undef ATTRIBUTES
#define NAME(X) X
#define ATTRIBUTES __attribute__ ((noipa))
#define LAST
#endif

#ifdef LAST
#include <fenv.h>
#include <math.h>
#include <string.h>
#endif

/* The product of a NaN is one.  */
ATTRIBUTES double
NAME (minmod) (double a, double b)
{
  if (a * b <= 0)
    return 0;
  if (a > 0)
    {
      if (a < b)
        return a;
      return b;
    }
  if (a > b)
    return a;
  return b;
}

/* The first comparison is of B and C, but only where A is positive.  */
ATTRIBUTES double
NAME (unsure) (double a, double b, double c)
{
  double x = a;
  if (a > 0)
    {
      if (b < c)
        x = b;
    }
  return x;
}

/* Equality raises nothing.  */
ATTRIBUTES double
NAME (equal) (double a, double b)
{
  double x = 1;
  if (a - b == 0)
    {
      if (a < 1)
        x = a;
    }
  return x;
}

/* A product of numbers may be a NaN.  */
ATTRIBUTES double
NAME (infinite) (double a, double b)
{
  double x = 1;
  if (a + 2 - b > -a)
    {
      double y = a * b;
      if (y < 1)
        x = a;
    }
  return x;
}

/* Nor does asking for less or greater.  */
ATTRIBUTES double
NAME (differ) (double a, double b)
{
  double x = 1;
  if (__builtin_islessgreater (a, b))
    {
      if (a < b)
        x = a;
    }
  return x;
}

#ifdef LAST
#include "float-exceptions.h"

int
main (void)
{
  static const double values[]
      = { 0.0,    -0.0,   1.0,     -1.0,     0.1,       3.0, 1e308,
          -1e308, 5e-324, 2.2e-308, INFINITY, -INFINITY, NAN, 7.0 };
  const int n = sizeof values / sizeof *values;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        {
          double x = values[i], y = values[j], z = values[k];
          CHECK (minmod, x, y);
          CHECK (unsure, x, y, z);
          CHECK (equal, x, y);
          CHECK (infinite, x, y);
          CHECK (differ, x, y);
        }
  return 0;
}

/* { dg-final { scan-opt-info {float-raised.c:30:.*converted to} } } */
/* { dg-final { scan-opt-info {float-raised.c:34:.*converted to} } } */
/* { dg-final { scan-opt-info {float-raised.c:48:.*not converted: an operation in an arm could trap} } } */
#endif
