/* A way in and out for code that runs.
   SPDX-License-Identifier: GPL-2.0-or-later

   A loop that turned millions of times was perhaps entered once, and no
   sample saw that: all around it is measured as 0.  As a flow this is
   consistent, but no program, and GCC would take the loop for endless.  Or a
   block was seen to run, and it was cheaper to say that it does not, since no
   sample hit its neighbours; but what runs seldom is something else than what
   never does.  So a small part of what such an island runs is led from the
   entry through it to the exit, or where else flow ends.  */

#include "plugin/flow-internal.h"

/* An island is taken to run so often each time that it is entered; or more often, if it
   is known that the function is not entered as many times.  */
#define JOIN_PART 1024

#define NO_EDGE SIZE_MAX

struct joining
{
  struct hwpgo_flow_graph *graph;
  size_t *from_entry;     /* the last edge of a path from the entry.  */
  size_t *to_end;         /* the first edge of a path to an end.  */
  bool *entry, *exit;     /* of these alone.  */
  bool *joined;           /* flow from the entry arrives here.  */
  bool *led_in, *led_out; /* more is to come here by FROM_ENTRY, or to leave
                             by TO_END.  */
  int64_t *in, *out;      /* how much.  */
  size_t *children;       /* in a tree of paths.  */
  size_t *stack;
};

/* Extend PATH from STARTS, and from the blocks that have one, to those that
   have none, FORWARD along edges or backward: by edges that GCC takes for
   possible (LIKELY) or by all.  Near blocks come first, so paths are
   short.  */
static void
find_paths (struct joining *j, size_t *path, const bool *starts, bool forward,
            bool likely)
{
  const struct hwpgo_flow_graph *graph = j->graph;
  const struct hwpgo_flow_lists *lists = forward ? &graph->out : &graph->in;
  size_t head = 0, tail = 0;
  for (size_t i = 0; i < graph->n_order; i++)
    if (starts[graph->order[i]] || path[graph->order[i]] != NO_EDGE)
      j->stack[tail++] = graph->order[i];
  while (head < tail)
    {
      size_t b = j->stack[head++];
      for (size_t i = lists->first[b]; i < lists->first[b + 1]; i++)
        {
          size_t e = lists->edges[i];
          const struct hwpgo_flow_edge *edge = &graph->flow->edges[e];
          size_t next = forward ? edge->to : edge->from;
          if (starts[next] || path[next] != NO_EDGE
              || (likely && hwpgo_flow_probability (graph, e) == 0))
            continue;
          path[next] = e;
          j->stack[tail++] = next;
        }
    }
}

/* Where the exit is reached, that is the end; most calls that do not come back
   are not made.  */
static void
find_all_paths (struct joining *j)
{
  for (int likely = 1; likely >= 0; likely--)
    {
      find_paths (j, j->from_entry, j->entry, true, likely);
      find_paths (j, j->to_end, j->exit, false, likely);
    }
  for (int likely = 1; likely >= 0; likely--)
    find_paths (j, j->to_end, j->graph->ends, false, likely);
}

/* Mark what flow reaches from block B.  */
static void
mark_joined (struct joining *j, size_t b)
{
  const struct hwpgo_flow_graph *graph = j->graph;
  size_t depth = 0;
  if (j->joined[b])
    return;
  j->joined[b] = true;
  j->stack[depth++] = b;
  while (depth > 0)
    {
      b = j->stack[--depth];
      for (size_t i = graph->out.first[b]; i < graph->out.first[b + 1]; i++)
        {
          size_t e = graph->out.edges[i];
          size_t to = graph->flow->edges[e].to;
          if (graph->edges[e].count == 0 || j->joined[to])
            continue;
          j->joined[to] = true;
          j->stack[depth++] = to;
        }
    }
}

/* Lead AMOUNT from the entry to block B and on to an end.  What goes along
   one way is added up later.  */
