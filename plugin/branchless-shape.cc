/* Finding hammocks and diamonds.
   SPDX-License-Identifier: GPL-2.0-or-later

        head                 head
        /  \                 /  \
      then  |             then  else
        \  /                 \  /
        join                 join

   An arm is a chain of blocks with one way in and one way out.  Nothing is
   asked of the join, so the update of a binary search, whose join is the
   header of its loop, is a hammock like any other.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* Follow the arm that begins with edge FIRST as far as it is straight.  False
   if it is longer than an arm may be.  */
static bool
follow_arm (edge first, struct hwpgo_arm *arm)
{
  arm->first = arm->last = first;
  arm->n_blocks = 0;
  for (;;)
    {
      basic_block bb = arm->last->dest;
      if (!single_pred_p (bb) || !single_succ_p (bb)
          || bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
        return true;
      if (arm->n_blocks == HWPGO_ARM_MAX_BLOCKS)
        return false;
      arm->blocks[arm->n_blocks++] = bb;
      arm->last = single_succ_edge (bb);
    }
}

bool
hwpgo_statement_empty (gimple *stmt)
{
  return is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_NOP
         || gimple_code (stmt) == GIMPLE_PREDICT;
}

bool
hwpgo_hammock_selects (const struct hwpgo_hammock *h, gphi *phi)
{
  tree a = PHI_ARG_DEF_FROM_EDGE (phi, h->arms[0].last);
  tree b = PHI_ARG_DEF_FROM_EDGE (phi, h->arms[1].last);
  return hwpgo_values_differ (h, a, b);
}

hwpgo_refusal
hwpgo_hammock_check_results (const struct hwpgo_hammock *h)
{
  struct hwpgo_effects effects;
  hwpgo_refusal why = hwpgo_effects_match (h, &effects);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  bool any = effects.n != 0;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      if (!hwpgo_hammock_selects (h, phi))
        continue;
      if (virtual_operand_p (gimple_phi_result (phi)))
        continue;
      if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_phi_result (phi)))
        return HWPGO_REFUSE_ABNORMAL;
      for (const hwpgo_arm &arm : h->arms)
        {
          tree value = PHI_ARG_DEF_FROM_EDGE (phi, arm.last);
          if (TREE_CODE (value) != SSA_NAME)
            continue;
          if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
            return HWPGO_REFUSE_ABNORMAL;
          if (ssa_undefined_value_p (value))
            return HWPGO_REFUSE_UNDEFINED;
        }
      any = true;
    }
  return any ? HWPGO_REFUSE_NONE : HWPGO_REFUSE_NO_RESULT;
}

/* Is BB nothing but a way on, which several blocks have?  */
static bool
shared_way_p (basic_block bb)
{
  return !single_pred_p (bb) && single_succ_p (bb) && !last_nondebug_stmt (bb)
         && gimple_seq_empty_p (phi_nodes (bb))
         && !(single_succ_edge (bb)->flags & EDGE_COMPLEX)
         && !(bb->loop_father && bb == bb->loop_father->latch);
}

bool
hwpgo_hammock_own_way (basic_block head)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, head->succs)
    {
      edge other = EDGE_SUCC (head, e == EDGE_SUCC (head, 0));
      basic_block shared = e->dest;
      if (((e->flags | other->flags) & EDGE_COMPLEX) || !shared_way_p (shared))
        continue;
      edge on = single_succ_edge (shared);
      basic_block join = on->dest;
      if (other->dest != join
          && !(single_pred_p (other->dest) && single_succ_p (other->dest)
               && single_succ (other->dest) == join))
        continue;
      shared->count -= e->count ();
      edge own = redirect_edge_and_branch (single_succ_edge (split_edge (e)),
                                           join);
      for (gphi_iterator psi = gsi_start_phis (join); !gsi_end_p (psi);
           gsi_next (&psi))
        add_phi_arg (psi.phi (), PHI_ARG_DEF_FROM_EDGE (psi.phi (), on), own,
                     gimple_phi_arg_location_from_edge (psi.phi (), on));
      return true;
    }
  return false;
}

