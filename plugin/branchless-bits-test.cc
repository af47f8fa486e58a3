/* Loops that count bits: what they test.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-bits.h"

/* The test of a loop: it goes on while A CODE C.  */
struct test
{
  tree_code code;
  tree a, c;
};

/* B ends at the lowest bit set of VALUE, or of what that is the bits of.  */
static bool
match_odd (struct hwpgo_bits_loop *b, tree value)
{
  value = hwpgo_bits_unconverted (value);
  gassign *both = hwpgo_bits_assignment (value, BIT_IOR_EXPR);
  tree values[2] = { value, NULL_TREE };
  if (both)
    {
      values[0] = hwpgo_bits_unconverted (gimple_assign_rhs1 (both));
      values[1] = hwpgo_bits_unconverted (gimple_assign_rhs2 (both));
    }
  b->end = HWPGO_BITS_ODD;
  for (b->n_tested = 0; b->n_tested < 2 && values[b->n_tested]; b->n_tested++)
    {
      tree v = values[b->n_tested];
      if (!(hwpgo_bits_carried_p (b, v) && hwpgo_bits_word_p (TREE_TYPE (v)))
          && !(!both && hwpgo_bits_shifted_p (b, v, RSHIFT_EXPR)))
        return false;
      b->tested[b->n_tested] = v;
    }
  return b->n_tested == 1
         || TYPE_PRECISION (TREE_TYPE (b->tested[0]))
                == TYPE_PRECISION (TREE_TYPE (b->tested[1]));
}

/* B ends at the lowest bit set of X, from where MASK has its only one, which
   goes to the left.  */
static bool
match_moving_bit (struct hwpgo_bits_loop *b, tree x, tree mask)
{
  gassign *shift = hwpgo_bits_assignment (mask, LSHIFT_EXPR);
  if (!shift || !integer_onep (gimple_assign_rhs1 (shift))
      || !hwpgo_bits_shifted_p (b, mask, LSHIFT_EXPR)
      || !hwpgo_bits_word_p (TREE_TYPE (x))
      || !hwpgo_bits_steady_p (b, x))
    return false;
  b->end = HWPGO_BITS_ODD;
  b->n_tested = 1;
  b->tested[0] = x;
  b->by = gimple_assign_rhs2 (shift);
  return true;
}

/* Is VALUE halved in each turn of B, or doubled, if DOUBLED?  */
static bool
moves_p (const struct hwpgo_bits_loop *b, tree value, bool doubled)
{
  tree step;
  return TREE_CODE (value) == SSA_NAME && hwpgo_bits_word_p (TREE_TYPE (value))
         && (hwpgo_bits_carried_p (b, value)
                 ? hwpgo_bits_change_of (b, value, &step)
                       == (doubled ? HWPGO_BITS_DOUBLE : HWPGO_BITS_HALF)
                 : hwpgo_bits_shifted_p (b, value,
                                         doubled ? LSHIFT_EXPR : RSHIFT_EXPR));
}

/* B goes on while what MASKED computes is 0, or is not, if its ones are
   counted.  */
static bool
match_masked (struct hwpgo_bits_loop *b, gassign *masked)
{
  tree value = gimple_assign_rhs1 (masked), mask = gimple_assign_rhs2 (masked);
  if (TREE_CODE (mask) == SSA_NAME)
    return match_moving_bit (b, value, mask)
           || match_moving_bit (b, mask, value);
  if (integer_onep (mask))
    return match_odd (b, value);
  if (!integer_pow2p (mask) || !moves_p (b, value, true))
    return false;
  b->end = HWPGO_BITS_PLACE;
  b->n_tested = 1;
  b->tested[0] = value;
  b->place = wi::exact_log2 (wi::to_wide (mask));
  b->above = true;
  return true;
}

/* B goes on while T's value, which is halved, has any bits.  Where a shift never
   makes it 0, as it is negative, the loop does not end.  */
