/* What the source expects of branches, and the profile contradicts.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where a function gets counts the profile decides, and what
   __builtin_expect, __builtin_expect_with_probability, a hot or cold label,
   [[likely]] or [[unlikely]] say of its branches has only decided where
   nothing was measured.  A branch of which enough was measured to say that it
   goes the expected way less often than expected is told: elsewhere, in a
   build without a profile, the expectation makes it slower.  LLVM has the same
   as misexpect.  */

#include "plugin/gcc-headers.h"
#include "plugin/hints.h"
#include "plugin/load-measure.h"
#include "plugin/plugin.h"
#include "plugin/report.h"

/* An expected value is followed through so many statements, a label looked
   for in so many blocks.  */
#define MAX_STEPS 8

/* Of hot and cold labels, as in GCC's predict.def.  */
#define LABEL_PROBABILITY 0.9

/* What the source says of a branch: that it goes along EDGE, or any way but
   that (COLD), with a PROBABILITY of 0 to 1.  */
struct expectation
{
  const char *by; /* its name; NULL: the source says nothing.  */
  edge e;
  bool cold;
  double probability;
};

/* --- what is expected ----------------------------------------------------*/

/* The constant P as a number from 0 to 1.  */
static double
probability_of (tree p)
{
  if (TREE_CODE (p) != REAL_CST)
    return 1;
  REAL_VALUE_TYPE base, scaled;
  real_from_integer (&base, VOIDmode, REG_BR_PROB_BASE, SIGNED);
  real_arithmetic (&scaled, MULT_EXPR, TREE_REAL_CST_PTR (p), &base);
  return real_to_integer (&scaled) / (double) REG_BR_PROB_BASE;
}

/* The value that CALL is expected to have; NULL_TREE if it is no call that
   says so.  */
static tree
value_of_call (const gcall *call, struct expectation *x)
{
  double usual = param_builtin_expect_probability / 100.0;
  if (gimple_call_internal_p (call, IFN_BUILTIN_EXPECT)
          ? tree_to_uhwi (gimple_call_arg (call, 2)) == PRED_BUILTIN_EXPECT
          : gimple_call_builtin_p (call, BUILT_IN_EXPECT))
    {
      x->by = "__builtin_expect";
      x->probability = usual;
      return gimple_call_arg (call, 1);
    }
  if (gimple_call_builtin_p (call, BUILT_IN_EXPECT_WITH_PROBABILITY))
    {
      x->by = "__builtin_expect_with_probability";
      x->probability = probability_of (gimple_call_arg (call, 2));
      return gimple_call_arg (call, 1);
    }
  return NULL_TREE;
}

/* The expected value of EXPR, a constant or NULL_TREE; X gets who says so.  */
static tree
value_of (tree expr, struct expectation *x, int steps)
{
  if (TREE_CODE (expr) == INTEGER_CST)
    return expr;
  if (TREE_CODE (expr) != SSA_NAME || steps == 0)
    return NULL_TREE;
  const gimple *def = SSA_NAME_DEF_STMT (expr);
  if (is_gimple_call (def))
    return value_of_call (as_a<const gcall *> (def), x);
  if (!is_gimple_assign (def))
    return NULL_TREE;
  tree_code code = gimple_assign_rhs_code (def);
  tree type = TREE_TYPE (expr);
  tree first = value_of (gimple_assign_rhs1 (def), x, steps - 1);
  if (!first)
    return NULL_TREE;
  if (gimple_assign_rhs_class (def) == GIMPLE_SINGLE_RHS)
    return first;
  if (gimple_assign_rhs_class (def) == GIMPLE_UNARY_RHS)
    return fold_unary_to_constant (code, type, first);
  if (gimple_assign_rhs_class (def) != GIMPLE_BINARY_RHS)
    return NULL_TREE;
  tree second = value_of (gimple_assign_rhs2 (def), x, steps - 1);
  return second ? fold_binary_to_constant (code, type, first, second)
                : NULL_TREE;
}

/* What the condition of BB's last statement LAST says.  */
static struct expectation
expected_of_condition (basic_block bb, const gimple *last)
{
  struct expectation x = {}, none = {};
  tree value = NULL_TREE;
  if (const gcond *cond = dyn_cast<const gcond *> (last))
    {
      tree left = value_of (gimple_cond_lhs (cond), &x, MAX_STEPS);
      tree right = value_of (gimple_cond_rhs (cond), &x, MAX_STEPS);
      if (left && right)
        value = fold_binary_to_constant (gimple_cond_code (cond),
                                         boolean_type_node, left, right);
    }
  else if (const gswitch *sw = dyn_cast<const gswitch *> (last))
    value = value_of (gimple_switch_index (sw), &x, MAX_STEPS);
  if (!x.by || !value || TREE_CODE (value) != INTEGER_CST)
    return none;
  x.e = find_taken_edge (bb, value);
  return x.e ? x : none;
}

