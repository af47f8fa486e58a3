/* The verifier's rules of what a pass has made of a function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/verify-internal.h"

#include <stdlib.h>

#include "runtime/base/bisect.h"

double
hwpgo_verify_scale (const struct hwpgo_verify_snapshot *before,
                    const struct hwpgo_verify_snapshot *after)
{
  if (before->n_blocks == 0 || after->n_blocks == 0)
    return 1;
  const struct hwpgo_verify_count *b = &before->blocks[0].count;
  const struct hwpgo_verify_count *a = &after->blocks[0].count;
  if (b->quality == HWPGO_QUALITY_NONE || a->quality == HWPGO_QUALITY_NONE
      || b->value == 0 || a->value == 0)
    return 1;
  return (double) a->value / (double) b->value;
}

static bool
measured_p (const struct hwpgo_verify_count *count)
{
  return count->quality == HWPGO_QUALITY_AFDO
         || count->quality == HWPGO_QUALITY_ADJUSTED
         || count->quality == HWPGO_QUALITY_PRECISE;
}

/* True if nothing is known of COUNT but how it compares with others of the
   function.  What is only known to be zero in the program is known.  */
static bool
guessed_p (const struct hwpgo_verify_count *count)
{
  return count->quality == HWPGO_QUALITY_GUESSED_LOCAL
         || count->quality == HWPGO_QUALITY_GUESSED;
}

static const struct hwpgo_verify_edge *
edge_of (const struct hwpgo_verify_snapshot *s,
         const struct hwpgo_verify_block *b, size_t i)
{
  return &s->edges[b->first_edge + i];
}

/* True if edges A of BEFORE and B of AFTER lead to the same block.  */
static bool
same_way_p (const struct hwpgo_verify_snapshot *before,
            const struct hwpgo_verify_edge *a,
            const struct hwpgo_verify_snapshot *after,
            const struct hwpgo_verify_edge *b)
{
  return before->blocks[a->to].id == after->blocks[b->to].id;
}

bool
hwpgo_verify_same_ways (const struct hwpgo_verify_snapshot *before,
                        const struct hwpgo_verify_block *was,
                        const struct hwpgo_verify_snapshot *after,
                        const struct hwpgo_verify_block *is)
{
  if (was->n_edges != is->n_edges)
    return false;
  for (size_t i = 0; i < was->n_edges; i++)
    if (!same_way_p (before, edge_of (before, was, i), after,
                     edge_of (after, is, i)))
      return false;
  return true;
}

/* The probability of the first edge of IS, if it is the other one's of WAS;
   else < 0.  Of a block that runs more or less often now other branches are
   left, and theirs may be so by chance.  */
static double
swapped (const struct hwpgo_verify_snapshot *before,
         const struct hwpgo_verify_block *was,
         const struct hwpgo_verify_snapshot *after,
         const struct hwpgo_verify_block *is)
{
  if (was->n_edges != 2 || is->n_edges != 2
      || hwpgo_verify_differ ((double) was->count.value
                                  * hwpgo_verify_scale (before, after),
                              (double) is->count.value,
                              hwpgo_verify_tolerance[HWPGO_VERIFY_FLOW], 1))
    return -1;
  const struct hwpgo_verify_edge *a[2]
      = { edge_of (after, is, 0), edge_of (after, is, 1) };
  const struct hwpgo_verify_edge *b[2]
      = { edge_of (before, was, 0), edge_of (before, was, 1) };
  if (!same_way_p (before, b[0], after, a[0]))
    {
      const struct hwpgo_verify_edge *first = b[0];
      b[0] = b[1];
      b[1] = first;
    }
  double step = hwpgo_verify_tolerance[HWPGO_VERIFY_NOTE_DIFFERS];
  double apart = hwpgo_verify_tolerance[HWPGO_VERIFY_SWAPPED];
  if (!same_way_p (before, b[0], after, a[0])
      || !same_way_p (before, b[1], after, a[1]) || a[0]->probability < 0
      || a[1]->probability < 0
      || hwpgo_verify_differ (a[0]->probability, b[1]->probability, 0, step)
      || hwpgo_verify_differ (a[1]->probability, b[0]->probability, 0, step)
      || !hwpgo_verify_differ (a[0]->probability, a[1]->probability, 0, apart))
    return -1;
  return a[0]->probability;
}

