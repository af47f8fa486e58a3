/* Loops that shift left until a bit is where it has to be, or a limit is reached,
   that shift what stays by a count of their turns, and that count ones, and
   numbers with a sign: the turns that there are in any case are made at once.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

struct context
{
  int a, n;
};

NOIPA static int
category (int value)
{
  int bits = 1;
  if (value < 0)
    value = -value;
  while (value >>= 1)
    bits++;
  return bits;
}

NOIPA static int
positive_length (int value)
{
  int bits = 0;
  while (value > 0)
    {
      value >>= 1;
      bits++;
    }
  return bits;
}

NOIPA static unsigned
width (unsigned long value)
{
  unsigned w = 0;
  while (value >> w > 1)
    w++;
  return w;
}

NOIPA static unsigned
first_set (unsigned value)
{
  unsigned i = 0;
  while (!(value >> i & 1))
    i++;
  return i;
}

NOIPA static int
first_flag (unsigned long flags, int i)
{
  while (!(flags & 1ul << i))
    i++;
  return i;
}

NOIPA static unsigned
low_ones (unsigned value, unsigned *rest)
{
  unsigned n = 0;
  while (value & 1)
    {
      value >>= 1;
      n++;
    }
  *rest = value;
  return n;
}

NOIPA static int
high_ones (unsigned value)
{
  int n = 0;
  while (value & 0x80000000)
    {
      value <<= 1;
      n++;
    }
  return n;
}

/* As in the basic operators of the GSM and ITU-T codecs.  */
NOIPA static int
norm (int value)
{
  int n = 0;
  if (value <= 0)
    return value == 0 ? 0 : -1;
  while (value < 0x40000000)
    {
      value <<= 1;
      n++;
    }
  return n;
}

NOIPA static int
sign_norm (long value, long *normal)
{
  int n = 7;
  while (value >= 0)
    {
      value <<= 1;
      n += 2;
    }
  *normal = value;
  return n;
}

NOIPA static int
renormalise (unsigned range, unsigned *code)
{
  int n = 0;
  while (!(range & 0x8000))
    {
      range <<= 1;
      *code = n;
      n++;
    }
  return n;
}

NOIPA static unsigned
renormalise_both (unsigned range, unsigned *code)
{
  unsigned c = *code;
  while (!(range & 0x8000))
    {
      range <<= 1;
      c <<= 1;
    }
  *code = c;
  return range;
}

/* As JPEG-LS chooses its Golomb code.  */
NOIPA static int
golomb (const struct context *c)
{
  int k = 0;
  while (c->n << k < c->a)
    k++;
  return k;
}

NOIPA static unsigned
power_from (unsigned x, unsigned limit)
{
  while (x <= limit)
    x <<= 1;
  return x;
}

NOIPA static int
below_thousand (unsigned x)
{
  int n = 0;
  while (x < 1000)
    {
      x <<= 1;
      n++;
    }
  return n;
}

/* What they are, bit by bit.  */
static int
length_of (unsigned long x)
{
  for (int i = 64; i > 0; i--)
    if (x >> (i - 1) & 1)
      return i;
  return 0;
}

static void
check (int truth)
{
  if (!truth)
    __builtin_abort ();
}

static void
check_one (unsigned y, unsigned other)
{
  int i = (int) y, length = length_of (y);
  unsigned rest, code = 3;
  long normal, w = (long) y << other % 31;
  if (i != (int) 0x80000000)
    check (category (i)
           == (i ? length_of ((unsigned) (i < 0 ? -i : i)) : 1));
  check (positive_length (i) == (i > 0 ? length : 0));
  check (width ((unsigned long) w) == (unsigned) (w ? length_of (w) - 1 : 0));
  check (norm (i) == (i < 0 ? -1 : i == 0 ? 0 : 31 - length));
  check (high_ones (y) == 32 - length_of (~y));
  unsigned low = low_ones (y, &rest);
  check (low == 32 || (y >> low & 1) == 0);
  check (low == 0 || length_of (~y << (32 - low) & 0xffffffff) == 0);
  check (rest == (low == 32 ? 0 : y >> low));
  if (y == 0)
    return;
  unsigned first = first_set (y);
  check ((y >> first & 1) && length_of (y << (31 - first) & 0x7fffffff) == 0);
  check (first_flag ((unsigned long) w, 0) == (int) (first + other % 31));
  check (first_flag ((unsigned long) w, (int) first / 2)
         == (int) (first + other % 31));
  check (sign_norm (w, &normal) == 7 + 2 * (64 - length_of (w)));
  check (normal == w << (64 - length_of (w)));
  if (y & 0xffff)
    {
      int n = 16 - length_of (y & 0xffff);
      check (renormalise (y, &code) == n && code == (n ? n - 1u : 3));
      code = other;
      check (renormalise_both (y, &code) == y << n && code == other << n);
    }
  struct context c = { (int) other, (int) (y >> 1) };
  if (c.n > 0 && c.a < 0x40000000)
    {
      int k = golomb (&c);
      check ((long) c.n << k >= c.a);
      check (k == 0 || (long) c.n << (k - 1) < c.a);
    }
  if (other < 0x80000000)
    {
      unsigned p = power_from (y, other);
      check (p > other && (p == y || p >> 1 <= other));
      check (p % y == 0 && ((p / y) & (p / y - 1)) == 0);
    }
  int n = below_thousand (y);
  check (y >= 1000 ? n == 0 : y << n >= 1000 && y << n >> 1 < 1000);
}

int
main (void)
{
  unsigned x = 1;
  for (int i = 0; i < 20000; i++)
    {
      x = x * 1664525 + 1013904223;
      unsigned y = x >> i % 31 << i % 29;
      x = x * 1664525 + 1013904223;
      check_one (y, x >> i % 32);
      check_one (~y, x >> i % 32);
      check_one (y >> 16, x >> 31 - i % 32);
    }
  check_one (0, 5);
  check_one (1, 1);
  check_one (~0u, 7);
  check_one (0x80000000, 0x7fffffff);
  check_one (0x7fffffff, ~0u);
  return 0;
}

/* { dg-final { scan-opt-info {count-shifts.c:22:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:31:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:43:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:52:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:60:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:69:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:82:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:97:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:109:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:135:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:149:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:157:\d+: optimized: .* turns of its loop made at once} } } */
/* { dg-final { scan-opt-info {count-shifts.c:166:\d+: optimized: .* turns of its loop made at once} } } */
/* It has an effect.  */
/* { dg-final { scan-opt-info-not {count-shifts.c:122:\d+: optimized: .* turns of its loop made at once} } } */
