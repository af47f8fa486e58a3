/* Putting together what is in series or parallel.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where two channels meet at a node and nothing else does, they carry the
   same, and become one whose prices are the sums.  Two channels between the
   same nodes become one that takes what is cheaper.  Which way they lead does
   not matter: the flow may be negative.  A channel at whose end is nothing
   else carries nothing, and one that leads back to where it begins what is
   cheapest.  So straight code, branches, switches, and loops vanish from the
   inside out, together with the blocks' own channels; what is left are jumps
   across: conditions of several parts, errors that leave from everywhere.
   When that is solved, everything is taken apart again in the opposite order.
   The result is exactly as cheap as without.  */

#include "plugin/flow-price.h"

/* Channels of more pieces are left alone, so that the work stays linear.  */
#define MAX_PIECES 48

#define NONE UINT32_MAX

enum event_kind
{
  SERIES,   /* A and B met at NODE and became MADE.  */
  PARALLEL, /* A and B became MADE.  */
  DEAD_END, /* NODE has A alone.  */
  CIRCLE    /* A leads back to where it began.  */
};

struct event
{
  enum event_kind kind;
  uint32_t node, a, b, made;
};

struct reducing
{
  struct hwpgo_flow_network *net;
  uint32_t n; /* channels, with those made.  */
  struct event *events;
  size_t n_events;

  /* Channel I is in the list of its FROM as 2 * I, of its TO as 2 * I + 1.  */
  uint32_t *head, *degree;   /* of nodes.  */
  uint32_t *next, *previous; /* of ends.  */
  bool *gone;                /* channels that are part of another.  */
  uint32_t *round;           /* in which a channel was made.  */
  uint32_t *work, *later;    /* nodes to look at, now and in the next.  */
  size_t n_work, n_later;
  bool *listed; /* nodes that are in one of these.  */
  uint32_t this_round;
  struct hwpgo_map pairs; /* of nodes: 1 + the channel between them.  */
};

static struct hwpgo_flow_channel *
channel (const struct reducing *r, uint32_t i)
{
  return &r->net->channels[i];
}

/* --- lists ---------------------------------------------------------------*/

static uint32_t
end_node (const struct reducing *r, uint32_t end)
{
  const struct hwpgo_flow_channel *c = channel (r, end / 2);
  return end & 1 ? c->to : c->from;
}

static void
link_end (struct reducing *r, uint32_t end)
{
  uint32_t u = end_node (r, end), after = r->head[u];
  r->next[end] = after;
  r->previous[end] = NONE;
  if (after != NONE)
    r->previous[after] = end;
  r->head[u] = end;
  r->degree[u]++;
}

static void
unlink_end (struct reducing *r, uint32_t end)
{
  uint32_t u = end_node (r, end);
  uint32_t before = r->previous[end], after = r->next[end];
  if (before == NONE)
    r->head[u] = after;
  else
    r->next[before] = after;
  if (after != NONE)
    r->previous[after] = before;
  r->degree[u]--;
}

static void
look_later (struct reducing *r, uint32_t u)
{
  if (r->listed[u] || r->degree[u] == 0 || r->degree[u] > 2)
    return;
  r->listed[u] = true;
  r->later[r->n_later++] = u;
}

static void
note (struct reducing *r, struct event event)
{
  r->events[r->n_events++] = event;
}

/* Channel I is no more.  */
static void
take_out (struct reducing *r, uint32_t i)
{
  r->gone[i] = true;
  unlink_end (r, 2 * i);
  unlink_end (r, 2 * i + 1);
}

/* --- putting together ----------------------------------------------------*/

/* Channel I as seen from node U, forward if it begins there.  */
static struct hwpgo_flow_part
part_from (const struct reducing *r, uint32_t i, uint32_t u)
{
  const struct hwpgo_flow_channel *c = channel (r, i);
  return (struct hwpgo_flow_part){ c, c->from != u };
}

static bool put_in (struct reducing *r, uint32_t i);

/* Put A and B, which are between the same nodes, together.  */
static bool
put_parallel (struct reducing *r, uint32_t a, uint32_t b)
{
  uint32_t made = r->n++, u = channel (r, a)->from;
  struct hwpgo_flow_channel *c = channel (r, made);
  *c = (struct hwpgo_flow_channel){ .from = u, .to = channel (r, a)->to };
  if (!hwpgo_flow_in_parallel (r->net->pieces, part_from (r, a, u),
                               part_from (r, b, u), r->net->limit, c))
    return false;
  note (r, (struct event){ .kind = PARALLEL, .a = a, .b = b, .made = made });
  take_out (r, a);
  r->gone[b] = true; /* it was never put in.  */
  return put_in (r, made);
}

