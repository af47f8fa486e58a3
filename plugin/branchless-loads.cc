/* Loads that may run although the source would not run them.
   SPDX-License-Identifier: GPL-2.0-or-later

   A load must not trap: it is of a variable, of an element of an array whose
   index is known to be inside, or of a place that is accessed whichever way
   the branch goes.  And what it finds where the source would not look must
   not matter.

   Where not all loads are like this, but both arms load, each two become one
   of a selected place:

     if (c)                        place = c ? &a[i] : &b[j];
       x = a[i];           ->      x = *place;
     else
       x = b[j];

   It reads what the source reads and nothing else.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* Is BB one of the blocks that run only on one of the ways?  */
static bool
in_arms_p (const struct hwpgo_hammock *h, basic_block bb)
{
  if (h->region)
    for (unsigned i = 0; i < h->region->n_blocks; i++)
      if (h->region->blocks[i] == bb)
        return true;
  for (const hwpgo_arm &arm : h->arms)
    for (unsigned i = 0; i < arm.n_blocks; i++)
      if (arm.blocks[i] == bb)
        return true;
  return false;
}

/* Operations looked at for the largest value of an index.  */
#define MAX_DEPTH 8

/* Is VALUE a narrower unsigned one, so that it is not negative?  */
static bool
widened_p (tree value)
{
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
    return false;
  tree from = TREE_TYPE (gimple_assign_rhs1 (def));
  return INTEGRAL_TYPE_P (from) && TYPE_UNSIGNED (from)
         && TYPE_PRECISION (from) < TYPE_PRECISION (TREE_TYPE (value));
}

/* The largest value that NAME can have, whichever way the branch goes, as far
   as its operations tell: what else is known of a value that an arm computes
   may hold in the arm only.  */
static widest_int
largest_value (const struct hwpgo_hammock *h, tree name, unsigned depth)
{
  tree type = TREE_TYPE (name);
  widest_int most = wi::to_widest (TYPE_MAX_VALUE (type));
  if (TREE_CODE (name) == INTEGER_CST)
    return wi::to_widest (name);
  if (TREE_CODE (name) != SSA_NAME)
    return most;
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (!in_arms_p (h, gimple_bb (def)))
    {
      widest_int bits
          = widest_int::from (get_nonzero_bits (name), TYPE_SIGN (type));
      return wi::neg_p (bits) ? most : wi::smin (bits, most);
    }
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || depth == MAX_DEPTH
      || (!TYPE_UNSIGNED (type) && !widened_p (name)))
    return most;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (a)) || !TYPE_UNSIGNED (TREE_TYPE (a)))
    return most;
  if (CONVERT_EXPR_CODE_P (code))
    return wi::smin (most, largest_value (h, a, depth + 1));
  if (!b || TREE_CODE (b) != INTEGER_CST || tree_int_cst_sgn (b) <= 0)
    return most;
  widest_int by = wi::to_widest (b);
  if (code == BIT_AND_EXPR)
    return wi::smin (by, most);
  if (code == TRUNC_MOD_EXPR)
    return wi::smin (by - 1, most);
  if (code == TRUNC_DIV_EXPR)
    return wi::udiv_trunc (largest_value (h, a, depth + 1), by);
  if (code == RSHIFT_EXPR && by < TYPE_PRECISION (type))
    return wi::lrshift (largest_value (h, a, depth + 1), by);
  return most;
}

bool
hwpgo_inside_array_p (const struct hwpgo_hammock *h, tree ref)
{
  while (TREE_CODE (ref) == COMPONENT_REF)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) != ARRAY_REF || !DECL_P (TREE_OPERAND (ref, 0))
      || tree_could_trap_p (TREE_OPERAND (ref, 0)))
    return false;
  tree index = TREE_OPERAND (ref, 1);
  tree low = array_ref_low_bound (ref), high = array_ref_up_bound (ref);
  if (TREE_CODE (index) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (index))
      || !integer_zerop (low) || !high || TREE_CODE (high) != INTEGER_CST)
    return false;
  /* As the counter of a loop around the branch is.  */
  if (!in_arms_p (h, gimple_bb (SSA_NAME_DEF_STMT (index)))
      && hwpgo_tested_at_most_p (index, h->head, wi::to_widest (high))
      && hwpgo_nonnegative_p (index, h->head))
    return true;
  if (!TYPE_UNSIGNED (TREE_TYPE (index)) && !widened_p (index)
      && (in_arms_p (h, gimple_bb (SSA_NAME_DEF_STMT (index)))
          || wi::neg_p (get_nonzero_bits (index), SIGNED)))
    return false;
  return wi::les_p (largest_value (h, index, 0), wi::to_widest (high));
}

