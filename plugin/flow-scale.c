/* A flow of least cost by cost scaling.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each node has a potential.  The reduced price of a unit more through a
   channel is its price, plus the potential where it begins, less that where
   it ends; taking one back costs the opposite.  A flow is off by EPSILON if
   no reduced price is under -EPSILON; once that is less than 1 / N of the
   least difference of prices, it is the cheapest of all.  So EPSILON starts
   large and is divided by 2^STEP_BITS until then.  For each,
   whatever has a negative reduced price is changed as far as it goes, and the
   surpluses that this leaves are moved on, downhill, until they meet lacks;
   nodes with nothing downhill are lowered.  (Goldberg, Tarjan: "Finding
   minimum-cost circulations by successive approximation", 1990; moving in
   short paths and setting all potentials anew now and then are of
   Goldberg 1997 and Kovacs 2015.)

   Every phase ends with a flow that fits together, so the effort is bounded:
   when it is used up, the flow of the last phase is the result.  */

#include "plugin/flow-network.h"

#include <string.h>

/* Binary digits that each phase adds.  */
#define STEP_BITS 4

/* Channels between two active nodes that are looked at at once.  */
#define MAX_PATH 4

/* Give up after looking so many times at each channel.  */
#define EFFORT 3000

/* Of the prices' scale, so that potentials fit.  In networks of more nodes
   than 2^MAX_SCALE the result may be a little dearer than the cheapest.  */
#define MAX_SCALE 20

/* Look at each channel so many times for whole potentials.  */
#define SETTLE_EFFORT 12

#define NO_NODE UINT32_MAX

struct scaling
{
  struct hwpgo_flow_network *net;
  unsigned epsilon;  /* as a power of two, in units of potentials.  */
  uint32_t *current; /* half from which to look on at each node.  */
  uint32_t *queue;   /* nodes with a surplus; a ring.  */
  size_t head, length;
  bool *queued;
  int64_t effort;   /* what is left.  */
  size_t n_lowered; /* since the potentials were last set anew.  */

  int64_t *round; /* potentials that are whole prices.  */

  /* Setting potentials anew: nodes by their distance.  */
  uint32_t *rank, *bucket, *next, *previous;
  size_t n_buckets;
};

static void
enqueue (struct scaling *s, uint32_t u)
{
  if (s->queued[u])
    return;
  s->queued[u] = true;
  size_t at = s->head + s->length++;
  s->queue[at < s->net->n_nodes ? at : at - s->net->n_nodes] = u;
}

static uint32_t
dequeue (struct scaling *s)
{
  uint32_t u = s->queue[s->head];
  s->head = s->head + 1 < s->net->n_nodes ? s->head + 1 : 0;
  s->length--;
  s->queued[u] = false;
  return u;
}

/* Change every channel that is off by more than EPSILON until it is not.  */
static void
saturate (struct scaling *s)
{
  const struct hwpgo_flow_network *net = s->net;
  for (uint32_t u = 0; u < net->n_nodes; u++)
    for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
      {
        struct hwpgo_flow_half h = net->halves[i];
        int64_t room;
        while (hwpgo_flow_reduced (net, u, h, &room) < 0 && room > 0)
          hwpgo_flow_push (net, u, h, room);
      }
  for (uint32_t u = 0; u < net->n_nodes; u++)
    {
      s->current[u] = net->first[u];
      if (net->surplus[u] > 0)
        enqueue (s, u);
    }
}

/* --- potentials ----------------------------------------------------------*/

