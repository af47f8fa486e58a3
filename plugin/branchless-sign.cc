/* Values that are not negative.
   SPDX-License-Identifier: GPL-2.0-or-later

     low = 0, high = n;
     while (low < high)
       {
         middle = (low + high) / 2;
         above = a[middle] < key;
         low = above ? middle + 1 : low;
         high = above ? high : middle;
       }

   LOW is zero, and not negative where it is MIDDLE + 1, which follows from LOW
   in the turn before, and from HIGH, which is more than LOW where the sum is
   made.  So it is proved by induction over the turns.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Names looked at for one value, and blocks in front of one for what is known
   there.  */
#define MAX_NAMES 48
#define MAX_FRONTS 8

bool
hwpgo_counting_type_p (const_tree type)
{
  return TREE_CODE (type) == INTEGER_TYPE && !TYPE_UNSIGNED (type)
         && TYPE_OVERFLOW_UNDEFINED (type);
}

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
  bool below_most_p (tree value, basic_block bb);
  bool assign_p (gassign *stmt);
  bool added_p (gassign *stmt);

  /* Proved, if what is proved now will be.  */
  auto_vec<tree, MAX_NAMES> m_assumed;
  unsigned m_left;
};

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

/* Most comparisons that one branch is taken to test for at once.  */
#define MAX_FACTS 4

/* What is known to be true.  */
struct fact
{
  tree_code code;
  tree a, b;
};

/* Add to FACTS what follows from VALUE, a truth, being HOLDS.  */
static void
add_truths (tree value, bool holds, vec<fact> *facts)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  if (!def || facts->length () >= MAX_FACTS)
    return;
  tree_code code = gimple_assign_rhs_code (def);
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    {
      /* Less means that neither is a NaN, but not less says nothing.  */
      if (!holds && !INTEGRAL_TYPE_P (TREE_TYPE (a)))
        return;
      facts->safe_push (
          { holds ? code : invert_tree_comparison (code, false), a, b });
    }
  else if (code == (holds ? BIT_AND_EXPR : BIT_IOR_EXPR)
           && TREE_CODE (TREE_TYPE (value)) == BOOLEAN_TYPE)
    {
      add_truths (a, holds, facts);
      add_truths (b, holds, facts);
    }
}

/* Add to FACTS what is known where control goes by E, of integers.  */
static void
add_facts (edge e, vec<fact> *facts)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
  if (!cond || !(e->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE))
      || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_cond_lhs (cond))))
    return;
  fact known = { gimple_cond_code (cond), gimple_cond_lhs (cond),
                 gimple_cond_rhs (cond) };
  if (e->flags & EDGE_FALSE_VALUE)
    known.code = invert_tree_comparison (known.code, false);
  facts->safe_push (known);
  if (TREE_CODE (TREE_TYPE (known.a)) == BOOLEAN_TYPE
      && (known.code == NE_EXPR || known.code == EQ_EXPR)
      && integer_zerop (known.b))
    add_truths (known.a, known.code == NE_EXPR, facts);
}

/* F with VALUE as its first operand; false if it is none of them.  */
static bool
fact_about_p (fact *f, tree value)
{
  if (f->b == value)
    {
      std::swap (f->a, f->b);
      f->code = swap_tree_comparison (f->code);
    }
  return f->a == value;
}

/* The edge by which control comes to *BB, which is *FROM if that is not NULL; *BB is
   then where it comes from.  NULL if there are several, or there is nothing.  */
static edge
edge_in_front (edge *from, basic_block *bb)
{
  edge e = *from ? *from : single_pred_p (*bb) ? single_pred_edge (*bb) : NULL;
  if (!e || e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
    return NULL;
  *from = NULL;
  *bb = e->src;
  return e;
}

/* Was VALUE found to be less than something where control comes to BB, by FROM if that
   is not NULL?  */
static bool
tested_less_p (tree value, edge from, basic_block bb)
{
  edge e;
  for (unsigned i = 0; i < MAX_FRONTS && (e = edge_in_front (&from, &bb)); i++)
    {
      auto_vec<fact, MAX_FACTS> facts;
      add_facts (e, &facts);
      for (fact f : facts)
        if (fact_about_p (&f, value) && f.code == LT_EXPR)
          return true;
    }
  return false;
}

/* Is VALUE, of a type with a sign, less than the largest of its type in BB?  */
bool
prover::below_most_p (tree value, basic_block bb)
{
  if (tested_less_p (value, NULL, bb))
    return true;
  gphi *phi = TREE_CODE (value) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (value))
                  : NULL;
  if (!phi)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree arg = gimple_phi_arg_def (phi, i);
      edge e = gimple_phi_arg_edge (phi, i);
      if (TREE_CODE (arg) == INTEGER_CST
              ? tree_int_cst_equal (arg, TYPE_MAX_VALUE (TREE_TYPE (arg)))
              : !tested_less_p (arg, e, e->src))
        return false;
    }
  return true;
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
      || !tree_fits_uhwi_p (gimple_assign_rhs2 (add))
      || TYPE_PRECISION (TREE_TYPE (sum)) > HOST_BITS_PER_WIDE_INT
      || tree_to_uhwi (gimple_assign_rhs2 (add))
                 >> (TYPE_PRECISION (TREE_TYPE (sum)) - 2)
             != 0
      || TREE_CODE (gimple_assign_rhs1 (add)) != SSA_NAME)
    return false;
  gassign *from = dyn_cast<gassign *> (
      SSA_NAME_DEF_STMT (gimple_assign_rhs1 (add)));
  if (!from || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (from)))
    return false;
  tree x = gimple_assign_rhs1 (from);
  if (!types_compatible_p (TREE_TYPE (x), TREE_TYPE (gimple_assign_lhs (stmt))))
    return false;
  /* Where the sum is made, but not where it is used.  */
  bool fits = half_p (x)
              || (integer_onep (gimple_assign_rhs2 (add))
                  && below_most_p (x, gimple_bb (add)));
  return fits && nonnegative_p (x, gimple_bb (from));
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
      return hwpgo_counting_type_p (TREE_TYPE (a)) && nonnegative_p (a, bb)
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

/* Has VALUE been tested where control comes to BB, by E if that is not NULL, and
   found not to be negative?  */
bool
prover::tested_p (tree value, edge from, basic_block bb)
{
  edge e;
  for (unsigned i = 0; i < MAX_FRONTS && (e = edge_in_front (&from, &bb)); i++)
    {
      unsigned before = m_assumed.length ();
      auto_vec<fact, MAX_FACTS> facts;
      add_facts (e, &facts);
      for (fact f : facts)
        {
          if (fact_about_p (&f, value)
              && (f.code == GT_EXPR || f.code == GE_EXPR || f.code == EQ_EXPR)
              && holds_p (f.b, NULL, e->src))
            return true;
          m_assumed.truncate (before);
        }
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
         || (hwpgo_counting_type_p (TREE_TYPE (value))
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
