/* Where a settled profile says that calls went.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/settle.h"
#include "runtime/base/bisect.h"

int
hwpgo_moved_add (struct hwpgo_moved *moved,
                 const struct hwpgo_function *function,
                 struct hwpgo_location at, const char *callee)
{
  if (moved->n == moved->capacity)
    {
      size_t capacity = moved->capacity ? 2 * moved->capacity : 16;
      void *list = reallocarray (moved->list, capacity, sizeof *moved->list);
      if (!list)
        return -HWPGO_E_NOMEM;
      moved->list = list;
      moved->capacity = capacity;
    }
  uint64_t *last = hwpgo_map_slot (&moved->last, (uintptr_t) function, at.line);
  if (!last)
    return -HWPGO_E_NOMEM;
  moved->list[moved->n++]
      = (struct hwpgo_moved_callee){ .name = callee,
                                     .number = at.discriminator,
                                     .before = *last };
  *last = moved->n;
  return 0;
}

void
hwpgo_moved_free (struct hwpgo_moved *moved)
{
  hwpgo_map_free (&moved->last);
  free (moved->list);
  memset (moved, 0, sizeof *moved);
}

void
hwpgo_settled_each_target (
    const struct hwpgo_settled *settled, const struct hwpgo_function *function,
    struct hwpgo_location at, uint32_t mask,
    bool (*visit) (const char *name, uint64_t count, void *data), void *data)
{
  size_t first;
  HWPGO_BISECT (first, function->n_samples, i,
                function->samples[i].at.line < at.line);
  for (size_t i = first;
       i < function->n_samples && function->samples[i].at.line == at.line; i++)
    {
      const struct hwpgo_sample *sample = &function->samples[i];
      bool here = ((sample->at.discriminator ^ at.discriminator) & mask) == 0;
      for (size_t k = 0; here && k < sample->n_targets; k++)
        if (!visit (sample->targets[k].name, sample->targets[k].count, data))
          return;
    }
  const uint64_t *last
      = hwpgo_map_find (&settled->moved.last, (uintptr_t) function, at.line);
  uint64_t next = last ? *last : 0, count;
  for (; next; next = settled->moved.list[next - 1].before)
    {
      const struct hwpgo_moved_callee *callee = &settled->moved.list[next - 1];
      const struct hwpgo_location call = { at.line, callee->number };
      if (hwpgo_settled_call (settled, function, call, callee->name, &count)
          && !visit (callee->name, count, data))
        return;
    }
}