/* Put in channel I, which is new; where there is one between the same nodes,
   together with that.  */
static bool
put_in (struct reducing *r, uint32_t i)
{
  const struct hwpgo_flow_channel *c = channel (r, i);
  r->round[i] = r->this_round;
  if (c->from == c->to)
    {
      note (r, (struct event){ .kind = CIRCLE, .a = i });
      r->gone[i] = true;
      return true;
    }
  uint32_t low = c->from < c->to ? c->from : c->to;
  uint64_t *pair
      = hwpgo_map_slot (&r->pairs, low, (uint64_t) c->from + c->to - low);
  if (!pair)
    return false;
  uint32_t old = (uint32_t) *pair - 1;
  if (*pair && !r->gone[old]
      && channel (r, old)->n_pieces + c->n_pieces <= MAX_PIECES)
    return put_parallel (r, old, i);
  *pair = (uint64_t) i + 1;
  link_end (r, 2 * i);
  link_end (r, 2 * i + 1);
  look_later (r, c->from);
  look_later (r, c->to);
  return true;
}

static void
dead_end (struct reducing *r, uint32_t u)
{
  uint32_t a = r->head[u] / 2;
  const struct hwpgo_flow_channel *c = channel (r, a);
  uint32_t far = c->from == u ? c->to : c->from;
  take_out (r, a);
  note (r, (struct event){ .kind = DEAD_END, .node = u, .a = a });
  look_later (r, far);
}

/* Put the two channels at U together.  */
static bool
put_series (struct reducing *r, uint32_t u)
{
  uint32_t a = r->head[u] / 2, b = r->next[r->head[u]] / 2;
  const struct hwpgo_flow_channel *x = channel (r, a), *y = channel (r, b);
  if (x->n_pieces + y->n_pieces > MAX_PIECES)
    return true;
  /* One after the other along a chain would make each step longer than the
     one before.  */
  if (r->round[a] == r->this_round || r->round[b] == r->this_round)
    {
      look_later (r, u);
      return true;
    }
  uint32_t made = r->n++;
  struct hwpgo_flow_channel *c = channel (r, made);
  *c = (struct hwpgo_flow_channel){ .from = x->from == u ? x->to : x->from,
                                    .to = y->from == u ? y->to : y->from };
  struct hwpgo_flow_part first = { x, x->from == u };
  if (!hwpgo_flow_in_series (r->net->pieces, first, part_from (r, b, u), c))
    return false;
  note (r, (struct event){
               .kind = SERIES, .node = u, .a = a, .b = b, .made = made });
  take_out (r, a);
  take_out (r, b);
  return put_in (r, made);
}

static bool
put_all (struct reducing *r)
{
  uint32_t n = r->n;
  for (uint32_t i = 0; i < n; i++)
    if (!put_in (r, i))
      return false;
  while (r->n_later > 0)
    {
      uint32_t *work = r->later;
      size_t n_work = r->n_later;
      r->later = r->work;
      r->n_later = 0;
      r->work = work;
      r->this_round++;
      for (size_t i = 0; i < n_work; i++)
        {
          uint32_t u = work[i];
          r->listed[u] = false;
          if (r->degree[u] == 1)
            dead_end (r, u);
          else if (r->degree[u] == 2 && !put_series (r, u))
            return false;
        }
    }
  return true;
}

/* --- what is left --------------------------------------------------------*/

/* Make REST of the channels that are left, whose indices go to WHICH, and of
   the nodes that have some, whose new numbers go to NUMBER.  */
static bool
make_rest (const struct reducing *r, struct hwpgo_flow_network *rest,
           uint32_t *which, uint32_t *number)
{
  const struct hwpgo_flow_network *net = r->net;
  size_t n = 0;
  for (uint32_t i = 0; i < r->n; i++)
    if (!r->gone[i])
      which[n++] = i;
  for (size_t u = 0; u < net->n_nodes; u++)
    if (r->degree[u] > 0)
      number[u] = (uint32_t) rest->n_nodes++;
  rest->channels
      = hwpgo_arena_alloc (rest->arena, (n + 1) * sizeof *rest->channels);
  if (!rest->channels)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_flow_channel *c = &rest->channels[i];
      *c = *channel (r, which[i]);
      c->from = number[c->from];
      c->to = number[c->to];
      hwpgo_flow_set (rest, c, hwpgo_flow_cheapest (rest->pieces, c));
    }
  rest->n_channels = n;
  return hwpgo_flow_list (rest) == 0;
}

