/* Flows of least cost against a simple, slow way to find them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/flow-price.h"
#include "testsuite/unit/unit.h"

#define MAX_NODES 12
#define MAX_CHANNELS 40
#define LIMIT 100000

static uint64_t random_state;

static uint64_t
random_below (uint64_t n)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state % n;
}

struct fixture
{
  struct hwpgo_arena arena;
  struct hwpgo_flow_pieces pieces;
  struct hwpgo_flow_network net;
};

static void
add_channel (struct fixture *f, uint32_t from, uint32_t to, int64_t estimate,
             int32_t less, int32_t more)
{
  struct hwpgo_flow_channel *c = &f->net.channels[f->net.n_channels++];
  *c = (struct hwpgo_flow_channel){
    .from = from, .to = to, .flow = estimate, .pieces = (uint32_t) f->pieces.n
  };
  CHECK (HWPGO_GROW (f->pieces.all, f->pieces.capacity, f->pieces.n + 3));
  if (estimate > 0)
    f->pieces.all[f->pieces.n++]
        = (struct hwpgo_flow_piece){ estimate, -less };
  f->pieces.all[f->pieces.n++]
      = (struct hwpgo_flow_piece){ estimate + 5, more };
  f->pieces.all[f->pieces.n++] = (struct hwpgo_flow_piece){ LIMIT, 3 * more };
  c->n_pieces = (uint32_t) f->pieces.n - c->pieces;
  hwpgo_flow_set (&f->net, c, estimate);
}

/* A random network; the same for the same SEED.  */
static void
make (struct fixture *f, uint64_t seed, bool sparse)
{
  *f = (struct fixture){ 0 };
  random_state = seed * 7919 + 1;
  f->net.arena = &f->arena;
  f->net.pieces = &f->pieces;
  f->net.limit = LIMIT;
  f->net.n_nodes = 2 + random_below (MAX_NODES - 2);
  f->net.channels = hwpgo_arena_alloc (
      &f->arena, 2 * MAX_CHANNELS * sizeof *f->net.channels);
  size_t n = sparse ? f->net.n_nodes + random_below (4)
                    : 1 + random_below (MAX_CHANNELS - 1);
  for (size_t i = 0; i < n; i++)
    {
      uint32_t from = (uint32_t) random_below (f->net.n_nodes);
      uint32_t to = (uint32_t) random_below (f->net.n_nodes);
      if (sparse && i < f->net.n_nodes) /* a circle, at least.  */
        {
          from = (uint32_t) i;
          to = (uint32_t) ((i + 1) % f->net.n_nodes);
        }
      int64_t estimate = (int64_t) (random_below (4) * random_below (30));
      int32_t price = random_below (2) ? 1 : 10;
      add_channel (f, from, to, estimate, 2 * price,
                   price * (1 + (int32_t) random_below (3)));
    }
  CHECK (hwpgo_flow_list (&f->net) == 0);
}

static void
unmake (struct fixture *f)
{
  hwpgo_arena_free (&f->arena);
  free (f->pieces.all);
}

/* What all flow costs, or -1 where it is none.  */
static int64_t
cost_of (const struct fixture *f)
{
  int64_t cost = 0, surplus[MAX_NODES] = { 0 };
  for (size_t i = 0; i < f->net.n_channels; i++)
    {
      const struct hwpgo_flow_channel *c = &f->net.channels[i];
      const struct hwpgo_flow_piece *p = &f->pieces.all[c->pieces];
      int64_t at = 0;
      surplus[c->from] -= c->flow;
      surplus[c->to] += c->flow;
      if (c->flow < 0)
        return -1;
      for (uint32_t k = 0; k < c->n_pieces && at < c->flow; k++)
        {
          int64_t end = p[k].end < c->flow ? p[k].end : c->flow;
          cost += (end - at) * p[k].price;
          at = end;
        }
      /* Counted from the estimate, a cost is never negative.  */
      if (p[0].price < 0)
        cost -= p[0].end * p[0].price;
    }
  for (size_t u = 0; u < f->net.n_nodes; u++)
    if (surplus[u] != 0)
      return -1;
  return cost;
}

