/* Branches that a conversion lets wait.
   SPDX-License-Identifier: GPL-2.0-or-later

     x = v[k - 1] < v[k + 1] ? v[k + 1] : v[k - 1] + 1;
     while (a[x] == b[x - k])
       x++;

   While X is guessed, the first comparison of letters is made as soon as its
   guess is loaded; and where that comparison mispredicts, as it often does
   here, this is known so early.  With a select it is known later, by what the
   condition takes, and all that was fetched behind it is fetched in vain for
   so much longer.  Myers' comparison of two files took 1.5 times as long by
   that.

   What a select passes on to the next turn the branches there wait for.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/branchless-way.h"

/* Is COND one of R's?  */
static bool
of_region_p (const struct hwpgo_region *r, const gcond *cond)
{
  for (unsigned i = 0; i < r->n_conds; i++)
    if (r->conds[i] == cond)
      return true;
  return false;
}

/* Add the unpredictable branches of LOOP that are not R's to FOUND, each with
   its mispredicts.  */
static void
unpredictable_others (class loop *loop, const struct hwpgo_region *r,
                      vec<hwpgo_waiting> *found)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gcond *cond = flow_bb_inside_loop_p (loop, bb)
                        ? safe_dyn_cast<gcond *> (last_nondebug_stmt (bb))
                        : NULL;
      if (!cond || of_region_p (r, cond))
        continue;
      struct hwpgo_hint hint = hwpgo_branch_hint (cond);
      if (hint.verdict == HWPGO_UNPREDICTABLE && hint.ratio > 0)
        found->safe_push (
            { cond,
              hint.ratio * MIN (hwpgo_executions_share (bb, r->head), 1.0),
              0 });
    }
}

/* By how many cycles COND is known later in the same turn of LOOP.  */
static double
cycles_later (class loop *loop, hwpgo_conversion what, gcond *cond)
{
  hwpgo_walker guessed (loop, NULL_TREE, what, false);
  hwpgo_walker selected (loop, NULL_TREE, what, true);
  return selected.to_conditions (&cond, 1).latency
         - guessed.to_conditions (&cond, 1).latency;
}

/* A value at the head of a loop: the cycles from the beginning of the turn
   before until it is known, with the branch and with selects.  */
struct late_value
{
  tree value;
  double guessed, selected;
};

/* Add what LOOP passes on to its next turn to VALUES.  */
static void
passed_on_by (class loop *loop, hwpgo_conversion what, vec<late_value> *values)
{
  hwpgo_walker guessed (loop, NULL_TREE, what, false);
  hwpgo_walker selected (loop, NULL_TREE, what, true);
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      late_value p = { gimple_phi_result (phi), -1, -1 };
      if (virtual_operand_p (p.value))
        continue;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
          {
            tree next = gimple_phi_arg_def (phi, i);
            p.guessed = MAX (p.guessed, guessed.to (next).latency);
            p.selected = MAX (p.selected, selected.to (next).latency);
          }
      if (p.guessed >= 0 && p.selected >= 0)
        values->safe_push (p);
    }
}

/* By how many cycles COND is known later in the turn of LOOP that begins with
   VALUES.  */
static double
cycles_later_next (class loop *loop, hwpgo_conversion what,
                   const vec<late_value> &values, gcond *cond)
{
  double guessed = 0, selected = 0;
  for (const late_value &p : values)
    {
      hwpgo_walker walk (loop, p.value, what, false);
      double way = walk.to_conditions (&cond, 1).latency;
      if (way < 0)
        continue;
      guessed = MAX (guessed, p.guessed + way);
      selected = MAX (selected, p.selected + way);
    }
  return selected - guessed;
}

void
hwpgo_branches_waiting (const struct hwpgo_region *r, bool late, bool carried,
                        vec<hwpgo_waiting> *found)
{
  class loop *loop = r->head->loop_father;
  hwpgo_conversion what = { r, NULL, late };
  if (!loop || !loop_outer (loop) || !loop->header)
    return;
  auto_vec<late_value> values;
  if (carried)
    passed_on_by (loop, what, &values);
  unpredictable_others (loop, r, found);
  unsigned i, j;
  hwpgo_waiting *w;
  VEC_ORDERED_REMOVE_IF (
      *found, i, j, w,
      (w->cycles = carried ? cycles_later_next (loop, what, values, w->branch)
                           : cycles_later (loop, what, w->branch))
          <= 0);
}
