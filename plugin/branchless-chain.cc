/* Measuring a region for the cost model.
   SPDX-License-Identifier: GPL-2.0-or-later

   The question that decides is whether the result of the select comes back to
   its own inputs in the next turn of the loop, and along how long a path.  A
   path starts at a PHI of the loop's header, and is followed backwards from
   where it ends, through assignments and PHIs inside the loop.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Names looked at for one path; what is further away is taken as not
   connected.  */
#define MAX_WALK 256

/* The longest way from a value to another; LATENCY is -1 if there is none.  */
struct way
{
  int latency;
  unsigned loads; /* on that way.  */
};

static const way no_way = { -1, 0 };

static way
longer (way a, way b)
{
  return b.latency > a.latency ? b : a;
}

/* Finds the ways from one value, inside LOOP.  */
class walker
{
public:
  walker (class loop *loop, tree from)
      : m_loop (loop), m_from (from), m_left (MAX_WALK)
  {
  }
  way to (tree value);

private:
  way to_statement (gimple *stmt);

  class loop *m_loop;
  tree m_from;
  unsigned m_left;
  hash_map<tree, way> m_known;
};

way
walker::to_statement (gimple *stmt)
{
  way best = no_way;
  if (gphi *phi = dyn_cast<gphi *> (stmt))
    {
      if (gimple_bb (phi) == m_loop->header)
        return no_way;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        best = longer (best, to (gimple_phi_arg_def (phi, i)));
      return best;
    }
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
  best = longer (best, to (use));
  if (best.latency < 0)
    return no_way;
  hwpgo_select_op kind = hwpgo_statement_kind (stmt);
  best.latency += hwpgo_select_op_latency (kind);
  best.loads += kind == HWPGO_OP_LOAD;
  return best;
}

way
walker::to (tree value)
{
  if (value == m_from)
    return { 0, 0 };
  if (TREE_CODE (value) != SSA_NAME || virtual_operand_p (value))
    return no_way;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (m_loop, gimple_bb (def)))
    return no_way;
  if (way *known = m_known.get (value))
    return *known;
  if (m_left == 0)
    return no_way;
  m_left--;
  /* Ends the walk in the cycles of inner loops.  */
  m_known.put (value, no_way);
  way found = to_statement (def);
  m_known.put (value, found);
  return found;
}

/* Is STMT part of the address of a memory access, which does such sums for
   nothing?  */
static bool
addressing_p (gimple *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  use_operand_p use;
  gimple *user;
  tree lhs = gimple_assign_lhs (stmt);
  if (code == MULT_EXPR)
    return tree_fits_uhwi_p (gimple_assign_rhs2 (stmt))
           && pow2p_hwi (tree_to_uhwi (gimple_assign_rhs2 (stmt)))
           && tree_to_uhwi (gimple_assign_rhs2 (stmt)) <= 8
           && single_imm_use (lhs, &use, &user) && is_gimple_assign (user)
           && gimple_assign_rhs_code (user) == POINTER_PLUS_EXPR;
  return code == POINTER_PLUS_EXPR && single_imm_use (lhs, &use, &user)
         && gimple_vuse (user);
}

hwpgo_select_op
hwpgo_statement_kind (gimple *stmt)
{
  if (is_gimple_call (stmt) && hwpgo_call_harmless_p (stmt))
    return HWPGO_OP_BIT_COUNT;
  if (!is_gimple_assign (stmt))
    return HWPGO_OP_COPY;
  if (gimple_assign_load_p (stmt))
    return HWPGO_OP_LOAD;
  tree_code code = gimple_assign_rhs_code (stmt);
  if (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code)
      || code == VIEW_CONVERT_EXPR || addressing_p (stmt))
    return HWPGO_OP_COPY;
  if (code == COND_EXPR)
    return FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
               ? HWPGO_OP_FLOAT_SELECT
               : HWPGO_OP_SELECT;
  if (FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
    return HWPGO_OP_FLOAT;
  switch (code)
    {
    case MULT_EXPR:
      return integer_pow2p (gimple_assign_rhs2 (stmt)) ? HWPGO_OP_SIMPLE
                                                       : HWPGO_OP_MULTIPLY;
    case WIDEN_MULT_EXPR:
    case MULT_HIGHPART_EXPR:
      return HWPGO_OP_MULTIPLY;
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case FLOOR_DIV_EXPR:
    case FLOOR_MOD_EXPR:
    case EXACT_DIV_EXPR:
      return HWPGO_OP_DIVIDE;
    default:
      return HWPGO_OP_SIMPLE;
    }
}