hwpgo_refusal
hwpgo_hammock_match (basic_block head, struct hwpgo_hammock *h)
{
  edge true_edge, false_edge;
  extract_true_false_edges_from_block (head, &true_edge, &false_edge);
  return hwpgo_hammock_match_ways (head, true_edge, false_edge, h);
}

hwpgo_refusal
hwpgo_hammock_match_ways (basic_block head, edge true_edge, edge false_edge,
                          struct hwpgo_hammock *h)
{
  h->head = head;
  h->region = NULL;
  h->apart = h->leaves = false;
  h->cond = as_a<gcond *> (last_nondebug_stmt (head));
  if (!follow_arm (true_edge, &h->arms[0])
      || !follow_arm (false_edge, &h->arms[1]))
    return HWPGO_REFUSE_SHAPE;
  h->join = h->arms[0].last->dest;
  if (h->join != h->arms[1].last->dest || h->join == head
      || h->join == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return HWPGO_REFUSE_SHAPE;
  for (const hwpgo_arm &arm : h->arms)
    {
      if ((arm.first->flags | arm.last->flags) & EDGE_COMPLEX)
        return HWPGO_REFUSE_ABNORMAL;
      for (unsigned i = 0; i < arm.n_blocks; i++)
        if (single_succ_edge (arm.blocks[i])->flags & EDGE_COMPLEX)
          return HWPGO_REFUSE_ABNORMAL;
    }
  return HWPGO_REFUSE_NONE;
}

bool
hwpgo_leaves_loop_p (basic_block head)
{
  class loop *loop = head->loop_father;
  edge e;
  edge_iterator ei;
  if (loop && loop_outer (loop))
    FOR_EACH_EDGE (e, ei, head->succs)
      if (loop_exit_edge_p (loop, e))
        return true;
  return false;
}

/* The only statement of H's arms that makes code; NULL if there is none, or
   more than one and then *MANY is set.  */
static gimple *
only_statement (const struct hwpgo_hammock *h, bool *many)
{
  gimple *found = NULL;
  *many = false;
  for (const hwpgo_arm &arm : h->arms)
    for (unsigned i = 0; i < arm.n_blocks; i++)
      for (gimple_stmt_iterator gsi = gsi_after_labels (arm.blocks[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        if (!hwpgo_statement_empty (gsi_stmt (gsi)))
          {
            *many |= found != NULL;
            found = gsi_stmt (gsi);
          }
  return found;
}

bool
hwpgo_hammock_idiom_p (const struct hwpgo_hammock *h)
{
  gphi *only = NULL;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_hammock_selects (h, psi.phi ()))
      {
        if (only)
          return false;
        only = psi.phi ();
      }
  /* GCC has these only where it makes no difference what a NaN or a zero is.  */
  if (!only || HONOR_NANS (gimple_phi_result (only))
      || HONOR_SIGNED_ZEROS (gimple_phi_result (only)))
    return false;
  bool many;
  gimple *stmt = only_statement (h, &many);
  tree lhs = gimple_cond_lhs (h->cond), rhs = gimple_cond_rhs (h->cond);
  tree a = PHI_ARG_DEF_FROM_EDGE (only, h->arms[0].last);
  tree b = PHI_ARG_DEF_FROM_EDGE (only, h->arms[1].last);
  if (!stmt)
    return (operand_equal_p (a, lhs, 0) && operand_equal_p (b, rhs, 0))
           || (operand_equal_p (a, rhs, 0) && operand_equal_p (b, lhs, 0));
  return !many && is_gimple_assign (stmt)
         && gimple_assign_rhs_code (stmt) == NEGATE_EXPR
         && gimple_assign_rhs1 (stmt) == lhs && (a == lhs || b == lhs);
}

bool
hwpgo_hammock_convertible_p (basic_block head, struct hwpgo_hammock *h)
{
  return hwpgo_hammock_match (head, h) == HWPGO_REFUSE_NONE
         && hwpgo_hammock_check (h) == HWPGO_REFUSE_NONE
         && hwpgo_hammock_check_results (h) == HWPGO_REFUSE_NONE
         && hwpgo_hammock_check_target (h) == HWPGO_REFUSE_NONE;
}
