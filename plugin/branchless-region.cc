/* Branches inside the arms of others.
   SPDX-License-Identifier: GPL-2.0-or-later

        head                 head               if (a && b) x; else y;
        /  \                 /  \
      then  test           test  |              An arm may have branches of its
        |   /  \           /  \  |              own, and two branches may share
        |  p    q         x    \ |              a way on, as those of && and ||
         \ |   /           \    y               do.
          join              join

   A region is all that lies between a branch and the first block where its
   ways meet, with one way in, and one place where it goes on.  One that is
   safe to run as a whole is reduced from the inside to the outside by two
   steps, until the branch at its head is gone:

   - a hammock becomes selects (branchless-rewrite.cc);
   - a branch that shares a successor with the branch in front of it is merged
     with it: both conditions are computed, and one branch tests if both
     hold.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

static bool
complex_p (const_edge e)
{
  return (e->flags & EDGE_COMPLEX) != 0;
}

/* Where BB is in R, the head being 0 and the others from 1 on; -1 if not.  */
static int
position (const struct hwpgo_region *r, const_basic_block bb)
{
  if (bb == r->head)
    return 0;
  for (unsigned i = 0; i < r->n_blocks; i++)
    if (r->blocks[i] == bb)
      return i + 1;
  return -1;
}

/* May BB be a part of R?  All ways to it must be.  */
static bool
absorbable_p (const struct hwpgo_region *r, basic_block bb)
{
  edge e;
  edge_iterator ei;
  if (bb == r->head || bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
    return false;
  FOR_EACH_EDGE (e, ei, bb->preds)
  if (position (r, e->src) < 0 || complex_p (e))
    return false;
  FOR_EACH_EDGE (e, ei, bb->succs)
  if (complex_p (e))
    return false;
  return single_succ_p (bb)
         || (EDGE_COUNT (bb->succs) == 2
             && safe_dyn_cast<gcond *> (last_nondebug_stmt (bb)));
}

/* The chance of E.  */
static double
chance (const_edge e)
{
  if (single_succ_p (e->src))
    return 1;
  return e->probability.initialized_p ()
             ? (double) e->probability.to_reg_br_prob_base ()
                   / REG_BR_PROB_BASE
             : 0.5;
}

/* What R knows of a block while it grows.  */
struct growth
{
  double shares[HWPGO_REGION_MAX_BLOCKS + 1];
  unsigned depths[HWPGO_REGION_MAX_BLOCKS + 1]; /* branches behind it.  */
};

static void
add_exits (struct hwpgo_region *r, basic_block bb)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
  r->exits[r->n_exits++] = e;
}

static void
add_cond (struct hwpgo_region *r, struct growth *g, unsigned at,
          basic_block bb)
{
  if (single_succ_p (bb))
    return;
  r->conds[r->n_conds] = as_a<gcond *> (last_nondebug_stmt (bb));
  r->cond_shares[r->n_conds++] = g->shares[at];
  g->depths[at]++;
  r->depth = MAX (r->depth, g->depths[at]);
}

/* Make BB, which all of whose predecessors are in R, a part of it.  */
static void
absorb (struct hwpgo_region *r, struct growth *g, basic_block bb)
{
  unsigned at = r->n_blocks + 1, left = 0;
  g->shares[at] = 0;
  g->depths[at] = 0;
  for (unsigned i = 0; i < r->n_exits; i++)
    {
      edge e = r->exits[i];
      if (e->dest != bb)
        {
          r->exits[left++] = e;
          continue;
        }
      int from = position (r, e->src);
      g->shares[at] += g->shares[from] * chance (e);
      g->depths[at] = MAX (g->depths[at], g->depths[from]);
    }
  r->n_exits = left;
  r->shares[r->n_blocks] = g->shares[at];
  r->blocks[r->n_blocks++] = bb;
  add_cond (r, g, at, bb);
  add_exits (r, bb);
}

