/* What GCC must not see of selects.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/branchless-hide.h"

/* Does STMT compare memory or strings?  */
static bool
compares_memory_p (gimple *stmt)
{
  return gimple_call_builtin_p (stmt, BUILT_IN_MEMCMP)
         || gimple_call_builtin_p (stmt, BUILT_IN_STRCMP)
         || gimple_call_builtin_p (stmt, BUILT_IN_STRNCMP);
}

/* Does STMT ask no more of NAME than if it is zero?  */
static bool
asks_zero_p (gimple *stmt, tree name)
{
  if (gimple_code (stmt) == GIMPLE_COND)
    return gimple_cond_code (stmt) == EQ_EXPR
           || gimple_cond_code (stmt) == NE_EXPR;
  if (!is_gimple_assign (stmt))
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  return (code == EQ_EXPR || code == NE_EXPR)
         && gimple_assign_rhs1 (stmt) == name
         && integer_zerop (gimple_assign_rhs2 (stmt));
}

/* Is NAME used for more than questions if it is zero?  */
static bool
value_used_p (tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    if (!is_gimple_debug (USE_STMT (use))
        && !asks_zero_p (USE_STMT (use), name))
      return true;
  return false;
}

/* Is NAME used by STMT alone, which hides it?  */
static bool
hidden_by_p (tree name, gimple *stmt)
{
  return hwpgo_statement_hides (stmt) && has_single_use (name)
         && TREE_VALUE (gimple_asm_input_op (as_a<gasm *> (stmt), 0)) == name;
}

/* Hide NAME, what the statement at *GSI makes, unless that is done.  *GSI is
   the last statement of it then.  */
static void
hide_result (tree name, gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  gimple_stmt_iterator next = *gsi;
  gsi_next (&next);
  if (!gsi_end_p (next) && hidden_by_p (name, gsi_stmt (next)))
    return;
  /* A name of its own for the statement, so that all uses are behind.  */
  tree result = copy_ssa_name (name);
  gimple_set_lhs (stmt, result);
  update_stmt (stmt);
  tree hidden = hwpgo_insert_hidden (result, &next);
  gassign *copy = gimple_build_assign (name, hidden);
  gsi_insert_before (&next, copy, GSI_SAME_STMT);
  *gsi = gsi_for_stmt (copy);
}

/* Hide what the statement at *GSI returns, if that has to be.  *GSI is the
   last statement of it then.  */
static void
hide_comparison (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (!compares_memory_p (stmt))
    return;
  tree name = gimple_call_lhs (stmt);
  if (name && TREE_CODE (name) == SSA_NAME
      && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name) && !stmt_ends_bb_p (stmt)
      && value_used_p (name))
    hide_result (name, gsi);
}

void
hwpgo_hide_comparisons (function *fn)
{
  basic_block bb;
  if (HWPGO_SELECTS_TAKE_VALUES)
    return;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      hide_comparison (&gsi);
}

/* Can VALUE be a result of memcmp when everything is inlined?  */
static bool
may_be_compared_p (tree value)
{
  if (TREE_CODE (value) != SSA_NAME
      || !useless_type_conversion_p (integer_type_node, TREE_TYPE (value))
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  return !hwpgo_statement_hides (def)
         && (!is_gimple_assign (def) || gimple_assign_load_p (def));
}

/* Is SELECT one by a comparison with zero?  */
static bool
by_zero_p (gimple *select)
{
  tree test = gimple_assign_rhs1 (select);
  return (TREE_CODE (test) == EQ_EXPR || TREE_CODE (test) == NE_EXPR)
         && integer_zerop (TREE_OPERAND (test, 1));
}

/* Hide what SELECT, at *GSI, takes of what may be such a result.  */
static void
hide_taken (gimple *select, gimple_stmt_iterator *gsi)
{
  for (unsigned int i = 2; i <= 3; i++)
    if (may_be_compared_p (gimple_op (select, i)))
      gimple_set_op (select, i,
                     hwpgo_insert_hidden (gimple_op (select, i), gsi));
  update_stmt (select);
}

void
hwpgo_hide_for_link (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!is_gimple_assign (stmt)
            || gimple_assign_rhs_code (stmt) != COND_EXPR)
          continue;
        tree name = gimple_assign_lhs (stmt);
        if (POINTER_TYPE_P (TREE_TYPE (name)))
          hide_result (name, &gsi);
        else if (!HWPGO_SELECTS_TAKE_VALUES && by_zero_p (stmt))
          hide_taken (stmt, &gsi);
      }
}
