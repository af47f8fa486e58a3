/* Traces: what usually runs in one go is in one piece.
   SPDX-License-Identifier: GPL-2.0-or-later

   J. A. Fisher, "Trace Scheduling: A Technique for Global Microcode
   Compaction", IEEE Transactions on Computers C-30(7), 1981, as tail
   duplication of

   W. W. Hwu et al., "The Superblock: An Effective Technique for VLIW and
   Superscalar Compilation", The Journal of Supercomputing 7, 1993.

   From a block that runs often, a trace goes back and on along the edges that
   are taken most.  Where another way comes in, that way keeps the block and
   the trace gets a copy.  There are fewer jumps, so that the predictor's
   history goes back further, and nothing waits for what only the other way
   does.

   GCC's -ftracer, which -fprofile-use has on, copies wherever a trace goes.
   Three kinds of joins stay what they are here, since their copies cost more
   than a jump:

   - those that are, or may become, a conditional move's: a trace has one side
     only, and then it is a branch for good.  A decision tree took 3 times as
     long.
   - the test of a loop that counts: RTL's unroller wants one for all turns.  A
     hash that skips zeros took 2.6 times as long, blending of pixels 1.25
     times.
   - what ends in a mispredicted branch: each copy has to be learnt for itself.
     Nor is anything copied behind one, unless a copy knows a part of what it
     tests.

   And traces stay in small loops.  Larger ones, and the rest of xz, zstd,
   bzip2, gzip and Lua, gain nothing, and as every copy is taken to go on as
   all do together, GCC believes less that is true.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/plugin.h"
#include "plugin/relations.h"
#include "plugin/tails.h"

/* Most instructions in a small loop, with its inner ones.  */
#define SMALL_LOOP 50

typedef fibonacci_heap<long, basic_block_def> block_heap;
typedef fibonacci_node<long, basic_block_def> block_node;

/* The work on one function.  */
struct tracing
{
  tracing () : seeds (LONG_MIN) {}
  block_heap seeds; /* blocks in no trace; what runs most is first.  */
  auto_vec<block_node *> node; /* of each block there was, or NULL.  */
  auto_bitmap in_place;        /* see find_places.  */
  auto_bitmap traced;          /* blocks in traces.  */
  double executed;             /* instructions in traces, by executions.  */
  unsigned copied;             /* instructions, static.  */
  bool changed;                /* copies may have none.  */
};

/* Does ARM store, beside something else?  RTL moves one store at most out of the
   way.  */
static bool
stores_more_p (const struct hwpgo_arm *arm)
{
  bool stores = false;
  unsigned insns = 0;
  for (unsigned i = 0; i < arm->n_blocks; i++)
    {
      insns += hwpgo_tail_insns (arm->blocks[i]);
      for (gimple_stmt_iterator gsi = gsi_start_bb (arm->blocks[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        stores |= gimple_vdef (gsi_stmt (gsi)) != NULL_TREE;
    }
  return stores && insns > 1;
}

/* Is A, as it comes along E, what it was when the turn of the loop began?  */
static bool
unchanged_p (edge e, tree a)
{
  gphi *phi = TREE_CODE (a) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (a))
                  : NULL;
  if (phi && gimple_bb (phi) == e->dest)
    a = PHI_ARG_DEF_FROM_EDGE (phi, e);
  if (TREE_CODE (a) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (a))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (a);
  return is_a<gphi *> (def)
         || !flow_bb_inside_loop_p (e->dest->loop_father, gimple_bb (def));
}

/* Does the block that E leads to ask if two comparisons are both true, one of which
   is of values that are unchanged?  The turn had its answer.  */
static bool
half_known_p (edge e)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->dest));
  bool if_both;
  gassign *both = cond ? hwpgo_asks_both (cond, &if_both) : NULL;
  for (int i = 1; both && i <= 2; i++)
    {
      tree part = gimple_op (both, i);
      gassign *def = TREE_CODE (part) == SSA_NAME
                         ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (part))
                         : NULL;
      if (def && TREE_CODE_CLASS (gimple_assign_rhs_code (def)) == tcc_comparison
          && unchanged_p (e, gimple_assign_rhs1 (def))
          && unchanged_p (e, gimple_assign_rhs2 (def)))
        return true;
    }
  return false;
}

