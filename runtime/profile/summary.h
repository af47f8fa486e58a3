/* How a profile's counts are distributed: what compilers take for hot and
   cold.
   SPDX-License-Identifier: GPL-2.0-or-later

   As llvm/lib/ProfileData/ProfileSummaryBuilder.cpp defines it.  */

#ifndef HWPGO_PROFILE_SUMMARY_H
#define HWPGO_PROFILE_SUMMARY_H

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hwpgo_summary
{
  uint64_t *counts; /* of all places, inlined ones too, falling; owned.  */
  size_t n, capacity;
  uint64_t total, max; /* of COUNTS.  */
  uint64_t max_head;
};

/* The parts of the total, in 1/1000000, that summaries tell the least count
   for, rising.  */
extern const uint32_t hwpgo_summary_cutoffs[];
extern const size_t hwpgo_summary_n_cutoffs;

/* Sum up PROFILE; 0, or -HWPGO_E_NOMEM.  SUMMARY is to be freed in any
   case.  */
int hwpgo_summary_make (struct hwpgo_summary *summary,
                        const struct hwpgo_profile *profile);
/* For who fills COUNTS and TOTAL otherwise: put COUNTS in order.  */
void hwpgo_summary_sort (struct hwpgo_summary *summary);
void hwpgo_summary_free (struct hwpgo_summary *summary);

/* The *N highest counts, equal ones all or none, down to *LEAST, are the
   fewest that make up CUTOFF millionths of the total.  Call it with rising
   cutoffs, *N and *SUM being 0 at first and then what the call before
   left.  */
void hwpgo_summary_cut (const struct hwpgo_summary *summary, uint32_t cutoff,
                        size_t *n, uint64_t *sum, uint64_t *least);

#ifdef __cplusplus
}
#endif

#endif
