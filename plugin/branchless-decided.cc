/* Branches that a converted branch has decided.
   SPDX-License-Identifier: GPL-2.0-or-later

     code_2 = d_1 < 0 ? 8 : 0;          code_2 = d_1 < 0 ? 8 : 0;
     code_4 = e_3 >= s_9 ? 4 : 0;       code_4 = e_3 >= s_9 ? 4 : 0;
     code_5 = code_2 | code_4;          code_5 = code_2 | code_4;
     t_6 = code_5 & 8;                  t_6 = code_5 & 8;
     if (t_6 != 0)               ->     if (d_1 < 0)

   While both were branches, the second always went the way of the first, and
   the processor knew: its profile says that it is well predicted.  With the
   first one gone, the second costs what the first did.  So it gets the first
   one's condition and the first one's hint.

   What decides is found by following the known bits of the second condition
   for both values of the select.  Unless all that is merged on the way is
   decided by the select, some bit is not known; hence a value that comes from
   an earlier turn of a loop never passes.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Statements looked at for one condition, and how deep.  */
#define MAX_VISITS 64
#define MAX_DEPTH 12
/* Selects tried for one condition.  */
#define MAX_SELECTS 8

/* Bits of a value of up to 64: VALUE is 0 where UNKNOWN is 1.  */
struct known_bits
{
  unsigned HOST_WIDE_INT value, unknown;
};

/* Follows bits, with SELECT taken to choose its operand ARM (2 or 3).  */
struct following
{
  gimple *select;
  unsigned arm;
  unsigned visits;
  vec<gimple *> *selects; /* met on the way, if not NULL.  */
};

static unsigned HOST_WIDE_INT
type_mask (const_tree type)
{
  unsigned precision = TYPE_PRECISION (type);
  return precision >= HOST_BITS_PER_WIDE_INT
             ? HOST_WIDE_INT_M1U
             : (HOST_WIDE_INT_1U << precision) - 1;
}

static bool
followable_type_p (const_tree type)
{
  return INTEGRAL_TYPE_P (type)
         && TYPE_PRECISION (type) <= HOST_BITS_PER_WIDE_INT;
}

static known_bits follow (struct following *f, tree value, unsigned depth);

/* What is known of NAME without looking at how it is made.  */
static known_bits
follow_no_further (tree name)
{
  known_bits bits = { 0, type_mask (TREE_TYPE (name)) };
  if (TREE_CODE (name) == SSA_NAME)
    bits.unknown &= get_nonzero_bits (name).to_uhwi ();
  return bits;
}

static known_bits
merge_bits (known_bits a, known_bits b)
{
  unsigned HOST_WIDE_INT unknown = a.unknown | b.unknown | (a.value ^ b.value);
  return { a.value & ~unknown, unknown };
}

static known_bits
follow_convert (known_bits from, tree from_type, tree to_type)
{
  unsigned HOST_WIDE_INT mask = type_mask (to_type);
  unsigned HOST_WIDE_INT above = ~type_mask (from_type);
  unsigned HOST_WIDE_INT sign
      = type_mask (from_type) ^ type_mask (from_type) >> 1;
  if (!TYPE_UNSIGNED (from_type) && from.unknown & sign)
    from.unknown |= above;
  else if (!TYPE_UNSIGNED (from_type) && from.value & sign)
    from.value |= above;
  return { from.value & mask, from.unknown & mask };
}

/* The same for STMT, a shift by a constant.  */
static bool
follow_shift (struct following *f, gassign *stmt, unsigned depth,
              known_bits *bits)
{
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  tree by = gimple_assign_rhs2 (stmt);
  bool left = gimple_assign_rhs_code (stmt) == LSHIFT_EXPR;
  if (!tree_fits_uhwi_p (by) || tree_to_uhwi (by) >= TYPE_PRECISION (type)
      || (!left && !TYPE_UNSIGNED (type)))
    return false;
  unsigned n = tree_to_uhwi (by);
  known_bits a = follow (f, gimple_assign_rhs1 (stmt), depth);
  if (left)
    *bits = { a.value << n & type_mask (type),
              a.unknown << n & type_mask (type) };
  else
    *bits = { a.value >> n, a.unknown >> n };
  return true;
}

/* The bits of STMT, an assignment, where they follow from the operands';
   false elsewhere.  */
