/* What others do, in short, to compare with.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "scripts/bench/flow-infer/peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *
zeroed (size_t n, size_t size)
{
  void *p = calloc (n + 1, size);
  if (p)
    return p;
  perror ("flow-infer");
  exit (1);
}

/* --- profi ---------------------------------------------------------------*/

/* Arcs come in pairs, I and I ^ 1, of which one is the other's residue.  */
struct arc
{
  size_t to, next;
  int64_t room, cost;
};

struct net
{
  struct arc *arcs;
  size_t n_arcs, n_nodes;
  size_t *head, *by, *queue;
  int64_t *distance;
  bool *queued;
};

#define PLENTY (INT64_C (1) << 50)

static size_t
add_arc (struct net *net, size_t from, size_t to, int64_t room, int64_t cost)
{
  size_t at = net->n_arcs;
  net->arcs[at] = (struct arc){ to, net->head[from], room, cost };
  net->head[from] = at;
  net->arcs[at + 1] = (struct arc){ from, net->head[to], 0, -cost };
  net->head[to] = at + 1;
  net->n_arcs += 2;
  return at;
}

/* The cheapest way from SOURCE to TARGET, by Bellman and Ford's algorithm
   with a queue, as LLVM finds it.  */
static bool
find_way (struct net *net, size_t source, size_t target)
{
  size_t first = 0, length = 0;
  for (size_t u = 0; u < net->n_nodes; u++)
    net->distance[u] = INT64_MAX;
  net->distance[source] = 0;
  net->queue[length++] = source;
  while (length > 0)
    {
      size_t u = net->queue[first];
      first = (first + 1) % net->n_nodes;
      length--;
      net->queued[u] = false;
      for (size_t i = net->head[u]; i != SIZE_MAX; i = net->arcs[i].next)
        {
          const struct arc *a = &net->arcs[i];
          int64_t distance = net->distance[u] + a->cost;
          if (a->room == 0 || net->distance[a->to] <= distance)
            continue;
          net->distance[a->to] = distance;
          net->by[a->to] = i;
          if (net->queued[a->to])
            continue;
          net->queued[a->to] = true;
          net->queue[(first + length++) % net->n_nodes] = a->to;
        }
    }
  return net->distance[target] != INT64_MAX;
}

static void
augment (struct net *net, size_t source, size_t target)
{
  int64_t amount = INT64_MAX;
  for (size_t v = target; v != source; v = net->arcs[net->by[v] ^ 1].to)
    if (net->arcs[net->by[v]].room < amount)
      amount = net->arcs[net->by[v]].room;
  for (size_t v = target; v != source; v = net->arcs[net->by[v] ^ 1].to)
    {
      net->arcs[net->by[v]].room -= amount;
      net->arcs[net->by[v] ^ 1].room += amount;
    }
}

/* Block B is an arc from node 2 * B to 2 * B + 1, which must carry its count:
   that much is taken from its beginning to the sink, and brought from the
   source to its end; to take it back costs LESS.  */
static void
add_block (struct net *net, const struct hwpgo_flow *flow, size_t b,
           size_t source, size_t sink)
{
  const struct hwpgo_flow_block *block = &flow->blocks[b];
  int64_t count = (int64_t) block->count;
  bool known = block->known;
  int64_t more = !known ? 0 : b == 0 ? 40 : count == 0 ? 11 : 10;
  int64_t less = b == 0 ? 10 : 20;
  add_arc (net, 2 * b, 2 * b + 1, PLENTY, more);
  if (!known || count == 0)
    return;
  add_arc (net, 2 * b, sink, count, 0);
  add_arc (net, source, 2 * b + 1, count, 0);
  add_arc (net, 2 * b + 1, 2 * b, count, less);
}

int
peer_profi (struct hwpgo_flow *flow)
{
  struct net net = { .n_nodes = 2 * flow->n_blocks + 2 };
  size_t source = net.n_nodes - 2, sink = net.n_nodes - 1;
  net.arcs = zeroed (2 * (flow->n_edges + 5 * flow->n_blocks + 1),
                     sizeof *net.arcs);
  net.head = zeroed (net.n_nodes, sizeof *net.head);
  net.by = zeroed (net.n_nodes, sizeof *net.by);
  net.queue = zeroed (net.n_nodes, sizeof *net.queue);
  net.distance = zeroed (net.n_nodes, sizeof *net.distance);
  net.queued = zeroed (net.n_nodes, sizeof *net.queued);
  bool *leaves = zeroed (flow->n_blocks, sizeof *leaves);
  memset (net.head, 0xff, net.n_nodes * sizeof *net.head);
  for (size_t e = 0; e < flow->n_edges; e++)
    {
      const struct hwpgo_flow_edge *edge = &flow->edges[e];
      add_arc (&net, 2 * edge->from + 1, 2 * edge->to, PLENTY, 0);
      leaves[edge->from] = true;
    }
  for (size_t b = 0; b < flow->n_blocks; b++)
    {
      add_block (&net, flow, b, source, sink);
      if (!leaves[b]) /* the exit, and calls that do not return.  */
        add_arc (&net, 2 * b + 1, 0, PLENTY, 0);
    }
  while (find_way (&net, source, sink))
    augment (&net, source, sink);

  for (size_t e = 0; e < flow->n_edges; e++)
    {
      flow->edges[e].count = (uint64_t) net.arcs[2 * e + 1].room;
      leaves[flow->edges[e].from] = true;
    }
  for (size_t b = 0; b < flow->n_blocks; b++)
    {
      flow->blocks[b].count = 0;
      flow->blocks[b].inferred = true;
    }
  for (size_t e = 0; e < flow->n_edges; e++)
    {
      const struct hwpgo_flow_edge *edge = &flow->edges[e];
      flow->blocks[edge->from].count += edge->count;
      if (!leaves[edge->to])
        flow->blocks[edge->to].count += edge->count;
    }
  free (net.arcs);
  free (net.head);
  free (net.by);
  free (net.queue);
  free (net.distance);
  free (net.queued);
  free (leaves);
  return 0;
}

