/* Loops whose end stays in one piece.
   SPDX-License-Identifier: GPL-2.0-or-later

   -fsplit-paths gives each of the two ways that meet in the end of a loop,

     for (j = 1; j <= n; j++)
       if (a[i] == b[j])
         row[j] = above[j - 1];
       else
         row[j] = 1 + minimum (above[j - 1], above[j], row[j - 1]);

   an end, a test and a jump back of its own.  A loop that ends otherwise on each
   way, as merging does, is shorter by that.  One that counts loses more: RTL's
   unroller, which wants one test in all turns, leaves it alone.

   GCC looks for the ways in front of the latch's only predecessor, which has to
   have the test.  So another empty block goes between them, until the next
   cleanup.  Where nearly all turns go one way, which will be a loop of its own
   (superblock.cc), the paths are split.

   Where the branch between them stays one that is mispredicted, the loop is not
   unrolled (rolled-loops.cc).  There GCC may split what it likes, so that the
   predictor sees by which way the last turn came.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* The block in which the ways of LOOP meet, if it has the test; NULL if it is
   not so.  */
static basic_block
common_end (class loop *loop)
{
  if (loop->inner || !single_pred_p (loop->latch))
    return NULL;
  basic_block end = single_pred (loop->latch);
  return end != loop->header && EDGE_COUNT (end->preds) == 2
                 && EDGE_COUNT (end->succs) == 2
             ? end
             : NULL;
}

/* Does LOOP, with the test in END, count?  */
static bool
counts_p (class loop *loop, basic_block end)
{
  edge out = EDGE_SUCC (end, 0);
  class tree_niter_desc niter;
  if (flow_bb_inside_loop_p (loop, out->dest))
    out = EDGE_SUCC (end, 1);
  return !flow_bb_inside_loop_p (loop, out->dest)
         && !(out->flags & EDGE_COMPLEX)
         && number_of_iterations_exit (loop, out, &niter, false);
}

/* Do turns come to END by both of the ways, too often for a superblock of
   one?  */
static bool
both_p (basic_block end)
{
  profile_count a = EDGE_PRED (end, 0)->count ();
  profile_count b = EDGE_PRED (end, 1)->count ();
  if (!a.initialized_p () || !b.initialized_p ())
    return false;
  profile_count most = (a + b).apply_scale (1, HWPGO_SUPERBLOCK_RUN + 1);
  return a > most && b > most;
}

bool
hwpgo_whole_paths_gate (function *fn)
{
  return hwpgo_plugin.args.options && flag_split_paths && flag_unroll_loops
         && loops_for_fn (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_whole_paths_execute (function *fn)
{
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_initialize ();
  auto_vec<basic_block> ends;
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    {
      class loop *loop = get_loop (fn, i);
      basic_block end = loop ? common_end (loop) : NULL;
      if (end && optimize_loop_for_speed_p (loop) && both_p (end)
          && !hwpgo_ends_mispredicted_p (
              get_immediate_dominator (CDI_DOMINATORS, end))
          && counts_p (loop, end))
        ends.safe_push (end);
    }
  for (basic_block end : ends)
    split_edge (find_edge (end, end->loop_father->latch));
  scev_finalize ();
  loop_optimizer_finalize ();
  return 0;
}
