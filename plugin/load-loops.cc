/* How often loops iterate, by a profile, and counts that they lose.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC notes these when it has read its own profile (branch_prob), because
   peeling, unrolling, vectorising and prefetching ask for them much later,
   when the counts have been changed many times.  Of counts with the quality
   of sampled ones it would note nothing.  */

#include "plugin/gcc-headers.h"
#include "plugin/hints.h"
#include "plugin/load.h"
#include "plugin/loop-turns.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Fewer samples at a loop's header say nothing of its iterations.  */
#define MIN_SAMPLES 10

/* In COPIES, by loop of FN: how many copies the profiled program had of its turn,
   the least number of any place in it, since what has more was copied in other
   ways, too; 0 if that is not known, or there are loops in it.  */
static void
find_copies (function *fn, auto_vec<unsigned> *copies)
{
  basic_block bb;
  copies->safe_grow_cleared (number_of_loops (fn));
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = bb->loop_father;
      if (!loop || loop->num == 0 || loop->inner)
        continue;
      location_t last = UNKNOWN_LOCATION;
      for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
           !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
        {
          location_t location = gimple_location (gsi_stmt (gsi));
          if (location == last)
            continue;
          last = location;
          unsigned n = hwpgo_copies_at (fn->decl, location);
          unsigned *least = &(*copies)[loop->num];
          if (n > 0 && (!*least || n < *least))
            *least = n;
        }
    }
}

/* Note how often LOOP, of whose turn the profiled build had COPIES, goes back for
   each time that it is entered, if it has at least the count LEAST, and, if FEWER,
   where that is less often than was believed.  A sample stands for PERIOD.  */
static void
note_iterations (class loop *loop, unsigned copies, uint64_t least,
                 double period, bool fewer)
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
  uint64_t turns = hwpgo_loop_turns_nearest (in, back, period, copies);
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
  /* Later there are copies, and perhaps no more statements.  */
  auto_vec<unsigned> copies;
  if (!fewer)
    find_copies (fn, &copies);
  /* What a manifest says may be more than a count can hold.  */
  double period = hwpgo_bundle_period (&hwpgo_plugin.bundle, HWPGO_FREQUENCY)
                  * (shift > 0 ? (double) (UINT64_C (1) << shift)
                               : 1 / (double) (UINT64_C (1) << -shift));
  /* The first is the function.  A loop without a header is gone.  */
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    if (class loop *loop = get_loop (fn, i))
      if (loop->header)
        note_iterations (loop, fewer ? 0 : copies[i],
                         hwpgo_settle_scale (MIN_SAMPLES, shift), period,
                         fewer);
}

/* --- loops that were made later ------------------------------------------*/

/* A loop is beside the way of the one around it if fewer than one of so many turns
   enter it.  */
#define RARE_TURNS 16

bool
hwpgo_loop_on_way_p (class loop *loop)
{
  return !(loop_preheader_edge (loop)->count ().apply_scale (RARE_TURNS, 1)
           < loop_outer (loop)->header->count);
}

/* A usual way becomes a loop inside the loop that it was a way of, where it got a
   copy of the rest or the loops are looked for again.  RTL's unroller asks how
   often it turns, and would ask its counts if they were exact.  What was not to be
   unrolled (rolled-loops.cc) had no loop on its way, so that one there is a way of
   it, and is not to be, either.  */
bool
hwpgo_new_loops_gate (function *fn)
{
  return flag_unroll_loops
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_new_loops_execute (function *fn)
{
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    if (class loop *loop = get_loop (fn, i))
      if (loop->header && hwpgo_measured_p (loop->header->count))
        {
          if (!loop->any_estimate)
            note_iterations (loop, 0, MIN_SAMPLES, 1, false);
          if (loop->unroll == 0 && loop_outer (loop)->unroll == 1
              && hwpgo_loop_on_way_p (loop))
            loop->unroll = 1;
        }
  return 0;
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
