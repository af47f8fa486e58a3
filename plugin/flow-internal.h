/* What the parts of the inference share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_FLOW_INTERNAL_H
#define HWPGO_PLUGIN_FLOW_INTERNAL_H

#include "plugin/flow.h"
#include "runtime/base/memory.h"

#define HWPGO_FLOW_ENTRY 0
#define HWPGO_FLOW_EXIT 1

/* The edges at each block: those of block B are EDGES[FIRST[B]] up to, not
   with, EDGES[FIRST[B + 1]].  */
struct hwpgo_flow_lists
{
  size_t *first, *edges;
};

/* A count so far.  */
struct hwpgo_flow_estimate
{
  int64_t count;
  bool sure; /* follows from measured counts, not from probabilities.  */
};

/* Everything lives in ARENA.  Counts are shifted right by SHIFT so that sums
   over all edges fit.  */
struct hwpgo_flow_graph
{
  struct hwpgo_flow *flow;
  struct hwpgo_arena arena;
  unsigned shift;
  struct hwpgo_flow_lists out, in; /* without edges of unreached blocks.  */
  size_t *order; /* blocks that the entry reaches, in reverse postorder.  */
  size_t n_order;
  size_t *position; /* of a block in ORDER.  */
  bool *reached;
  bool *ends; /* flow may end in the block: the exit, those without edges, and
                 the first one of each endless loop.  */
  struct hwpgo_flow_estimate *blocks, *edges;
};

/* Probability of edge E, 0..1 whatever the caller gave.  */
static inline double
hwpgo_flow_probability (const struct hwpgo_flow_graph *graph, size_t e)
{
  const struct hwpgo_flow_edge *edge = &graph->flow->edges[e];
  double p = edge->probability;
  return edge->abnormal || !(p > 0) ? 0 : p > 1 ? 1 : p;
}

/* Fill GRAPH's ENDS.  False when out of memory.  */
bool hwpgo_flow_mark_ends (struct hwpgo_flow_graph *graph);

/* Step 1 and 2: fill the estimates.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_flow_estimate (struct hwpgo_flow_graph *graph);

/* What part of the flow through each block that a loop begins with comes back
   to it, by probabilities: RETURNS, zeroed, gets it for each block, 0 for
   others.  With CUT, sure edges and blocks end the flow.  Returns 0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_flow_returns (struct hwpgo_flow_graph *graph, bool cut,
                        double *returns);

/* Step 3: make the edges' estimates consistent.  Returns 0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_flow_solve (struct hwpgo_flow_graph *graph);

/* Step 4: lead some flow from the entry to an end through whatever runs
   without.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_flow_join (struct hwpgo_flow_graph *graph);

/* And let endless loops turn so often that what stays in them is little.
   Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_flow_turn (struct hwpgo_flow_graph *graph);

#endif
