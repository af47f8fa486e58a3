/* Measuring a hammock for the cost model.
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
  if (is_gimple_call (stmt))
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

/* Instructions of ARM.  */
static unsigned
arm_insns (const struct hwpgo_arm *arm)
{
  unsigned n = 0;
  for (unsigned i = 0; i < arm->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (arm->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      if (gimple_code (gsi_stmt (gsi)) != GIMPLE_LABEL
          && !hwpgo_statement_empty (gsi_stmt (gsi)))
        n += hwpgo_select_op_insns (hwpgo_statement_kind (gsi_stmt (gsi)));
  return n;
}

/* Does what H selects come back as the header's PHI in the next turn?  */
static bool
comes_back_p (const struct hwpgo_hammock *h, class loop *loop, gphi *phi)
{
  if (h->join == loop->header)
    return hwpgo_hammock_selects (h, phi);
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      if (!hwpgo_hammock_selects (h, psi.phi ()))
        continue;
      walker walk (loop, gimple_phi_result (psi.phi ()));
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
            && walk.to (gimple_phi_arg_def (phi, i)).latency >= 0)
          return true;
    }
  return false;
}

/* The ways from VALUE, at the loop's head, to the condition and to the values
   selected.  */
static void
ways_to_select (const struct hwpgo_hammock *h, class loop *loop, tree value,
                way *condition, way *data)
{
  walker walk (loop, value);
  *condition = longer (walk.to (gimple_cond_lhs (h->cond)),
                       walk.to (gimple_cond_rhs (h->cond)));
  if (condition->latency >= 0)
    condition->latency += hwpgo_select_op_latency (HWPGO_OP_COMPARE);
  *data = no_way;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      hwpgo_accumulation acc;
      if (!hwpgo_hammock_selects (h, phi))
        continue;
      if (hwpgo_hammock_accumulates (h, phi, &acc))
        *data = longer (*data, walk.to (acc.addend));
      else
        for (const hwpgo_arm &arm : h->arms)
          *data = longer (*data,
                          walk.to (PHI_ARG_DEF_FROM_EDGE (phi, arm.last)));
    }
}

/* Fill the loop-carried part of C with the path that gains most cycles.  */
static void
measure_carried (const struct hwpgo_hammock *h, struct hwpgo_select_case *c)
{
  class loop *loop = h->head->loop_father;
  if (!loop || !loop_outer (loop) || !loop->header)
    return;
  int worst = -1;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      way condition, data;
      if (virtual_operand_p (gimple_phi_result (phi))
          || !comes_back_p (h, loop, phi))
        continue;
      ways_to_select (h, loop, gimple_phi_result (phi), &condition, &data);
      if (condition.latency < 0 && data.latency < 0)
        continue;
      int before = MAX (data.latency, 0);
      int added = MAX (condition.latency, before) - before;
      if (added <= worst)
        continue;
      worst = added;
      c->carried = true;
      c->data_latency = before;
      c->condition_latency = MAX (condition.latency, 0);
      c->condition_loads = condition.loads;
    }
}

bool
hwpgo_hammock_accumulates (const struct hwpgo_hammock *h, gphi *phi,
                           struct hwpgo_accumulation *acc)
{
  *acc = hwpgo_accumulation ();
  for (unsigned arm = 0; arm < 2; arm++)
    {
      tree sum = PHI_ARG_DEF_FROM_EDGE (phi, h->arms[arm].last);
      tree x = PHI_ARG_DEF_FROM_EDGE (phi, h->arms[!arm].last);
      if (TREE_CODE (sum) != SSA_NAME || TREE_CODE (x) != SSA_NAME)
        continue;
      gassign *stmt = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (sum));
      if (!stmt || gimple_num_ops (stmt) != 3)
        continue;
      tree_code code = gimple_assign_rhs_code (stmt);
      bool first = gimple_assign_rhs1 (stmt) == x;
      bool second
          = gimple_assign_rhs2 (stmt) == x && commutative_tree_code (code);
      tree type = TREE_TYPE (sum);
      if (!(first || second)
          || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
          || !(code == PLUS_EXPR || code == MINUS_EXPR
               || code == POINTER_PLUS_EXPR || code == BIT_IOR_EXPR
               || code == BIT_XOR_EXPR))
        continue;
      class loop *loop = h->head->loop_father;
      walker walk (loop, x);
      if (walk.to (gimple_cond_lhs (h->cond)).latency >= 0
          || walk.to (gimple_cond_rhs (h->cond)).latency >= 0)
        return false;
      acc->arm = arm;
      acc->code = code;
      acc->x = x;
      acc->x_first = first;
      acc->addend
          = first ? gimple_assign_rhs2 (stmt) : gimple_assign_rhs1 (stmt);
      acc->neutral = build_zero_cst (TREE_TYPE (acc->addend));
      acc->location = gimple_location (stmt);
      return true;
    }
  return false;
}

/* How often the true arm runs.  */
static double
true_share (const struct hwpgo_hammock *h)
{
  profile_probability p = h->arms[0].first->probability;
  return p.initialized_p ()
             ? (double) p.to_reg_br_prob_base () / REG_BR_PROB_BASE
             : 0.5;
}

void
hwpgo_hammock_measure (const struct hwpgo_hammock *h,
                       struct hwpgo_select_case *c)
{
  memset (c, 0, sizeof *c);
  c->then_share = true_share (h);
  c->then_insns = arm_insns (&h->arms[0]);
  c->else_insns = arm_insns (&h->arms[1]);
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_hammock_selects (h, psi.phi ()))
      {
        c->n_selects++;
        c->n_float_selects
            += FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (psi.phi ())));
      }
  measure_carried (h, c);
}
