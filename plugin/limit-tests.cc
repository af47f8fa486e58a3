/* The least of two values, and what is selected by the same comparison.
   SPDX-License-Identifier: GPL-2.0-or-later

     best = min (cost, best_1);             best = cost < best_1 ? cost : best_1;
     which = cost < best_1 ? i : which_1;   which = cost < best_1 ? i : which_1;

   GCC has a minimum for integers, which pays where it can be vectorised.  In
   general registers it is a comparison and a conditional move, and that
   comparison is not the other one: its operands are in the order that the
   minimum likes.  So it gets the one that is there anyway, after all that knows
   of minima has run.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/plugin.h"

/* Statements that are looked at in front of and behind a limit.  */
#define NEAR 16

/* The comparison by which STMT selects, if it has an order; NULL_TREE if it does
   not.  */
static tree
order_of (gimple *stmt)
{
  if (!is_gimple_assign (stmt) || gimple_assign_rhs_code (stmt) != COND_EXPR)
    return NULL_TREE;
  tree test = hwpgo_select_condition (stmt);
  tree_code code = test ? TREE_CODE (test) : ERROR_MARK;
  return code == LT_EXPR || code == LE_EXPR || code == GT_EXPR
                 || code == GE_EXPR
             ? test
             : NULL_TREE;
}

/* Does TEST compare the operands of LIMIT?  They are equal where it matters
   whether it holds for equal ones.  */
static bool
compares_p (tree test, const gassign *limit)
{
  tree a = gimple_assign_rhs1 (limit), b = gimple_assign_rhs2 (limit);
  tree lhs = TREE_OPERAND (test, 0), rhs = TREE_OPERAND (test, 1);
  return (operand_equal_p (lhs, a, 0) && operand_equal_p (rhs, b, 0))
         || (operand_equal_p (lhs, b, 0) && operand_equal_p (rhs, a, 0));
}

/* The comparison of a select near LIMIT, in its block and behind it, or in front if
   not AHEAD, with the same operands; NULL_TREE if there is none.  */
static tree
test_beside (gassign *limit, bool ahead)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (limit);
  for (unsigned i = 0; i < NEAR && !gsi_end_p (gsi); i++)
    {
      tree test = order_of (gsi_stmt (gsi));
      if (test && compares_p (test, limit))
        return test;
      if (ahead)
        gsi_next_nondebug (&gsi);
      else
        gsi_prev_nondebug (&gsi);
    }
  return NULL_TREE;
}

/* Let LIMIT be selected by the comparison of a select that it is beside.  */
static void
try_limit (gassign *limit)
{
  tree test = test_beside (limit, true);
  if (!test)
    test = test_beside (limit, false);
  if (!test)
    return;
  bool least = gimple_assign_rhs_code (limit) == MIN_EXPR;
  bool less = TREE_CODE (test) == LT_EXPR || TREE_CODE (test) == LE_EXPR;
  tree first = TREE_OPERAND (test, 0), second = TREE_OPERAND (test, 1);
  gimple_stmt_iterator gsi = gsi_for_stmt (limit);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, limit,
                     "limit selected by a comparison that is there\n");
  test = hwpgo_condition_before (unshare_expr (test), gimple_location (limit),
                                 &gsi);
  gimple_assign_set_rhs_with_ops (&gsi, COND_EXPR, test,
                                  unshare_expr (least == less ? first : second),
                                  unshare_expr (least == less ? second : first));
  update_stmt (gsi_stmt (gsi));
}

bool
hwpgo_limit_tests_gate (function *fn)
{
  return hwpgo_branchless_gate (fn);
}

unsigned int
hwpgo_limit_tests_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      if (!optimize_bb_for_speed_p (bb))
        continue;
      auto_vec<gassign *> limits;
      for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb);
           !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
        /* What takes two words has no conditional move.  */
        if (gassign *limit = hwpgo_integer_limit (gsi_stmt (gsi)))
          if (TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (limit)))
              <= BITS_PER_WORD)
            limits.safe_push (limit);
      for (gassign *limit : limits)
        try_limit (limit);
    }
  return 0;
}
