/* Taken branches with what ran after them, counted.
   SPDX-License-Identifier: GPL-2.0-or-later

   A step is a branch and the place where the next newer branch of the stack
   left from, so that one search of a table counts both the branch and the
   straight run after it.  A loop's steps fit in the processor's caches.  */

#ifndef HWPGO_TRACE_STEPS_H
#define HWPGO_TRACE_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In FROM and TO: the place is in a function.  */
#define HWPGO_STEP_INSIDE (UINT32_C (1) << 31)

/* Spots (resolve.h), and the sums of the weights of branch and range.  A step
   that is all zero is free.  */
struct hwpgo_step
{
  uint32_t from, to;
  uint32_t next; /* where the next newer branch is from; HWPGO_SPOT_NONE: this
                    is the newest.  */
  uint32_t times;
  uint64_t branch, range;
};

/* A step that is looked for.  */
struct hwpgo_step_key
{
  uint32_t from, to, next;
  uint32_t hash;
  struct hwpgo_step *step; /* NULL: not looked for yet, or outside.  */
};

/* Most that are kept before they are split up: 32 MiB.  */
#define HWPGO_STEPS_MAX (UINT32_C (1) << 20)

struct hwpgo_steps
{
  struct hwpgo_step *items;    /* open addressing.  */
  size_t n, capacity;          /* a power of two, or 0.  */
  uint64_t outside;            /* branches from and to no binary.  */
  struct hwpgo_step_key *keys; /* of one stack.  */
  size_t n_keys, keys_capacity;
};

static inline uint32_t
hwpgo_step_hash (uint32_t from, uint32_t to, uint32_t next)
{
  uint64_t h = ((uint64_t) from << 32 | to) * UINT64_C (0x9e3779b97f4a7c15);
  h ^= h >> 32;
  h = (h ^ next) * UINT64_C (0xd6e8feb86659fd93);
  return (uint32_t) (h >> 32);
}

/* Make room for N more, doubling up to HWPGO_STEPS_MAX.  *FULL is set when
   there is none and the steps have to be split up first.  False when out of
   memory.  */
bool hwpgo_steps_reserve (struct hwpgo_steps *steps, size_t n, bool *full);

/* The step of KEY, made when it is new, for which there must be room; *IS_NEW
   is then set.  Valid until the next reserve or clear.  */
static inline struct hwpgo_step *
hwpgo_steps_find (struct hwpgo_steps *steps, const struct hwpgo_step_key *key,
                  bool *is_new)
{
  size_t mask = steps->capacity - 1;
  for (size_t i = key->hash & mask;; i = (i + 1) & mask)
    {
      struct hwpgo_step *s = &steps->items[i];
      /* Without the flags in the top bits.  */
      if (((s->from ^ key->from) | (s->to ^ key->to)) << 1 == 0
          && s->next == key->next)
        return s;
      if ((s->from | s->to | s->next) != 0)
        continue;
      s->from = key->from;
      s->to = key->to;
      s->next = key->next;
      steps->n++;
      *is_new = true;
      return s;
    }
}

/* Forget all steps.  */
void hwpgo_steps_clear (struct hwpgo_steps *steps);
void hwpgo_steps_free (struct hwpgo_steps *steps);

#endif
