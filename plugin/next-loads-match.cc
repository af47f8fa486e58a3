/* Loads from the next place: which.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-pair.h"
#include "plugin/branchless-way.h"
#include "plugin/next-loads.h"

/* Larger elements are not loaded for nothing.  */
#define MAX_BYTES 8

/* --- loads ---------------------------------------------------------------*/

/* Is VALUE made of what N's loop begins a turn with by sums, comparisons and the like,
   LEFT operations deep, so that it can be known before the turn?  */
static bool
known_before_p (const struct hwpgo_next_loop *n, tree value, unsigned left)
{
  if (expr_invariant_in_loop_p (n->loop, value))
    return true;
  if (TREE_CODE (value) != SSA_NAME || left == 0
      || (!INTEGRAL_TYPE_P (TREE_TYPE (value)) && !POINTER_TYPE_P (TREE_TYPE (value))))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_a<gphi *> (def))
    return gimple_bb (def) == n->loop->header;
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || gimple_num_ops (stmt) > 3)
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  switch (code)
    {
    case SSA_NAME:
    CASE_CONVERT:
    case PLUS_EXPR:
    case MINUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MULT_EXPR:
    case LSHIFT_EXPR:
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
      break;
    default:
      if (TREE_CODE_CLASS (code) != tcc_comparison)
        return false;
    }
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    if (!known_before_p (n, gimple_op (stmt, i), left - 1))
      return false;
  return true;
}

/* Add the ways to BB, from where N's loop begins a turn, to N.  False if it depends on
   something else, too, if BB is reached.  */
static bool
match_tests (struct hwpgo_next_loop *n, basic_block bb)
{
  for (basic_block at = n->loop->header; at != bb;)
    {
      edge e, way = NULL;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, at->succs)
        if (dominated_by_p (CDI_DOMINATORS, bb, e->dest))
          way = e;
      if (!way || (way->flags & EDGE_COMPLEX)
          || !dominated_by_p (CDI_DOMINATORS, way->dest, at))
        return false;
      at = way->dest;
      if (single_succ_p (way->src))
        continue;
      gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (way->src));
      bool known = cond
                   && known_before_p (n, gimple_cond_lhs (cond), HWPGO_NEXT_MAX_DEPTH)
                   && known_before_p (n, gimple_cond_rhs (cond), HWPGO_NEXT_MAX_DEPTH);
      bool added = false;
      for (unsigned i = 0; i < n->n_tests; i++)
        added |= n->tests[i] == way;
      if (added)
        continue;
      if (!known || n->n_tests == HWPGO_NEXT_MAX_TESTS)
        return false;
      n->tests[n->n_tests++] = way;
    }
  return true;
}

/* Fill L from LOAD, which may not be one of those.  What decides is added to DECIDE.  */
static bool
match_load (struct hwpgo_next_loop *n, struct hwpgo_next_load *l, gassign *load,
            vec<tree> *decide)
{
  *l = {};
  l->stmt = load;
  tree lhs = gimple_assign_lhs (load);
  if (TREE_CODE (lhs) != SSA_NAME || gimple_has_volatile_ops (load)
      || stmt_could_throw_p (cfun, load)
      || !hwpgo_next_place_of (n, gimple_assign_rhs1 (load), &l->place, &l->phi) || !l->phi
      || l->place.size > MAX_BYTES || (l->place.low == 0) == (l->place.high == 0)
      || hwpgo_load_for_nothing_check (TREE_TYPE (lhs)) != HWPGO_REFUSE_NONE
      || !hwpgo_next_select (n, l, NULL_TREE, NULL_TREE, decide))
    return false;
  l->by = l->place.low + l->place.high;
  return match_tests (n, gimple_bb (load));
}

