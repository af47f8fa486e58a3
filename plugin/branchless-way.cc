/* The longest way from one value to another inside a loop.
   SPDX-License-Identifier: GPL-2.0-or-later

   It is followed backwards from where it ends, through assignments and PHIs.
   Where ways meet that a branch goes on choosing from, it is the mean of
   theirs.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-way.h"
#include "plugin/plugin.h"

/* By a load, which may miss.  */
static hwpgo_way
loaded (hwpgo_way a)
{
  if (a.latency >= 0)
    {
      a.latency += hwpgo_select_op_latency (HWPGO_OP_LOAD);
      a.loads++;
    }
  return a;
}

static const hwpgo_conversion nothing = { NULL, NULL, false };

/* The way to the slowest of the N CONDS, compared.  */
hwpgo_way
hwpgo_walker::to_conditions (gcond *const *conds, unsigned n)
{
  hwpgo_way best = hwpgo_no_way;
  for (unsigned i = 0; i < n; i++)
    best = hwpgo_longer (best, hwpgo_longer (to (gimple_cond_lhs (conds[i])),
                                             to (gimple_cond_rhs (conds[i]))));
  return hwpgo_later (best, hwpgo_select_op_latency (HWPGO_OP_COMPARE));
}

/* The region that PHI is a select of when it is converted, or NULL.  */
const struct hwpgo_region *
hwpgo_walker::selecting (gphi *phi) const
{
  basic_block bb = gimple_bb (phi);
  const struct hwpgo_region *r = m_what.region;
  if (m_converted && r && bb == r->join && hwpgo_region_selects (r, phi))
    return r;
  for (unsigned i = 0; m_converted && i < m_what.n_along (); i++)
    {
      r = &(*m_what.along)[i];
      if (bb == r->join && hwpgo_region_selects (r, phi))
        return r;
    }
  return NULL;
}

/* The region that has BB when it is converted, or NULL.  */
const struct hwpgo_region *
hwpgo_walker::storing (basic_block bb) const
{
  if (!m_converted)
    return NULL;
  if (m_what.region && hwpgo_region_position (m_what.region, bb) > 0)
    return m_what.region;
  for (unsigned i = 0; i < m_what.n_along (); i++)
    if (hwpgo_region_position (&(*m_what.along)[i], bb) > 0)
      return &(*m_what.along)[i];
  return NULL;
}

static unsigned
select_latency (tree type)
{
  return hwpgo_select_op_latency (FLOAT_TYPE_P (type) ? HWPGO_OP_FLOAT_SELECT
                                                      : HWPGO_OP_SELECT);
}

/* Does VALUE come from a load in R?  *LEFT statements are looked at; of what
   is further away it is assumed.  */
static bool
loaded_in_region_p (const struct hwpgo_region *r, tree value, unsigned *left)
{
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  bool inside = false;
  for (unsigned i = 0; i < r->n_blocks; i++)
    inside |= r->blocks[i] == gimple_bb (def);
  if (!inside)
    return false;
  if (gimple_assign_load_p (def) || *left == 0)
    return true;
  --*left;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        if (loaded_in_region_p (r, gimple_phi_arg_def (phi, i), left))
          return true;
      return false;
    }
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
  if (loaded_in_region_p (r, use, left))
    return true;
  return false;
}

/* Does one of the values that R selects for PHI?  */
static bool
selects_loaded_p (const struct hwpgo_region *r, gphi *phi)
{
  unsigned left = HWPGO_WAY_NAMES;
  for (unsigned i = 0; i < r->n_exits; i++)
    if (loaded_in_region_p (r, PHI_ARG_DEF_FROM_EDGE (phi, r->exits[i]),
                            &left))
      return true;
  return false;
}

/* The way to PHI, which is selected.  */
hwpgo_way
hwpgo_walker::to_selected (gphi *phi)
{
  const struct hwpgo_region *r = selecting (phi);
  tree type = TREE_TYPE (gimple_phi_result (phi));
  tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
  hwpgo_accumulation acc;
  hwpgo_way best = to_conditions (r->conds, r->n_conds);
  if (m_what.late && selects_loaded_p (r, phi))
    best = loaded (best);
  hwpgo_region_values (r, phi, values);
  bool sum = hwpgo_accumulates (m_loop, r->conds, r->n_conds, values,
                                r->n_exits, &acc);
  for (unsigned i = 0; i < r->n_exits; i++)
    best = hwpgo_longer (best, to (sum ? acc.addends[i] : values[i]));
  best = hwpgo_later (best, select_latency (type) * MAX (r->depth, 1));
  if (sum)
    best = hwpgo_later (hwpgo_longer (best, to (acc.x)),
                        hwpgo_select_op_latency (FLOAT_TYPE_P (type)
                                                     ? HWPGO_OP_FLOAT
                                                     : HWPGO_OP_SIMPLE));
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    best = hwpgo_longer (best, to (gimple_phi_arg_def (phi, i)));
  return best;
}