/* Instructions of BB.  */
static unsigned
block_insns (basic_block bb)
{
  unsigned n = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_COND)
        n += hwpgo_select_op_insns (HWPGO_OP_COMPARE);
      else if (gimple_code (stmt) != GIMPLE_LABEL
               && !hwpgo_statement_empty (stmt))
        n += hwpgo_select_op_insns (hwpgo_statement_kind (stmt));
    }
  return n;
}

/* The values that PHI merges from R.  */
static void
exit_values (const struct hwpgo_region *r, gphi *phi, tree *values)
{
  for (unsigned i = 0; i < r->n_exits; i++)
    values[i] = PHI_ARG_DEF_FROM_EDGE (phi, r->exits[i]);
}

/* Selects that it takes for PHI: one for each change of the value, from one
   exit to the next.  */
static unsigned
selects_for (const struct hwpgo_region *r, gphi *phi)
{
  tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
  unsigned n = 0;
  exit_values (r, phi, values);
  for (unsigned i = 1; i < r->n_exits; i++)
    n += values[i] != values[i - 1]
         && !operand_equal_p (values[i], values[i - 1], 0);
  return n;
}

/* Does what R selects come back as the header's PHI in the next turn?  */
static bool
comes_back_p (const struct hwpgo_region *r, class loop *loop, gphi *phi)
{
  if (r->join == loop->header)
    return hwpgo_region_selects (r, phi);
  for (gphi_iterator psi = gsi_start_phis (r->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      if (!hwpgo_region_selects (r, psi.phi ()))
        continue;
      walker walk (loop, gimple_phi_result (psi.phi ()));
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
            && walk.to (gimple_phi_arg_def (phi, i)).latency >= 0)
          return true;
    }
  return false;
}

/* The way of WALK to the slowest of the N CONDS.  */
static way
way_to_conditions (walker *walk, gcond *const *conds, unsigned n)
{
  way best = no_way;
  for (unsigned i = 0; i < n; i++)
    best = longer (best, longer (walk->to (gimple_cond_lhs (conds[i])),
                                 walk->to (gimple_cond_rhs (conds[i]))));
  return best;
}

/* The ways from VALUE, at the loop's head, to the conditions and to the
   values selected.  */
static void
ways_to_select (const struct hwpgo_region *r, class loop *loop, tree value,
                way *condition, way *data)
{
  walker walk (loop, value);
  *condition = way_to_conditions (&walk, r->conds, r->n_conds);
  if (condition->latency >= 0)
    condition->latency += hwpgo_select_op_latency (HWPGO_OP_COMPARE);
  *data = no_way;
  for (gphi_iterator psi = gsi_start_phis (r->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
      hwpgo_accumulation acc;
      if (!hwpgo_region_selects (r, psi.phi ()))
        continue;
      exit_values (r, psi.phi (), values);
      bool sum = hwpgo_accumulates (loop, r->conds, r->n_conds, values,
                                    r->n_exits, &acc);
      for (unsigned i = 0; i < r->n_exits; i++)
        *data = longer (*data, walk.to (sum ? acc.addends[i] : values[i]));
    }
}

/* Turns of LOOP for one entry; 0 if no profile tells.  */
static double
loop_turns (class loop *loop)
{
  profile_count entries = profile_count::zero (), all = loop->header->count;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
  if (!flow_bb_inside_loop_p (loop, e->src))
    entries += e->count ();
  if (!all.initialized_p () || !entries.initialized_p ()
      || all.quality () < AFDO || entries.to_gcov_type () <= 0)
    return 0;
  return (double) all.to_gcov_type () / entries.to_gcov_type ();
}

/* Take the ways of one value of LOOP into C if they gain more cycles than
   WORST, -1 at first.  */
static void
note_carried (struct hwpgo_select_case *c, class loop *loop, way condition,
              way data, int *worst)
{
  if (condition.latency < 0 && data.latency < 0)
    return;
  int before = MAX (data.latency, 0);
  int added = MAX (condition.latency, before) - before;
  if (added <= *worst)
    return;
  *worst = added;
  c->carried = true;
  c->data_latency = before;
  c->data_loads = data.loads;
  c->condition_latency = MAX (condition.latency, 0);
  c->condition_loads = condition.loads;
  c->turns = loop_turns (loop);
}

/* Fill the loop-carried part of C with the path that gains most cycles.  */
static void
measure_carried (const struct hwpgo_region *r, struct hwpgo_select_case *c)
{
  class loop *loop = r->head->loop_father;
  if (!loop || !loop_outer (loop) || !loop->header)
    return;
  int worst = -1;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      way condition, data;
      if (virtual_operand_p (gimple_phi_result (phi))
          || !comes_back_p (r, loop, phi))
        continue;
      ways_to_select (r, loop, gimple_phi_result (phi), &condition, &data);
      note_carried (c, loop, condition, data, &worst);
    }
}

