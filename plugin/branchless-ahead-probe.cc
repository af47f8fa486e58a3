/* Loops that look for something, some turns at once: probes.
   SPDX-License-Identifier: GPL-2.0-or-later

   What is left of such a loop is hardly ever mispredicted, whatever its data.  So that
   a recording tells if it would be again, some entries get a copy of the loop instead,
   as it was written, whose test has the place of its probe (branchless-probe.cc).
   They are those that cannot have the turns at once in any case, since their loads
   are in two pages of memory: nothing is asked for that would not be asked without.
   A page is few bytes here, so that there are enough of them.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-probe.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

unsigned
hwpgo_ahead_page (const struct hwpgo_ahead_load *load, HOST_WIDE_INT bytes,
                  bool probes)
{
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  unsigned page = (unsigned) params->page_bytes;
  if (!probes || load->place != HWPGO_AHEAD_STEPS)
    return page;
  /* Of all places BYTES in PAGE are too near its end.  */
  while (page / 2 >= (double) bytes * params->probe_part)
    page /= 2;
  return page;
}

/* Can A's blocks be copied, without others?  */
static bool
copied_well_p (const struct hwpgo_ahead_loop *a)
{
  basic_block blocks[HWPGO_AHEAD_MAX_BLOCKS];
  for (unsigned i = 0; i < a->n_blocks; i++)
    if (a->blocks[i]->loop_father->simduid || a->aside[i])
      return false;
    else
      blocks[i] = a->blocks[i];
  return can_copy_bbs_p (blocks, a->n_blocks);
}

/* Is there a load of A that some entries make without turns at once?  */
static bool
guarded_p (const struct hwpgo_ahead_loop *a)
{
  for (unsigned i = 0; i < a->n_loads; i++)
    if (a->loads[i].place == HWPGO_AHEAD_STEPS
        || a->loads[i].place == HWPGO_AHEAD_COMPUTED)
      return true;
  return false;
}

bool
hwpgo_ahead_probed_p (const struct hwpgo_ahead_loop *a,
                      const struct hwpgo_hint *hint, location_t location)
{
  return hwpgo_probe_gate (cfun)
         && (hwpgo_plugin.args.probes == HWPGO_PROBES_ALL
             || hwpgo_hint_wants_probe (hint))
         && hwpgo_probe_location (location) != UNKNOWN_LOCATION
         && guarded_p (a) && copied_well_p (a);
}

profile_probability
hwpgo_ahead_probe_part ()
{
  return profile_probability::always ().apply_scale (
      1, (int64_t) hwpgo_plugin.select_params.probe_part);
}

basic_block
hwpgo_ahead_copy (const struct hwpgo_ahead_loop *a, gcond *test)
{
  basic_block blocks[HWPGO_AHEAD_MAX_BLOCKS], copies[HWPGO_AHEAD_MAX_BLOCKS];
  class loop *loop = a->blocks[0]->loop_father;
  for (unsigned i = 0; i < a->n_blocks; i++)
    blocks[i] = a->blocks[i];
  initialize_original_copy_tables ();
  /* Whatever loop this is, and one around it may have the same header, the copies
     become one of their own when loops are put in order.  */
  set_loop_copy (loop, loop);
  copy_bbs (blocks, a->n_blocks, copies, NULL, 0, NULL, loop,
            a->entries[0]->src, false);
  add_phi_args_after_copy (copies, a->n_blocks, NULL);
  free_original_copy_tables ();
  for (unsigned i = 0; i < a->n_blocks; i++)
    hwpgo_copies_put_aside (copies[i]);
  scale_bbs_frequencies (copies, a->n_blocks, hwpgo_ahead_probe_part ());
  for (unsigned i = 0; i < a->n_blocks; i++)
    if (a->outs[i])
      gimple_set_location (last_nondebug_stmt (copies[i]),
                           a->blocks[i] == gimple_bb (test)
                               ? hwpgo_probe_location (gimple_location (test))
                               : UNKNOWN_LOCATION);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_NOTE, dump_user_location_t (test),
                     "probe beside the turns at once\n");
  return copies[0];
}
