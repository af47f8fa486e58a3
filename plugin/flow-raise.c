/* Something for what is unknown, where the cheapest flow leaves it nothing.
   SPDX-License-Identifier: GPL-2.0-or-later

   A circle is led through each edge that got nothing: along it, and back to
   its beginning on the cheapest way, by Dijkstra's algorithm on reduced
   prices.  Circles keep a flow a flow, so this may end any time.  */

#include "plugin/flow-network.h"

#include <stdlib.h>

/* What is left to an unmeasured edge of a block when the measured counts
   leave nothing: this part of the block.  */
#define LEAST_PART 256

/* Rounds of leaving something to those that got nothing: an edge that starts
   to run may lead to a block with others.  */
#define MAX_ROUNDS 8

/* Circles through one edge.  */
#define MAX_CIRCLES 4

/* How far to look for a measured block.  */
#define MAX_WAY 16

/* No way back may cost more, each unit.  */
#define MAX_PRICE 500

/* Look at no more nodes than this for one circle, ...  */
#define MAX_NODES 64

/* ... and for all at each channel no more than so many times.  */
#define EFFORT 20

struct entry
{
  int64_t distance;
  uint32_t node;
};

struct raising
{
  struct hwpgo_flow_network *net;
  const struct hwpgo_flow_graph *graph;
  int64_t *least;     /* what channels keep.  */
  bool *tried;        /* channels that nothing more can be done for.  */
  struct entry *heap; /* malloc'ed.  */
  size_t n_heap, heap_capacity;
  /* Of nodes, for the search whose number is in SEEN: */
  uint32_t *seen;
  int64_t *distance;
  struct hwpgo_flow_half *back; /* the half that led here, seen from here.  */
  uint32_t search;
  int64_t effort; /* what is left.  */
};

/* --- the heap ------------------------------------------------------------*/

static bool
heap_push (struct raising *r, int64_t distance, uint32_t node)
{
  if (!HWPGO_GROW (r->heap, r->heap_capacity, r->n_heap + 1))
    return false;
  size_t i = r->n_heap++;
  for (; i > 0 && r->heap[(i - 1) / 2].distance > distance; i = (i - 1) / 2)
    r->heap[i] = r->heap[(i - 1) / 2];
  r->heap[i] = (struct entry){ distance, node };
  return true;
}

static struct entry
heap_pop (struct raising *r)
{
  struct entry top = r->heap[0], last = r->heap[--r->n_heap];
  size_t i = 0, child;
  while ((child = 2 * i + 1) < r->n_heap)
    {
      if (child + 1 < r->n_heap
          && r->heap[child + 1].distance < r->heap[child].distance)
        child++;
      if (r->heap[child].distance >= last.distance)
        break;
      r->heap[i] = r->heap[child];
      i = child;
    }
  if (r->n_heap > 0)
    r->heap[i] = last;
  return top;
}

/* --- circles -------------------------------------------------------------*/

/* Offer node V a way of DISTANCE, which came by BACK.  */
static bool
reach (struct raising *r, uint32_t v, int64_t distance,
       struct hwpgo_flow_half back)
{
  if (r->seen[v] == r->search && r->distance[v] <= distance)
    return true;
  r->seen[v] = r->search;
  r->distance[v] = distance;
  r->back[v] = back;
  return heap_push (r, distance, v);
}

/* Offer U's neighbours ways through U, but not through channel BUT.  */
static bool
relax (struct raising *r, uint32_t u, uint32_t but)
{
  const struct hwpgo_flow_network *net = r->net;
  for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      struct hwpgo_flow_half h = net->halves[i];
      int64_t room, price = hwpgo_flow_reduced (net, u, h, &room);
      const struct hwpgo_flow_channel *c = &net->channels[h.channel];
      if (room == 0 || h.channel == but
          || (c->to == u && c->flow <= r->least[h.channel]))
        continue;
      /* Potentials may be off by a little, or where there are very many
         nodes by more.  */
      if (!reach (r, h.far, r->distance[u] + (price > 0 ? price : 0),
                  (struct hwpgo_flow_half){ h.channel, u }))
        return false;
    }
  return true;
}

/* Find the cheapest way from FROM to TO that has not channel BUT, if it is
   worth it.  Returns 1 when there is one, 0, or -HWPGO_E_NOMEM.  */
static int
find_way (struct raising *r, uint32_t from, uint32_t to, uint32_t but)
{
  const struct hwpgo_flow_network *net = r->net;
  int64_t worth = MAX_PRICE * ((int64_t) 1 << net->scale)
                  + net->potential[from] - net->potential[to];
  r->search++;
  r->n_heap = 0;
  if (!reach (r, from, 0, (struct hwpgo_flow_half){ 0 }))
    return -HWPGO_E_NOMEM;
  for (int n = 0; n < MAX_NODES && r->n_heap > 0 && r->effort > 0;)
    {
      struct entry top = heap_pop (r);
      if (top.distance != r->distance[top.node])
        continue;
      if (top.node == to || top.distance > worth)
        return top.node == to && top.distance <= worth;
      n++;
      r->effort -= net->first[top.node + 1] - net->first[top.node];
      if (!relax (r, top.node, but))
        return -HWPGO_E_NOMEM;
    }
  return 0;
}

