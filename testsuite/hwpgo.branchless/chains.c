/* Branches in the arms of others, and those that share an arm.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

NOIPA static int
steps (unsigned c, int sum)
{
  if (c < 0x80)
    sum += 1;
  else if (c < 0x800)
    sum += 2;
  else if (c < 0x10000)
    sum += 3;
  else
    sum += 4;
  return sum;
}

NOIPA static int
both (int a, int b, int c, int x, int y)
{
  int r;
  if (a > 3 && b * c > 5)
    r = x * 3;
  else
    r = y - 7;
  return r;
}

NOIPA static int
either (int a, int b, int c, int x, int y)
{
  int r = y;
  if (a > 3 || b * c > 5 || c == 9)
    r = x + a;
  return r;
}

NOIPA static int
nearest (int a, int b, int c)
{
  int p = a + b - c, pa = __builtin_abs (p - a), pb = __builtin_abs (p - b),
      pc = __builtin_abs (p - c);
  if (pa <= pb && pa <= pc)
    return a;
  return pb <= pc ? b : c;
}

/* The shared arm is reached with different values.  */
NOIPA static int
shared (int a, int b)
{
  int r = 5;
  if (a > 3)
    {
      r = b + 1;
      if (b > 7)
        goto end;
    }
  r *= 3;
end:
  return r;
}

NOIPA static int
ordered (double a, double b, int x, int y)
{
  int r = y;
  if (x > 2 && !(a < b))
    r = x;
  return r;
}

int
main (void)
{
  if (steps (5, 10) != 11 || steps (0x80, 10) != 12 || steps (0x800, 10) != 13
      || steps (0x10000, 10) != 14)
    return 1;
  for (int a = 2; a < 6; a++)
    for (int b = 0; b < 10; b++)
      for (int c = 0; c < 10; c++)
        {
          int and = (a > 3) & (b * c > 5);
          int or = (a > 3) | (b * c > 5) | (c == 9);
          if (both (a, b, c, 11, 12) != (and ? 33 : 5)
              || either (a, b, c, 11, 12) != (or ? 11 + a : 12))
            return 2;
          int p = a + b - c, best = 100, value = -1;
          int from[3] = { a, b, c };
          for (int i = 0; i < 3; i++)
            if (__builtin_abs (p - from[i]) < best)
              {
                best = __builtin_abs (p - from[i]);
                value = from[i];
              }
          if (nearest (a, b, c) != value)
            return 3;
          if (shared (a, b) != (a > 3 ? (b > 7 ? b + 1 : (b + 1) * 3) : 15))
            return 4;
        }
  double nan = __builtin_nan ("");
  return !(ordered (1, 2, 5, 9) == 9 && ordered (2, 1, 5, 9) == 5
           && ordered (nan, 1, 5, 9) == 5 && ordered (nan, 1, 1, 9) == 9);
}

/* { dg-final { scan-opt-info "chains.c:12:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "chains.c:27:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "chains.c:38:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "chains.c:48:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "chains.c:61:\[0-9\]*: optimized: .*converted to" } } */
/* { dg-final { scan-opt-info "chains.c:73:6: missed: .*: (an operation in an arm could trap|a floating-point operation in an arm sets)" } } */
