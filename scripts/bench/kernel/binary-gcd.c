/* Greatest common divisors without division.
   SPDX-License-Identifier: GPL-2.0-or-later

   J. Stein, "Computational problems associated with Racah algebra", Journal of
   Computational Physics 1, 1967.
   
   Branch: unpredictable
   Train: 1 200000
   Test: 2 2000000  */

#include "kernel.h"

static uint64_t
gcd (uint64_t a, uint64_t b)
{
  if (a == 0 || b == 0)
    return a | b;
  int shift = __builtin_ctzll (a | b);
  a >>= __builtin_ctzll (a);
  b >>= __builtin_ctzll (b);
  while (a != b)
    {
      if (a > b)
        {
          a -= b;
          a >>= __builtin_ctzll (a);
        }
      else
        {
          b -= a;
          b >>= __builtin_ctzll (b);
        }
    }
  return a << shift;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    {
      uint64_t a = random_next (&seed) >> 20, b = random_next (&seed) >> 20;
      digest = digest_add (digest, gcd (a, b));
    }
  return digest;
}
