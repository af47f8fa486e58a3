/* Branches that a conversion lets wait.
   SPDX-License-Identifier: GPL-2.0-or-later

     x = v[k - 1] < v[k + 1] ? v[k + 1] : v[k - 1] + 1;
     while (a[x] == b[x - k])
       x++;

   While X is guessed, the first comparison of letters is made as soon as its
   guess is loaded; and where that comparison mispredicts, as it often does
   here, this is known so early.  With a select it is known later, by what the
   condition takes, and all that was fetched behind it is fetched in vain for so
   much longer.  Myers' comparison of two files took 1.5 times as long by
   that.  */

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

void
hwpgo_branches_waiting (const struct hwpgo_region *r, bool late,
                        vec<hwpgo_waiting> *found)
{
  class loop *loop = r->head->loop_father;
  hwpgo_conversion what = { r, NULL, late };
  basic_block bb;
  if (!loop || !loop_outer (loop))
    return;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gcond *cond = flow_bb_inside_loop_p (loop, bb)
                        ? safe_dyn_cast<gcond *> (last_nondebug_stmt (bb))
                        : NULL;
      if (!cond || of_region_p (r, cond))
        continue;
      struct hwpgo_hint hint = hwpgo_branch_hint (cond);
      if (hint.verdict != HWPGO_UNPREDICTABLE || !(hint.ratio > 0))
        continue;
      hwpgo_walker guessed (loop, NULL_TREE, what, false);
      hwpgo_walker selected (loop, NULL_TREE, what, true);
      double cycles = selected.to_conditions (&cond, 1).latency
                      - guessed.to_conditions (&cond, 1).latency;
      if (cycles > 0)
        found->safe_push (
            { cond,
              hint.ratio * MIN (hwpgo_executions_share (bb, r->head), 1.0),
              cycles });
    }
}
