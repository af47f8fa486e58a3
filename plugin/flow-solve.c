/* Corrections of least cost: from estimates to a flow.
   SPDX-License-Identifier: GPL-2.0-or-later

   The network has a node for each block, or two with a channel between them
   where the block is measured, and a channel for each edge.  A channel starts
   with the estimate as its flow; each unit more or less has its price.  One
   from the exit back to the entry closes the circle.  A node where more
   arrives than leaves sends the surplus along the cheapest path of changes to
   a node that lacks it, until no node has any: successive shortest paths,
   with node potentials that keep all prices non-negative, so that Dijkstra's
   algorithm finds the paths.  Prices rise with the distance from the
   estimate (they are convex), so the result is the cheapest of all flows.  */

#include "plugin/flow-network.h"

#include <stdlib.h>

/* What is left to an unmeasured edge of a block when the measured counts
   leave nothing: this part of the block.  */
#define LEAST_PART 256

/* Rounds of leaving something to those that got nothing: an edge that starts
   to run may lead to a block with others.  */
#define MAX_ROUNDS 8

/* How far to look for a measured block.  */
#define MAX_WAY 16

/* Give up on the rest after so many steps of path finding a node.  */
#define EFFORT 300

#define NOTHING SIZE_MAX

/* --- the heap ------------------------------------------------------------*/

static bool
heap_push (struct hwpgo_flow_network *net, int64_t distance, size_t node)
{
  if (!HWPGO_GROW (net->heap, net->heap_capacity, net->n_heap + 1))
    return false;
  size_t i = net->n_heap++;
  for (; i > 0 && net->heap[(i - 1) / 2].distance > distance; i = (i - 1) / 2)
    net->heap[i] = net->heap[(i - 1) / 2];
  net->heap[i] = (struct hwpgo_flow_heap_entry){ distance, node };
  return true;
}

static struct hwpgo_flow_heap_entry
heap_pop (struct hwpgo_flow_network *net)
{
  struct hwpgo_flow_heap_entry top = net->heap[0],
                               last = net->heap[--net->n_heap];
  size_t i = 0, child;
  while ((child = 2 * i + 1) < net->n_heap)
    {
      if (child + 1 < net->n_heap
          && net->heap[child + 1].distance < net->heap[child].distance)
        child++;
      if (net->heap[child].distance >= last.distance)
        break;
      net->heap[i] = net->heap[child];
      i = child;
    }
  if (net->n_heap > 0)
    net->heap[i] = last;
  return top;
}

/* --- solving -------------------------------------------------------------*/

/* How much can go through channel C from node U at the price of the next
   unit; forwards more flows, backwards less.  */
static int64_t
room (const struct hwpgo_flow_channel *c, size_t u)
{
  int64_t flow = c->flow;
  if (c->from == u)
    return flow < c->least      ? c->least - flow
           : flow < c->estimate ? c->estimate - flow
                                : INT64_MAX;
  return flow > c->estimate ? flow - c->estimate
         : flow > c->least  ? flow - c->least
                            : flow;
}

static int64_t
price (const struct hwpgo_flow_channel *c, size_t u)
{
  int64_t flow = c->flow;
  if (c->from == u)
    return flow < c->least      ? -HWPGO_FLOW_LEAST_LESS
           : flow < c->estimate ? -c->less
                                : c->more;
  return flow > c->estimate ? -c->more
         : flow > c->least  ? c->less
                            : HWPGO_FLOW_LEAST_LESS;
}

/* Offer a way to node V.  */
static bool
reach (struct hwpgo_flow_network *net, size_t v, int64_t distance,
       size_t channel)
{
  struct hwpgo_flow_node *node = &net->nodes[v];
  if (node->search == net->search && node->distance <= distance)
    return true;
  node->search = net->search;
  node->distance = distance;
  node->done = false;
  node->channel = channel;
  return heap_push (net, distance, v);
}

static bool
relax (struct hwpgo_flow_network *net, size_t u)
{
  const struct hwpgo_flow_node *node = &net->nodes[u];
  for (size_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      const struct hwpgo_flow_channel *c = &net->channels[net->at[i]];
      size_t v = c->from == u ? c->to : c->from;
      if (v == u || room (c, u) == 0)
        continue;
      int64_t cost = price (c, u) + node->potential - net->nodes[v].potential;
      if (!reach (net, v, node->distance + cost, net->at[i]))
        return false;
    }
  return true;
}

/* The nearest node from SOURCE that lacks flow; potentials are updated.
   NOTHING when there is no path or no memory.  */
