/* A sum in floating point becomes one of what is selected, with -0.0, which
   changes nothing, for what is not.  Its addend must be there.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <fenv.h>
#include <math.h>

#define NOIPA __attribute__ ((noipa))

NOIPA static double
above (const double *a, int n, double least, double start)
{
  double sum = start;
  for (int i = 0; i < n; i++)
    if (a[i] > least)
      sum += a[i];
  return sum;
}

NOIPA static float
below (const float *a, int n, float most, float start)
{
  float rest = start;
  for (int i = 0; i < n; i++)
    if (a[i] < most)
      rest -= a[i];
  return rest;
}

NOIPA static double
either (const double *a, const double *b, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    {
      double x = a[i], y = b[i];
      if (x < y)
        sum += x;
      else
        sum += y;
    }
  return sum;
}

/* The product alone would raise flags.  */
NOIPA static double
product (const double *a, int n, double least)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > least)
      sum += a[i] * least;
  return sum;
}

int
main (void)
{
  static const double a[] = { 1, 9e300, 3, 9e300, 0.5, 6 };
  static const double b[] = { 2, 1, 4, 1, 5, 9 };
  static const float c[] = { 1, 3e38f, 2, 3e38f };
  static const double large[] = { 9e300, 9e-300 };
  feclearexcept (FE_ALL_EXCEPT);
  if (above (b, 6, 3, 0) != 18 || below (c, 4, 5, 10) != 7
      || either (a, b, 6) != 12.5)
    return 1;
  /* Nothing is added to a zero, which keeps its sign.  */
  if (!signbit (above (a, 6, 1e301, -0.0)) || signbit (above (a, 6, 1e301, 0.0))
      || !signbit (below (c, 4, 0, -0.0f)) || signbit (below (c, 4, 0, 0.0f)))
    return 2;
  if (!isinf (above (a, 6, 1e301, INFINITY)))
    return 3;
  product (large, 1, 1e301);
  return fetestexcept (FE_OVERFLOW | FE_INVALID | FE_INEXACT) != 0;
}

/* { dg-final { scan-opt-info {float-sums.c:18:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-sums.c:28:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-sums.c:40:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {float-sums.c:54:.*converted to [12] selects?} } } */
