/* Potentials of nodes: by distance, whole ones, and of those put back.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/flow-scale.h"

#include <string.h>

/* Look at each channel so many times for whole potentials.  */
#define SETTLE_EFFORT 12

#define NO_NODE UINT32_MAX

/* --- by distance ---------------------------------------------------------*/

static void
bucket_remove (struct hwpgo_flow_scaling *s, uint32_t u)
{
  uint32_t before = s->previous[u], after = s->next[u];
  if (before == NO_NODE)
    s->bucket[s->rank[u]] = after;
  else
    s->next[before] = after;
  if (after != NO_NODE)
    s->previous[after] = before;
}

static void
bucket_add (struct hwpgo_flow_scaling *s, uint32_t u, uint32_t rank)
{
  uint32_t after = s->bucket[rank];
  s->rank[u] = rank;
  s->previous[u] = NO_NODE;
  s->next[u] = after;
  if (after != NO_NODE)
    s->previous[after] = u;
  s->bucket[rank] = u;
}

/* Offer those from which U can be reached their distances by way of it.  */
static void
rank_neighbours (struct hwpgo_flow_scaling *s, uint32_t u)
{
  const struct hwpgo_flow_network *net = s->net;
  uint32_t rank = s->rank[u];
  for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      const struct hwpgo_flow_way *w = &s->ways[i];
      uint32_t v = w->far;
      if (s->rank[v] <= rank || w->back_price == HWPGO_FLOW_NO_PRICE)
        continue;
      int64_t price = (int64_t) w->back_price * ((int64_t) 1 << net->scale)
                      + net->potential[v] - net->potential[u];
      uint64_t far
          = rank
            + ((uint64_t) (price + ((int64_t) 1 << s->epsilon)) >> s->epsilon);
      if (far >= s->rank[v] || far >= s->n_buckets)
        continue;
      if (s->rank[v] < s->n_buckets)
        bucket_remove (s, v);
      bucket_add (s, v, (uint32_t) far);
    }
  s->effort -= net->first[u + 1] - net->first[u];
}

void
hwpgo_flow_set_potentials (struct hwpgo_flow_scaling *s)
{
  const struct hwpgo_flow_network *net = s->net;
  int64_t left = 0;
  size_t rank = 0;
  memset (s->bucket, 0xff, s->n_buckets * sizeof *s->bucket);
  for (uint32_t u = 0; u < net->n_nodes; u++)
    {
      s->rank[u] = (uint32_t) s->n_buckets;
      if (net->surplus[u] < 0)
        bucket_add (s, u, 0);
      else
        left += net->surplus[u];
    }
  while (rank < s->n_buckets && left > 0)
    {
      uint32_t u = s->bucket[rank];
      if (u == NO_NODE)
        {
          rank++;
          continue;
        }
      bucket_remove (s, u);
      rank_neighbours (s, u);
      if (net->surplus[u] > 0)
        left -= net->surplus[u];
    }
  for (uint32_t u = 0; u < net->n_nodes; u++)
    {
      size_t by = s->rank[u] < rank ? s->rank[u] : rank;
      if (by == 0)
        continue;
      net->potential[u] -= (int64_t) by * ((int64_t) 1 << s->epsilon);
      s->current[u] = net->first[u];
    }
  s->n_lowered = 0;
}

/* --- done early ----------------------------------------------------------*/

/* Lower those nodes to which a unit more from U could go at a gain, in ROUND,
   which are potentials in units of prices.  Returns what is looked at.  */
static int64_t
round_neighbours (struct hwpgo_flow_scaling *s, int64_t *round, uint32_t u)
{
  const struct hwpgo_flow_network *net = s->net;
  for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      const struct hwpgo_flow_way *w = &s->ways[i];
      if (round[w->far] <= round[u] + w->price || w->room == 0)
        continue;
      round[w->far] = round[u] + w->price;
      hwpgo_flow_enqueue (s, w->far);
    }
  return net->first[u + 1] - net->first[u];
}

bool
hwpgo_flow_settle_potentials (struct hwpgo_flow_scaling *s)
{
  struct hwpgo_flow_network *net = s->net;
  int64_t effort = SETTLE_EFFORT * (int64_t) net->n_channels;
  for (uint32_t u = 0; u < net->n_nodes; u++)
    {
      s->round[u] = net->potential[u] >> net->scale;
      hwpgo_flow_enqueue (s, u);
    }
  while (s->length > 0)
    {
      uint32_t u = hwpgo_flow_dequeue (s);
      if (effort > 0)
        effort -= round_neighbours (s, s->round, u);
    }
  for (uint32_t u = 0; effort > 0 && u < net->n_nodes; u++)
    net->potential[u] = s->round[u] * ((int64_t) 1 << net->scale);
  return effort > 0;
}

/* --- of what was put together --------------------------------------------*/

/* The least, or the largest, potential of node U at which C is not changed at
   a gain, if the other end's is right.  */
static int64_t
bound (const struct hwpgo_flow_network *net,
       const struct hwpgo_flow_channel *c, uint32_t u, bool least)
{
  int64_t unit = (int64_t) 1 << net->scale;
  uint32_t far = c->from == u ? c->to : c->from;
  /* A unit more must not pay, nor one less.  */
  int64_t price = (c->from == u) == least ? c->up_price : c->down_price;
  return c->from == u ? net->potential[far] - price * unit
                      : net->potential[far]
                            + (least ? c->down_price : c->up_price) * unit;
}

void
hwpgo_flow_fit_potential (const struct hwpgo_flow_network *net, uint32_t u,
                          const struct hwpgo_flow_channel *a,
                          const struct hwpgo_flow_channel *b)
{
  /* Near that of A's other end, since where there is no room, the bounds are
     endlessly far.  */
  int64_t potential = net->potential[a->from == u ? a->to : a->from];
  int64_t high_a = bound (net, a, u, false), high_b = bound (net, b, u, false);
  int64_t low_a = bound (net, a, u, true), low_b = bound (net, b, u, true);
  int64_t high = high_a < high_b ? high_a : high_b;
  int64_t low = low_a > low_b ? low_a : low_b;
  potential = potential < high ? potential : high;
  net->potential[u] = potential > low ? potential : low;
}
