/* Filling a Robin Hood hash table.
   SPDX-License-Identifier: GPL-2.0-or-later

   P. Celis, "Robin Hood hashing", thesis, University of Waterloo, 1986: the
   poorer of two keys, the one that is farther from its home, gets the place.
   
   Branch: unpredictable
   Train: 1 400
   Test: 2 5000  */

#include "kernel.h"

enum
{
  SIZE = 1 << 11,
  KEYS = SIZE * 9 / 10
};

struct entry
{
  uint32_t key, distance;
};

static struct entry table[SIZE];

static void
insert (uint32_t key)
{
  struct entry e = { key, 0 };
  uint32_t i = (key * 0x9e3779b1u) >> 21;
  while (table[i].key != 0)
    {
      struct entry here = table[i];
      if (here.distance < e.distance)
        {
          table[i] = e;
          e = here;
        }
      else
        table[i] = here;
      e.distance++;
      i = (i + 1) & (SIZE - 1);
    }
  table[i] = e;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  uint64_t digest = 0;
  for (size_t t = 0; t < turns; t++)
    {
      memset (table, 0, sizeof table);
      for (size_t i = 0; i < KEYS; i++)
        insert ((uint32_t) random_next (&seed) | 1);
      for (size_t i = 0; i < SIZE; i += 17)
        digest = digest_add (digest, table[i].distance);
    }
  return digest;
}
