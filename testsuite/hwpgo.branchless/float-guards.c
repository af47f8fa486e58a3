/* What an arm computes in floating point is computed always, with operands that
   make no difference where the arm does not run; values are selected as their
   bits.  Results and exceptions are those of the same code as it is.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#ifndef NAME
#define NAME(X) X##_plain
#define ATTRIBUTES __attribute__ ((noipa, optimize (0)))
#include "float-guards.c"
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

/* The condition waits for what is added to.  */
ATTRIBUTES double
NAME (hue) (double x, double y)
{
  if (x < y)
    x += 6.1;
  return x;
}

ATTRIBUTES double
NAME (scale) (double x, double y)
{
  if (x > 0.5)
    x *= y;
  return x;
}

ATTRIBUTES float
NAME (divide) (float x, float y)
{
  if (y > 2)
    x = x / y;
  return x;
}

/* Several operations, but no sum of a product: AArch64 has one instruction for
   it, which rounds once.  */
ATTRIBUTES double
NAME (chain) (double x, double y)
{
  double z = 3;
  if (x > y)
    z = (x - y) * x / y;
  return z;
}

ATTRIBUTES double
NAME (both) (double x, double y)
{
  double z;
  if (x > y)
    z = x / 3 - y;
  else
    z = y / 7;
  return z;
}

/* Conditions that are none of the same type.  */
ATTRIBUTES double
NAME (by_integer) (double x, double y, int c)
{
  double z = y;
  if (c > 3)
    z = x + 1.5;
  return z;
}

ATTRIBUTES float
NAME (by_other) (float x, float y, double c)
{
  float z = y;
  if (c < 1)
    z = x;
  return z;
}

ATTRIBUTES int
NAME (equal) (double x, double y, int a, int b)
{
  int z = b * 3;
  if (x == y)
    z = a * 5;
  return z;
}

ATTRIBUTES double
NAME (unequal) (double x, double y)
{
  double z = 1.25;
  if (x != y)
    z = y;
  return z;
}

/* An integer that fits is converted without an exception.  */
ATTRIBUTES double
NAME (convert) (int i, double x)
{
  double z = x;
  if (i > 2)
    z = (double) i;
  return z;
}

/* One that need not fit is not.  */
ATTRIBUTES float
NAME (convert_long) (long i, float x)
{
  float z = x;
  if (i < 2)
    z = (float) i;
  return z;
}

#ifdef LAST
#include "float-exceptions.h"

int
main (void)
{
  static const double values[]
      = { 0.0,   -0.0,  1.0,    -1.0,      0.1,      3.0,   1e308,
          -1e308, 5e-324, 2.2e-308, INFINITY, -INFINITY, NAN,   7.0 };
  const int n = sizeof values / sizeof *values;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        double x = values[i], y = values[j];
        float u = i * 0.1f, v = j * 0.3f;
        long l = 0x123456789l * (i - 3);
        CHECK (hue, x, y);
        CHECK (scale, x, y);
        CHECK (divide, u, v);
        CHECK (chain, x, y);
        CHECK (both, x, y);
        CHECK (by_integer, x, y, i);
        /* GCC's own conditional moves may compare a NaN without an exception,
           too.  */
        if (!isnan (y))
          CHECK (by_other, u, v, y);
        CHECK (equal, x, y, i, j);
        CHECK (unequal, x, y);
        CHECK (convert, i, y);
        CHECK (convert_long, l, v);
      }
  return 0;
}

/* { dg-final { scan-opt-info {float-guards.c:30:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-guards.c:38:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-guards.c:46:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-guards.c:57:.*converted to 4 selects} } } */
/* { dg-final { scan-opt-info {float-guards.c:66:.*converted to 4 selects} } } */
/* { dg-final { scan-opt-info {float-guards.c:78:.*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {float-guards.c:87:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-guards.c:96:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-guards.c:105:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-guards.c:115:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-guards.c:125:.*not converted} } } */
#endif
