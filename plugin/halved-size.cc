/* Loops that halve a size in each turn, whatever way they go: which ones.
   SPDX-License-Identifier: GPL-2.0-or-later

   What is looked for is the arithmetic, not the shape: each value that the loop
   hands to its next turn is a sum of what the turn began with and of one half, if
   the selects on the way to it are decided one way, and the other.  Sums are
   computed modulo 2^64 and compared modulo the width of the type.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/halved-size.h"

/* Statements on the way from what a turn begins with to what it hands on, and those
   of the turn.  */
#define MAX_DEPTH 12
#define MAX_STATEMENTS 40

/* Blocks in front of a loop that may have the test that guards it.  */
#define MAX_GUARDS 8

/* C + X * x + Y * y + HALF * half.  */
struct sum
{
  uint64_t c, x, y, half;
};

static struct sum
add (struct sum a, struct sum b, uint64_t times)
{
  return { a.c + times * b.c, a.x + times * b.x, a.y + times * b.y,
           a.half + times * b.half };
}

static unsigned
width (const struct hwpgo_halved *p)
{
  return TYPE_PRECISION (TREE_TYPE (p->next_x));
}

static bool
equal_p (const struct hwpgo_halved *p, struct sum a, struct sum b)
{
  uint64_t rest = HOST_BITS_PER_WIDE_INT - width (p);
  return ((a.c - b.c) << rest | (a.x - b.x) << rest | (a.y - b.y) << rest
          | (a.half - b.half) << rest)
         == 0;
}

/* Do A and B, two conditions of selects, say the same (1), the contrary (-1), or
   neither (0)?  */
static int
agreement (tree a, tree b)
{
  if (operand_equal_p (a, b, 0))
    return 1;
  if (!COMPARISON_CLASS_P (a) || !COMPARISON_CLASS_P (b))
    return 0;
  tree_code code = TREE_CODE (b);
  tree lhs = TREE_OPERAND (b, 0), rhs = TREE_OPERAND (b, 1);
  if (!operand_equal_p (TREE_OPERAND (a, 0), lhs, 0))
    {
      std::swap (lhs, rhs);
      code = swap_tree_comparison (code);
    }
  if (!operand_equal_p (TREE_OPERAND (a, 0), lhs, 0)
      || !operand_equal_p (TREE_OPERAND (a, 1), rhs, 0))
    return 0;
  if (TREE_CODE (a) == code)
    return 1;
  return invert_tree_comparison (code, HONOR_NANS (lhs)) == TREE_CODE (a) ? -1
                                                                          : 0;
}

tree
hwpgo_halved_at_entry (const struct hwpgo_halved *p, bool first)
{
  gphi *phi = first ? p->x : p->y;
  return phi ? PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (p->loop))
             : build_zero_cst (TREE_TYPE (p->next_x));
}

static bool read (struct hwpgo_halved *p, tree value, bool truth,
                  struct sum *out, unsigned depth);

/* Is VALUE what an operation CODE says that overflows never?  */
static bool
exact_p (tree value, tree_code code)
{
  gassign *stmt = TREE_CODE (value) == SSA_NAME
                      ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                      : NULL;
  return stmt && gimple_assign_rhs_code (stmt) == code
         && TYPE_OVERFLOW_UNDEFINED (TREE_TYPE (value));
}

/* Does STMT compute half of what P has, or, with *SUM, the middle: half of X + Y?  It
   is rounded down: what is halved is not below 0, in a type with a sign neither if it
   has no overflow.  */
static bool
halves_p (struct hwpgo_halved *p, gassign *stmt, bool truth, bool *sum,
          unsigned depth)
{
  tree by = gimple_assign_rhs2 (stmt), whole = gimple_assign_rhs1 (stmt);
  tree_code code = gimple_assign_rhs_code (stmt);
  struct sum of;
  bool shift = code == RSHIFT_EXPR && integer_onep (by);
  if (!shift
      && !(code == TRUNC_DIV_EXPR && TREE_CODE (by) == INTEGER_CST
           && compare_tree_int (by, 2) == 0))
    return false;
  if (!read (p, whole, truth, &of, depth))
    return false;
  bool is_signed = !TYPE_UNSIGNED (TREE_TYPE (whole));
  *sum = p->y && equal_p (p, of, { 0, 1, 1, 0 });
  if (*sum)
    {
      tree least = hwpgo_halved_at_entry (p, false);
      return is_signed && exact_p (whole, PLUS_EXPR)
             && (shift
                 || (TREE_CODE (least) == INTEGER_CST
                     && tree_int_cst_sgn (least) >= 0));
    }
  if (!equal_p (p, of, { 0, 1, p->y ? (uint64_t)-1 : 0, 0 }))
    return false;
  return !is_signed
         || (p->y ? exact_p (whole, MINUS_EXPR)
                  : !TYPE_UNSIGNED (TREE_TYPE (p->next_x)));
}

