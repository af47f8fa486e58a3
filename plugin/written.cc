/* The places that functions had when they were numbered.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/lookup.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "plugin/written.h"
#include "runtime/profile/discriminator.h"

/* (function, 0) to how many lines it has, (function, 1) and so on to a line and,
   in the lower half, how many numbers were asked for in it.  */
static struct hwpgo_map written;

void
hwpgo_written_keep (const function *fn,
                    const struct hwpgo_numbering *numbering)
{
  unsigned id = DECL_UID (fn->decl);
  uint64_t n = 0;
  for (size_t i = 0; i < numbering->lines.capacity; i++)
    {
      const struct hwpgo_map_entry *entry = &numbering->lines.entries[i];
      if (!entry->used || entry->b != 0)
        continue;
      uint64_t *line = hwpgo_map_slot (&written, id, n + 1);
      if (!line)
        break;
      *line = entry->a << 32 | MIN (entry->value, HWPGO_BASE_PLACES + 1);
      n++;
    }
  uint64_t *lines = hwpgo_map_slot (&written, id, 0);
  if (lines)
    *lines = n;
}

void
hwpgo_written_places (tree fndecl, vec<struct hwpgo_location> *places)
{
  unsigned id = DECL_UID (fndecl);
  const uint64_t *lines = hwpgo_map_find (&written, id, 0);
  for (uint64_t i = 1; lines && i <= *lines; i++)
    {
      const uint64_t *line = hwpgo_map_find (&written, id, i);
      struct hwpgo_location at
          = { hwpgo_source_line (fndecl, *line >> 32), 0 };
      uint32_t numbers = hwpgo_profile_numbered () ? (uint32_t) *line : 1;
      for (uint32_t number = 0; number < numbers; number++)
        {
          at.discriminator = number < HWPGO_BASE_PLACES ? number
                                                        : HWPGO_BASE_ELSEWHERE;
          places->safe_push (at);
        }
    }
}

void
hwpgo_written_free ()
{
  hwpgo_map_free (&written);
}
