/* How often loops iterate, by a profile, and counts that they lose.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC notes these when it has read its own profile (branch_prob), because
   peeling, unrolling, vectorising and prefetching ask for them much later,
   when the counts have been changed many times.  Of counts with the quality
   of sampled ones it would note nothing.  */

#include "plugin/gcc-headers.h"
#include "plugin/load.h"
#include "plugin/plugin.h"

/* Fewer samples at a loop's header say nothing of its iterations.  */
#define MIN_SAMPLES 10

/* Note how often LOOP goes back for each time that it is entered, if it has
   at least the count LEAST, and, if FEWER, where that is less often than was
   believed.  */
static void
note_iterations (class loop *loop, uint64_t least, bool fewer)
{
  uint64_t in = 0, back = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    {
      if (!e->count ().initialized_p ())
        return;
      uint64_t *to = flow_bb_inside_loop_p (loop, e->src) ? &back : &in;
      *to = hwpgo_add (*to, e->count ().to_gcov_type ());
    }
  if (in == 0 || hwpgo_add (in, back) < least)
    return;
  /* To the nearest: what peels a turn for one, and nothing for two, should not
     take 1.02 for two.  */
  uint64_t turns = (back + in / 2) / in;
  if (fewer && loop->any_estimate
      && wi::leu_p (widest_int::from (loop->nb_iterations_estimate, UNSIGNED),
                    turns))
    return;
  loop->any_estimate = false;
  record_niter_bound (loop, turns, true, false);
}

void
hwpgo_load_loops (function *fn, int shift, bool fewer)
{
  if (!loops_for_fn (fn))
    return;
  /* The first is the function.  A loop without a header is gone.  */
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    if (class loop *loop = get_loop (fn, i))
      if (loop->header)
        note_iterations (loop, hwpgo_settle_scale (MIN_SAMPLES, shift), fewer);
}

/* --- what was scaled to nothing ------------------------------------------*/

/* Of what was sampled the vectoriser makes a guess when it scales a loop down
   by a probability, and then scales it up again by the ratio of the two
   (vect_do_peeling, GCC 12).  A 0 is left alone there only where both are held
   for exact; it divides by a sampled one.  1 stays 1: it scales by no
   probability under one half, and rounds.  And where 1 flows instead of 0, the
   counts fit as well as rounded ones ever do.  */
bool
hwpgo_nonzero_loops_gate (function *fn)
{
  return flag_tree_loop_vectorize
         && ENTRY_BLOCK_PTR_FOR_FN (fn)->count.initialized_p ()
         && ENTRY_BLOCK_PTR_FOR_FN (fn)->count.quality () == AFDO;
}

unsigned int
hwpgo_nonzero_loops_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    if (bb_loop_depth (bb) > 0 && bb->count.initialized_p ()
        && bb->count.quality () == AFDO && bb->count.to_gcov_type () == 0)
      bb->count = profile_count::from_gcov_type (1).afdo ();
  return 0;
}
