/* Turning a hammock into selects.
   SPDX-License-Identifier: GPL-2.0-or-later

   Before:                            After:

     head:                              head:
       if (m_2 < key_5)                   lo_6 = (int) ((unsigned) mid_3 + 1);
         goto then; else goto join;       lo_9 = m_2 < key_5 ? lo_6 : lo_1;
     then:                                hi_8 = m_2 < key_5 ? hi_4 : mid_3;
       lo_6 = mid_3 + 1;                  goto join;
     join:                              join:
       lo_7 = PHI <lo_6, lo_1>            lo_7 = PHI <lo_9>
       hi_7 = PHI <hi_4, mid_3>           hi_7 = PHI <hi_8>

   1. What debug statements of the arms say is forgotten.
   2. The arms' statements move to the end of the head.
   3. A select for each value that the join merges.
   4. One way stays, the other and the branch go.

   Each select holds its own comparison, so that RTL sees one compare and a
   conditional move for each; a condition with several uses would be made a
   0 or 1 in a register first.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/hints.h"

/* Say at the end of the head that a debugger no longer knows the variables
   that STMT sets: which value they have depends on the branch that is gone.
   The join tells those that it merges.  */
static void
forget_variable (gimple *stmt, gimple_stmt_iterator *end)
{
  if (!gimple_debug_bind_p (stmt))
    return;
  gdebug *reset
      = gimple_build_debug_bind (gimple_debug_bind_get_var (stmt), NULL, stmt);
  gsi_insert_before (end, reset, GSI_SAME_STMT);
}

/* Must STMT be rewritten so that overflow, which the branch may have kept
   from happening, is defined?  */
static bool
overflow_matters_p (gimple *stmt)
{
  if (!is_gimple_assign (stmt))
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
         && TYPE_OVERFLOW_UNDEFINED (type)
         && arith_code_with_undefined_signed_overflow (
             gimple_assign_rhs_code (stmt));
}

/* Move the statement at *FROM before *END and *FROM to the next.  */
static void
hoist_statement (gimple_stmt_iterator *from, gimple_stmt_iterator *end)
{
  gimple *stmt = gsi_stmt (*from);
  tree lhs = gimple_get_lhs (stmt);
  if (overflow_matters_p (stmt))
    {
      gsi_remove (from, false);
      gimple_seq seq = rewrite_to_defined_overflow (stmt);
      gsi_insert_seq_before (end, seq, GSI_SAME_STMT);
    }
  else
    gsi_move_before (from, end);
  /* What was known of the value held where the arm ran.  */
  reset_flow_sensitive_info (lhs);
}

