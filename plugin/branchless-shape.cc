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
#include "plugin/branchless-judge.h"
#include "plugin/plugin.h"

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

/* Statements of a block that a branch gets for itself.  */
#define MAX_OWN 4

/* Are all uses of NAME in BB, or those of the edge ON in a PHI?  */
static bool
used_on_p (tree name, basic_block bb, edge on)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
  {
    gimple *user = USE_STMT (use);
    if (!is_gimple_debug (user) && gimple_bb (user) != bb
        && !(is_a<gphi *> (user)
             && gimple_phi_arg_edge (as_a<gphi *> (user),
                                     PHI_ARG_INDEX_FROM_USE (use))
                    == on))
      return false;
  }
  return true;
}

/* Does BB, which several blocks lead to, do no more than compute up to MOST
   values for the only block behind it?  */
static bool
shared_way_p (basic_block bb, unsigned most)
{
  if (single_pred_p (bb) || !single_succ_p (bb)
      || !gimple_seq_empty_p (phi_nodes (bb)) || !bb->loop_father
      || bb == bb->loop_father->latch || bb == bb->loop_father->header
      || (single_succ_edge (bb)->flags & EDGE_COMPLEX))
    return false;
  unsigned n = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_PREDICT)
        continue;
      tree lhs = is_a<gassign *> (stmt) ? gimple_get_lhs (stmt) : NULL_TREE;
      if (!lhs || TREE_CODE (lhs) != SSA_NAME || gimple_has_volatile_ops (stmt)
          || stmt_can_throw_internal (cfun, stmt)
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (lhs) || ++n > most
          || !used_on_p (lhs, bb, single_succ_edge (bb)))
        return false;
    }
  return true;
}

/* Is the branch that leads to BB by E not known to be unpredictable?  Where
   tests force conversions, this is what they are to try.  */
static bool
predictable_p (edge e)
{
  gimple *last = last_nondebug_stmt (e->src);
  return !last || gimple_code (last) != GIMPLE_COND
         || hwpgo_plugin.args.force_branchless
         || hwpgo_branch_hint (last).verdict != HWPGO_UNPREDICTABLE;
}

/* Branches in front of one that are looked at.  */
#define MAX_FRONTS 3

/* Do all ways to E's destination but E come from branches that can be
   predicted, and is what is in front of E's branch of that kind, too?  Else
   they are worth to be converted with it, and may share the way.  */
static bool
others_predictable_p (edge e)
{
  edge other;
  edge_iterator ei;
  FOR_EACH_EDGE (other, ei, e->dest->preds)
    if (other != e && !predictable_p (other))
      return false;
  basic_block bb = e->src;
  for (unsigned i = 0; i < MAX_FRONTS && single_pred_p (bb);
       i++, bb = single_pred (bb))
    if (!predictable_p (single_pred_edge (bb)))
      return false;
  return true;
}

/* The copy of VALUE that COPIES have, or VALUE.  */
static tree
copied (tree value, const hash_map<tree, tree> *copies)
{
  tree *copy = const_cast<hash_map<tree, tree> *> (copies)->get (value);
  return copy ? *copy : value;
}

/* Let E lead through what its destination, a shared way, has, and past it.  */
static void
own_way (edge e)
{
  basic_block shared = e->dest;
  edge on = single_succ_edge (shared);
  basic_block join = on->dest;
  hash_map<tree, tree> copies;
  shared->count -= e->count ();
  basic_block bb = split_edge (e);
  gimple_stmt_iterator to = gsi_start_bb (bb);
  for (gimple_stmt_iterator gsi = gsi_start_bb (shared); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
      if (!stmt)
        continue;
      gimple *copy = gimple_copy (stmt);
      use_operand_p use;
      ssa_op_iter iter;
      tree lhs = gimple_assign_lhs (stmt);
      tree result = duplicate_ssa_name (lhs, copy);
      gimple_set_lhs (copy, result);
      gsi_insert_after (&to, copy, GSI_NEW_STMT);
      FOR_EACH_SSA_USE_OPERAND (use, copy, iter, SSA_OP_USE)
      SET_USE (use, copied (USE_FROM_PTR (use), &copies));
      update_stmt (copy);
      copies.put (lhs, result);
    }
  edge own = redirect_edge_and_branch (single_succ_edge (bb), join);
  for (gphi_iterator psi = gsi_start_phis (join); !gsi_end_p (psi);
       gsi_next (&psi))
    add_phi_arg (psi.phi (),
                 copied (PHI_ARG_DEF_FROM_EDGE (psi.phi (), on), &copies), own,
                 gimple_phi_arg_location_from_edge (psi.phi (), on));
}

/* Where the ways of the branch at the end of HEAD meet, if each leads there at
   once or through one block.  */
static basic_block
meeting_of (basic_block head)
{
  basic_block a = EDGE_SUCC (head, 0)->dest, b = EDGE_SUCC (head, 1)->dest;
  basic_block on_a = single_succ_p (a) ? single_succ (a) : NULL;
  basic_block on_b = single_succ_p (b) ? single_succ (b) : NULL;
  if (on_a && (on_a == b || on_a == on_b))
    return on_a;
  return on_b == a ? a : NULL;
}

bool
hwpgo_hammock_own_way (basic_block head)
{
  edge e, shared[2];
  edge_iterator ei;
  unsigned n = 0;
  bool empty = true;
  basic_block join = meeting_of (head);
  if (!join)
    return false;
  FOR_EACH_EDGE (e, ei, head->succs)
    if (e->flags & EDGE_COMPLEX)
      return false;
    else if (e->dest != join && !single_pred_p (e->dest))
      {
        if (!shared_way_p (e->dest, MAX_OWN))
          return false;
        empty &= shared_way_p (e->dest, 0);
        shared[n++] = e;
      }
  for (unsigned i = 0; i < n; i++)
    if ((n > 1 || !empty) && !others_predictable_p (shared[i]))
      return false;
  for (unsigned i = 0; i < n; i++)
    own_way (shared[i]);
  return n > 0;
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
  /* GCC has these only where it makes no difference what a NaN or a zero is.
   */
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
