/* Converting a region.
   SPDX-License-Identifier: GPL-2.0-or-later

   A region (branchless-region.cc) that is safe to run as a whole is reduced
   from the inside to the outside by two steps, until the branch at its head is
   gone:

   - a hammock becomes selects (branchless-rewrite.cc);
   - a branch that shares a successor with the branch in front of it is merged
     with it: both conditions are computed, and one branch tests if both
     hold.

   What may not run always is made to access nothing that matters
   (branchless-redirect.cc) once for each branch that has been in front of it:
   the condition of an inner branch is anything where an outer one led
   elsewhere.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* A branch and the one in front of it.  */
struct pair
{
  basic_block front, back;
  gcond *front_cond, *back_cond;
  edge to_back, to_shared;        /* of FRONT.  */
  edge back_to_shared, back_away; /* of BACK.  */
};

/* Fill P for the branch at the end of BACK; false if it is no such branch.  */
static bool
match_pair (basic_block back, struct pair *p)
{
  p->back = back;
  p->back_cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (back));
  if (!p->back_cond || !single_pred_p (back)
      || !gimple_seq_empty_p (phi_nodes (back)))
    return false;
  p->to_back = single_pred_edge (back);
  p->front = p->to_back->src;
  p->front_cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (p->front));
  if (!p->front_cond)
    return false;
  p->to_shared = EDGE_SUCC (p->front, EDGE_SUCC (p->front, 0) == p->to_back);
  bool second = EDGE_SUCC (back, 0)->dest != p->to_shared->dest;
  p->back_to_shared = EDGE_SUCC (back, second);
  p->back_away = EDGE_SUCC (back, !second);
  return p->back_to_shared->dest == p->to_shared->dest
         && p->back_away->dest != p->to_shared->dest
         && p->back_away->dest != back;
}

tree
hwpgo_insert_truth (gcond *cond, edge e, gimple_stmt_iterator *gsi)
{
  tree_code code = gimple_cond_code (cond);
  tree lhs = gimple_cond_lhs (cond), rhs = gimple_cond_rhs (cond);
  bool invert = (e->flags & EDGE_FALSE_VALUE) != 0;
  tree_code inverted
      = invert ? invert_tree_comparison (code, HONOR_NANS (lhs)) : code;
  if (inverted != ERROR_MARK)
    code = inverted;
  tree truth = make_ssa_name (boolean_type_node);
  gassign *stmt = gimple_build_assign (truth, code, lhs, rhs);
  gimple_set_location (stmt, gimple_location (cond));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  if (inverted != ERROR_MARK)
    return truth;
  tree contrary = make_ssa_name (boolean_type_node);
  stmt = gimple_build_assign (contrary, BIT_XOR_EXPR, truth,
                              boolean_true_node);
  gimple_set_location (stmt, gimple_location (cond));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  return contrary;
}

/* Let the way from P's front to the shared block bring what that from the
   back brings where it would have come from there.  Returns the number of
   selects.  */
static unsigned
select_shared (const struct pair *p, gimple_stmt_iterator *gsi)
{
  unsigned n = 0;
  for (gphi_iterator psi = gsi_start_phis (p->to_shared->dest);
       !gsi_end_p (psi); gsi_next (&psi))
    {
      tree front = PHI_ARG_DEF_FROM_EDGE (psi.phi (), p->to_shared);
      tree back = PHI_ARG_DEF_FROM_EDGE (psi.phi (), p->back_to_shared);
      if (front == back || operand_equal_p (front, back, 0)
          || virtual_operand_p (front))
        continue;
      bool if_true = (p->to_back->flags & EDGE_TRUE_VALUE) != 0;
      tree name = copy_ssa_name (gimple_phi_result (psi.phi ()));
      hwpgo_insert_select (p->front_cond, name, if_true ? back : front,
                           if_true ? front : back, gsi);
      SET_PHI_ARG_DEF (psi.phi (), p->to_shared->dest_idx, name);
      n++;
    }
  return n;
}

/* Lead P's first edge to where the back's way leads that is not shared, and
   delete the back.  */
static void
bypass_back (const struct pair *p)
{
  basic_block away = p->back_away->dest;
  profile_probability both
      = p->to_back->probability * p->back_away->probability;
  auto_vec<tree> values;
  for (gphi_iterator psi = gsi_start_phis (away); !gsi_end_p (psi);
       gsi_next (&psi))
    values.safe_push (PHI_ARG_DEF_FROM_EDGE (psi.phi (), p->back_away));
  edge e = redirect_edge_and_branch (p->to_back, away);
  unsigned i = 0;
  for (gphi_iterator psi = gsi_start_phis (away); !gsi_end_p (psi);
       gsi_next (&psi))
    add_phi_arg (psi.phi (), values[i++], e, UNKNOWN_LOCATION);
  e->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  e->flags |= EDGE_TRUE_VALUE;
  p->to_shared->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  p->to_shared->flags |= EDGE_FALSE_VALUE;
  e->probability = both;
  p->to_shared->probability = both.invert ();
  delete_basic_block (p->back);
}

