/* Arms that may leave at several places, and do more behind these.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_PIECES_H
#define HWPGO_PLUGIN_BRANCHLESS_PIECES_H

#include "plugin/branchless.h"

/* Ways out of a hammock's arms.  */
#define HWPGO_MAX_WAYS_OUT 4

struct hwpgo_ways_out
{
  unsigned n;
  edge ways[HWPGO_MAX_WAYS_OUT]; /* in the order in which they are met.  */
  unsigned arms[HWPGO_MAX_WAYS_OUT];
};

/* Convert H, which has passed all checks, whose effects are apart, and whose arms
   have the branches of OUT.  Each way out is taken behind a join of its own, and
   what comes behind it in the arm is a hammock by the same condition.  Returns
   the number of selects.  Should one of these hammocks be refused after all, it
   stays a branch.  Dominators must be free, and are.  H is no longer valid.  */
unsigned hwpgo_pieces_convert (const struct hwpgo_hammock *h,
                               const struct hwpgo_ways_out *out);

#endif
