/* Tests that the profiled binary had as one.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c == ' ' || c == '\t')

   GCC makes one test of both, late (reassoc and the bits of a mask), with the
   place of one of them.  The other's place was seen then, but no branch there
   and no mispredict of one.  Where only the one that has the mispredicts
   becomes a select, they move to the other.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-merged.h"

/* Statements looked at for what a condition is computed from.  */
#define MAX_SLICE 16

/* Let *SUBJECT be the one value from which VALUE is computed, with constants.
   False if there are several, or *SUBJECT is another one.  */
static bool
find_subject (tree value, tree *subject, unsigned *left)
{
  if (is_gimple_min_invariant (value))
    return true;
  if (TREE_CODE (value) != SSA_NAME || *left == 0)
    return false;
  --*left;
  gassign *stmt = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (stmt && !gimple_vuse (stmt)
      && (gimple_assign_rhs_class (stmt) == GIMPLE_UNARY_RHS
          || gimple_assign_rhs_class (stmt) == GIMPLE_BINARY_RHS))
    return find_subject (gimple_assign_rhs1 (stmt), subject, left)
           && (gimple_num_ops (stmt) == 2
               || find_subject (gimple_assign_rhs2 (stmt), subject, left));
  if (!*subject)
    *subject = value;
  return *subject == value;
}

/* Do A and B test one value for constants?  */
static bool
same_subject_p (const gcond *a, const gcond *b)
{
  tree subject = NULL_TREE;
  unsigned left = MAX_SLICE;
  return find_subject (gimple_cond_lhs (a), &subject, &left)
         && find_subject (gimple_cond_rhs (a), &subject, &left) && subject
         && find_subject (gimple_cond_lhs (b), &subject, &left)
         && find_subject (gimple_cond_rhs (b), &subject, &left);
}

basic_block
hwpgo_merged_test (basic_block head)
{
  if (!single_pred_p (head))
    return NULL;
  basic_block front = single_pred (head);
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (front));
  gcond *back = safe_dyn_cast<gcond *> (last_nondebug_stmt (head));
  if (!cond || !back || !gimple_has_location (cond)
      || !same_subject_p (cond, back))
    return NULL;
  edge other = EDGE_SUCC (front, EDGE_SUCC (front, 0)->dest == head);
  if (!find_edge (head, other->dest))
    return NULL;
  struct hwpgo_hint hint = hwpgo_branch_hint (cond);
  return hint.verdict == HWPGO_PREDICTABLE && !hwpgo_hint_of_branch_p (&hint)
             ? front
             : NULL;
}