/* What STMT computes.  */
static bool
read_assignment (struct hwpgo_halved *p, gassign *stmt, bool truth,
                 struct sum *out, unsigned depth)
{
  struct sum a, b;
  tree name = gimple_assign_lhs (stmt);
  tree_code code = gimple_assign_rhs_code (stmt);
  bool sum;
  switch (code)
    {
    CASE_CONVERT:
      return read (p, gimple_assign_rhs1 (stmt), truth, out, depth);
    case SSA_NAME:
      return read (p, gimple_assign_rhs1 (stmt), truth, out, depth);
    case BIT_NOT_EXPR:
    case NEGATE_EXPR:
      if (!read (p, gimple_assign_rhs1 (stmt), truth, &a, depth))
        return false;
      *out = add ({ code == BIT_NOT_EXPR ? (uint64_t)-1 : 0, 0, 0, 0 }, a,
                  (uint64_t)-1);
      return true;
    case PLUS_EXPR:
    case MINUS_EXPR:
      if (!read (p, gimple_assign_rhs1 (stmt), truth, &a, depth)
          || !read (p, gimple_assign_rhs2 (stmt), truth, &b, depth))
        return false;
      *out = add (a, b, code == PLUS_EXPR ? 1 : (uint64_t)-1);
      return true;
    case COND_EXPR:
      {
        tree test = hwpgo_select_condition (stmt);
        if (!test)
          return false;
        if (!p->condition)
          {
            p->condition = test;
            p->select = stmt;
          }
        int same = agreement (p->condition, test);
        tree way = (same == 1) == truth ? gimple_assign_rhs2 (stmt)
                                        : gimple_assign_rhs3 (stmt);
        return same != 0 && read (p, way, truth, out, depth);
      }
    default:
      break;
    }
  if ((code != RSHIFT_EXPR && code != TRUNC_DIV_EXPR)
      || !halves_p (p, stmt, truth, &sum, depth)
      || (p->half && (p->half != name || p->sum != sum)))
    return false;
  p->half = name;
  p->sum = sum;
  *out = { 0, 0, sum ? 1u : 0u, 1 };
  return true;
}

/* What VALUE is, if P's condition is TRUTH.  */
static bool
read (struct hwpgo_halved *p, tree value, bool truth, struct sum *out,
      unsigned depth)
{
  tree type = TREE_TYPE (value);
  if (!INTEGRAL_TYPE_P (type) || TYPE_PRECISION (type) != width (p)
      || depth == MAX_DEPTH)
    return false;
  if (TREE_CODE (value) == INTEGER_CST)
    {
      *out = { (uint64_t)TREE_INT_CST_LOW (value), 0, 0, 0 };
      return true;
    }
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (def == p->x)
    *out = { 0, 1, 0, 0 };
  else if (p->y && def == p->y)
    *out = { 0, 0, 1, 0 };
  else
    {
      gassign *stmt = dyn_cast<gassign *> (def);
      return stmt && gimple_bb (stmt) == p->loop->header
             && read_assignment (p, stmt, truth, out, depth + 1);
    }
  return true;
}

/* The value that LOOP's turns hand over as NEXT; NULL if they do not.  */
static gphi *
handed_over (class loop *loop, tree next)
{
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (PHI_ARG_DEF_FROM_EDGE (i.phi (), loop_latch_edge (loop)) == next)
      return i.phi ();
  return NULL;
}

/* Does the block of LOOP nothing but load and compute?  */
static bool
harmless_p (class loop *loop)
{
  unsigned n = 0;
  for (gphi_iterator i = gsi_start_phis (loop->header); !gsi_end_p (i);
       gsi_next (&i))
    if (virtual_operand_p (gimple_phi_result (i.phi ())))
      return false;
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (loop->header);
       !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_COND)
        continue;
      if (!is_gimple_assign (stmt) || gimple_vdef (stmt)
          || gimple_has_volatile_ops (stmt) || stmt_can_throw_internal (cfun, stmt)
          || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_assign_lhs (stmt))
          || ++n > MAX_STATEMENTS)
        return false;
    }
  return true;
}

