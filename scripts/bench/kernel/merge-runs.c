/* Merging lists whose elements come in long runs.
   SPDX-License-Identifier: GPL-2.0-or-later

   D. E. Knuth, "The Art of Computer Programming", vol. 3, 5.2.4.
   
   Branch: predictable
   Train: 1 2000
   Test: 2 20000  */

#include "kernel.h"

enum
{
  N = 1 << 14
};

static void
merge (const uint32_t *a, const uint32_t *b, uint32_t *out)
{
  size_t i = 0, j = 0;
  while (i < N && j < N)
    {
      if (b[j] < a[i])
        *out++ = b[j++];
      else
        *out++ = a[i++];
    }
  while (i < N)
    *out++ = a[i++];
  while (j < N)
    *out++ = b[j++];
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t a[N], b[N], out[2 * N];
  uint64_t digest = 0;
  size_t i = 0, j = 0;
  for (uint32_t value = 0; i < N || j < N;)
    {
      size_t run = 200 + random_next (&seed) % 400;
      for (size_t k = 0; k < run && i < N; k++)
        a[i++] = value++;
      for (size_t k = 0; k < run && j < N; k++)
        b[j++] = value++;
    }
  for (size_t t = 0; t < turns; t++)
    {
      merge (a, b, out);
      digest = digest_add (digest, out[t % (2 * N)]);
    }
  return digest;
}
