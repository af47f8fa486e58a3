/* What a turn of a loop stores, and the next loads again, stays in a register.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (j = 1; j < n; j++)              left = row[0];
       row[j] = f (row[j - 1],       ->   for (j = 1; j < n; j++)
                   above[j]);               row[j] = left = f (left, above[j]);

   A value that goes through memory is there seven cycles later where the
   processor does not keep track of what was stored: dynamic time warping,
   which Zen 4 has to wait for in floating point, took twice the time.  GCC's
   predictive commoning does the same, but in what runs in each turn, and where
   it knows of any two accesses how far they are apart.  Here the first turn
   may do without, as has no left neighbour, and only stores matter: that loads
   from ABOVE may be from ROW is no obstacle.

   What is in one place in all turns GCC itself moves to registers, but behind
   the pass that makes vectors of neighbouring stores, and then not: the state
   of a filter, of which each turn shifts a few values, would be put together
   in memory.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-way.h"
#include "plugin/carried.h"
#include "plugin/plugin.h"

/* The value of OPERAND in the first turn of LOOP.  */
static tree
first_value (class loop *loop, tree operand)
{
  gphi *phi = TREE_CODE (operand) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (operand))
                  : NULL;
  return phi && gimple_bb (phi) == loop->header
             ? PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop))
             : operand;
}

/* Is it known that LOAD, of LOOP, does not run in the first turn, as what has
   no left neighbour is told by its index?  */
static bool
first_turn_skips_p (class loop *loop, data_reference_p load)
{
  for (basic_block bb = gimple_bb (DR_STMT (load)); bb != loop->header;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      edge e = single_pred_p (bb) ? single_pred_edge (bb) : NULL;
      gcond *cond
          = e ? safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src)) : NULL;
      if (!cond)
        continue;
      tree a = first_value (loop, gimple_cond_lhs (cond));
      tree b = first_value (loop, gimple_cond_rhs (cond));
      if (TREE_CODE (a) != INTEGER_CST || TREE_CODE (b) != INTEGER_CST)
        continue;
      tree result
          = fold_binary (gimple_cond_code (cond), boolean_type_node, a, b);
      if (result
          && ((e->flags & EDGE_TRUE_VALUE) ? integer_zerop (result)
                                           : integer_onep (result)))
        return true;
    }
  return false;
}

/* What the turn before, of LOOP, has put by STORE where LOAD is from.  */
static tree
carried (class loop *loop, data_reference_p store, data_reference_p load)
{
  tree type = TREE_TYPE (DR_REF (load));
  edge enters = loop_preheader_edge (loop);
  tree first = first_turn_skips_p (loop, load)
                   ? build_zero_cst (type)
                   : hwpgo_load_first (loop, enters, load);
  gphi *phi = create_phi_node (make_ssa_name (type), loop->header);
  add_phi_arg (phi, first, loop_preheader_edge (loop), UNKNOWN_LOCATION);
  add_phi_arg (phi, gimple_assign_rhs1 (DR_STMT (store)),
               loop_latch_edge (loop), UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}

/* The accesses of a loop, and what is known of it.  */
struct carrying
{
  struct hwpgo_accesses accesses;
  bool stored_before; /* a turn of the loop is in front of it.  */
  bool wants_peeling; /* one that is not would let a load run.  */
};

/* Does anything but STORE write where LOAD loads, as far as LOOP is concerned?
 */
static bool
overwritten_p (class loop *loop, const struct hwpgo_accesses *a,
               data_reference_p store, data_reference_p load)
{
  for (data_reference_p other : a->stores)
    if (other != store
        && (hwpgo_stays_p (other) && hwpgo_stays_p (load)
                ? refs_may_alias_p (DR_REF (other), DR_REF (load), true)
                : dr_may_alias_p (other, load, loop)))
      return true;
  return false;
}

/* Is STORE, of LOOP, part of each turn, with a value that LOAD has something
   to do with?  What stays in its place need not: with its neighbours it may
   become a vector in memory, which waits for all of them.  */
static bool
waited_for_p (class loop *loop, data_reference_p store, data_reference_p load)
{
  gimple *stmt = DR_STMT (store);
  tree value = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (value) != SSA_NAME
      || !dominated_by_p (CDI_DOMINATORS, loop->latch, gimple_bb (stmt)))
    return false;
  if (hwpgo_stays_p (store))
    return true;
  hwpgo_walker walk (loop, gimple_assign_lhs (DR_STMT (load)),
                     { NULL, NULL, false }, false);
  return walk.to (value).latency >= 0;
}