/* Do all exits of R lead to one block?  */
static bool
closed_p (const struct hwpgo_region *r)
{
  for (unsigned i = 1; i < r->n_exits; i++)
    if (r->exits[i]->dest != r->exits[0]->dest)
      return false;
  return true;
}

/* Absorb a block to which an exit of R leads; false if there is none.  */
static bool
grow (struct hwpgo_region *r, struct growth *g)
{
  if (r->n_blocks == HWPGO_REGION_MAX_BLOCKS)
    return false;
  for (unsigned i = 0; i < r->n_exits; i++)
    if (absorbable_p (r, r->exits[i]->dest))
      {
        absorb (r, g, r->exits[i]->dest);
        return true;
      }
  return false;
}

bool
hwpgo_region_match (basic_block head, struct hwpgo_region *r)
{
  struct growth g;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, head->succs)
  if (complex_p (e))
    return false;
  r->head = head;
  r->n_blocks = r->n_conds = r->n_exits = r->depth = 0;
  g.shares[0] = 1;
  g.depths[0] = 0;
  add_cond (r, &g, 0, head);
  add_exits (r, head);
  while (!closed_p (r))
    if (!grow (r, &g))
      return false;
  r->join = r->exits[0]->dest;
  return r->join != head && r->join != EXIT_BLOCK_PTR_FOR_FN (cfun);
}

void
hwpgo_region_of_hammock (const struct hwpgo_hammock *h, struct hwpgo_region *r)
{
  memset (r, 0, sizeof *r);
  r->head = h->head;
  r->join = h->join;
  r->n_conds = 1;
  r->conds[0] = h->cond;
  r->cond_shares[0] = 1;
  r->depth = 1;
  for (const hwpgo_arm &arm : h->arms)
    {
      r->exits[r->n_exits++] = arm.last;
      for (unsigned i = 0; i < arm.n_blocks; i++)
        {
          r->shares[r->n_blocks] = chance (arm.first);
          /* Behind the second test of a three-way comparison.  */
          basic_block from = arm.first->src;
          if (from != h->head)
            r->shares[r->n_blocks] *= chance (single_pred_edge (from));
          r->blocks[r->n_blocks++] = arm.blocks[i];
        }
    }
}

bool
hwpgo_region_selects (const struct hwpgo_region *r, gphi *phi)
{
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, r->exits[0]);
  for (unsigned i = 1; i < r->n_exits; i++)
    {
      tree other = PHI_ARG_DEF_FROM_EDGE (phi, r->exits[i]);
      if (other != first && !operand_equal_p (other, first, 0))
        return true;
    }
  return false;
}

/* --- may it be converted ---------------------------------------------------
 */

/* May NAME be a value that is selected?  */
static hwpgo_refusal
check_value (tree name)
{
  if (TREE_CODE (name) != SSA_NAME)
    return HWPGO_REFUSE_NONE;
  if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
    return HWPGO_REFUSE_ABNORMAL;
  return ssa_undefined_value_p (name) ? HWPGO_REFUSE_UNDEFINED
                                      : HWPGO_REFUSE_NONE;
}

/* May PHI, of R or its join, become selects by any of R's conditions?  */
static hwpgo_refusal
check_phi (const struct hwpgo_region *r, gphi *phi)
{
  tree result = gimple_phi_result (phi);
  if (virtual_operand_p (result))
    return HWPGO_REFUSE_STORE;
  hwpgo_refusal why = check_value (result);
  for (unsigned i = 0;
       why == HWPGO_REFUSE_NONE && i < gimple_phi_num_args (phi); i++)
    if (position (r, gimple_phi_arg_edge (phi, i)->src) >= 0)
      why = check_value (gimple_phi_arg_def (phi, i));
  for (unsigned i = 0; why == HWPGO_REFUSE_NONE && i < r->n_conds; i++)
    why = hwpgo_target_check (r->conds[i], TREE_TYPE (result));
  return why == HWPGO_REFUSE_NONE
             ? hwpgo_target_check_truth (TREE_TYPE (result))
             : why;
}

