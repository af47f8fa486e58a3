/* The inner hammock first, which makes the outer one convertible; and chains
   of them that carry state.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize" } */
/* { dg-hwpgo-options "force-branchless" } */

__attribute__ ((noipa)) static unsigned
nested (unsigned a, unsigned b, unsigned c)
{
  unsigned x = a;
  if (a < b)
    {
      if (b < c)
        x = c * 5;
      else
        x = b + 11;
      x ^= 3;
    }
  return x;
}

__attribute__ ((noipa)) static unsigned
chain (unsigned bits)
{
  unsigned x = 1, y = 0;
  for (int i = 0; i < 8; i++)
    {
      if (bits >> i & 1)
        x = x * 3, y += i;
      else
        x = x + 5;
      if (x & 64)
        y ^= x;
    }
  return x * 1000 + y;
}

int
main (void)
{
  if (nested (1, 2, 3) != (15 ^ 3) || nested (1, 4, 2) != (15 ^ 3)
      || nested (5, 2, 3) != 5)
    return 1;
  return !(chain (0) == 41000 && chain (0xff) == 6561641
           && chain (0x5a) == 641536);
}

/* { dg-final { scan-opt-info-times {nested.c:(12|14|29|33):.*converted to} 4 } } */
