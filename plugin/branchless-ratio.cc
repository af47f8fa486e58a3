/* The mispredicts of several branches together.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"

/* The ratio of HINT; what too few samples say is not believed.  */
static double
believed_ratio (const struct hwpgo_hint *hint)
{
  return hint->verdict == HWPGO_UNKNOWN ? hint->ratio_low : hint->ratio;
}

double
hwpgo_region_ratio (const struct hwpgo_region *r, const gimple *own,
                    const struct hwpgo_hint *own_hint)
{
  double sum = 0;
  for (unsigned i = 0; i < r->n_conds; i++)
    {
      gcond *cond = r->conds[i];
      struct hwpgo_hint hint
          = cond == own ? *own_hint : hwpgo_branch_hint (cond);
      sum += r->cond_shares[i] * believed_ratio (&hint);
    }
  return sum;
}

double
hwpgo_exits_ratio (const struct hwpgo_exits *x)
{
  double sum = 0, executions = x->hammock.head->count.to_gcov_type ();
  for (edge e : x->exits)
    if (e)
      {
        struct hwpgo_hint hint
            = hwpgo_branch_hint (last_nondebug_stmt (e->src));
        sum += believed_ratio (&hint) * e->src->count.to_gcov_type ()
               / executions;
      }
  return sum;
}