static hwpgo_refusal
check_join (const struct hwpgo_region *r)
{
  bool any = false;
  for (gphi_iterator psi = gsi_start_phis (r->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_region_selects (r, psi.phi ()))
      {
        hwpgo_refusal why = check_phi (r, psi.phi ());
        if (why != HWPGO_REFUSE_NONE)
          return why;
        any = true;
      }
  return any ? HWPGO_REFUSE_NONE : HWPGO_REFUSE_NO_RESULT;
}

static hwpgo_refusal
check_block (const struct hwpgo_region *r, const struct hwpgo_hammock *h,
             basic_block bb)
{
  hwpgo_refusal why = HWPGO_REFUSE_NONE;
  for (gphi_iterator psi = gsi_start_phis (bb);
       why == HWPGO_REFUSE_NONE && !gsi_end_p (psi); gsi_next (&psi))
    why = check_phi (r, psi.phi ());
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
       why == HWPGO_REFUSE_NONE && !gsi_end_p (gsi); gsi_next (&gsi))
    why = hwpgo_statement_check (h, 0, gsi_stmt (gsi));
  return why;
}

hwpgo_refusal
hwpgo_region_check (const struct hwpgo_region *r)
{
  struct hwpgo_hammock h = {};
  h.head = r->head;
  h.cond = r->conds[0];
  h.join = r->join;
  h.region = r;
  if (stmt_could_throw_p (cfun, h.cond))
    return HWPGO_REFUSE_TRAPS;
  hwpgo_refusal why = check_join (r);
  for (unsigned i = 0; why == HWPGO_REFUSE_NONE && i < r->n_blocks; i++)
    why = check_block (r, &h, r->blocks[i]);
  return why;
}

/* --- reducing --------------------------------------------------------------
 */

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

/* The truth of COND, or its contrary where E is the way of the false, before
   *GSI.  */
static tree
insert_truth (gcond *cond, edge e, gimple_stmt_iterator *gsi)
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
      if (front == back || operand_equal_p (front, back, 0))
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

/* Merge the branch at the end of BACK, whose block may always run, with the
   one in front of it.  Returns false if it has no such neighbour; adds the
   number of selects to *N.  */
static bool
merge_with_front (basic_block back, unsigned *n)
{
  struct pair p;
  if (!match_pair (back, &p))
    return false;
  gimple_stmt_iterator gsi = gsi_for_stmt (p.front_cond);
  tree front = insert_truth (p.front_cond, p.to_back, &gsi);
  hwpgo_hoist_block (back, &gsi);
  tree truth = insert_truth (p.back_cond, p.back_away, &gsi);
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

/* Convert the branch at the end of BB if it is a hammock; adds the number of
   selects to *N.  */
static bool
convert_hammock (basic_block bb, unsigned *n)
{
  struct hwpgo_hammock h;
  if (hwpgo_hammock_match (bb, &h) != HWPGO_REFUSE_NONE
      || hwpgo_hammock_check (&h) != HWPGO_REFUSE_NONE)
    return false;
  hwpgo_refusal why = hwpgo_hammock_check_results (&h);
  if ((why != HWPGO_REFUSE_NONE && why != HWPGO_REFUSE_NO_RESULT)
      || hwpgo_hammock_check_target (&h) != HWPGO_REFUSE_NONE)
    return false;
  *n += hwpgo_hammock_convert (&h);
  return true;
}

unsigned
hwpgo_region_convert (struct hwpgo_region *r)
{
  unsigned n = 0;
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
      if (!convert_hammock (bb, &n) && !merge_with_front (bb, &n))
        return 0;
    }
  return convert_hammock (BASIC_BLOCK_FOR_FN (cfun, head), &n) ? n : 0;
}
