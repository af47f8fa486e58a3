/* What the context round knows nothing of.
   SPDX-License-Identifier: GPL-2.0-or-later

   What is inlined in a function now, and was not in the profiled binary, has the
   counts that the base round gave it: those of all contexts, scaled by the call.
   They stay, in proportion to what is known around it.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"

/* Set TIMES, by block, to how many times as often as was believed until now it,
   or the last measured block before it, runs by what M has inferred.  What was
   measured will not do: where it contradicts itself, that of a block may be a
   hundred times what can be.  */
static void
find_times (const struct hwpgo_measuring *m, vec<double> *times)
{
  auto_vec<int> order;
  order.safe_grow (n_basic_blocks_for_fn (m->fn), true);
  times->safe_grow_cleared (last_basic_block_for_fn (m->fn), true);
  bool had_dominators = dom_info_available_p (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  int n = pre_and_rev_post_order_compute_fn (m->fn, NULL, order.address (),
                                             false);
  for (int i = 0; i < n; i++)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (m->fn, order[i]);
      basic_block above = get_immediate_dominator (CDI_DOMINATORS, bb);
      const struct hwpgo_flow_block *b = &m->blocks[bb->index];
      double before
          = bb->count.initialized_p () ? bb->count.to_gcov_type () : 0;
      (*times)[bb->index]
          = b->known && b->inferred && b->count > 0 && before > 0
                ? b->count / before
            : above && above->index >= NUM_FIXED_BLOCKS
                ? (*times)[above->index]
                : 1;
    }
  if (!had_dominators)
    free_dominance_info (CDI_DOMINATORS);
}

/* What was inlined, and is not known here, has the counts that it has by
   itself, by TIMES.  */
static void
believe_rest (struct hwpgo_measuring *m, const vec<double> &times)
{
  basic_block bb;
  FOR_ALL_BB_FN (bb, m->fn)
    {
      struct hwpgo_flow_block *b = &m->blocks[bb->index];
      if (b->known)
        continue;
      double before
          = bb->count.initialized_p () ? bb->count.to_gcov_type () : 0;
      if (bb->index >= NUM_FIXED_BLOCKS)
        before *= times[bb->index];
      b->believed = true;
      b->count
          = MIN (before, (double) (UINT64_C (1) << HWPGO_LOAD_COUNT_BITS));
    }
}

bool
hwpgo_measure_rest (struct hwpgo_measuring *m)
{
  auto_vec<struct hwpgo_flow_block> measured;
  auto_vec<double> times;
  measured.safe_splice (m->blocks);
  if (!hwpgo_infer (m, measured, 0))
    return false;
  find_times (m, &times);
  m->blocks.truncate (0);
  m->blocks.safe_splice (measured);
  believe_rest (m, times);
  return true;
}