/* Lead up to AMOUNT along the way found; returns how much.  */
static int64_t
lead (struct raising *r, uint32_t from, uint32_t to, int64_t amount)
{
  const struct hwpgo_flow_network *net = r->net;
  for (uint32_t v = to; v != from; v = r->back[v].far)
    {
      uint32_t i = r->back[v].channel;
      const struct hwpgo_flow_channel *c = &net->channels[i];
      int64_t down = c->down > r->least[i] ? c->down : r->least[i];
      int64_t room = c->to == v ? c->up - c->flow : c->flow - down;
      amount = amount < room ? amount : room;
    }
  for (uint32_t v = to; v != from; v = r->back[v].far)
    {
      struct hwpgo_flow_channel *c = &net->channels[r->back[v].channel];
      hwpgo_flow_set (net, c, c->flow + (c->to == v ? amount : -amount));
    }
  return amount;
}

/* --- which edges ---------------------------------------------------------*/

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

/* Lead LEAST through the channel of edge E.  Returns 1 if some of it went, 0,
   or -HWPGO_E_NOMEM.  */
static int
raise_edge (struct raising *r, size_t e, int64_t least)
{
  struct hwpgo_flow_channel *c = &r->net->channels[e];
  int ret = 0;
  for (int i = 0; i < MAX_CIRCLES && c->flow < least; i++)
    {
      ret = find_way (r, c->to, c->from, (uint32_t) e);
      if (ret <= 0)
        break;
      int64_t led = lead (r, c->to, c->from, least - c->flow);
      hwpgo_flow_set (r->net, c, c->flow + led);
    }
  r->least[e] = c->flow;
  r->tried[e] = true;
  return ret < 0 ? ret : c->flow > 0;
}

/* Raise those edges of block B that got nothing.  Returns as raise_edge.  */
static int
raise_edges (struct raising *r, size_t b)
{
  const struct hwpgo_flow_network *net = r->net;
  const struct hwpgo_flow_graph *graph = r->graph;
  int64_t total = 0;
  int raised = 0;
  for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
    total += net->channels[graph->out.edges[i]].flow;
  for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
    {
      size_t e = graph->out.edges[i];
      const struct hwpgo_flow_channel *c = &net->channels[e];
      double share = hwpgo_flow_probability (graph, e) * (double) total;
      double part = (double) total / LEAST_PART;
      int64_t least = (int64_t) (share < part ? share : part);
      if (least == 0 || c->flow > 0 || r->tried[e] || c->from == c->to
          || measured_zero (graph, graph->flow->edges[e].to))
        continue;
      int ret = raise_edge (r, e, least);
      if (ret < 0)
        return ret;
      raised |= ret;
    }
  return raised;
}

/* True if every block has just what was measured: then it is no noise that
   leaves an edge nothing, but what conservation says.  */
static bool
measured_hold (const struct hwpgo_flow_network *net,
               const struct hwpgo_flow_graph *graph)
{
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      bool ends = graph->out.first[b] == graph->out.first[b + 1];
      const struct hwpgo_flow_lists *lists = ends ? &graph->in : &graph->out;
      int64_t sum = 0;
      for (size_t k = lists->first[b]; k < lists->first[b + 1]; k++)
        sum += net->channels[lists->edges[k]].flow;
      if (graph->flow->blocks[b].known && sum != graph->blocks[b].count)
        return false;
    }
  return true;
}

int
hwpgo_flow_raise (struct hwpgo_flow_network *net,
                  const struct hwpgo_flow_graph *graph)
{
  struct hwpgo_arena *arena = net->arena;
  struct raising r = { .net = net, .graph = graph };
  size_t n = net->n_nodes;
  int ret = 1;
  if (measured_hold (net, graph))
    return 0;
  r.seen = hwpgo_arena_alloc (arena, n * sizeof *r.seen);
  r.distance = hwpgo_arena_alloc (arena, n * sizeof *r.distance);
  r.back = hwpgo_arena_alloc (arena, n * sizeof *r.back);
  r.least = hwpgo_arena_alloc (arena, net->n_channels * sizeof *r.least);
  r.tried = hwpgo_arena_alloc (arena, net->n_channels);
  if (!r.tried || !r.least || !r.seen || !r.distance || !r.back)
    return -HWPGO_E_NOMEM;
  r.effort = (int64_t) (EFFORT * net->n_channels);
  for (int round = 0; round < MAX_ROUNDS && ret > 0; round++)
    {
      ret = 0;
      for (size_t i = 0; i < graph->n_order && ret >= 0; i++)
        {
          int raised = raise_edges (&r, graph->order[i]);
          ret = raised < 0 ? raised : ret | raised;
        }
    }
  free (r.heap);
  return ret < 0 ? ret : 0;
}
