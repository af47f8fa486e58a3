/* What was loaded is tested first, where that is seldom true.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (low < i && *p == x)     place = low < i ? p : &discarded;
                            ->   if (*place == x && low < i)

   Where the first test is mispredicted, both are one
   (branchless-redirect.cc): with what is discarded the comparison is with
   zero, and hardly ever true.  So that both are true has the mispredicts of
   the second test alone, and the first one, which makes sure, need not be
   computed but behind it: two numbers that are combined, and tested, take
   five instructions more.  A search for matches, as zstd's at level 3, takes
   0.955 of the time.

   Where it often is true, as if both sides of it are discarded, or what is not is
   often zero, what is behind it would be the first test again, as a branch.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/branchless-edges.h"
#include "plugin/plugin.h"

/* Of a value with so many bits that may be set it is taken that it is hardly ever
   zero.  */
#define LEAST_BITS 16

/* Both tests are true in no more than this part of the executions.  */
#define MOST_TRUE 0.25

/* A branch by two truths.  */
struct branch_by_two
{
  gcond *cond;
  edge both, other;  /* where it goes if both hold, and if not.  */
  gassign *combined; /* what COND tests.  */
  gassign *loaded;   /* the test of what was loaded.  */
  tree first;        /* the other one, as a comparison.  */
};

static gassign *
definition (tree value)
{
  return TREE_CODE (value) == SSA_NAME
             ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
             : NULL;
}

/* Is VALUE loaded from a place that is selected by TEST, and is some variable
   where that is not true?  */
static bool
loaded_by_p (tree value, tree test)
{
  gassign *load = definition (value);
  if (!load || !gimple_assign_load_p (load))
    return false;
  tree base = get_base_address (gimple_assign_rhs1 (load));
  if (!base || TREE_CODE (base) != MEM_REF
      || TREE_CODE (TREE_OPERAND (base, 0)) != SSA_NAME)
    return false;
  gimple *hides = SSA_NAME_DEF_STMT (TREE_OPERAND (base, 0));
  if (!hwpgo_statement_hides (hides))
    return false;
  gassign *select = definition (
      TREE_VALUE (gimple_asm_input_op (as_a<gasm *> (hides), 0)));
  if (!select || gimple_assign_rhs_code (select) != COND_EXPR)
    return false;
  tree by = hwpgo_select_condition (select);
  if (!by)
    return false;
  if (TREE_CODE (gimple_assign_rhs3 (select)) == ADDR_EXPR)
    return operand_equal_p (by, test, 0);
  tree_code inverted
      = invert_tree_comparison (TREE_CODE (by),
                                HONOR_NANS (TREE_OPERAND (by, 0)));
  return TREE_CODE (gimple_assign_rhs2 (select)) == ADDR_EXPR
         && inverted == TREE_CODE (test)
         && operand_equal_p (TREE_OPERAND (by, 0), TREE_OPERAND (test, 0), 0)
         && operand_equal_p (TREE_OPERAND (by, 1), TREE_OPERAND (test, 1), 0);
}

/* Is VALUE, which what is loaded is compared with, hardly ever what is found in what is
   discarded?  The truth values of a solver, of which one is 0, took 1.15 times as
   long.  */
static bool
seldom_zero_p (tree value)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return !integer_zerop (value);
  return TREE_CODE (value) == SSA_NAME && INTEGRAL_TYPE_P (TREE_TYPE (value))
         && wi::popcount (get_nonzero_bits (value)) >= LEAST_BITS;
}

/* Is STMT a comparison for equality of what is loaded by TEST with what is not?  */
static bool
compares_loaded_p (gassign *stmt, tree test)
{
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  return gimple_assign_rhs_code (stmt) == EQ_EXPR
         && (loaded_by_p (a, test)
                 ? !loaded_by_p (b, test) && seldom_zero_p (b)
                 : loaded_by_p (b, test) && seldom_zero_p (a));
}

/* Fill B with TRUTH, where TEST is the other one, if it is one of what was
   loaded.  */