static bool
follow_operator (struct following *f, gassign *stmt, unsigned depth,
                 known_bits *bits)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  tree lhs = gimple_assign_lhs (stmt), rhs1 = gimple_assign_rhs1 (stmt);
  if (code == SSA_NAME || code == INTEGER_CST || CONVERT_EXPR_CODE_P (code))
    {
      if (!followable_type_p (TREE_TYPE (rhs1)))
        return false;
      *bits = follow_convert (follow (f, rhs1, depth), TREE_TYPE (rhs1),
                              TREE_TYPE (lhs));
      return true;
    }
  if (code == LSHIFT_EXPR || code == RSHIFT_EXPR)
    return follow_shift (f, stmt, depth, bits);
  if (code != BIT_AND_EXPR && code != BIT_IOR_EXPR && code != BIT_XOR_EXPR)
    return false;
  known_bits a = follow (f, rhs1, depth);
  known_bits b = follow (f, gimple_assign_rhs2 (stmt), depth);
  unsigned HOST_WIDE_INT zero_a = ~(a.value | a.unknown);
  unsigned HOST_WIDE_INT zero_b = ~(b.value | b.unknown);
  unsigned HOST_WIDE_INT either = a.unknown | b.unknown;
  if (code == BIT_AND_EXPR)
    *bits = { a.value & b.value, either & ~zero_a & ~zero_b };
  else if (code == BIT_IOR_EXPR)
    *bits = { a.value | b.value, either & ~a.value & ~b.value };
  else
    *bits = { (a.value ^ b.value) & ~either, either };
  return true;
}

static known_bits
follow_select (struct following *f, gassign *stmt, unsigned depth)
{
  if (stmt == f->select)
    return follow (f, gimple_op (stmt, f->arm), depth);
  if (f->selects && f->selects->length () < MAX_SELECTS)
    f->selects->safe_push (stmt);
  return merge_bits (follow (f, gimple_op (stmt, 2), depth),
                     follow (f, gimple_op (stmt, 3), depth));
}

static known_bits
follow_phi (struct following *f, gphi *phi, unsigned depth)
{
  known_bits bits = follow (f, gimple_phi_arg_def (phi, 0), depth);
  for (unsigned i = 1; i < gimple_phi_num_args (phi); i++)
    bits = merge_bits (bits, follow (f, gimple_phi_arg_def (phi, i), depth));
  return bits;
}

/* What is known of VALUE.  */
static known_bits
follow (struct following *f, tree value, unsigned depth)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return { TREE_INT_CST_LOW (value) & type_mask (TREE_TYPE (value)), 0 };
  known_bits bits = follow_no_further (value);
  if (TREE_CODE (value) != SSA_NAME || depth == MAX_DEPTH
      || f->visits++ >= MAX_VISITS)
    return bits;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return follow_phi (f, phi, depth + 1);
  gassign *stmt = dyn_cast<gassign *> (def);
  if (stmt && gimple_assign_rhs_code (stmt) == COND_EXPR)
    return follow_select (f, stmt, depth + 1);
  known_bits found;
  if (stmt && follow_operator (f, stmt, depth + 1, &found))
    {
      /* Where the operands say nothing, the range of the result may.  */
      found.unknown &= bits.unknown;
      return found;
    }
  return bits;
}

/* The value of COND as F has it: 1, 0, or -1 for not known.  */
static int
follow_condition (struct following *f, gcond *cond)
{
  tree_code code = gimple_cond_code (cond);
  f->visits = 0;
  known_bits a = follow (f, gimple_cond_lhs (cond), 0);
  known_bits b = follow (f, gimple_cond_rhs (cond), 0);
  unsigned HOST_WIDE_INT unknown = a.unknown | b.unknown;
  bool different = ((a.value ^ b.value) & ~unknown) != 0;
  if (!different && unknown != 0)
    return -1;
  return different == (code == NE_EXPR);
}

/* Does the select decide COND?  *INVERTED: COND is true where the select's
   condition is false.  */
static bool
decides_p (gimple *select, gcond *cond, bool *inverted)
{
  struct following f = { select, 2, 0, NULL };
  int if_true = follow_condition (&f, cond);
  f.arm = 3;
  int if_false = follow_condition (&f, cond);
  *inverted = if_true == 0;
  return if_true >= 0 && if_false >= 0 && if_true != if_false;
}

gimple *
hwpgo_condition_decided (gcond *cond, bool *inverted)
{
  tree_code code = gimple_cond_code (cond);
  if ((code != EQ_EXPR && code != NE_EXPR)
      || !followable_type_p (TREE_TYPE (gimple_cond_lhs (cond))))
    return NULL;
  auto_vec<gimple *, MAX_SELECTS> selects;
  struct following f = { NULL, 0, 0, &selects };
  if (follow_condition (&f, cond) >= 0)
    return NULL;
  unsigned i;
  gimple *select;
  FOR_EACH_VEC_ELT (selects, i, select)
  if (decides_p (select, cond, inverted))
    return select;
  return NULL;
}

bool
hwpgo_condition_take (gcond *cond, gimple *select, bool inverted)
{
  tree test = hwpgo_select_condition (select);
  if (!test
      || !dominated_by_p (CDI_DOMINATORS, gimple_bb (cond),
                          gimple_bb (select)))
    return false;
  tree_code code = TREE_CODE (test);
  tree a = TREE_OPERAND (test, 0), b = TREE_OPERAND (test, 1);
  if (inverted)
    code = invert_tree_comparison (code, HONOR_NANS (a));
  if (code == ERROR_MARK)
    return false;
  gimple_cond_set_condition (cond, code, unshare_expr (a), unshare_expr (b));
  update_stmt (cond);
  return true;
}
