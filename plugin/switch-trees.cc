/* Switches that become trees of comparisons.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC makes a table of jumps of five cases and more.  The jump through it is
   predicted by its own, smaller tables than those for conditional branches, and
   each of its targets needs a place there for each history.

     jump *table[x]    ->    if (x < 9) ...

   A jump that is mispredicted, but much less than one that went the most frequent
   way at random would be, depends on what was before it.  Branches learn that, too,
   and more of it: a reader of MIDI files, whose events have seven kinds, takes half
   of the time.  A jump that nobody can predict stays one: a tree of N levels would
   mispredict at each of them.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/tails.h"

/* Switches of fewer cases become trees anyway, those of more would be deep ones.  */
#define MIN_CASES 5
#define MAX_CASES 16

/* A jump is learnt if it is missed by this part of what always guessing the most
   frequent target would miss.  */
#define LEARNT_PART 0.5

/* Cycles of a comparison with its jump.  A target to which one of 2^N executions
   goes is about N + 1 of them down in a tree that is balanced by executions.  */
#define CYCLES_OF_TEST 1
#define MAX_LEVEL 16

/* What is a tree since an earlier build stays one for this part of the cost: the
   counts of its cases are less sure then, as GCC merges some.  */
#define KEPT_PART 0.5

/* The threshold is another while the compiler lowers the switches of a function.  */
static bool raised;

/* Does SW have a default that is not beyond the end of the program?  */
static bool
tests_range_p (const gswitch *sw)
{
  tree label = CASE_LABEL (gimple_switch_default_label (sw));
  basic_block bb = label_to_block (cfun, label);
  return EDGE_COUNT (bb->succs) > 0 || !gimple_seq_unreachable_p (bb_seq (bb));
}

/* Cycles that an execution of SW, of which HINT tells, saves as a tree: negative if
   it takes more.  */
static double
saved_by_tree (gswitch *sw, const struct hwpgo_hint *hint)
{
  double levels = 1;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, gimple_bb (sw)->succs)
    {
      double part = (double) e->probability.to_reg_br_prob_base ()
                    / REG_BR_PROB_BASE;
      if (part > 0)
        levels += part * floor_log2 ((unsigned) MIN (1 / part, 1 << MAX_LEVEL));
    }
  bool kept = hint->age > 0;
  double tests = levels * CYCLES_OF_TEST * (kept ? KEPT_PART : 1);
  /* Where the range of the cases is tested, the place has two branches, of which
     the profile has the mean.  */
  double missed = MIN (hint->ratio_low * (tests_range_p (sw) ? 2 : 1), 1);
  bool learnt = kept || missed <= hwpgo_less_likely (sw) * LEARNT_PART;
  if (hint->verdict == HWPGO_UNKNOWN || !learnt)
    return -tests;
  return missed * hwpgo_plugin.select_params.mispredict_penalty - tests;
}

bool
hwpgo_switch_trees_gate (function *fn)
{
  return hwpgo_plugin.args.options && flag_jump_tables
         && param_case_values_threshold == 0
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_switch_trees_execute (function *fn)
{
  double all = 0, most = 0;
  gswitch *best = NULL;
  auto_vec<gswitch *> switches;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      gswitch *sw = safe_dyn_cast<gswitch *> (last_nondebug_stmt (bb));
      if (!sw || !hwpgo_measured_p (bb->count)
          || !IN_RANGE (gimple_switch_num_labels (sw) - 1, MIN_CASES, MAX_CASES))
        continue;
      struct hwpgo_hint hint = hwpgo_branch_hint (sw);
      double saved = saved_by_tree (sw, &hint) * hwpgo_executions (bb->count);
      all += saved;
      if (dump_file)
        fprintf (dump_file,
                 ";; switch in bb %d: %.1f%% mispredicted, saves %.0f cycles\n",
                 bb->index, hint.ratio * 100, saved);
      if (saved > most)
        {
          most = saved;
          best = sw;
        }
      switches.safe_push (sw);
    }
  if (all <= 0)
    return 0;
  raised = true;
  param_case_values_threshold = MAX_CASES + 1;
  /* A tree is recorded with the mispredicts of its branches, which say nothing of
     the jump's.  */
  for (gswitch *sw : switches)
    {
      struct hwpgo_hint hint = hwpgo_branch_hint (sw);
      if (hint.verdict != HWPGO_UNKNOWN)
        hwpgo_remember (gimple_location (sw), &hint,
                        hwpgo_remember_part (gimple_bb (sw),
                                             gimple_location (sw)));
    }
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, best,
                     "switches of up to %d cases become trees: their jumps would "
                     "be mispredicted\n",
                     MAX_CASES);
  return 0;
}

bool
hwpgo_switch_trees_end_gate (function *)
{
  return raised;
}

unsigned int
hwpgo_switch_trees_end_execute (function *)
{
  raised = false;
  param_case_values_threshold = 0;
  return 0;
}
