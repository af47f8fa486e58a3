/* Is this branch predictable?
   SPDX-License-Identifier: GPL-2.0-or-later

   The first half is plain C.  The second needs gcc-headers.h before it.  */

#ifndef HWPGO_PLUGIN_HINTS_H
#define HWPGO_PLUGIN_HINTS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hwpgo_predictability
{
  HWPGO_UNKNOWN,       /* no profile, or too few samples to say.  */
  HWPGO_PREDICTABLE,   /* surely under the threshold.  */
  HWPGO_UNPREDICTABLE, /* surely at or over it.  */
};

/* What the profiles say of one branch.  */
struct hwpgo_hint
{
  enum hwpgo_predictability verdict;
  double ratio;      /* mispredicts over executions; may exceed 1 by noise.  */
  double ratio_low;  /* ends of its 95 % confidence interval.  */
  double ratio_high;
  uint64_t executions, mispredicts; /* as in the profiles.  */
};

/* The verdict on a branch with these counts, where a sample stands for PERIOD
   events.  The interval is that of two Poisson counts (Wilson score).  */
struct hwpgo_hint hwpgo_hint_compute (uint64_t executions,
                                      double execution_period,
                                      uint64_t mispredicts,
                                      double mispredict_period,
                                      double threshold);

#ifdef __cplusplus
}
#endif

#ifdef GCC_PLUGIN_H
/* The hint for a branch at LOCATION in function FNDECL, by the round's MASK
   (hwpgo_discriminator_mask).  With the argument force-branchless all are
   unpredictable.  */
struct hwpgo_hint hwpgo_hint_at (tree fndecl, location_t location,
                                 unsigned mask);
#endif

#endif