static void
lead_through (struct joining *j, size_t b, int64_t amount)
{
  const struct hwpgo_flow_edge *edges = j->graph->flow->edges;
  j->in[b] += amount;
  j->out[b] += amount;
  for (size_t at = b; at != HWPGO_FLOW_ENTRY && !j->led_in[at];
       at = edges[j->from_entry[at]].from)
    {
      j->led_in[at] = true;
      mark_joined (j, at);
    }
  for (size_t at = b; j->to_end[at] != NO_EDGE && !j->led_out[at];
       at = edges[j->to_end[at]].to)
    {
      j->led_out[at] = true;
      mark_joined (j, edges[j->to_end[at]].to);
    }
}

/* Add the AMOUNT of each block to all edges of its PATH, which leads backward
   (FROM the entry) or on.  The paths are a tree: leaves come first.  */
static void
add_up (struct joining *j, const size_t *path, int64_t *amount, bool from)
{
  const struct hwpgo_flow_graph *graph = j->graph;
  const struct hwpgo_flow_edge *edges = graph->flow->edges;
  size_t depth = 0;
  for (size_t b = 0; b < graph->flow->n_blocks; b++)
    j->children[b] = 0;
  for (size_t b = 0; b < graph->flow->n_blocks; b++)
    if (path[b] != NO_EDGE)
      j->children[from ? edges[path[b]].from : edges[path[b]].to]++;
  for (size_t b = 0; b < graph->flow->n_blocks; b++)
    if (path[b] != NO_EDGE && j->children[b] == 0)
      j->stack[depth++] = b;
  while (depth > 0)
    {
      size_t b = j->stack[--depth];
      size_t next = from ? edges[path[b]].from : edges[path[b]].to;
      graph->edges[path[b]].count += amount[b];
      amount[next] += amount[b];
      if (--j->children[next] == 0 && path[next] != NO_EDGE)
        j->stack[depth++] = next;
    }
}

/* How often an island that runs COUNT times is entered.  */
static int64_t
entries_of (const struct hwpgo_flow *flow, int64_t count)
{
  int64_t entries = count / JOIN_PART + 1;
  const struct hwpgo_flow_block *entry = &flow->blocks[HWPGO_FLOW_ENTRY];
  return flow->entry_sure && entry->count > 0
                 && entry->count < (uint64_t) entries
             ? (int64_t) entry->count
             : entries;
}

static int
prepare (struct joining *j)
{
  struct hwpgo_arena *arena = &j->graph->arena;
  size_t n = j->graph->flow->n_blocks;
#define ALLOCATE(member, count)                                               \
  (j->member = hwpgo_arena_alloc (arena, (count) * sizeof *j->member))
  if (!ALLOCATE (from_entry, n) || !ALLOCATE (to_end, n)
      || !ALLOCATE (entry, n) || !ALLOCATE (exit, n) || !ALLOCATE (joined, n)
      || !ALLOCATE (led_in, n) || !ALLOCATE (led_out, n) || !ALLOCATE (in, n)
      || !ALLOCATE (out, n) || !ALLOCATE (children, n)
      || !ALLOCATE (stack, n + 1))
    return -HWPGO_E_NOMEM;
#undef ALLOCATE
  j->entry[HWPGO_FLOW_ENTRY] = j->exit[HWPGO_FLOW_EXIT] = true;
  for (size_t b = 0; b < n; b++)
    j->from_entry[b] = j->to_end[b] = NO_EDGE;
  return 0;
}

int
hwpgo_flow_join (struct hwpgo_flow_graph *graph)
{
  struct joining j = { .graph = graph };
  bool paths = false;
  if (prepare (&j) != 0)
    return -HWPGO_E_NOMEM;
  mark_joined (&j, HWPGO_FLOW_ENTRY);
  for (size_t i = 0; i < graph->n_order; i++)
    {
      size_t b = graph->order[i];
      int64_t count = 0;
      for (size_t k = graph->out.first[b]; k < graph->out.first[b + 1]; k++)
        count += graph->edges[graph->out.edges[k]].count;
      if (count == 0 && graph->flow->blocks[b].known)
        count = graph->blocks[b].count;
      if (count == 0 || j.joined[b])
        continue;
      if (!paths)
        find_all_paths (&j);
      paths = true;
      lead_through (&j, b, entries_of (graph->flow, count));
    }
  if (paths)
    {
      add_up (&j, j.from_entry, j.in, true);
      add_up (&j, j.to_end, j.out, false);
    }
  return 0;
}
