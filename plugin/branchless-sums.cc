/* Sums that only go on where a condition holds.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c)                     addend = c ? y : 0;
       x += y;           ->     x += addend;

   So the select is off the path from one X to the next, and in floating point
   nothing is added, with its exceptions, where the source adds nothing.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"

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

bool
hwpgo_neutral_p (tree_code code, tree type)
{
  /* Decimal ones have several zeros and ones, by their exponents.  */
  if (DECIMAL_FLOAT_TYPE_P (type))
    return false;
  if (SCALAR_FLOAT_TYPE_P (type))
    return (code == PLUS_EXPR || code == MINUS_EXPR || code == MULT_EXPR
            || code == RDIV_EXPR)
           && !HONOR_SNANS (type) && !HONOR_SIGN_DEPENDENT_ROUNDING (type);
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
         && (code == PLUS_EXPR || code == MINUS_EXPR
             || code == POINTER_PLUS_EXPR || code == BIT_IOR_EXPR
             || code == BIT_XOR_EXPR);
}

tree
hwpgo_neutral (tree_code code, tree type)
{
  if (code == MULT_EXPR || code == RDIV_EXPR)
    return build_one_cst (type);
  if (!SCALAR_FLOAT_TYPE_P (type) || code == MINUS_EXPR)
    return build_zero_cst (type);
  REAL_VALUE_TYPE zero = dconst0;
  zero.sign = 1;
  return build_real (type, zero);
}

/* Do all VALUES add to X by CODE, and not all of them in HEAD, where they are
   computed in any case?  Fills ACC's addends.  */
static bool
all_sums_p (basic_block head, const tree *values, unsigned n, tree x,
            tree_code code, struct hwpgo_accumulation *acc)
{
  tree type = NULL_TREE;
  bool saves = false;
  for (unsigned i = 0; i < n; i++)
    {
      if (!sum_of_p (values[i], x, code, &acc->addends[i]))
        return false;
      if (!acc->addends[i])
        continue;
      saves |= gimple_bb (SSA_NAME_DEF_STMT (values[i])) != head;
      if (type && !types_compatible_p (type, TREE_TYPE (acc->addends[i])))
        return false;
      type = TREE_TYPE (acc->addends[i]);
    }
  if (!type || !saves)
    return false;
  for (unsigned i = 0; i < n; i++)
    if (!acc->addends[i])
      acc->addends[i] = hwpgo_neutral (code, type);
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
          || !hwpgo_neutral_p (gimple_assign_rhs_code (stmt),
                              TREE_TYPE (values[i])))
        continue;
      tree_code code = gimple_assign_rhs_code (stmt);
      for (unsigned op = 1; op <= (commutative_tree_code (code) ? 2u : 1u);
           op++)
        {
          tree x = gimple_op (stmt, op);
          if (TREE_CODE (x) != SSA_NAME
              || !all_sums_p (gimple_bb (conds[0]), values, n, x, code, acc))
            continue;
          /* There may be no other way for what raises exceptions.  */
          bool raises = SCALAR_FLOAT_TYPE_P (TREE_TYPE (x))
                        && flag_trapping_math;
          if (!raises && hwpgo_conditions_wait_p (loop, conds, n_conds, x))
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
