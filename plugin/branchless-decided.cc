/* Branches that a converted branch has decided.
   SPDX-License-Identifier: GPL-2.0-or-later

     code_2 = d_1 < 0 ? 8 : 0;          code_2 = d_1 < 0 ? 8 : 0;
     code_4 = e_3 >= s_9 ? 4 : 0;       code_4 = e_3 >= s_9 ? 4 : 0;
     code_5 = code_2 | code_4;          code_5 = code_2 | code_4;
     t_6 = code_5 & 8;                  t_6 = code_5 & 8;
     if (t_6 != 0)               ->     if (d_1 < 0)

   While both were branches, the second always went the way of the first, and
   the processor knew: its profile says that it is well predicted.  With the
   first one gone, the second costs what the first did.  So it gets the first
   one's condition and the first one's hint.

   So does one that tests again what the first did.

   What decides is found by following the known bits of the second condition
   for both values of the select.  Unless all that is merged on the way is
   decided by the select, some bit is not known; hence a value that comes from
   an earlier turn of a loop never passes.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-follow.h"

/* Uses of one value that are looked at.  */
#define MAX_USES 64

/* Does the select decide COND?  *INVERTED: COND is true where the select's
   condition is false.  */
static bool
decides_p (gassign *select, gcond *cond, bool *inverted)
{
  struct hwpgo_choice choice = hwpgo_choice_of_select (select);
  int if_true = hwpgo_follow_condition (cond, &choice, 0, HWPGO_FOLLOW_ALL);
  int if_false = hwpgo_follow_condition (cond, &choice, 1, HWPGO_FOLLOW_ALL);
  *inverted = if_true == 0;
  return if_true >= 0 && if_false >= 0 && if_true != if_false;
}

/* Is TEST, of a select, COND?  *INVERTED: it is the opposite.  */
static bool
same_test_p (tree test, gcond *cond, bool *inverted)
{
  tree lhs = gimple_cond_lhs (cond), rhs = gimple_cond_rhs (cond);
  tree_code code = gimple_cond_code (cond);
  if (operand_equal_p (TREE_OPERAND (test, 0), rhs, 0)
      && operand_equal_p (TREE_OPERAND (test, 1), lhs, 0))
    code = swap_tree_comparison (code);
  else if (!operand_equal_p (TREE_OPERAND (test, 0), lhs, 0)
           || !operand_equal_p (TREE_OPERAND (test, 1), rhs, 0))
    return false;
  *inverted = TREE_CODE (test) != code;
  return !*inverted
         || TREE_CODE (test)
                == invert_tree_comparison (code, HONOR_NANS (lhs));
}

/* A select, of a converted branch, among the uses of VALUE that has the same
   test as COND, behind one comparison more if DEPTH is not 0; NULL if there is
   none.
 */
static gassign *
same_test (tree value, unsigned depth, gcond *cond, bool *inverted)
{
  imm_use_iterator iter;
  use_operand_p use;
  unsigned left = MAX_USES;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
  {
    gassign *stmt = dyn_cast<gassign *> (USE_STMT (use));
    if (left-- == 0)
      break;
    if (!stmt)
      continue;
    tree_code code = gimple_assign_rhs_code (stmt);
    tree test = code == COND_EXPR ? hwpgo_select_condition (stmt) : NULL_TREE;
    if (test && same_test_p (test, cond, inverted))
      return stmt;
    if (depth > 0 && TREE_CODE_CLASS (code) == tcc_comparison)
      if (gassign *select
          = same_test (gimple_assign_lhs (stmt), depth - 1, cond, inverted))
        return select;
  }
  return NULL;
}

gassign *
hwpgo_condition_decided (gcond *cond, bool *inverted)
{
  auto_vec<gassign *> selects;
  hwpgo_follow_selects (cond, &selects);
  for (gassign *select : selects)
    if (decides_p (select, cond, inverted))
      return select;
  tree value = gimple_cond_lhs (cond);
  return TREE_CODE (value) == SSA_NAME ? same_test (value, 1, cond, inverted)
                                       : NULL;
}

bool
hwpgo_condition_take (gcond *cond, gimple *select, bool inverted)
{
  tree test = hwpgo_select_condition (select);
  if (!test
      || !dominated_by_p (CDI_DOMINATORS, gimple_bb (cond),
                          gimple_bb (select)))
    return false;
  tree_code code = TREE_CODE (test);
  tree a = TREE_OPERAND (test, 0), b = TREE_OPERAND (test, 1);
  if (inverted)
    code = invert_tree_comparison (code, HONOR_NANS (a));
  if (code == ERROR_MARK)
    return false;
  gimple_cond_set_condition (cond, code, unshare_expr (a), unshare_expr (b));
  update_stmt (cond);
  return true;
}
