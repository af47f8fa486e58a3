/* Addresses whose fixed part is added first.
   SPDX-License-Identifier: GPL-2.0-or-later

     static unsigned lists[12][30000];
     ... lists[a][i] < lists[b][j] ? i + 1 : i ...

   GCC makes &lists + (a * 120000 + i * 4) of such an address, although all but I
   is the same in all turns of the loop.  No address has four parts, so that an
   addition stays in the loop, in front of the load; and where selects choose what
   I is, turns wait for it.  So what is fixed is added up in front of the loop.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* What is made in front of a loop: BASE + FIXED is SUM.  */
struct fixed_sum
{
  class loop *loop;
  tree base, fixed, sum;
};

/* Is VALUE, an operand, there where control comes by E?  */
static bool
there_p (const_edge e, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return is_gimple_min_invariant (value);
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (value));
  return !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value)
         && (SSA_NAME_IS_DEFAULT_DEF (value)
             || (bb && dominated_by_p (CDI_DOMINATORS, e->src, bb)));
}

/* Add to LOOPS the numbers of the innermost loops of FN that have a select.  */
static void
find_selecting (function *fn, bitmap loops)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    if (loop_outer (bb->loop_father) && !bb->loop_father->inner)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (is_gimple_assign (gsi_stmt (gsi))
            && gimple_assign_rhs_code (gsi_stmt (gsi)) == COND_EXPR)
          bitmap_set_bit (loops, bb->loop_father->num);
}

/* The edge by which LOOP is entered, if there is one alone, and more can be put
   on it.  */
static edge
entry_of (const class loop *loop)
{
  edge found = NULL, e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!flow_bb_inside_loop_p (loop, e->src))
      {
        if (found || e->flags & EDGE_COMPLEX)
          return NULL;
        found = e;
      }
  return found;
}

/* BASE + FIXED, made where E enters LOOP; of SUMS, if it is there.  */
static tree
make_sum (class loop *loop, edge e, tree base, tree fixed,
          vec<fixed_sum> *sums)
{
  for (const fixed_sum &s : *sums)
    if (s.loop == loop && operand_equal_p (s.base, base, 0)
        && operand_equal_p (s.fixed, fixed, 0))
      return s.sum;
  /* As numbers: who knows where the sum alone points to.  */
  tree number = make_ssa_name (sizetype), sum = make_ssa_name (sizetype);
  gsi_insert_on_edge (
      e, gimple_build_assign (number, NOP_EXPR, unshare_expr (base)));
  gsi_insert_on_edge (e, gimple_build_assign (sum, PLUS_EXPR, number, fixed));
  sums->safe_push ({ loop, base, fixed, sum });
  return sum;
}

/* Rewrite STMT, in LOOP, which E enters, if it is such an address.  */
static void
rewrite (gassign *stmt, class loop *loop, edge e, vec<fixed_sum> *sums)
{
  if (gimple_assign_rhs_code (stmt) != POINTER_PLUS_EXPR)
    return;
  tree base = gimple_assign_rhs1 (stmt), offset = gimple_assign_rhs2 (stmt);
  gassign *add = TREE_CODE (offset) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (offset))
                     : NULL;
  if (!add || gimple_assign_rhs_code (add) != PLUS_EXPR
      || !has_single_use (offset)
      || !gimple_bb (add) || !flow_bb_inside_loop_p (loop, gimple_bb (add))
      || !there_p (e, base))
    return;
  tree fixed = gimple_assign_rhs1 (add), other = gimple_assign_rhs2 (add);
  if (!there_p (e, fixed))
    std::swap (fixed, other);
  /* A constant is a part of any address.  */
  if (TREE_CODE (fixed) != SSA_NAME || !there_p (e, fixed)
      || TREE_CODE (other) != SSA_NAME
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (other))
    return;
  tree sum = make_sum (loop, e, base, fixed, sums);
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree address = make_ssa_name (sizetype);
  gassign *all = gimple_build_assign (address, PLUS_EXPR, sum, other);
  gimple_set_location (all, gimple_location (stmt));
  gsi_insert_before (&gsi, all, GSI_SAME_STMT);
  gimple_assign_set_rhs_with_ops (&gsi, NOP_EXPR, address);
  update_stmt (gsi_stmt (gsi));
  gsi = gsi_for_stmt (add);
  if (has_zero_uses (offset))
    {
      gsi_remove (&gsi, true);
      release_defs (add);
    }
}

void
hwpgo_addresses_fix (function *fn)
{
  auto_bitmap loops;
  auto_vec<fixed_sum> sums;
  find_selecting (fn, loops);
  if (bitmap_empty_p (loops))
    return;
  calculate_dominance_info (CDI_DOMINATORS);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = bb->loop_father;
      edge e = bitmap_bit_p (loops, loop->num) ? entry_of (loop) : NULL;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
           e && !gsi_end_p (gsi); gsi_next (&gsi))
        if (gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi)))
          rewrite (stmt, loop, e, &sums);
    }
  free_dominance_info (CDI_DOMINATORS);
  if (!sums.is_empty ())
    gsi_commit_edge_inserts ();
}
