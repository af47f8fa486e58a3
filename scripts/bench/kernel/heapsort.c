/* Heap sort.
   SPDX-License-Identifier: GPL-2.0-or-later

   J. W. J. Williams, "Algorithm 232: Heapsort", Communications of the ACM 7,
   1964.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 200  */

#include "kernel.h"

enum
{
  N = 1 << 14
};

static void
sift_down (uint32_t *a, size_t root, size_t n)
{
  uint32_t x = a[root];
  for (;;)
    {
      size_t child = 2 * root + 1;
      if (child >= n)
        break;
      if (child + 1 < n && a[child] < a[child + 1])
        child++;
      if (a[child] <= x)
        break;
      a[root] = a[child];
      root = child;
    }
  a[root] = x;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t a[N];
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    {
      for (size_t i = 0; i < N; i++)
        a[i] = (uint32_t) random_next (&seed);
      for (size_t i = N / 2; i-- > 0;)
        sift_down (a, i, N);
      for (size_t n = N; n-- > 1;)
        {
          uint32_t top = a[0];
          a[0] = a[n];
          a[n] = top;
          sift_down (a, 0, n);
        }
      for (size_t i = 0; i < N; i += 37)
        digest = digest_add (digest, a[i]);
    }
  return digest;
}
