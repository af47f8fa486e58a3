/* What the files of the verifier share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_VERIFY_INTERNAL_H
#define HWPGO_PLUGIN_VERIFY_INTERNAL_H

#include "plugin/verify.h"

extern const double hwpgo_verify_tolerance[HWPGO_VERIFY_RULES];

/* True if A and B differ by more than the part TOLERANCE of the larger, and
   by more than SLACK.  */
static inline bool
hwpgo_verify_differ (double a, double b, double tolerance, double slack)
{
  double difference = a > b ? a - b : b - a, larger = a > b ? a : b;
  return difference > tolerance * larger && difference > slack;
}

/* The rules of one state: append what SNAPSHOT breaks, by block.  Returns 0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_verify_state (struct hwpgo_verify_snapshot *snapshot);

/* The rules of a change: append to LIST what AFTER breaks.  Returns 0 or
   -HWPGO_E_NOMEM.  */
struct hwpgo_verify_breaks
{
  struct hwpgo_verify_break *list;
  size_t n, capacity;
};
int hwpgo_verify_change (const struct hwpgo_verify_snapshot *before,
                         const struct hwpgo_verify_snapshot *after,
                         struct hwpgo_verify_breaks *breaks);
int hwpgo_verify_add_break (struct hwpgo_verify_breaks *breaks,
                            struct hwpgo_verify_break value);

/* True if WAS, of BEFORE, and IS, of AFTER, lead to the same blocks in the
   same order.  */
bool hwpgo_verify_same_ways (const struct hwpgo_verify_snapshot *before,
                             const struct hwpgo_verify_block *was,
                             const struct hwpgo_verify_snapshot *after,
                             const struct hwpgo_verify_block *is);

/* The block of SNAPSHOT with the ID of BLOCK, or NULL.  */
const struct hwpgo_verify_block *
hwpgo_verify_same (const struct hwpgo_verify_snapshot *snapshot,
                   const struct hwpgo_verify_block *block);

/* An upper limit of the flow that went another way since branches of BEFORE
   are no longer in AFTER, in counts of AFTER.  Returns 0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_verify_folded (const struct hwpgo_verify_snapshot *before,
                         const struct hwpgo_verify_snapshot *after,
                         double *flow);

/* By what counts of BEFORE are to be multiplied to compare them with those of
   AFTER: a pass may scale a function as a whole.  */
double hwpgo_verify_scale (const struct hwpgo_verify_snapshot *before,
                           const struct hwpgo_verify_snapshot *after);

#endif
