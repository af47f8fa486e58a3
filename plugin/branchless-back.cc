/* Selects that become a branch again.
   SPDX-License-Identifier: GPL-2.0-or-later

   Before:                            After:

     head:                              head:
       lo_9 = m_2 < key_5 ? lo_6 : l;     if (m_2 < key_5)
       hi_8 = m_2 < key_5 ? h : hi_4;       goto then; else goto join;
       ...                              then:
                                        join:
                                          lo_9 = PHI <lo_6 (then), l (head)>
                                          hi_8 = PHI <h (then), hi_4 (head)>
                                          ...

   The first conversion comes before counts are loaded, since loop analysis
   would tear the shape apart.  How often a loop turns, and hence how far apart
   the places are that it looks at, is known only later.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless.h"
#include "plugin/hints.h"

/* Does STMT use the result of one of SELECTS?  */
static bool
uses_one_p (gimple *stmt, const vec<gassign *> &selects)
{
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
  for (gassign *select : selects)
    if (gimple_assign_lhs (select) == use)
      return true;
  return false;
}

/* Is the condition A the same as B, or, *INVERTED, its contrary?  Either may
   be none.  */
static bool
same_condition_p (tree a, tree b, bool *inverted)
{
  *inverted = false;
  if (!a || !b)
    return false;
  if (operand_equal_p (a, b, 0))
    return true;
  *inverted = true;
  return TREE_CODE (a)
             == invert_tree_comparison (TREE_CODE (b),
                                        HONOR_NANS (TREE_OPERAND (b, 0)))
         && operand_equal_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0), 0)
         && operand_equal_p (TREE_OPERAND (a, 1), TREE_OPERAND (b, 1), 0);
}

/* The condition of STMT, a select, or one of true and false, which is a
   comparison; or NULL.  Vectors are compared element by element there.  */
static tree
condition_of (gassign *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  if (code == COND_EXPR)
    {
      tree test = hwpgo_select_condition (stmt);
      tree flag = gimple_assign_rhs1 (stmt);
      return test || TREE_CODE (flag) != SSA_NAME
                 ? test
                 : build2 (NE_EXPR, boolean_type_node, flag,
                           build_zero_cst (TREE_TYPE (flag)));
    }
  return TREE_CODE_CLASS (code) == tcc_comparison
                 && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
             ? build2 (code, boolean_type_node, gimple_assign_rhs1 (stmt),
                       gimple_assign_rhs2 (stmt))
             : NULL_TREE;
}

/* Statements between selects of one branch, such as stores of what is
   selected.  */
#define MAX_BETWEEN 32

/* All selects that have the condition of SELECT, from there on in its block,
   and that could stand right behind it.  */
static void
selects_like (gassign *select, vec<gassign *> *selects)
{
  hash_set<gimple *> between;
  selects->safe_push (select);
  gimple_stmt_iterator gsi = gsi_for_stmt (select);
  for (gsi_next (&gsi); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt))
        continue;
      gassign *assign = dyn_cast<gassign *> (stmt);
      bool inverted;
      bool like
          = assign && !stmt_could_throw_p (cfun, stmt)
            && !uses_one_p (stmt, *selects)
            && same_condition_p (condition_of (assign),
                                 condition_of (select), &inverted);
      ssa_op_iter iter;
      tree use;
      FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
      like = like && !between.contains (SSA_NAME_DEF_STMT (use));
      if (like)
        selects->safe_push (assign);
      else if (between.elements () == MAX_BETWEEN)
        return;
      else
        between.add (stmt);
    }
}

/* A branch by TEST, the condition of SELECT, at the end of HEAD, whose first
   successor is the way of the true.  */
static void
insert_branch (basic_block head, tree test, gassign *select)
{
  gcond *cond
      = gimple_build_cond (TREE_CODE (test), TREE_OPERAND (test, 0),
                           TREE_OPERAND (test, 1), NULL_TREE, NULL_TREE);
  gimple_set_location (cond, gimple_location (select));
  hwpgo_hint_pass_mark (cond, select);
  gimple_stmt_iterator gsi = gsi_last_bb (head);
  gsi_insert_after (&gsi, cond, GSI_NEW_STMT);
}

/* Is NAME used in BB alone, where what a phi takes is used at the end of the
   block that it comes from?  What a debugger is told does not count.  */
static bool
used_in_p (tree name, basic_block bb)
{
  bool used = false;
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
    {
      gimple *user = USE_STMT (use);
      if (is_gimple_debug (user))
        continue;
      basic_block where = gimple_bb (user);
      if (gphi *phi = dyn_cast<gphi *> (user))
        where = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src;
      if (where != bb)
        return false;
      used = true;
    }
  return used;
}

