/* Interpreters keep a jump behind each of their instructions.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC has one block for all of a function's computed gotos until registers are
   allocated, and then copies it to the end of each way to it.  Right before
   that, cross-jumping makes one of what these ways end alike with, and in an
   interpreter they all end alike: the next instruction is fetched.  What it
   merges is not copied apart again, so that most instructions share one jump,
   which each of them jumps to, and whose address the predictor has to tell by
   more history than the few where it comes from.  How much of it is merged is
   chance: a block with more ways to it than --param max-crossjump-edges says
   is left alone.

   So where a measured function's computed goto is hot, that limit is below the
   number of ways to it while GCC merges.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* So many ways to a computed goto make an interpreter.  What two or three
   share is better merged.  */
#define FEWEST_WAYS 4

/* The limit outside of the pass; -1 while it was not changed.  */
static int usual_limit = -1;

bool
hwpgo_computed_gotos_gate (function *fn)
{
  return hwpgo_plugin.args.options && flag_crossjumping
         && flag_expensive_optimizations && optimize_function_for_speed_p (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_computed_gotos_execute (function *fn)
{
  int limit = param_max_crossjump_edges;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      int ways = EDGE_COUNT (bb->preds);
      if (ways >= FEWEST_WAYS && ways <= limit && computed_jump_p (BB_END (bb))
          && optimize_bb_for_speed_p (bb))
        limit = ways - 1;
    }
  usual_limit = param_max_crossjump_edges;
  param_max_crossjump_edges = limit;
  return 0;
}

bool
hwpgo_computed_gotos_end_gate (function *)
{
  return usual_limit >= 0;
}

unsigned int
hwpgo_computed_gotos_end_execute (function *)
{
  param_max_crossjump_edges = usual_limit;
  usual_limit = -1;
  return 0;
}