/* The way to what is there when a turn begins.  */
hwpgo_way
hwpgo_walker::to_other () const
{
  return m_from ? hwpgo_no_way : hwpgo_way{ 0, 0 };
}

/* Is it known how often each of the ways into BB is taken?  */
static bool
runs_known_p (basic_block bb)
{
  profile_count runs = profile_count::zero ();
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    runs += e->count ();
  return runs.initialized_p () && runs.nonzero_p ();
}

/* The mean of the ways to PHI: of those that come from a branch that is
   guessed, each turn waits for the one that it takes.  Before anything is known of
   how often it takes which, all count the same.  */
hwpgo_way
hwpgo_walker::to_usual (gphi *phi)
{
  hwpgo_way mean = { 0, 0 };
  double all = 0;
  bool any = false;
  if (m_turn)
    {
      edge e = hwpgo_turn_enters (m_turn, m_loop, gimple_bb (phi));
      return e ? to (PHI_ARG_DEF_FROM_EDGE (phi, e)) : hwpgo_no_way;
    }
  bool known = runs_known_p (gimple_bb (phi));
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      profile_count count = gimple_phi_arg_edge (phi, i)->count ();
      double part = !known                   ? 1
                    : count.initialized_p () ? count.to_gcov_type ()
                                             : 0;
      hwpgo_way one = to (gimple_phi_arg_def (phi, i));
      all += part;
      if (one.latency < 0)
        continue;
      any = true;
      mean.latency += part * one.latency;
      mean.loads += part * one.loads;
    }
  if (!any)
    return hwpgo_no_way;
  mean.latency /= all;
  mean.loads /= all;
  return mean;
}

/* Turns of a loop that is not known to make another number, as early.  */
#define USUAL_TURNS 8

/* The way to PHI, in the header of a loop inside, when that has made its
   turns. One that has loops itself is taken to make one.  */
hwpgo_way
hwpgo_walker::to_inner (gphi *phi)
{
  class loop *inner = gimple_bb (phi)->loop_father;
  hwpgo_walker once (inner, gimple_phi_result (phi), m_what, m_converted);
  hwpgo_way entered = hwpgo_no_way, around = hwpgo_no_way;
  hwpgo_way turn = hwpgo_no_way;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = gimple_phi_arg_def (phi, i);
      if (!flow_bb_inside_loop_p (inner, gimple_phi_arg_edge (phi, i)->src))
        entered = hwpgo_longer (entered, to (value));
      else
        {
          around = hwpgo_longer (around, to (value));
          if (!inner->inner && loop_outer (inner) == m_loop)
            turn = hwpgo_longer (turn, once.to (value));
        }
    }
  /* The test is made once more than a turn is, and AROUND has one.  */
  double turns = hwpgo_loop_turns (inner);
  if (turns <= 0)
    turns = USUAL_TURNS;
  if (turn.latency > 0)
    {
      entered = hwpgo_later (entered, turn.latency * MAX (turns - 1, 0));
      around = hwpgo_later (around, turn.latency * MAX (turns - 2, 0));
    }
  return hwpgo_longer (entered, around);
}

hwpgo_way
hwpgo_walker::to_phi (gphi *phi)
{
  basic_block bb = gimple_bb (phi);
  if (bb == m_loop->header)
    return to_other ();
  if (selected_p (phi))
    return to_selected (phi);
  if (bb == bb->loop_father->header)
    return to_inner (phi);
  return to_usual (phi);
}

hwpgo_way
hwpgo_walker::to_select (gassign *stmt)
{
  tree test = gimple_assign_rhs1 (stmt);
  hwpgo_way data = hwpgo_longer (to (gimple_assign_rhs2 (stmt)),
                                 to (gimple_assign_rhs3 (stmt)));
  if (!m_converted && m_what.selects && m_what.selects->contains (stmt))
    return data;
  hwpgo_way condition
      = COMPARISON_CLASS_P (test)
            ? hwpgo_later (hwpgo_longer (to (TREE_OPERAND (test, 0)),
                                         to (TREE_OPERAND (test, 1))),
                           hwpgo_select_op_latency (HWPGO_OP_COMPARE))
            : to (test);
  return hwpgo_later (hwpgo_longer (condition, data),
                      select_latency (TREE_TYPE (gimple_assign_lhs (stmt))));
}

/* May what PLACE loads miss the first cache?  */
static bool
may_miss_p (tree place)
{
  tree base = get_base_address (place);
  return !base || !DECL_P (base) || !tree_fits_uhwi_p (DECL_SIZE_UNIT (base))
         || tree_to_uhwi (DECL_SIZE_UNIT (base))
                > hwpgo_plugin.select_params.l1_bytes;
}

/* The way to the slowest of the names that STMT uses.  */
hwpgo_way
hwpgo_walker::to_uses (gimple *stmt)
{
  hwpgo_way best = to_other ();
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
  best = hwpgo_longer (best, to (use));
  return best;
}

/* The way to what STORE puts in memory.  One that is converted waits for the
   conditions.  */
