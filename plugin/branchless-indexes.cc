/* Indexes that are not negative.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (low < high)
       {
         middle = (low + high) / 2;
         above = a[middle] < key;
         low = above ? middle + 1 : low;
         high = above ? high : middle;
       }

   While there are branches, GCC's value ranges know that MIDDLE is not
   negative, but they lose it in selects: what is known of HIGH is that it is
   more than LOW, and then no more.  So to halve the sum takes three
   instructions more, and an index one to extend its sign, on the path from one
   turn to the next.

   Here a value is proved not to be negative by induction over the turns: it is
   taken to be so in the turn before.  Then it is halved, shifted and extended
   as an unsigned one.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Names looked at for one value, and blocks in front of one for what is known
   there.  */
#define MAX_NAMES 48
#define MAX_FRONTS 8

namespace {

/* A proof.  */
class prover
{
public:
  bool nonnegative_p (tree value, basic_block bb);

private:
  bool holds_p (tree value, edge from, basic_block bb);
  bool tested_p (tree value, edge from, basic_block bb);
  bool defined_p (tree name);
  bool phi_p (gphi *phi);
  bool assign_p (gassign *stmt);
  bool added_p (gassign *stmt);

  /* Proved, if what is proved now will be.  */
  auto_vec<tree, MAX_NAMES> m_assumed;
  unsigned m_left;
};

/* Is TYPE a signed integer whose overflow GCC may take not to happen?  */
static bool
counting_type_p (const_tree type)
{
  return TREE_CODE (type) == INTEGER_TYPE && !TYPE_UNSIGNED (type)
         && TYPE_OVERFLOW_UNDEFINED (type);
}

/* Is VALUE at most half of the largest value of its type?  */
static bool
half_p (tree value)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  if (!def)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  tree by = gimple_assign_rhs2 (def);
  return by && TREE_CODE (by) == INTEGER_CST
         && ((code == TRUNC_DIV_EXPR && compare_tree_int (by, 1) > 0)
             || (code == RSHIFT_EXPR && tree_int_cst_sgn (by) > 0));
}

/* Does STMT, a conversion from unsigned, bring X + C as branchless-rewrite.cc
   has it where it may run for nothing?  Not negative if X is not, and there is
   no overflow.  */
bool
prover::added_p (gassign *stmt)
{
  tree sum = gimple_assign_rhs1 (stmt);
  gassign *add = TREE_CODE (sum) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (sum))
                     : NULL;
  if (!add || gimple_assign_rhs_code (add) != PLUS_EXPR
      || TREE_CODE (gimple_assign_rhs2 (add)) != INTEGER_CST
      || wi::leu_p (wi::max_value (TYPE_PRECISION (TREE_TYPE (sum)) - 2,
                                   UNSIGNED),
                    wi::to_wide (gimple_assign_rhs2 (add)).to_uhwi ())
      || TREE_CODE (gimple_assign_rhs1 (add)) != SSA_NAME)
    return false;
  gassign *from = dyn_cast<gassign *> (
      SSA_NAME_DEF_STMT (gimple_assign_rhs1 (add)));
  if (!from || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (from)))
    return false;
  tree x = gimple_assign_rhs1 (from);
  return types_compatible_p (TREE_TYPE (x), TREE_TYPE (gimple_assign_lhs (stmt)))
         && half_p (x) && nonnegative_p (x, gimple_bb (from));
}

bool
prover::assign_p (gassign *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  basic_block bb = gimple_bb (stmt);
  switch (code)
    {
    case SSA_NAME:
      return nonnegative_p (a, bb);
    CASE_CONVERT:
      if (!INTEGRAL_TYPE_P (TREE_TYPE (a)))
        return false;
      if (TYPE_UNSIGNED (TREE_TYPE (a)))
        return TYPE_PRECISION (TREE_TYPE (a))
                   < TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (stmt)))
               || added_p (stmt);
      return TYPE_PRECISION (TREE_TYPE (a))
                 <= TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (stmt)))
             && nonnegative_p (a, bb);
    case COND_EXPR:
      return nonnegative_p (b, bb)
             && nonnegative_p (gimple_assign_rhs3 (stmt), bb);
    case PLUS_EXPR:
    case MULT_EXPR:
      return counting_type_p (TREE_TYPE (a)) && nonnegative_p (a, bb)
             && nonnegative_p (b, bb);
    case MIN_EXPR:
      return nonnegative_p (a, bb) && nonnegative_p (b, bb);
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
      return TREE_CODE (b) == INTEGER_CST && tree_int_cst_sgn (b) > 0
             && nonnegative_p (a, bb);
    case RSHIFT_EXPR:
      return nonnegative_p (a, bb);
    case BIT_AND_EXPR:
      return (TREE_CODE (b) == INTEGER_CST && tree_int_cst_sgn (b) >= 0)
             || (nonnegative_p (a, bb) && nonnegative_p (b, bb));
    default:
      return false;
    }
}