static void
bucket_remove (struct scaling *s, uint32_t u)
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
bucket_add (struct scaling *s, uint32_t u, uint32_t rank)
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
rank_neighbours (struct scaling *s, uint32_t u)
{
  const struct hwpgo_flow_network *net = s->net;
  uint32_t rank = s->rank[u];
  for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      struct hwpgo_flow_half h = net->halves[i], back = { h.channel, u };
      int64_t room;
      uint32_t v = h.far;
      if (s->rank[v] <= rank)
        continue;
      int64_t price = hwpgo_flow_reduced (net, v, back, &room);
      if (room == 0)
        continue;
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

/* Lower each node by how far it is from a lack, so that the ways there lead
   downhill.  */
static void
set_potentials (struct scaling *s)
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

/* Lower U until a way leads downhill.  */
static void
lower (struct scaling *s, uint32_t u)
{
  const struct hwpgo_flow_network *net = s->net;
  int64_t least = INT64_MAX;
  for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      int64_t room, price = hwpgo_flow_reduced (net, u, net->halves[i], &room);
      if (room > 0 && price < least)
        least = price;
    }
  if (least < INT64_MAX)
    net->potential[u] -= least + ((int64_t) 1 << s->epsilon);
  s->current[u] = net->first[u];
  s->effort -= least < INT64_MAX ? net->first[u + 1] - net->first[u]
                                 : s->effort; /* no way at all.  */
  s->n_lowered++;
}

/* --- moving surpluses ----------------------------------------------------*/

/* Look for a half of U that leads downhill, from where the last one was.  */
static bool
find_downhill (struct scaling *s, uint32_t u, struct hwpgo_flow_half *found)
{
  const struct hwpgo_flow_network *net = s->net;
  uint32_t i = s->current[u];
  for (; i < net->first[u + 1]; i++)
    {
      int64_t room;
      if (hwpgo_flow_reduced (net, u, net->halves[i], &room) < 0 && room > 0)
        break;
    }
  s->effort -= i - s->current[u] + 1;
  s->current[u] = i;
  if (i == net->first[u + 1])
    return false;
  *found = net->halves[i];
  return true;
}

/* Move as much as goes from START along the N halves of PATH.  */
static void
push_along (struct scaling *s, uint32_t start,
            const struct hwpgo_flow_half *path, size_t n)
{
  const struct hwpgo_flow_network *net = s->net;
  uint32_t u = start;
  for (size_t i = 0; i < n; i++)
    {
      int64_t room, amount = net->surplus[u];
      if (hwpgo_flow_reduced (net, u, path[i], &room) >= 0)
        room = 0;
      hwpgo_flow_push (net, u, path[i], amount < room ? amount : room);
      if (net->surplus[u] > 0)
        enqueue (s, u);
      u = path[i].far;
      if (net->surplus[u] <= 0)
        return;
    }
  enqueue (s, u);
}

/* Move some of START's surplus along a short way downhill.  */
static void
move (struct scaling *s, uint32_t start)
{
  struct hwpgo_flow_half path[MAX_PATH];
  size_t n = 0;
  uint32_t u = start;
  while (n < MAX_PATH && s->net->surplus[u] >= 0)
    {
      struct hwpgo_flow_half h;
      if (find_downhill (s, u, &h))
        {
          path[n++] = h;
          u = h.far;
          continue;
        }
      lower (s, u);
      if (u != start)
        {
          n--;
          u = n > 0 ? path[n - 1].far : start;
        }
    }
  push_along (s, start, path, n);
}

/* True when every surplus has met a lack.  */
static bool
refine (struct scaling *s)
{
  saturate (s);
  set_potentials (s);
  while (s->length > 0)
    {
      uint32_t u = dequeue (s);
      while (s->net->surplus[u] > 0)
        {
          if (s->effort <= 0)
            return false;
          move (s, u);
        }
      if (s->n_lowered > s->net->n_nodes)
        set_potentials (s);
    }
  return true;
}

/* --- done early ----------------------------------------------------------*/

/* Lower those nodes to which a unit more from U could go at a gain, in ROUND,
   which are potentials in units of prices.  Returns what is looked at.  */
static int64_t
round_neighbours (struct scaling *s, int64_t *round, uint32_t u)
{
  const struct hwpgo_flow_network *net = s->net;
  for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      struct hwpgo_flow_half h = net->halves[i];
      const struct hwpgo_flow_channel *c = &net->channels[h.channel];
      bool forward = c->from == u;
      int64_t price = forward ? c->up_price : -c->down_price;
      if (round[h.far] <= round[u] + price
          || (forward ? c->up : c->down) == c->flow)
        continue;
      round[h.far] = round[u] + price;
      enqueue (s, h.far);
    }
  return net->first[u + 1] - net->first[u];
}

