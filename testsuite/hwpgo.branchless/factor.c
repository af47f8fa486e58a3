/* What both arms do is done once, of what is chosen first: as often as before, so
   that it may trap, and raises the exceptions of the same code as it is.  No sum is
   of a product: AArch64 has one instruction for it, which rounds once.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#ifndef NAME
#define NAME(X) X##_plain
#define ATTRIBUTES __attribute__ ((noipa, optimize (0)))
#include "factor.c"
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
#else
struct follower
{
  double level, rise, fall, last;
};
#endif

ATTRIBUTES double
NAME (follow) (double level, double x)
{
  if (x > level)
    level += (x - level) / 7;
  else
    level += (x - level) / 11;
  return level;
}

/* The operands of a sum are in any order.  */
ATTRIBUTES double
NAME (crossed) (double x, double y, double z)
{
  double w;
  if (x < y)
    w = (z + x) / 3;
  else
    w = (y + z) / 3;
  return w;
}

/* Three operations, three values.  */
ATTRIBUTES double
NAME (several) (double x, double y, double z)
{
  double w;
  if (x < y)
    w = (x - 2) / z * 0.3;
  else
    w = (y - 5) / z * 0.7;
  return w;
}

/* A division that may trap, with other operands.  */
ATTRIBUTES int
NAME (divide) (int x, int y, int z)
{
  int w;
  if (z > 3)
    w = (x + 1) / z;
  else
    w = (y + 1) / z;
  return w;
}

/* The difference is used twice, so each arm keeps its own, with an operand that
   makes no difference where it does not run.  */
ATTRIBUTES double
NAME (twice) (double x, double y)
{
  double w;
  if (x < y)
    w = (x - y) * (x - y);
  else
    w = (x + y) * (x + y);
  return w;
}

/* What one arm subtracts is what the other subtracts from.  */
ATTRIBUTES double
NAME (ordered) (double x, double y)
{
  double w;
  if (x < y)
    w = x - y;
  else
    w = y - x;
  return w;
}

/* The result is stored at the end of both arms, which store something else
   before.  */
ATTRIBUTES double
NAME (member) (struct follower *f, double x)
{
  if (x > f->level)
    {
      f->last = x;
      f->level += (x - f->level) / f->rise;
    }
  else
    {
      f->last = -x;
      f->level += (x - f->level) / f->fall;
    }
  return f->level - f->last;
}

/* What is loaded behind the store is not what was there before.  */
ATTRIBUTES double
NAME (loaded) (struct follower *f, struct follower *g, double x)
{
  double last;
  if (x > f->level)
    {
      f->level = (x - f->level) / f->rise;
      last = g->level;
    }
  else
    {
      f->level = (x - f->level) / f->fall;
      last = g->last;
    }
  return f->level - last;
}

#ifdef LAST
static struct follower *
reset (struct follower *f, double x, double y, double z)
{
  *f = (struct follower) { x, y, y, z };
  return f;
}

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
        double x = values[i], y = values[j], z = values[(i * 3 + j) % n];
        CHECK (follow, x, y);
        CHECK (crossed, x, y, z);
        CHECK (several, x, y, z);
        CHECK (divide, i, j, i - j ? i - j : 1);
        CHECK (twice, x, y);
        CHECK (ordered, x, y);
        struct follower f, g;
        CHECK (member, reset (&f, x, y, z), z);
        CHECK (loaded, reset (&f, x, y, z), &f, z);
        CHECK (loaded, reset (&f, x, y, z), reset (&g, z, x, y), z);
      }
  return 0;
}

/* { dg-final { scan-opt-info {factor.c:34:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {factor.c:46:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {factor.c:58:.*converted to 3 selects} } } */
/* { dg-final { scan-opt-info {factor.c:70:.*converted to 1 select} } } */
/* { dg-final { scan-opt-info {factor.c:83:.*converted to 3 selects} } } */
/* { dg-final { scan-opt-info {factor.c:95:.*converted to 2 selects} } } */
/* { dg-final { scan-opt-info {factor.c:107:.*converted to 2 selects} } } */
#endif