bool
prover::phi_p (gphi *phi)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      edge e = gimple_phi_arg_edge (phi, i);
      if (!holds_p (gimple_phi_arg_def (phi, i), e, e->src))
        return false;
    }
  return true;
}

/* Is NAME not negative wherever it is used?  */
bool
prover::defined_p (tree name)
{
  if (m_assumed.contains (name))
    return true;
  if (m_left == 0)
    return false;
  m_left--;
  /* What has been taken for true on a way that came to nothing is not.  */
  unsigned before = m_assumed.length ();
  m_assumed.safe_push (name);
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (is_a<gphi *> (def)       ? phi_p (as_a<gphi *> (def))
      : is_a<gassign *> (def) ? assign_p (as_a<gassign *> (def))
                              : false)
    return true;
  m_assumed.truncate (before);
  return false;
}

/* Does control come by E only where VALUE is more than, or as much as, what is
   not negative?  *THAN is what it was compared with.  */
static bool
compared_p (tree value, edge e, tree *than)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
  if (!cond || !(e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE)))
    return false;
  tree_code code = gimple_cond_code (cond);
  tree a = gimple_cond_lhs (cond), b = gimple_cond_rhs (cond);
  if (e->flags & EDGE_FALSE_VALUE)
    code = invert_tree_comparison (code, false);
  if (b == value)
    {
      std::swap (a, b);
      code = swap_tree_comparison (code);
    }
  *than = b;
  return a == value
         && (code == GT_EXPR || code == GE_EXPR || code == EQ_EXPR);
}

/* Has VALUE been tested where control comes to BB, by E if that is not NULL, and
   found not to be negative?  */
bool
prover::tested_p (tree value, edge from, basic_block bb)
{
  edge e = from;
  for (unsigned i = 0; i < MAX_FRONTS; i++)
    {
      tree than;
      if (!e && !single_pred_p (bb))
        return false;
      if (!e)
        e = single_pred_edge (bb);
      if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
        return false;
      unsigned before = m_assumed.length ();
      if (compared_p (value, e, &than)
          && holds_p (than, NULL, e->src))
        return true;
      m_assumed.truncate (before);
      bb = e->src;
      e = NULL;
    }
  return false;
}

/* Is VALUE not negative where control leaves BB by FROM, or in BB if that is
   NULL?  */
bool
prover::holds_p (tree value, edge from, basic_block bb)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return tree_int_cst_sgn (value) >= 0;
  if (TREE_CODE (value) != SSA_NAME || !INTEGRAL_TYPE_P (TREE_TYPE (value))
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return false;
  return defined_p (value) || tested_p (value, from, bb);
}

bool
prover::nonnegative_p (tree value, basic_block bb)
{
  if (m_assumed.is_empty ())
    m_left = MAX_NAMES;
  return holds_p (value, NULL, bb);
}

} // anonymous namespace

bool
hwpgo_nonnegative_p (tree value, basic_block bb)
{
  prover p;
  return TYPE_UNSIGNED (TREE_TYPE (value))
         || (counting_type_p (TREE_TYPE (value))
             && p.nonnegative_p (value, bb));
}

bool
hwpgo_tested_at_most_p (tree value, basic_block bb, const widest_int &most)
{
  for (unsigned i = 0; i < MAX_FRONTS && single_pred_p (bb); i++)
    {
      edge e = single_pred_edge (bb);
      gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
      bb = e->src;
      if (!cond || gimple_cond_lhs (cond) != value
          || TREE_CODE (gimple_cond_rhs (cond)) != INTEGER_CST)
        continue;
      tree_code code = gimple_cond_code (cond);
      if (e->flags & EDGE_FALSE_VALUE)
        code = invert_tree_comparison (code, false);
      widest_int bound = wi::to_widest (gimple_cond_rhs (cond));
      if ((code == LE_EXPR && wi::les_p (bound, most))
          || (code == LT_EXPR && wi::les_p (bound - 1, most)))
        return true;
    }
  return false;
}

/* An operand that is not negative.  */
struct found
{
  gimple *stmt;
  tree value;
};

/* Note VALUE, an operand of STMT, if it is signed and not negative.  */
static void
note (gimple *stmt, tree value, vec<found> *all)
{
  if (TREE_CODE (value) == SSA_NAME && !TYPE_UNSIGNED (TREE_TYPE (value))
      && hwpgo_nonnegative_p (value, gimple_bb (stmt)))
    all->safe_push ({ stmt, value });
}

/* The bits by which STMT, which divides by a power of two or shifts, does so; 0
   if it does not.  */
