/* The sum and number of the pixels over a threshold.
   SPDX-License-Identifier: GPL-2.0-or-later

   N. Otsu, "A threshold selection method from gray-level histograms", IEEE
   Transactions on Systems, Man, and Cybernetics 9, 1979.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 300  */

#include "kernel.h"

enum
{
  N = 1 << 18
};

static uint64_t
above (const uint8_t *pixels, size_t n, unsigned threshold, uint32_t *count)
{
  uint64_t sum = 0;
  uint32_t found = 0;
  for (size_t i = 0; i < n; i++)
    if (pixels[i] > threshold)
      {
        sum += pixels[i];
        found++;
      }
  *count = found;
  return sum;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint8_t pixels[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    pixels[i] = (uint8_t) random_next (&seed);
  for (size_t t = 0; t < turns; t++)
    {
      uint32_t count;
      digest = digest_add (digest, above (pixels, N, 64 + t % 128, &count));
      digest = digest_add (digest, count);
    }
  return digest;
}
