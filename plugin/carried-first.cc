/* What the first turn of a loop loads, loaded before it.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = 1; i < n; i++)             if (1 < n)
       ... a[i - 1] ...            ->      first = a[0];
                                         for (i = 1; i < n; i++)
                                           ...

   Where no turn may run, so may no load.  The copy that loop header copying makes of
   the test is threaded with this one.  */

#include "plugin/gcc-headers.h"
#include "plugin/carried.h"

/* What computes an operand of the test at the head of a loop, one of the other.  */
#define MAX_COPIED 3

/* Can OP, an operand in LOOP's header, be had before the loop, by no more than LEFT
   statements, one of the other?  */
static bool
first_known_p (class loop *loop, tree op, unsigned left)
{
  if (TREE_CODE (op) != SSA_NAME)
    return is_gimple_min_invariant (op);
  gimple *def = SSA_NAME_DEF_STMT (op);
  if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (op))
    return false;
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  if (gimple_bb (def) != loop->header)
    return false;
  if (is_a<gphi *> (def))
    return true;
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || left == 0 || gimple_vuse (stmt)
      || gimple_assign_rhs_class (stmt) == GIMPLE_SINGLE_RHS
      || gimple_could_trap_p (stmt))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    if (!first_known_p (loop, gimple_op (stmt, i), left - 1))
      return false;
  return true;
}

/* OP, which can be had before LOOP, as it is in the first turn, computed behind
   GSI.  */
static tree
first_operand (class loop *loop, tree op, gimple_stmt_iterator *gsi)
{
  gimple *def = TREE_CODE (op) == SSA_NAME ? SSA_NAME_DEF_STMT (op) : NULL;
  if (!def || gimple_bb (def) != loop->header)
    return op;
  if (gphi *phi = dyn_cast<gphi *> (def))
    return PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
  gimple *copy = gimple_copy (def);
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    gimple_set_op (copy, i, first_operand (loop, gimple_op (def, i), gsi));
  tree name = make_ssa_name (TREE_TYPE (op), copy);
  gimple_set_lhs (copy, name);
  gimple_set_location (copy, UNKNOWN_LOCATION);
  gsi_insert_after (gsi, copy, GSI_NEW_STMT);
  return name;
}

gcond *
hwpgo_guarding_test (class loop *loop, gimple *load)
{
  basic_block at = gimple_bb (load);
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (loop->header));
  if (!cond || !dominated_by_p (CDI_DOMINATORS, loop->latch, at)
      || loop_exits_from_bb_p (loop, loop->header) == 0)
    return NULL;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    if (e->src != loop->header && !dominated_by_p (CDI_DOMINATORS, e->src, at))
      return NULL;
  return first_known_p (loop, gimple_cond_lhs (cond), MAX_COPIED)
                 && first_known_p (loop, gimple_cond_rhs (cond), MAX_COPIED)
             ? cond
             : NULL;
}

tree
hwpgo_load_guarded (class loop *loop, gcond *test, data_reference_p load)
{
  basic_block asks = split_edge (loop_preheader_edge (loop));
  basic_block loads = split_edge (single_succ_edge (asks));
  basic_block meets = split_edge (single_succ_edge (loads));
  edge stays = NULL, e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->succs)
    if (flow_bb_inside_loop_p (loop, e->dest))
      stays = e;
  int when = stays->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  gimple_stmt_iterator gsi = gsi_last_bb (asks);
  tree lhs = first_operand (loop, gimple_cond_lhs (test), &gsi);
  tree rhs = first_operand (loop, gimple_cond_rhs (test), &gsi);
  gcond *copy = gimple_build_cond (gimple_cond_code (test), lhs, rhs, NULL_TREE,
                                   NULL_TREE);
  gsi_insert_after (&gsi, copy, GSI_NEW_STMT);
  edge there = single_succ_edge (asks);
  there->flags = (there->flags & ~EDGE_FALLTHRU) | when;
  edge past = make_edge (
      asks, meets, when ^ (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE));
  there->probability = profile_probability::very_likely ();
  past->probability = there->probability.invert ();
  loads->count = there->count ();
  set_immediate_dominator (CDI_DOMINATORS, meets, asks);
  tree first = hwpgo_load_first (loop, single_succ_edge (loads), load);
  gphi *phi = create_phi_node (make_ssa_name (TREE_TYPE (first)), meets);
  add_phi_arg (phi, first, find_edge (loads, meets), UNKNOWN_LOCATION);
  add_phi_arg (phi, build_zero_cst (TREE_TYPE (first)), past,
               UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}
