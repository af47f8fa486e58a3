/* What two sequences have in common, in order.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  */

#ifndef HWPGO_PLUGIN_LCS_H
#define HWPGO_PLUGIN_LCS_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The I-th of the first sequence and the K-th of the second are equal.  */
struct hwpgo_lcs_pair
{
  size_t i, k;
};

/* Put into *PAIRS, malloc'ed for the caller, a longest common subsequence of
   the N symbols at A and the M at B, both indices rising; *N_PAIRS of them.
   E. Myers, "An O(ND) difference algorithm and its variations", 1986: the
   time is in proportion to the symbols times those that the two do not have in
   common.  When these are more than MAX_DIFFERENCES, what the most promising
   beginnings have in common, which takes memory in proportion to the square
   of MAX_DIFFERENCES.  The same input has the same result.  Returns 0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_lcs (const uint32_t *a, size_t n, const uint32_t *b, size_t m,
               size_t max_differences, struct hwpgo_lcs_pair **pairs,
               size_t *n_pairs);

#ifdef __cplusplus
}
#endif

#endif
