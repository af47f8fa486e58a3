/* Mispredicts that move since the predictor no longer sees a choice.
   SPDX-License-Identifier: GPL-2.0-or-later

     next = a[i] < b[j] ? a[i++] : b[j++];
     if (next != last) last = out[n++] = next;

   Neither value of I decides the second branch here.  But if that goes either
   way about as often, and is predicted well, then the predictor has from
   somewhere which way it goes, and before it was the first branch.  So it is
   with how often a short loop turns: with branches the predictor knew

     more = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
     while (more-- > 0) value = value << 6 | (*p++ & 63);

   when it ends.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/tails.h"

/* A branch is known if it is mispredicted in less than this part of what is less likely
   of it.  */
#define KNOWN_PART 0.5

/* Values that are followed.  */
#define MAX_FOLLOWED 64

/* Does STMT add a constant to BASE?  */
static bool
step_p (gimple *stmt, tree base)
{
  gassign *assign = dyn_cast<gassign *> (stmt);
  if (!assign || gimple_num_ops (assign) != 3)
    return false;
  tree_code code = gimple_assign_rhs_code (assign);
  return (code == PLUS_EXPR || code == MINUS_EXPR || code == POINTER_PLUS_EXPR)
         && gimple_assign_rhs1 (assign) == base
         && TREE_CODE (gimple_assign_rhs2 (assign)) == INTEGER_CST;
}

/* Is VALUE what each turn of LOOP adds a constant to?  */
static bool
counter_p (class loop *loop, tree value)
{
  gphi *phi = TREE_CODE (value) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (value))
                  : NULL;
  if (!phi || gimple_bb (phi) != loop->header)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree next = gimple_phi_arg_def (phi, i);
      if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
          && (TREE_CODE (next) != SSA_NAME
              || !step_p (SSA_NAME_DEF_STMT (next), value)))
        return false;
    }
  return true;
}

/* Does LOOP count up to one of A and B, which are compared, from the other?  */
static bool
counted_p (class loop *loop, tree a, tree b)
{
  gimple *def = TREE_CODE (a) == SSA_NAME ? SSA_NAME_DEF_STMT (a) : NULL;
  bool counts = counter_p (loop, a)
                || (def && is_gimple_assign (def)
                    && step_p (def, gimple_assign_rhs1 (def))
                    && counter_p (loop, gimple_assign_rhs1 (def)));
  return counts && hwpgo_invariant_p (loop, b);
}

/* Conditions of which a test is the conjunction or disjunction.  */
#define MAX_CONDITIONS 8

/* Is A compared with B, or what A is, if it is a truth, such a comparison, alone or
   beside others?  LEFT more are looked at.  */
static bool
counts_p (class loop *loop, tree a, tree b, unsigned *left)
{
  if (counted_p (loop, a, b) || counted_p (loop, b, a))
    return true;
  gassign *def = TREE_CODE (a) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (a))
                     : NULL;
  if (!def || TREE_CODE (TREE_TYPE (a)) != BOOLEAN_TYPE || !integer_zerop (b)
      || *left == 0)
    return false;
  --*left;
  tree_code code = gimple_assign_rhs_code (def);
  tree x = gimple_assign_rhs1 (def);
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    return counts_p (loop, x, gimple_assign_rhs2 (def), left);
  return (code == BIT_AND_EXPR || code == BIT_IOR_EXPR)
         && (counts_p (loop, x, b, left)
             || counts_p (loop, gimple_assign_rhs2 (def), b, left));
}

/* Does BRANCH end a loop that BB is not in, after so many turns as is known
   before, if not earlier?  */
static bool
counts_turns_p (gcond *branch, basic_block bb)
{
  class loop *loop = gimple_bb (branch)->loop_father;
  unsigned left = MAX_CONDITIONS;
  return !flow_bb_inside_loop_p (loop, bb)
         && hwpgo_leaves_loop_p (gimple_bb (branch))
         && counts_p (loop, gimple_cond_lhs (branch), gimple_cond_rhs (branch),
                      &left);
}

/* Does BRANCH, in LOOP, look at the sum of a value that a turn begins with and
   another one, which the next turn begins with?  That changes slowly, so that
   the branch is known by what it did before.  */
static bool
watches_sum_p (class loop *loop, gcond *branch)
{
  if (!loop || !loop_outer (loop))
    return false;
  for (int side = 0; side < 2; side++)
    {
      tree sum = gimple_op (branch, side);
      gassign *def = TREE_CODE (sum) == SSA_NAME
                         ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (sum))
                         : NULL;
      if (!def
          || (gimple_assign_rhs_code (def) != PLUS_EXPR
              && gimple_assign_rhs_code (def) != MINUS_EXPR))
        continue;
      for (unsigned op = 1; op < 3; op++)
        if (hwpgo_carried_p (loop, gimple_op (def, op))
            && hwpgo_next_turns_p (loop, sum, gimple_op (def, op)))
          return true;
    }
  return false;
}

