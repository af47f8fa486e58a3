/* Comparisons of floating-point numbers that may run for nothing.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (d < best)                      if (x < 0.0)
       second = best, best = d;           x = 0.0;
     else if (d < second)               else if (x > 1.0)
       second = d;                        x = 1.0;

   The second comparison raises an exception if it is of a NaN.  So it may
   always run only if it is of none where the source has not run it: its
   operands are constants, values that were compared before and found in some
   order, or what is only ever set to such.  Or the exception has been raised
   before, by a comparison that always runs, of what is computed from them:

     if (a * b <= 0)
       return 0;
     if (a < b)
       return a;  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Values looked at for one, operations that one goes through, and branches in front of
   where a value is set.  */
#define MAX_VALUES 32
#define MAX_OPERATIONS 4
#define MAX_FRONTS 4

/* Is A CODE B known to be of two numbers where it is TRUTH?  */
static bool
ordered_p (tree_code code, bool truth)
{
  switch (code)
    {
    case LT_EXPR:
    case LE_EXPR:
    case GT_EXPR:
    case GE_EXPR:
    case EQ_EXPR:
    case LTGT_EXPR:
    case ORDERED_EXPR:
      return truth;
    case UNLT_EXPR:
    case UNLE_EXPR:
    case UNGT_EXPR:
    case UNGE_EXPR:
    case UNEQ_EXPR:
    case NE_EXPR:
    case UNORDERED_EXPR:
      return !truth;
    default:
      return false;
    }
}

/* Does control come by E only where VALUE has been compared with another
   number?  */
static bool
compared_on_p (edge e, tree value)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
  return cond
         && (gimple_cond_lhs (cond) == value || gimple_cond_rhs (cond) == value)
         && ordered_p (gimple_cond_code (cond),
                       (e->flags & EDGE_TRUE_VALUE) != 0);
}

/* The same of all branches in front of E that lead nowhere else.  */
static bool
compared_before_p (edge e, tree value)
{
  for (unsigned i = 0; i < MAX_FRONTS; i++)
    {
      if (compared_on_p (e, value))
        return true;
      if (!single_pred_p (e->src))
        return false;
      e = single_pred_edge (e->src);
    }
  return false;
}

/* Proves that values are never NaN.  What a value depends on by itself, in a
   loop, is none if all else that it is set to is none.  */
class prover
{
public:
  bool number_p (tree value);

private:
  bool phi_p (gphi *phi);
  bool select_p (gassign *stmt);

  auto_vec<tree, MAX_VALUES> m_seen;
};

bool
prover::phi_p (gphi *phi)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = gimple_phi_arg_def (phi, i);
      if (!compared_before_p (gimple_phi_arg_edge (phi, i), value)
          && !number_p (value))
        return false;
    }
  return true;
}

bool
prover::select_p (gassign *stmt)
{
  tree test = gimple_assign_rhs1 (stmt);
  const tree values[]
      = { gimple_assign_rhs3 (stmt), gimple_assign_rhs2 (stmt) };
  tree_code code = TREE_CODE (test);
  tree a = NULL_TREE, b = NULL_TREE;
  if (COMPARISON_CLASS_P (test))
    {
      a = TREE_OPERAND (test, 0);
      b = TREE_OPERAND (test, 1);
    }
  else if (code == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (test))
           && TREE_CODE_CLASS (gimple_assign_rhs_code (
                  SSA_NAME_DEF_STMT (test)))
                  == tcc_comparison)
    {
      gimple *def = SSA_NAME_DEF_STMT (test);
      code = gimple_assign_rhs_code (def);
      a = gimple_assign_rhs1 (def);
      b = gimple_assign_rhs2 (def);
    }
  for (unsigned i = 0; i < 2; i++)
    if (!((values[i] == a || values[i] == b) && ordered_p (code, i == 1))
        && !number_p (values[i]))
      return false;
  return true;
}

bool
prover::number_p (tree value)
{
  if (TREE_CODE (value) == REAL_CST)
    return !REAL_VALUE_ISNAN (TREE_REAL_CST (value));
  if (TREE_CODE (value) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (value))
    return false;
  if (m_seen.contains (value))
    return true;
  if (m_seen.length () == MAX_VALUES)
    return false;
  m_seen.quick_push (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return phi_p (phi);
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt)
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    case FLOAT_EXPR:
      return true;
    case COND_EXPR:
      return select_p (stmt);
    case SSA_NAME:
    case REAL_CST:
    case ABS_EXPR:
    case NEGATE_EXPR:
      return number_p (gimple_assign_rhs1 (stmt));
    default:
      return false;
    }
}

/* Is VALUE a number wherever BB, between the head of H and where its ways meet,
   is not reached from there?  Each branch in between tells that of its other
   way.  */
static bool
number_elsewhere_p (const struct hwpgo_hammock *h, basic_block bb, tree value)
{
  for (unsigned i = 0; bb != h->head; i++)
    {
      if (i == HWPGO_REGION_MAX_BLOCKS || !single_pred_p (bb))
        return false;
      edge here = single_pred_edge (bb), other;
      edge_iterator ei;
      FOR_EACH_EDGE (other, ei, here->src->succs)
      if (other != here && !compared_on_p (other, value))
        return false;
      bb = here->src;
    }
  return true;
}

