/* Any flow, when there is no time for the cheapest.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each surplus takes the way to the exit that has the fewest edges, and each
   lack is filled from the entry.  That is linear and always works: the entry
   reaches every node, and every node reaches the exit.  */

#include "plugin/flow-network.h"

struct routing
{
  struct hwpgo_flow_network *net;
  uint32_t *order;            /* nodes by their distance from START.  */
  struct hwpgo_flow_half *to; /* the half that leads towards it.  */
  bool *seen;
};

/* Walk from node START along channels (FORWARD) or against them.  Returns how
   many nodes that reaches.  */
static size_t
find_tree (struct routing *r, size_t start, bool forward)
{
  const struct hwpgo_flow_network *net = r->net;
  size_t head = 0, tail = 0;
  for (size_t u = 0; u < net->n_nodes; u++)
    r->seen[u] = false;
  r->seen[start] = true;
  r->order[tail++] = (uint32_t) start;
  while (head < tail)
    {
      uint32_t u = r->order[head++];
      for (uint32_t i = net->first[u]; i < net->first[u + 1]; i++)
        {
          struct hwpgo_flow_half h = net->halves[i];
          if (r->seen[h.far]
              || (net->channels[h.channel].from == u) != forward)
            continue;
          r->seen[h.far] = true;
          r->to[h.far] = (struct hwpgo_flow_half){ h.channel, u };
          r->order[tail++] = h.far;
        }
    }
  return tail;
}

/* Leave node U nothing.  */
static void
clear (struct routing *r, uint32_t u, int64_t amount)
{
  struct hwpgo_flow_network *net = r->net;
  struct hwpgo_flow_channel *c = &net->channels[r->to[u].channel];
  net->surplus[u] -= amount;
  net->surplus[r->to[u].far] += amount;
  hwpgo_flow_set (net, c, c->flow + (amount > 0 ? amount : -amount));
}

int
hwpgo_flow_route (struct hwpgo_flow_network *net)
{
  struct routing r = { .net = net };
  r.order = hwpgo_arena_alloc (net->arena, net->n_nodes * sizeof *r.order);
  r.to = hwpgo_arena_alloc (net->arena, net->n_nodes * sizeof *r.to);
  r.seen = hwpgo_arena_alloc (net->arena, net->n_nodes);
  if (!r.order || !r.to || !r.seen)
    return -HWPGO_E_NOMEM;
  for (size_t i = find_tree (&r, net->exit, false); i-- > 1;)
    if (net->surplus[r.order[i]] > 0)
      clear (&r, r.order[i], net->surplus[r.order[i]]);
  for (size_t i = find_tree (&r, net->entry, true); i-- > 1;)
    if (r.order[i] != net->exit && net->surplus[r.order[i]] < 0)
      clear (&r, r.order[i], net->surplus[r.order[i]]);
  /* What the exit has is what the entry lacks.  */
  struct hwpgo_flow_channel *back = &net->channels[net->n_channels - 1];
  int64_t rest = net->surplus[net->exit];
  hwpgo_flow_set (net, back, back->flow + rest);
  net->surplus[net->exit] -= rest;
  net->surplus[net->entry] += rest;
  return 0;
}