static bool
match_empty (struct hwpgo_bits_loop *b, const struct test *t)
{
  bool none = integer_zerop (t->c);
  b->end = HWPGO_BITS_EMPTY;
  b->n_tested = 1;
  b->tested[0] = t->a;
  if (t->code == NE_EXPR && none)
    {
      gassign *shift = hwpgo_bits_assignment (t->a, RSHIFT_EXPR);
      if (shift && integer_onep (gimple_assign_rhs2 (shift))
          && hwpgo_bits_carried_p (b, gimple_assign_rhs1 (shift)))
        {
          b->tested[0] = gimple_assign_rhs1 (shift);
          b->one_left = true;
        }
      return moves_p (b, b->tested[0], false);
    }
  if (t->code != GT_EXPR || !(none || integer_onep (t->c)))
    return false;
  b->one_left = !none;
  b->negative_is_zero = !TYPE_UNSIGNED (TREE_TYPE (t->a));
  return moves_p (b, t->a, false);
}

/* B goes on while T's value, which is doubled, is below a limit, or has a sign,
   or none.  */
static bool
match_below (struct hwpgo_bits_loop *b, const struct test *t)
{
  tree value = t->a;
  bool sign = integer_zerop (t->c) && !TYPE_UNSIGNED (TREE_TYPE (value))
              && (t->code == GE_EXPR || t->code == LT_EXPR);
  /* GCC tests the highest bit of an unsigned value so.  */
  gassign *conversion = sign ? hwpgo_bits_assignment (value, NOP_EXPR) : NULL;
  if (conversion
      && tree_nop_conversion_p (TREE_TYPE (value),
                                TREE_TYPE (gimple_assign_rhs1 (conversion))))
    value = gimple_assign_rhs1 (conversion);
  if (!moves_p (b, value, true))
    return false;
  b->n_tested = 1;
  b->tested[0] = value;
  if (sign)
    {
      b->end = HWPGO_BITS_PLACE;
      b->place = TYPE_PRECISION (TREE_TYPE (t->a)) - 1;
      b->above = true;
      b->ones = t->code == LT_EXPR;
      return true;
    }
  if (t->code != LT_EXPR && t->code != LE_EXPR)
    return false;
  if (TREE_CODE (t->c) == INTEGER_CST)
    {
      /* The first value that ends it.  */
      wide_int limit = wi::to_wide (t->c);
      if (t->code == LE_EXPR)
        limit = limit + 1;
      b->place = wi::floor_log2 (limit);
      b->end = HWPGO_BITS_PLACE;
      if (wi::popcount (limit) == 1
          && (TYPE_UNSIGNED (TREE_TYPE (t->a)) || !wi::neg_p (limit)))
        return true;
    }
  b->end = HWPGO_BITS_LIMIT;
  b->limit = t->c;
  b->inclusive = t->code == LE_EXPR;
  b->negative_is_zero = !TYPE_UNSIGNED (TREE_TYPE (t->a))
                && !hwpgo_nonnegative_p (t->c, b->header);
  return hwpgo_bits_steady_p (b, t->c);
}

bool
hwpgo_bits_match_test (struct hwpgo_bits_loop *b)
{
  gcond *cond = as_a<gcond *> (last_nondebug_stmt (b->header));
  struct test t = { gimple_cond_code (cond), gimple_cond_lhs (cond),
                    gimple_cond_rhs (cond) };
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t.a)))
    return false;
  if (b->on->flags & EDGE_FALSE_VALUE)
    t.code = invert_tree_comparison (t.code, false);
  if (hwpgo_bits_steady_p (b, t.a))
    t = { swap_tree_comparison (t.code), t.c, t.a };
  gassign *masked = hwpgo_bits_assignment (hwpgo_bits_unconverted (t.a),
                                           BIT_AND_EXPR);
  /* All bits but the lowest could be lost in a narrower type.  */
  if (masked && integer_zerop (t.c)
      && (t.code == EQ_EXPR || t.code == NE_EXPR)
      && (integer_onep (gimple_assign_rhs2 (masked))
          || TYPE_PRECISION (TREE_TYPE (t.a))
                 >= TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (masked)))))
    {
      b->ones = t.code == NE_EXPR;
      return match_masked (b, masked);
    }
  return t.code == NE_EXPR || t.code == GT_EXPR ? match_empty (b, &t)
                                                : match_below (b, &t);
}
