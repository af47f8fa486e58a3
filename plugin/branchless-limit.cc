/* Limits that a loop seldom comes to.
   SPDX-License-Identifier: GPL-2.0-or-later

     y = MAX (x, -32768);               y = x;
     z = MIN (y, 32767);         ->     if ((unsigned) x + 32768 > 65535)
                                          y = MIN (MAX (x, -32768), 32767);

   What saturates is made of minimum and maximum by GCC, early, before it knows
   counts, and of these conditional moves.  Where the next turn of a loop
   begins with the result, as in a recursive filter, each turn waits for four
   of its instructions, and with a branch that is never taken for none.

   The profiled program had no such branch, if it was not built for training, so
   nothing tells how often the limits are reached.  Those that are far from each
   other, or from 0, are there for safety as a rule.  If not, the next profile has
   the branch, with its mispredicts, and it does not become one again.

   Where it is known that they are hardly ever reached, the branch is worth its
   while also where nothing waits: it is fewer instructions.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-probe.h"
#include "plugin/branchless.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* VALUE between two limits, or under or over one.  */
struct limited
{
  tree value;
  auto_vec<gassign *> stmts; /* one or two, the last one gives the result.  */
};

static bool
limit_p (gimple *stmt)
{
  if (!is_gimple_assign (stmt))
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  return (code == MIN_EXPR || code == MAX_EXPR)
         && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
         && TREE_CODE (gimple_assign_rhs1 (stmt)) == SSA_NAME
         && TREE_CODE (gimple_assign_rhs2 (stmt)) == INTEGER_CST;
}

static widest_int
bound (gassign *stmt)
{
  return wi::to_widest (gimple_assign_rhs2 (stmt));
}

/* Fill L from LAST, if that is the last one that limits a value.  */
static bool
match (gassign *last, struct limited *l)
{
  use_operand_p use;
  gimple *next;
  tree result = gimple_assign_lhs (last);
  if (!limit_p (last) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (result))
    return false;
  if (single_imm_use (result, &use, &next) && limit_p (next)
      && gimple_bb (next) == gimple_bb (last)
      && gimple_assign_rhs_code (next) != gimple_assign_rhs_code (last))
    return false;
  l->value = gimple_assign_rhs1 (last);
  gassign *first = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (l->value));
  if (first && limit_p (first) && has_single_use (l->value)
      && gimple_bb (first) == gimple_bb (last)
      && gimple_assign_rhs_code (first) != gimple_assign_rhs_code (last))
    {
      /* The test for both takes the range between them.  */
      widest_int above = bound (first) - bound (last);
      if (wi::neg_p (above) != (gimple_assign_rhs_code (first) == MAX_EXPR))
        return false;
      l->value = gimple_assign_rhs1 (first);
      l->stmts.safe_push (first);
    }
  l->stmts.safe_push (last);
  return !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (l->value);
}

/* How far apart L's limits are, or how far its limit is from 0.  */
static widest_int
range (const struct limited *l)
{
  return wi::abs (l->stmts.length () == 2
                      ? bound (l->stmts[0]) - bound (l->stmts[1])
                      : bound (l->stmts[0]));
}

/* The one of L's statements that has a place in the source, or NULL: what GCC
   makes of the second of two conditions has none, and with GCC 11 no other,
   either. Without one the next profile could not tell of the branch.  */
static gassign *
placed (const struct limited *l)
{
  for (gassign *stmt : l->stmts)
    if (gimple_has_location (stmt))
      return stmt;
  return NULL;
}

/* What is known of a branch in the place of limits.  */
struct limit_odds
{
  double mispredicted; /* of its executions; 1 if that is not worth a guess. */
  double taken;        /* of its executions.  */
  bool measured;       /* else it is a guess.  */
};

/* Of PLACED, which has the place of the branch.  */
static struct limit_odds
odds_of (gassign *placed, widest_int range)
{
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  struct hwpgo_hint hint = hwpgo_branch_hint (placed);
  if (hint.verdict == HWPGO_UNPREDICTABLE)
    return { 1, 1, false };
  struct hwpgo_hint probe = hwpgo_probe_hint (current_function_decl, placed);
  if (probe.executions > 0)
    {
      /* What is behind the branch has the place to itself.  */
      double taken = (double) hwpgo_executions_at (current_function_decl,
                                                   gimple_location (placed))
                     / (double) probe.executions;
      double ratio = probe.verdict == HWPGO_UNPREDICTABLE ? 1
                     : probe.verdict == HWPGO_PREDICTABLE ? probe.ratio
                                                          : probe.ratio_high;
      return { MIN (ratio, 1), MIN (taken, 1), true };
    }
  double ratio = hint.ratio;
  if (!hwpgo_hint_of_branch_p (&hint))
    ratio = wi::geu_p (range, (HOST_WIDE_INT) params->limit_range)
                ? params->limit_ratio
                : 1;
  return { ratio, ratio, false };
}

/* Instructions of one limit, with its constant, and of the branch for N of
   them.  */
#define LIMIT_INSNS 3
#define TEST_INSNS(n) ((n) + 1)

/* Cycles that a turn of L's loop takes less with a branch by O.  In a short
   loop there is no path to wait for; and what work is saved is known only
   where it is known how often the branch is taken.  */
