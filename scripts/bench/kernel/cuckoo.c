/* Look-ups in a cuckoo hash table.
   SPDX-License-Identifier: GPL-2.0-or-later

   R. Pagh, F. F. Rodler, "Cuckoo hashing", European Symposium on Algorithms,
   2001.  Half of the keys are in their first place, half in the second.
   
   Branch: unpredictable
   Train: 1 2000000
   Test: 2 30000000  */

#include "kernel.h"

enum
{
  SIZE = 1 << 10
};

struct entry
{
  uint32_t key, value;
};

static struct entry first[SIZE], second[SIZE];

static inline uint32_t
hash (uint32_t key, uint32_t multiplier)
{
  return (key * multiplier >> 16) & (SIZE - 1);
}

static uint32_t
find (uint32_t key)
{
  uint32_t i = hash (key, 0x9e3779b1u), j = hash (key, 0x85ebca77u);
  uint32_t value = 0;
  if (first[i].key == key)
    value = first[i].value;
  else if (second[j].key == key)
    value = second[j].value;
  return value;
}

static void
insert (uint32_t key, uint32_t value)
{
  struct entry e = { key, value };
  for (int k = 0; k < 100 && e.key != 0; k++)
    {
      struct entry *place = k & 1 ? &second[hash (e.key, 0x85ebca77u)]
                                  : &first[hash (e.key, 0x9e3779b1u)];
      struct entry out = *place;
      *place = e;
      e = out;
    }
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  enum { KEYS = 900 };
  static uint32_t keys[KEYS];
  uint64_t digest = 0;
  for (size_t i = 0; i < KEYS; i++)
    {
      keys[i] = (uint32_t) random_next (&seed) | 1;
      insert (keys[i], (uint32_t) i);
    }
  for (size_t t = 0; t < turns; t++)
    digest += find (keys[random_next (&seed) % KEYS]);
  return digest;
}
