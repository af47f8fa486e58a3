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

/* Not negative: VALUE or 0.  */
static tree
append_positive (gimple_seq *seq, tree value)
{
  tree type = TREE_TYPE (value);
  return append (seq, MAX_EXPR, type, value, build_zero_cst (type));
}

/* Bits of the words that the target counts for B.  */
static unsigned
word_bits (const struct hwpgo_bits_loop *b)
{
  return TYPE_PRECISION (TREE_TYPE (b->tested[0])) > 32 ? 64 : 32;
}

/* The builtin that counts for B.  NULL_TREE if there is none, or only a
   function.  */
static tree
count_function (const struct hwpgo_bits_loop *b)
{
  bool low = b->end == HWPGO_BITS_ODD, wide = word_bits (b) == 64;
  tree type = wide ? long_long_unsigned_type_node : unsigned_type_node;
  return direct_internal_fn_supported_p (low ? IFN_CTZ : IFN_CLZ, type,
                                         OPTIMIZE_FOR_SPEED)
             ? builtin_decl_implicit (
                 low ? wide ? BUILT_IN_CTZLL : BUILT_IN_CTZ
                     : wide ? BUILT_IN_CLZLL : BUILT_IN_CLZ)
             : NULL_TREE;
}

bool
hwpgo_bits_countable_p (const struct hwpgo_bits_loop *b)
{
  return count_function (b) != NULL_TREE;
}

/* What VALUE is in the first turn of B where it is entered by ENTRY, at the end of
   SEQ.  */
static tree
append_first (gimple_seq *seq, const struct hwpgo_bits_loop *b, edge entry,
              tree value)
{
  if (TREE_CODE (value) != SSA_NAME
      || gimple_bb (SSA_NAME_DEF_STMT (value)) != b->header)
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return PHI_ARG_DEF_FROM_EDGE (phi, entry);
  gimple *copy = gimple_copy (def);
  use_operand_p use;
  ssa_op_iter iter;
  auto_vec<tree> operands;
  FOR_EACH_SSA_USE_OPERAND (use, def, iter, SSA_OP_ALL_USES)
    operands.safe_push (append_first (seq, b, entry, USE_FROM_PTR (use)));
  tree name = make_ssa_name (TREE_TYPE (value));
  gimple_assign_set_lhs (copy, name);
  gimple_seq_add_stmt (seq, copy);
  update_stmt (copy);
  unsigned i = 0;
  FOR_EACH_SSA_USE_OPERAND (use, copy, iter, SSA_OP_ALL_USES)
    SET_USE (use, operands[i++]);
  update_stmt (copy);
  return name;
}

/* The zeros of VALUE, of an unsigned type, above or below all its other bits,
   with BIT set as well, an int, at the end of SEQ.  */
static tree
append_count (gimple_seq *seq, const struct hwpgo_bits_loop *b, tree value,
              unsigned bit)
{
  tree type = TREE_TYPE (value);
  value = append (seq, BIT_IOR_EXPR, type, value,
                  wide_int_to_tree (type, wi::set_bit_in_zero (
                                              bit, TYPE_PRECISION (type))));
  tree word = word_bits (b) == 64 ? long_long_unsigned_type_node
                                  : unsigned_type_node;
  if (!types_compatible_p (type, word))
    value = append_conversion (seq, word, value);
  gcall *call = gimple_build_call (count_function (b), 1, value);
  tree count = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (call, count);
  gimple_seq_add_stmt (seq, call);
  return count;
}

/* What B shifts where it is entered by ENTRY, at the end of SEQ: of the type that
   it has there.  */
static tree
append_tested (gimple_seq *seq, const struct hwpgo_bits_loop *b, edge entry)
{
  tree value = append_first (seq, b, entry, b->tested[0]);
  tree type = TREE_TYPE (b->tested[0]);
  if (b->by)
    return append (seq, RSHIFT_EXPR, type, value,
                   append_first (seq, b, entry, b->by));
  if (b->n_tested == 1)
    return value;
  tree other = append_first (seq, b, entry, b->tested[1]);
  if (!types_compatible_p (type, TREE_TYPE (b->tested[1])))
    other = append_conversion (seq, type, other);
  return append (seq, BIT_IOR_EXPR, type, value, other);
}

/* The turns that B makes, or would, where it is entered by ENTRY, an int, at the
   end of SEQ.  Fills ONE_MORE with 0 or 1, which come on top of them, or with
   NULL_TREE.  */