/* Replace PHIs of BB, which has one way in, by what they bring.  */
static void
drop_phis (basic_block bb)
{
  if (!single_pred_p (bb))
    return;
  for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);)
    {
      gphi *phi = psi.phi ();
      replace_uses_by (gimple_phi_result (phi), gimple_phi_arg_def (phi, 0));
      remove_phi_node (&psi, true);
    }
}

/* P's back as the only arm of a hammock.  */
static struct hwpgo_hammock
back_as_arm (const struct hwpgo_region *r, const struct pair *p)
{
  struct hwpgo_hammock h = {};
  struct hwpgo_arm *arm
      = &h.arms[(p->to_back->flags & EDGE_TRUE_VALUE) == 0];
  h.head = p->front;
  h.cond = p->front_cond;
  h.join = r->join;
  h.apart = r->apart;
  arm->n_blocks = 1;
  arm->blocks[0] = p->back;
  return h;
}

/* Merge the branch at the end of BACK, in R, whose block may always run, with
   the one in front of it.  Returns false if it has no such neighbour, or too
   many effects; adds the number of selects to *N.  */
static bool
merge_with_front (const struct hwpgo_region *r, basic_block back, unsigned *n)
{
  struct pair p;
  struct hwpgo_effects effects;
  tree memory = NULL_TREE;
  if (!match_pair (back, &p))
    return false;
  struct hwpgo_hammock h = back_as_arm (r, &p);
  if (h.apart && hwpgo_effects_match (&h, &effects) != HWPGO_REFUSE_NONE)
    return false;
  gimple_stmt_iterator gsi = gsi_for_stmt (p.front_cond);
  tree front = hwpgo_insert_truth (p.front_cond, p.to_back, &gsi);
  *n += hwpgo_hoist_arms (&h, &memory, &gsi);
  tree truth = hwpgo_insert_truth (p.back_cond, p.back_away, &gsi);
  tree both = make_ssa_name (boolean_type_node);
  gassign *stmt = gimple_build_assign (both, BIT_AND_EXPR, front, truth);
  gimple_set_location (stmt, gimple_location (p.front_cond));
  gsi_insert_before (&gsi, stmt, GSI_SAME_STMT);
  *n += select_shared (&p, &gsi);
  gimple_cond_set_condition (p.front_cond, NE_EXPR, both, boolean_false_node);
  update_stmt (p.front_cond);
  bypass_back (&p);
  drop_phis (p.to_shared->dest);
  return true;
}

/* May H be converted as it is?  */
static bool
convertible_p (const struct hwpgo_hammock *h)
{
  if (hwpgo_hammock_check (h) != HWPGO_REFUSE_NONE)
    return false;
  hwpgo_refusal why = hwpgo_hammock_check_results (h);
  return (why == HWPGO_REFUSE_NONE || why == HWPGO_REFUSE_NO_RESULT)
         && hwpgo_hammock_check_target (h) == HWPGO_REFUSE_NONE;
}

/* Convert the branch at the end of BB, in R, if it is a hammock; adds the
   number of selects to *N.  */
static bool
convert_hammock (const struct hwpgo_region *r, basic_block bb, unsigned *n)
{
  struct hwpgo_hammock h;
  if (hwpgo_hammock_match (bb, &h) != HWPGO_REFUSE_NONE)
    return false;
  if (!convertible_p (&h))
    {
      h.apart = r->apart;
      if (!h.apart || !convertible_p (&h))
        return false;
    }
  *n += hwpgo_hammock_convert (&h);
  return true;
}

unsigned
hwpgo_region_convert (struct hwpgo_region *r)
{
  unsigned n = 0;
  if (r->apart)
    mark_virtual_operands_for_renaming (cfun);
  int head = r->head->index;
  /* Steps delete blocks: keep indexes.  */
  auto_vec<int> order;
  for (unsigned i = r->n_blocks; i-- > 0;)
    if (!single_succ_p (r->blocks[i]))
      order.safe_push (r->blocks[i]->index);
  for (unsigned i = 0; i < order.length (); i++)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (cfun, order[i]);
      if (!bb || single_succ_p (bb))
        continue;
      if (!convert_hammock (r, bb, &n) && !merge_with_front (r, bb, &n))
        return 0;
    }
  return convert_hammock (r, BASIC_BLOCK_FOR_FN (cfun, head), &n) ? n : 0;
}
