/* Binary search for the first element that is not less.
   SPDX-License-Identifier: GPL-2.0-or-later

   D. E. Knuth, "The Art of Computer Programming", vol. 3, 6.2.1; the form is
   that of the C++ library's lower_bound.
   
   Branch: unpredictable
   Train: 1 300000
   Test: 2 4000000  */

#include "kernel.h"

enum
{
  N = 5000
};

static size_t
lower_bound (const uint32_t *a, size_t n, uint32_t key)
{
  size_t first = 0;
  while (n > 0)
    {
      size_t half = n / 2;
      if (a[first + half] < key)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t a[N];
  uint64_t digest = 0;
  uint32_t last = 0;
  for (size_t i = 0; i < N; i++)
    a[i] = last += 1 + (uint32_t) (random_next (&seed) % 800000);
  for (size_t t = 0; t < turns; t++)
    digest += lower_bound (a, N, (uint32_t) (random_next (&seed) % last));
  return digest;
}
