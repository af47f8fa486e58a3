/* The network in which a flow of least cost is looked for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/flow-network.h"

/* Prices of a unit more and a unit less.  A measured count must be worth more
   than any path through edges that are only estimated.  */
enum
{
  MEASURED_MORE = 100,
  MEASURED_ZERO_MORE = 110, /* sampled, and not seen to run.  */
  MEASURED_LESS = 200,
  ENTRY_OTHER = 50,   /* entries are counted by calls, so a call that was
                            not seen as one makes them wrong.  */
  ENTRY_SURE = 10000, /* unless the caller knows better.  */
  GUESS = 1,          /* an edge, either way.  */
  UNLIKELY_MORE = 10, /* one that the compiler takes for impossible.  */
  LOST_MORE = 6       /* flow that ends in an endless loop.  */
};

/* Of a confirmed count a unit more costs so many times as much, and then more
   than a unit less of another one: what ran too often is rather code of several
   places that the profiled build had merged.  A unit less costs the same, since
   copies may have been made in between.  */
#define CONFIRMED 3

/* Estimates beyond this are nonsense, and their sums would not fit.  */
#define MAX_ESTIMATE (INT64_C (1) << 44)

struct building
{
  struct hwpgo_flow_network *net;
  const struct hwpgo_flow_graph *graph;
  uint32_t *arrival, *departure; /* nodes where a block's flow comes and
                                    goes.  */
};

static void
add_channel (struct hwpgo_flow_network *net, uint32_t from, uint32_t to,
             int64_t estimate, int32_t more, int32_t less)
{
  struct hwpgo_flow_pieces *pieces = net->pieces;
  estimate = estimate < MAX_ESTIMATE ? estimate : MAX_ESTIMATE;
  net->channels[net->n_channels++]
      = (struct hwpgo_flow_channel){ .from = from,
                                     .to = to,
                                     .flow = estimate,
                                     .pieces = (uint32_t) pieces->n,
                                     .n_pieces = 1 + (estimate > 0) };
  if (estimate > 0)
    pieces->all[pieces->n++] = (struct hwpgo_flow_piece){ estimate, -less };
  pieces->all[pieces->n++] = (struct hwpgo_flow_piece){ 0, more };
}

static void
add_edges (struct building *b)
{
  const struct hwpgo_flow_graph *graph = b->graph;
  for (size_t e = 0; e < graph->flow->n_edges; e++)
    {
      const struct hwpgo_flow_edge *edge = &graph->flow->edges[e];
      bool likely = hwpgo_flow_probability (graph, e) > 0;
      if (!graph->reached[edge->from])
        add_channel (b->net, 0, 0, 0, GUESS, GUESS);
      else
        add_channel (b->net, b->departure[edge->from], b->arrival[edge->to],
                     graph->edges[e].count, likely ? GUESS : UNLIKELY_MORE,
                     GUESS);
    }
}

static void
add_blocks (struct building *building)
{
  struct hwpgo_flow_network *net = building->net;
  const struct hwpgo_flow_graph *graph = building->graph;
  int32_t entry = graph->flow->entry_sure ? ENTRY_SURE : ENTRY_OTHER;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      uint32_t from = building->arrival[b], to = building->departure[b];
      int64_t count = graph->blocks[b].count;
      bool ends = graph->out.first[b] == graph->out.first[b + 1];
      if (graph->flow->blocks[b].known)
        {
          int32_t more = count > 0 ? MEASURED_MORE : MEASURED_ZERO_MORE;
          int32_t less = MEASURED_LESS;
          if (graph->flow->blocks[b].confirmed)
            more *= CONFIRMED;
          if (b == HWPGO_FLOW_ENTRY)
            more = less = entry;
          add_channel (net, from, to, count, more, less);
        }
      if (b != HWPGO_FLOW_EXIT && graph->ends[b])
        add_channel (net, to, building->arrival[HWPGO_FLOW_EXIT],
                     ends ? count : 0, ends ? GUESS : LOST_MORE, GUESS);
    }
  add_channel (net, building->departure[HWPGO_FLOW_EXIT],
               building->arrival[HWPGO_FLOW_ENTRY],
               graph->blocks[HWPGO_FLOW_ENTRY].count, GUESS, GUESS);
}

/* The cheapest flow leads each surplus to one lack, so no channel needs more
   than all of them above its estimate.  */
