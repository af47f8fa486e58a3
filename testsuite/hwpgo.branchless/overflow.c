/* What overflows on the way not taken must stay harmless: later passes must
   not learn from 'x + 1' that x is not INT_MAX.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O3" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <limits.h>

#define NOIPA __attribute__ ((noipa))

NOIPA static int
successor (int x, int *maximal)
{
  int y = 0;
  if (x != INT_MAX)
    y = x + 1;
  *maximal = x == INT_MAX;
  return y;
}

NOIPA static int
magnitude (int x)
{
  unsigned y = 17;
  if (x != INT_MIN)
    y = __builtin_abs (x) * 2 / 2;
  return x == INT_MIN ? y + 1 : y;
}

/* Multiplied in each turn, but used in the first few only: a loop that does
   this in signed arithmetic in each turn has four turns.  */
NOIPA static unsigned
late (int n)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      int t = 1;
      if (i < 4)
        t = i * 600000000;
      sum += t;
    }
  return sum;
}

int
main (void)
{
  int maximal;
  if (successor (INT_MAX, &maximal) != 0 || !maximal
      || successor (4, &maximal) != 5 || maximal)
    return 1;
  if (magnitude (INT_MIN) != 18 || magnitude (-5) != 5)
    return 2;
  return late (100) != 3600000000u + 96;
}

/* { dg-final { scan-opt-info "converted to" } } */
