/* Exceptions, and a reference that is bound to one of two.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fnon-call-exceptions" } */
/* { dg-hwpgo-options "force-branchless" } */

#include <algorithm>

#define NOIPA __attribute__ ((noipa))

NOIPA static int
thrower (int c, int x)
{
  try
    {
      if (c > 7)
        x = x * 3;
      if (c > 9)
        throw x;
      x += 1;
    }
  catch (int y)
    {
      x = y + 100;
    }
  return x;
}

NOIPA static int
clamped (int x, int low, int high)
{
  return std::clamp (x, low, high);
}

int
main ()
{
  const int sorted[] = { 1, 4, 9, 16, 25, 36 };
  for (int key = 0; key < 40; key++)
    {
      const int *p = std::lower_bound (sorted, sorted + 6, key);
      if ((p != sorted + 6 && *p < key) || (p != sorted && p[-1] >= key))
        return 1;
    }
  return !(thrower (7, 2) == 3 && thrower (8, 2) == 7 && thrower (10, 2) == 106
           && clamped (5, 1, 3) == 3 && clamped (-5, 1, 3) == 1
           && clamped (2, 1, 3) == 2);
}

/* { dg-final { scan-opt-info "converted to" } } */
