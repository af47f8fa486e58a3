/* Calls that throw: to the caller, they may be one; to a handler here, not.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

static int steps;

NOIPA static int
thrower (int x)
{
  steps++;
  if (x > 5)
    throw x;
  return x + 1;
}

NOIPA static int
to_the_caller (int c, int x, int y)
{
  int r;
  if (c > 7)
    r = thrower (x) * 3;
  else
    r = thrower (y) + 4;
  return r;
}

NOIPA static int
handled (int c, int x, int y)
{
  try
    {
      if (c > 7)
        return thrower (x) * 3;
      else
        return thrower (y) + 4;
    }
  catch (int z)
    {
      return c + z;
    }
}

static int
caught (int c, int x, int y)
{
  try
    {
      return to_the_caller (c, x, y);
    }
  catch (int z)
    {
      return 100 + z;
    }
}

int
main ()
{
  return !(caught (8, 1, 9) == 6 && caught (8, 9, 1) == 109
           && caught (7, 9, 1) == 6 && caught (7, 1, 8) == 108
           && handled (8, 1, 9) == 6 && handled (8, 9, 1) == 17
           && handled (7, 9, 1) == 6 && handled (7, 1, 8) == 15
           && steps == 8);
}

/* { dg-final { scan-opt-info "calls-exceptions.cc:24:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info-not "calls-exceptions.cc:36:\[0-9\]*: optimized: .*converted to" } } */