static void
limit_channels (struct hwpgo_flow_network *net)
{
  int64_t all = 1;
  for (size_t u = 0; u < net->n_nodes; u++)
    if (net->surplus[u] > 0)
      all += net->surplus[u];
  for (size_t i = 0; i < net->n_channels; i++)
    net->limit += net->channels[i].flow;
  net->limit += all;
  for (size_t i = 0; i < net->n_channels; i++)
    {
      struct hwpgo_flow_channel *c = &net->channels[i];
      net->pieces->all[c->pieces + c->n_pieces - 1].end = c->flow + all;
      hwpgo_flow_set (net, c, c->flow);
    }
}

int
hwpgo_flow_list (struct hwpgo_flow_network *net)
{
  struct hwpgo_arena *arena = net->arena;
  size_t n = net->n_nodes;
  net->surplus = hwpgo_arena_alloc (arena, n * sizeof *net->surplus);
  net->potential = hwpgo_arena_alloc (arena, n * sizeof *net->potential);
  net->first = hwpgo_arena_alloc (arena, (n + 2) * sizeof *net->first);
  net->halves = hwpgo_arena_alloc (arena, 2 * (net->n_channels + 1)
                                              * sizeof *net->halves);
  if (!net->surplus || !net->potential || !net->first || !net->halves)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < net->n_channels; i++)
    {
      const struct hwpgo_flow_channel *c = &net->channels[i];
      if (c->from == c->to)
        continue;
      net->first[c->from + 2]++;
      net->first[c->to + 2]++;
      net->surplus[c->from] -= c->flow;
      net->surplus[c->to] += c->flow;
    }
  for (size_t u = 2; u < n + 2; u++)
    net->first[u] += net->first[u - 1];
  for (uint32_t i = 0; i < net->n_channels; i++)
    {
      uint32_t from = net->channels[i].from, to = net->channels[i].to;
      if (from == to)
        continue;
      net->halves[net->first[from + 1]++] = (struct hwpgo_flow_half){ i, to };
      net->halves[net->first[to + 1]++] = (struct hwpgo_flow_half){ i, from };
    }
  return 0;
}

/* Number the nodes in the order of the blocks, so that neighbours are near
   each other in memory.  */
static bool
number_nodes (struct building *building)
{
  struct hwpgo_flow_network *net = building->net;
  const struct hwpgo_flow_graph *graph = building->graph;
  size_t n = graph->flow->n_blocks;
  building->arrival
      = hwpgo_arena_alloc (net->arena, n * sizeof *building->arrival);
  building->departure
      = hwpgo_arena_alloc (net->arena, n * sizeof *building->departure);
  if (!building->arrival || !building->departure)
    return false;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      building->arrival[b] = (uint32_t) net->n_nodes++;
      if (graph->flow->blocks[b].known)
        net->n_nodes++;
      building->departure[b] = (uint32_t) net->n_nodes - 1;
    }
  if (!graph->reached[HWPGO_FLOW_EXIT])
    building->arrival[HWPGO_FLOW_EXIT] = building->departure[HWPGO_FLOW_EXIT]
        = (uint32_t) net->n_nodes++;
  net->entry = building->arrival[HWPGO_FLOW_ENTRY];
  net->exit = building->departure[HWPGO_FLOW_EXIT];
  return true;
}

int
hwpgo_flow_build (struct hwpgo_flow_network *net,
                  struct hwpgo_flow_graph *graph)
{
  struct building building = { .net = net, .graph = graph };
  const struct hwpgo_flow *flow = graph->flow;
  size_t channels = flow->n_edges + 2 * flow->n_blocks + 1;
  if (channels > UINT32_MAX / 4 || !number_nodes (&building)
      || !HWPGO_GROW (net->pieces->all, net->pieces->capacity, 2 * channels))
    return -HWPGO_E_NOMEM;
  /* Twice as many, for those that hwpgo_flow_reduce makes.  */
  net->channels
      = hwpgo_arena_alloc (net->arena, 2 * channels * sizeof *net->channels);
  if (!net->channels)
    return -HWPGO_E_NOMEM;
  add_edges (&building);
  add_blocks (&building);
  if (hwpgo_flow_list (net) != 0)
    return -HWPGO_E_NOMEM;
  limit_channels (net);
  return 0;
}
