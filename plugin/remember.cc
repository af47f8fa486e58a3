/* What was done to branches and loops, for the next build.
   SPDX-License-Identifier: GPL-2.0-or-later

   runtime/profile/hint-section.h has the format, and why.  The record of a
   branch is made when it is converted, since nothing of it is left at the end.
   Its place is that of the function it is in at that time: what is inlined
   later has been converted already.  That of a vectorised place is made when
   the place has got its number, which the profile will have.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/link.h"
#include "plugin/odds.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/source-place.h"
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

void
hwpgo_remember (tree fndecl, location_t location, unsigned mask,
                const struct hwpgo_hint *hint)
{
  struct hwpgo_place place;
  if (begin (HWPGO_HINT_BRANCH, fndecl, location, mask, &place))
    hwpgo_hint_record_end_branch (&records, hwpgo_hint_age (hint),
                                  hint->doubted, hint->ratio,
                                  hwpgo_share_of (fndecl, &place, mask),
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