/* The operands of STMT, a condition, comparison or select by one; false if it is
   none of these.  */
static bool
operands_of (gimple *stmt, tree *operands[2])
{
  if (gcond *cond = dyn_cast<gcond *> (stmt))
    {
      operands[0] = gimple_cond_lhs_ptr (cond);
      operands[1] = gimple_cond_rhs_ptr (cond);
    }
  else if (!is_gimple_assign (stmt))
    return false;
  else if (gimple_assign_rhs_class (stmt) == GIMPLE_BINARY_RHS
           && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt))
                  == tcc_comparison)
    {
      operands[0] = gimple_assign_rhs1_ptr (stmt);
      operands[1] = gimple_assign_rhs2_ptr (stmt);
    }
  else if (gimple_assign_rhs_code (stmt) == COND_EXPR
           && COMPARISON_CLASS_P (gimple_assign_rhs1 (stmt)))
    {
      operands[0] = &TREE_OPERAND (gimple_assign_rhs1 (stmt), 0);
      operands[1] = &TREE_OPERAND (gimple_assign_rhs1 (stmt), 1);
    }
  else
    return false;
  return SCALAR_FLOAT_TYPE_P (TREE_TYPE (*operands[0]))
         && !HONOR_SNANS (*operands[0]);
}

/* Does a comparison by CODE raise an exception if one of its operands is a NaN?  Less or
   greater may, but need not.  */
static bool
signals_p (tree_code code)
{
  return code == LT_EXPR || code == LE_EXPR || code == GT_EXPR
         || code == GE_EXPR;
}

/* Is RESULT a NaN if VALUE is one, by no more than so many OPERATIONS?  */
static bool
carries_p (tree result, tree value, unsigned operations)
{
  if (result == value)
    return TREE_CODE (value) == SSA_NAME;
  gassign *stmt = TREE_CODE (result) == SSA_NAME
                      ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (result))
                      : NULL;
  if (!stmt || operations == 0)
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
    case RDIV_EXPR:
      return carries_p (gimple_assign_rhs1 (stmt), value, operations - 1)
             || carries_p (gimple_assign_rhs2 (stmt), value, operations - 1);
    case NEGATE_EXPR:
    case ABS_EXPR:
    case SSA_NAME:
      return carries_p (gimple_assign_rhs1 (stmt), value, operations - 1);
    default:
      return false;
    }
}

/* If VALUE is a NaN, has that raised the exception of comparisons whenever the head of
   H runs?  */
static bool
raised_p (const struct hwpgo_hammock *h, tree value)
{
  basic_block bb = h->head;
  for (unsigned i = 0; i < MAX_FRONTS; i++)
    {
      gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
      if (cond && SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_cond_lhs (cond)))
          && signals_p (gimple_cond_code (cond))
          && (carries_p (gimple_cond_lhs (cond), value, MAX_OPERATIONS)
              || carries_p (gimple_cond_rhs (cond), value, MAX_OPERATIONS)))
        return true;
      if (!single_pred_p (bb))
        return false;
      bb = single_pred (bb);
    }
  return false;
}

bool
hwpgo_comparison_quiet_p (const struct hwpgo_hammock *h, gimple *stmt)
{
  tree *operands[2];
  if (!operands_of (stmt, operands))
    return false;
  for (tree *operand : operands)
    {
      prover p;
      if (!p.number_p (*operand)
          && !number_elsewhere_p (h, gimple_bb (stmt), *operand)
          && !raised_p (h, *operand))
        return false;
    }
  return true;
}

/* What VALUE can be compared with where COND has been: NULL_TREE if that could
   raise an exception that COND has not.  */
static tree
harmless_with (gcond *cond, tree value)
{
  if (TREE_CODE (value) == REAL_CST)
    return REAL_VALUE_ISNAN (TREE_REAL_CST (value)) ? NULL_TREE : value;
  if (!signals_p (gimple_cond_code (cond)))
    return NULL_TREE;
  return gimple_cond_lhs (cond) == value   ? gimple_cond_rhs (cond)
         : gimple_cond_rhs (cond) == value ? gimple_cond_lhs (cond)
                                           : NULL_TREE;
}

bool
hwpgo_comparison_guard (const struct hwpgo_hammock *h, gimple *stmt,
                        struct hwpgo_float_guard *guard)
{
  tree *operands[2];
  if (!gimple_could_trap_p (stmt) || !operands_of (stmt, operands)
      || hwpgo_target_check (h->cond, TREE_TYPE (*operands[0]))
             != HWPGO_REFUSE_NONE
      || hwpgo_comparison_quiet_p (h, stmt))
    return false;
  for (int i = 0; i < 2; i++)
    if (tree other = harmless_with (h->cond, *operands[i]))
      {
        *guard = { operands[!i], other };
        return true;
      }
  return false;
}
