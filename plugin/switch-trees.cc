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

/* Cycles that an execution of SW, which ends BB, saves as a tree: negative if it
   takes more.  */
static double
saved_by_tree (basic_block bb, const gswitch *sw)
{
  double all = hwpgo_executions (bb->count), most = 0, levels = 1;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      double part = hwpgo_executions (e->count ()) / all;
      most = MAX (most, part);
      if (part > 0)
        levels += part * floor_log2 ((unsigned) MIN (1 / part, 1 << MAX_LEVEL));
    }
  double tests = levels * CYCLES_OF_TEST;
  struct hwpgo_hint hint = hwpgo_branch_hint (sw);
  /* The place has two branches, of which this is the mean, where the range of the
     cases is tested.  */
  double branches = tests_range_p (sw) ? 2 : 1;
  double missed = MIN (hint.ratio_low * branches, 1);
  if (hint.verdict == HWPGO_UNKNOWN || missed > (1 - most) * LEARNT_PART)
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
  double saved = 0;
  gswitch *first = NULL;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      gswitch *sw = safe_dyn_cast<gswitch *> (last_nondebug_stmt (bb));
      if (!sw || !hwpgo_measured_p (bb->count)
          || !(bb->count > profile_count::zero ())
          || !IN_RANGE (gimple_switch_num_labels (sw) - 1, MIN_CASES, MAX_CASES))
        continue;
      saved += saved_by_tree (bb, sw) * hwpgo_executions (bb->count);
      if (!first)
        first = sw;
    }
  if (saved <= 0)
    return 0;
  raised = true;
  param_case_values_threshold = MAX_CASES + 1;
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, first,
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