/* Does the branch of H, a hammock, stay a branch for GCC, and is better one?
   Only what was measured as a branch is one, and is better if its mispredicts cost
   less than a select.  Of a branch that nearly always goes one way, or whose ways
   store more than one value, GCC makes no conditional move.  Of what is mispredicted it
   gains nothing (a sort by three parts takes 1.01 to 1.04 of the time), unless a
   copy is HALF_KNOWN.  */
static bool
stays_branch_p (const struct hwpgo_hammock *h, bool half_known)
{
  if (hwpgo_hammock_idiom_p (h))
    return false;
  if (predictable_edge_p (EDGE_SUCC (h->head, 0)))
    return true;
  struct hwpgo_outcome o = {};
  o.hint = hwpgo_branch_hint (h->cond);
  struct hwpgo_hammock weighed;
  return (o.hint.verdict == HWPGO_PREDICTABLE
          || (half_known
              && (stores_more_p (&h->arms[0]) || stores_more_p (&h->arms[1]))))
         && hwpgo_hint_of_branch_p (&o.hint)
         && hwpgo_judge (h->head, HWPGO_LATE, &weighed, &o)
                == HWPGO_REFUSE_COST;
}

/* Do ways with values for a conditional move meet in TO's destination?  */
static bool
selects_p (edge to)
{
  basic_block bb = to->dest;
  bool values = false;
  for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
       gsi_next (&psi))
    values |= !virtual_operand_p (gimple_phi_result (psi.phi ()));
  if (!values)
    return false;
  bool half_known = half_known_p (to);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    {
      struct hwpgo_hammock h;
      basic_block head = e->src;
      if (single_succ_p (head) && single_pred_p (head))
        head = single_pred (head);
      gimple *last = last_nondebug_stmt (head);
      if (last && is_a<gcond *> (last)
          && hwpgo_hammock_match (head, &h) == HWPGO_REFUSE_NONE
          && h.join == bb && !stays_branch_p (&h, half_known))
        return true;
    }
  return false;
}

/* Instructions of LOOP and those in it.  */
static unsigned
loop_insns (class loop *loop)
{
  unsigned insns = 0;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    insns += hwpgo_tail_insns (body[i]);
  free (body);
  return insns;
}

/* Does BB have the test of LOOP, its innermost one, which RTL may unroll by
   that test?  Induction variable optimisation leaves some that count only if
   they end.  */
static bool
counts_p (class loop *loop, basic_block bb)
{
  if (loop->inner || loop->unroll == 1)
    return false;
  class tree_niter_desc niter;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!flow_bb_inside_loop_p (loop, e->dest) && !(e->flags & EDGE_COMPLEX)
        && number_of_iterations_exit_assumptions (loop, e, &niter, NULL))
      return true;
  return false;
}

/* Fill IN_PLACE with the blocks of FN that may be copied, as far as the place
   matters.  */
static void
find_places (function *fn, bitmap in_place)
{
  loop_optimizer_init (LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_initialize ();
  auto_vec<unsigned> insns;
  insns.safe_grow_cleared (number_of_loops (fn), true);
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    if (class loop *loop = get_loop (fn, i))
      insns[i] = loop_insns (loop);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = bb->loop_father;
      if (loop_outer (loop) && insns[loop->num] <= SMALL_LOOP
          && bb != loop->header && !counts_p (loop, bb))
        bitmap_set_bit (in_place, bb->index);
    }
  scev_finalize ();
  loop_optimizer_finalize ();
}

/* May the block where other ways come to a trace that goes along E be copied for it?
   Of ways that have a copy already, there is no conditional move any more.  */
static bool
copies_p (tracing *t, edge e)
{
  basic_block bb = e->dest;
  return bitmap_bit_p (t->in_place, bb->index) && can_duplicate_block_p (bb)
         && !selects_p (e) && !hwpgo_ends_mispredicted_p (bb);
}

/* Has BB no place in a trace?  */
static bool
apart_p (basic_block bb)
{
  return bb->index < NUM_FIXED_BLOCKS || optimize_bb_for_size_p (bb);
}

/* The one of EDGES that is taken most, or NULL if a trace cannot go along it.
 */
static edge
most_taken (vec<edge, va_gc> *edges)
{
  edge e, most = NULL;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, edges)
    if (!most
        || hwpgo_executions (e->count ()) > hwpgo_executions (most->count ()))
      most = e;
  return most && !(most->flags & (EDGE_COMPLEX | EDGE_DFS_BACK)) ? most : NULL;
}

