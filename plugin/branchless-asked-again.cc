/* Branches that ask in the next turn of a loop what this one has asked.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (v[i].y <= y)
       wn += v[i + 1].y > y && left;
     else
       wn -= v[i + 1].y <= y && right;

   The first branch goes either way half of the time, and is predicted well:
   the turn before has asked the same of the same place.  That was mispredicted
   then.  Without the branch there, this one mispredicts instead.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/tails.h"

/* Branches of a loop that are looked at.  */
#define MAX_ASKING 32

/* What of VALUE, in LOOP, is loaded there; NULL if VALUE is no load.  */
static gassign *
load_of (const class loop *loop, tree value)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  return def && gimple_assign_load_p (def)
                 && flow_bb_inside_loop_p (loop, gimple_bb (def))
             ? def
             : NULL;
}

/* Is LATER, an operand, in the next turn of LOOP what NOW is in this one?  */
static bool
next_turns_value_p (const class loop *loop, tree now, tree later)
{
  now = hwpgo_copied_from (now);
  later = hwpgo_copied_from (later);
  if (now == later || operand_equal_p (now, later, 0))
    return hwpgo_invariant_p (loop, now);
  if (hwpgo_carried_p (loop, later))
    return hwpgo_next_turns_p (loop, now, later);
  gassign *first = load_of (loop, now), *second = load_of (loop, later);
  return first && second && hwpgo_loaded_again_p (loop, first, second);
}

/* Does LATER ask in the next turn of LOOP what NOW asks in this one, or the
   contrary?  */
static bool
asks_again_p (const class loop *loop, gcond *now, gcond *later)
{
  tree_code code = gimple_cond_code (now);
  tree_code other = gimple_cond_code (later);
  tree left = gimple_cond_lhs (later), right = gimple_cond_rhs (later);
  for (int swapped = 0; swapped < 2; swapped++)
    {
      if ((other == code
           || other == invert_tree_comparison (code, HONOR_NANS (left)))
          && next_turns_value_p (loop, gimple_cond_lhs (now), left)
          && next_turns_value_p (loop, gimple_cond_rhs (now), right))
        return true;
      other = swap_tree_comparison (other);
      std::swap (left, right);
    }
  return false;
}

/* The branches of LOOP, and of no loop in it, MAX_ASKING at most.  */
static void
branches_of (class loop *loop, vec<gcond *> *conds)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gcond *cond = bb->loop_father == loop
                        ? safe_dyn_cast<gcond *> (last_nondebug_stmt (bb))
                        : NULL;
      if (cond && gimple_has_location (cond) && conds->length () < MAX_ASKING)
        conds->quick_push (cond);
    }
}

/* What the branches of CONDS that BRANCH asks again mispredict for one of its
   executions.  */
static double
asked_before (class loop *loop, const vec<gcond *> &conds, gcond *branch)
{
  double sum = 0;
  for (gcond *cond : conds)
    {
      struct hwpgo_hint hint = hwpgo_branch_hint (cond);
      if (hint.verdict == HWPGO_UNPREDICTABLE
          && asks_again_p (loop, cond, branch))
        sum += hint.ratio
               * hwpgo_executions_share (gimple_bb (cond), gimple_bb (branch));
    }
  return sum;
}

/* Blocks in one another that are looked at for one in the arms of a branch. */
#define MAX_INNER 4

/* Is BB in an arm of the branch at the end of HEAD?  */
static bool
in_arm_p (basic_block bb, basic_block head)
{
  for (unsigned i = 0; i < MAX_INNER && single_pred_p (bb); i++)
    if ((bb = single_pred (bb)) == head)
      return true;
  return false;
}

/* Is COND one of R's branches?  */
static bool
in_region_p (const struct hwpgo_region *r, const gcond *cond)
{
  for (unsigned i = 0; i < r->n_conds; i++)
    if (r->conds[i] == cond)
      return true;
  return false;
}

struct hwpgo_moved
hwpgo_asked_again (const struct hwpgo_region *r, gcond *cond, double ratio)
{
  struct hwpgo_moved worst = {};
  basic_block bb = gimple_bb (cond);
  class loop *loop = bb->loop_father;
  auto_vec<gcond *, MAX_ASKING> conds;
  if (!loop || !loop_outer (loop))
    return worst;
  branches_of (loop, &conds);
  for (gcond *branch : conds)
    {
      if (in_region_p (r, branch) || !asks_again_p (loop, cond, branch))
        continue;
      struct hwpgo_hint hint = hwpgo_branch_hint (branch);
      double executions = hwpgo_executions_share (gimple_bb (branch), bb);
      double known = hwpgo_less_likely (branch) - hint.ratio_high;
      if (hint.executions == 0 || executions <= 0 || known < HWPGO_MIN_KNOWN
          || hwpgo_odds_unknown_p (gimple_bb (branch)))
        continue;
      struct hwpgo_moved m = {};
      m.branch = branch;
      m.choice = cond;
      m.bb = bb;
      m.by_history = true;
      m.around = in_arm_p (bb, gimple_bb (branch));
      m.executions = executions;
      m.mispredicts = MIN (ratio, known * executions);
      m.ratio = hint.ratio + MIN (asked_before (loop, conds, branch), known);
      if (hwpgo_moved_worse_p (m, worst))
        worst = m;
    }
  return worst;
}
