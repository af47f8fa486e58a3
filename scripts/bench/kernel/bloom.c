/* Asking a Bloom filter.
   SPDX-License-Identifier: GPL-2.0-or-later

   B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors",
   Communications of the ACM 13, 1970.
   
   Branch: unpredictable
   Train: 1 2000000
   Test: 2 20000000  */

#include "kernel.h"

enum
{
  BITS = 1 << 15
};

static uint64_t filter[BITS / 64];

static inline int
bit_set (uint32_t hash)
{
  return filter[hash % BITS / 64] >> hash % 64 & 1;
}

static int
member (uint64_t key)
{
  key *= 0x9e3779b97f4a7c15u;
  uint32_t a = (uint32_t) key, b = (uint32_t) (key >> 32);
  return bit_set (a) && bit_set (b) && bit_set (a + 2 * b)
         && bit_set (a + 3 * b);
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  uint64_t found = 0;
  for (size_t i = 0; i < BITS / 64; i++)
    filter[i] = random_next (&seed) | random_next (&seed);
  for (size_t t = 0; t < turns; t++)
    if (member (random_next (&seed)))
      found++;
  return found;
}
