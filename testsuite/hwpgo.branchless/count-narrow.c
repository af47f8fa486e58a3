/* Loops of which a conversion hides bits that they shift: what is not seen does not
   end them, or ends them.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -g" } */
/* { dg-hwpgo-options "force-branchless" } */

#define NOIPA __attribute__ ((noipa))

/* Eight at most.  */
NOIPA static unsigned
ones_of_byte (unsigned flags)
{
  unsigned k = 0;
  while ((unsigned char) (flags & 1u << k))
    k++;
  return k;
}

/* The count has more bits than are used.  */
NOIPA static unsigned
first_from (unsigned flags, unsigned k)
{
  while (!(flags & 1u << (unsigned char) k))
    k++;
  return k;
}

NOIPA static unsigned
first_shifted (unsigned flags, unsigned k)
{
  while (!(flags >> (unsigned char) k & 1))
    k++;
  return k;
}

NOIPA static int
length (unsigned x)
{
  int n = 0;
  while (x != 0)
    {
      x >>= 1;
      n++;
    }
  return n;
}

int
main (void)
{
  unsigned x = 1;
  for (unsigned i = 0; i < 20000; i++)
    {
      x = x * 1664525 + 1013904223;
      unsigned flags = x >> i % 32, ones = flags | 0xffffffff >> i % 33 % 32;
      unsigned expected = 0;
      while (expected < 8 && ones >> expected & 1)
        expected++;
      if (ones_of_byte (ones) != expected)
        __builtin_abort ();
      if (length (flags) != (flags ? 32 - __builtin_clz (flags) : 0))
        __builtin_abort ();
      if (flags == 0)
        continue;
      unsigned first = __builtin_ctz (flags);
      unsigned from = i % (first + 1) + 256 * (i % 3);
      if (first_from (flags, from) != first + 256 * (i % 3)
          || first_shifted (flags, from) != first + 256 * (i % 3))
        __builtin_abort ();
    }
  return 0;
}

/* { dg-final { scan-opt-info {count-narrow.c:41:\d+: optimized: .* turns of its loop made at once} } } */