/* Find what P's test compares.  */
static bool
read_test (struct hwpgo_halved *p)
{
  tree a = gimple_cond_lhs (p->test), b = gimple_cond_rhs (p->test);
  tree_code code = gimple_cond_code (p->test);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (a))
      || TYPE_PRECISION (TREE_TYPE (a)) > HOST_BITS_PER_WIDE_INT)
    return false;
  if (p->exit->flags & EDGE_TRUE_VALUE)
    code = invert_tree_comparison (code, false);
  if (code == LT_EXPR || code == LE_EXPR)
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  p->closed = code == GE_EXPR;
  /* The size of all values of a type is none of that type.  */
  if ((code != GT_EXPR && code != GE_EXPR && code != NE_EXPR)
      || (p->closed && TYPE_UNSIGNED (TREE_TYPE (a))))
    return false;
  p->more = code;
  p->next_x = a;
  p->next_y = b;
  p->x = handed_over (p->loop, a);
  p->y = integer_zerop (b) ? NULL : handed_over (p->loop, b);
  return p->x && (p->y || (integer_zerop (b) && !p->closed));
}

/* Does control come along E only if A is greater than B, or, with OR_EQUAL, as great?  */
static bool
only_if_greater_p (edge e, tree a, tree b, bool or_equal)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
  if (!cond || !(e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)))
    return false;
  tree_code code = gimple_cond_code (cond);
  tree lhs = gimple_cond_lhs (cond), rhs = gimple_cond_rhs (cond);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (lhs))
      || TYPE_UNSIGNED (TREE_TYPE (lhs)) != TYPE_UNSIGNED (TREE_TYPE (a)))
    return false;
  if (e->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  if (!operand_equal_p (lhs, a, 0))
    {
      std::swap (lhs, rhs);
      code = swap_tree_comparison (code);
    }
  return operand_equal_p (lhs, a, 0) && operand_equal_p (rhs, b, 0)
         && (code == GT_EXPR || (or_equal && code == GE_EXPR)
             || (code == NE_EXPR && integer_zerop (b)
                 && TYPE_UNSIGNED (TREE_TYPE (a))));
}

/* Is there something to halve whenever P's loop is entered?  */
static bool
entered_with_some_p (const struct hwpgo_halved *p)
{
  tree x = hwpgo_halved_at_entry (p, true), y = hwpgo_halved_at_entry (p, false);
  if (TREE_CODE (x) == INTEGER_CST && TREE_CODE (y) == INTEGER_CST)
    return tree_int_cst_lt (y, x) || (p->closed && tree_int_cst_equal (x, y));
  /* The difference of two pointers is tested before it is divided.  */
  gassign *division = TREE_CODE (x) == SSA_NAME && integer_zerop (y)
                          ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (x))
                          : NULL;
  if (division && gimple_assign_rhs_code (division) == EXACT_DIV_EXPR
      && TREE_CODE (gimple_assign_rhs2 (division)) == INTEGER_CST
      && tree_int_cst_sgn (gimple_assign_rhs2 (division)) > 0)
    x = gimple_assign_rhs1 (division);
  basic_block bb = loop_preheader_edge (p->loop)->src;
  for (unsigned i = 0; i < MAX_GUARDS && single_pred_p (bb); i++)
    {
      if (only_if_greater_p (single_pred_edge (bb), x, y, p->closed))
        return true;
      bb = single_pred (bb);
    }
  return false;
}

/* Is what P hands over, if its condition is TRUTH, one half or the other?  */
static bool
half_left_p (struct hwpgo_halved *p, bool truth)
{
  const uint64_t minus = (uint64_t)-1;
  const struct sum x = { 0, 1, 0, 0 }, y = { 0, 0, 1, 0 };
  struct sum next_x, next_y;
  if (!read (p, p->next_x, truth, &next_x, 0))
    return false;
  if (!p->y)
    return equal_p (p, next_x, { 0, 0, 0, 1 })
           || equal_p (p, next_x, { minus, 1, 0, minus });
  if (!read (p, p->next_y, truth, &next_y, 0))
    return false;
  return (equal_p (p, next_x, x) && equal_p (p, next_y, { 1, 0, 1, 1 }))
         || (equal_p (p, next_x, { p->closed ? minus : 0, 0, 1, 1 })
             && equal_p (p, next_y, y));
}

bool
hwpgo_halved_p (class loop *loop, struct hwpgo_halved *p)
{
  *p = {};
  p->loop = loop;
  p->exit = single_exit (loop);
  if (loop->num_nodes != 2 || !p->exit || p->exit->src != loop->header
      || (p->exit->flags & EDGE_COMPLEX) || !empty_block_p (loop->latch))
    return false;
  p->test = safe_dyn_cast<gcond *> (last_nondebug_stmt (loop->header));
  return p->test && read_test (p) && harmless_p (loop) && half_left_p (p, true)
         && half_left_p (p, false) && p->half && p->condition
         && entered_with_some_p (p);
}
