/* Conditions that a choice between values changes nothing of.
   SPDX-License-Identifier: GPL-2.0-or-later

     do
       symbol = symbol << 1 | (code >= bound);
     while (symbol < 256);

   Both values of the last bit make the same of this one: a number with fewer
   low bits than the bound has zeros is below it or not by its other bits.  So
   the bits that a choice may change are followed to the comparison, backwards
   from there, through what moves bits and makes no carry.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-follow.h"

#define ALL_BITS (~(uint64_t) 0)

/* Statements looked at for one value.  */
#define MAX_WALK 16

/* Bits of VALUE, an integer of up to 64, that may not be 0.  */
static uint64_t
nonzero_bits_of (tree value)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return TREE_INT_CST_LOW (value);
  /* Lengths of vectors that the processor chooses are constants, too.  */
  return TREE_CODE (value) == SSA_NAME ? get_nonzero_bits (value).to_uhwi ()
                                       : ALL_BITS;
}

/* Are A and B never 1 in one bit?  Then their sum has no carry.  */
static bool
no_carry_p (tree a, tree b)
{
  return (nonzero_bits_of (a) & nonzero_bits_of (b)) == 0;
}

/* The constant that is added to or set in BASE to get VALUE; 0 if it is not
   that.  */
static uint64_t
bits_added (tree base, tree value)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  if (!def || gimple_num_ops (def) != 3 || gimple_assign_rhs1 (def) != base
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
    return 0;
  tree_code code = gimple_assign_rhs_code (def);
  return code == BIT_IOR_EXPR
                 || (code == PLUS_EXPR
                     && no_carry_p (base, gimple_assign_rhs2 (def)))
             ? TREE_INT_CST_LOW (gimple_assign_rhs2 (def))
             : 0;
}

/* The bits in which A and B may differ.  */
static uint64_t
differing_bits (tree a, tree b)
{
  if (a == b)
    return 0;
  if (TREE_CODE (a) == INTEGER_CST && TREE_CODE (b) == INTEGER_CST)
    return TREE_INT_CST_LOW (a) ^ TREE_INT_CST_LOW (b);
  uint64_t bits = TREE_CODE (a) == SSA_NAME ? bits_added (a, b) : 0;
  if (!bits && TREE_CODE (b) == SSA_NAME)
    bits = bits_added (b, a);
  return bits ? bits : ALL_BITS;
}

/* An integer that can be looked at by bits?  */
static bool
bits_p (tree value)
{
  return INTEGRAL_TYPE_P (TREE_TYPE (value))
         && TYPE_PRECISION (TREE_TYPE (value)) <= 64;
}

/* The bits of VALUE that CHOICE may change.  *LEFT statements are looked at. */
static uint64_t
bits_of_choice (tree value, const struct hwpgo_choice *choice, unsigned *left)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return 0;
  if (TREE_CODE (value) != SSA_NAME || !bits_p (value) || *left == 0)
    return ALL_BITS;
  --*left;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (def == choice->stmt)
    {
      uint64_t bits = 0;
      for (unsigned i = 1; i < choice->n; i++)
        bits |= differing_bits (choice->values[0], choice->values[i]);
      return bits;
    }
  /* What a turn of a loop around the choice begins with is the same.  */
  if (SSA_NAME_IS_DEFAULT_DEF (value)
      || (is_a<gphi *> (def)
          && gimple_bb (def)->loop_father->header == gimple_bb (def)
          && flow_bb_inside_loop_p (gimple_bb (def)->loop_father,
                                    gimple_bb (choice->stmt))))
    return 0;
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || gimple_num_ops (stmt) > 3 || gimple_vuse (stmt))
    return ALL_BITS;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree x = gimple_assign_rhs1 (stmt), y = gimple_assign_rhs2 (stmt);
  uint64_t bits = bits_of_choice (x, choice, left);
  if (bits == ALL_BITS)
    return bits;
  if (CONVERT_EXPR_CODE_P (code) || code == SSA_NAME)
    {
      /* A sign would be in all bits.  */
      bool signs = bits && !TYPE_UNSIGNED (TREE_TYPE (x))
                   && bits >> (TYPE_PRECISION (TREE_TYPE (x)) - 1);
      return signs ? ALL_BITS : bits;
    }
  if (code == LSHIFT_EXPR && tree_fits_uhwi_p (y) && tree_to_uhwi (y) < 64)
    return bits << tree_to_uhwi (y);
  if (code == BIT_IOR_EXPR || code == BIT_XOR_EXPR || code == BIT_AND_EXPR
      || (code == PLUS_EXPR && no_carry_p (x, y)))
    return bits | bits_of_choice (y, choice, left);
  return ALL_BITS;
}

bool
hwpgo_same_way_p (gcond *branch, const struct hwpgo_choice *choice)
{
  tree bound = gimple_cond_rhs (branch);
  tree_code code = gimple_cond_code (branch);
  unsigned left = MAX_WALK;
  if (TREE_CODE (bound) != INTEGER_CST || !bits_p (bound))
    return false;
  uint64_t first = TREE_INT_CST_LOW (bound);
  if (code == LE_EXPR || code == GT_EXPR)
    first++;
  else if (code != LT_EXPR && code != GE_EXPR)
    return false;
  uint64_t bits = bits_of_choice (gimple_cond_lhs (branch), choice, &left);
  return bits == 0
         || (bits != ALL_BITS && ctz_hwi (first) > floor_log2 (bits));
}
