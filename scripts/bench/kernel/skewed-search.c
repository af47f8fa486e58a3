/* Binary search where nearly all look for the same few keys.
   SPDX-License-Identifier: GPL-2.0-or-later

   G. K. Zipf, "Human Behavior and the Principle of Least Effort", 1949, for the
   keys; D. E. Knuth, vol. 3, 6.2.1.
   
   Branch: predictable
   Train: 1 800000
   Test: 2 10000000  */

#include "kernel.h"

enum
{
  N = 1 << 12
};

static size_t
find (const uint32_t *a, uint32_t key)
{
  size_t low = 0, high = N;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (a[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t a[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    a[i] = (uint32_t) i * 7;
  for (size_t t = 0; t < turns; t++)
    {
      uint64_t r = random_next (&seed);
      digest += find (a, r % 64 ? 12345 : (uint32_t) (r >> 32) % (N * 7));
    }
  return digest;
}