/* Does a trace go along E, seen from both of its ends, between blocks that are
   in none?  */
static bool
usual_p (tracing *t, edge e)
{
  return !apart_p (e->src) && !apart_p (e->dest)
         && !bitmap_bit_p (t->traced, e->src->index)
         && !bitmap_bit_p (t->traced, e->dest->index)
         && most_taken (e->src->succs) == e && most_taken (e->dest->preds) == e
         && hwpgo_executions (e->count ()) * 100
                >= hwpgo_executions (e->src->count)
                       * param_tracer_min_branch_probability;
}

/* Let a trace begin with BB, which is in none.  */
static void
offer (tracing *t, basic_block bb)
{
  t->node[bb->index]
      = t->seeds.insert (-(long) hwpgo_executions (bb->count), bb);
}

/* Put BB, which may be a copy, into a trace.  */
static void
put (tracing *t, basic_block bb)
{
  unsigned index = (unsigned) bb->index;
  bitmap_set_bit (t->traced, bb->index);
  t->executed += hwpgo_executions (bb->count) * hwpgo_tail_insns (bb);
  if (index < t->node.length () && t->node[index])
    {
      t->seeds.delete_node (t->node[index]);
      t->node[index] = NULL;
    }
}

/* The first statement of BB that has a place; NULL if there is none.  */
static gimple *
first_placed (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (!is_gimple_debug (gsi_stmt (gsi))
        && gimple_has_location (gsi_stmt (gsi)))
      return gsi_stmt (gsi);
  return NULL;
}

/* A copy of E's destination for the trace that goes along E.  The other ways
   keep the block, with which a trace may begin.  */
static basic_block
copy_for_trace (tracing *t, edge e)
{
  basic_block bb = e->dest;
  gimple *first = dump_enabled_p () ? first_placed (bb) : NULL;
  if (first)
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, dump_user_location_t (first),
                     "copied for the way by which most come\n");
  t->changed = true;
  t->copied += hwpgo_tail_insns (bb);
  basic_block copy = hwpgo_tail_copy (e);
  if (t->node[bb->index])
    t->seeds.delete_node (t->node[bb->index]);
  offer (t, bb);
  return copy;
}

/* Make the trace that SEED is part of.  */
static void
make_trace (tracing *t, basic_block seed)
{
  basic_block bb = seed;
  edge e;
  while ((e = most_taken (bb->preds)) && usual_p (t, e))
    bb = e->src;
  for (;;)
    {
      e = most_taken (bb->succs);
      bool on = e && usual_p (t, e)
                && (single_pred_p (e->dest) || copies_p (t, e));
      put (t, bb);
      if (!on)
        return;
      bb = single_pred_p (e->dest) ? e->dest : copy_for_trace (t, e);
    }
}

bool
hwpgo_traces_gate (function *fn)
{
  return hwpgo_plugin.args.options && optimize >= 2 && !optimize_size
         && !global_options_set.x_flag_tracer && loops_for_fn (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_traces_execute (function *fn)
{
  tracing t;
  t.executed = 0;
  t.copied = 0;
  t.changed = false;
  find_places (fn, t.in_place);
  if (bitmap_empty_p (t.in_place))
    return 0;
  mark_dfs_back_edges ();
  initialize_original_copy_tables ();
  t.node.safe_grow_cleared (last_basic_block_for_fn (fn), true);
  unsigned insns = 0;
  double executed = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      unsigned n = hwpgo_tail_insns (bb);
      insns += n;
      executed += n * hwpgo_executions (bb->count);
      if (!apart_p (bb))
        offer (&t, bb);
    }
  double most_copied = insns * (param_tracer_max_code_growth / 100.0);
  double enough = executed * (param_tracer_dynamic_coverage / 100.0);
  while (!t.seeds.empty () && t.copied < most_copied && t.executed < enough)
    {
      bb = t.seeds.extract_min ();
      t.node[bb->index] = NULL;
      make_trace (&t, bb);
    }
  free_original_copy_tables ();
  if (!t.changed)
    return 0;
  free_dominance_info (CDI_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  return TODO_cleanup_cfg | TODO_update_ssa;
}
