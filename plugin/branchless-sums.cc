/* Sums that only go on where a condition holds.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c)                     addend = c ? y : 0;
       x += y;           ->     x += addend;

   So the select is off the path from one X to the next, and in floating point
   nothing is added, with its exceptions, where the source adds nothing.  A constant
   had better be added to X in any case, and the sum be chosen, where X begins anew in
   each turn: a flag that is shifted into its place is one instruction more.  */

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

/* Names that are followed to see where a value comes from.  */
#define MAX_NAMES 32

/* Does VALUE come from what a turn of LOOP begins with, other than through memory, or
   from the function's arguments?  *LEFT names are looked at; of what is further away
   it is assumed.  */
static bool
goes_on_p (class loop *loop, tree value, unsigned *left)
{
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (*left == 0 || SSA_NAME_IS_DEFAULT_DEF (value))
    return true;
  --*left;
  if (gimple_vuse (def) || !loop || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  if (is_a<gphi *> (def)
      && gimple_bb (def) == gimple_bb (def)->loop_father->header)
    return true;
  ssa_op_iter iter;
  use_operand_p use;
  FOR_EACH_PHI_OR_STMT_USE (use, def, iter, SSA_OP_USE)
  if (goes_on_p (loop, USE_FROM_PTR (use), left))
    return true;
  return false;
}

/* Does nothing but one statement, and PHIs, use VALUE?  */
static bool
used_once_p (tree value)
{
  unsigned uses = 0;
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
  uses += !is_gimple_debug (USE_STMT (use)) && !is_a<gphi *> (USE_STMT (use));
  return uses == 1;
}

/* Does ACC, of two values, in LOOP, add a constant other than one to what no turn goes
   on with?  Where one of several may be added, by tests that exclude each other, that is
   chosen first, and added once.  */
static bool
constant_apart_p (class loop *loop, const struct hwpgo_accumulation *acc)
{
  for (unsigned i = 0; i < 2; i++)
    if (TREE_CODE (acc->addends[i]) != INTEGER_CST
        || integer_onep (acc->addends[i])
        || integer_minus_onep (acc->addends[i]))
      return false;
  unsigned left = MAX_NAMES;
  return used_once_p (acc->x) && !goes_on_p (loop, acc->x, &left);
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
          acc->x = x;
          if (n == 2 && constant_apart_p (loop, acc))
            continue;
          acc->code = code;
          acc->x_first = op == 1;
          acc->location = gimple_location (stmt);
          return true;
        }
    }
  return false;
}