static void
hoist_arm (const struct hwpgo_arm *arm, gimple_stmt_iterator *end)
{
  for (unsigned i = 0; i < arm->n_blocks; i++)
    {
      gimple_stmt_iterator gsi = gsi_start_bb (arm->blocks[i]);
      while (!gsi_end_p (gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          forget_variable (stmt, end);
          if (is_gimple_debug (stmt))
            gsi_remove (&gsi, true);
          else if (gimple_code (stmt) == GIMPLE_LABEL
                   || hwpgo_statement_empty (stmt))
            gsi_next (&gsi);
          else
            hoist_statement (&gsi, end);
        }
    }
}

/* COND ? A : B before *END, in NAME.  */
static void
insert_select (const struct hwpgo_hammock *h, tree name, tree a, tree b,
               gimple_stmt_iterator *end)
{
  tree cond = build2 (gimple_cond_code (h->cond), boolean_type_node,
                      unshare_expr (gimple_cond_lhs (h->cond)),
                      unshare_expr (gimple_cond_rhs (h->cond)));
  gassign *select = gimple_build_assign (name, COND_EXPR, cond, a, b);
  gimple_set_location (select, gimple_location (h->cond));
  hwpgo_hint_pass_mark (select, h->cond);
  gsi_insert_before (end, select, GSI_SAME_STMT);
}

/* X CODE (COND ? ADDEND : NEUTRAL) before *END, in NAME.  It overflows only
   where the source does.  */
static void
insert_accumulation (const struct hwpgo_hammock *h, tree name,
                     const struct hwpgo_accumulation *acc,
                     gimple_stmt_iterator *end)
{
  bool in_true_arm = acc->arm == 0;
  tree addend = make_ssa_name (TREE_TYPE (acc->addend));
  insert_select (h, addend, in_true_arm ? acc->addend : acc->neutral,
                 in_true_arm ? acc->neutral : acc->addend, end);
  gassign *sum
      = gimple_build_assign (name, acc->code, acc->x_first ? acc->x : addend,
                             acc->x_first ? addend : acc->x);
  gimple_set_location (sum, acc->location);
  gsi_insert_before (end, sum, GSI_SAME_STMT);
}

/* Drop all blocks of ARM and its edges.  The loop whose latch goes gets
   KEPT's source as its latch if that edge closes it.  */
static void
drop_arm (struct hwpgo_arm *arm, edge kept)
{
  if (arm->n_blocks == 0)
    {
      remove_edge (arm->first);
      return;
    }
  for (unsigned i = 0; i < arm->n_blocks; i++)
    {
      basic_block bb = arm->blocks[i];
      class loop *loop = bb->loop_father;
      if (loop && loop->latch == bb)
        loop->latch = loop->header == kept->dest ? kept->src : NULL;
    }
  for (unsigned i = arm->n_blocks; i-- > 0;)
    delete_basic_block (arm->blocks[i]);
}

/* Make ARM the only way from the head to the join.  */
static void
keep_arm (struct hwpgo_hammock *h, struct hwpgo_arm *arm)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (h->cond);
  gsi_remove (&gsi, true);
  edge e = arm->first;
  e->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  e->flags |= EDGE_FALLTHRU;
  e->probability = profile_probability::always ();
  for (unsigned i = 0; i < arm->n_blocks; i++)
    arm->blocks[i]->count = h->head->count;
}

/* So that an enclosing hammock sees one block.  */
static void
merge_chain (basic_block bb)
{
  while (single_succ_p (bb) && can_merge_blocks_p (bb, single_succ (bb)))
    merge_blocks (bb, single_succ (bb));
}

/* The value that takes the place of PHI's two arguments.  */
static tree
insert_result (const struct hwpgo_hammock *h, gphi *phi,
               const struct hwpgo_accumulation *acc, gimple_stmt_iterator *end)
{
  tree name = copy_ssa_name (gimple_phi_result (phi));
  if (acc->neutral)
    insert_accumulation (h, name, acc, end);
  else
    insert_select (h, name, PHI_ARG_DEF_FROM_EDGE (phi, h->arms[0].last),
                   PHI_ARG_DEF_FROM_EDGE (phi, h->arms[1].last), end);
  return name;
}

unsigned
hwpgo_hammock_convert (struct hwpgo_hammock *h)
{
  struct hwpgo_arm *keep = &h->arms[h->arms[0].n_blocks != 0];
  struct hwpgo_arm *drop = &h->arms[keep == &h->arms[0]];

  /* Hoisting rewrites the operations, so look at them before.  */
  auto_vec<gphi *> phis;
  auto_vec<hwpgo_accumulation> accumulations;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_hammock_selects (h, psi.phi ()))
      {
        hwpgo_accumulation acc;
        hwpgo_hammock_accumulates (h, psi.phi (), &acc);
        phis.safe_push (psi.phi ());
        accumulations.safe_push (acc);
      }

  gimple_stmt_iterator end = gsi_for_stmt (h->cond);
  hoist_arm (&h->arms[0], &end);
  hoist_arm (&h->arms[1], &end);
  unsigned n = phis.length ();
  for (unsigned i = 0; i < n; i++)
    SET_PHI_ARG_DEF (phis[i], keep->last->dest_idx,
                     insert_result (h, phis[i], &accumulations[i], &end));

  if (h->join->loop_father && h->join->loop_father->header == h->join)
    loops_state_set (LOOPS_NEED_FIXUP);
  keep_arm (h, keep);
  drop_arm (drop, keep->last);
  merge_chain (h->head);
  return n;
}
