/* Bottom-up merge sort.
   SPDX-License-Identifier: GPL-2.0-or-later

   J. von Neumann, 1945; D. E. Knuth, "The Art of Computer Programming", vol. 3,
   5.2.4.
   
   Branch: unpredictable
   Train: 1 8
   Test: 2 100  */

#include "kernel.h"

enum
{
  N = 1 << 15
};

static void
merge (const int32_t *a, const int32_t *a_end, const int32_t *b,
       const int32_t *b_end, int32_t *out)
{
  while (a < a_end && b < b_end)
    {
      if (*b < *a)
        *out++ = *b++;
      else
        *out++ = *a++;
    }
  while (a < a_end)
    *out++ = *a++;
  while (b < b_end)
    *out++ = *b++;
}

static int32_t *
sort (int32_t *from, int32_t *to)
{
  for (size_t run = 1; run < N; run *= 2)
    {
      for (size_t i = 0; i < N; i += 2 * run)
        merge (from + i, from + i + run, from + i + run, from + i + 2 * run,
               to + i);
      int32_t *swap = from;
      from = to;
      to = swap;
    }
  return from;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static int32_t a[N], b[N];
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    {
      for (size_t i = 0; i < N; i++)
        a[i] = (int32_t) random_next (&seed);
      const int32_t *sorted = sort (a, b);
      for (size_t i = 0; i < N; i += 37)
        digest = digest_add (digest, (uint64_t) sorted[i]);
    }
  return digest;
}