/* The label in the blocks that only E leads to.  */
static struct expectation
expected_of_label (edge e)
{
  struct expectation x = {};
  x.e = e;
  x.probability = LABEL_PROBABILITY;
  basic_block bb = e->dest;
  for (int i = 0; i < MAX_STEPS && single_pred_p (bb); i++)
    {
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          const gimple *stmt = gsi_stmt (gsi);
          if (gimple_code (stmt) != GIMPLE_PREDICT)
            continue;
          br_predictor predictor = gimple_predict_predictor (stmt);
          x.cold = predictor == PRED_COLD_LABEL;
          x.by = x.cold ? "cold label" : "hot label";
          if (x.cold || predictor == PRED_HOT_LABEL)
            return x;
        }
      if (!single_succ_p (bb))
        break;
      bb = single_succ (bb);
    }
  x.by = NULL;
  return x;
}

static struct expectation
expected_of (basic_block bb, const gimple *last)
{
  edge e;
  edge_iterator ei;
  struct expectation x = expected_of_condition (bb, last);
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!x.by)
      x = expected_of_label (e);
  return x;
}

/* --- what ran ------------------------------------------------------------*/

/* True if E itself was measured: where it alone leads to.  */
static bool
edge_measured_p (struct hwpgo_measuring *m, edge e)
{
  size_t to = m->edges[*m->edge_at.get (e)].to;
  bool own = to != (size_t) e->dest->index || single_pred_p (e->dest);
  return own && m->blocks[to].known;
}

/* True if what was measured around BB says what part of its executions take E:
   at most one of BB and its edges is just what the others leave, or BB and E
   are measured.  */
static bool
evidence_p (struct hwpgo_measuring *m, basic_block bb, edge expected)
{
  edge e;
  edge_iterator ei;
  bool known = m->blocks[bb->index].known;
  int missing = !known;
  FOR_EACH_EDGE (e, ei, bb->succs)
    missing += !edge_measured_p (m, e);
  return missing <= 1 || (known && edge_measured_p (m, expected));
}

/* --- remarks -------------------------------------------------------------*/

/* BRANCH ran EXECUTIONS times, of which the part SEEN went as X says.  */
static void
tell (const struct expectation *x, const gimple *branch, uint64_t executions,
      double seen)
{
  char parts[64];
  expanded_location at = expand_location (gimple_location (branch));
  hwpgo_report_begin ("misexpect");
  hwpgo_report_string ("function", current_function_name ());
  hwpgo_report_string ("file", at.file ? at.file : "");
  hwpgo_report_u64 ("line", at.line > 0 ? at.line : 0);
  hwpgo_report_string ("by", x->by);
  hwpgo_report_fraction ("expected", x->probability);
  hwpgo_report_fraction ("seen", seen);
  hwpgo_report_u64 ("executions", executions);
  hwpgo_report_end ();
  if (!dump_enabled_p ())
    return;
  snprintf (parts, sizeof parts, "%.1f %% of the time, seen %.1f %%",
            x->probability * 100, seen * 100);
  dump_printf_loc (MSG_MISSED_OPTIMIZATION, dump_user_location_t (branch),
                   "the %s is wrong and costs time in a build without a"
                   " profile: expected %s of %" PRIu64 " executions\n",
                   x->by, parts, executions);
}

/* Tell of X, what BRANCH at the end of BB is expected to do, if it surely does
   so less often.  */
static void
compare (struct hwpgo_measuring *m, basic_block bb, const gimple *branch,
         const struct expectation *x)
{
  int shift = -m->load->shift;
  uint64_t all = m->blocks[bb->index].count;
  uint64_t taken = MIN (m->edges[*m->edge_at.get (x->e)].count, all);
  uint64_t good = hwpgo_settle_scale (x->cold ? all - taken : taken, shift);
  uint64_t bad = hwpgo_settle_scale (x->cold ? taken : all - taken, shift);
  double period = hwpgo_bundle_period (&hwpgo_plugin.bundle, HWPGO_FREQUENCY);
  /* The ratio of two counts, as of mispredicts to executions.  */
  struct hwpgo_hint odds = hwpgo_hint_compute (
      bad, period, good, period, x->probability / (1 - x->probability));
  if (odds.verdict == HWPGO_PREDICTABLE)
    tell (x, branch, hwpgo_add (good, bad), odds.ratio / (1 + odds.ratio));
}

void
hwpgo_misexpect (struct hwpgo_measuring *m)
{
  basic_block bb;
  if (!dump_enabled_p () && !hwpgo_report_wanted ())
    return;
  FOR_EACH_BB_FN (bb, m->fn)
    {
      const gimple *last = last_nondebug_stmt (bb);
      if (EDGE_COUNT (bb->succs) < 2 || !last
          || !m->blocks[bb->index].inferred)
        continue;
      struct expectation x = expected_of (bb, last);
      if (x.by && evidence_p (m, bb, x.e))
        compare (m, bb, last, &x);
    }
}
