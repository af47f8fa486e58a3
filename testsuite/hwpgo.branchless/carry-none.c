/* A condition of unsigned numbers that are not less is added to a double by
   subtracting with the carry, which GCC 11 does not know.
   SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile { target x86_64-*-* } } */
/* { dg-require-gcc 12 } */
/* { dg-options "-O2 -g1 -fno-unroll-loops" } */

unsigned
not_less (const unsigned *tree, unsigned n, unsigned key)
{
  unsigned i = 1;
  while (i < n)
    i = 2 * i + (tree[i] >= key);
  return i;
}

/* PROFILE:
not_less:1010000:100
 2: 100
 3: 100000
 4: 100000
 5: 100
END PROFILE */

/* { dg-final { scan-assembler-times "\tsbbl\t.-1" 1 } } */
