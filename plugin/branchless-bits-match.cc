/* Loops that count bits: which they are.
   SPDX-License-Identifier: GPL-2.0-or-later

   What is shifted is a value that the loop has from turn to turn, or one that
   stays, shifted by a count of the turns: x >>= 1, or x >> k and k++.  It is
   tested for its lowest bit, for any bit, for its bit at a place, or against a
   limit.  All else that the loop has from turn to turn is shifted or counted as
   well, and a turn has no effects.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-bits.h"
#include "plugin/branchless-pair.h"

/* Values that a loop has from turn to turn.  */
#define MAX_VALUES 8

/* Conversions looked through.  */
#define MAX_CONVERSIONS 3

/* Statements of the header that compute what stays.  */
#define MAX_STEADY 4

/* VALUE without conversions between integers.  */
tree
hwpgo_bits_unconverted (tree value)
{
  for (unsigned i = 0; i < MAX_CONVERSIONS; i++)
    {
      gassign *def = hwpgo_assigned (value);
      if (!def || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
          || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def))))
        break;
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

gassign *
hwpgo_bits_assignment (tree value, tree_code code)
{
  gassign *def = hwpgo_assigned (value);
  return def && gimple_assign_rhs_code (def) == code ? def : NULL;
}

bool
hwpgo_bits_word_p (tree type)
{
  return INTEGRAL_TYPE_P (type) && GET_MODE_CLASS (TYPE_MODE (type)) == MODE_INT
         && type_has_mode_precision_p (type) && TYPE_PRECISION (type) <= 64;
}

/* --- values ----------------------------------------------------------------
 */

/* What VALUE, a PHI result of the header of B, is in the next turn.  */
static tree
next_value (const struct hwpgo_bits_loop *b, tree value)
{
  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (value));
  return PHI_ARG_DEF_FROM_EDGE (phi, b->back);
}

bool
hwpgo_bits_carried_p (const struct hwpgo_bits_loop *b, tree value)
{
  return TREE_CODE (value) == SSA_NAME
         && gimple_code (SSA_NAME_DEF_STMT (value)) == GIMPLE_PHI
         && gimple_bb (SSA_NAME_DEF_STMT (value)) == b->header;
}

/* Is VALUE tested by B?  */
static bool
tested_p (const struct hwpgo_bits_loop *b, tree value)
{
  for (unsigned i = 0; i < b->n_tested; i++)
    if (b->tested[i] == value)
      return true;
  return false;
}

/* Is NEXT half of VALUE, rounded down?  What is negative is rounded up by a
   division, but only what is even is divided while zeros are counted.  */
static bool
half_p (const struct hwpgo_bits_loop *b, tree value, tree next)
{
  gassign *shift = hwpgo_bits_assignment (next, RSHIFT_EXPR);
  if (shift)
    return gimple_assign_rhs1 (shift) == value
           && integer_onep (gimple_assign_rhs2 (shift));
  gassign *division = hwpgo_bits_assignment (next, TRUNC_DIV_EXPR);
  return division && gimple_assign_rhs1 (division) == value
         && TREE_CODE (gimple_assign_rhs2 (division)) == INTEGER_CST
         && wi::to_wide (gimple_assign_rhs2 (division)) == 2
         && ((b->end == HWPGO_BITS_ODD && !b->ones && tested_p (b, value))
             || hwpgo_nonnegative_p (value, b->header));
}

hwpgo_bits_change
hwpgo_bits_change_of (const struct hwpgo_bits_loop *b, tree value, tree *step)
{
  tree next = next_value (b, value);
  if (next == value)
    return HWPGO_BITS_STAYS;
  if (half_p (b, value, next))
    return HWPGO_BITS_HALF;
  gassign *shift = hwpgo_bits_assignment (next, LSHIFT_EXPR);
  if (shift && gimple_assign_rhs1 (shift) == value
      && integer_onep (gimple_assign_rhs2 (shift)))
    return HWPGO_BITS_DOUBLE;
  gassign *sum = hwpgo_bits_assignment (next, PLUS_EXPR);
  if (!sum || gimple_assign_rhs1 (sum) != value
      || TREE_CODE (gimple_assign_rhs2 (sum)) != INTEGER_CST)
    return HWPGO_BITS_OTHER;
  *step = gimple_assign_rhs2 (sum);
  return HWPGO_BITS_STEP;
}

/* Is VALUE the same in all turns of B, computed by LEFT statements of the
   header at most?  There are no stores.  */