hwpgo_refusal
hwpgo_load_for_nothing_check (tree type)
{
  if (sanitize_flags_p (SANITIZE_ADDRESS | SANITIZE_HWADDRESS
                        | SANITIZE_THREAD))
    return HWPGO_REFUSE_LOAD_SANITIZED;
  /* GCC trusts a bool in memory to be 0 or 1.  Where the source would not
     look it may be anything, and 'c & value' is not 'c ? value : 0' then.  */
  if (INTEGRAL_TYPE_P (type)
      && TYPE_PRECISION (type)
             != GET_MODE_BITSIZE (SCALAR_INT_TYPE_MODE (type)))
    return HWPGO_REFUSE_LOAD_PARTIAL;
  if (SCALAR_FLOAT_TYPE_P (type) && HONOR_SNANS (type))
    return HWPGO_REFUSE_FLOAT_FLAGS;
  return HWPGO_REFUSE_NONE;
}

hwpgo_refusal
hwpgo_load_check (const struct hwpgo_hammock *h, unsigned arm, gimple *stmt)
{
  tree ref = gimple_assign_rhs1 (stmt);
  hwpgo_refusal why = hwpgo_load_for_nothing_check (TREE_TYPE (ref));
  if (why != HWPGO_REFUSE_NONE)
    return why;
  if (tree_could_trap_p (ref) && !hwpgo_inside_array_p (h, ref)
      && !hwpgo_accessed_anyway_p (h, arm, stmt))
    return HWPGO_REFUSE_LOAD_TRAPS;
  return HWPGO_REFUSE_NONE;
}

bool
hwpgo_load_p (gimple *stmt)
{
  return gimple_assign_load_p (stmt)
         && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME;
}

bool
hwpgo_loads_sink_p (const struct hwpgo_hammock *h)
{
  unsigned n[2] = { 0, 0 };
  bool refused = false;
  if (h->region)
    return false;
  for (unsigned arm = 0; arm < 2; arm++)
    for (unsigned i = 0; i < h->arms[arm].n_blocks; i++)
      for (gimple_stmt_iterator gsi = gsi_start_bb (h->arms[arm].blocks[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          if (!hwpgo_load_p (stmt))
            continue;
          n[arm]++;
          refused |= hwpgo_load_check (h, arm, stmt) != HWPGO_REFUSE_NONE;
        }
  return refused && n[0] == n[1];
}

/* Is STMT a load that can be one of two?  */
static bool
plain_load_p (gimple *stmt)
{
  return stmt && hwpgo_load_p (stmt) && !gimple_has_volatile_ops (stmt)
         && !stmt_could_throw_p (cfun, stmt);
}

hwpgo_refusal
hwpgo_loads_check (const struct hwpgo_hammock *h, gimple *a, gimple *b)
{
  if (!plain_load_p (a) || !plain_load_p (b))
    return HWPGO_REFUSE_LOAD_TRAPS;
  tree ref = gimple_assign_rhs1 (a), other = gimple_assign_rhs1 (b);
  if (!types_compatible_p (TREE_TYPE (ref), TREE_TYPE (other)))
    return HWPGO_REFUSE_LOAD_TRAPS;
  if (operand_equal_p (ref, other, 0))
    return HWPGO_REFUSE_NONE;
  if (!hwpgo_place_addressable_p (ref) || !hwpgo_place_addressable_p (other))
    return HWPGO_REFUSE_LOAD_TRAPS;
  return hwpgo_target_check (h->cond, ptr_type_node);
}

void
hwpgo_load_sink (const struct hwpgo_hammock *h, gassign *a, gassign *b,
                 tree memory, gimple_stmt_iterator *end)
{
  tree place = hwpgo_insert_place (h, gimple_assign_rhs1 (a),
                                   gimple_assign_rhs1 (b), true, end);
  gimple_stmt_iterator from = gsi_for_stmt (a);
  gsi_move_before (&from, end);
  gimple_assign_set_rhs1 (a, place);
  if (memory)
    gimple_set_vuse (a, memory);
  if (gimple_location (a) != gimple_location (b))
    gimple_set_location (a, gimple_location (h->cond));
  update_stmt (a);
  from = gsi_for_stmt (b);
  gsi_move_before (&from, end);
  gimple_assign_set_rhs1 (b, gimple_assign_lhs (a));
  gimple_set_vuse (b, NULL_TREE);
  gimple_set_location (b, gimple_location (a));
  update_stmt (b);
  hwpgo_forget_result (gimple_assign_lhs (a));
  hwpgo_forget_result (gimple_assign_lhs (b));
}
