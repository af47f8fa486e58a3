/* Taken branches with what ran after them, counted.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "runtime/trace/steps.h"

#define STEPS_MIN 4096

/* A table with twice the room.  */
static bool
grow (struct hwpgo_steps *steps)
{
  struct hwpgo_steps old = *steps;
  size_t capacity = old.capacity ? 2 * old.capacity : STEPS_MIN;
  struct hwpgo_step *items = calloc (capacity, sizeof *items);
  if (!items)
    return false;
  steps->items = items;
  steps->capacity = capacity;
  for (size_t i = 0; i < old.capacity; i++)
    {
      const struct hwpgo_step *s = &old.items[i];
      if ((s->from | s->to | s->next) == 0)
        continue;
      uint32_t from = s->from & ~HWPGO_STEP_INSIDE;
      uint32_t to = s->to & ~HWPGO_STEP_INSIDE;
      size_t k = hwpgo_step_hash (from, to, s->next) & (capacity - 1);
      while (items[k].from | items[k].to | items[k].next)
        k = (k + 1) & (capacity - 1);
      items[k] = *s;
    }
  free (old.items);
  return true;
}

bool
hwpgo_steps_reserve (struct hwpgo_steps *steps, size_t n, bool *full)
{
  *full = false;
  while (steps->n + n > steps->capacity / 2)
    {
      if (steps->capacity == HWPGO_STEPS_MAX)
        {
          *full = true;
          return true;
        }
      if (!grow (steps))
        return false;
    }
  return true;
}

void
hwpgo_steps_clear (struct hwpgo_steps *steps)
{
  if (steps->items)
    memset (steps->items, 0, steps->capacity * sizeof *steps->items);
  steps->n = 0;
}

void
hwpgo_steps_free (struct hwpgo_steps *steps)
{
  free (steps->items);
  free (steps->keys);
}
