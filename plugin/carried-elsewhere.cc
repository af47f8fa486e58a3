/* Is what a loop stores beside what it loads?
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC asks about places that are known, or that move alike.  Of two elements of an
   array a test in front may tell them apart, and of two places that move the one may
   only leave the other behind.  */

#include "plugin/gcc-headers.h"
#include "plugin/carried.h"

/* Conditions that are looked at for the reason that two elements are not the
   same.  */
#define MAX_CONDITIONS 8

/* Index and array of REF, a whole element; false if it is none.  */
static bool
element_p (tree ref, tree *array, tree *index)
{
  if (TREE_CODE (ref) != ARRAY_REF)
    return false;
  *array = TREE_OPERAND (ref, 0);
  *index = TREE_OPERAND (ref, 1);
  while (TREE_CODE (*index) == SSA_NAME)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (*index));
      if (!def || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
          || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
          || TYPE_PRECISION (TREE_TYPE (*index))
                 < TYPE_PRECISION (TREE_TYPE (gimple_assign_rhs1 (def))))
        break;
      *index = gimple_assign_rhs1 (def);
    }
  return true;
}

/* Is it known where BB is entered that NAME is not CST?  */
static bool
never_p (basic_block bb, tree name, tree cst)
{
  tree value = fold_convert (TREE_TYPE (name), cst);
  for (unsigned i = 0; bb && i < MAX_CONDITIONS;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      edge e = single_pred_p (bb) ? single_pred_edge (bb) : NULL;
      gcond *cond
          = e ? safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src)) : NULL;
      if (!cond || gimple_cond_lhs (cond) != name)
        continue;
      i++;
      if (TREE_CODE (gimple_cond_rhs (cond)) != INTEGER_CST)
        continue;
      tree holds = fold_binary (gimple_cond_code (cond), boolean_type_node,
                                value, gimple_cond_rhs (cond));
      if (holds
          && ((e->flags & EDGE_TRUE_VALUE) ? integer_zerop (holds)
                                           : integer_onep (holds)))
        return true;
    }
  return false;
}

/* Are REF, of a statement in BB, and OTHER elements of one array, one of a constant
   index and the other one not, by what is known in BB?  */
static bool
other_element_p (basic_block bb, tree ref, tree other)
{
  tree array, index, other_array, other_index;
  if (!element_p (ref, &array, &index)
      || !element_p (other, &other_array, &other_index)
      || !operand_equal_p (array, other_array, 0))
    return false;
  if (TREE_CODE (index) == INTEGER_CST)
    std::swap (index, other_index);
  return TREE_CODE (index) == SSA_NAME
         && TREE_CODE (other_index) == INTEGER_CST
         && int_fits_type_p (other_index, TREE_TYPE (index))
         && never_p (bb, index, other_index);
}

/* Is A, which begins AHEAD bytes behind B in the first turn, of SIZE bytes, while B
   has OTHER, beside B in all turns of their loop?  */
static bool
apart_p (data_reference_p a, data_reference_p b, const offset_int &ahead,
         HOST_WIDE_INT size, HOST_WIDE_INT other)
{
  bool behind = wi::ges_p (ahead, other), before = wi::les_p (ahead, -size);
  if (operand_equal_p (DR_STEP (a), DR_STEP (b)))
    return behind || before;
  if (TREE_CODE (DR_STEP (a)) != INTEGER_CST
      || TREE_CODE (DR_STEP (b)) != INTEGER_CST)
    return false;
  /* They only get further apart.  */
  return tree_int_cst_lt (DR_STEP (b), DR_STEP (a)) ? behind : before;
}

bool
hwpgo_elsewhere_p (data_reference_p store, data_reference_p dr)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (DR_REF (dr)));
  tree stored = TYPE_SIZE_UNIT (TREE_TYPE (DR_REF (store)));
  if (!refs_may_alias_p (DR_REF (store), DR_REF (dr), true)
      || other_element_p (gimple_bb (DR_STMT (store)), DR_REF (store),
                          DR_REF (dr)))
    return true;
  if (!DR_BASE_ADDRESS (store) || !DR_BASE_ADDRESS (dr) || !DR_STEP (store)
      || !DR_STEP (dr) || !size || !stored || !tree_fits_shwi_p (size)
      || !tree_fits_shwi_p (stored)
      || !operand_equal_p (DR_BASE_ADDRESS (store), DR_BASE_ADDRESS (dr))
      || !operand_equal_p (DR_OFFSET (store), DR_OFFSET (dr)))
    return false;
  offset_int ahead
      = wi::to_offset (DR_INIT (store)) - wi::to_offset (DR_INIT (dr));
  return apart_p (store, dr, ahead, tree_to_shwi (stored),
                  tree_to_shwi (size));
}
