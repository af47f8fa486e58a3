/* Binary search with two bounds, and an early exit on the key itself.
   SPDX-License-Identifier: GPL-2.0-or-later

   H. Bottenbruch, "Structure and use of ALGOL 60", Journal of the ACM 9, 1962.
   
   Branch: unpredictable
   Train: 1 300000
   Test: 2 4000000  */

#include "kernel.h"

enum
{
  N = 2000
};

static long
find (const uint64_t *a, uint64_t key)
{
  long low = 0, high = N - 1;
  while (low <= high)
    {
      long middle = (low + high) / 2;
      if (a[middle] == key)
        return middle;
      if (a[middle] < key)
        low = middle + 1;
      else
        high = middle - 1;
    }
  return -1;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint64_t a[N];
  uint64_t digest = 0, last = 0;
  for (size_t i = 0; i < N; i++)
    a[i] = last += 1 + random_next (&seed) % 16;
  for (size_t t = 0; t < turns; t++)
    digest += (uint64_t) find (a, random_next (&seed) % last);
  return digest;
}
