/* How much of a profile the code of a unit has.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"
#include "plugin/source-place.h"
#include "plugin/written.h"

/* What passes have taken away since was in the function all the same, so far as
   F, its record, has counts for it.  */
static void
note_written (struct hwpgo_measuring *m, const struct hwpgo_function *f)
{
  auto_vec<struct hwpgo_location> places;
  hwpgo_written_places (m->fn->decl, &places);
  for (const struct hwpgo_location &at : places)
    {
      struct hwpgo_measurement result = {};
      result.function = f;
      result.at = { at.line, at.discriminator & m->load->mask };
      if (hwpgo_function_count (f, result.at, m->load->mask, &result.count))
        hwpgo_measure_match (m, result);
    }
}

/* Add what M found to what the unit has of outermost function F.  */
static bool
add_found (struct hwpgo_load *load, const struct hwpgo_function *f,
           const struct hwpgo_measuring *m)
{
  bool good = true;
  uint64_t sum = 0, count;
  struct hwpgo_map_entry *found = hwpgo_map_sorted (&m->matched);
  for (size_t i = 0; found && good && i < m->matched.used; i++)
    {
      uint64_t *slot = hwpgo_map_slot (&load->found, found[i].a, found[i].b);
      struct hwpgo_location at
          = { (uint32_t) (found[i].b >> 32), (uint32_t) found[i].b };
      good = slot != NULL;
      if (good && (*slot)++ == 0
          && hwpgo_function_count ((const struct hwpgo_function *) found[i].a,
                                   at, load->mask, &count))
        sum = hwpgo_add (sum, count);
    }
  uint64_t *matched = found && good
                          ? hwpgo_map_slot (&load->matched, (uintptr_t) f, 0)
                          : NULL;
  free (found);
  if (!matched)
    return false;
  *matched = hwpgo_add (*matched, sum);
  return true;
}

bool
hwpgo_load_match (cgraph_node *node, struct hwpgo_load *load)
{
  const struct hwpgo_function *f = hwpgo_profile_find (
      load->settled.profile, hwpgo_source_name (node->decl));
  if (!f)
    return true;
  struct hwpgo_measuring m;
  m.fn = DECL_STRUCT_FUNCTION (node->decl);
  m.load = load;
  m.dump = false;
  hwpgo_measure (&m);
  note_written (&m, f);
  bool good = !m.out_of_memory && add_found (load, f, &m);
  hwpgo_map_free (&m.matched);
  uint64_t *entrances
      = good ? hwpgo_map_slot (&load->entrances, (uintptr_t) f, 0) : NULL;
  if (!entrances)
    return false;
  *entrances += !node->split_part;
  return true;
}

uint64_t
hwpgo_load_marked (cgraph_node *node, struct hwpgo_load *load)
{
  struct hwpgo_measuring m;
  basic_block bb;
  uint64_t sum = 0;
  m.fn = DECL_STRUCT_FUNCTION (node->decl);
  m.load = load;
  m.dump = false;
  FOR_EACH_BB_FN (bb, m.fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!gimple_debug_begin_stmt_p (stmt))
          continue;
        struct hwpgo_measurement result
            = hwpgo_measure_location (&m, gimple_location (stmt), bb->index);
        uint64_t *slot
            = result.known
                  ? hwpgo_map_slot (&load->found, (uintptr_t) result.function,
                                    (uint64_t) result.at.line << 32
                                        | result.at.discriminator)
                  : NULL;
        if (slot && (*slot)++ == 0)
          sum = hwpgo_add (sum, result.count);
      }
  return sum;
}

void
hwpgo_load_free (struct hwpgo_load *load)
{
  delete load->listed;
  hwpgo_settled_free (&load->settled);
  hwpgo_map_free (&load->found);
  hwpgo_map_free (&load->matched);
  hwpgo_map_free (&load->entrances);
}
