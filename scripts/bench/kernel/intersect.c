/* Intersection of two sorted lists of documents.
   SPDX-License-Identifier: GPL-2.0-or-later

   C. D. Manning, P. Raghavan, H. Schuetze, "Introduction to Information
   Retrieval", 2008, figure 1.6.
   
   Branch: unpredictable
   Train: 1 20
   Test: 2 300  */

#include "kernel.h"

enum
{
  N = 1 << 17
};

static size_t
intersect (const uint32_t *a, const uint32_t *b, uint32_t *out)
{
  size_t i = 0, j = 0, n = 0;
  while (i < N && j < N)
    {
      if (a[i] == b[j])
        {
          out[n++] = a[i];
          i++;
          j++;
        }
      else if (a[i] < b[j])
        i++;
      else
        j++;
    }
  return n;
}

static void
make_list (uint32_t *list, uint64_t *seed)
{
  uint32_t last = 0;
  for (size_t i = 0; i < N; i++)
    list[i] = last += 1 + (uint32_t) (random_next (seed) & 63);
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static uint32_t a[N], b[N], out[N];
  uint64_t digest = 0;
  make_list (a, &seed);
  for (size_t t = 0; t < turns; t++)
    {
      if (t % 64 == 0)
        make_list (b, &seed);
      digest = digest_add (digest, intersect (a, b, out));
      digest = digest_add (digest, out[t % 64]);
    }
  return digest;
}
