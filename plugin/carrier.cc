/* Discriminators in the locations of GCC 11 and 12.
   SPDX-License-Identifier: GPL-2.0-or-later

   An ad-hoc location is an index into a table of (locus, range, block).
   Inlining and duplication replace the block, expansion to RTL copies the
   whole, and nothing after the parser but diagnostics looks at the range.  So
   the end of the range is made to carry the number:

     statement  = (locus, start .. END, block)
     END        = (pure end, end .. end, numbers + discriminator)

   END is an ad-hoc location itself.  Wherever GCC expands the end of a range
   it strips such a location to the locus or asks for its range, so that every
   diagnostic still shows the true end.  What is a block elsewhere is here a
   pointer into an array of our own that holds nothing: no block can have that
   address, hence no true range is ever taken for a number, and whoever
   follows it reads zeros.  Nothing frees, streams or collects that member
   (PCH: no function has been lowered when one is written).

   One reader compares the end without expanding it, to leave out ranges of
   one character (-fdiagnostics-format=json).  Therefore the places of a
   diagnostic lose their discriminators right before it is shown.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/plugin.h"
#include "runtime/profile/discriminator.h"

#if !HWPGO_LOCATIONS_HAVE_DISCRIMINATORS

/* Never written, so that it takes addresses and no memory.  */
static char numbers[HWPGO_CARRIED_MAX + 1];

/* The discriminator that the end of a range carries, 0 if none.  */
static unsigned
end_discriminator (location_t end)
{
  if (!IS_ADHOC_LOC (end))
    return 0;
  uintptr_t data = (uintptr_t) get_data_from_adhoc_loc (line_table, end);
  uintptr_t base = (uintptr_t) numbers;
  return data >= base && data - base < sizeof numbers ? data - base : 0;
}

unsigned
hwpgo_location_discriminator (location_t location)
{
  if (!IS_ADHOC_LOC (location))
    return 0;
  return end_discriminator (
      get_range_from_loc (line_table, location).m_finish);
}

static diagnostic_starter_fn show;

static void
show_plain (diagnostic_context *context, diagnostic_info *diagnostic)
{
  rich_location *places = diagnostic->richloc;
  for (unsigned i = 0; i < places->get_num_locations (); i++)
    {
      const location_range *place = places->get_range (i);
      location_t plain = hwpgo_location_with_discriminator (place->m_loc, 0);
      if (plain != place->m_loc)
        places->set_range (i, plain, place->m_range_display_kind);
    }
  show (context, diagnostic);
}

/* Front ends choose how to show while they start, hence not before the first
   discriminator is made.  */
static void
watch_diagnostics (void)
{
  if (show)
    return;
  show = diagnostic_starter (global_dc);
  diagnostic_starter (global_dc) = show_plain;
}

/* END, which carries nothing, with DISCRIMINATOR.  */
static location_t
make_end (location_t end, unsigned discriminator)
{
  source_range range;
  watch_diagnostics ();
  range.m_start = range.m_finish = end;
  return COMBINE_LOCATION_DATA (line_table, get_pure_location (end), range,
                                numbers + discriminator);
}

location_t
hwpgo_location_with_discriminator (location_t location, unsigned discriminator)
{
  location_t pure = get_pure_location (location);
  if (pure < RESERVED_LOCATION_COUNT
      || discriminator > HWPGO_CARRIED_MAX)
    return location;
  source_range range = get_range_from_loc (line_table, location);
  unsigned old = end_discriminator (range.m_finish);
  if (old == discriminator)
    return location;
  if (old != 0)
    range.m_finish = get_range_from_loc (line_table, range.m_finish).m_finish;
  if (discriminator != 0)
    range.m_finish = make_end (range.m_finish, discriminator);
  return COMBINE_LOCATION_DATA (line_table, pure, range,
                                LOCATION_BLOCK (location));
}

#else /* What is said above of ranges is not needed.  */

unsigned
hwpgo_location_discriminator (location_t location)
{
  return get_discriminator_from_loc (location);
}

location_t
hwpgo_location_with_discriminator (location_t location, unsigned discriminator)
{
  if (get_pure_location (location) < RESERVED_LOCATION_COUNT
      || discriminator > HWPGO_CARRIED_MAX
      || hwpgo_location_discriminator (location) == discriminator)
    return location;
  return location_with_discriminator (location, discriminator);
}

#endif

bool
hwpgo_location_same_place_p (location_t a, location_t b)
{
  return LOCATION_LOCUS (a) == LOCATION_LOCUS (b)
         && LOCATION_BLOCK (a) == LOCATION_BLOCK (b)
         && ((hwpgo_location_discriminator (a)
              ^ hwpgo_location_discriminator (b))
             & hwpgo_discriminator_mask (HWPGO_ROUND_BASE))
                == 0;
}
