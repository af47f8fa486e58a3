/* By how much a value grows from one turn of a loop to the next.
   SPDX-License-Identifier: GPL-2.0-or-later

   An address as the source writes it, image + (y * width + x) * 2, is neither
   a counter of the loop nor that and a constant before induction variables are
   optimised.  What it is made of is added and multiplied by constants.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"

/* Operations, one of the other's result, that make one.  */
#define MAX_DEPTH 12

/* Larger steps lead nowhere near.  */
#define MAX_STEP (HOST_WIDE_INT_1 << 30)

static bool step_of (const class loop *loop, tree value, unsigned left,
                     HOST_WIDE_INT *step);

/* The step of PHI, of LOOP's header: each turn adds the same constant.  */
static bool
step_of_phi (const class loop *loop, gphi *phi, HOST_WIDE_INT *step)
{
  bool any = false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      if (!flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
        continue;
      struct hwpgo_sum next = hwpgo_sum_of (gimple_phi_arg_def (phi, i));
      if (next.base != gimple_phi_result (phi)
          || (any && next.offset != *step))
        return false;
      *step = next.offset;
      any = true;
    }
  return any;
}

/* The step of what STMT computes.  */
static bool
step_of_result (const class loop *loop, gassign *stmt, unsigned left,
                HOST_WIDE_INT *step)
{
  HOST_WIDE_INT other = 0;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree a = gimple_assign_rhs1 (stmt);
  tree b = gimple_num_ops (stmt) == 3 ? gimple_assign_rhs2 (stmt) : NULL_TREE;
  switch (code)
    {
    case SSA_NAME:
    CASE_CONVERT:
      return step_of (loop, a, left, step);
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MINUS_EXPR:
      if (!step_of (loop, a, left, step) || !step_of (loop, b, left, &other))
        return false;
      *step += code == MINUS_EXPR ? -other : other;
      return true;
    case MULT_EXPR:
      if (!tree_fits_shwi_p (b) || !step_of (loop, a, left, step))
        return false;
      other = tree_to_shwi (b);
      if (*step == 0 || absu_hwi (other) > (unsigned) MAX_STEP)
        return *step == 0;
      *step *= other;
      return true;
    default:
      return false;
    }
}

static bool
step_of (const class loop *loop, tree value, unsigned left,
         HOST_WIDE_INT *step)
{
  *step = 0;
  if (hwpgo_invariant_p (loop, value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  bool known = false;
  if (gphi *phi = dyn_cast<gphi *> (def))
    known = gimple_bb (phi) == loop->header && step_of_phi (loop, phi, step);
  else if (gassign *stmt = dyn_cast<gassign *> (def))
    known = left > 0 && !gimple_vuse (stmt)
            && step_of_result (loop, stmt, left - 1, step);
  return known && absu_hwi (*step) <= (unsigned HOST_WIDE_INT) MAX_STEP;
}

bool
hwpgo_turn_step (const class loop *loop, tree value, HOST_WIDE_INT *step)
{
  return step_of (loop, value, MAX_DEPTH, step);
}

bool
hwpgo_step_from_p (class loop *loop, tree start, tree value, unsigned *left)
{
  if (value == start)
    return true;
  if (TREE_CODE (value) != SSA_NAME || *left == 0)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  --*left;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      bool step = gimple_bb (phi) != loop->header;
      for (unsigned i = 0; step && i < gimple_phi_num_args (phi); i++)
        step = hwpgo_step_from_p (loop, start, gimple_phi_arg_def (phi, i), left);
      return step;
    }
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt)
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  if (code == COND_EXPR)
    return hwpgo_step_from_p (loop, start, gimple_assign_rhs2 (stmt), left)
           && hwpgo_step_from_p (loop, start, gimple_assign_rhs3 (stmt), left);
  return (code == SSA_NAME || CONVERT_EXPR_CODE_P (code)
          || ((code == PLUS_EXPR || code == POINTER_PLUS_EXPR
               || code == MINUS_EXPR)
              && TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST))
         && hwpgo_step_from_p (loop, start, gimple_assign_rhs1 (stmt), left);
}

/* Bytes that come to the first cache together.  */
#define LINE_BYTES 64

/* Is VALUE an index in PLACE of elements that fill a line each?  */
static bool
index_of_lines_p (tree place, tree value)
{
  for (; handled_component_p (place); place = TREE_OPERAND (place, 0))
    if (TREE_CODE (place) == ARRAY_REF && TREE_OPERAND (place, 1) == value)
      {
        tree size = array_ref_element_size (place);
        if (tree_fits_uhwi_p (size) && tree_to_uhwi (size) >= LINE_BYTES)
          return true;
      }
  return false;
}

bool
hwpgo_far_step_p (class loop *loop, tree value, unsigned *left)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, value)
  {
    gassign *stmt = dyn_cast<gassign *> (USE_STMT (use));
    if (!stmt || *left == 0 || !flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
      continue;
    --*left;
    if (gimple_assign_load_p (stmt)
        && index_of_lines_p (gimple_assign_rhs1 (stmt), value))
      return true;
    tree_code code = gimple_assign_rhs_code (stmt);
    tree by = gimple_num_ops (stmt) == 3 ? gimple_assign_rhs2 (stmt) : NULL;
    bool constant = by && tree_fits_uhwi_p (by);
    if ((code == MULT_EXPR && constant && tree_to_uhwi (by) >= LINE_BYTES)
        || (code == LSHIFT_EXPR && constant
            && tree_to_uhwi (by) >= (unsigned) exact_log2 (LINE_BYTES)))
      return true;
    if ((CONVERT_EXPR_CODE_P (code)
         || ((code == PLUS_EXPR || code == MINUS_EXPR) && constant))
        && hwpgo_far_step_p (loop, gimple_assign_lhs (stmt), left))
      return true;
  }
  return false;
}
