/* The slice with the largest sum, and where it is.
   SPDX-License-Identifier: GPL-2.0-or-later

   J. Bentley, "Programming Pearls: algorithm design techniques", Communications
   of the ACM 27, 1984; the algorithm is J. B. Kadane's.
   
   Branch: unpredictable
   Train: 1 80
   Test: 2 1000  */

#include "kernel.h"

enum
{
  N = 1 << 18
};

struct slice
{
  long sum;
  size_t from, to;
};

static struct slice
largest (const int *a, size_t n)
{
  struct slice best = { 0, 0, 0 };
  long sum = 0;
  size_t from = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (sum <= 0)
        {
          sum = a[i];
          from = i;
        }
      else
        sum += a[i];
      if (sum > best.sum)
        {
          best.sum = sum;
          best.from = from;
          best.to = i + 1;
        }
    }
  return best;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static int a[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    a[i] = (int) (random_next (&seed) % 2001) - 1020;
  for (size_t t = 0; t < turns; t++)
    {
      struct slice s = largest (a + t % 64, N - 64);
      digest = digest_add (digest, (uint64_t) s.sum + s.from * 3 + s.to);
    }
  return digest;
}
