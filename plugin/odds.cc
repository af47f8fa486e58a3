/* How branches go, as it was when the profile was loaded.
   SPDX-License-Identifier: GPL-2.0-or-later

   A branch that becomes selects has no way of its own any more, and the next
   recording does not show how often it went either way.  So that is remembered
   with it.  By the time that it is converted, passes may have inverted its
   condition, or copied it; the next build asks when it loads its profile, and
   has the code then that this one had.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/odds.h"
#include "plugin/source-place.h"
#include "runtime/base/memory.h"
#include "runtime/profile/discriminator.h"

/* By function, and line and base discriminator: executions, and how many of them
   went the way of a condition that holds.  */
static struct hwpgo_map executions, held;

/* The profile may have no numbers; the code has.  */
static uint64_t
key_of (const struct hwpgo_place *place, location_t location)
{
  return (uint64_t) place->frames[0].at.line << 32
         | (hwpgo_location_discriminator (location)
            & hwpgo_discriminator_mask (HWPGO_ROUND_BASE));
}

static void
add (struct hwpgo_map *map, const struct hwpgo_place *place,
     location_t location, uint64_t count)
{
  /* Out of memory nothing is known of it.  */
  if (uint64_t *slot
      = hwpgo_map_slot (map, (uintptr_t) place->frames[0].function,
                        key_of (place, location)))
    *slot = hwpgo_add (*slot, count);
}

void
hwpgo_odds_note (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      struct hwpgo_place place;
      edge yes, no;
      gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
      if (!cond || !bb->count.initialized_p () || !bb->count.nonzero_p ()
          || !hwpgo_source_place (fn->decl, gimple_location (cond), &place))
        continue;
      extract_true_false_edges_from_block (bb, &yes, &no);
      if (!yes->count ().initialized_p ())
        continue;
      location_t location = gimple_location (cond);
      add (&executions, &place, location, bb->count.to_gcov_type ());
      add (&held, &place, location, yes->count ().to_gcov_type ());
    }
}

double
hwpgo_odds_of (const struct hwpgo_place *place, location_t location)
{
  uintptr_t function = (uintptr_t) place->frames[0].function;
  uint64_t key = key_of (place, location);
  const uint64_t *all = hwpgo_map_find (&executions, function, key);
  const uint64_t *part = hwpgo_map_find (&held, function, key);
  return all && part && *all > 0 ? MIN (*part / (double) *all, 1.0) : -1;
}
