/* Which selects the target expands without a branch.
   SPDX-License-Identifier: GPL-2.0-or-later

   A COND_EXPR that the target cannot do becomes a branch again at expand,
   with both arms run before it: worse than what was there.  Floating-point
   values for which it has none are selected as integers.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

bool
hwpgo_word_p (tree type)
{
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
         && GET_MODE_CLASS (TYPE_MODE (type)) == MODE_INT
         && known_le (GET_MODE_SIZE (TYPE_MODE (type)), UNITS_PER_WORD);
}

/* The integer of the same bits as TYPE, a floating-point one that registers hold
   as memory does; NULL_TREE for others.  */
static tree
bits_of (tree type)
{
  scalar_int_mode mode;
  if (!SCALAR_FLOAT_TYPE_P (type)
      || (TYPE_MODE (type) != TYPE_MODE (float_type_node)
          && TYPE_MODE (type) != TYPE_MODE (double_type_node))
      || !int_mode_for_mode (TYPE_MODE (type)).exists (&mode))
    return NULL_TREE;
  flt_eval_method method
      = targetm.c.excess_precision (EXCESS_PRECISION_TYPE_IMPLICIT);
  if (method != FLT_EVAL_METHOD_PROMOTE_TO_FLOAT
      && method != FLT_EVAL_METHOD_PROMOTE_TO_FLOAT16)
    return NULL_TREE;
  return build_nonstandard_integer_type (GET_MODE_PRECISION (mode), 1);
}

/* x86-64 and AArch64 both call registers for floating-point values x in an asm.  Those
   of the x87 are others, and have more precision.  */
bool
hwpgo_float_hidden_p (tree type)
{
  enum constraint_num x = lookup_constraint ("x");
  if (!bits_of (type) || x == CONSTRAINT__UNKNOWN
      || !can_conditionally_move_p (TYPE_MODE (type)))
    return false;
  enum reg_class registers = reg_class_for_constraint (x);
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (TEST_HARD_REG_BIT (reg_class_contents[registers], i))
      return targetm.hard_regno_mode_ok (i, TYPE_MODE (type));
  return false;
}

/* SSE has no conditional move: GCC makes one of and and andnot with the mask
   of a comparison, which must be one of the same floating-point type.  */
static bool
masked_p (tree type, tree compared)
{
  return SCALAR_FLOAT_TYPE_P (type)
         && can_conditionally_move_p (TYPE_MODE (type))
         && TYPE_MODE (type) == TYPE_MODE (compared);
}

static bool
word_selectable_p (tree type)
{
  int is_unsigned = TYPE_UNSIGNED (type);
  machine_mode mode = TYPE_MODE (type);
  return hwpgo_word_p (type)
         && (can_conditionally_move_p (mode)
             || can_conditionally_move_p (
                 promote_mode (type, mode, &is_unsigned)));
}

static bool
type_selectable_p (tree type, tree compared)
{
  if (SCALAR_FLOAT_TYPE_P (type) && !masked_p (type, compared))
    type = bits_of (type);
  return type && (SCALAR_FLOAT_TYPE_P (type) || word_selectable_p (type));
}

/* Equality of floating-point values is two flags, equal and ordered, and
   GCC's expander has no conditional move on two flags.  */
bool
hwpgo_condition_needs_truth_p (const gcond *cond)
{
  tree type = TREE_TYPE (gimple_cond_lhs (cond));
  tree_code code = gimple_cond_code (cond);
  return SCALAR_FLOAT_TYPE_P (type) && (code == EQ_EXPR || code == NE_EXPR)
         && HONOR_NANS (type);
}

static bool
condition_selectable_p (gcond *cond)
{
  tree type = TREE_TYPE (gimple_cond_lhs (cond));
  return hwpgo_word_p (type)
         || (SCALAR_FLOAT_TYPE_P (type)
             && can_conditionally_move_p (TYPE_MODE (type)));
}

/* The type of what decides between values: COND's operands, or its truth.  */
static tree
type_compared (const gcond *cond)
{
  return hwpgo_condition_needs_truth_p (cond)
             ? boolean_type_node
             : TREE_TYPE (gimple_cond_lhs (cond));
}

tree
hwpgo_type_selected (const gcond *cond, tree type)
{
  return SCALAR_FLOAT_TYPE_P (type) && !masked_p (type, type_compared (cond))
             ? bits_of (type)
             : type;
}

hwpgo_refusal
hwpgo_target_check (gcond *cond, tree type)
{
  if (!condition_selectable_p (cond))
    return HWPGO_REFUSE_CONDITION;
  return type_selectable_p (type, type_compared (cond)) ? HWPGO_REFUSE_NONE
                                                        : HWPGO_REFUSE_TYPE;
}

hwpgo_refusal
hwpgo_target_check_truth (tree type)
{
  return type_selectable_p (type, boolean_type_node) ? HWPGO_REFUSE_NONE
                                                     : HWPGO_REFUSE_TYPE;
}

hwpgo_refusal
hwpgo_hammock_check_target (const struct hwpgo_hammock *h)
{
  if (!condition_selectable_p (h->cond))
    return HWPGO_REFUSE_CONDITION;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree result = gimple_phi_result (psi.phi ());
      if (virtual_operand_p (result)
          || !hwpgo_hammock_selects (h, psi.phi ()))
        continue;
      hwpgo_refusal why = hwpgo_target_check (h->cond, TREE_TYPE (result));
      if (why != HWPGO_REFUSE_NONE)
        return why;
    }
  return HWPGO_REFUSE_NONE;
}
