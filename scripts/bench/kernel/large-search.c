/* Binary search in an array that no cache holds.
   SPDX-License-Identifier: GPL-2.0-or-later

   P.-V. Khuong, P. Morin, "Array layouts for comparison-based searching", ACM
   Journal of Experimental Algorithmics 22, 2017: the branch is a coin, and yet
   without it a search is slower, since a processor that guesses has asked for
   half of the elements before it knows.
   
   Branch: predictable
   Train: 1 40000
   Test: 2 500000  */

#include "kernel.h"

enum
{
  N = 1 << 24
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
  uint32_t *a = allocate (N, sizeof *a);
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    a[i] = (uint32_t) i * 200;
  for (size_t t = 0; t < turns; t++)
    digest += find (a, (uint32_t) random_next (&seed) % (N * 200u));
  free (a);
  return digest;
}