static size_t
find_lack (struct hwpgo_flow_network *net, size_t source)
{
  size_t found = NOTHING;
  int64_t total = 0;
  net->search++;
  net->n_heap = net->n_path = 0;
  if (!reach (net, source, 0, NOTHING))
    return NOTHING;
  while (net->n_heap > 0)
    {
      struct hwpgo_flow_heap_entry top = heap_pop (net);
      struct hwpgo_flow_node *node = &net->nodes[top.node];
      if (node->done || top.distance != node->distance)
        continue;
      net->steps++;
      if (node->surplus < 0)
        {
          found = top.node;
          total = top.distance;
          break;
        }
      node->done = true;
      net->path[net->n_path++] = top.node;
      if (!relax (net, top.node))
        return NOTHING;
    }
  if (found != NOTHING)
    for (size_t i = 0; i < net->n_path; i++)
      net->nodes[net->path[i]].potential
          += net->nodes[net->path[i]].distance - total;
  return found;
}

/* The other end of channel C.  */
static size_t
other_end (const struct hwpgo_flow_channel *c, size_t u)
{
  return c->from == u ? c->to : c->from;
}

/* Send what fits from SOURCE along the path found to SINK.  */
static void
send (struct hwpgo_flow_network *net, size_t source, size_t sink)
{
  int64_t amount = net->nodes[source].surplus;
  if (amount > -net->nodes[sink].surplus)
    amount = -net->nodes[sink].surplus;
  for (size_t v = sink, u; v != source; v = u)
    {
      const struct hwpgo_flow_channel *c
          = &net->channels[net->nodes[v].channel];
      u = other_end (c, v);
      int64_t fits = room (c, u);
      if (amount > fits)
        amount = fits;
    }
  for (size_t v = sink, u; v != source; v = u)
    {
      struct hwpgo_flow_channel *c = &net->channels[net->nodes[v].channel];
      u = other_end (c, v);
      c->flow += c->from == u ? amount : -amount;
    }
  net->nodes[source].surplus -= amount;
  net->nodes[sink].surplus += amount;
}

/* Nodes with a surplus, one after the other.  When the effort is used up what
   is left stays unbalanced.  */
static void
balance (struct hwpgo_flow_network *net)
{
  uint64_t effort = (uint64_t) EFFORT * net->n_nodes;
  for (size_t u = 0; u < net->n_nodes; u++)
    while (net->nodes[u].surplus > 0 && net->steps < effort)
      {
        size_t sink = find_lack (net, u);
        if (sink == NOTHING)
          break;
        send (net, u, sink);
      }
}

/* True if all flow through block B was seen to be 0: B, or the first measured
   block on the only way on from it.  */
static bool
measured_zero (const struct hwpgo_flow_graph *graph, size_t b)
{
  for (int i = 0; i < MAX_WAY; i++)
    {
      if (graph->flow->blocks[b].known)
        return graph->blocks[b].count == 0;
      if (graph->out.first[b + 1] - graph->out.first[b] != 1)
        return false;
      b = graph->flow->edges[graph->out.edges[graph->out.first[b]]].to;
    }
  return false;
}

/* Leave something to the edges of block B that got nothing and were not seen
   not to run.  True when there was one.  */
static bool
raise_edges (struct hwpgo_flow_network *net, size_t b)
{
  const struct hwpgo_flow_graph *graph = net->graph;
  int64_t total = 0;
  bool raised = false;
  for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
    total += net->channels[graph->out.edges[i]].flow;
  for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
    {
      size_t e = graph->out.edges[i];
      struct hwpgo_flow_channel *c = &net->channels[e];
      double share = hwpgo_flow_probability (graph, e) * (double) total;
      double part = (double) total / LEAST_PART;
      int64_t least = (int64_t) (share < part ? share : part);
      /* Where even the price of falling short is worth paying, the measured
         counts are against it; and prices must not become negative.  */
      if (c->flow >= least || c->flow > 0 || c->from == c->to
          || HWPGO_FLOW_LEAST_LESS + net->nodes[c->to].potential
                     - net->nodes[c->from].potential
                 < 0
          || measured_zero (graph, graph->flow->edges[e].to))
        continue;
      net->nodes[c->from].surplus -= least;
      net->nodes[c->to].surplus += least;
      c->flow = c->least = least;
      c->estimate = c->estimate > least ? c->estimate : least;
      raised = true;
    }
  return raised;
}

static bool
raise_all (struct hwpgo_flow_network *net)
{
  bool raised = false;
  for (size_t i = 0; i < net->graph->n_order; i++)
    raised |= raise_edges (net, net->graph->order[i]);
  return raised;
}

int
hwpgo_flow_solve (struct hwpgo_flow_graph *graph)
{
  struct hwpgo_flow_network net = { .graph = graph };
  int ret = hwpgo_flow_build (&net);
  if (ret != 0)
    return ret;
  balance (&net);
  for (int i = 0; i < MAX_ROUNDS && raise_all (&net); i++)
    balance (&net);
  for (size_t e = 0; e < graph->flow->n_edges; e++)
    graph->edges[e].count = net.channels[e].flow;
  free (net.heap);
  return 0;
}
