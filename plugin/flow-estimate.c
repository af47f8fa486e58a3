/* First guess of all counts: conservation, then probabilities.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/flow-internal.h"

#include <math.h>
#include <stdlib.h>

/* A block is at most so many times what its sure edges carry.  Probabilities
   of rare paths are the ones that are wrong by orders of magnitude.  */
#define MAX_GROWTH 8

/* Sweeps over the function, which loops in loops may need when a part of each
   is measured, and loops with several entries.  */
#define MAX_SWEEPS 12

/* Sweeps backwards to the entry.  */
#define MAX_ENTRY_SWEEPS 8

/* How many unknown blocks to a measured one are usual.  */
#define FEW_KNOWN 4

/* Estimates and frequencies beyond these are nonsense.  */
#define MAX_UNKNOWN 0x1p44
#define MAX_FREQUENCY 0x1p60

/* --- 1: what conservation says -------------------------------------------*/

struct side
{
  int64_t sure;  /* sum of the sure edges.  */
  size_t unsure; /* how many are not.  */
  size_t edge;   /* one that is not.  */
  size_t n;
};

static struct side
look_at_side (const struct hwpgo_flow_graph *graph,
              const struct hwpgo_flow_lists *lists, size_t b)
{
  struct side side = { 0 };
  for (size_t i = lists->first[b]; i < lists->first[b + 1]; i++)
    {
      size_t e = lists->edges[i];
      side.n++;
      if (graph->edges[e].sure)
        side.sure += graph->edges[e].count;
      else
        {
          side.unsure++;
          side.edge = e;
        }
    }
  return side;
}

struct worklist
{
  size_t *blocks; /* a ring of n_blocks places.  */
  size_t head, length;
  bool *queued;
};

static void
queue (struct hwpgo_flow_graph *graph, struct worklist *work, size_t b)
{
  size_t n = graph->flow->n_blocks;
  if (work->queued[b])
    return;
  work->queued[b] = true;
  work->blocks[(work->head + work->length++) % n] = b;
}

/* Apply conservation to one side of block B.  */
static void
conserve (struct hwpgo_flow_graph *graph, struct worklist *work, size_t b,
          const struct hwpgo_flow_lists *lists)
{
  struct side side = look_at_side (graph, lists, b);
  struct hwpgo_flow_estimate *block = &graph->blocks[b];
  if (side.n == 0)
    return;
  if (!block->sure && side.unsure == 0)
    {
      block->sure = true;
      block->count = side.sure;
      queue (graph, work, b);
    }
  else if (block->sure && side.unsure == 1)
    {
      struct hwpgo_flow_estimate *edge = &graph->edges[side.edge];
      int64_t rest = block->count - side.sure;
      edge->sure = true;
      edge->count = rest > 0 ? rest : 0;
      queue (graph, work, graph->flow->edges[side.edge].from);
      queue (graph, work, graph->flow->edges[side.edge].to);
    }
}

static int
propagate (struct hwpgo_flow_graph *graph)
{
  size_t n = graph->flow->n_blocks;
  struct worklist work
      = { .blocks = hwpgo_arena_alloc (&graph->arena, n * sizeof *work.blocks),
          .queued = hwpgo_arena_alloc (&graph->arena, n) };
  if (!work.blocks || !work.queued)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < graph->n_order; i++)
    queue (graph, &work, graph->order[i]);
  while (work.length > 0)
    {
      size_t b = work.blocks[work.head];
      work.head = (work.head + 1) % n;
      work.length--;
      work.queued[b] = false;
      conserve (graph, &work, b, &graph->out);
      conserve (graph, &work, b, &graph->in);
    }
  return 0;
}

/* --- 2: what probabilities add -------------------------------------------*/

/* How often a block runs by those of its outgoing edges that are sure, were
   their probabilities right.  */
static int64_t
by_sure_edges (const struct hwpgo_flow_graph *graph, size_t b)
{
  int64_t sure = 0;
  double probability = 0;
  for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
    {
      size_t e = graph->out.edges[i];
      if (!graph->edges[e].sure)
        continue;
      sure += graph->edges[e].count;
      probability += hwpgo_flow_probability (graph, e);
    }
  if (probability > 1)
    probability = 1;
  if (probability < 1.0 / MAX_GROWTH)
    probability = 1.0 / MAX_GROWTH;
  return (int64_t) ((double) sure / probability);
}

