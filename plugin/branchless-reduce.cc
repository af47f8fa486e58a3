/* Converting a region.
   SPDX-License-Identifier: GPL-2.0-or-later

   A region (branchless-region.cc) that is safe to run as a whole is reduced
   from the inside to the outside by two steps, until the branch at its head is
   gone:

   - a hammock becomes selects (branchless-rewrite.cc);
   - a branch that shares a successor with the branch in front of it is merged
     with it: both conditions are computed, and one branch tests if both
     hold.

   Not all can be, and that must be known before the first step.

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

/* --- is there a way to reduce a region --------------------------------------
 */

/* The shape of a region: its head is node 0, its blocks come next, then the
   join.  */
#define MAX_NODES (HWPGO_REGION_MAX_BLOCKS + 2)

struct shape
{
  unsigned n; /* the join's number.  */
  struct
  {
    unsigned n_succs; /* 0: it is gone.  */
    unsigned succs[2];
  } nodes[MAX_NODES];
};

static unsigned
node_of (const struct hwpgo_region *r, const_basic_block bb)
{
  return bb == r->join ? r->n_blocks + 1 : hwpgo_region_position (r, bb);
}

static void
shape_of (const struct hwpgo_region *r, struct shape *s)
{
  memset (s, 0, sizeof *s);
  s->n = r->n_blocks + 1;
  for (unsigned i = 0; i < s->n; i++)
    {
      basic_block bb = i == 0 ? r->head : r->blocks[i - 1];
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
        s->nodes[i].succs[s->nodes[i].n_succs++] = node_of (r, e->dest);
    }
}

/* The ways into node I of S.  The join has more from elsewhere.  */
static unsigned
ways_into (const struct shape *s, unsigned i)
{
  unsigned n = i == s->n ? 2 : 0;
  for (unsigned k = 0; k < s->n; k++)
    for (unsigned j = 0; j < s->nodes[k].n_succs; j++)
      n += s->nodes[k].succs[j] == i;
  return n;
}

/* Where the arm that begins with node I ends.  */
static unsigned
arm_end (const struct shape *s, unsigned i)
{
  while (i != s->n && s->nodes[i].n_succs == 1 && ways_into (s, i) == 1)
    i = s->nodes[i].succs[0];
  return i;
}

/* Drop the arm that begins with node I and ends in front of END.  */
static void
drop_nodes (struct shape *s, unsigned i, unsigned end)
{
  while (i != end)
    {
      unsigned next = s->nodes[i].succs[0];
      s->nodes[i].n_succs = 0;
      i = next;
    }
}

/* Make selects of node I, which has two ways out, if it is a hammock.  */
static bool
collapse (struct shape *s, unsigned i)
{
  unsigned *succs = s->nodes[i].succs;
  unsigned join = arm_end (s, succs[0]);
  if (arm_end (s, succs[1]) != join)
    return false;
  drop_nodes (s, succs[0], join);
  drop_nodes (s, succs[1], join);
  succs[0] = join;
  s->nodes[i].n_succs = 1;
  if (ways_into (s, join) == 1)
    {
      s->nodes[i] = s->nodes[join];
      s->nodes[join].n_succs = 0;
    }
  return true;
}

/* Merge node I, which has two ways out, with the one in front of it.  */
static bool
merge (struct shape *s, unsigned i)
{
  if (ways_into (s, i) != 1)
    return false;
  for (unsigned front = 0; front < s->n; front++)
    for (unsigned j = 0; j < s->nodes[front].n_succs; j++)
      if (s->nodes[front].n_succs == 2 && s->nodes[front].succs[j] == i)
        for (unsigned k = 0; k < 2; k++)
          if (s->nodes[i].succs[k] == s->nodes[front].succs[!j]
              && s->nodes[i].succs[!k] != s->nodes[i].succs[k])
            {
              s->nodes[front].succs[j] = s->nodes[i].succs[!k];
              s->nodes[i].n_succs = 0;
              return true;
            }
  return false;
}

bool
hwpgo_region_reducible_p (const struct hwpgo_region *r)
{
  struct shape s;
  shape_of (r, &s);
  bool changed;
  do
    {
      changed = false;
      for (unsigned i = s.n; i-- > 0 && !changed;)
        changed = s.nodes[i].n_succs == 2
                  && (collapse (&s, i) || merge (&s, i));
    }
  while (changed);
  return s.nodes[0].n_succs == 1;
}

/* --- rewrite ---------------------------------------------------------------
 */

/* Do one step at the end of one of BLOCKS, the innermost of R first; adds the
   number of selects to *N.  False if there is none to do.  */
static bool
reduce (const struct hwpgo_region *r, const vec<int> &blocks, unsigned *n)
{
  for (unsigned i = 0; i < blocks.length (); i++)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (cfun, blocks[i]);
      if (bb && !single_succ_p (bb)
          && (convert_hammock (r, bb, n) || merge_with_front (r, bb, n)))
        return true;
    }
  return false;
}

unsigned
hwpgo_region_convert (struct hwpgo_region *r)
{
  unsigned n = 0;
  if (r->apart)
    mark_virtual_operands_for_renaming (cfun);
  int head = r->head->index;
  /* Steps delete blocks: keep indexes.  */
  auto_vec<int> blocks;
  for (unsigned i = r->n_blocks; i-- > 0;)
    if (!single_succ_p (r->blocks[i]))
      blocks.safe_push (r->blocks[i]->index);
  /* A block may have to wait for what is in front of it to become selects.  */
  while (reduce (r, blocks, &n))
    ;
  return convert_hammock (r, BASIC_BLOCK_FOR_FN (cfun, head), &n) ? n : 0;
}
