/* Searches by halving, whose number of turns depends on what they find by one.
   SPDX-License-Identifier: GPL-2.0-or-later

   Of N places a bisection leaves N / 2 or (N - 1) / 2 with each comparison.  So how
   many turns there are depends on the comparisons, but only the last one: the least
   that can be left, (N - 1) / 2, (that - 1) / 2, ..., is 0 when one is left at most
   (Knuth, TAOCP 3, 6.2.1).

     while (n > 0)                        sure = n;
       {                                  do
         half = n / 2;                      {
         if (a[first + half] < key)           half = n / 2;
           first += half + 1,                 a[first + half] < key ? ... : ...
           n -= half + 1;        ->           sure = (sure - 1) / 2;
         else                               }
           n = half;                      while (sure > 0);
       }                                  if (n > 0)
                                            a[first] < key ? ... : ...

   Where the comparisons are selects, since nobody can predict them, the end of the loop
   is all that is left to mispredict, in one search of two or three.  Now it is known
   when the search begins, and no longer waits for the loads; and the last turn is an
   arm, which is converted like others.

   GCC sees neither that there is but one turn behind the loop, nor, in a loop that
   counts in such steps, how many there are, unless it is entered with a constant.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/halved-size.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* With fewer turns the last is a large part of all.  */
#define MIN_TURNS 4

/* How many searches have a last turn, where nobody knows: the mean over all sizes, whose
   logarithms are equally likely.  */
#define USUAL_REST 0.56

/* What P's loop has to halve when it is entered, in statements for SEQ.  */
static tree
size_at_entry (const struct hwpgo_halved *p, gimple_seq *seq)
{
  tree type = unsigned_type_for (TREE_TYPE (p->next_x));
  tree x = fold_convert (type, hwpgo_halved_at_entry (p, true));
  tree y = fold_convert (type, hwpgo_halved_at_entry (p, false));
  tree size = fold_build2 (MINUS_EXPR, type, x, y);
  if (p->closed)
    size = fold_build2 (PLUS_EXPR, type, size, build_one_cst (type));
  return force_gimple_operand (unshare_expr (size), seq, true, NULL_TREE);
}

/* The part of the searches that have a last turn, if SIZE places are as likely to be
   what is looked for as what is in front of them, between them, and behind them.  */
static double
rest_of (tree size)
{
  if (TREE_CODE (size) != INTEGER_CST || !tree_fits_uhwi_p (size))
    return USUAL_REST;
  unsigned HOST_WIDE_INT ends = tree_to_uhwi (size) + 1;
  if (ends == 0)
    return 0;
  unsigned HOST_WIDE_INT over = ends - (HOST_WIDE_INT_1U << floor_log2 (ends));
  return 2.0 * (double) over / (double) ends;
}

static profile_probability
probability_of (double part)
{
  return profile_probability::from_reg_br_prob_base (
      (int) (part * REG_BR_PROB_BASE + 0.5));
}

/* Let P's loop, entered with SIZE places, end when nothing is sure to be left.  */
static void
end_when_sure (const struct hwpgo_halved *p, tree size)
{
  tree type = TREE_TYPE (size);
  location_t place = gimple_location (p->test);
  gphi *phi = create_phi_node (make_ssa_name (type), p->loop->header);
  tree less = make_ssa_name (type), next = make_ssa_name (type);
  gimple_stmt_iterator at = gsi_for_stmt (p->test);
  gassign *stmt = gimple_build_assign (less, PLUS_EXPR, gimple_phi_result (phi),
                                       build_minus_one_cst (type));
  gimple_set_location (stmt, place);
  gsi_insert_before (&at, stmt, GSI_SAME_STMT);
  stmt = gimple_build_assign (next, RSHIFT_EXPR, less,
                              build_one_cst (integer_type_node));
  gimple_set_location (stmt, place);
  gsi_insert_before (&at, stmt, GSI_SAME_STMT);
  add_phi_arg (phi, size, loop_preheader_edge (p->loop), UNKNOWN_LOCATION);
  add_phi_arg (phi, next, loop_latch_edge (p->loop), UNKNOWN_LOCATION);
  gimple_cond_set_code (p->test, p->exit->flags & EDGE_TRUE_VALUE ? EQ_EXPR
                                                                  : NE_EXPR);
  gimple_cond_set_lhs (p->test, next);
  gimple_cond_set_rhs (p->test, build_zero_cst (type));
  update_stmt (p->test);
}

/* The value of NAME in the last turn, in which COPIES were made of what P's turns
   compute.  */
static tree
in_last_turn (const struct hwpgo_halved *p, hash_map<tree, tree> *copies,
              tree name)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (gimple_bb (def) != p->loop->header)
    return name;
  if (gphi *phi = dyn_cast<gphi *> (def))
    return PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (p->loop));
  return *copies->get (name);
}

/* Copy STATEMENTS of P's turn into BODY.  The half of one place is none.  */
static void
copy_turn (const struct hwpgo_halved *p, const vec<gimple *> &statements,
           basic_block body, hash_map<tree, tree> *copies)
{
  gimple_stmt_iterator gsi = gsi_start_bb (body);
  for (gimple *stmt : statements)
    {
      tree lhs = gimple_assign_lhs (stmt);
      if (lhs == p->half && !p->sum)
        {
          copies->put (lhs, build_zero_cst (TREE_TYPE (lhs)));
          continue;
        }
      gimple *copy = gimple_copy (stmt);
      tree name = make_ssa_name (TREE_TYPE (lhs), copy);
      gimple_assign_set_lhs (copy, name);
      gsi_insert_after (&gsi, copy, GSI_NEW_STMT);
      /* A copy does not know what it uses.  */
      update_stmt (copy);
      use_operand_p use;
      ssa_op_iter i;
      FOR_EACH_SSA_USE_OPERAND (use, copy, i, SSA_OP_USE)
        SET_USE (use, in_last_turn (p, copies, USE_FROM_PTR (use)));
      update_stmt (copy);
      copies->put (lhs, name);
    }
}

