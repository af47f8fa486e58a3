/* A comparison of floating-point numbers may run for nothing if it is of no NaN
   then: constants, what the branch before has found in an order, and what is
   only set to such.  Or, where the source does not run it, of other numbers: what
   the branch before has compared, or a constant with itself.  Others would raise
   an exception that the source does not.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <fenv.h>
#include <math.h>

#define NOIPA __attribute__ ((noipa))

NOIPA static double
clamp (double x)
{
  double r = x;
  if (x < 0.0)
    r = 0.0;
  else if (x > 1.0)
    r = 1.0;
  return r;
}

/* MOST may be a NaN, and X less than 0.  */
NOIPA static double
clamp_to (double x, double most)
{
  double r = x;
  if (x < 0.0)
    r = 0.0;
  else if (x > most)
    r = most;
  return r;
}

/* The branch before does not tell that X is a number.  */
NOIPA static int
sort_out (double x, double y)
{
  int r = 0;
  if (!(y < 0.5))
    r = 1;
  else if (x > 1.0)
    r = 2;
  return r;
}

/* Nor that Z is.  */
NOIPA static int
sort_both (double x, double y, double z)
{
  int r = 0;
  if (!(y < 0.5))
    r = 1;
  else if (x > z)
    r = 2;
  return r;
}

/* What is equal raises no exception for a NaN.  */
NOIPA static int
sort_equal (double x, double y, double z)
{
  int r = 0;
  if (x == y)
    r = 1;
  else if (x > z)
    r = 2;
  return r;
}

struct box
{
  double left, right;
};

/* Of a constant box, LEFT or RIGHT may be a NaN.  */
NOIPA static int
side (const struct box *b, double x)
{
  int code = 0;
  if (x < b->left)
    code = 1;
  else if (x > b->right)
    code = 2;
  return code;
}

struct best
{
  double first, second;
  int at, second_at;
};

NOIPA static void
best_two (const double *a, int n, struct best *found)
{
  double first = 1e30, second = 1e30;
  int at = -1, second_at = -1;
  for (int i = 0; i < n; i++)
    {
      double d = a[i];
      if (d < first)
        {
          second = first;
          second_at = at;
          first = d;
          at = i;
        }
      else if (d < second)
        {
          second = d;
          second_at = i;
        }
    }
  *found = (struct best) { first, second, at, second_at };
}

#define CHECK(X) if (!(X)) return __LINE__

int
main (void)
{
  volatile double nan = NAN;
  const double a[] = { 5, 3, nan, 4, 3, 8, 1, 2 };
  struct best b;
  feclearexcept (FE_ALL_EXCEPT);
  CHECK (clamp (-1) == 0 && clamp (2) == 1 && clamp (0.5) == 0.5);
  CHECK (clamp_to (-1, nan) == 0 && clamp_to (2, 1) == 1);
  CHECK (sort_out (nan, 0.5) == 1 && sort_out (2, 0) == 2);
  CHECK (sort_both (nan, 0.5, 1) == 1 && sort_both (2, 0, 1) == 2);
  CHECK (sort_both (1, 0.5, nan) == 1 && sort_both (1, 0, 1) == 0);
  CHECK (sort_equal (1, 1, nan) == 1 && sort_equal (2, 0, 1) == 2);
  struct box one = { 0, 1 }, none = { 0, nan };
  CHECK (side (&one, -1) == 1 && side (&one, 2) == 2 && side (&one, 1) == 0);
  CHECK (side (&none, -1) == 1);
  best_two (a, 2, &b);
  CHECK (b.first == 3 && b.second == 5 && b.at == 1 && b.second_at == 0);
  CHECK (!fetestexcept (FE_INVALID));
  CHECK (isnan (clamp (nan)) && fetestexcept (FE_INVALID));
  feclearexcept (FE_ALL_EXCEPT);
  CHECK (side (&none, 1) == 0 && fetestexcept (FE_INVALID));
  feclearexcept (FE_ALL_EXCEPT);
  CHECK (clamp_to (1, nan) == 1 && fetestexcept (FE_INVALID));
  feclearexcept (FE_ALL_EXCEPT);
  CHECK (sort_out (nan, 0) == 0 && fetestexcept (FE_INVALID));
  best_two (a, 8, &b);
  CHECK (b.first == 1 && b.second == 2 && b.at == 6 && b.second_at == 7);
  best_two (a, 6, &b);
  CHECK (b.first == 3 && b.second == 3 && b.at == 1 && b.second_at == 4);
  return 0;
}

/* { dg-final { scan-opt-info {float-compare.c:20:[0-9]*: optimized: .*converted to [12] select} } } */
/* { dg-final { scan-opt-info {float-compare.c:32:[0-9]*: optimized: .*converted to [1-3] select} } } */
/* { dg-final { scan-opt-info {float-compare.c:44:[0-9]*: optimized: .*converted to [1-3] select} } } */
/* { dg-final { scan-opt-info {float-compare.c:56:[0-9]*: missed: .*(sets exception flags|could trap)} } } */
/* { dg-final { scan-opt-info {float-compare.c:68:[0-9]*: missed: .*(sets exception flags|could trap)} } } */
/* { dg-final { scan-opt-info {float-compare.c:85:[0-9]*: optimized: .*converted to [1-3] select} } } */
/* { dg-final { scan-opt-info {float-compare.c:106:[0-9]*: optimized: .*converted to [2-8] selects} } } */
