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

/* Give up after looking so many times at each channel, and at all of them; no
   program needs a tenth of the one, nor one of 100,000 blocks the other.  */
#define EFFORT 3000
#define MAX_EFFORT (INT64_C (1) << 26)

/* Of the prices' scale, so that potentials fit.  In networks of more nodes
   than 2^MAX_SCALE the result may be a little dearer than the cheapest.  */
#define MAX_SCALE 20

/* Look at each channel so many times for whole potentials.  */
#define SETTLE_EFFORT 12

#define NO_NODE UINT32_MAX

/* What the search looks at most, of one half of a node.  */
struct way
{
  int64_t room; /* how many units more can go at PRICE.  */
  int32_t price;
  int32_t back_price; /* of a unit that comes the other way; where none can,
                         HWPGO_FLOW_NO_PRICE.  */
  uint32_t far;       /* the node at the other end, ...  */
  uint32_t mate;      /* ... and the way there that comes back.  */
};

struct scaling
{
  struct hwpgo_flow_network *net;
  struct way *ways;  /* of the network's halves.  */
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

/* Note what half I now allows.  */
static void
set_way (struct scaling *s, uint32_t u, uint32_t i)
{
  const struct hwpgo_flow_channel *c
      = &s->net->channels[s->net->halves[i].channel];
  struct way *w = &s->ways[i];
  int64_t up = c->up - c->flow, down = c->flow - c->down;
  if (c->from == u)
    {
      w->room = up;
      w->price = c->up_price;
      w->back_price = down ? -c->down_price : HWPGO_FLOW_NO_PRICE;
    }
  else
    {
      w->room = down;
      w->price = -c->down_price;
      w->back_price = up ? c->up_price : HWPGO_FLOW_NO_PRICE;
    }
}

/* The reduced price of a unit more from U by way W.  */
static inline int64_t
reduced (const struct scaling *s, uint32_t u, const struct way *w)
{
  return (int64_t) w->price * ((int64_t) 1 << s->net->scale)
         + s->net->potential[u] - s->net->potential[w->far];
}

/* Move AMOUNT from U through half I.  */
static void
push (struct scaling *s, uint32_t u, uint32_t i, int64_t amount)
{
  hwpgo_flow_push (s->net, u, s->net->halves[i], amount);
  set_way (s, u, i);
  set_way (s, s->ways[i].far, s->ways[i].mate);
}

/* Change every channel that is off by more than EPSILON until it is not.  */
static void
saturate (struct scaling *s)
{
  const struct hwpgo_flow_network *net = s->net;
  int64_t off = -((int64_t) 1 << s->epsilon);
  for (uint32_t u = 0; u < net->n_nodes; u++)
    for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
      while (reduced (s, u, &s->ways[i]) < off && s->ways[i].room > 0)
        push (s, u, i, s->ways[i].room);
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
      const struct way *w = &s->ways[i];
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
      const struct way *w = &s->ways[i];
      int64_t price = reduced (s, u, w);
      if (price < least && w->room > 0)
        least = price;
    }
  /* From a node without any way on, none leads to a lack: out of reach.  */
  if (least == INT64_MAX)
    least = (int64_t) net->n_nodes * ((int64_t) 1 << s->epsilon);
  net->potential[u] -= least + ((int64_t) 1 << s->epsilon);
  s->current[u] = net->first[u];
  s->effort -= net->first[u + 1] - net->first[u] + 1;
  s->n_lowered++;
}

/* --- moving surpluses ----------------------------------------------------*/

/* Look for a half of U that leads downhill, from where the last one was.  */
static bool
find_downhill (struct scaling *s, uint32_t u, uint32_t *found)
{
  const struct hwpgo_flow_network *net = s->net;
  uint32_t i = s->current[u], end = net->first[u + 1];
  while (i < end && (reduced (s, u, &s->ways[i]) >= 0 || s->ways[i].room == 0))
    i++;
  s->effort -= i - s->current[u] + 1;
  s->current[u] = i;
  *found = i;
  return i < end;
}

/* Move as much as goes from U along the N halves of PATH.  */
static void
push_along (struct scaling *s, uint32_t u, const uint32_t *path, size_t n)
{
  const int64_t *surplus = s->net->surplus;
  for (size_t i = 0; i < n; i++)
    {
      const struct way *w = &s->ways[path[i]];
      int64_t room = reduced (s, u, w) < 0 ? w->room : 0;
      push (s, u, path[i], surplus[u] < room ? surplus[u] : room);
      if (surplus[u] > 0)
        enqueue (s, u);
      u = w->far;
      if (surplus[u] <= 0)
        return;
    }
  enqueue (s, u);
}

/* Move some of START's surplus along a short way downhill.  */
static void
move (struct scaling *s, uint32_t start)
{
  uint32_t path[MAX_PATH], u = start;
  size_t n = 0;
  while (n < MAX_PATH && s->net->surplus[u] >= 0 && s->effort > 0)
    {
      uint32_t i;
      if (find_downhill (s, u, &i))
        {
          path[n++] = i;
          u = s->ways[i].far;
          continue;
        }
      lower (s, u);
      if (n > 0)
        u = --n > 0 ? s->ways[path[n - 1]].far : start;
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
      if (s->n_lowered > s->net->n_nodes / 2)
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
      const struct way *w = &s->ways[i];
      if (round[w->far] <= round[u] + w->price || w->room == 0)
        continue;
      round[w->far] = round[u] + w->price;
      enqueue (s, w->far);
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

/* Make the ways of the network's halves.  */
static void
set_ways (struct scaling *s, uint32_t *seen)
{
  const struct hwpgo_flow_network *net = s->net;
  for (uint32_t u = 0; u < net->n_nodes; u++)
    for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
      {
        uint32_t channel = net->halves[i].channel, mate = seen[channel];
        s->ways[i].far = net->halves[i].far;
        set_way (s, u, i);
        seen[channel] = i + 1;
        if (mate == 0) /* the first half of the channel.  */
          continue;
        s->ways[i].mate = mate - 1;
        s->ways[mate - 1].mate = i;
      }
}

static bool
prepare (struct scaling *s)
{
  struct hwpgo_arena *arena = s->net->arena;
  size_t n = s->net->n_nodes, channels = s->net->n_channels;
  uint32_t *seen = hwpgo_arena_alloc (arena, channels * sizeof *seen);
  s->n_buckets = n << STEP_BITS;
#define ALLOCATE(member, count)                                               \
  (s->member = hwpgo_arena_alloc (arena, (count) * sizeof *s->member))
  if (!seen || !ALLOCATE (ways, 2 * channels) || !ALLOCATE (current, n)
      || !ALLOCATE (round, n) || !ALLOCATE (queue, n) || !ALLOCATE (queued, n)
      || !ALLOCATE (rank, n) || !ALLOCATE (next, n) || !ALLOCATE (previous, n)
      || !ALLOCATE (bucket, s->n_buckets))
    return false;
#undef ALLOCATE
  set_ways (s, seen);
  return true;
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
  s.effort = s.effort < MAX_EFFORT ? s.effort : MAX_EFFORT;
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