/* Look for a circle that can be changed at a gain, and change it; Bellman and
 * Ford's algorithm from all nodes at once.  */
static bool
cancel_circle (struct fixture *f)
{
  int64_t distance[MAX_NODES] = { 0 };
  struct hwpgo_flow_half by[MAX_NODES]; /* seen from the node it led to.  */
  uint32_t last = UINT32_MAX;
  for (size_t round = 0; round <= f->net.n_nodes; round++)
    {
      last = UINT32_MAX;
      for (uint32_t i = 0; i < f->net.n_channels; i++)
        for (int back = 0; back < 2; back++)
          {
            const struct hwpgo_flow_channel *c = &f->net.channels[i];
            uint32_t u = back ? c->to : c->from, v = back ? c->from : c->to;
            int64_t price = back ? -c->down_price : c->up_price;
            if ((back ? c->down : c->up) == c->flow
                || distance[v] <= distance[u] + price)
              continue;
            distance[v] = distance[u] + price;
            by[v] = (struct hwpgo_flow_half){ i, u };
            last = v;
          }
    }
  if (last == UINT32_MAX)
    return false;
  for (size_t i = 0; i < f->net.n_nodes; i++)
    last = by[last].far;
  int64_t amount = INT64_MAX;
  for (int push = 0; push < 2; push++)
    {
      uint32_t v = last;
      do
        {
          struct hwpgo_flow_channel *c = &f->net.channels[by[v].channel];
          bool forward = c->to == v;
          int64_t room = forward ? c->up - c->flow : c->flow - c->down;
          amount = amount < room ? amount : room;
          if (push)
            hwpgo_flow_set (&f->net, c,
                            c->flow + (forward ? amount : -amount));
          v = by[v].far;
        }
      while (v != last);
    }
  return true;
}

/* The least cost, from no flow at all and circle by circle.  */
static int64_t
least_cost (uint64_t seed, bool sparse)
{
  struct fixture f;
  make (&f, seed, sparse);
  for (size_t i = 0; i < f.net.n_channels; i++)
    {
      struct hwpgo_flow_channel *c = &f.net.channels[i];
      hwpgo_flow_set (&f.net, c,
                      c->from == c->to ? hwpgo_flow_cheapest (&f.pieces, c)
                                       : 0);
    }
  while (cancel_circle (&f))
    continue;
  int64_t cost = cost_of (&f);
  unmake (&f);
  return cost;
}

/* True if potentials show that no channel can be changed at a gain; each may
   be off by a little, but by less than a whole price together.  */
static bool
potentials_are_right (const struct hwpgo_flow_network *net)
{
  for (uint32_t u = 0; u < net->n_nodes; u++)
    for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
      {
        int64_t room;
        if (hwpgo_flow_reduced (net, u, net->halves[i], &room)
                < -(int64_t) net->n_nodes
            && room > 0)
          return false;
      }
  return true;
}

static void
compare (int (*solve) (struct hwpgo_flow_network *net), bool sparse)
{
  for (uint64_t seed = 1; seed <= 1000; seed++)
    {
      struct fixture f;
      make (&f, seed, sparse);
      CHECK (solve (&f.net) == 1);
      int64_t cost = cost_of (&f), least = least_cost (seed, sparse);
      CHECK (potentials_are_right (&f.net));
      unmake (&f);
      if (cost == least)
        continue;
      printf ("seed %llu: cost %lld, not %lld\n", (unsigned long long) seed,
              (long long) cost, (long long) least);
      unit_failed_checks++;
    }
}

static void
scaling_finds_the_cheapest (void)
{
  compare (hwpgo_flow_scale, false);
  compare (hwpgo_flow_scale, true);
}

