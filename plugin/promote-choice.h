/* Which targets of an indirect call are worth a comparison.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.

   The rule is that of LLVM's indirect call promotion (its options
   icp-remaining-percent-threshold, icp-total-percent-threshold and
   icp-max-prom): the most frequent target first, each of which takes a good
   part of the calls that the comparisons before it have left.  */

#ifndef HWPGO_PLUGIN_PROMOTE_CHOICE_H
#define HWPGO_PLUGIN_PROMOTE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* At most so many targets of one call.  */
#define HWPGO_PROMOTE_MOST 3

/* True if a target with COUNT of ALL calls is to be compared with, when
   comparisons before it take TAKEN of them; N are there already.  */
bool hwpgo_promote_worth (uint64_t count, uint64_t taken, uint64_t all,
                          size_t n);

#ifdef __cplusplus
}
#endif

#endif
