/* The network in which a flow of least cost is looked for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/flow-network.h"

/* Prices of a unit more and a unit less.  A measured count must be worth more
   than any path through edges that are only estimated.  */
enum
{
  MEASURED_MORE = 1000,
  MEASURED_ZERO_MORE = 1100, /* sampled, and not seen to run.  */
  MEASURED_LESS = 2000,
  ENTRY_OTHER = 500,   /* entries are counted by calls, so a call that was
                          not seen as one makes them wrong.  */
  ENTRY_SURE = 100000, /* unless the caller knows better.  */
  GUESS = 1,           /* an edge, either way.  */
  UNLIKELY_MORE = 50,  /* one that the compiler takes for impossible.  */
  LOST_MORE = 30       /* flow that ends in an endless loop.  */
};

/* Nodes where block B's flow arrives and where it leaves.  */
static size_t
arrival (size_t b)
{
  return 2 * b;
}

static size_t
departure (const struct hwpgo_flow_network *net, size_t b)
{
  return net->graph->flow->blocks[b].known ? 2 * b + 1 : 2 * b;
}

static void
add_channel (struct hwpgo_flow_network *net, size_t from, size_t to,
             int64_t estimate, int64_t more, int64_t less)
{
  struct hwpgo_flow_channel *c = &net->channels[net->n_channels++];
  *c = (struct hwpgo_flow_channel){ .from = from,
                                    .to = to,
                                    .flow = estimate,
                                    .estimate = estimate,
                                    .more = more,
                                    .less = less };
  net->nodes[from].surplus -= estimate;
  net->nodes[to].surplus += estimate;
}

static void
add_edges (struct hwpgo_flow_network *net)
{
  const struct hwpgo_flow_graph *graph = net->graph;
  for (size_t e = 0; e < graph->flow->n_edges; e++)
    {
      const struct hwpgo_flow_edge *edge = &graph->flow->edges[e];
      bool likely = hwpgo_flow_probability (graph, e) > 0;
      if (!graph->reached[edge->from])
        add_channel (net, 0, 0, 0, GUESS, GUESS);
      else
        add_channel (net, departure (net, edge->from), arrival (edge->to),
                     graph->edges[e].count, likely ? GUESS : UNLIKELY_MORE,
                     GUESS);
    }
}

static void
add_blocks (struct hwpgo_flow_network *net)
{
  const struct hwpgo_flow_graph *graph = net->graph;
  int64_t entry = graph->flow->entry_sure ? ENTRY_SURE : ENTRY_OTHER;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      int64_t count = graph->blocks[b].count;
      bool ends = graph->out.first[b] == graph->out.first[b + 1];
      if (graph->flow->blocks[b].known)
        add_channel (net, arrival (b), departure (net, b), count,
                     b == HWPGO_FLOW_ENTRY ? entry
                     : count > 0           ? MEASURED_MORE
                                           : MEASURED_ZERO_MORE,
                     b == HWPGO_FLOW_ENTRY ? entry : MEASURED_LESS);
      if (b != HWPGO_FLOW_EXIT && !graph->finite[b])
        add_channel (net, departure (net, b), arrival (HWPGO_FLOW_EXIT),
                     ends ? count : 0, ends ? GUESS : LOST_MORE, GUESS);
    }
  add_channel (net, departure (net, HWPGO_FLOW_EXIT),
               arrival (HWPGO_FLOW_ENTRY),
               graph->blocks[HWPGO_FLOW_ENTRY].count, GUESS, GUESS);
}

static void
list_channels (struct hwpgo_flow_network *net)
{
  for (size_t i = 0; i < net->n_channels; i++)
    {
      net->first[net->channels[i].from + 2]++;
      net->first[net->channels[i].to + 2]++;
    }
  for (size_t i = 2; i < net->n_nodes + 2; i++)
    net->first[i] += net->first[i - 1];
  for (size_t i = 0; i < net->n_channels; i++)
    {
      net->at[net->first[net->channels[i].from + 1]++] = i;
      net->at[net->first[net->channels[i].to + 1]++] = i;
    }
}

int
hwpgo_flow_build (struct hwpgo_flow_network *net)
{
  const struct hwpgo_flow *flow = net->graph->flow;
  struct hwpgo_arena *arena = &net->graph->arena;
  size_t channels = flow->n_edges + 2 * flow->n_blocks + 1;
  net->n_nodes = 2 * flow->n_blocks;
  net->channels = hwpgo_arena_alloc (arena, channels * sizeof *net->channels);
  net->nodes = hwpgo_arena_alloc (arena, net->n_nodes * sizeof *net->nodes);
  net->first
      = hwpgo_arena_alloc (arena, (net->n_nodes + 2) * sizeof *net->first);
  net->at = hwpgo_arena_alloc (arena, 2 * channels * sizeof *net->at);
  net->path = hwpgo_arena_alloc (arena, net->n_nodes * sizeof *net->path);
  if (!net->channels || !net->nodes || !net->first || !net->at || !net->path)
    return -HWPGO_E_NOMEM;
  add_edges (net);
  add_blocks (net);
  list_channels (net);
  return 0;
}
