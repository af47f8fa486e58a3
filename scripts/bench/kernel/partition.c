/* Quicksort with a stable partition into a second array.
   SPDX-License-Identifier: GPL-2.0-or-later

   C. A. R. Hoare, "Quicksort", The Computer Journal 5 (1), 1962; the partition
   that keeps the order is the one of radix exchange and of decision trees.
   
   Branch: unpredictable
   Train: 1 8
   Test: 2 100  */

#include "kernel.h"

enum
{
  N = 1 << 15
};

static uint32_t other[N];

/* Sort the N elements of A.  */
static void
sort (uint32_t *a, size_t n)
{
  while (n > 16)
    {
      uint32_t pivot = a[n / 2];
      size_t below = 0, rest = 0;
      for (size_t i = 0; i < n; i++)
        {
          uint32_t x = a[i];
          if (x < pivot)
            a[below++] = x;
          else
            other[rest++] = x;
        }
      memcpy (a + below, other, rest * sizeof *a);
      if (below == 0)
        {
          /* PIVOT is the smallest: the equal ones go first.  */
          for (size_t i = 0; i < n; i++)
            if (a[i] == pivot)
              {
                a[i] = a[below];
                a[below++] = pivot;
              }
        }
      else
        sort (a, below);
      a += below;
      n -= below;
    }
  for (size_t i = 1; i < n; i++)
    {
      uint32_t x = a[i];
      size_t j = i;
      for (; j > 0 && a[j - 1] > x; j--)
        a[j] = a[j - 1];
      a[j] = x;
    }
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
      sort (a, N);
      for (size_t i = 0; i < N; i += 37)
        digest = digest_add (digest, a[i]);
    }
  return digest;
}
