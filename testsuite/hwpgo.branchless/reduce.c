/* Tests that share ways with one another, but not so that they can all be made
   one: what is converted is right, and nothing is left half done.
   SPDX-License-Identifier: GPL-2.0-or-later  */
/* { dg-do run } */
/* { dg-options "-O2 -fno-tree-vectorize -fno-ssa-phiopt" } */
/* { dg-hwpgo-options "force-branchless" } */

__attribute__ ((noipa)) static unsigned
turn (unsigned a, unsigned b, unsigned c)
{
  unsigned x = 1;
  if (a & 1)
    {
      if (b & 2)
        x = b * 3;
      else if (c & 4)
        goto third;
      else
        x = c + 5;
    }
  else if (b & 8)
    {
    third:
      x = c ^ 7;
      if (c & 16)
        x += b;
    }
  return x;
}

static unsigned
turn_plain (unsigned a, unsigned b, unsigned c)
{
  if (a & 1 && b & 2)
    return b * 3;
  if (a & 1 && !(c & 4))
    return c + 5;
  if (!(a & 1) && !(b & 8))
    return 1;
  return (c ^ 7) + (c & 16 ? b : 0);
}

int
main (void)
{
  for (unsigned a = 0; a < 2; a++)
    for (unsigned b = 0; b < 32; b++)
      for (unsigned c = 0; c < 32; c++)
        if (turn (a, b, c) != turn_plain (a, b, c))
          return 1;
  return 0;
}

/* { dg-final { scan-opt-info {reduce.c:1[0-9]:.*converted to [0-9]+ selects} } } */
