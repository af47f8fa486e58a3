/* Numbering the copies of each place of a function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/copy-numbers.h"

/* The number in MAP for (A, B), the next one if it is new; 0 when out of
   memory.  */
static uint64_t
number_in (struct hwpgo_map *map, uint64_t a, uint64_t b)
{
  uint64_t *slot = hwpgo_map_slot (map, a, b);
  if (!slot)
    return 0;
  if (*slot == 0)
    *slot = map->used;
  return *slot;
}

uint64_t
hwpgo_copy_place (struct hwpgo_copy_numbers *numbers,
                  const struct hwpgo_place *place)
{
  uint64_t around = 0;
  for (size_t i = place->n_frames; i-- > 0;)
    {
      const struct hwpgo_place_frame *frame = &place->frames[i];
      uint64_t function
          = number_in (&numbers->functions, (uintptr_t) frame->function, 0);
      around = function ? number_in (&numbers->places, around << 32 | function,
                                     (uint64_t) frame->at.line << 32
                                         | frame->at.discriminator)
                        : 0;
      if (around == 0)
        return 0;
    }
  return around;
}

bool
hwpgo_copy_note (struct hwpgo_copy_numbers *numbers, uint64_t place,
                 uint64_t copy)
{
  const uint64_t *known = hwpgo_map_find (&numbers->copies, place, copy);
  if (known)
    return true;
  uint64_t *n = hwpgo_map_slot (&numbers->copies, place, UINT64_MAX);
  if (!n)
    return false;
  uint64_t k = ++*n;
  uint64_t *slot = hwpgo_map_slot (&numbers->copies, place, copy);
  if (slot)
    *slot = k;
  return slot != NULL;
}

bool
hwpgo_copy_find (const struct hwpgo_copy_numbers *numbers, uint64_t place,
                 uint64_t copy, uint64_t *k, uint64_t *n)
{
  const uint64_t *found = hwpgo_map_find (&numbers->copies, place, copy);
  const uint64_t *all = hwpgo_map_find (&numbers->copies, place, UINT64_MAX);
  *n = all ? *all : 0;
  *k = found ? *found - 1 : 0;
  return found != NULL;
}

void
hwpgo_copy_numbers_free (struct hwpgo_copy_numbers *numbers)
{
  hwpgo_map_free (&numbers->places);
  hwpgo_map_free (&numbers->copies);
  hwpgo_map_free (&numbers->functions);
}