void
hwpgo_forget_value (tree name, basic_block bb)
{
  imm_use_iterator iter;
  gimple *user;
  FOR_EACH_IMM_USE_STMT (user, iter, name)
    if (gimple_debug_bind_p (user) && gimple_bb (user) != bb)
      {
        gimple_debug_bind_reset_value (user);
        update_stmt (user);
      }
}

/* Move what HEAD computes for ARM alone there, as the conversion brought it
   here: the other way would wait for it, too, and GCC leaves it where it is in
   front of a loop's phis.  */
static void
sink_to_arm (basic_block head, basic_block arm)
{
  bool stored = false;
  gimple_stmt_iterator gsi = gsi_last_bb (head);
  while (!gsi_end_p (gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      gsi_prev (&gsi);
      stored |= gimple_vdef (stmt) != NULL_TREE;
      if (!is_gimple_assign (stmt) || gimple_vdef (stmt)
          || (stored && gimple_vuse (stmt)) || gimple_has_side_effects (stmt)
          || stmt_could_throw_p (cfun, stmt))
        continue;
      tree name = gimple_assign_lhs (stmt);
      if (TREE_CODE (name) != SSA_NAME
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name) || !used_in_p (name, arm))
        continue;
      hwpgo_forget_value (name, arm);
      gimple_stmt_iterator from = gsi_for_stmt (stmt);
      gimple_stmt_iterator to = gsi_after_labels (arm);
      gsi_move_before (&from, &to);
    }
}

/* Make one branch of SELECTS, as selects_like found them.  Dominators must be
   free.  */
static void
selects_undo (const vec<gassign *> &selects)
{
  basic_block head = gimple_bb (selects[0]);
  for (unsigned i = 1; i < selects.length (); i++)
    {
      gimple_stmt_iterator from = gsi_for_stmt (selects[i]);
      gimple_stmt_iterator to = gsi_for_stmt (selects[i - 1]);
      gsi_move_after (&from, &to);
    }
  /* The first select goes with the others.  */
  tree test = unshare_expr (condition_of (selects[0]));
  edge e = split_block (head, selects[selects.length () - 1]);
  basic_block join = e->dest;
  insert_branch (head, test, selects[0]);
  basic_block then = split_edge (e);
  edge to_then = single_pred_edge (then);
  edge from_then = single_succ_edge (then);
  to_then->flags &= ~EDGE_FALLTHRU;
  to_then->flags |= EDGE_TRUE_VALUE;
  edge past = make_edge (head, join, EDGE_FALSE_VALUE);
  to_then->probability = profile_probability::even ();
  past->probability = profile_probability::even ();
  then->count = to_then->count ();
  for (gassign *select : selects)
    {
      tree name = gimple_assign_lhs (select);
      bool chooses = gimple_assign_rhs_code (select) == COND_EXPR;
      tree type = TREE_TYPE (name);
      tree if_true = chooses ? gimple_assign_rhs2 (select)
                             : constant_boolean_node (true, type);
      tree if_false = chooses ? gimple_assign_rhs3 (select)
                              : constant_boolean_node (false, type);
      location_t place = gimple_location (select);
      bool inverted;
      same_condition_p (condition_of (select), test, &inverted);
      if (inverted)
        std::swap (if_true, if_false);
      gimple_stmt_iterator gsi = gsi_for_stmt (select);
      gsi_remove (&gsi, true);
      gphi *phi = create_phi_node (name, join);
      add_phi_arg (phi, if_true, from_then, place);
      add_phi_arg (phi, if_false, past, place);
    }
  sink_to_arm (head, then);
  sink_to_arm (head, split_edge (past));
}

bool
hwpgo_selects_reconsider (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gassign *select = dyn_cast<gassign *> (gsi_stmt (gsi));
      if (!select || gimple_assign_rhs_code (select) != COND_EXPR
          || !condition_of (select))
        continue;
      struct hwpgo_outcome o = {};
      o.hint = hwpgo_branch_hint (select);
      if (o.hint.verdict != HWPGO_UNPREDICTABLE)
        continue;
      auto_vec<gassign *> selects;
      selects_like (select, &selects);
      if (hwpgo_judge_selects (selects, &o) == HWPGO_REFUSE_NONE)
        continue;
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, dump_user_location_t (select),
                         "%u selects made a branch again\n",
                         selects.length ());
      selects_undo (selects);
      return true;
    }
  return false;
}
