/* How often loops come back, by probabilities.
   SPDX-License-Identifier: GPL-2.0-or-later

   A unit of flow that is put into the head of a loop comes back in part, and
   so does that part: the head runs 1 / (1 - PART) times.  Inner loops come
   first, so that what goes through their heads can be multiplied at once, and
   one walk over each loop is enough, however deep the nest.  A head is any
   block to which an edge leads back in the order; in loops with several
   entries the parts are only near the truth.  */

#include "plugin/flow-internal.h"

/* No loop is taken to turn more often than this by probabilities alone.  */
#define MAX_TURNS 1000

/* Blocks that are walked over, for each that there is; outer loops of deeper
   nests are taken to turn USUAL_TURNS times.  */
#define EFFORT 40
#define USUAL_TURNS 10

struct walking
{
  const struct hwpgo_flow_graph *graph;
  bool cut; /* sure edges and known blocks end the flow.  */
  double *returns;
  double *value;  /* what leaves a block for a unit into the head.  */
  size_t *member; /* 1 + the last head to whose loop a block belonged.  */
  size_t *stack;
  size_t effort;
};

/* True if edge E leads back in the order.  */
static bool
leads_back (const struct hwpgo_flow_graph *graph, size_t e)
{
  const struct hwpgo_flow_edge *edge = &graph->flow->edges[e];
  return graph->position[edge->to] <= graph->position[edge->from];
}

/* Mark the blocks from which HEAD is reached again; returns the position of
   the last.  */
static size_t
mark_members (struct walking *w, size_t head)
{
  const struct hwpgo_flow_graph *graph = w->graph;
  size_t depth = 0, last = graph->position[head];
  w->member[head] = head + 1;
  w->stack[depth++] = head;
  while (depth > 0)
    {
      size_t b = w->stack[--depth];
      for (size_t i = graph->in.first[b]; i < graph->in.first[b + 1]; i++)
        {
          size_t e = graph->in.edges[i];
          size_t from = graph->flow->edges[e].from;
          if ((b == head && !leads_back (graph, e))
              || w->member[from] == head + 1
              || graph->position[from] < graph->position[head])
            continue;
          w->member[from] = head + 1;
          w->stack[depth++] = from;
          if (graph->position[from] > last)
            last = graph->position[from];
        }
    }
  return last;
}

/* What comes into block B over edges that lead forward (or BACK) from members
   of the loop of HEAD.  */
static double
sum_in (const struct walking *w, size_t head, size_t b, bool back)
{
  const struct hwpgo_flow_graph *graph = w->graph;
  double sum = 0;
  for (size_t i = graph->in.first[b]; i < graph->in.first[b + 1]; i++)
    {
      size_t e = graph->in.edges[i];
      size_t from = graph->flow->edges[e].from;
      if (w->member[from] == head + 1 && leads_back (graph, e) == back
          && !(w->cut && graph->edges[e].sure))
        sum += w->value[from] * hwpgo_flow_probability (graph, e);
    }
  return sum;
}

static void
walk (struct walking *w, size_t head)
{
  const struct hwpgo_flow_graph *graph = w->graph;
  const double most = 1 - 1.0 / MAX_TURNS;
  if (w->effort == 0)
    {
      w->returns[head] = 1 - 1.0 / USUAL_TURNS;
      return;
    }
  size_t first = graph->position[head], last = mark_members (w, head);
  w->effort -= w->effort < last - first + 1 ? w->effort : last - first + 1;
  for (size_t at = first; at <= last; at++)
    {
      size_t b = graph->order[at];
      if (w->member[b] != head + 1)
        continue;
      double in = b == head ? 1 : sum_in (w, head, b, false);
      bool ends = w->cut && graph->blocks[b].sure;
      w->value[b] = ends ? 0 : in / (1 - w->returns[b]);
    }
  double part = sum_in (w, head, head, true);
  w->returns[head] = part < most ? part : most;
}

int
hwpgo_flow_returns (struct hwpgo_flow_graph *graph, bool cut, double *returns)
{
  size_t n = graph->flow->n_blocks;
  struct hwpgo_arena *arena = &graph->arena;
  struct walking w
      = { .graph = graph,
          .cut = cut,
          .returns = returns,
          .value = hwpgo_arena_alloc (arena, n * sizeof *w.value),
          .member = hwpgo_arena_alloc (arena, n * sizeof *w.member),
          .stack = hwpgo_arena_alloc (arena, n * sizeof *w.stack),
          .effort = EFFORT * n };
  if (!w.value || !w.member || !w.stack)
    return -HWPGO_E_NOMEM;
  for (size_t at = graph->n_order; at-- > 0;)
    {
      size_t b = graph->order[at];
      bool head = false;
      for (size_t i = graph->in.first[b]; i < graph->in.first[b + 1]; i++)
        head |= leads_back (graph, graph->in.edges[i]);
      if (head && !(cut && graph->blocks[b].sure))
        walk (&w, b);
    }
  return 0;
}
