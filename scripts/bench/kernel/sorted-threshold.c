/* The sum of the elements over a threshold, in order of size.
   SPDX-License-Identifier: GPL-2.0-or-later

   The classic example of what branch prediction does: the same loop, on data
   whose order makes it predictable.
   
   Branch: predictable
   Train: 1 800
   Test: 2 10000  */

#include "kernel.h"

enum
{
  N = 1 << 15
};

static uint64_t
above (const uint32_t *a, size_t n, uint32_t threshold)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    if (a[i] > threshold)
      sum = sum * 5 + a[i] / 3;
  return sum;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t a[N];
  uint64_t digest = 0;
  uint32_t last = 0;
  for (size_t i = 0; i < N; i++)
    a[i] = last += (uint32_t) (random_next (&seed) & 1023);
  for (size_t t = 0; t < turns; t++)
    digest = digest_add (digest, above (a, N, last / 2));
  return digest;
}