static void
putting_together_finds_the_cheapest (void)
{
  compare (hwpgo_flow_reduce, false);
  compare (hwpgo_flow_reduce, true);
}

/* Any flow will do.  */
static void
routes_are_flows (void)
{
  for (uint64_t seed = 1; seed <= 100; seed++)
    {
      struct fixture f;
      make (&f, seed, true);
      /* From the exit to the entry, last, as hwpgo_flow_route wants it.  */
      f.net.exit = f.net.n_nodes - 1;
      f.net.entry = 0;
      add_channel (&f, (uint32_t) f.net.exit, 0, 3, 1, 1);
      CHECK (hwpgo_flow_list (&f.net) == 0);
      CHECK (hwpgo_flow_route (&f.net) == 0);
      CHECK (cost_of (&f) >= 0);
      unmake (&f);
    }
}

/* --- prices --------------------------------------------------------------*/

/* The cost of FLOW through C, counted from LOW.  */
static int64_t
cost_at (const struct hwpgo_flow_pieces *pieces,
         const struct hwpgo_flow_channel *c, int64_t flow)
{
  const struct hwpgo_flow_piece *p = &pieces->all[c->pieces];
  int64_t cost = 0, at = c->low;
  for (uint32_t k = 0; k < c->n_pieces && at < flow; k++)
    {
      int64_t end = p[k].end < flow ? p[k].end : flow;
      cost += (end - at) * p[k].price;
      at = end;
    }
  return cost;
}

static void
prices_add_and_line_up (void)
{
  struct fixture f = { 0 };
  struct hwpgo_flow_channel series = { 0 }, parallel = { 0 };
  f.arena = (struct hwpgo_arena){ 0 };
  f.net.pieces = &f.pieces;
  f.net.channels = calloc (2, sizeof *f.net.channels);
  add_channel (&f, 0, 1, 10, 2, 1);
  add_channel (&f, 1, 0, 7, 4, 3);
  struct hwpgo_flow_part a = { &f.net.channels[0], false },
                         b = { &f.net.channels[1], false },
                         reversed = { &f.net.channels[1], true };
  CHECK (hwpgo_flow_in_series (&f.pieces, a, b, &series));
  for (int64_t x = 0; x < 40; x++)
    CHECK (cost_at (&f.pieces, &series, x)
           == cost_at (&f.pieces, a.channel, x)
                  + cost_at (&f.pieces, b.channel, x));
  CHECK (hwpgo_flow_in_parallel (&f.pieces, a, reversed, 50, &parallel));
  CHECK (parallel.low == -50);
  int64_t before = cost_at (&f.pieces, &parallel, -20);
  for (int64_t x = -20; x < 20; x++)
    {
      int64_t least = INT64_MAX;
      for (int64_t y = 0; y < 60; y++) /* A, and Y - X the other way.  */
        if (y - x >= 0)
          {
            int64_t cost = cost_at (&f.pieces, a.channel, y)
                           + cost_at (&f.pieces, b.channel, y - x);
            least = cost < least ? cost : least;
          }
      static int64_t first;
      int64_t made = cost_at (&f.pieces, &parallel, x) - before;
      first = x == -20 ? least : first;
      CHECK (made == least - first);
      int64_t share = hwpgo_flow_share (&f.pieces, a, reversed, x);
      CHECK (cost_at (&f.pieces, a.channel, share)
                 + cost_at (&f.pieces, b.channel, share - x)
             == least);
    }
  CHECK (hwpgo_flow_cheapest (&f.pieces, &series) == 7);
  free (f.net.channels);
  free (f.pieces.all);
}

int
main (void)
{
  RUN (prices_add_and_line_up);
  RUN (scaling_finds_the_cheapest);
  RUN (putting_together_finds_the_cheapest);
  RUN (routes_are_flows);
  return UNIT_RESULT;
}
