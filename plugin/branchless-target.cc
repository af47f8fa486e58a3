/* Which selects the target expands without a branch.
   SPDX-License-Identifier: GPL-2.0-or-later

   A COND_EXPR that the target cannot do becomes a branch again at expand,
   with both arms run before it: worse than what was there.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* True for integers and pointers that live in one register.  */
static bool
word_p (tree type)
{
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
         && GET_MODE_CLASS (TYPE_MODE (type)) == MODE_INT
         && known_le (GET_MODE_SIZE (TYPE_MODE (type)), UNITS_PER_WORD);
}

/* SSE has no conditional move: GCC makes one of and and andnot with the mask
   of a comparison, which must be one of the same floating-point type.  */
static bool
type_selectable_p (tree type, tree compared)
{
  if (word_p (type))
    {
      int is_unsigned = TYPE_UNSIGNED (type);
      machine_mode mode = TYPE_MODE (type);
      return can_conditionally_move_p (mode)
             || can_conditionally_move_p (
                 promote_mode (type, mode, &is_unsigned));
    }
  return SCALAR_FLOAT_TYPE_P (type)
         && can_conditionally_move_p (TYPE_MODE (type))
         && TYPE_MODE (type) == TYPE_MODE (compared);
}

/* Equality of floating-point values is two flags, equal and ordered, and
   GCC's expander has no conditional move on two flags.  */
static bool
condition_selectable_p (gcond *cond)
{
  tree type = TREE_TYPE (gimple_cond_lhs (cond));
  tree_code code = gimple_cond_code (cond);
  if (word_p (type))
    return true;
  return SCALAR_FLOAT_TYPE_P (type)
         && can_conditionally_move_p (TYPE_MODE (type))
         && !((code == EQ_EXPR || code == NE_EXPR) && HONOR_NANS (type));
}

hwpgo_refusal
hwpgo_target_check (gcond *cond, tree type)
{
  if (!condition_selectable_p (cond))
    return HWPGO_REFUSE_CONDITION;
  return type_selectable_p (type, TREE_TYPE (gimple_cond_lhs (cond)))
             ? HWPGO_REFUSE_NONE
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