/* Prices are whole numbers, so potentials that are, too, show that the flow
   is the cheapest, long before EPSILON does.  Look for some near those that
   there are; true when they are found, and set.  */
static bool
settle_potentials (struct scaling *s)
{
  struct hwpgo_flow_network *net = s->net;
  int64_t effort = SETTLE_EFFORT * (int64_t) net->n_channels;
  for (uint32_t u = 0; u < net->n_nodes; u++)
    {
      s->round[u] = net->potential[u] >> net->scale;
      enqueue (s, u);
    }
  while (s->length > 0)
    {
      uint32_t u = dequeue (s);
      if (effort > 0)
        effort -= round_neighbours (s, s->round, u);
    }
  for (uint32_t u = 0; effort > 0 && u < net->n_nodes; u++)
    net->potential[u] = s->round[u] * ((int64_t) 1 << net->scale);
  return effort > 0;
}

/* --- phases --------------------------------------------------------------*/

static bool
prepare (struct scaling *s)
{
  struct hwpgo_arena *arena = s->net->arena;
  size_t n = s->net->n_nodes;
  s->n_buckets = n << STEP_BITS;
#define ALLOCATE(member, count)                                               \
  (s->member = hwpgo_arena_alloc (arena, (count) * sizeof *s->member))
  return ALLOCATE (current, n) && ALLOCATE (round, n) && ALLOCATE (queue, n)
         && ALLOCATE (queued, n) && ALLOCATE (rank, n) && ALLOCATE (next, n)
         && ALLOCATE (previous, n) && ALLOCATE (bucket, s->n_buckets);
#undef ALLOCATE
}

static bool
balanced (const struct hwpgo_flow_network *net)
{
  for (size_t u = 0; u < net->n_nodes; u++)
    if (net->surplus[u] != 0)
      return false;
  return true;
}

/* How many binary digits N has.  */
static unsigned
digits (uint64_t n)
{
  unsigned d = 0;
  for (; n; n >>= 1)
    d++;
  return d;
}

/* The largest price that any channel has, either sign.  */
static int64_t
largest_price (const struct hwpgo_flow_network *net)
{
  int64_t largest = 1;
  for (size_t i = 0; i < net->n_channels; i++)
    {
      const struct hwpgo_flow_channel *c = &net->channels[i];
      const struct hwpgo_flow_piece *p = &net->pieces->all[c->pieces];
      if (c->n_pieces == 0)
        continue;
      int64_t most = p[c->n_pieces - 1].price, least = -(int64_t) p[0].price;
      largest = most > largest ? most : largest;
      largest = least > largest ? least : largest;
    }
  return largest;
}

int
hwpgo_flow_scale (struct hwpgo_flow_network *net)
{
  struct scaling s = { .net = net };
  int64_t *good
      = hwpgo_arena_alloc (net->arena, net->n_channels * sizeof *good);
  bool any = balanced (net);
  if (any)
    return 1;
  if (!good || !prepare (&s))
    return -HWPGO_E_NOMEM;
  net->scale = digits (net->n_nodes);
  net->scale = net->scale < MAX_SCALE ? net->scale : MAX_SCALE;
  s.effort = (int64_t) (EFFORT * net->n_channels);
  /* What is far dearer than the rest is so rare that beginning a step further
     down is faster.  */
  unsigned most = digits ((uint64_t) largest_price (net));
  s.epsilon = net->scale + (most > STEP_BITS ? most - STEP_BITS : 0);
  do
    {
      s.epsilon -= s.epsilon < STEP_BITS ? s.epsilon : STEP_BITS;
      if (!refine (&s))
        break;
      for (size_t i = 0; i < net->n_channels; i++)
        good[i] = net->channels[i].flow;
      any = true;
    }
  while (s.epsilon > 0
         && (s.epsilon >= net->scale || !settle_potentials (&s)));
  if (any)
    for (size_t i = 0; i < net->n_channels; i++)
      hwpgo_flow_set (net, &net->channels[i], good[i]);
  return any;
}