/* What sweeps go by.  */
struct sweeping
{
  struct hwpgo_flow_graph *graph;
  double *returns; /* as of hwpgo_flow_returns.  */
  int64_t most;    /* no unknown block is taken to run more often.  */
};

/* How often block B runs by its incoming edges, or by what its sure outgoing
   edges make of it.  */
static int64_t
estimate_block (const struct sweeping *s, size_t b)
{
  const struct hwpgo_flow_graph *graph = s->graph;
  double in = 0, back = 0;
  int64_t by_out = by_sure_edges (graph, b);
  for (size_t i = graph->in.first[b]; i < graph->in.first[b + 1]; i++)
    {
      size_t e = graph->in.edges[i];
      const struct hwpgo_flow_edge *edge = &graph->flow->edges[e];
      bool leads_back
          = graph->position[edge->to] <= graph->position[edge->from];
      *(leads_back ? &back : &in) += (double) graph->edges[e].count;
    }
  /* What comes back of the last sweep's count comes with this one's, too.  */
  back -= s->returns[b] * (double) graph->blocks[b].count;
  in = (in + (back > 0 ? back : 0)) / (1 - s->returns[b]);
  in = in > (double) by_out ? in : (double) by_out;
  return in < (double) s->most ? (int64_t) (in + 0.5) : s->most;
}

/* What unsure edge E of block B gets.  REST is left to all of them, and E's
   probability is PART of theirs.  */
static int64_t
share_of_edge (const struct hwpgo_flow_graph *graph, size_t b, size_t e,
               int64_t rest, double part, int64_t by_sure)
{
  const struct hwpgo_flow_edge *edge = &graph->flow->edges[e];
  double count = (double) rest * part;
  /* The rest of a block that leads back to itself comes back with the next
     sweep, and would grow with each.  */
  if (by_sure > 0 && graph->position[edge->to] <= graph->position[b])
    {
      double limit = (double) by_sure * hwpgo_flow_probability (graph, e);
      count = count < limit ? count : limit;
    }
  return (int64_t) count;
}

/* Share what is left of block B among its outgoing edges that are not sure;
   BELIEVED: by a count that no sweep makes grow.  */
static void
share_out (struct hwpgo_flow_graph *graph, size_t b, bool believed)
{
  struct side side = look_at_side (graph, &graph->out, b);
  const struct hwpgo_flow_estimate *block = &graph->blocks[b];
  int64_t rest = block->count > side.sure ? block->count - side.sure : 0;
  int64_t by_sure = block->sure || believed ? 0 : by_sure_edges (graph, b);
  double total = 0;
  for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
    if (!graph->edges[graph->out.edges[i]].sure)
      total += hwpgo_flow_probability (graph, graph->out.edges[i]);
  for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
    {
      size_t e = graph->out.edges[i];
      struct hwpgo_flow_estimate *edge = &graph->edges[e];
      if (edge->sure)
        continue;
      double part = total > 0 ? hwpgo_flow_probability (graph, e) / total
                              : 1.0 / (double) side.unsure;
      edge->count = share_of_edge (graph, b, e, rest, part, by_sure);
    }
}

/* One sweep; true when something changed by more than a 256th.  */
static bool
sweep (const struct sweeping *s)
{
  struct hwpgo_flow_graph *graph = s->graph;
  bool changed = false;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      struct hwpgo_flow_estimate *block = &graph->blocks[b];
      if (!block->sure && b != HWPGO_FLOW_ENTRY)
        {
          int64_t count = estimate_block (s, b);
          int64_t difference = count - block->count;
          changed |= llabs (difference) > block->count / 256;
          block->count = count;
        }
      share_out (graph, b, false);
    }
  return changed;
}

/* More than any measured block runs one that is not measured only where so few
   are that the hottest may well be missing.  */
static int64_t
most_of_unknown (const struct hwpgo_flow_graph *graph)
{
  double known = 0, most = 0;
  if (graph->flow->measured_probabilities)
    return (int64_t) MAX_UNKNOWN;
  for (size_t i = 0; i < graph->n_order; i++)
    if (graph->flow->blocks[graph->order[i]].known)
      {
        double count = (double) graph->blocks[graph->order[i]].count;
        known++;
        most = count > most ? count : most;
      }
  double ratio = ((double) graph->n_order - known) / known;
  most *= ratio > 1 ? ratio : 1;
  most *= ratio > FEW_KNOWN ? pow (ratio - FEW_KNOWN + 1, 3) : 1;
  return most < MAX_UNKNOWN ? (int64_t) most : (int64_t) MAX_UNKNOWN;
}

