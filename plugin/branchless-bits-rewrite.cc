/* Loops that count bits: going ahead.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-bits.h"

/* CODE of A and B, of type TYPE, at the end of SEQ.  */
static tree
append (gimple_seq *seq, tree_code code, tree type, tree a, tree b)
{
  tree name = make_ssa_name (type);
  gimple_seq_add_stmt (seq, gimple_build_assign (name, code, a, b));
  return name;
}

static tree
append_conversion (gimple_seq *seq, tree type, tree value)
{
  return append (seq, NOP_EXPR, type, value, NULL_TREE);
}

/* The builtin that counts for B, in words of 64 or (!WIDE) 32 bits.  NULL_TREE
   if there is none, or only a function.  */
static tree
count_function (const struct hwpgo_bits_loop *b, bool wide)
{
  tree type = wide ? long_long_unsigned_type_node : unsigned_type_node;
  return direct_internal_fn_supported_p (b->zeros ? IFN_CTZ : IFN_CLZ, type,
                                         OPTIMIZE_FOR_SPEED)
             ? builtin_decl_implicit (
                 b->zeros ? wide ? BUILT_IN_CTZLL : BUILT_IN_CTZ
                 : wide   ? BUILT_IN_CLZLL
                          : BUILT_IN_CLZ)
             : NULL_TREE;
}

/* Is the tested value of B wider than 32 bits?  */
static bool
wide_p (const struct hwpgo_bits_loop *b)
{
  return TYPE_PRECISION (TREE_TYPE (b->tested[0])) > 32;
}

bool
hwpgo_bits_countable_p (const struct hwpgo_bits_loop *b)
{
  return count_function (b, wide_p (b)) != NULL_TREE;
}

/* The turns of B to make at once where it is entered by ENTRY, an int, at the
   end of SEQ.  */
static tree
append_turns (gimple_seq *seq, const struct hwpgo_bits_loop *b, edge entry)
{
  tree type = unsigned_type_for (TREE_TYPE (b->tested[0]));
  unsigned bits = TYPE_PRECISION (type);
  tree value = NULL_TREE;
  for (unsigned i = 0; i < b->n_tested; i++)
    {
      gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (b->tested[i]));
      tree start = append_conversion (seq, type,
                                      PHI_ARG_DEF_FROM_EDGE (phi, entry));
      value = value ? append (seq, BIT_IOR_EXPR, type, value, start) : start;
    }
  unsigned bit = b->zeros ? bits - 1 : b->behind;
  value = append (seq, BIT_IOR_EXPR, type, value,
                  wide_int_to_tree (type, wi::set_bit_in_zero (bit, bits)));
  tree wide = wide_p (b) ? long_long_unsigned_type_node : unsigned_type_node;
  if (!types_compatible_p (type, wide))
    value = append_conversion (seq, wide, value);
  gcall *call = gimple_build_call (count_function (b, wide_p (b)), 1, value);
  tree turns = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (call, turns);
  gimple_seq_add_stmt (seq, call);
  if (!b->zeros)
    turns = append (seq, MINUS_EXPR, integer_type_node,
                    build_int_cst (integer_type_node,
                                   TYPE_PRECISION (wide) - 1 - b->behind),
                    turns);
  return turns;
}

/* What START, of a value of B, is after TURNS, at the end of SEQ.  */
static tree
append_ahead (gimple_seq *seq, const struct hwpgo_bits_loop *b, tree value,
              tree start, tree turns)
{
  tree type = TREE_TYPE (value), step;
  hwpgo_bits_change change = hwpgo_bits_change_of (b, value, &step);
  if (change == HWPGO_BITS_STAYS)
    return start;
  if (change == HWPGO_BITS_HALF)
    return append (seq, RSHIFT_EXPR, type, start, turns);
  /* That may not overflow before the source would, and narrow types are
     promoted there.  */
  tree wrapping = unsigned_type_for (type);
  start = append_conversion (seq, wrapping, start);
  if (change == HWPGO_BITS_STEP)
    {
      tree times = append_conversion (seq, wrapping, turns);
      times = append (seq, MULT_EXPR, wrapping, times,
                      fold_convert (wrapping, step));
      start = append (seq, PLUS_EXPR, wrapping, start, times);
    }
  else
    start = append (seq, LSHIFT_EXPR, wrapping, start, turns);
  return append_conversion (seq, type, start);
}

edge
hwpgo_bits_enter_ahead (const struct hwpgo_bits_loop *b, edge entry)
{
  gimple_seq seq = NULL;
  tree turns = append_turns (&seq, b, entry);
  auto_vec<tree> starts;
  for (gphi_iterator psi = gsi_start_phis (b->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree value = gimple_phi_result (psi.phi ());
      tree start = PHI_ARG_DEF_FROM_EDGE (psi.phi (), entry);
      starts.safe_push (virtual_operand_p (value)
                            ? start
                            : append_ahead (&seq, b, value, start, turns));
    }
  location_t place = gimple_location (last_nondebug_stmt (b->header));
  for (gimple_stmt_iterator gsi = gsi_start (seq); !gsi_end_p (gsi);
       gsi_next (&gsi))
    gimple_set_location (gsi_stmt (gsi), place);
  basic_block before = split_edge (entry);
  gimple_stmt_iterator gsi = gsi_last_bb (before);
  gsi_insert_seq_after (&gsi, seq, GSI_NEW_STMT);
  entry = single_succ_edge (before);
  unsigned i = 0;
  for (gphi_iterator psi = gsi_start_phis (b->header); !gsi_end_p (psi);
       gsi_next (&psi))
    SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (psi.phi (), entry), starts[i++]);
  return entry;
}
