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
   ways meet, with one way in, and one place where it goes on.  What is safe to
   run as a whole is converted by branchless-reduce.cc.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-effects.h"

int
hwpgo_region_position (const struct hwpgo_region *r, const_basic_block bb)
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
  if (hwpgo_region_position (r, e->src) < 0 || hwpgo_edge_complex_p (e))
    return false;
  FOR_EACH_EDGE (e, ei, bb->succs)
  if (hwpgo_edge_complex_p (e))
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
      int from = hwpgo_region_position (r, e->src);
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
  if (hwpgo_edge_complex_p (e))
    return false;
  r->head = head;
  r->n_blocks = r->n_conds = r->n_exits = r->depth = 0;
  r->apart = false;
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

/* Where the last store of BB goes, NULL_TREE if there is none or it is not
   known.  */
static tree
last_stored (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi);
       gsi_prev (&gsi))
    if (gimple_vdef (gsi_stmt (gsi)))
      return gimple_store_p (gsi_stmt (gsi)) ? gimple_get_lhs (gsi_stmt (gsi))
                                             : NULL_TREE;
  return NULL_TREE;
}

/* Do all ways through R end with a store to one place?  */
static bool
all_store_p (const struct hwpgo_region *r)
{
  tree first = last_stored (r->exits[0]->src);
  for (unsigned i = 1; first && i < r->n_exits; i++)
    {
      tree other = last_stored (r->exits[i]->src);
      if (!other || !operand_equal_p (first, other, 0))
        return false;
    }
  return first != NULL_TREE;
}

/* Does BB load from REF?  */
static bool
loads_p (basic_block bb, tree ref)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (gimple_assign_load_p (gsi_stmt (gsi))
        && operand_equal_p (gimple_assign_rhs1 (gsi_stmt (gsi)), ref, 0))
      return true;
  return false;
}

/* Do all ways through R behind BB, one of its blocks, load from REF?  */
static bool
ways_load_p (const struct hwpgo_region *r, basic_block bb, tree ref)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest == r->join
        || (!loads_p (e->dest, ref) && !ways_load_p (r, e->dest, ref)))
      return false;
  return true;
}

/* Is there a place that all ways through R load from, behind the head?  */
static bool
all_load_p (const struct hwpgo_region *r)
{
  for (unsigned i = 0; i < r->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      if (gimple_assign_load_p (gsi_stmt (gsi))
          && ways_load_p (r, r->head, gimple_assign_rhs1 (gsi_stmt (gsi))))
        return true;
  return false;
}

bool
hwpgo_region_gathers_p (const struct hwpgo_region *r)
{
  return all_store_p (r) || all_load_p (r);
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

/* Does each block of R have one way in?  Then each branch is a hammock once
   those in its arms are converted, and none has to be merged with another.  */
static bool
nested_p (const struct hwpgo_region *r)
{
  for (unsigned i = 0; i < r->n_blocks; i++)
    if (!single_pred_p (r->blocks[i]))
      return false;
  return true;
}

/* May PHI, of R or its join, become selects by any of R's conditions?  */
static hwpgo_refusal
check_phi (const struct hwpgo_region *r, gphi *phi)
{
  tree result = gimple_phi_result (phi);
  if (virtual_operand_p (result))
    return r->apart ? HWPGO_REFUSE_NONE : HWPGO_REFUSE_STORE;
  hwpgo_refusal why = check_value (result);
  for (unsigned i = 0;
       why == HWPGO_REFUSE_NONE && i < gimple_phi_num_args (phi); i++)
    if (hwpgo_region_position (r, gimple_phi_arg_edge (phi, i)->src) >= 0)
      why = check_value (gimple_phi_arg_def (phi, i));
  for (unsigned i = 0; why == HWPGO_REFUSE_NONE && i < r->n_conds; i++)
    why = hwpgo_target_check (r->conds[i], TREE_TYPE (result));
  return why == HWPGO_REFUSE_NONE && !nested_p (r)
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

struct hwpgo_hammock
hwpgo_region_hammock (const struct hwpgo_region *r)
{
  struct hwpgo_hammock h = {};
  h.head = r->head;
  h.cond = r->conds[0];
  h.join = r->join;
  h.region = r;
  h.apart = r->apart;
  return h;
}

hwpgo_refusal
hwpgo_region_check (const struct hwpgo_region *r)
{
  struct hwpgo_hammock h = hwpgo_region_hammock (r);
  struct hwpgo_effects effects;
  if (stmt_could_throw_p (cfun, h.cond))
    return HWPGO_REFUSE_TRAPS;
  if (!hwpgo_region_reducible_p (r))
    return HWPGO_REFUSE_SHAPE;
  hwpgo_refusal why = check_join (r);
  for (unsigned i = 0; why == HWPGO_REFUSE_NONE && i < r->n_blocks; i++)
    why = check_block (r, &h, r->blocks[i]);
  if (why == HWPGO_REFUSE_NONE && r->apart
      && !hwpgo_effects_of_region (r, &effects))
    return HWPGO_REFUSE_STORE;
  return why;
}