/* --- classic propagation -------------------------------------------------*/

struct side
{
  uint64_t sum;
  size_t n, unknown, which;
};

/* Look at the edges into (or out of) each block.  */
static void
look (const struct hwpgo_flow *flow, const bool *known, struct side *sides,
      bool in)
{
  memset (sides, 0, flow->n_blocks * sizeof *sides);
  for (size_t e = 0; e < flow->n_edges; e++)
    {
      struct side *s = &sides[in ? flow->edges[e].to : flow->edges[e].from];
      s->n++;
      s->sum += known[e] ? flow->edges[e].count : 0;
      s->unknown += !known[e];
      s->which = known[e] ? s->which : e;
    }
}

/* One round of conservation on one side; true if something became known.  */
static bool
conserve (struct hwpgo_flow *flow, bool *known_edges, bool *known_blocks,
          struct side *sides, bool in)
{
  bool changed = false;
  look (flow, known_edges, sides, in);
  for (size_t b = 0; b < flow->n_blocks; b++)
    {
      struct side *s = &sides[b];
      struct hwpgo_flow_block *block = &flow->blocks[b];
      if (s->n == 0)
        continue;
      if (!known_blocks[b] && s->unknown == 0)
        {
          block->count = s->sum;
          known_blocks[b] = changed = true;
        }
      else if (known_blocks[b] && s->unknown == 1 && !known_edges[s->which])
        {
          flow->edges[s->which].count
              = block->count > s->sum ? block->count - s->sum : 0;
          known_edges[s->which] = changed = true;
        }
    }
  return changed;
}

/* Share what is left of known blocks by probabilities, and give unknown ones
   what enters them.  */
static void
guess (struct hwpgo_flow *flow, const bool *known_edges,
       const bool *known_blocks, struct side *sides)
{
  for (int round = 0; round < 20; round++)
    {
      double *part = zeroed (flow->n_blocks, sizeof *part);
      uint64_t *in = zeroed (flow->n_blocks, sizeof *in);
      look (flow, known_edges, sides, false);
      for (size_t e = 0; e < flow->n_edges; e++)
        if (!known_edges[e])
          part[flow->edges[e].from] += flow->edges[e].probability;
      for (size_t e = 0; e < flow->n_edges; e++)
        {
          struct hwpgo_flow_edge *edge = &flow->edges[e];
          uint64_t all = flow->blocks[edge->from].count;
          uint64_t sure = sides[edge->from].sum;
          if (!known_edges[e] && part[edge->from] > 0)
            edge->count = (uint64_t) ((double) (all > sure ? all - sure : 0)
                                      * edge->probability / part[edge->from]);
          in[edge->to] += edge->count;
        }
      for (size_t b = 1; b < flow->n_blocks; b++)
        if (!known_blocks[b])
          flow->blocks[b].count = in[b];
      free (part);
      free (in);
    }
}

int
peer_classic (struct hwpgo_flow *flow)
{
  bool *known_edges = zeroed (flow->n_edges, sizeof *known_edges);
  bool *known_blocks = zeroed (flow->n_blocks, sizeof *known_blocks);
  struct side *sides = zeroed (flow->n_blocks, sizeof *sides);
  for (size_t b = 0; b < flow->n_blocks; b++)
    {
      known_blocks[b] = flow->blocks[b].known;
      flow->blocks[b].inferred = true;
    }
  for (size_t e = 0; e < flow->n_edges; e++)
    flow->edges[e].count = 0;
  bool changed = true;
  for (int round = 0; changed && round < 100; round++)
    {
      changed = conserve (flow, known_edges, known_blocks, sides, false);
      changed |= conserve (flow, known_edges, known_blocks, sides, true);
    }
  guess (flow, known_edges, known_blocks, sides);
  free (known_edges);
  free (known_blocks);
  free (sides);
  return 0;
}
