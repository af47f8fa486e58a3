/* Which targets of an indirect call are worth a comparison.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/promote-choice.h"

/* Of the calls that reach the comparison, and of all.  */
#define MIN_PART_OF_REST 0.3
#define MIN_PART_OF_ALL 0.05

bool
hwpgo_promote_worth (uint64_t count, uint64_t taken, uint64_t all, size_t n)
{
  double rest = all > taken ? (double) (all - taken) : 0;
  return n < HWPGO_PROMOTE_MOST && count > 0
         && (double) count >= MIN_PART_OF_REST * rest
         && (double) count >= MIN_PART_OF_ALL * (double) all;
}