/* Does one of SELECTS come back as the header's PHI in the next turn?  */
static bool
selects_come_back_p (const vec<gassign *> &selects, class loop *loop,
                     gphi *phi)
{
  for (gassign *select : selects)
    {
      walker walk (loop, gimple_assign_lhs (select));
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
            && walk.to (gimple_phi_arg_def (phi, i)).latency >= 0)
          return true;
    }
  return false;
}

void
hwpgo_selects_measure (const vec<gassign *> &selects,
                       struct hwpgo_select_case *c)
{
  memset (c, 0, sizeof *c);
  c->branches = c->depth = 1;
  c->n_selects = selects.length ();
  for (gassign *select : selects)
    c->n_float_selects
        += FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (select)));
  class loop *loop = gimple_bb (selects[0])->loop_father;
  if (!loop || !loop_outer (loop) || !loop->header)
    return;
  tree test = hwpgo_select_condition (selects[0]);
  int worst = -1;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      if (virtual_operand_p (gimple_phi_result (phi))
          || !selects_come_back_p (selects, loop, phi))
        continue;
      walker walk (loop, gimple_phi_result (phi));
      way condition = longer (walk.to (TREE_OPERAND (test, 0)),
                              walk.to (TREE_OPERAND (test, 1)));
      if (condition.latency >= 0)
        condition.latency += hwpgo_select_op_latency (HWPGO_OP_COMPARE);
      way data = no_way;
      for (gassign *select : selects)
        data = longer (data,
                       longer (walk.to (gimple_assign_rhs2 (select)),
                               walk.to (gimple_assign_rhs3 (select))));
      note_carried (c, loop, condition, data, &worst);
    }
}

/* Is VALUE X, or X CODE *ADDEND?  */
static bool
sum_of_p (tree value, tree x, tree_code code, tree *addend)
{
  *addend = NULL_TREE;
  if (value == x)
    return true;
  gassign *stmt = TREE_CODE (value) == SSA_NAME
                      ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                      : NULL;
  if (!stmt || gimple_num_ops (stmt) != 3
      || gimple_assign_rhs_code (stmt) != code)
    return false;
  if (gimple_assign_rhs1 (stmt) == x)
    *addend = gimple_assign_rhs2 (stmt);
  else if (gimple_assign_rhs2 (stmt) == x && commutative_tree_code (code))
    *addend = gimple_assign_rhs1 (stmt);
  return *addend != NULL_TREE;
}

/* Is there a value of TYPE to which adding it by CODE makes no difference?  In
   floating point x + -0.0 is x, and raises no exception, as long as rounding
   is to nearest and x is no signalling NaN; the same goes for x - 0.0.  */
static bool
accumulating_p (tree_code code, tree type)
{
  if (SCALAR_FLOAT_TYPE_P (type))
    return (code == PLUS_EXPR || code == MINUS_EXPR) && !HONOR_SNANS (type)
           && !HONOR_SIGN_DEPENDENT_ROUNDING (type);
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
         && (code == PLUS_EXPR || code == MINUS_EXPR
             || code == POINTER_PLUS_EXPR || code == BIT_IOR_EXPR
             || code == BIT_XOR_EXPR);
}

/* That value.  */
static tree
neutral_addend (tree_code code, tree type)
{
  if (!SCALAR_FLOAT_TYPE_P (type) || code == MINUS_EXPR)
    return build_zero_cst (type);
  REAL_VALUE_TYPE zero = dconst0;
  zero.sign = 1;
  return build_real (type, zero);
}

/* Do all VALUES add to X by CODE?  Fills ACC's addends.  */
static bool
all_sums_p (const tree *values, unsigned n, tree x, tree_code code,
            struct hwpgo_accumulation *acc)
{
  tree type = NULL_TREE;
  for (unsigned i = 0; i < n; i++)
    {
      if (!sum_of_p (values[i], x, code, &acc->addends[i]))
        return false;
      if (!acc->addends[i])
        continue;
      if (type && !types_compatible_p (type, TREE_TYPE (acc->addends[i])))
        return false;
      type = TREE_TYPE (acc->addends[i]);
    }
  if (!type)
    return false;
  for (unsigned i = 0; i < n; i++)
    if (!acc->addends[i])
      acc->addends[i] = neutral_addend (code, type);
  return true;
}

