/* The places that functions had when they were numbered.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "plugin/written.h"

/* (function, 0) to how many lines it has, (function, 1) and so on to a line and,
   in the lower half, how many numbers it has.  */
static struct hwpgo_map written;

void
hwpgo_written_keep (const function *fn,
                    const struct hwpgo_numbering *numbering)
{
  unsigned id = DECL_UID (fn->decl);
  uint64_t n = 0;
  size_t at = 0;
  uint32_t line, numbers;
  while (hwpgo_number_next_line (numbering, &at, &line, &numbers))
    {
      uint64_t *slot = hwpgo_map_slot (&written, id, n + 1);
      if (!slot)
        break;
      *slot = (uint64_t) line << 32 | numbers;
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
      uint64_t line = *hwpgo_map_find (&written, id, i);
      unsigned offset = hwpgo_source_line (fndecl, line >> 32);
      uint32_t numbers = hwpgo_profile_numbered () ? (uint32_t) line : 1;
      for (uint32_t k = 0; k < numbers; k++)
        places->safe_push ({ offset, hwpgo_number_at (k) });
    }
}

void
hwpgo_written_free ()
{
  hwpgo_map_free (&written);
}
