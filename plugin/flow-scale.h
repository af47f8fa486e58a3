/* What the parts of cost scaling share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_FLOW_SCALE_H
#define HWPGO_PLUGIN_FLOW_SCALE_H

#include "plugin/flow-network.h"

/* What the search looks at most, of one half of a node.  */
struct hwpgo_flow_way
{
  int64_t room; /* how many units more can go at PRICE.  */
  int32_t price;
  int32_t back_price; /* of a unit that comes the other way; where none can,
                         HWPGO_FLOW_NO_PRICE.  */
  uint32_t far;       /* the node at the other end, ...  */
  uint32_t mate;      /* ... and the way there that comes back.  */
};

struct hwpgo_flow_scaling
{
  struct hwpgo_flow_network *net;
  struct hwpgo_flow_way *ways; /* of the network's halves.  */
  unsigned epsilon;            /* as a power of two, in units of potentials.  */
  uint32_t *current;           /* half from which to look on at each node.  */
  uint32_t *queue; /* nodes with a surplus, or to look at; a ring.  */
  size_t head, length;
  bool *queued;
  int64_t effort;   /* what is left.  */
  size_t n_lowered; /* since the potentials were last set anew.  */

  int64_t *round; /* potentials that are whole prices.  */

  /* Setting potentials anew: nodes by their distance.  */
  uint32_t *rank, *bucket, *next, *previous;
  size_t n_buckets;
};

/* Lower each node by how far it is from a lack, so that the ways there lead
   downhill.  */
void hwpgo_flow_set_potentials (struct hwpgo_flow_scaling *s);

/* Prices are whole numbers, so potentials that are, too, show that the flow
   is the cheapest, long before EPSILON does.  Look for some near those that
   there are; true when they are found, and set.  */
bool hwpgo_flow_settle_potentials (struct hwpgo_flow_scaling *s);

/* Put U into the queue, unless it is there.  */
static inline void
hwpgo_flow_enqueue (struct hwpgo_flow_scaling *s, uint32_t u)
{
  if (s->queued[u])
    return;
  s->queued[u] = true;
  size_t at = s->head + s->length++;
  s->queue[at < s->net->n_nodes ? at : at - s->net->n_nodes] = u;
}

/* Take the first node out of the queue, which is not empty.  */
static inline uint32_t
hwpgo_flow_dequeue (struct hwpgo_flow_scaling *s)
{
  uint32_t u = s->queue[s->head];
  s->head = s->head + 1 < s->net->n_nodes ? s->head + 1 : 0;
  s->length--;
  s->queued[u] = false;
  return u;
}

/* The reduced price of a unit more from U by way W.  */
static inline int64_t
hwpgo_flow_way_price (const struct hwpgo_flow_scaling *s, uint32_t u,
                      const struct hwpgo_flow_way *w)
{
  return (int64_t) w->price * ((int64_t) 1 << s->net->scale)
         + s->net->potential[u] - s->net->potential[w->far];
}

#endif
