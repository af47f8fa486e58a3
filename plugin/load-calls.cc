/* How often a call was made, by what is known of its callee.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"
#include "plugin/source-place.h"

/* The entries of what the profiled binary had inlined for call STMT.  */
static bool
inlined_entries (const struct hwpgo_measuring *m, const gimple *stmt,
                 const struct hwpgo_measurement &place, uint64_t *count)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  struct hwpgo_location at
      = { place.at.line, hwpgo_source_call_number (gimple_location (stmt)) };
  return callee && place.function
         && hwpgo_settled_call (&m->load->settled, place.function, at,
                                hwpgo_source_name (callee), count);
}

uint64_t
hwpgo_measure_call_alone (const struct hwpgo_measuring *m, const gimple *stmt,
                          const struct hwpgo_measurement &place)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  struct hwpgo_location at
      = { place.at.line, hwpgo_source_call_number (gimple_location (stmt)) };
  return callee && place.function
             ? hwpgo_settled_call_alone (&m->load->settled, place.function, at,
                                         hwpgo_source_name (callee))
             : 0;
}

/* How often CALL, of what was split off M->fn or off a function inlined in it,
   was made: the entries of what was inlined for it, or, as nothing else calls
   it, how often it began.  */
static bool
measure_part (const struct hwpgo_measuring *m, const gimple *call,
              uint64_t *count)
{
  struct hwpgo_measurement at = {};
  struct hwpgo_place place;
  if (hwpgo_source_place_of_part (m->fn->decl, call, &place))
    {
      at.at = place.frames[0].at;
      at.function = hwpgo_settled_function (&m->load->settled, &place);
      if (inlined_entries (m, call, at, count))
        return true;
    }
  struct hwpgo_measuring part;
  part.fn = DECL_STRUCT_FUNCTION (gimple_call_fndecl (call));
  part.load = m->load;
  part.dump = false;
  if (m->again || !part.fn || !part.fn->cfg)
    return false;
  bool known = false;
  *count = 0;
  /* GCC leaves the first block empty.  */
  basic_block bb = ENTRY_BLOCK_PTR_FOR_FN (part.fn);
  while (!known && single_succ_p (bb) && single_pred_p (single_succ (bb)))
    {
      bb = single_succ (bb);
      for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
           !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
        {
          struct hwpgo_measurement result = hwpgo_measure_location (
              &part, gimple_location (gsi_stmt (gsi)), bb->index);
          known |= result.known;
          *count = result.known ? MAX (*count, result.count) : *count;
        }
    }
  return known;
}

bool
hwpgo_measure_call (const struct hwpgo_measuring *m, const gimple *stmt,
                    const struct hwpgo_measurement &place, uint64_t *count)
{
  return hwpgo_source_calls_part_p (stmt)
             ? measure_part (m, stmt, count)
             : inlined_entries (m, stmt, place, count);
}
