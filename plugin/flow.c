/* Complete and consistent counts from some of them.
   SPDX-License-Identifier: GPL-2.0-or-later

   Some blocks of a function are measured, with noise; the others are unknown.
   Wanted is a flow: counts for all edges such that as much enters each block
   as leaves it.

     1. What follows from the measured counts by conservation alone: the one
        unknown edge of a block gets the rest (flow-estimate.c).
     2. What is still unknown is estimated from its neighbours and the
        compiler's probabilities (flow-estimate.c).
     3. The estimates do not fit together yet.  A minimum-cost flow of
        corrections makes them: changing a measured count is dear, changing
        an estimate is cheap (flow-solve.c).
     4. What runs has a way in and out (flow-join.c), and endless loops turn
        (flow-ends.c).

   The idea of step 3, and that increasing a count should cost half of
   decreasing it (lost line information makes counts too small, never too
   large), are those of "Profile inference revisited" (He, Mestre, Pupyrev,
   Wang, Yu, POPL 2022).  Here the corrections start from an estimate instead
   of from nothing, so what is known of unmeasured parts is not lost where
   any flow would be as cheap.  */

#include "plugin/flow-internal.h"

#include <stdlib.h>

/* Counts are kept below 2^MAX_BITS, so that sums over fewer than 2^20 edges
   fit into 63 bits.  */
#define MAX_BITS 42

/* Fill LISTS with the edges by the block at their beginning or end.  */
static bool
list_edges (struct hwpgo_flow_graph *graph, struct hwpgo_flow_lists *lists,
            bool by_source)
{
  const struct hwpgo_flow *flow = graph->flow;
  size_t *first = hwpgo_arena_alloc (&graph->arena,
                                     (flow->n_blocks + 2) * sizeof *first);
  size_t *edges
      = hwpgo_arena_alloc (&graph->arena, (flow->n_edges + 1) * sizeof *edges);
  if (!first || !edges)
    return false;
  /* Count two places further up, so that the filling loop's increments leave
     each FIRST where it belongs.  */
  for (size_t e = 0; e < flow->n_edges; e++)
    if (!graph->reached || graph->reached[flow->edges[e].from])
      first[(by_source ? flow->edges[e].from : flow->edges[e].to) + 2]++;
  for (size_t b = 2; b < flow->n_blocks + 2; b++)
    first[b] += first[b - 1];
  for (size_t e = 0; e < flow->n_edges; e++)
    if (!graph->reached || graph->reached[flow->edges[e].from])
      edges[first[(by_source ? flow->edges[e].from : flow->edges[e].to) + 1]++]
          = e;
  lists->first = first;
  lists->edges = edges;
  return true;
}

/* Number the blocks that the entry reaches, in reverse postorder.  */
static bool
order_blocks (struct hwpgo_flow_graph *graph)
{
  const struct hwpgo_flow *flow = graph->flow;
  size_t n = flow->n_blocks;
  struct hwpgo_arena *arena = &graph->arena;
  size_t *stack = hwpgo_arena_alloc (arena, n * sizeof *stack);
  size_t *next = hwpgo_arena_alloc (arena, n * sizeof *next);
  size_t *order = hwpgo_arena_alloc (arena, n * sizeof *order);
  size_t *position = hwpgo_arena_alloc (arena, n * sizeof *position);
  bool *reached = hwpgo_arena_alloc (arena, n);
  if (!stack || !next || !order || !position || !reached)
    return false;
  size_t depth = 0, place = n;
  stack[depth++] = HWPGO_FLOW_ENTRY;
  reached[HWPGO_FLOW_ENTRY] = true;
  while (depth > 0)
    {
      size_t b = stack[depth - 1];
      size_t i = graph->out.first[b] + next[b]++;
      if (i == graph->out.first[b + 1])
        {
          order[--place] = b;
          depth--;
          continue;
        }
      size_t to = flow->edges[graph->out.edges[i]].to;
      if (!reached[to])
        {
          reached[to] = true;
          stack[depth++] = to;
        }
    }
  graph->order = order + place;
  graph->n_order = n - place;
  for (size_t i = 0; i < graph->n_order; i++)
    position[graph->order[i]] = i;
  graph->position = position;
  graph->reached = reached;
  return true;
}