/* As hwpgo_flow_scale.  */
static int
solve_rest (struct reducing *r)
{
  struct hwpgo_flow_network *net = r->net;
  struct hwpgo_flow_network rest
      = { .arena = net->arena, .pieces = net->pieces };
  uint32_t *which = hwpgo_arena_alloc (net->arena, (r->n + 1) * sizeof *which);
  uint32_t *number
      = hwpgo_arena_alloc (net->arena, net->n_nodes * sizeof *number);
  if (!which || !number || !make_rest (r, &rest, which, number))
    return -HWPGO_E_NOMEM;
  int ret = hwpgo_flow_scale (&rest);
  if (ret <= 0)
    return ret;
  for (size_t i = 0; i < rest.n_channels; i++)
    hwpgo_flow_set (net, channel (r, which[i]), rest.channels[i].flow);
  for (size_t u = 0; u < net->n_nodes; u++)
    if (r->degree[u] > 0)
      net->potential[u] = rest.potential[number[u]];
  net->scale = rest.scale;
  return 1;
}

/* --- taking apart --------------------------------------------------------*/

static void
set_flow (const struct reducing *r, uint32_t i, bool reversed, int64_t flow)
{
  hwpgo_flow_set (r->net, channel (r, i), reversed ? -flow : flow);
}

static void
take_apart (const struct reducing *r, const struct event *event)
{
  struct hwpgo_flow_network *net = r->net;
  const struct hwpgo_flow_channel *a = channel (r, event->a);
  const struct hwpgo_flow_channel *b = channel (r, event->b);
  const struct hwpgo_flow_channel *made = channel (r, event->made);
  switch (event->kind)
    {
    case SERIES:
      set_flow (r, event->a, a->from == event->node, made->flow);
      set_flow (r, event->b, b->from != event->node, made->flow);
      hwpgo_flow_fit_potential (net, event->node, a, b);
      break;
    case PARALLEL:
      {
        struct hwpgo_flow_part x = part_from (r, event->a, made->from);
        struct hwpgo_flow_part y = part_from (r, event->b, made->from);
        int64_t share = hwpgo_flow_share (net->pieces, x, y, made->flow);
        set_flow (r, event->a, x.reversed, share);
        set_flow (r, event->b, y.reversed, made->flow - share);
        break;
      }
    case DEAD_END:
      set_flow (r, event->a, false, 0);
      hwpgo_flow_fit_potential (net, event->node, a, a);
      break;
    case CIRCLE:
      set_flow (r, event->a, false, hwpgo_flow_cheapest (net->pieces, a));
      break;
    }
}

static bool
prepare (struct reducing *r)
{
  struct hwpgo_arena *arena = r->net->arena;
  size_t nodes = r->net->n_nodes, channels = 2 * r->net->n_channels;
#define ALLOCATE(member, count)                                               \
  (r->member = hwpgo_arena_alloc (arena, (count) * sizeof *r->member))
  if (!ALLOCATE (events, channels + nodes) || !ALLOCATE (head, nodes)
      || !ALLOCATE (degree, nodes) || !ALLOCATE (next, 2 * channels)
      || !ALLOCATE (previous, 2 * channels) || !ALLOCATE (gone, channels)
      || !ALLOCATE (round, channels) || !ALLOCATE (work, nodes)
      || !ALLOCATE (later, nodes) || !ALLOCATE (listed, nodes))
    return false;
#undef ALLOCATE
  for (size_t u = 0; u < nodes; u++)
    r->head[u] = NONE;
  return true;
}

int
hwpgo_flow_reduce (struct hwpgo_flow_network *net)
{
  struct reducing r = { .net = net, .n = (uint32_t) net->n_channels };
  int ret = -HWPGO_E_NOMEM;
  if (prepare (&r) && put_all (&r))
    ret = solve_rest (&r);
  if (ret > 0)
    for (size_t i = r.n_events; i-- > 0;)
      take_apart (&r, &r.events[i]);
  hwpgo_map_free (&r.pairs);
  return ret;
}
