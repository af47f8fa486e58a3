/* Comparisons with three results.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (x < y)                 if (x == y)
       A;                         return ...;
     else if (x > y)      ->    if (x < y)
       B;                         A;
     else                       else
       return ...;                B;

   Searching writes it like this: which of A and B comes is a coin, while the
   third way is taken once.  As long as the test for it is inside of an arm, the
   arms do not meet.  So it goes in front of the branch.  It is a comparison of
   the same two values, so nothing runs that the source would not run.  In
   floating point, too: the source leaves out a comparison only of what is
   equal, and that raises no exception.

   A and B may leave, too (branchless-exits.cc).  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-exits.h"
#include "plugin/branchless-judge.h"
#include "plugin/plugin.h"
#include "plugin/relations.h"

/* The relations of COND's operands, or with SWAP of the second to the first,
   with which edge E of its block is taken.  */
static unsigned
relations_of (gcond *cond, edge e, bool swap)
{
  tree_code code = gimple_cond_code (cond);
  unsigned r = hwpgo_relations (swap ? swap_tree_comparison (code) : code);
  if (r == 0)
    return 0;
  if (r == (HWPGO_LESS | HWPGO_GREATER))
    r |= HWPGO_NO_ORDER;
  unsigned any = HONOR_NANS (gimple_cond_lhs (cond))
                     ? HWPGO_ANY_ORDER | HWPGO_NO_ORDER
                     : HWPGO_ANY_ORDER;
  return (e->flags & EDGE_TRUE_VALUE) ? r & any : any & ~r;
}

/* Does B compare what A does?  *SWAPPED: the other way round.  */
static bool
same_operands_p (gcond *a, gcond *b, bool *swapped)
{
  tree x = gimple_cond_lhs (a), y = gimple_cond_rhs (a);
  *swapped = operand_equal_p (x, gimple_cond_rhs (b), 0)
             && operand_equal_p (y, gimple_cond_lhs (b), 0);
  tree type = TREE_TYPE (x);
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type)
          || (SCALAR_FLOAT_TYPE_P (type) && !HONOR_SNANS (type)))
         && types_compatible_p (TREE_TYPE (gimple_cond_lhs (b)),
                                TREE_TYPE (x))
         && (*swapped
             || (operand_equal_p (x, gimple_cond_lhs (b), 0)
                 && operand_equal_p (y, gimple_cond_rhs (b), 0)));
}

/* The branch that is all there is in BB, or NULL.  */
static gcond *
only_branch (basic_block bb)
{
  if (!single_pred_p (bb) || !gimple_seq_empty_p (phi_nodes (bb)))
    return NULL;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (!hwpgo_statement_empty (gsi_stmt (gsi)))
      return dyn_cast<gcond *> (gsi_stmt (gsi));
  return NULL;
}

/* Is the third way OTHER of a test that is mispredicted, and does it meet the others in JOIN?
   Then it is no less of a coin than they are, and all three are selected.  */
static bool
third_arm_p (edge other, basic_block join)
{
  basic_block arm = other->dest;
  return single_pred_p (arm) && single_succ_p (arm) && single_succ (arm) == join
         && hwpgo_branch_hint (last_nondebug_stmt (other->src)).verdict
                == HWPGO_UNPREDICTABLE;
}

/* Fill T if edge MID of HEAD leads to the second test and edge OTHER of that
   is the third way.  */