static int
check_block (const struct hwpgo_verify_snapshot *before,
             const struct hwpgo_verify_block *was,
             const struct hwpgo_verify_snapshot *after, size_t block,
             struct hwpgo_verify_breaks *breaks)
{
  const struct hwpgo_verify_block *is = &after->blocks[block];
  int ret = 0;
  if (measured_p (&was->count) && guessed_p (&is->count) && is->content
      && was->content == is->content
      && hwpgo_verify_same_ways (before, was, after, is))
    ret = hwpgo_verify_add_break (
        breaks, (struct hwpgo_verify_break){ HWPGO_VERIFY_QUALITY_LOWERED,
                                             block, (double) is->count.value,
                                             (double) was->count.value });
  double probability = swapped (before, was, after, is);
  if (ret == 0 && probability >= 0)
    ret = hwpgo_verify_add_break (
        breaks, (struct hwpgo_verify_break){ HWPGO_VERIFY_SWAPPED, block,
                                             probability, 1 - probability });
  if (ret == 0 && was->rare && is->hot && !is->rare
      && was->content == is->content)
    ret = hwpgo_verify_add_break (
        breaks, (struct hwpgo_verify_break){ HWPGO_VERIFY_UNLIKELY_HOT, block,
                                             (double) is->count.value,
                                             (double) was->count.value });
  return ret;
}

static int
check_entry (const struct hwpgo_verify_snapshot *before,
             const struct hwpgo_verify_snapshot *after,
             struct hwpgo_verify_breaks *breaks)
{
  const struct hwpgo_verify_count *was = &before->blocks[0].count;
  const struct hwpgo_verify_count *is = &after->blocks[0].count;
  if (is->quality == HWPGO_QUALITY_NONE || was->quality == HWPGO_QUALITY_NONE)
    {
      was = was->quality ? was : &before->callgraph;
      is = is->quality ? &after->callgraph : is;
    }
  else
    {
      was = &before->callgraph;
      is = &after->callgraph;
    }
  if (was->quality == HWPGO_QUALITY_NONE || is->quality != HWPGO_QUALITY_NONE)
    return 0;
  return hwpgo_verify_add_break (
      breaks, (struct hwpgo_verify_break){ HWPGO_VERIFY_ENTRY_LOST, 0, -1,
                                           (double) was->value });
}

/* --- branches as groups of copies --------------------------------------- */

/* The copies of one branch.  */
struct group
{
  uint64_t branch;
  enum hwpgo_verify_terminator terminator; /* the first one's.  */
  unsigned n;
  double count, away; /* AWAY: of it, what the likeliest edges take.  */
  size_t block;       /* the first.  */
};

struct groups
{
  struct group *list; /* by BRANCH.  */
  size_t n;
};

static int
by_branch (const void *a, const void *b)
{
  const struct group *x = a, *y = b;
  if (x->branch != y->branch)
    return x->branch < y->branch ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

static double
likeliest (const struct hwpgo_verify_snapshot *s,
           const struct hwpgo_verify_block *b)
{
  double most = 0;
  for (size_t i = 0; i < b->n_edges; i++)
    {
      double p = edge_of (s, b, i)->probability;
      most = p > most ? p : most;
    }
  return most;
}

/* The branches of S, copies together.  Calls that come back elsewhere are
   none.  */
static int
collect_groups (const struct hwpgo_verify_snapshot *s, struct groups *groups)
{
  groups->n = 0;
  groups->list = calloc (s->n_blocks + 1, sizeof *groups->list);
  if (!groups->list)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < s->n_blocks; i++)
    {
      const struct hwpgo_verify_block *b = &s->blocks[i];
      if (b->n_edges < 2 || b->terminator == HWPGO_VERIFY_FALL
          || b->terminator == HWPGO_VERIFY_OTHER
          || b->count.quality == HWPGO_QUALITY_NONE)
        continue;
      double count = (double) b->count.value;
      groups->list[groups->n++] = (struct group){
        b->branch, b->terminator, 1, count, count * likeliest (s, b), i
      };
    }
  qsort (groups->list, groups->n, sizeof *groups->list, by_branch);
  size_t kept = 0;
  for (size_t i = 0; i < groups->n; i++)
    if (kept && groups->list[kept - 1].branch == groups->list[i].branch)
      {
        struct group *g = &groups->list[kept - 1];
        g->n++;
        g->count += groups->list[i].count;
        g->away += groups->list[i].away;
      }
    else
      groups->list[kept++] = groups->list[i];
  groups->n = kept;
  return 0;
}

