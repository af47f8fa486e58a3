/* Loops that look for something, some turns at once: how values change from turn to
   turn.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"

bool
hwpgo_ahead_varies_p (const struct hwpgo_ahead_loop *a, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  return hwpgo_ahead_block_p (a, gimple_bb (SSA_NAME_DEF_STMT (value)));
}

tree
hwpgo_ahead_arg (const struct hwpgo_ahead_loop *a, gphi *phi)
{
  for (unsigned i = 1; i < a->n_blocks; i++)
    if (a->blocks[i] == gimple_bb (phi))
      return PHI_ARG_DEF_FROM_EDGE (phi,
                                    find_edge (a->blocks[i - 1], a->blocks[i]));
  gcc_unreachable ();
}

tree
hwpgo_ahead_merged (const struct hwpgo_ahead_loop *a, tree value)
{
  while (hwpgo_ahead_varies_p (a, value))
    {
      gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (value));
      if (!phi || gimple_bb (phi) == a->blocks[0])
        break;
      value = hwpgo_ahead_arg (a, phi);
    }
  return value;
}

bool
hwpgo_ahead_shifted_p (const struct hwpgo_ahead_loop *a, gphi *phi,
                       tree_code *code, unsigned *bits)
{
  tree value = gimple_phi_result (phi);
  tree next = hwpgo_ahead_merged (a, PHI_ARG_DEF_FROM_EDGE (phi, a->back));
  gassign *shift = hwpgo_ahead_varies_p (a, next)
                       ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next))
                       : NULL;
  if (!shift)
    return false;
  *code = gimple_assign_rhs_code (shift);
  if ((*code != LSHIFT_EXPR && *code != RSHIFT_EXPR)
      || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || !tree_fits_uhwi_p (gimple_assign_rhs2 (shift))
      || hwpgo_ahead_merged (a, gimple_assign_rhs1 (shift)) != value)
    return false;
  unsigned HOST_WIDE_INT by = tree_to_uhwi (gimple_assign_rhs2 (shift));
  *bits = (unsigned) MIN (by, (unsigned HOST_WIDE_INT) UINT_MAX);
  return by * HWPGO_AHEAD_MAX_TURNS < TYPE_PRECISION (TREE_TYPE (value));
}

bool
hwpgo_ahead_counter_p (const struct hwpgo_ahead_loop *a, gphi *phi,
                       HOST_WIDE_INT *step)
{
  tree value = gimple_phi_result (phi);
  tree next = hwpgo_ahead_merged (a, PHI_ARG_DEF_FROM_EDGE (phi, a->back));
  *step = 0;
  for (unsigned left = HWPGO_AHEAD_MAX_DEPTH; next != value; left--)
    {
      gassign *sum = hwpgo_ahead_varies_p (a, next)
                         ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next))
                         : NULL;
      if (!sum || left == 0 || gimple_num_ops (sum) != 3)
        return false;
      tree_code code = gimple_assign_rhs_code (sum);
      tree by = gimple_assign_rhs2 (sum);
      if ((code != PLUS_EXPR && code != MINUS_EXPR
           && code != POINTER_PLUS_EXPR)
          || TREE_CODE (by) != INTEGER_CST)
        return false;
      /* An unsigned one is as large as its negative.  */
      widest_int number = widest_int::from (wi::to_wide (by), SIGNED);
      if (!wi::fits_shwi_p (number)
          || wi::gtu_p (wi::abs (number), (unsigned) HWPGO_AHEAD_MAX_STEP))
        return false;
      *step += code == MINUS_EXPR ? -number.to_shwi () : number.to_shwi ();
      next = hwpgo_ahead_merged (a, gimple_assign_rhs1 (sum));
    }
  return absu_hwi (*step) <= (unsigned) HWPGO_AHEAD_MAX_STEP;
}

bool
hwpgo_ahead_step_of (const struct hwpgo_ahead_loop *a, tree value, unsigned left,
         struct hwpgo_ahead_load *load, HOST_WIDE_INT *step)
{
  *step = 0;
  value = hwpgo_ahead_merged (a, value);
  if (!hwpgo_ahead_varies_p (a, value))
    return true;
  if (left == 0)
    return false;
  tree type = TREE_TYPE (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return hwpgo_ahead_counter_p (a, phi, step);
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || gimple_vuse (stmt))
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree x = gimple_assign_rhs1 (stmt), y = gimple_assign_rhs2 (stmt);
  HOST_WIDE_INT other;
  if (CONVERT_EXPR_CODE_P (code))
    {
      tree from = TREE_TYPE (x);
      if (!(INTEGRAL_TYPE_P (from) || POINTER_TYPE_P (from))
          || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
          || TYPE_PRECISION (type) < TYPE_PRECISION (from)
          || !hwpgo_ahead_step_of (a, x, left - 1, load, step))
        return false;
      if (TYPE_PRECISION (type) == TYPE_PRECISION (from)
          || TYPE_OVERFLOW_UNDEFINED (from) || *step == 0)
        return TYPE_PRECISION (type) == TYPE_PRECISION (sizetype)
               || TYPE_PRECISION (type) > TYPE_PRECISION (from);
      if (!TYPE_UNSIGNED (from) || (load->narrow && load->narrow != x))
        return false;
      load->narrow = x;
      load->narrow_step = *step;
      return true;
    }
  /* What is computed in fewer bits may wrap around somewhere on its way.  */
  if (TYPE_PRECISION (type) != TYPE_PRECISION (sizetype)
      && !TYPE_OVERFLOW_UNDEFINED (type)
      && !((code == PLUS_EXPR || code == MINUS_EXPR)
           && TREE_CODE (y) == INTEGER_CST))
    return false;
  switch (code)
    {
    case SSA_NAME:
      return hwpgo_ahead_step_of (a, x, left - 1, load, step);
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MINUS_EXPR:
      if (!hwpgo_ahead_step_of (a, x, left - 1, load, step)
          || !hwpgo_ahead_step_of (a, y, left - 1, load, &other))
        return false;
      *step += code == MINUS_EXPR ? -other : other;
      return absu_hwi (*step) <= (unsigned) HWPGO_AHEAD_MAX_STEP;
    case MULT_EXPR:
    case LSHIFT_EXPR:
      if (!tree_fits_uhwi_p (y) || !hwpgo_ahead_step_of (a, x, left - 1, load, step)
          || tree_to_uhwi (y) > (code == MULT_EXPR ? HWPGO_AHEAD_MAX_STEP : 10))
        return false;
      *step *= code == MULT_EXPR ? tree_to_shwi (y)
                                 : HOST_WIDE_INT_1 << tree_to_shwi (y);
      return absu_hwi (*step) <= (unsigned) HWPGO_AHEAD_MAX_STEP;
    default:
      return false;
    }
}
