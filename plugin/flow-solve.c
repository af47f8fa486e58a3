/* Corrections of least cost: from estimates to a flow.
   SPDX-License-Identifier: GPL-2.0-or-later

   The network has a node for each block, or two with a channel between them
   where the block is measured, and a channel for each edge (flow-network.c).
   Each unit more or less than the estimate has its price.  A channel from the
   exit back to the entry closes the circle.  Wanted is the cheapest flow in
   which no node has anything left over.  Prices rise with the distance from
   the estimate (they are convex), which makes that easy enough:

     1. What is in series or parallel is put together, which leaves a small
        part of most functions (flow-reduce.c, flow-price.c).
     2. The rest is solved by cost scaling (flow-scale.c), and if that took
        too long, by taking any flow (flow-route.c).
     3. What is not known to be 0 gets something (flow-raise.c).  */

#include "plugin/flow-network.h"

#include <stdlib.h>

int
hwpgo_flow_solve (struct hwpgo_flow_graph *graph)
{
  struct hwpgo_flow_pieces pieces = { 0 };
  struct hwpgo_flow_network net
      = { .arena = &graph->arena, .pieces = &pieces };
  int ret = hwpgo_flow_build (&net, graph);
  if (ret == 0)
    ret = hwpgo_flow_reduce (&net);
  if (ret == 0)
    ret = hwpgo_flow_route (&net);
  if (ret >= 0)
    ret = hwpgo_flow_raise (&net, graph);
  for (size_t e = 0; ret == 0 && e < graph->flow->n_edges; e++)
    graph->edges[e].count = net.channels[e].flow;
  free (pieces.all);
  return ret;
}
