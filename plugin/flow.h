/* Complete and consistent counts from some of them.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C over a plain graph, so that GIMPLE and RTL share it and unit tests
   can run it.  flow.c tells how it works.  */

#ifndef HWPGO_PLUGIN_FLOW_H
#define HWPGO_PLUGIN_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hwpgo_flow_block
{
  bool known;     /* COUNT was measured.  */
  bool believed;  /* it was not, but is a better guess than what follows from
                     probabilities.  */
  bool confirmed; /* it was, and is what was believed before: more is less
                     likely.  */
  uint64_t count; /* in: measured executions; out: the consistent ones.  */
  bool inferred;  /* out: false where neither measurement nor flow says
                     anything, and COUNT is to be ignored.  */
};

struct hwpgo_flow_edge
{
  size_t from, to; /* indices of blocks.  */
  double
      probability; /* in: GCC's guess, 0..1, for where nothing is known.  */
  bool abnormal;   /* flow that the CFG does not show for sure (calls that
                      throw, computed gotos).  */
  uint64_t count;  /* out.  */
};

/* Block 0 is the entry, block 1 the exit, as in GCC.  */
struct hwpgo_flow
{
  struct hwpgo_flow_block *blocks;
  size_t n_blocks;
  struct hwpgo_flow_edge *edges;
  size_t n_edges;
  bool entry_sure; /* block 0 is known, and better than any other.  */
  bool measured_probabilities; /* they are no guess: by them an unknown block
                                  may run more often than all known ones.  */
};

/* Fill the out members.  Where INFERRED, the counts of a block's outgoing
   edges sum to its own, and so do those of its incoming ones.  Flow begins at
   the entry and ends at the exit and at blocks without edges, as calls that do
   not come back leave them.  It also ends in loops that nothing leads out of:
   the counts into one block of each may sum to a little more than its own, by
   no more than a 64th of that.  An endless loop that hardly turned is taken to
   have turned so often that this holds.  Sums beyond 2^64 are cut.

   Measured counts are noisy and change as little as all that takes; those that
   fit together do not change.  A block that is not known is never assumed to
   be 0: the part of the flow that nothing is known of follows the
   probabilities, and gets at least a little unless counts that fit together
   say that it has none.  What was measured to run does, and flow from the entry
   reaches whatever runs.  Blocks that the entry does not reach are not
   inferred, nor is anything when no block is known to have run; edges leaving
   what is not inferred keep count 0.  The time is near linear for what programs
   look like, and bounded for the rest by giving up on the least change, never
   on the sums.  The same input has the same result.  Returns 0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_flow_infer (struct hwpgo_flow *flow);

#ifdef __cplusplus
}
#endif

#endif