/* Does any of DECIDE wait for what N's loads load, in the same turn?  */
static bool
waits_p (const struct hwpgo_next_loop *n, const vec<tree> &decide)
{
  static const hwpgo_conversion nothing = { NULL, NULL, false };
  for (unsigned i = 0; i < n->n_loads; i++)
    {
      hwpgo_walker from (n->loop, gimple_assign_lhs (n->loads[i].stmt), nothing, false);
      for (tree value : decide)
        if (from.to (value).latency >= 0)
          return true;
    }
  return false;
}

/* Add the loads of BB, from where N's loop may load what is next, to N; what decides is
   added to DECIDE.  */
static void
match_loads (struct hwpgo_next_loop *n, basic_block bb, vec<tree> *decide)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      if (!gimple_assign_load_p (gsi_stmt (gsi)) || n->n_loads == HWPGO_NEXT_MAX_LOADS)
        continue;
      unsigned n_phis = n->n_phis, n_tests = n->n_tests, n_decide = decide->length ();
      if (match_load (n, &n->loads[n->n_loads], as_a<gassign *> (gsi_stmt (gsi)), decide))
        n->n_loads++;
      else
        {
          n->n_phis = n_phis;
          n->n_tests = n_tests;
          decide->truncate (n_decide);
        }
    }
}

/* --- memory --------------------------------------------------------------*/

/* What is known of the object that PLACE is in, whatever the turn.  */
static void
object_of (const struct hwpgo_next_place *place, ao_ref *ref)
{
  ao_ref_init (ref, place->ref);
  ao_ref_base (ref);
  ao_ref_alias_set (ref);
  ao_ref_base_alias_set (ref);
  ref->ref = NULL_TREE;
  ref->offset = 0;
  ref->size = -1;
  ref->max_size = -1;
}

/* Add a store to REF, which may be by a pointer that is selected, to N.  False if there
   are too many, or one may be anywhere.  */
static bool
add_store (struct hwpgo_next_loop *n, tree ref)
{
  gassign *select = TREE_CODE (ref) == MEM_REF ? hwpgo_assigned (TREE_OPERAND (ref, 0))
                                               : NULL;
  if (select && gimple_assign_rhs_code (select) == COND_EXPR
      && flow_bb_inside_loop_p (n->loop, gimple_bb (select)))
    {
      for (unsigned arm = 2; arm < 4; arm++)
        if (!add_store (n, fold_build2 (MEM_REF, TREE_TYPE (ref), gimple_op (select, arm),
                                        TREE_OPERAND (ref, 1))))
          return false;
      return true;
    }
  gphi *phi;
  if (n->n_stores == HWPGO_NEXT_MAX_STORES
      || !hwpgo_next_place_of (n, ref, &n->stores[n->n_stores], &phi))
    return false;
  n->n_stores++;
  return true;
}

/* Add the stores of BB to N.  False if it does anything else to memory.  */
static bool
match_stores (struct hwpgo_next_loop *n, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!is_gimple_debug (stmt) && gimple_vdef (stmt)
          && (!is_gimple_assign (stmt) || gimple_has_volatile_ops (stmt)
              || !add_store (n, gimple_assign_lhs (stmt))))
        return false;
    }
  return true;
}

static void
note_near (struct hwpgo_next_loop *n)
{
  for (unsigned i = 0; i < n->n_loads; i++)
    for (unsigned k = 0; k < n->n_stores; k++)
      {
        ao_ref load, store;
        object_of (&n->loads[i].place, &load);
        object_of (&n->stores[k], &store);
        n->near[i][k] = refs_may_alias_p_1 (&load, &store, true);
      }
}

bool
hwpgo_next_match (class loop *loop, struct hwpgo_next_loop *n)
{
  auto_vec<tree> decide;
  basic_block bb;
  *n = {};
  n->loop = loop;
  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (loop, bb))
      match_loads (n, bb, &decide);
  if (n->n_loads == 0 || !waits_p (n, decide))
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (loop, bb) && !match_stores (n, bb))
      return false;
  note_near (n);
  return true;
}