/* Put a last turn behind P's loop, for PART of the times that it is left, copied from
   STATEMENTS.  */
static void
put_last_turn (const struct hwpgo_halved *p, const vec<gimple *> &statements,
               double part)
{
  profile_count entries = p->exit->count ();
  basic_block head = split_edge (p->exit);
  basic_block join = split_edge (single_succ_edge (head));
  edge past = single_succ_edge (head);
  basic_block body = create_empty_bb (head);
  add_bb_to_loop (body, head->loop_father);
  edge in = make_edge (head, body, EDGE_TRUE_VALUE);
  edge out = make_single_succ_edge (body, join, EDGE_FALLTHRU);
  past->flags = (past->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  in->probability = probability_of (part);
  past->probability = in->probability.invert ();
  body->count = entries.apply_probability (in->probability);
  set_immediate_dominator (CDI_DOMINATORS, body, head);
  set_immediate_dominator (CDI_DOMINATORS, join, head);

  gcond *cond = gimple_build_cond (p->more, p->next_x, p->next_y, NULL_TREE,
                                   NULL_TREE);
  /* Whether there is a last turn is as hard to predict as the comparisons that
     decide it.  */
  gimple_set_location (cond, gimple_location (p->select));
  gimple_stmt_iterator gsi = gsi_start_bb (head);
  gsi_insert_after (&gsi, cond, GSI_NEW_STMT);

  hash_map<tree, tree> copies;
  copy_turn (p, statements, body, &copies);
  edge leaves = single_succ_edge (join);
  for (gphi_iterator i = gsi_start_phis (leaves->dest); !gsi_end_p (i);
       gsi_next (&i))
    {
      tree old = PHI_ARG_DEF_FROM_EDGE (i.phi (), leaves);
      if (TREE_CODE (old) != SSA_NAME || virtual_operand_p (old))
        continue;
      tree name = in_last_turn (p, &copies, old);
      if (name == old)
        continue;
      gphi *phi = create_phi_node (make_ssa_name (TREE_TYPE (old)), join);
      add_phi_arg (phi, old, past, UNKNOWN_LOCATION);
      add_phi_arg (phi, name, out, UNKNOWN_LOCATION);
      SET_PHI_ARG_DEF (i.phi (), leaves->dest_idx, gimple_phi_result (phi));
    }
}

/* PART of the times that P's loop is left it turns once less, if its counts leave room
   for that.  */
static void
turn_less (const struct hwpgo_halved *p, double part)
{
  profile_count left = p->exit->count ();
  profile_count less = left.apply_probability (probability_of (part));
  profile_count turns = p->loop->header->count - less;
  p->loop->any_estimate = false;
  if (!(turns > left))
    return;
  edge stays = EDGE_SUCC (p->exit->src, EDGE_SUCC (p->exit->src, 0) == p->exit);
  p->exit->probability = left.probability_in (turns);
  stays->probability = p->exit->probability.invert ();
  p->loop->header->count = turns;
  p->loop->latch->count = turns - left;
}

/* Are P's comparisons selects, because they were mispredicted, and its turns not
   known to be few?  */
static bool
worthwhile_p (const struct hwpgo_halved *p)
{
  double turns = hwpgo_loop_turns (p->loop);
  return hwpgo_branch_hint (p->select).verdict == HWPGO_UNPREDICTABLE
         && (turns <= 0 || turns >= MIN_TURNS)
         && p->loop->header->count.initialized_p ()
         && p->exit->count ().initialized_p ();
}

static bool
split_last_turn (const struct hwpgo_halved *p)
{
  gimple_seq seq = NULL;
  tree size = size_at_entry (p, &seq);
  double part = rest_of (size);
  if (part == 0)
    return false;
  auto_vec<gimple *> statements;
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (p->loop->header);
       !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    if (is_gimple_assign (gsi_stmt (gsi)))
      statements.safe_push (gsi_stmt (gsi));
  if (seq)
    gsi_insert_seq_on_edge_immediate (loop_preheader_edge (p->loop), seq);
  end_when_sure (p, size);
  turn_less (p, part);
  put_last_turn (p, statements, part);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, dump_user_location_t (p->test),
                     "search by halving: the last turn is behind the loop\n");
  return true;
}

bool
hwpgo_halved_loops_gate (function *fn)
{
  return hwpgo_plugin.args.branchless && loops_for_fn (fn);
}

unsigned int
hwpgo_halved_loops_execute (function *fn)
{
  bool changed = false;
  for (unsigned i = number_of_loops (fn); i-- > 1;)
    {
      class loop *loop = get_loop (fn, i);
      struct hwpgo_halved p;
      if (!loop || !loop->header || loop->inner
          || !optimize_loop_for_speed_p (loop)
          || !loops_state_satisfies_p (fn, LOOP_CLOSED_SSA)
          || !hwpgo_halved_p (loop, &p) || !worthwhile_p (&p))
        continue;
      changed |= split_last_turn (&p);
    }
  if (!changed)
    return 0;
  rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  scev_reset ();
  free_numbers_of_iterations_estimates (fn);
  return 0;
}