static bool
match (basic_block head, edge mid, edge other, struct hwpgo_three_way *t)
{
  gcond *first = as_a<gcond *> (last_nondebug_stmt (head));
  gcond *second = as_a<gcond *> (last_nondebug_stmt (mid->dest));
  edge near = EDGE_SUCC (head, EDGE_SUCC (head, 0) == mid);
  edge far = EDGE_SUCC (mid->dest, EDGE_SUCC (mid->dest, 0) == other);
  bool swapped;
  if (((mid->flags | other->flags | near->flags | far->flags) & EDGE_COMPLEX)
      || !same_operands_p (first, second, &swapped))
    return false;
  unsigned to_second = relations_of (first, mid, false);
  unsigned to_other = relations_of (second, other, swapped);
  if (hwpgo_relations_code (to_second & to_other) == ERROR_MARK)
    return false;
  bool near_first = near->flags & EDGE_TRUE_VALUE;
  edge if_true = near_first ? near : far, if_false = near_first ? far : near;
  struct hwpgo_exits x = {};
  if (hwpgo_hammock_match_ways (head, if_true, if_false, &t->hammock)
      != HWPGO_REFUSE_NONE)
    {
      double most = hwpgo_plugin.args.force_branchless ? HWPGO_EXITS_OFTEN
                                                       : HWPGO_EXITS_RARE;
      if (!hwpgo_exits_match_ways (head, if_true, if_false, most, &x))
        return false;
      t->hammock = x.hammock;
    }
  memcpy (t->exits, x.exits, sizeof t->exits);
  t->second = mid->dest;
  t->other = other;
  t->code = hwpgo_relations_code (to_second & to_other);
  return other->dest != t->hammock.join && other->dest != head
         && !third_arm_p (other, t->hammock.join);
}

unsigned
hwpgo_three_way_match (basic_block head,
                       struct hwpgo_three_way t[HWPGO_THREE_WAYS])
{
  edge mid, other;
  edge_iterator i, j;
  unsigned n = 0;
  FOR_EACH_EDGE (mid, i, head->succs)
    if (mid->dest != head && only_branch (mid->dest))
      FOR_EACH_EDGE (other, j, mid->dest->succs)
        if (match (head, mid, other, &t[n]))
          {
            /* That two are equal is what happens least.  */
            if (t[n].code == EQ_EXPR && n > 0)
              std::swap (t[0], t[n]);
            n++;
          }
  return n;
}

/* Give FRESH, which leads where OLD does, the values that come from there.  */
static void
copy_phi_args (edge old, edge fresh)
{
  for (gphi_iterator psi = gsi_start_phis (old->dest); !gsi_end_p (psi);
       gsi_next (&psi))
    add_phi_arg (psi.phi (), PHI_ARG_DEF_FROM_EDGE (psi.phi (), old), fresh,
                 gimple_phi_arg_location_from_edge (psi.phi (), old));
}

basic_block
hwpgo_three_way_first (struct hwpgo_three_way *t)
{
  basic_block head = t->hammock.head;
  gcond *cond = t->hammock.cond;
  edge mid = single_pred_edge (t->second);
  profile_probability leave = mid->probability * t->other->probability;

  gimple_stmt_iterator gsi = gsi_for_stmt (cond);
  gsi_prev (&gsi);
  edge on = gsi_end_p (gsi) ? split_block_after_labels (head)
                            : split_block (head, gsi_stmt (gsi));
  edge out = make_edge (head, t->other->dest, EDGE_TRUE_VALUE);
  copy_phi_args (t->other, out);
  on->flags &= ~EDGE_FALLTHRU;
  on->flags |= EDGE_FALSE_VALUE;
  out->probability = leave;
  on->probability = leave.invert ();

  /* It has no place: at the one of the second test samples would say that it
     runs each time, and A never; and the branch's has its mispredicts.  */
  gcond *test = gimple_build_cond (t->code, gimple_cond_lhs (cond),
                                   gimple_cond_rhs (cond), NULL_TREE,
                                   NULL_TREE);
  gsi = gsi_last_bb (head);
  gsi_insert_after (&gsi, test, GSI_NEW_STMT);

  basic_block rest = on->dest;
  edge near = EDGE_SUCC (rest, EDGE_SUCC (rest, 0) == mid);
  rest->count = on->count ();
  near->probability = near->probability / on->probability;
  mid->probability = near->probability.invert ();

  gsi = gsi_for_stmt (last_nondebug_stmt (t->second));
  gsi_remove (&gsi, true);
  remove_edge (t->other);
  edge last = single_succ_edge (t->second);
  last->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  last->flags |= EDGE_FALLTHRU;
  last->probability = profile_probability::always ();
  t->second->count = mid->count ();
  loops_state_set (LOOPS_NEED_FIXUP);
  return rest;
}