static double
cycles_less (const struct limited *l, const struct limit_odds *o)
{
  struct hwpgo_select_case c = {};
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  class loop *loop = gimple_bb (l->stmts[0])->loop_father;
  hwpgo_recurrence_measure (loop, NULL, &l->stmts, NULL, &c);
  double before = c.before_latency, after = c.after_latency, less = 0;
  if (!c.carried || c.turns < params->long_turns)
    before = after = 0;
  before += o->taken * (after - before);
  unsigned n = l->stmts.length ();
  if (o->measured)
    less = (1 - o->taken) * n * LIMIT_INSNS - TEST_INSNS (n);
  return MAX (after, c.turn_insns / params->issue_width)
         - MAX (before, (c.turn_insns - less) / params->issue_width);
}

static bool
pays_p (const struct limited *l, const struct limit_odds *o)
{
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  basic_block bb = gimple_bb (l->stmts[0]);
  if (!loop_outer (bb->loop_father) || !optimize_bb_for_speed_p (bb)
      || !hwpgo_measured_p (bb->count))
    return false;
  double often = MIN (
      1, hwpgo_executions (bb->count)
             / MAX (hwpgo_executions (bb->loop_father->header->count), 1));
  return o->mispredicted < 1
         && cycles_less (l, o) > o->mispredicted * params->mispredict_penalty
                                     * often * params->margin;
}

/* Is L's value outside of its limits?  Before *GSI.  */
static gcond *
build_test (const struct limited *l, gimple_stmt_iterator *gsi)
{
  gassign *last = l->stmts[l->stmts.length () - 1];
  tree type = TREE_TYPE (l->value);
  if (l->stmts.length () == 1)
    return gimple_build_cond (
        gimple_assign_rhs_code (last) == MAX_EXPR ? LT_EXPR : GT_EXPR,
        l->value, gimple_assign_rhs2 (last), NULL_TREE, NULL_TREE);
  bool first_least = gimple_assign_rhs_code (l->stmts[0]) == MAX_EXPR;
  tree least = gimple_assign_rhs2 (l->stmts[!first_least]);
  tree most = gimple_assign_rhs2 (l->stmts[first_least]);
  tree unsigned_type = unsigned_type_for (type);
  gimple_seq seq = NULL;
  tree bits = gimple_convert (&seq, unsigned_type, l->value);
  tree from = gimple_build (&seq, MINUS_EXPR, unsigned_type, bits,
                            fold_convert (unsigned_type, least));
  gsi_insert_seq_before (gsi, seq, GSI_SAME_STMT);
  return gimple_build_cond (GT_EXPR, from,
                            fold_build2 (MINUS_EXPR, unsigned_type,
                                         fold_convert (unsigned_type, most),
                                         fold_convert (unsigned_type, least)),
                            NULL_TREE, NULL_TREE);
}

/* Let L's limits be applied behind a branch only, which is TAKEN so often.  It
   gets the number of its own that the place has for a branch beside selects:
   by that the next build knows that there was one.  */
static void
make_branch (struct limited *l, double taken)
{
  gassign *last = l->stmts[l->stmts.length () - 1];
  location_t place = gimple_location (placed (l));
  tree result = gimple_assign_lhs (last);
  gimple_stmt_iterator gsi = gsi_for_stmt (last);
  gcond *cond = build_test (l, &gsi);
  location_t probe = hwpgo_probe_location (place);
  gimple_set_location (cond, probe != UNKNOWN_LOCATION ? probe : place);
  gsi_insert_before (&gsi, cond, GSI_SAME_STMT);
  edge e = split_block (gimple_bb (last), cond);
  basic_block head = e->src, join = e->dest;
  basic_block then = split_edge (e);
  edge to_then = single_pred_edge (then);
  to_then->flags &= ~EDGE_FALLTHRU;
  to_then->flags |= EDGE_TRUE_VALUE;
  edge past = make_edge (head, join, EDGE_FALSE_VALUE);
  to_then->probability = profile_probability::from_reg_br_prob_base (
      (int) (taken * REG_BR_PROB_BASE));
  past->probability = to_then->probability.invert ();
  then->count = to_then->count ();
  for (gassign *stmt : l->stmts)
    {
      gimple_stmt_iterator from = gsi_for_stmt (stmt);
      gimple_stmt_iterator to = gsi_last_bb (then);
      gsi_move_after (&from, &to);
    }
  /* What the result is made of is known behind the branch only.  */
  if (last != l->stmts[0])
    hwpgo_forget_value (gimple_assign_lhs (l->stmts[0]), then);
  tree limited = copy_ssa_name (result);
  gimple_assign_set_lhs (last, limited);
  gphi *phi = create_phi_node (result, join);
  add_phi_arg (phi, limited, single_succ_edge (then), place);
  add_phi_arg (phi, l->value, past, place);
  update_stmt (last);
  hwpgo_branch_keep (gimple_location (cond));
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, dump_user_location_t (cond),
                     "limit made a branch that is seldom taken\n");
}

bool
hwpgo_limits_to_branches (function *fn)
{
  auto_vec<gassign *> found;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (limit_p (gsi_stmt (gsi)))
        found.safe_push (as_a<gassign *> (gsi_stmt (gsi)));
  bool changed = false;
  for (gassign *stmt : found)
    {
      struct limited l;
      if (!match (stmt, &l) || !placed (&l))
        continue;
      struct limit_odds o = odds_of (placed (&l), range (&l));
      if (hwpgo_trains_p ())
        o.taken = hwpgo_plugin.select_params.limit_ratio;
      else if (!pays_p (&l, &o))
        continue;
      make_branch (&l, o.taken);
      changed = true;
    }
  return changed;
}
