/* Loops that look for something, some turns at once: tests that need no turns.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (left != 0 && (word & 1) == 0)     ends = word | 1 << left;
       {                                      count = __builtin_ctz (ends);
         word >>= 1;                    ->    word >>= count;
         left--;                              left -= count;
       }                                      ...

   In which turn a count is what it is compared with, or a word that is shifted by a bit
   in each has its lowest or highest bit set, is known before the first one.  So such a
   test is a word, with a bit for each turn that it may end.  A bit too many does no
   harm: the loop makes that turn.  If all tests are so, the turns are as many as there
   are bits: what reads a code of zeros, up to the end of the word.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"
#include "plugin/branchless-bits.h"
#include "plugin/branchless-pair.h"

/* Is VALUE, in A, shifted by one bit as CODE says in each turn?  */
static bool
shifts_p (const struct hwpgo_ahead_loop *a, tree value, tree_code code)
{
  value = hwpgo_ahead_merged (a, value);
  if (!hwpgo_ahead_varies_p (a, value)
      || !hwpgo_bits_word_p (TREE_TYPE (value)))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  tree_code shift;
  unsigned bits;
  if (gphi *phi = dyn_cast<gphi *> (def))
    return hwpgo_ahead_shifted_p (a, phi, &shift, &bits) && shift == code
           && bits == 1;
  gassign *assign = dyn_cast<gassign *> (def);
  return assign && gimple_assign_rhs_code (assign) == code
         && integer_onep (gimple_assign_rhs2 (assign))
         && shifts_p (a, gimple_assign_rhs1 (assign), code)
         && gimple_code (SSA_NAME_DEF_STMT (hwpgo_ahead_merged (
                a, gimple_assign_rhs1 (assign))))
                == GIMPLE_PHI;
}

/* If VALUE, in A, is 0 or not as the lowest or the highest bit is of one that is shifted
   there, fill M.  */
static bool
match_bit (const struct hwpgo_ahead_loop *a, tree value, struct hwpgo_ahead_mask *m)
{
  value = hwpgo_ahead_merged (a, value);
  gassign *bit = hwpgo_assigned (hwpgo_bits_unconverted (value));
  if (!bit || !hwpgo_ahead_varies_p (a, gimple_assign_lhs (bit)))
    return false;
  tree x = gimple_assign_rhs1 (bit), y = gimple_assign_rhs2 (bit);
  m->value = x;
  if (gimple_assign_rhs_code (bit) == BIT_AND_EXPR && integer_onep (y))
    {
      m->kind = HWPGO_AHEAD_LOW;
      return shifts_p (a, x, RSHIFT_EXPR);
    }
  m->kind = HWPGO_AHEAD_HIGH;
  return gimple_assign_rhs_code (bit) == RSHIFT_EXPR
         && TYPE_UNSIGNED (TREE_TYPE (x)) && tree_fits_uhwi_p (y)
         && tree_to_uhwi (y) == TYPE_PRECISION (TREE_TYPE (x)) - 1u
         && shifts_p (a, x, LSHIFT_EXPR);
}

/* Is COUNT, in A, that becomes one more or less in each turn, compared with BOUND, which
   stays?  Fills M if so.  */
static bool
match_count (const struct hwpgo_ahead_loop *a, tree count, tree bound,
             struct hwpgo_ahead_mask *m)
{
  struct hwpgo_ahead_load none = {};
  m->kind = HWPGO_AHEAD_AT;
  m->value = count;
  m->bound = bound;
  return hwpgo_bits_word_p (TREE_TYPE (count))
         && !hwpgo_ahead_varies_p (a, bound)
         && hwpgo_ahead_step_of (a, count, HWPGO_AHEAD_MAX_DEPTH, &none, &m->step)
         && (m->step == 1 || m->step == -1) && !none.narrow;
}

static bool
supported_p (internal_fn fn)
{
  return direct_internal_fn_supported_p (fn, long_long_unsigned_type_node,
                                         OPTIMIZE_FOR_SPEED);
}

