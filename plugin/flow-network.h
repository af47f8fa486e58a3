/* The network in which a flow of least cost is looked for.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_FLOW_NETWORK_H
#define HWPGO_PLUGIN_FLOW_NETWORK_H

#include "plugin/flow-internal.h"

/* Beyond all prices: where there is no room.  */
#define HWPGO_FLOW_NO_PRICE (INT32_MAX / 2)

/* A stretch of a channel's flow whose units have one price.  */
struct hwpgo_flow_piece
{
  int64_t end; /* where the next begins.  */
  int32_t price;
};

/* Of all channels; malloc'ed.  */
struct hwpgo_flow_pieces
{
  struct hwpgo_flow_piece *all;
  size_t n, capacity;
};

/* Room for flow from one node to another, LOW up to the end of the last
   piece; less than 0 goes the other way.  Prices rise from piece to piece and
   none is empty.  */
struct hwpgo_flow_channel
{
  uint32_t from, to; /* nodes.  */
  int64_t flow;
  int64_t up, down;            /* how far the next two prices hold, ...  */
  int32_t up_price, down_price; /* ... of a unit more, and of the last one.  */
  int64_t low;
  uint32_t pieces, n_pieces; /* the first one's index, and how many.  */
  uint32_t at;               /* which FLOW is in, or, at an end, the next.  */
};

/* A channel seen from one of its ends.  */
struct hwpgo_flow_half
{
  uint32_t channel;
  uint32_t far; /* the node at the other end.  */
};

struct hwpgo_flow_network
{
  struct hwpgo_arena *arena; /* where everything but the pieces lives.  */
  struct hwpgo_flow_pieces *pieces;
  struct hwpgo_flow_channel *channels;
  size_t n_channels;
  size_t n_nodes;
  int64_t *surplus; /* of each node: what arrives less what leaves.  */

  /* The channels at node N, but for those that lead back to it, are
     HALVES[FIRST[N]] up to, not with, HALVES[FIRST[N + 1]].  */
  uint32_t *first;
  struct hwpgo_flow_half *halves;

  /* Of nodes, in units of a price's 2^-SCALE; in the end such that no channel
     could be changed at a gain.  */
  int64_t *potential;
  unsigned scale;

  /* Only of the network of a whole graph: */
  size_t entry, exit; /* nodes where flow begins and ends.  */
  int64_t limit;      /* no channel needs more.  */
};

/* Make NET, whose arena and pieces are set, of GRAPH, with the estimates as
   flow.  The channels of edges come first and in their order; those of edges
   that are not reached stay empty and touch nothing; the last leads from the
   exit to the entry.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_flow_build (struct hwpgo_flow_network *net,
                      struct hwpgo_flow_graph *graph);

/* List NET's halves and add up its surpluses.  Returns 0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_flow_list (struct hwpgo_flow_network *net);

/* Make NET's flow one in which no node has a surplus, of least cost, and set
   the potentials, by first putting together what is in series or parallel.
   Returns 1, 0 when that would take too long, or -HWPGO_E_NOMEM.  */
int hwpgo_flow_reduce (struct hwpgo_flow_network *net);

/* Set the potential of node U, where A and B meet and nothing else does, by
   those of their other ends, so that neither is changed at a gain.  */
void hwpgo_flow_fit_potential (const struct hwpgo_flow_network *net,
                               uint32_t u,
                               const struct hwpgo_flow_channel *a,
                               const struct hwpgo_flow_channel *b);

/* As hwpgo_flow_reduce, without putting anything together.  */
int hwpgo_flow_scale (struct hwpgo_flow_network *net);

/* The same at once, but cost does not matter.  Only for the network of a
   whole graph, with the estimates as flow.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_flow_route (struct hwpgo_flow_network *net);

/* Lead something through edges of GRAPH, whose network is NET, that got
   nothing and are not known to be 0.  Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_flow_raise (struct hwpgo_flow_network *net,
                      const struct hwpgo_flow_graph *graph);

/* Give C the flow FLOW.  */
static inline void
hwpgo_flow_set (const struct hwpgo_flow_network *net,
                struct hwpgo_flow_channel *c, int64_t flow)
{
  const struct hwpgo_flow_piece *p = &net->pieces->all[c->pieces];
  uint32_t at = c->at;
  c->flow = flow;
  while (at < c->n_pieces && p[at].end <= flow)
    at++;
  while (at > 0 && p[at - 1].end > flow)
    at--;
  c->at = at;
  c->up = at < c->n_pieces ? p[at].end : flow;
  c->up_price = at < c->n_pieces ? p[at].price : HWPGO_FLOW_NO_PRICE;
  if (at > 0 && p[at - 1].end == flow)
    at--;
  c->down = at > 0 ? p[at - 1].end : c->low;
  c->down_price
      = flow > c->low ? p[at].price : -HWPGO_FLOW_NO_PRICE;
}

/* What a unit more from U through half H costs, as a reduced price in units
   of 2^-SCALE: its price, plus U's potential, less the other end's.  ROOM is
   how many have it; where there is none the price says nothing.  */
static inline int64_t
hwpgo_flow_reduced (const struct hwpgo_flow_network *net, uint32_t u,
                    struct hwpgo_flow_half h, int64_t *room)
{
  const struct hwpgo_flow_channel *c = &net->channels[h.channel];
  bool forward = c->from == u;
  int64_t price = forward ? c->up_price : -c->down_price;
  *room = forward ? c->up - c->flow : c->flow - c->down;
  return price * ((int64_t) 1 << net->scale) + net->potential[u]
         - net->potential[h.far];
}

/* Change the flow from U through half H by AMOUNT.  */
static inline void
hwpgo_flow_push (const struct hwpgo_flow_network *net, uint32_t u,
                 struct hwpgo_flow_half h, int64_t amount)
{
  struct hwpgo_flow_channel *c = &net->channels[h.channel];
  hwpgo_flow_set (net, c, c->flow + (c->from == u ? amount : -amount));
  net->surplus[u] -= amount;
  net->surplus[h.far] += amount;
}

#endif
