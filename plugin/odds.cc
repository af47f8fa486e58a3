/* How branches go, as it was when the profile was loaded.
   SPDX-License-Identifier: GPL-2.0-or-later

   A branch that becomes selects has no way of its own any more, and the next
   recording does not show how often it went either way.  So that is remembered
   with it.  By the time that it is converted, passes may have inverted its
   condition, or copied it; the next build asks when it loads its profile, and
   has the code then that this one had.  Where copies have counts of their own,
   each has odds of its own, too: the test of a loop, which hardly ever ends it,
   may be a coin in the last of the turns that were put in front.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/odds.h"
#include "plugin/source-place.h"
#include "runtime/base/memory.h"
#include "runtime/profile/discriminator.h"

/* By function, and line and discriminator, of places and of their copies: executions,
   and how many of them went the way of a condition that holds.  */
struct ways
{
  struct hwpgo_map executions, held;
};

static struct ways of_places, of_copies;

/* The profile may have no numbers; the code has.  */
static uint64_t
key_of (const struct hwpgo_place *place, location_t location,
        enum hwpgo_round round)
{
  return (uint64_t) place->frames[0].at.line << 32
         | (hwpgo_location_discriminator (location)
            & hwpgo_discriminator_mask (round));
}

static void
add (struct hwpgo_map *map, const struct hwpgo_place *place,
     location_t location, enum hwpgo_round round, uint64_t count)
{
  /* Out of memory nothing is known of it.  */
  if (uint64_t *slot
      = hwpgo_map_slot (map, (uintptr_t) place->frames[0].function,
                        key_of (place, location, round)))
    *slot = hwpgo_add (*slot, count);
}

void
hwpgo_odds_note (function *fn, enum hwpgo_round round)
{
  struct ways *ways = round == HWPGO_ROUND_BASE ? &of_places : &of_copies;
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
      add (&ways->executions, &place, location, round,
           bb->count.to_gcov_type ());
      add (&ways->held, &place, location, round, yes->count ().to_gcov_type ());
    }
}

static double
odds_by (const struct ways *ways, const struct hwpgo_place *place,
         location_t location, enum hwpgo_round round)
{
  uintptr_t function = (uintptr_t) place->frames[0].function;
  uint64_t key = key_of (place, location, round);
  const uint64_t *all = hwpgo_map_find (&ways->executions, function, key);
  const uint64_t *part = hwpgo_map_find (&ways->held, function, key);
  return all && part && *all > 0 ? MIN (*part / (double) *all, 1.0) : -1;
}

double
hwpgo_odds_of (const struct hwpgo_place *place, location_t location)
{
  double odds = -1;
  if (hwpgo_copies_mask (cfun) != hwpgo_discriminator_mask (HWPGO_ROUND_BASE))
    odds = odds_by (&of_copies, place, location, HWPGO_ROUND_1);
  return odds >= 0 ? odds
                   : odds_by (&of_places, place, location, HWPGO_ROUND_BASE);
}
