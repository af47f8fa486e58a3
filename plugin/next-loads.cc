/* What a loop may want next is loaded before it is known if it does.
   SPDX-License-Identifier: GPL-2.0-or-later

     do                                 x = *a; y = *b;
       {                                do
         x = *a; y = *b;                  {
         *out++ = x <= y ? x : y;           p = a[1]; q = b[1];
         a = x <= y ? a + 1 : a;    ->      *out++ = x <= y ? x : y;
         b = x <= y ? b : b + 1;            a = x <= y ? a + 1 : a;
       }                                    b = x <= y ? b : b + 1;
     while (a < c && b < d);                t = x <= y; x = t ? p : x; y = t ? y : q;
                                          }
                                        while (a < c && b < d);

   That is a merge (J. von Neumann, 1945) without branches: a turn begins when the one
   before has compared, and selected the places of which it loads.  What may be there is
   loaded a turn earlier on the right, while the comparison is under way, so that two
   turns take the time of one load, two comparisons and two selects, instead of two loads.
   Intersections and sums of sorted lists are the same.

   The element behind those that the source loads may not be there.  It is in the same
   page of memory, so that access to it is allowed, in so many turns as are left in the
   page.  In as many turns as the places are apart, no store can be to what was loaded
   too early.  In front of the loop, the least of these numbers is found; the copy of the
   loop that loads ahead ends after so many turns, and it is found again.  Where it is
   small the loop runs as it was written, for some turns.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-probe.h"
#include "plugin/branchless-way.h"
#include "plugin/next-loads.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Instructions for each load ahead, in a turn: it and its select.  */
#define AHEAD_INSNS 2

/* Cycles that finding the number of turns takes.  */
#define GUARD_CYCLES 20

/* Cycles that a turn of N's loop has to be shorter.  */
#define MIN_GAIN 0.5

/* Mispredicts in a turn of LOOP, but for its end; each is known earlier by a load.  */
static double
mispredicts_of (class loop *loop)
{
  double sum = 0, all = hwpgo_executions (loop->header->count);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gcond *branch = flow_bb_inside_loop_p (loop, bb)
                          ? safe_dyn_cast<gcond *> (last_nondebug_stmt (bb))
                          : NULL;
      if (!branch || !flow_bb_inside_loop_p (loop, EDGE_SUCC (bb, 0)->dest)
          || !flow_bb_inside_loop_p (loop, EDGE_SUCC (bb, 1)->dest))
        continue;
      struct hwpgo_hint hint = hwpgo_branch_hint (branch);
      sum += hwpgo_executions (bb->count)
             * (hint.verdict == HWPGO_UNKNOWN ? hwpgo_less_likely (branch) : hint.ratio);
    }
  return all > 0 ? sum / all : 0;
}

/* Cycles that a turn of N's loop, which makes TURNS, is shorter.  */
static double
gain (const struct hwpgo_next_loop *n, double turns)
{
  static const hwpgo_conversion nothing = { NULL, NULL, false };
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  double before = 0;
  for (unsigned i = 0; i < n->n_phis; i++)
    {
      gphi *phi = n->phis[i].phi;
      hwpgo_walker walk (n->loop, gimple_phi_result (phi), nothing, false);
      before = MAX (before, walk.to (PHI_ARG_DEF_FROM_EDGE (
                                         phi, loop_latch_edge (n->loop)))
                                .latency);
    }
  double select = hwpgo_select_op_latency (HWPGO_OP_SELECT);
  double compare = hwpgo_select_op_latency (HWPGO_OP_COMPARE);
  double after = MAX ((before + select + compare) / 2, select + compare);
  double insns = hwpgo_turn_insns (n->loop);
  double work = insns / params->issue_width;
  double more = (insns + AHEAD_INSNS * n->n_loads + 1) / params->issue_width;
  return MAX (before, work) - MAX (after, more) - GUARD_CYCLES / turns
         + mispredicts_of (n->loop) * hwpgo_select_op_latency (HWPGO_OP_LOAD);
}

static bool
try_loop (class loop *loop)
{
  struct hwpgo_next_loop n;
  bool forced = hwpgo_plugin.args.force_branchless;
  double page = hwpgo_plugin.select_params.page_bytes;
  /* Places in a page are told by some of the bits of their addresses.  */
  if (page < 1 || !pow2p_hwi ((HOST_WIDE_INT) page) || loop->inner
      || !(optimize_loop_for_speed_p (loop) || forced)
      || EDGE_COUNT (loop->latch->succs) != 1 || !hwpgo_next_match (loop, &n))
    return false;
  double turns = hwpgo_loop_turns (loop);
  if (!forced && (turns <= 0 || gain (&n, turns) < MIN_GAIN))
    return false;
  if (!hwpgo_probe_copied_well_p (loop))
    return false;
  basic_block *bbs = get_loop_body (loop);
  dump_user_location_t place (n.loads[0].stmt);
  hwpgo_next_insert (&n, bbs, MAX (turns, 1));
  free (bbs);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, place,
                     "loads of what may be next are a turn ahead\n");
  return true;
}

bool
hwpgo_next_loads_gate (function *fn)
{
  return hwpgo_plugin.args.branchless && loops_for_fn (fn)
         && (hwpgo_plugin.args.force_branchless || hwpgo_plugin.args.use);
}

unsigned int
hwpgo_next_loads_execute (function *fn)
{
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  loop_optimizer_init (LOOPS_HAVE_PREHEADERS | LOOPS_HAVE_SIMPLE_LATCHES);
  bool changed = false;
  unsigned n = number_of_loops (fn);
  for (unsigned i = 1; i < n; i++)
    {
      class loop *loop = get_loop (fn, i);
      calculate_dominance_info (CDI_DOMINATORS);
      changed |= loop && loop_outer (loop) && try_loop (loop);
    }
  loop_optimizer_finalize ();
  free_dominance_info (CDI_DOMINATORS);
  if (!changed)
    return 0;
  loops_state_set (LOOPS_NEED_FIXUP);
  return TODO_cleanup_cfg | TODO_update_ssa;
}