static bool
computed_steady_p (const struct hwpgo_bits_loop *b, tree value, unsigned left)
{
  if (TREE_CODE (value) != SSA_NAME)
    return is_gimple_min_invariant (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  basic_block bb = gimple_bb (def);
  if (bb != b->header)
    return bb != b->on->dest && bb != b->back->src;
  if (gimple_code (def) == GIMPLE_PHI)
    return next_value (b, value) == value;
  if (left == 0 || !is_gimple_assign (def))
    return false;
  tree operand;
  ssa_op_iter iter;
  FOR_EACH_SSA_TREE_OPERAND (operand, def, iter, SSA_OP_USE)
    if (!computed_steady_p (b, operand, left - 1))
      return false;
  return true;
}

bool
hwpgo_bits_steady_p (const struct hwpgo_bits_loop *b, tree value)
{
  return computed_steady_p (b, value, MAX_STEADY);
}

/* Is VALUE a PHI result that counts the turns of B?  */
static bool
counts_turns_p (const struct hwpgo_bits_loop *b, tree value)
{
  tree step;
  return hwpgo_bits_carried_p (b, value)
         && hwpgo_bits_word_p (TREE_TYPE (value))
         && hwpgo_bits_change_of (b, value, &step) == HWPGO_BITS_STEP
         && integer_onep (step);
}

/* Is VALUE what stays, shifted by a count of the turns of B as CODE does?  */
bool
hwpgo_bits_shifted_p (const struct hwpgo_bits_loop *b, tree value,
                      tree_code code)
{
  gassign *shift = hwpgo_bits_assignment (value, code);
  if (!shift || gimple_bb (shift) != b->header)
    return false;
  tree count = hwpgo_bits_unconverted (gimple_assign_rhs2 (shift));
  return counts_turns_p (b, count)
         && hwpgo_bits_word_p (TREE_TYPE (value))
         && hwpgo_bits_steady_p (b, gimple_assign_rhs1 (shift));
}

/* --- blocks ----------------------------------------------------------------
 */

/* Do BB's statements only compute, or load, if LOADS?  */
static bool
computes_p (basic_block bb, bool loads)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND
          || gimple_code (stmt) == GIMPLE_PREDICT)
        continue;
      if (!is_gimple_assign (stmt) || gimple_vdef (stmt)
          || gimple_has_volatile_ops (stmt)
          || stmt_could_throw_p (cfun, stmt))
        return false;
      /* What the header loads, it loads before its first test as well.  */
      if (gimple_vuse (stmt) ? !loads : gimple_could_trap_p (stmt))
        return false;
    }
  return true;
}

/* Fill B's blocks from the branch at the end of HEADER.  */
static bool
match_blocks (basic_block header, struct hwpgo_bits_loop *b)
{
  b->header = header;
  for (unsigned way = 0; way < 2; way++)
    {
      b->on = EDGE_SUCC (header, way);
      b->out = EDGE_SUCC (header, !way);
      b->back = b->on;
      for (unsigned n = 0; n < 2 && b->back->dest != header; n++)
        {
          basic_block bb = b->back->dest;
          if (!single_pred_p (bb) || !single_succ_p (bb)
              || !computes_p (bb, false))
            break;
          b->back = single_succ_edge (bb);
        }
      if (b->back->dest != header || b->back == b->on
          || b->out->dest == header)
        continue;
      b->n_entries = 0;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, header->preds)
        if ((e->flags & EDGE_COMPLEX)
            || (e != b->back && b->n_entries == HWPGO_BITS_ENTRIES))
          return false;
        else if (e != b->back)
          b->entries[b->n_entries++] = e;
      return b->n_entries > 0 && !(b->out->flags & EDGE_COMPLEX)
             && computes_p (header, true);
    }
  return false;
}

/* --- the whole -------------------------------------------------------------
 */

/* Can all values of B be carried on at once?  */
static bool
match_values (const struct hwpgo_bits_loop *b)
{
  hwpgo_bits_change moved
      = b->end == HWPGO_BITS_ODD || b->end == HWPGO_BITS_EMPTY
            ? HWPGO_BITS_HALF
            : HWPGO_BITS_DOUBLE;
  unsigned n = 0;
  for (gphi_iterator psi = gsi_start_phis (b->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree value = gimple_phi_result (psi.phi ()), step;
      if (virtual_operand_p (value))
        continue;
      hwpgo_bits_change change = hwpgo_bits_change_of (b, value, &step);
      if (++n > MAX_VALUES || change == HWPGO_BITS_OTHER
          || (change != moved && tested_p (b, value))
          || (change != HWPGO_BITS_STAYS
              && !hwpgo_bits_word_p (TREE_TYPE (value)))
          /* At once it may be shifted by no more than it has bits.  */
          || ((change == HWPGO_BITS_DOUBLE || change == HWPGO_BITS_HALF)
              && TYPE_PRECISION (TREE_TYPE (value))
                     < TYPE_PRECISION (TREE_TYPE (b->tested[0]))))
        return false;
    }
  return true;
}

bool
hwpgo_bits_match (basic_block head, struct hwpgo_bits_loop *b)
{
  *b = {};
  return match_blocks (head, b) && hwpgo_bits_match_test (b)
         && match_values (b);
}
