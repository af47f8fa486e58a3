/* Turns in front of loops of which nobody can tell how many there will be.
   SPDX-License-Identifier: GPL-2.0-or-later

   A loop that turns a few times, and another number of times whenever it is
   entered, as a decoder of codes of variable length does, ends by a mispredicted
   branch.

     while (!found (n))          if (!found (0))
       n++;                ->      if (!found (1))
                                     ... while (!found (n)) n++;

   Each of its turns as code of its own has a branch of its own, with the chances
   of that turn, which are seldom those of all turns together; and where the
   processor came from tells how many turns there were, in one jump instead of one
   for each.  What all entries begin with is known in these copies, too: places in
   tables become constants, and what is there is loaded once in front of the loop
   around.

   That is GCC's own peeling, which does it for all loops up to a limit, or none.
   Of loops whose end is known by heart it makes as many branches to be known, and
   has counts that are less true.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/peeled-loops.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Mispredicts of an entry that are worth copies, and each of many copies.  One for each
   entry says that turns end at random, whatever came before, and each copy would.  Where
   the profiled build has copies there may be fewer because of them; but others than this
   pass make some, too, of loops whose end is known.  Behind a branch that has become a
   select (converted_p) more of them are believed to be its noise.  */
#define MIN_MISPREDICTS 0.1
#define MIN_OF_COPY 0.02
#define MIN_COPIED 0.02
#define MAX_MISPREDICTS 0.65
#define MAX_CONVERTED 0.8

/* More copies, or instructions in them, by GCC's weights for size, are not made.  */
#define MAX_COPIES 16
#define MAX_INSNS 200

/* The branches that leave LOOP.  */
struct ends
{
  double mispredicts; /* for each time that LOOP is entered.  */
  unsigned copies;    /* the most that the profiled build had of one.  */
};

static struct ends
look_at_ends (class loop *loop)
{
  struct ends ends = { 0, 0 };
  edge e;
  unsigned i;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  FOR_EACH_VEC_ELT (exits, i, e)
    {
      gcond *test = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
      if (!test)
        continue;
      struct hwpgo_hint hint = hwpgo_branch_hint (test);
      if (hint.verdict != HWPGO_UNKNOWN)
        ends.mispredicts += hint.ratio_low * hwpgo_executions (e->src->count);
      ends.copies = MAX (ends.copies,
                         hwpgo_copies_at (current_function_decl,
                                          gimple_location (test)));
    }
  double entries = hwpgo_executions (loop_preheader_edge (loop)->count ());
  ends.mispredicts = entries > 0 ? ends.mispredicts / entries : 0;
  return ends;
}

/* Has LOOP a select in place of a branch that was mispredicted?  That filled the
   history by which the loop's end was guessed with noise.  */
static bool
converted_p (class loop *loop)
{
  bool found = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
         gsi_next (&gsi))
      found |= is_gimple_assign (gsi_stmt (gsi))
               && gimple_assign_rhs_code (gsi_stmt (gsi)) == COND_EXPR
               && hwpgo_branch_hint (gsi_stmt (gsi)).verdict
                      == HWPGO_UNPREDICTABLE;
  free (body);
  return found;
}

/* Are COPIES of LOOP's turns, whose ends have so many MISPREDICTS for each entry, worth
   their room, and what has to be learnt of each?  The profiled build had them if
   COPIED.  */
static bool
worth_copies_p (class loop *loop, double mispredicts, unsigned copies,
                bool copied)
{
  if (mispredicts < (copied ? MIN_COPIED : MIN_MISPREDICTS))
    return false;
  if (hwpgo_much_known_p (loop))
    return true;
  struct hwpgo_turn_branches branches = hwpgo_find_turn_branches (loop);
  if (branches.missed || branches.either)
    return false;
  return copied
         || (mispredicts >= copies * MIN_OF_COPY
             && mispredicts
                    <= (converted_p (loop) ? MAX_CONVERTED : MAX_MISPREDICTS));
}

/* How many turns of LOOP, left by ENDS, to copy; 0 if none.  What was copied by the
   profiled build is mispredicted less often because of that.  Where all the turns that
   there can be would be copied GCC leaves no loop by itself; behind copies of ours it
   would leave the counts of one.  */
static unsigned
copies_for (class loop *loop, const struct ends *ends)
{
  HOST_WIDE_INT turns = estimated_loop_iterations_int (loop);
  if (turns < 1 || turns >= MAX_COPIES || loop->unroll != 0
      || TREE_CODE (number_of_latch_executions (loop)) == INTEGER_CST)
    return 0;
  unsigned insns = 0, copies = (unsigned) turns + 1;
  HOST_WIDE_INT most = max_loop_iterations_int (loop);
  if ((most >= 0 && most < copies)
      || !worth_copies_p (loop, ends->mispredicts, copies, ends->copies > copies))
    return 0;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    insns += hwpgo_tail_insns (body[i]);
  bool can = can_copy_bbs_p (body, loop->num_nodes);
  free (body);
  return can && insns * copies <= MAX_INSNS ? copies : 0;
}

/* Put COPIES turns of LOOP in front of it.  False if that cannot be.  */
static bool
peel (class loop *loop, unsigned copies)
{
  auto_sbitmap wont_exit (copies + 1);
  bitmap_clear (wont_exit);
  initialize_original_copy_tables ();
  bool peeled = gimple_duplicate_loop_body_to_header_edge (
      loop, loop_preheader_edge (loop), copies, wont_exit, NULL, NULL,
      DLTHE_FLAG_UPDATE_FREQ);
  free_original_copy_tables ();
  if (!peeled)
    return false;
  loop->any_estimate = false;
  if (wi::ltu_p (copies, loop->nb_iterations_upper_bound))
    loop->nb_iterations_upper_bound -= copies;
  else
    loop->nb_iterations_upper_bound = 0;
  if (wi::ltu_p (copies, loop->nb_iterations_likely_upper_bound))
    loop->nb_iterations_likely_upper_bound -= copies;
  else
    loop->nb_iterations_likely_upper_bound = 0;
  /* Few turns are left, of which nobody knows how many: RTL's unroller would put a chain
     of tests in front of them.  What can be unrolled completely still is.  */
  HOST_WIDE_INT most = max_loop_iterations_int (loop);
  if (most < 0 || most >= param_max_completely_peel_times)
    loop->unroll = 1;
  return true;
}

bool
hwpgo_peeled_loops_gate (function *fn)
{
  return hwpgo_plugin.args.options && flag_peel_loops && loops_for_fn (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_peeled_loops_execute (function *fn)
{
  bool changed = false;
  for (unsigned i = number_of_loops (fn); i-- > 1;)
    {
      class loop *loop = get_loop (fn, i);
      if (!loop || !loop->header || loop->inner
          || !optimize_loop_for_speed_p (loop))
        continue;
      struct ends ends = look_at_ends (loop);
      unsigned copies = copies_for (loop, &ends);
      if (copies == 0 || !peel (loop, copies))
        continue;
      changed = true;
      if (!dump_enabled_p ())
        continue;
      char text[160];
      snprintf (text, sizeof text,
                "%u turns put in front of the loop: it ends with %.2f "
                "mispredicts", copies, ends.mispredicts);
      dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, find_loop_location (loop),
                       "%s\n", text);
    }
  if (!changed)
    return 0;
  if (loops_state_satisfies_p (LOOP_CLOSED_SSA))
    rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  else
    update_ssa (TODO_update_ssa);
  hwpgo_propagate_constants (fn);
  scev_reset ();
  free_numbers_of_iterations_estimates (fn);
  return TODO_cleanup_cfg;
}
