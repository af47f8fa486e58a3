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
   (PCH: no function has been lowered when one is written).  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/plugin.h"
#include "runtime/profile/discriminator.h"

/* Never written, so that it takes addresses and no memory.  */
static char numbers[HWPGO_DISCRIMINATOR_MAX + 1];

/* The discriminator that the end of a range carries, 0 if none.  */
static unsigned
end_discriminator (location_t end)
{
  if (!IS_ADHOC_LOC (end))
    return 0;
  uintptr_t data = (uintptr_t)get_data_from_adhoc_loc (line_table, end);
  uintptr_t base = (uintptr_t)numbers;
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

/* END, which carries nothing, with DISCRIMINATOR.  */
static location_t
make_end (location_t end, unsigned discriminator)
{
  source_range range;
  range.m_start = range.m_finish = end;
  return COMBINE_LOCATION_DATA (line_table, get_pure_location (end), range,
                                numbers + discriminator);
}

location_t
hwpgo_location_with_discriminator (location_t location, unsigned discriminator)
{
  location_t pure = get_pure_location (location);
  if (pure < RESERVED_LOCATION_COUNT
      || discriminator > HWPGO_DISCRIMINATOR_MAX)
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
