/* Loops that stay rolled.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where a branch in a turn stays one that is mispredicted, the turn is long by
   that and not by its test; and each copy of the branch would have to be learnt
   for itself.

     for (i = from; i < to; i++)          each entry: to - from, modulo 8
       use (a[i]);                 ->       goto 1, 2, ... turns first;
                                          then eight turns for each test

   RTL's unroller, where only the program knows how often a loop turns, does what
   is over first.  How much that is decides a chain of tests; where the turns of
   one entry say nothing of the next one's, which shows in the mispredicts of the
   loop's test, that chain is mispredicted once more for each entry.  What is
   gained by fewer tests has to be more than that.  It is nothing where a turn
   waits for the one before, as a sum of floating point does, for longer than its
   instructions take.

   The same goes for a turn that goes its ways by several branches, none of which
   is mispredicted although it goes either way: their order is known by heart, and
   eight copies would have eight times as much to be known.

   Where nothing is gained, and most entries end where nothing counts, as a search
   along a chain of limited length does, each copy of such an end would have to be
   learnt for itself, too.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/load.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Instructions of a turn that copies of it do without: a step and a test with its
   jump, which are one for x86-64.  */
#define TEST_INSNS 2

/* Fewer mispredicts of an entry are noise.  */
#define MIN_MISPREDICTS 0.1

/* The model is off by this part of a turn, where there are many.  */
#define UNSURE_PART 0.03

/* So many branches that go either way are several.  A single one is often sorted or
   alternates, which any history tells.  */
#define SEVERAL 2

/* A processor takes one jump in a cycle.  */
#define CYCLES_OF_JUMP 1

/* Whether a loop in LOOP is on the way of its turns.  */
static bool
outer_p (class loop *loop)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    if (hwpgo_loop_on_way_p (inner))
      return true;
  return false;
}

/* Whether LOOP is left by E after a number of turns that is known when it is
   entered, which *NITER then tells.  */
static bool
counted_exit_p (class loop *loop, edge e, class tree_niter_desc *niter)
{
  return safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src))
         && !(e->flags & EDGE_COMPLEX)
         && just_once_each_iteration_p (loop, e->src)
         && number_of_iterations_exit_assumptions (loop, e, niter, NULL);
}

/* The test of LOOP, if that counts to what only the program knows, and what may be
   another number whenever the loop is entered; else NULL.  If the turns are those
   of the last time, the chain of tests goes as it did then, and is easier to
   predict than the end of many turns.  */
static gcond *
counting_test (class loop *loop)
{
  gcond *test = NULL;
  edge e;
  unsigned i;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  FOR_EACH_VEC_ELT (exits, i, e)
    {
      class tree_niter_desc niter;
      if (!counted_exit_p (loop, e, &niter))
        continue;
      if (TREE_CODE (niter.niter) == INTEGER_CST
          || (loop_outer (loop_outer (loop))
              && expr_invariant_in_loop_p (loop_outer (loop), niter.niter)))
        return NULL;
      if (!test)
        test = as_a<gcond *> (last_nondebug_stmt (e->src));
    }
  return test;
}

/* Whether LOOP has an end that counts, and most entries leave it by others.  */
static bool
leaves_uncounted_p (class loop *loop)
{
  edge e;
  unsigned i;
  bool counts = false;
  profile_count all = profile_count::zero (), uncounted = profile_count::zero ();
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  FOR_EACH_VEC_ELT (exits, i, e)
    {
      class tree_niter_desc niter;
      bool counted = counted_exit_p (loop, e, &niter);
      counts |= counted;
      all += e->count ();
      if (!counted)
        uncounted += e->count ();
    }
  return counts && uncounted > all.apply_scale (1, 2);
}

/* Cycles of a turn of LOOP, which are fewer by *SAVED where there are copies of
   it.  */
static double
turn_cycles (class loop *loop, double *saved)
{
  double width = hwpgo_plugin.select_params.issue_width;
  double waits = hwpgo_turn_latency (loop);
  double insns = hwpgo_turn_insns (loop);
  double rolled = MAX (MAX (insns / width, CYCLES_OF_JUMP), waits);
  double unrolled = MAX ((insns - TEST_INSNS) / width, waits);
  *saved = MAX (rolled - unrolled, 0);
  return rolled;
}

/* Have LOOP not unrolled, if that costs more than it saves.  */
static void
judge_loop (class loop *loop)
{
  double turns = hwpgo_loop_turns (loop);
  if (turns <= 0)
    return;
  double saved;
  double cycles = turn_cycles (loop, &saved);
  if (saved <= cycles * UNSURE_PART && leaves_uncounted_p (loop))
    {
      loop->unroll = 1;
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, find_loop_location (loop),
                         "loop not unrolled: that would save nothing, and most "
                         "entries leave it by what does not count\n");
      return;
    }
  gcond *test = counting_test (loop);
  if (!test)
    return;
  struct hwpgo_hint hint = hwpgo_branch_hint (test);
  if (hint.verdict == HWPGO_UNKNOWN || hint.mispredicts == 0)
    return;
  double mispredicts = MIN (hint.ratio_low * turns, 1);
  double cost = mispredicts * hwpgo_plugin.select_params.mispredict_penalty;
  saved *= turns;
  if (mispredicts < MIN_MISPREDICTS
      || cost <= saved + cycles * turns * UNSURE_PART)
    return;
  loop->unroll = 1;
  if (!dump_enabled_p ())
    return;
  char text[160];
  snprintf (text, sizeof text,
            "each entry, of %.1f turns, would save %.1f cycles, and lose %.1f "
            "by mispredicts",
            turns, saved, cost);
  dump_printf_loc (MSG_NOTE, test, "loop not unrolled: %s\n", text);
}

/* Have LOOP not unrolled, if branches choose a way through most of its turns, and
   one is mispredicted or several go either way.  */
static void
judge_branches (class loop *loop)
{
  struct hwpgo_turn_branches branches = hwpgo_find_turn_branches (loop);
  gimple *missed = branches.missed;
  if (!missed && branches.either < SEVERAL)
    return;
  loop->unroll = 1;
  if (!dump_enabled_p ())
    return;
  if (missed)
    dump_printf_loc (MSG_NOTE, missed,
                     "loop not unrolled: this branch is mispredicted\n");
  else
    dump_printf_loc (MSG_NOTE, find_loop_location (loop),
                     "loop not unrolled: branches of its turns go either way\n");
}

bool
hwpgo_rolled_loops_gate (function *fn)
{
  return hwpgo_plugin.args.options && flag_unroll_loops && loops_for_fn (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_rolled_loops_execute (function *fn)
{
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_initialize ();
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    {
      class loop *loop = get_loop (fn, i);
      if (!loop || !loop->header || outer_p (loop))
        continue;
      if (loop->unroll == 0)
        judge_branches (loop);
      if (loop->unroll == 0 && optimize_loop_for_speed_p (loop))
        judge_loop (loop);
    }
  scev_finalize ();
  loop_optimizer_finalize ();
  return 0;
}