/* What STORE, of LOOP, has put where LOAD is from, if it is known to be still
   there and worth a register; else NULL_TREE.  */
static tree
value_of (class loop *loop, struct carrying *c, data_reference_p store,
          data_reference_p load)
{
  int turns = hwpgo_turns_between (store, load);
  if (turns < 0 || overwritten_p (loop, &c->accesses, store, load)
      || hwpgo_has_abnormal_p (DR_STMT (store)))
    return NULL_TREE;
  if (turns == 0)
    return hwpgo_runs_before_p (DR_STMT (store), DR_STMT (load))
               ? gimple_assign_rhs1 (DR_STMT (store))
               : NULL_TREE;
  if (!waited_for_p (loop, store, load))
    return NULL_TREE;
  if (c->stored_before || first_turn_skips_p (loop, load)
      || hwpgo_first_turn_loads_p (loop, DR_STMT (load)))
    return carried (loop, store, load);
  c->wants_peeling = true;
  return NULL_TREE;
}

/* Carry what can be in LOOP.  PEELED: a turn of it is in front.  Fills
   WANTS_PEELING.  */
static bool
carry_in_loop (class loop *loop, bool peeled, bool *wants_peeling)
{
  struct carrying c;
  c.stored_before = peeled;
  c.wants_peeling = false;
  *wants_peeling = false;
  if (!loop_latch_edge (loop) || !get_virtual_phi (loop->header)
      || !hwpgo_plain_loop_p (loop)
      || !hwpgo_find_accesses (loop, &c.accesses))
    return false;
  bool changed = false;
  for (data_reference_p load : c.accesses.loads)
    for (data_reference_p store : c.accesses.stores)
      {
        tree value = value_of (loop, &c, store, load);
        if (!value)
          continue;
        gimple_stmt_iterator gsi = gsi_for_stmt (DR_STMT (load));
        if (dump_enabled_p ())
          dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, DR_STMT (load),
                           "what a turn has stored stays in a"
                           " register\n");
        gimple_assign_set_rhs_from_tree (&gsi, value);
        update_stmt (gsi_stmt (gsi));
        changed = true;
        break;
      }
  if (changed)
    hwpgo_memory_ways_forget (loop);
  *wants_peeling = c.wants_peeling;
  return changed;
}

bool
hwpgo_carried_stores_gate (function *fn)
{
  return hwpgo_branchless_gate (fn);
}

unsigned int
hwpgo_carried_stores_execute (function *fn)
{
  bool changed = false, peel;
  basic_block bb;
  auto_vec<class loop *> loops;
  if (!loops_state_satisfies_p (LOOPS_HAVE_PREHEADERS
                                | LOOPS_HAVE_SIMPLE_LATCHES))
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = bb->loop_father;
      if (bb == loop->header && loop_outer (loop) && !loop->inner
          && optimize_loop_for_speed_p (loop))
        loops.safe_push (loop);
    }
  for (class loop *loop : loops)
    {
      changed |= carry_in_loop (loop, false, &peel);
      if (peel && hwpgo_peel_first (loop))
        {
          carry_in_loop (loop, true, &peel);
          changed = true;
        }
    }
  if (changed)
    scev_reset ();
  return 0;
}

bool
hwpgo_carried_stores_unrolled_gate (function *fn)
{
  return hwpgo_carried_stores_gate (fn);
}

unsigned int
hwpgo_carried_stores_unrolled_execute (function *fn)
{
  return hwpgo_carried_stores_execute (fn);
}