/* Take over the measured counts.  False when none says that anything ran.  */
static bool
take_measured (struct hwpgo_flow_graph *graph)
{
  uint64_t max = 0;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      const struct hwpgo_flow_block *b = &graph->flow->blocks[graph->order[i]];
      if (b->known && b->count > max)
        max = b->count;
    }
  while (max >> graph->shift >> MAX_BITS)
    graph->shift++;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      if (!graph->flow->blocks[b].known)
        continue;
      /* What ran a little is not 0.  */
      uint64_t count = graph->flow->blocks[b].count;
      graph->blocks[b].count = (int64_t) (count >> graph->shift);
      if (count > 0 && graph->blocks[b].count == 0)
        graph->blocks[b].count = 1;
      graph->blocks[b].sure = true;
    }
  return max > 0;
}

static int
prepare (struct hwpgo_flow_graph *graph)
{
  const struct hwpgo_flow *flow = graph->flow;
  /* The first lists have all edges; they serve to find what is reached.  */
  if (!list_edges (graph, &graph->out, true) || !order_blocks (graph)
      || !list_edges (graph, &graph->out, true)
      || !list_edges (graph, &graph->in, false)
      || !hwpgo_flow_mark_ends (graph))
    return -HWPGO_E_NOMEM;
  graph->blocks = hwpgo_arena_alloc (&graph->arena,
                                     flow->n_blocks * sizeof *graph->blocks);
  graph->edges = hwpgo_arena_alloc (&graph->arena, (flow->n_edges + 1)
                                                       * sizeof *graph->edges);
  return graph->blocks && graph->edges ? 0 : -HWPGO_E_NOMEM;
}

static uint64_t
sum_edges (const struct hwpgo_flow_graph *graph,
           const struct hwpgo_flow_lists *lists, size_t b)
{
  uint64_t sum = 0;
  for (size_t i = lists->first[b]; i < lists->first[b + 1]; i++)
    sum = hwpgo_add (sum, graph->flow->edges[lists->edges[i]].count);
  return sum;
}

/* COUNT in the caller's unit, cut where that has no room for it.  */
static uint64_t
unshifted (const struct hwpgo_flow_graph *graph, int64_t count)
{
  return (uint64_t) count > UINT64_MAX >> graph->shift
             ? UINT64_MAX
             : (uint64_t) count << graph->shift;
}

/* Hand the edges' counts to the caller, and to the blocks.  */
static void
store (struct hwpgo_flow_graph *graph)
{
  struct hwpgo_flow *flow = graph->flow;
  for (size_t i = 0; i < flow->n_edges; i++)
    if (graph->reached[flow->edges[i].from])
      flow->edges[i].count = unshifted (graph, graph->edges[i].count);
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      bool ends = graph->out.first[b] == graph->out.first[b + 1];
      flow->blocks[b].inferred = true;
      flow->blocks[b].count
          = sum_edges (graph, ends ? &graph->in : &graph->out, b);
    }
}

int
hwpgo_flow_infer (struct hwpgo_flow *flow)
{
  struct hwpgo_flow_graph graph = { .flow = flow };
  int ret = 0;
  for (size_t b = 0; b < flow->n_blocks; b++)
    flow->blocks[b].inferred = false;
  for (size_t e = 0; e < flow->n_edges; e++)
    flow->edges[e].count = 0;
  if (flow->n_blocks <= HWPGO_FLOW_EXIT)
    return 0;

  ret = prepare (&graph);
  if (ret != 0 || !take_measured (&graph))
    goto out;
  ret = hwpgo_flow_estimate (&graph);
  if (ret != 0)
    goto out;
  ret = hwpgo_flow_solve (&graph);
  if (ret == 0)
    ret = hwpgo_flow_join (&graph);
  if (ret == 0)
    ret = hwpgo_flow_turn (&graph);
  if (ret == 0)
    store (&graph);
out:
  hwpgo_arena_free (&graph.arena);
  return ret;
}