static bool
match_truths (struct branch_by_two *b, tree truth, tree test)
{
  b->loaded = definition (truth);
  b->first = test;
  return test && b->loaded && has_single_use (truth)
         && gimple_bb (b->loaded) == gimple_bb (b->cond)
         && compares_loaded_p (b->loaded, test);
}

static bool
match (basic_block bb, struct branch_by_two *b)
{
  b->cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
  if (!b->cond || !integer_zerop (gimple_cond_rhs (b->cond))
      || (gimple_cond_code (b->cond) != NE_EXPR
          && gimple_cond_code (b->cond) != EQ_EXPR))
    return false;
  b->combined = definition (gimple_cond_lhs (b->cond));
  if (!b->combined || gimple_bb (b->combined) != bb
      || !has_single_use (gimple_assign_lhs (b->combined)))
    return false;
  extract_true_false_edges_from_block (bb, &b->both, &b->other);
  if (gimple_cond_code (b->cond) == EQ_EXPR)
    std::swap (b->both, b->other);
  if (b->both->dest == b->other->dest
      || !b->both->probability.initialized_p ()
      || b->both->probability.to_reg_br_prob_base ()
             > MOST_TRUE * REG_BR_PROB_BASE)
    return false;
  tree a = gimple_op (b->combined, 1), c = gimple_op (b->combined, 2);
  if (gimple_assign_rhs_code (b->combined) == COND_EXPR)
    return integer_zerop (gimple_assign_rhs3 (b->combined))
           && match_truths (b, c, hwpgo_select_condition (b->combined));
  return gimple_assign_rhs_code (b->combined) == BIT_AND_EXPR
         && TREE_CODE (TREE_TYPE (gimple_assign_lhs (b->combined)))
                == BOOLEAN_TYPE
         && (match_truths (b, a, hwpgo_comparison_of (c))
             || match_truths (b, c, hwpgo_comparison_of (a)));
}

static void
remove_if_unused (gassign *stmt)
{
  if (!has_zero_uses (gimple_assign_lhs (stmt)))
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gsi_remove (&gsi, true);
  release_defs (stmt);
}

/* Let B test what was loaded, and the other test be behind it.  */
static void
test_loaded_first (struct branch_by_two *b)
{
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, b->combined,
                     "what is loaded is tested first\n");
  auto_vec<tree> values;
  hwpgo_phi_values_save (b->other, &values);
  basic_block behind = split_edge (b->both);
  edge on = single_succ_edge (behind);
  hwpgo_branch_append (behind, TREE_CODE (b->first),
                       TREE_OPERAND (b->first, 0), TREE_OPERAND (b->first, 1),
                       UNKNOWN_LOCATION);
  on->flags &= ~EDGE_FALLTHRU;
  on->flags |= EDGE_TRUE_VALUE;
  on->probability = profile_probability::very_likely ();
  hwpgo_edge_new (behind, b->other->dest, EDGE_FALSE_VALUE, values)->probability
      = on->probability.invert ();
  gimple_cond_set_condition (b->cond,
                             b->both->flags & EDGE_TRUE_VALUE ? EQ_EXPR
                                                              : NE_EXPR,
                             gimple_assign_rhs1 (b->loaded),
                             gimple_assign_rhs2 (b->loaded));
  update_stmt (b->cond);
  remove_if_unused (b->combined);
  remove_if_unused (b->loaded);
}

bool
hwpgo_loaded_first_gate (function *fn)
{
  return hwpgo_branchless_late_gate (fn);
}

unsigned int
hwpgo_loaded_first_execute (function *fn)
{
  auto_vec<struct branch_by_two> found;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      struct branch_by_two b;
      if (optimize_bb_for_speed_p (bb) && match (bb, &b))
        found.safe_push (b);
    }
  if (found.is_empty ())
    return 0;
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  if (loops_for_fn (fn))
    loops_state_set (LOOPS_NEED_FIXUP);
  for (unsigned i = 0; i < found.length (); i++)
    test_loaded_first (&found[i]);
  return TODO_update_ssa | TODO_cleanup_cfg;
}
