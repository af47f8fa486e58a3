/* A flow of least cost by cost scaling.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each node has a potential.  The reduced price of a unit more through a
   channel is its price, plus the potential where it begins, less that where
   it ends; taking one back costs the opposite.  A flow is off by EPSILON if
   no reduced price is under -EPSILON; once that is less than 1 / N of the
   least difference of prices, it is the cheapest of all.  So EPSILON starts
   large and is divided by 2^STEP_BITS until then.  For each, whatever is off
   by more is changed as far as it goes, and the surpluses that this leaves
   are moved on, downhill, until they meet lacks; nodes with nothing downhill
   are lowered.  (Goldberg, Tarjan: "Finding minimum-cost circulations by
   successive approximation", 1990; moving in short paths and setting all
   potentials anew now and then are of Goldberg 1997 and Kovacs 2015.)

   Every phase ends with a flow that fits together, so the effort is bounded:
   when it is used up, the flow of the last phase is the result.  */

#include "plugin/flow-scale.h"

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

/* Note what half I now allows.  */
static void
set_way (struct hwpgo_flow_scaling *s, uint32_t u, uint32_t i)
{
  const struct hwpgo_flow_channel *c
      = &s->net->channels[s->net->halves[i].channel];
  struct hwpgo_flow_way *w = &s->ways[i];
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

/* Move AMOUNT from U through half I.  */
static void
push (struct hwpgo_flow_scaling *s, uint32_t u, uint32_t i, int64_t amount)
{
  hwpgo_flow_push (s->net, u, s->net->halves[i], amount);
  set_way (s, u, i);
  set_way (s, s->ways[i].far, s->ways[i].mate);
}

/* Change every channel that is off by more than EPSILON until it is not.  */
static void
saturate (struct hwpgo_flow_scaling *s)
{
  const struct hwpgo_flow_network *net = s->net;
  int64_t off = -((int64_t) 1 << s->epsilon);
  for (uint32_t u = 0; u < net->n_nodes; u++)
    for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
      while (hwpgo_flow_way_price (s, u, &s->ways[i]) < off
             && s->ways[i].room > 0)
        push (s, u, i, s->ways[i].room);
  for (uint32_t u = 0; u < net->n_nodes; u++)
    {
      s->current[u] = net->first[u];
      if (net->surplus[u] > 0)
        hwpgo_flow_enqueue (s, u);
    }
}

/* --- moving surpluses ----------------------------------------------------*/

/* Lower U until a way leads downhill.  */
static void
lower (struct hwpgo_flow_scaling *s, uint32_t u)
{
  const struct hwpgo_flow_network *net = s->net;
  int64_t least = INT64_MAX;
  for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
    {
      const struct hwpgo_flow_way *w = &s->ways[i];
      int64_t price = hwpgo_flow_way_price (s, u, w);
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

/* Look for a half of U that leads downhill, from where the last one was.  */
static bool
find_downhill (struct hwpgo_flow_scaling *s, uint32_t u, uint32_t *found)
{
  const struct hwpgo_flow_network *net = s->net;
  uint32_t i = s->current[u], end = net->first[u + 1];
  while (i < end
         && (hwpgo_flow_way_price (s, u, &s->ways[i]) >= 0
             || s->ways[i].room == 0))
    i++;
  s->effort -= i - s->current[u] + 1;
  s->current[u] = i;
  *found = i;
  return i < end;
}

/* Move as much as goes from U along the N halves of PATH.  */
static void
push_along (struct hwpgo_flow_scaling *s, uint32_t u, const uint32_t *path,
            size_t n)
{
  const int64_t *surplus = s->net->surplus;
  for (size_t i = 0; i < n; i++)
    {
      const struct hwpgo_flow_way *w = &s->ways[path[i]];
      int64_t room = hwpgo_flow_way_price (s, u, w) < 0 ? w->room : 0;
      push (s, u, path[i], surplus[u] < room ? surplus[u] : room);
      if (surplus[u] > 0)
        hwpgo_flow_enqueue (s, u);
      u = w->far;
      if (surplus[u] <= 0)
        return;
    }
  hwpgo_flow_enqueue (s, u);
}

/* Move some of START's surplus along a short way downhill.  */
static void
move (struct hwpgo_flow_scaling *s, uint32_t start)
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
refine (struct hwpgo_flow_scaling *s)
{
  saturate (s);
  hwpgo_flow_set_potentials (s);
  while (s->length > 0)
    {
      uint32_t u = hwpgo_flow_dequeue (s);
      while (s->net->surplus[u] > 0)
        {
          if (s->effort <= 0)
            return false;
          move (s, u);
        }
      if (s->n_lowered > s->net->n_nodes / 2)
        hwpgo_flow_set_potentials (s);
    }
  return true;
}

/* --- phases --------------------------------------------------------------*/

/* Make the ways of the network's halves.  */
static void
set_ways (struct hwpgo_flow_scaling *s, uint32_t *seen)
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
prepare (struct hwpgo_flow_scaling *s)
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
  struct hwpgo_flow_scaling s = { .net = net };
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
         && (s.epsilon >= net->scale || !hwpgo_flow_settle_potentials (&s)));
  if (any)
    for (size_t i = 0; i < net->n_channels; i++)
      hwpgo_flow_set (net, &net->channels[i], good[i]);
  return any;
}