hwpgo_way
hwpgo_walker::to_stored (gassign *store)
{
  hwpgo_way best = to (gimple_assign_rhs1 (store));
  const struct hwpgo_region *r = storing (gimple_bb (store));
  if (!r)
    return best;
  return hwpgo_later (
      hwpgo_longer (best, to_conditions (r->conds, r->n_conds)),
      select_latency (TREE_TYPE (gimple_assign_lhs (store)))
              * MAX (r->depth, 1)
          + (r->apart ? hwpgo_plugin.select_params.store_guess : 0));
}

/* The way to what LOAD loads.  */
hwpgo_way
hwpgo_walker::to_loaded (gimple *load)
{
  gassign *set = hwpgo_set_before (load);
  if (set && is_gimple_val (gimple_assign_rhs1 (set)))
    return to_uses (set);
  hwpgo_way best = to_uses (load);
  tree place = gimple_assign_rhs1 (load);
  if (set && gimple_assign_load_p (set) && gimple_bb (set)
      && flow_bb_inside_loop_p (m_loop, gimple_bb (set)))
    {
      best = hwpgo_longer (best, to_uses (set));
      place = gimple_assign_rhs1 (set);
    }
  else if (!set)
    {
      auto_vec<gassign *> stores;
      hwpgo_stored_before (m_loop, load, &stores);
      for (gassign *store : stores)
        best = hwpgo_longer (best, to_stored (store));
    }
  if (best.latency < 0)
    return hwpgo_no_way;
  best.loads += may_miss_p (place);
  return hwpgo_later (best, hwpgo_select_op_latency (HWPGO_OP_LOAD));
}

hwpgo_way
hwpgo_walker::to_statement (gimple *stmt)
{
  if (gphi *phi = dyn_cast<gphi *> (stmt))
    return to_phi (phi);
  if (is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == COND_EXPR)
    return to_select (as_a<gassign *> (stmt));
  if (is_gimple_assign (stmt) && !m_converted && m_what.selects
      && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison
      && m_what.selects->contains (as_a<gassign *> (stmt)))
    return to_other ();
  hwpgo_select_op kind = hwpgo_statement_kind (stmt);
  if (kind == HWPGO_OP_LOAD)
    return to_loaded (stmt);
  if (kind == HWPGO_OP_LIMIT && !m_converted && m_what.selects
      && m_what.selects->contains (as_a<gassign *> (stmt)))
    return to_uses (stmt);
  if (hwpgo_calls_p (stmt))
    return hwpgo_later (to_uses (stmt),
                        hwpgo_plugin.select_params.call_latency);
  return hwpgo_later (to_uses (stmt), hwpgo_select_op_latency (kind));
}

hwpgo_way
hwpgo_walker::to (tree value)
{
  if (value == m_from)
    return { 0, 0 };
  if (TREE_CODE (value) != SSA_NAME || virtual_operand_p (value))
    return to_other ();
  if (hwpgo_way *time = m_turn ? m_turn->times.get (value) : NULL)
    return *time;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (m_loop, gimple_bb (def)))
    return to_other ();
  if (hwpgo_way *known = m_known.get (value))
    return *known;
  if (m_left == 0)
    return hwpgo_no_way;
  m_left--;
  /* Ends the walk in the cycles of inner loops.  */
  m_known.put (value, hwpgo_no_way);
  hwpgo_way found = to_statement (def);
  m_known.put (value, found);
  return found;
}

bool
hwpgo_conditions_wait_p (class loop *loop, gcond *const *conds, unsigned n,
                         tree value)
{
  hwpgo_walker walk (loop, value, nothing, false);
  return walk.to_conditions (conds, n).latency >= 0;
}

unsigned
hwpgo_conditions_wait (class loop *loop, gcond *const *conds, unsigned n)
{
  if (!loop || !loop_outer (loop) || !loop->header)
    return 0;
  hwpgo_walker walk (loop, NULL_TREE, nothing, false);
  /* There is no way if all that was looked at was in cycles.  */
  return (unsigned) MAX (walk.to_conditions (conds, n).latency, 0);
}

unsigned
hwpgo_selects_wait (class loop *loop, const vec<gassign *> &selects)
{
  if (!loop || !loop_outer (loop) || !loop->header)
    return 0;
  hwpgo_walker walk (loop, NULL_TREE, { NULL, &selects, false }, false);
  hwpgo_way best = hwpgo_no_way;
  for (gassign *select : selects)
    {
      bool chooses = gimple_assign_rhs_code (select) == COND_EXPR;
      tree test = chooses ? hwpgo_select_condition (select) : NULL_TREE;
      if (chooses && !test)
        continue;
      tree lhs = test ? TREE_OPERAND (test, 0) : gimple_assign_rhs1 (select);
      tree rhs = test ? TREE_OPERAND (test, 1) : gimple_assign_rhs2 (select);
      best = hwpgo_longer (best,
                           hwpgo_longer (walk.to (lhs), walk.to (rhs)));
    }
  best = hwpgo_later (best, hwpgo_select_op_latency (HWPGO_OP_COMPARE));
  return (unsigned) MAX (best.latency, 0);
}
