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

   Where it is proved not to be (branchless-sign.cc) it is halved, shifted and
   extended as an unsigned one.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

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
              && hwpgo_counting_type_p (TREE_TYPE (gimple_assign_lhs (stmt))))
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