bool
hwpgo_accumulates (class loop *loop, gcond *const *conds, unsigned n_conds,
                   const tree *values, unsigned n,
                   struct hwpgo_accumulation *acc)
{
  for (unsigned i = 0; i < n; i++)
    {
      gassign *stmt = TREE_CODE (values[i]) == SSA_NAME
                          ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (values[i]))
                          : NULL;
      if (!stmt || gimple_num_ops (stmt) != 3
          || !accumulating_p (gimple_assign_rhs_code (stmt),
                              TREE_TYPE (values[i])))
        continue;
      tree_code code = gimple_assign_rhs_code (stmt);
      for (unsigned op = 1; op <= (commutative_tree_code (code) ? 2u : 1u);
           op++)
        {
          tree x = gimple_op (stmt, op);
          if (TREE_CODE (x) != SSA_NAME
              || !all_sums_p (values, n, x, code, acc))
            continue;
          walker walk (loop, x);
          if (way_to_conditions (&walk, conds, n_conds).latency >= 0)
            continue;
          acc->code = code;
          acc->x = x;
          acc->x_first = op == 1;
          acc->location = gimple_location (stmt);
          return true;
        }
    }
  return false;
}

/* Add to C what the effects of R, each made for itself, take.  */
static void
measure_apart (const struct hwpgo_region *r, struct hwpgo_select_case *c)
{
  struct hwpgo_effects e;
  if (!hwpgo_effects_of_region (r, &e))
    return;
  c->n_selects += e.n_places;
  for (unsigned i = 0; i < e.n; i++)
    {
      gimple *stmt = e.by_arm[i][0];
      c->n_late_loads += gimple_assign_load_p (stmt);
      if (!gimple_vdef (stmt))
        continue;
      c->n_stores++;
      c->insns++;
      for (unsigned j = 0; j < r->n_blocks; j++)
        if (r->blocks[j] == gimple_bb (stmt))
          c->wasted += 1 - MIN (r->shares[j], 1.0);
    }
}

void
hwpgo_region_measure (const struct hwpgo_region *r,
                      struct hwpgo_select_case *c)
{
  memset (c, 0, sizeof *c);
  c->depth = r->depth;
  for (unsigned i = 0; i < r->n_conds; i++)
    c->branches += r->cond_shares[i];
  for (unsigned i = 0; i < r->n_blocks; i++)
    {
      unsigned n = block_insns (r->blocks[i]);
      c->insns += n;
      c->wasted += n * (1 - MIN (r->shares[i], 1.0));
    }
  for (gphi_iterator psi = gsi_start_phis (r->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_region_selects (r, psi.phi ())
        && !virtual_operand_p (gimple_phi_result (psi.phi ())))
      {
        unsigned n = selects_for (r, psi.phi ());
        c->n_selects += n;
        if (FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (psi.phi ()))))
          c->n_float_selects += n;
      }
  if (r->apart)
    measure_apart (r, c);
  measure_carried (r, c);
}

void
hwpgo_hammock_measure (const struct hwpgo_hammock *h,
                       struct hwpgo_select_case *c)
{
  struct hwpgo_region r;
  hwpgo_region_of_hammock (h, &r);
  hwpgo_region_measure (&r, c);
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_region_selects (&r, psi.phi ())
        && !virtual_operand_p (gimple_phi_result (psi.phi ()))
        && !hwpgo_hammock_selects (h, psi.phi ()))
      {
        c->n_selects--;
        c->n_float_selects
            -= FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (psi.phi ())));
      }
  c->n_selects += hwpgo_effects_selects (h);
  c->n_stores = hwpgo_effects_places (h);
  c->n_loads = hwpgo_effects_loads (h);
  for (unsigned arm = 0, block = 0; arm < 2; block += h->arms[arm++].n_blocks)
    {
      unsigned loads, stores;
      hwpgo_effects_apart (h, arm, &loads, &stores);
      c->n_late_loads += loads;
      c->insns += stores;
      if (stores)
        c->wasted += stores * (1 - MIN (r.shares[block], 1.0));
    }
}