static const struct group *
find_group (const struct groups *groups, uint64_t branch)
{
  size_t first;
  HWPGO_BISECT (first, groups->n, i, groups->list[i].branch < branch);
  return first < groups->n && groups->list[first].branch == branch
             ? &groups->list[first]
             : NULL;
}

/* True if IS has conditional branches that WAS did not have, which may be what
   became of a switch.  */
static bool
fresh_p (const struct groups *was, const struct groups *is)
{
  for (size_t i = 0; i < is->n; i++)
    {
      const struct group *g = &is->list[i];
      const struct group *w = find_group (was, g->branch);
      if (g->terminator == HWPGO_VERIFY_CONDITIONAL
          && (!w || g->n > w->n || w->terminator == HWPGO_VERIFY_SWITCH))
        return true;
    }
  return false;
}

int
hwpgo_verify_folded (const struct hwpgo_verify_snapshot *before,
                     const struct hwpgo_verify_snapshot *after, double *flow)
{
  struct groups was, is = { NULL, 0 };
  int ret = collect_groups (before, &was);
  if (ret == 0)
    ret = collect_groups (after, &is);
  double sum = 0;
  bool lowered = ret == 0 && fresh_p (&was, &is);
  for (size_t i = 0; ret == 0 && i < was.n; i++)
    {
      const struct group *w = &was.list[i];
      const struct group *left = find_group (&is, w->branch);
      double away = w->away - (left ? left->away : 0);
      if (lowered && w->terminator == HWPGO_VERIFY_SWITCH)
        continue;
      if (w->n > (left ? left->n : 0) && away > 0)
        sum += away;
    }
  *flow = sum * hwpgo_verify_scale (before, after);
  free (was.list);
  free (is.list);
  return ret;
}

/* Copies must share the executions of what they are copies of.  */
static int
check_copies (const struct hwpgo_verify_snapshot *before,
              const struct hwpgo_verify_snapshot *after,
              struct hwpgo_verify_breaks *breaks)
{
  struct groups was, is = { NULL, 0 };
  int ret = collect_groups (before, &was);
  if (ret == 0)
    ret = collect_groups (after, &is);
  double scale = hwpgo_verify_scale (before, after);
  for (size_t i = 0; ret == 0 && i < is.n; i++)
    {
      const struct group *g = &is.list[i];
      const struct group *w = find_group (&was, g->branch);
      double should = w ? w->count * scale : 0;
      /* Of a switch many branches can become.  */
      if (g->branch && w && g->terminator == w->terminator && g->n > w->n
          && g->count > should
          && hwpgo_verify_differ (g->count, should,
                                  hwpgo_verify_tolerance[HWPGO_VERIFY_GROWN],
                                  g->n))
        ret = hwpgo_verify_add_break (
            breaks, (struct hwpgo_verify_break){ HWPGO_VERIFY_GROWN, g->block,
                                                 g->count, should });
    }
  free (was.list);
  free (is.list);
  return ret;
}

int
hwpgo_verify_change (const struct hwpgo_verify_snapshot *before,
                     const struct hwpgo_verify_snapshot *after,
                     struct hwpgo_verify_breaks *breaks)
{
  if (before->n_blocks == 0 || after->n_blocks == 0)
    return 0;
  int ret = check_entry (before, after, breaks);
  for (size_t i = 0; i < after->n_blocks && ret == 0; i++)
    {
      const struct hwpgo_verify_block *was
          = hwpgo_verify_same (before, &after->blocks[i]);
      if (was)
        ret = check_block (before, was, after, i, breaks);
    }
  if (ret || before->machine != after->machine)
    return ret;
  return check_copies (before, after, breaks);
}
