/* The majority vote.
   SPDX-License-Identifier: GPL-2.0-or-later

   R. S. Boyer, J. S. Moore, "MJRTY: a fast majority vote algorithm", 1981.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 200  */

#include "kernel.h"

enum
{
  N = 1 << 18
};

static uint32_t
majority (const uint32_t *votes, size_t n)
{
  uint32_t candidate = 0, count = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (count == 0)
        {
          candidate = votes[i];
          count = 1;
        }
      else if (votes[i] == candidate)
        count++;
      else
        count--;
    }
  return candidate * 65536 + count;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t votes[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    votes[i] = (uint32_t) (random_next (&seed) % 9 % 2);
  for (size_t t = 0; t < turns; t++)
    digest = digest_add (digest, majority (votes + t % 64, N - 64));
  return digest;
}
