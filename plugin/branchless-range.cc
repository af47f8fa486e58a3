/* Two comparisons of one value with constants, of which one is enough.
   SPDX-License-Identifier: GPL-2.0-or-later

     leave = n == 2 ? true : n == 3;     ->     leave = n - 2 <= 1 (unsigned)

   Turns that were copied in front of a loop ask so, one behind the other, for its end.
   What is selected is a truth that takes six instructions before the branch that tests
   it, and nobody folds a select so late.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* The values from LOW to HIGH, where NULL is no limit; without IN all others.  */
struct range
{
  bool in;
  tree low, high;
};

/* The values of which CODE BOUND holds.  */
static bool
range_of (tree_code code, tree bound, struct range *r)
{
  switch (code)
    {
    case EQ_EXPR:
    case NE_EXPR:
      *r = { code == EQ_EXPR, bound, bound };
      return true;
    case LE_EXPR:
    case GT_EXPR:
      *r = { code == LE_EXPR, NULL_TREE, bound };
      return true;
    case GE_EXPR:
    case LT_EXPR:
      *r = { code == GE_EXPR, bound, NULL_TREE };
      return true;
    default:
      return false;
    }
}

/* The comparison of X with a constant that VALUE is; NULL if it is none.  */
static gassign *
comparison_of (tree value, tree x)
{
  gassign *stmt = TREE_CODE (value) == SSA_NAME
                      ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                      : NULL;
  return stmt && TREE_CODE_CLASS (gimple_assign_rhs_code (stmt)) == tcc_comparison
                 && gimple_assign_rhs1 (stmt) == x
                 && TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST
             ? stmt
             : NULL;
}

bool
hwpgo_insert_range (gcond *cond, tree name, tree a, tree b, gimple_stmt_iterator *end)
{
  tree x = gimple_cond_lhs (cond), type = TREE_TYPE (name);
  bool first = is_gimple_min_invariant (a);
  tree constant = first ? a : b;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (x)) || TREE_CODE (x) != SSA_NAME
      || TREE_CODE (gimple_cond_rhs (cond)) != INTEGER_CST
      || TREE_CODE (type) != BOOLEAN_TYPE || TREE_CODE (constant) != INTEGER_CST)
    return false;
  gassign *other = comparison_of (first ? b : a, x);
  struct range r[2];
  if (!other || !range_of (gimple_cond_code (cond), gimple_cond_rhs (cond), &r[0])
      || !range_of (gimple_assign_rhs_code (other), gimple_assign_rhs2 (other), &r[1]))
    return false;

  /* C ? 1 : B is !(!C & !B), C ? 0 : B is !C & B, and the other way around with A.  */
  bool either = integer_onep (constant);
  r[0].in ^= first;
  r[1].in ^= either;
  int in;
  tree low, high;
  if (!merge_ranges (&in, &low, &high, r[0].in, r[0].low, r[0].high, r[1].in, r[1].low,
                     r[1].high))
    return false;
  location_t place = gimple_location (cond);
  tree test = build_range_check (place, type, x, in ^ either, low, high);
  if (!test)
    return false;
  test = force_gimple_operand_gsi (end, test, false, NULL_TREE, true, GSI_SAME_STMT);
  gassign *stmt = gimple_build_assign (name, test);
  gimple_set_location (stmt, place);
  gsi_insert_before (end, stmt, GSI_SAME_STMT);
  return true;
}