/* Take what is believed for what is not sure.  True if that is all.  */
static bool
take_believed (struct hwpgo_flow_graph *graph)
{
  bool all = true;
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      struct hwpgo_flow_estimate *block = &graph->blocks[b];
      if (!block->sure && graph->flow->blocks[b].believed)
        block->count
            = (int64_t) (graph->flow->blocks[b].count >> graph->shift);
      else if (!block->sure)
        all = false;
    }
  for (size_t i = 0; all && i < graph->n_order; i++)
    share_out (graph, graph->order[i], true);
  return all;
}

static int
sweep_all (struct hwpgo_flow_graph *graph)
{
  struct sweeping s = { .graph = graph, .most = most_of_unknown (graph) };
  s.returns = hwpgo_arena_alloc (&graph->arena,
                                 graph->flow->n_blocks * sizeof *s.returns);
  if (!s.returns || hwpgo_flow_returns (graph, true, s.returns) != 0)
    return -HWPGO_E_NOMEM;
  for (int i = 0; i < MAX_SWEEPS && sweep (&s); i++)
    continue;
  return 0;
}

/* --- the entry -----------------------------------------------------------*/

/* The compiler's own idea of how often each block runs for each time that the
   entry does.  */
static void
static_frequencies (const struct hwpgo_flow_graph *graph,
                    const double *returns, double *frequency)
{
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      double sum = b == HWPGO_FLOW_ENTRY;
      for (size_t k = graph->in.first[b]; k < graph->in.first[b + 1]; k++)
        {
          size_t e = graph->in.edges[k], from = graph->flow->edges[e].from;
          if (graph->position[from] < i)
            sum += frequency[from] * hwpgo_flow_probability (graph, e);
        }
      sum /= 1 - returns[b];
      frequency[b] = sum < MAX_FREQUENCY ? sum : MAX_FREQUENCY;
    }
}

/* The part of block B's count that comes through edge E.  */
static double
share_in (const struct hwpgo_flow_graph *graph, const double *frequency,
          size_t e)
{
  size_t b = graph->flow->edges[e].to;
  double part = frequency[graph->flow->edges[e].from]
                * hwpgo_flow_probability (graph, e);
  return frequency[b] > part ? part / frequency[b] : part > 0 ? 1 : 0;
}

/* Estimate the entry from what comes after it: of the count of each block on
   the way its edges bring what the static frequencies say.  */
static int
estimate_entry (struct hwpgo_flow_graph *graph)
{
  size_t n = graph->flow->n_blocks;
  double *frequency = hwpgo_arena_alloc (&graph->arena, n * sizeof *frequency);
  double *count = hwpgo_arena_alloc (&graph->arena, n * sizeof *count);
  double *returns = hwpgo_arena_alloc (&graph->arena, n * sizeof *returns);
  if (!frequency || !count || !returns
      || hwpgo_flow_returns (graph, false, returns) != 0)
    return -HWPGO_E_NOMEM;
  static_frequencies (graph, returns, frequency);
  for (int round = 0; round < MAX_ENTRY_SWEEPS; round++)
    for (size_t i = graph->n_order; i-- > 0;)
      {
        size_t b = graph->order[i];
        double sum = 0;
        for (size_t k = graph->out.first[b]; k < graph->out.first[b + 1]; k++)
          {
            size_t e = graph->out.edges[k];
            sum += graph->edges[e].sure
                       ? (double) graph->edges[e].count
                       : share_in (graph, frequency, e)
                             * count[graph->flow->edges[e].to];
          }
        double by_out = (double) by_sure_edges (graph, b);
        count[b] = graph->blocks[b].sure ? (double) graph->blocks[b].count
                   : sum > by_out        ? sum
                                         : by_out;
      }
  if (!graph->blocks[HWPGO_FLOW_ENTRY].sure)
    graph->blocks[HWPGO_FLOW_ENTRY].count
        = (int64_t) (count[HWPGO_FLOW_ENTRY] + 0.5);
  return 0;
}

int
hwpgo_flow_estimate (struct hwpgo_flow_graph *graph)
{
  if (propagate (graph) != 0 || estimate_entry (graph) != 0)
    return -HWPGO_E_NOMEM;
  return take_believed (graph) ? 0 : sweep_all (graph);
}