struct hwpgo_moved
hwpgo_history_lost (gimple *branch, const struct hwpgo_choice *choice,
                    basic_block bb, double ratio)
{
  struct hwpgo_moved m = {};
  class loop *loop = gimple_bb (branch)->loop_father;
  bool turns = is_a<gcond *> (branch)
               && counts_turns_p (as_a<gcond *> (branch), bb);
  bool same = loop == bb->loop_father || turns;
  if (!is_a<gcond *> (branch) || !gimple_has_location (branch)
      || hwpgo_same_way_p (as_a<gcond *> (branch), choice)
      || watches_sum_p (loop, as_a<gcond *> (branch))
      || (!same && !flow_loop_nested_p (bb->loop_father, loop)))
    return m;
  double executions = hwpgo_executions_share (gimple_bb (branch), bb);
  struct hwpgo_hint hint = hwpgo_branch_hint (branch);
  double known = hwpgo_less_likely (branch) - hint.ratio_high;
  if (executions <= 0 || hint.executions == 0 || known < HWPGO_MIN_KNOWN
      || hwpgo_odds_unknown_p (gimple_bb (branch)))
    return m;
  m.branch = branch;
  m.choice = choice->stmt;
  m.bb = bb;
  m.by_history = true;
  m.turns = turns;
  m.executions = executions;
  /* Of a loop behind the choice, the first turn depends on it most.  */
  m.mispredicts = MIN (ratio, known * (same ? executions : MIN (executions, 1.0)));
  m.ratio = hint.ratio + m.mispredicts / executions;
  return m;
}

/* The mispredicts that TEST, behind a loop, has not since it is known from the loop's
   turns.  */
static double
known_by_turns (gcond *test)
{
  if (!gimple_has_location (test))
    return 0;
  struct hwpgo_hint hint = hwpgo_branch_hint (test);
  double odds = hwpgo_less_likely (test);
  double ratio = hint.verdict == HWPGO_UNKNOWN ? 0 : hint.ratio;
  return odds >= HWPGO_MIN_KNOWN && ratio < odds * KNOWN_PART
             ? (odds - ratio) * hwpgo_executions (gimple_bb (test)->count)
             : 0;
}

/* Is BB one of the N BLOCKS?  */
static bool
one_of_p (basic_block bb, const basic_block *blocks, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    if (blocks[i] == bb)
      return true;
  return false;
}

/* Add the values that the turns of the N BLOCKS begin with, and what is loaded in them, to
   VALUES.  */
static void
values_of_turns (const basic_block *blocks, unsigned n, vec<tree> *values)
{
  for (gphi_iterator psi = gsi_start_phis (blocks[0]); !gsi_end_p (psi);
       gsi_next (&psi))
    if (!virtual_operand_p (gimple_phi_result (psi.phi ())))
      values->safe_push (gimple_phi_result (psi.phi ()));
  for (unsigned i = 0; i < n; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (blocks[i]); !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (gimple_assign_load_p (gsi_stmt (gsi))
          && TREE_CODE (gimple_assign_lhs (gsi_stmt (gsi))) == SSA_NAME)
        values->safe_push (gimple_assign_lhs (gsi_stmt (gsi)));
}

double
hwpgo_turns_decide (const basic_block *blocks, unsigned n, double entries)
{
  double sum = 0;
  hash_set<gimple *> tests;
  auto_vec<tree> left;
  hash_set<tree> seen;
  values_of_turns (blocks, n, &left);
  while (!left.is_empty () && seen.elements () < MAX_FOLLOWED)
    {
      tree value = left.pop ();
      use_operand_p operand;
      imm_use_iterator iter;
      if (seen.add (value))
        continue;
      FOR_EACH_IMM_USE_FAST (operand, iter, value)
        {
          gimple *use = USE_STMT (operand);
          gcond *test = dyn_cast<gcond *> (use);
          if (test && !one_of_p (gimple_bb (use), blocks, n)
              && !tests.add (test))
            sum += known_by_turns (test);
          tree result = is_a<gphi *> (use) ? gimple_phi_result (use)
                        : is_gimple_assign (use) && !gimple_vuse (use)
                            ? gimple_assign_lhs (use)
                            : NULL_TREE;
          if (result && TREE_CODE (result) == SSA_NAME)
            left.safe_push (result);
        }
    }
  return entries > 0 ? sum / entries : 0;
}