static unsigned
shifted_by (gassign *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  tree by = gimple_assign_rhs2 (stmt);
  if ((code != TRUNC_DIV_EXPR && code != RSHIFT_EXPR)
      || TREE_CODE (by) != INTEGER_CST || !tree_fits_uhwi_p (by))
    return 0;
  unsigned HOST_WIDE_INT n = tree_to_uhwi (by);
  if (code == TRUNC_DIV_EXPR)
    return pow2p_hwi (n) ? exact_log2 (n) : 0;
  return n < TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (stmt))) ? n : 0;
}

static bool
extends_p (gassign *stmt)
{
  tree from = TREE_TYPE (gimple_assign_rhs1 (stmt));
  tree to = TREE_TYPE (gimple_assign_lhs (stmt));
  return CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))
         && INTEGRAL_TYPE_P (from) && INTEGRAL_TYPE_P (to)
         && TYPE_PRECISION (to) > TYPE_PRECISION (from);
}

/* Is REF an element by a number that is narrower than an address?  */
static bool
indexed_p (tree ref)
{
  return TREE_CODE (ref) == ARRAY_REF
         && TREE_CODE (TREE_OPERAND (ref, 1)) == SSA_NAME
         && TYPE_PRECISION (TREE_TYPE (TREE_OPERAND (ref, 1)))
                < TYPE_PRECISION (sizetype)
         && integer_zerop (array_ref_low_bound (ref));
}

/* What STMT reads or writes, if it is in memory.  */
static tree
place_of (gassign *stmt)
{
  return gimple_assign_load_p (stmt) ? gimple_assign_rhs1 (stmt)
         : gimple_store_p (stmt)     ? gimple_assign_lhs (stmt)
                                     : NULL_TREE;
}

static void
find_in (gassign *stmt, vec<found> *all)
{
  tree ref = place_of (stmt);
  if (gimple_has_volatile_ops (stmt))
    return;
  for (; ref && handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (indexed_p (ref))
      note (stmt, TREE_OPERAND (ref, 1), all);
  if (!place_of (stmt)
      && (gimple_num_ops (stmt) == 3 ? shifted_by (stmt) > 0
                                     : gimple_num_ops (stmt) == 2
                                           && extends_p (stmt)))
    note (stmt, gimple_assign_rhs1 (stmt), all);
}

/* VALUE as an unsigned one before *GSI.  */
static tree
insert_unsigned (tree value, gimple_stmt_iterator *gsi)
{
  tree name = make_ssa_name (unsigned_type_for (TREE_TYPE (value)));
  gassign *stmt = gimple_build_assign (name, NOP_EXPR, value);
  gimple_set_location (stmt, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  return name;
}

/* Let F's operand be an unsigned one.  */
static void
rewrite (const struct found *f)
{
  gassign *stmt = as_a<gassign *> (f->stmt);
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree value = insert_unsigned (f->value, &gsi);
  if (tree ref = place_of (stmt))
    {
      tree wide = make_ssa_name (sizetype);
      gsi_insert_before (&gsi, gimple_build_assign (wide, NOP_EXPR, value),
                         GSI_SAME_STMT);
      for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
        if (indexed_p (ref) && TREE_OPERAND (ref, 1) == f->value)
          TREE_OPERAND (ref, 1) = wide;
    }
  else if (gimple_num_ops (stmt) == 3)
    {
      tree result = make_ssa_name (TREE_TYPE (value));
      gassign *shift = gimple_build_assign (
          result, RSHIFT_EXPR, value,
          build_int_cst (unsigned_type_node, shifted_by (stmt)));
      gimple_set_location (shift, gimple_location (stmt));
      gsi_insert_before (&gsi, shift, GSI_SAME_STMT);
      gimple_assign_set_rhs_with_ops (&gsi, NOP_EXPR, result);
      stmt = as_a<gassign *> (gsi_stmt (gsi));
    }
  else
    gimple_assign_set_rhs1 (stmt, value);
  update_stmt (stmt);
}

/* Does FN select between signed integers in a loop?  */
static bool
selects_in_loop_p (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    if (loop_outer (bb->loop_father))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          if (is_gimple_assign (stmt)
              && gimple_assign_rhs_code (stmt) == COND_EXPR
              && counting_type_p (TREE_TYPE (gimple_assign_lhs (stmt))))
            return true;
        }
  return false;
}

void
hwpgo_indexes_unsigned (function *fn)
{
  basic_block bb;
  auto_vec<found> all;
  if (!selects_in_loop_p (fn))
    return;
  /* What is rewritten could not be proved any more.  */
  FOR_EACH_BB_FN (bb, fn)
    if (loop_outer (bb->loop_father))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi)))
          find_in (stmt, &all);
  for (const found &f : all)
    rewrite (&f);
}
