/* Numbers that tell apart the places of one line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/numbering.h"

#include "runtime/profile/discriminator.h"

/* In all of these, out of memory gives 0, which never does harm: it is the
   number of a place that was not told apart.  */

unsigned
hwpgo_number_at (uint64_t i)
{
  return i < HWPGO_BASE_PLACES ? i : HWPGO_BASE_ELSEWHERE;
}

unsigned
hwpgo_number_fresh (struct hwpgo_numbering *numbering, uint32_t line)
{
  uint64_t *asked = hwpgo_map_slot (&numbering->lines, line, 0);
  if (!asked)
    return 0;
  uint64_t number = (*asked)++;
  numbering->overflow += number >= HWPGO_BASE_PLACES;
  return hwpgo_number_at (number);
}

unsigned
hwpgo_number_place (struct hwpgo_numbering *numbering, uint32_t line,
                    uint32_t block)
{
  uint64_t *place = hwpgo_map_slot (&numbering->places, line, block);
  if (!place)
    return 0;
  if (*place == 0)
    *place = hwpgo_number_fresh (numbering, line) + UINT64_C (1);
  return *place - 1;
}

unsigned
hwpgo_number_call (struct hwpgo_numbering *numbering, uint32_t line,
                   uint32_t block)
{
  uint64_t *calls
      = hwpgo_map_slot (&numbering->lines, line, block + UINT64_C (1));
  if (!calls)
    return 0;
  return (*calls)++ == 0 ? hwpgo_number_place (numbering, line, block)
                         : hwpgo_number_fresh (numbering, line);
}

bool
hwpgo_number_find (const struct hwpgo_numbering *numbering, uint32_t line,
                   uint32_t block, unsigned *number)
{
  const uint64_t *place = hwpgo_map_find (&numbering->places, line, block);
  if (!place || *place == 0)
    return false;
  *number = *place - 1;
  return true;
}

bool
hwpgo_number_next_line (const struct hwpgo_numbering *numbering, size_t *at,
                        uint32_t *line, uint32_t *numbers)
{
  const struct hwpgo_map *lines = &numbering->lines;
  while (*at < lines->capacity)
    {
      const struct hwpgo_map_entry *entry = &lines->entries[(*at)++];
      if (!entry->used || entry->b != 0)
        continue;
      *line = entry->a;
      *numbers = entry->value <= HWPGO_BASE_PLACES ? entry->value
                                                   : HWPGO_BASE_PLACES + 1;
      return true;
    }
  return false;
}

void
hwpgo_numbering_free (struct hwpgo_numbering *numbering)
{
  hwpgo_map_free (&numbering->places);
  hwpgo_map_free (&numbering->lines);
}
