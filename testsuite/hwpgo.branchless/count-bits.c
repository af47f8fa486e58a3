/* Loops that shift until a bit is set, or none is left: the turns that there are
   in any case are made at once.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "force-branchless select-cost=ahead_turns:0" } */

#define NOIPA __attribute__ ((noipa))

NOIPA static int
zeros (unsigned x)
{
  int n = 0;
  while ((x & 1) == 0)
    {
      x >>= 1;
      n++;
    }
  return n * 100 + (x & 63);
}

NOIPA static long
odd_part (long x, long *odd)
{
  long n = 5;
  while (x % 2 == 0)
    {
      x /= 2;
      n += 3;
    }
  *odd = x;
  return n;
}

NOIPA static int
length (unsigned long x)
{
  int n = 0;
  while (x != 0)
    {
      x >>= 1;
      n++;
    }
  return n;
}

NOIPA static int
logarithm (unsigned x)
{
  int n = 0;
  while (x >>= 1)
    n++;
  return n;
}

NOIPA static unsigned
power (unsigned x)
{
  unsigned p = 3;
  while (x > 1)
    {
      x >>= 1;
      p <<= 1;
    }
  return p;
}

/* The double has fewer bits than there may be turns.  */
NOIPA static unsigned
short_power (unsigned long long x)
{
  unsigned p = 3;
  while (x > 1)
    {
      x >>= 1;
      p <<= 1;
    }
  return p;
}

/* Binary algorithm (Knuth, TAOCP 4.5.2, algorithm B).  */
NOIPA static unsigned
divisor (unsigned u, unsigned v)
{
  int shift = 0;
  if (u == 0 || v == 0)
    return u | v;
  while (((u | v) & 1) == 0)
    {
      u >>= 1;
      v >>= 1;
      shift++;
    }
  while ((u & 1) == 0)
    u >>= 1;
  do
    {
      while ((v & 1) == 0)
        v >>= 1;
      if (u > v)
        {
          unsigned t = v;
          v = u;
          u = t;
        }
      v -= u;
    }
  while (v != 0);
  return u << shift;
}

/* The turns have an effect, or a value that is more than shifted.  */
NOIPA static unsigned
other (unsigned x, volatile int *seen)
{
  unsigned sign = 0;
  while ((x & 1) == 0)
    {
      x >>= 1;
      sign = ~sign;
    }
  while (x != 0)
    {
      x >>= 1;
      ++*seen;
    }
  return sign;
}

NOIPA static unsigned
remainders (unsigned u, unsigned v)
{
  while (v != 0)
    {
      unsigned t = u % v;
      u = v;
      v = t;
    }
  return u;
}

int
main (void)
{
  unsigned x = 1;
  for (int i = 0; i < 20000; i++)
    {
      x = x * 1664525 + 1013904223;
      unsigned y = x >> (i % 31) << (i % 29);
      unsigned long w = (unsigned long) y << (i % 33);
      if (y != 0)
        {
          int n = __builtin_ctz (y), l = 31 - __builtin_clz (y);
          long odd, z = (long) (int) y << (i % 32);
          volatile int seen = 0;
          if (zeros (y) != n * 100 + (y >> n & 63) || logarithm (y) != l
              || power (y) != 3u << l || short_power (y) != 3u << l
              || short_power ((unsigned long long) y << 32) != 0
              || odd_part (z, &odd) != 5 + 3 * __builtin_ctzl (z)
              || odd != z >> __builtin_ctzl (z)
              || other (y, &seen) != -(n & 1u) || seen != l + 1 - n)
            __builtin_abort ();
        }
      if (length (w) != (w ? 64 - __builtin_clzl (w) : 0))
        __builtin_abort ();
      unsigned q = (x >> 7) * (i % 9 == 0 ? 4 : 1);
      if (divisor (q, y) != remainders (q, y))
        __builtin_abort ();
    }
  long odd, least = -__LONG_MAX__ - 1;
  if (odd_part (least, &odd) != 5 + 3 * (__CHAR_BIT__ * sizeof (long) - 1)
      || odd != -1 || length (0) != 0 || logarithm (0) != 0
      || logarithm (1) != 0 || power (0) != 3 || power (1) != 3)
    __builtin_abort ();
  return 0;
}

/* { dg-final { scan-opt-info "count-bits.c:14:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "count-bits.c:26:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "count-bits.c:39:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "count-bits.c:51:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "count-bits.c:60:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "count-bits.c:88:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* { dg-final { scan-opt-info "count-bits.c:94:\[0-9\]*: optimized: .* turns of its loop made at once" } } */
/* The loops of what cannot be made at once.  */
/* { dg-final { scan-opt-info-times "count-bits.c:(73|117|122|133):\[0-9\]*: optimized: .* turns of its loop made at once" 0 } } */
