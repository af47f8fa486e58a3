/* The largest element of a linked list, and where it is.
   SPDX-License-Identifier: GPL-2.0-or-later

   A. Newell, J. C. Shaw, "Programming the logic theory machine", 1957, for the
   list.  New maxima get rare soon.
   
   Branch: predictable
   Train: 1 400
   Test: 2 5000  */

#include "kernel.h"

enum
{
  N = 1 << 14
};

struct item
{
  struct item *next;
  uint32_t value;
};

static const struct item *
largest (const struct item *list)
{
  const struct item *best = list;
  for (const struct item *i = list; i; i = i->next)
    if (i->value > best->value)
      best = i;
  return best;
}

static uint64_t
kernel (uint64_t seed, size_t turns)
{
  static struct item items[N];
  uint64_t digest = 0;
  for (size_t i = 0; i < N; i++)
    {
      size_t here = i * 4801 % N, next = (i + 1) * 4801 % N;
      items[here].value = (uint32_t) random_next (&seed);
      items[here].next = i + 1 < N ? &items[next] : NULL;
    }
  for (size_t t = 0; t < turns; t++)
    {
      items[t % N].value ^= 1;
      digest = digest_add (digest, largest (items)->value);
    }
  return digest;
}
