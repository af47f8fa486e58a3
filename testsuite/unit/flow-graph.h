/* Small graphs for tests of the inference.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_UNIT_FLOW_GRAPH_H
#define HWPGO_UNIT_FLOW_GRAPH_H

#include <stdlib.h>

#include "plugin/flow.h"
#include "testsuite/unit/unit.h"

#define MAX_BLOCKS 16
#define MAX_EDGES 32

/* A small graph under construction.  */
struct graph
{
  struct hwpgo_flow_block blocks[MAX_BLOCKS];
  struct hwpgo_flow_edge edges[MAX_EDGES];
  struct hwpgo_flow flow;
};

static inline struct graph
graph_new (size_t n_blocks)
{
  struct graph g = { 0 };
  g.flow.n_blocks = n_blocks;
  return g;
}

static inline void
edge (struct graph *g, size_t from, size_t to, double probability)
{
  g->edges[g->flow.n_edges++] = (struct hwpgo_flow_edge){
    .from = from, .to = to, .probability = probability
  };
}

static inline void
known (struct graph *g, size_t b, uint64_t count)
{
  g->blocks[b].known = true;
  g->blocks[b].count = count;
}

/* Outgoing edges must sum to the block, incoming ones, too.  */
static inline bool
is_flow (const struct hwpgo_flow *f)
{
  uint64_t *in = calloc (f->n_blocks, sizeof *in);
  uint64_t *out = calloc (f->n_blocks, sizeof *out);
  bool *source = calloc (f->n_blocks, 1);
  bool good = true;
  for (size_t e = 0; e < f->n_edges; e++)
    {
      in[f->edges[e].to] += f->edges[e].count;
      out[f->edges[e].from] += f->edges[e].count;
      source[f->edges[e].from] = true;
    }
  for (size_t b = 0; b < f->n_blocks; b++)
    if (f->blocks[b].inferred)
      {
        good &= !source[b] || out[b] == f->blocks[b].count;
        good &= b == 0 || in[b] == f->blocks[b].count;
      }
  free (in);
  free (out);
  free (source);
  return good;
}

static inline void
infer (struct graph *g)
{
  g->flow.blocks = g->blocks;
  g->flow.edges = g->edges;
  CHECK (hwpgo_flow_infer (&g->flow) == 0);
}

static inline void
count_is (const struct graph *g, size_t b, uint64_t low, uint64_t high)
{
  CHECK (g->blocks[b].inferred);
  if (g->blocks[b].count < low || g->blocks[b].count > high)
    {
      unit_failed_checks++;
      printf ("block %zu has %llu, not %llu to %llu\n", b,
              (unsigned long long) g->blocks[b].count,
              (unsigned long long) low, (unsigned long long) high);
    }
}

#endif