bool
hwpgo_ahead_match_mask (const struct hwpgo_ahead_loop *a, unsigned i,
                        struct hwpgo_ahead_mask *m)
{
  gcond *cond = as_a<gcond *> (last_nondebug_stmt (a->blocks[i]));
  tree_code code = gimple_cond_code (cond);
  if (a->outs[i]->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  tree x = gimple_cond_lhs (cond), y = gimple_cond_rhs (cond);
  *m = {};
  if (!INTEGRAL_TYPE_P (TREE_TYPE (x)) || !supported_p (IFN_CTZ)
      || !builtin_decl_implicit (BUILT_IN_CTZLL)
      || TYPE_PRECISION (long_long_unsigned_type_node) > BITS_PER_WORD)
    return false;
  bool good = false;
  if ((code == EQ_EXPR || code == NE_EXPR) && integer_zerop (y)
      && match_bit (a, x, m))
    {
      m->clear = code == EQ_EXPR;
      good = true;
    }
  else if ((code == LT_EXPR || code == GE_EXPR) && integer_zerop (y)
           && !TYPE_UNSIGNED (TREE_TYPE (x)))
    {
      m->kind = HWPGO_AHEAD_HIGH;
      m->clear = code == GE_EXPR;
      m->value = x;
      gassign *from = hwpgo_assigned (hwpgo_ahead_merged (a, x));
      if (from && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (from))
          && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (from)))
          && TYPE_PRECISION (TREE_TYPE (gimple_assign_rhs1 (from)))
                 == TYPE_PRECISION (TREE_TYPE (x)))
        m->value = gimple_assign_rhs1 (from);
      good = shifts_p (a, m->value, LSHIFT_EXPR);
    }
  else if (code == EQ_EXPR)
    good = match_count (a, x, y, m) || match_count (a, y, x, m);
  if (m->kind == HWPGO_AHEAD_HIGH)
    good &= supported_p (IFN_CLZ) && builtin_decl_implicit (BUILT_IN_CLZLL);
  if (!good)
    m->kind = HWPGO_AHEAD_NO_MASK;
  return good;
}

unsigned
hwpgo_ahead_mask_turns (const struct hwpgo_ahead_loop *a)
{
  unsigned turns = TYPE_PRECISION (long_long_unsigned_type_node) - 1;
  for (gphi_iterator psi = gsi_start_phis (a->blocks[0]); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree_code code;
      unsigned bits;
      if (!virtual_operand_p (gimple_phi_result (psi.phi ()))
          && hwpgo_ahead_shifted_p (a, psi.phi (), &code, &bits) && bits > 0)
        turns = MIN (turns, (TYPE_PRECISION (TREE_TYPE (gimple_phi_result (psi.phi ())))
                             - 1) / bits);
    }
  return turns;
}

tree
hwpgo_ahead_emit_mask (gimple_seq *seq, location_t place,
                       const struct hwpgo_ahead_mask *m, tree value)
{
  tree word = long_long_unsigned_type_node, small = unsigned_type_node;
  tree type = unsigned_type_for (TREE_TYPE (value));
  unsigned bits = TYPE_PRECISION (word);
  value = gimple_convert (seq, place, type, value);
  tree turn;
  if (m->kind == HWPGO_AHEAD_AT)
    {
      tree bound = gimple_convert (seq, place, type, m->bound);
      turn = gimple_build (seq, place, MINUS_EXPR, type,
                           m->step > 0 ? bound : value, m->step > 0 ? value : bound);
      turn = gimple_build (seq, place, BIT_AND_EXPR, small,
                           gimple_convert (seq, place, small, turn),
                           build_int_cst (small, bits - 1));
    }
  else
    {
      if (m->clear)
        value = gimple_build (seq, place, BIT_NOT_EXPR, type, value);
      value = gimple_convert (seq, place, word, value);
      if (m->kind == HWPGO_AHEAD_LOW)
        return value;
      value = gimple_build (seq, place, LSHIFT_EXPR, word, value,
                            build_int_cst (small, bits - TYPE_PRECISION (type)));
      value = gimple_build (seq, place, BIT_IOR_EXPR, word, value,
                            build_one_cst (word));
      gcall *call = gimple_build_call (builtin_decl_implicit (BUILT_IN_CLZLL), 1, value);
      turn = make_ssa_name (integer_type_node);
      gimple_call_set_lhs (call, turn);
      gimple_set_location (call, place);
      gimple_seq_add_stmt (seq, call);
      turn = gimple_convert (seq, place, small, turn);
    }
  return gimple_build (seq, place, LSHIFT_EXPR, word, build_one_cst (word), turn);
}
