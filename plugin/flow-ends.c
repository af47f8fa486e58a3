/* Where flow ends, other than at the exit.
   SPDX-License-Identifier: GPL-2.0-or-later

   A call that does not come back ends its block, and flow ends there as at the
   exit.  A loop without a way out has no such block.  What comes into it
   stays: its count is that of its turns, and its first block has what comes in
   beside what comes back.  That is no flow, but nearly one if the loop turns
   often enough.  One that does not, since the program ended in a call that the
   code does not show to be the last, is taken to turn so often; GCC's own
   guess is no other.  */

#include "plugin/flow-internal.h"

/* An endless loop turns at least so often for each time that it is entered, so
   that the two sides of its first block are apart by less than the verifier
   of profiles tells of (FLOW in verify-rules.def).  */
#define LEAST_TURNS 64

#define NO_EDGE SIZE_MAX

/* Mark B and all blocks that lead to it, but do not look beyond those that are
   marked.  */
static void
mark_before (const struct hwpgo_flow_graph *graph, size_t b, bool *mark,
             size_t *stack)
{
  size_t depth = 0;
  if (mark[b])
    return;
  mark[b] = true;
  stack[depth++] = b;
  while (depth > 0)
    {
      b = stack[--depth];
      for (size_t i = graph->in.first[b]; i < graph->in.first[b + 1]; i++)
        {
          size_t from = graph->flow->edges[graph->in.edges[i]].from;
          if (mark[from])
            continue;
          mark[from] = true;
          stack[depth++] = from;
        }
    }
}

bool
hwpgo_flow_mark_ends (struct hwpgo_flow_graph *graph)
{
  size_t n = graph->flow->n_blocks, n_roots = 0;
  struct hwpgo_arena *arena = &graph->arena;
  bool *finite = hwpgo_arena_alloc (arena, n); /* an end is reached.  */
  bool *seen = hwpgo_arena_alloc (arena, n);
  size_t *stack = hwpgo_arena_alloc (arena, n * sizeof *stack);
  size_t *roots = hwpgo_arena_alloc (arena, n * sizeof *roots);
  graph->ends = hwpgo_arena_alloc (arena, n);
  if (!finite || !seen || !stack || !roots || !graph->ends)
    return false;
  graph->ends[HWPGO_FLOW_EXIT] = true;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      graph->ends[b] |= graph->out.first[b] == graph->out.first[b + 1];
      if (graph->ends[b])
        mark_before (graph, b, finite, stack);
    }
  /* Nothing that was marked for an earlier root leads to a later one.  So no
     way leads out of the loop of the last, nor, of those before it that do not
     lead there, of theirs.  A loop's root is its first block in the order.  */
  for (size_t i = 0; i < graph->n_order; i++)
    if (!finite[graph->order[i]] && !seen[graph->order[i]])
      {
        roots[n_roots++] = graph->order[i];
        mark_before (graph, graph->order[i], seen, stack);
      }
  while (n_roots-- > 0)
    if (!finite[roots[n_roots]])
      {
        graph->ends[roots[n_roots]] = true;
        mark_before (graph, roots[n_roots], finite, stack);
      }
  return true;
}

/* --- turns ---------------------------------------------------------------*/

struct turning
{
  struct hwpgo_flow_graph *graph;
  size_t *by;    /* the edge that led to a block, ...  */
  size_t *round; /* ... in this round of looking.  */
  size_t this_round;
  size_t *queue;
};

/* Which edges a circle may take: the first of these by which there is one.  */
enum ways
{
  FLOWING, /* something goes along them already.  */
  LIKELY,  /* GCC does not take them for impossible.  */
  ANY,
  N_WAYS
};

static bool
allowed (const struct hwpgo_flow_graph *graph, size_t e, enum ways ways)
{
  return ways == ANY
         || (ways == LIKELY && hwpgo_flow_probability (graph, e) > 0)
         || (ways == FLOWING && graph->edges[e].count > 0);
}

/* Find a short way from HEAD back to it; returns its last edge, or NO_EDGE. */
static size_t
find_circle (struct turning *t, size_t head, enum ways ways)
{
  const struct hwpgo_flow_graph *graph = t->graph;
  size_t first = 0, last = 0;
  t->this_round++;
  t->queue[last++] = head;
  while (first < last)
    {
      size_t b = t->queue[first++];
      for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
        {
          size_t e = graph->out.edges[i], to = graph->flow->edges[e].to;
          if (!allowed (graph, e, ways) || t->round[to] == t->this_round)
            continue;
          if (to == head)
            return e;
          t->round[to] = t->this_round;
          t->by[to] = e;
          t->queue[last++] = to;
        }
    }
  return NO_EDGE;
}

/* Let the endless loop that begins with HEAD turn so many times MORE.  */
static void
turn (struct turning *t, size_t head, int64_t more)
{
  const struct hwpgo_flow_graph *graph = t->graph;
  size_t e = NO_EDGE;
  for (int ways = FLOWING; ways < N_WAYS && e == NO_EDGE; ways++)
    e = find_circle (t, head, (enum ways) ways);
  while (e != NO_EDGE)
    {
      size_t from = graph->flow->edges[e].from;
      graph->edges[e].count += more;
      e = from == head ? NO_EDGE : t->by[from];
    }
}

static int64_t
sum_edges (const struct hwpgo_flow_graph *graph,
           const struct hwpgo_flow_lists *lists, size_t b)
{
  int64_t sum = 0;
  for (size_t i = lists->first[b]; i < lists->first[b + 1]; i++)
    sum += graph->edges[lists->edges[i]].count;
  return sum;
}

int
hwpgo_flow_turn (struct hwpgo_flow_graph *graph)
{
  struct hwpgo_arena *arena = &graph->arena;
  size_t n = graph->flow->n_blocks;
  struct turning t = { .graph = graph };
  t.by = hwpgo_arena_alloc (arena, n * sizeof *t.by);
  t.round = hwpgo_arena_alloc (arena, n * sizeof *t.round);
  t.queue = hwpgo_arena_alloc (arena, n * sizeof *t.queue);
  if (!t.by || !t.round || !t.queue)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      if (!graph->ends[b] || graph->out.first[b] == graph->out.first[b + 1])
        continue;
      int64_t out = sum_edges (graph, &graph->out, b);
      int64_t stays = sum_edges (graph, &graph->in, b) - out;
      int64_t least
          = stays < INT64_MAX / LEAST_TURNS ? stays * LEAST_TURNS : INT64_MAX;
      if (stays > 0 && out < least)
        turn (&t, b, least - out);
    }
  return 0;
}
