/* What was done to branches and loops, for the next build.
   SPDX-License-Identifier: GPL-2.0-or-later

   runtime/profile/hint-section.h has the format, and why.  The record of a
   branch is made when it is converted, since nothing of it is left at the end.
   Its place is that of the function it is in at that time: what is inlined
   later has been converted already.  That of a vectorised place is made when
   the place has got its number, which the profile will have.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/link.h"
#include "plugin/odds.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/source-place.h"
#include "plugin/tails.h"
#include "runtime/profile/discriminator.h"
#include "runtime/profile/hint-section.h"

static struct hwpgo_bytes records;

/* Begin a record of KIND with the place of LOCATION, under MASK, which becomes
 *PLACE.  False if it has none.  In the record it has its number in the code, which
   the next profile will have, even if this one has none.  */
static bool
begin (enum hwpgo_hint_kind kind, tree fndecl, location_t location,
       unsigned mask, struct hwpgo_place *place)
{
  if (!hwpgo_link_places_fit (fndecl)
      || !hwpgo_source_place (fndecl, location, place))
    return false;
  place->frames[0].at.discriminator &= mask;
  hwpgo_hint_record_begin (&records, kind, place->n_frames);
  for (size_t i = place->n_frames; i-- > 0;)
    {
      struct hwpgo_location at = place->frames[i].at;
      if (i == 0)
        at.discriminator = hwpgo_location_discriminator (location) & mask;
      hwpgo_hint_record_frame (&records, place->frames[i].function, at);
    }
  return true;
}

/* Is STMT a branch, or a select in the place of one?  */
static bool
branch_p (const gimple *stmt)
{
  return gimple_code (stmt) == GIMPLE_COND
         || gimple_code (stmt) == GIMPLE_SWITCH
         || (is_gimple_assign (stmt)
             && gimple_assign_rhs_code (stmt) == COND_EXPR);
}

double
hwpgo_remember_part (basic_block bb, location_t location)
{
  double here = hwpgo_executions (bb->count), all = 0;
  basic_block other;
  unsigned copies = hwpgo_copies_of (cfun, location, HWPGO_ROUND_1);
  if (hwpgo_copies_mask (cfun) == hwpgo_discriminator_mask (HWPGO_ROUND_BASE)
      || copies <= 1
      || hwpgo_copies_at (current_function_decl, location) == copies)
    return 1;
  FOR_EACH_BB_FN (other, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (other); !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (branch_p (gsi_stmt (gsi))
          && hwpgo_location_same_place_p (gimple_location (gsi_stmt (gsi)),
                                          location))
        {
          all += hwpgo_executions (other->count);
          break;
        }
  return here > 0 && here < all ? here / all : 1;
}

void
hwpgo_remember (location_t location, const struct hwpgo_hint *hint, double part)
{
  struct hwpgo_place place;
  tree fndecl = current_function_decl;
  unsigned mask = hwpgo_copies_mask (cfun);
  if (!begin (HWPGO_HINT_BRANCH, fndecl, location, mask, &place))
    return;
  double share = hwpgo_share_of (fndecl, &place, mask) * part;
  hwpgo_hint_record_end_branch (&records, hwpgo_hint_age (hint), hint->doubted,
                                hint->ratio, share,
                                hwpgo_odds_of (&place, location));
}

void
hwpgo_remember_factor (tree fndecl, location_t location, unsigned factor)
{
  struct hwpgo_place place;
  unsigned number = hwpgo_location_discriminator (location);
  if (factor > 1
      && hwpgo_discriminator_get (number, HWPGO_ROUND_1)
             != hwpgo_discriminator_untold (HWPGO_ROUND_1)
      && begin (HWPGO_HINT_VECTOR, fndecl, location,
                hwpgo_discriminator_mask (HWPGO_ROUND_1), &place))
    hwpgo_hint_record_end_vector (&records, factor);
}

void
hwpgo_remember_these (const uint8_t *decisions, size_t size)
{
  hwpgo_put_bytes (&records, decisions, size);
}

const struct hwpgo_bytes *
hwpgo_remembered ()
{
  return &records;
}

/* A linked program has what its units and its partitions have decided, each of
   which may come several times; who reads it takes one.  */
void
hwpgo_remember_in_object ()
{
  if (records.n == 0 || records.no_memory || !asm_out_file || seen_error ()
      || flag_wpa || (flag_generate_lto && !flag_fat_lto_objects))
    return;
  switch_to_section (
      get_section (HWPGO_HINT_SECTION, SECTION_DEBUG, NULL_TREE));
  assemble_string ((const char *) records.data, records.n);
}