static tree
append_turns (gimple_seq *seq, const struct hwpgo_bits_loop *b, edge entry,
              tree *one_more)
{
  tree whole = append_tested (seq, b, entry);
  tree type = unsigned_type_for (TREE_TYPE (whole)), value = whole;
  unsigned bits = TYPE_PRECISION (type);
  *one_more = NULL_TREE;
  if (b->end == HWPGO_BITS_EMPTY && b->negative_is_zero)
    value = append_positive (seq, value);
  value = append_conversion (seq, type, value);
  if (b->ones)
    value = append (seq, BIT_NOT_EXPR, type, value, NULL_TREE);
  if (b->end == HWPGO_BITS_PLACE && b->above && b->place < bits - 1)
    value = append (seq, BIT_AND_EXPR, type, value,
                    wide_int_to_tree (type,
                                      wi::mask (b->place + 1, false, bits)));
  tree turns = append_count (seq, b, value,
                             b->end == HWPGO_BITS_ODD ? bits - 1 : 0);
  tree integer = integer_type_node;
  switch (b->end)
    {
    case HWPGO_BITS_ODD:
      return turns;
    case HWPGO_BITS_EMPTY:
      if (!b->one_left)
        {
          tree any = append (seq, NE_EXPR, boolean_type_node, value,
                             build_zero_cst (type));
          *one_more = append_conversion (seq, integer, any);
        }
      return append (seq, MINUS_EXPR, integer,
                     build_int_cst (integer, word_bits (b) - 1), turns);
    case HWPGO_BITS_PLACE:
      turns = append (seq, MINUS_EXPR, integer, turns,
                      build_int_cst (integer, word_bits (b) - 1 - b->place));
      return b->above ? turns : append_positive (seq, turns);
    case HWPGO_BITS_LIMIT:
      break;
    }
  /* What is shifted until its highest bit is where that of the limit is has been
     below it before, and may be below it once more.  */
  tree limit = append_first (seq, b, entry, b->limit);
  tree above = b->negative_is_zero ? append_positive (seq, limit) : limit;
  above = append_conversion (seq, type, above);
  turns = append (seq, MINUS_EXPR, integer, turns,
                  append_count (seq, b, above, 0));
  turns = append_positive (seq, turns);
  tree shifted = append (seq, LSHIFT_EXPR, type, value, turns);
  shifted = append_conversion (seq, TREE_TYPE (whole), shifted);
  tree below = append (seq, b->inclusive ? LE_EXPR : LT_EXPR,
                       boolean_type_node, shifted, limit);
  *one_more = append_conversion (seq, integer, below);
  return turns;
}

/* VALUE shifted as CODE does by TURNS, and by ONE_MORE if that is not NULL_TREE, at
   the end of SEQ: of both at once it may not have as many bits.  */
static tree
append_shift (gimple_seq *seq, tree_code code, tree value, tree turns,
              tree one_more)
{
  tree type = TREE_TYPE (value);
  value = append (seq, code, type, value, turns);
  return one_more ? append (seq, code, type, value, one_more) : value;
}

/* What START, of a value of B, is after TURNS and ONE_MORE, at the end of SEQ.  */
static tree
append_ahead (gimple_seq *seq, const struct hwpgo_bits_loop *b, tree value,
              tree start, tree turns, tree one_more)
{
  tree type = TREE_TYPE (value), step;
  hwpgo_bits_change change = hwpgo_bits_change_of (b, value, &step);
  if (change == HWPGO_BITS_STAYS)
    return start;
  if (change == HWPGO_BITS_HALF)
    return append_shift (seq, RSHIFT_EXPR, start, turns, one_more);
  /* That may not overflow before the source would, and narrow types are
     promoted there.  */
  tree wrapping = unsigned_type_for (type);
  start = append_conversion (seq, wrapping, start);
  if (change == HWPGO_BITS_STEP)
    {
      tree times = turns;
      if (one_more)
        times = append (seq, PLUS_EXPR, integer_type_node, turns, one_more);
      times = append_conversion (seq, wrapping, times);
      times = append (seq, MULT_EXPR, wrapping, times,
                      fold_convert (wrapping, step));
      start = append (seq, PLUS_EXPR, wrapping, start, times);
    }
  else
    start = append_shift (seq, LSHIFT_EXPR, start, turns, one_more);
  return append_conversion (seq, type, start);
}

edge
hwpgo_bits_enter_ahead (const struct hwpgo_bits_loop *b, edge entry)
{
  gimple_seq seq = NULL;
  tree one_more, turns = append_turns (&seq, b, entry, &one_more);
  auto_vec<tree> starts;
  for (gphi_iterator psi = gsi_start_phis (b->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree value = gimple_phi_result (psi.phi ());
      tree start = PHI_ARG_DEF_FROM_EDGE (psi.phi (), entry);
      starts.safe_push (virtual_operand_p (value)
                            ? start
                            : append_ahead (&seq, b, value, start, turns,
                                            one_more));
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
