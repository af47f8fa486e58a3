/* The verifier's rules of one state of a function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/verify-internal.h"

#include <stdlib.h>

/* Many passes round probabilities to REG_BR_PROB_BASE, ten thousand, and what
   an edge brings is so much off: of its block's count, not of its own.  */
#define PROBABILITY_STEP 1e-4

static const bool branch_p[HWPGO_VERIFY_TERMINATORS] = {
#define HWPGO_VERIFY_TERMINATOR(id, name, branch) branch,
#include "plugin/verify-terminators.def"
};

int
hwpgo_verify_add_break (struct hwpgo_verify_breaks *breaks,
                        struct hwpgo_verify_break value)
{
  if (!HWPGO_GROW (breaks->list, breaks->capacity, breaks->n + 1))
    return -HWPGO_E_NOMEM;
  breaks->list[breaks->n++] = value;
  return 0;
}

static int
add (struct hwpgo_verify_snapshot *s, enum hwpgo_verify_rule rule,
     size_t block, double is, double should)
{
  if (!HWPGO_GROW (s->breaks, s->breaks_capacity, s->n_breaks + 1))
    return -HWPGO_E_NOMEM;
  s->breaks[s->n_breaks++]
      = (struct hwpgo_verify_break){ rule, block, is, should };
  return 0;
}

/* What the edges into each block bring.  */
struct inflow
{
  double flow, slack;
  bool any, unknown;
};

static void
collect_inflow (const struct hwpgo_verify_snapshot *s, struct inflow *in)
{
  for (size_t i = 0; i < s->n_edges; i++)
    {
      const struct hwpgo_verify_edge *e = &s->edges[i];
      const struct hwpgo_verify_block *from = &s->blocks[e->from];
      struct inflow *to = &in[e->to];
      to->any = true;
      if (e->abnormal || e->fake || e->probability < 0
          || from->count.quality == HWPGO_QUALITY_NONE)
        to->unknown = true;
      else
        {
          to->flow += e->probability * (double) from->count.value;
          to->slack += 1 + PROBABILITY_STEP * (double) from->count.value;
        }
    }
}

static int
check_edges (struct hwpgo_verify_snapshot *s, size_t block)
{
  const struct hwpgo_verify_block *b = &s->blocks[block];
  double sum = 0;
  unsigned missing = 0, normal = 0;
  for (size_t i = b->first_edge; i < b->first_edge + b->n_edges; i++)
    {
      const struct hwpgo_verify_edge *e = &s->edges[i];
      if (e->fake)
        continue;
      normal += !e->exception;
      missing += e->probability < 0;
      sum += e->probability < 0 ? 0 : e->probability;
    }
  if (missing)
    return branch_p[b->terminator] && b->n_edges > 1
               ? add (s, HWPGO_VERIFY_PROBABILITY_MISSING, block, missing, 0)
               : 0;
  /* With exceptions alone control may just end there.  */
  double tolerance = hwpgo_verify_tolerance[HWPGO_VERIFY_PROBABILITY_SUM];
  if (normal && (sum < 1 - tolerance || sum > 1 + tolerance))
    return add (s, HWPGO_VERIFY_PROBABILITY_SUM, block, sum, 1);
  return 0;
}

static int
check_block (struct hwpgo_verify_snapshot *s, size_t block,
             const struct inflow *in)
{
  const struct hwpgo_verify_block *b = &s->blocks[block];
  int ret = 0;
  /* What arrives at the exit nobody uses or keeps, and at the entry nothing
     does.  */
  if (block > 1 && b->count.quality == HWPGO_QUALITY_NONE)
    ret = add (s, HWPGO_VERIFY_COUNT_MISSING, block, -1, -1);
  else if (block > 1 && in->any && !in->unknown
           && hwpgo_verify_differ (in->flow, (double) b->count.value,
                                   hwpgo_verify_tolerance[HWPGO_VERIFY_FLOW],
                                   in->slack))
    ret = add (s, HWPGO_VERIFY_FLOW, block, in->flow, (double) b->count.value);
  double step = hwpgo_verify_tolerance[HWPGO_VERIFY_NOTE_DIFFERS];
  if (ret == 0 && b->note >= 0 && b->noted_edge >= 0
      && hwpgo_verify_differ (b->note, b->noted_edge, 0, step))
    ret = add (s, HWPGO_VERIFY_NOTE_DIFFERS, block, b->note, b->noted_edge);
  return ret;
}

static int
check_entry (struct hwpgo_verify_snapshot *s)
{
  const struct hwpgo_verify_count *entry = &s->blocks[0].count;
  if (s->callgraph_apart || entry->quality == HWPGO_QUALITY_NONE
      || s->callgraph.quality == HWPGO_QUALITY_NONE
      || !hwpgo_verify_differ (
          (double) entry->value, (double) s->callgraph.value,
          hwpgo_verify_tolerance[HWPGO_VERIFY_ENTRY_DIFFERS], 1))
    return 0;
  return add (s, HWPGO_VERIFY_ENTRY_DIFFERS, 0, (double) s->callgraph.value,
              (double) entry->value);
}

int
hwpgo_verify_state (struct hwpgo_verify_snapshot *s)
{
  if (s->n_blocks == 0)
    return 0;
  struct inflow *in = calloc (s->n_blocks, sizeof *in);
  if (!in)
    return -HWPGO_E_NOMEM;
  collect_inflow (s, in);
  int ret = check_entry (s);
  for (size_t i = 0; i < s->n_blocks && ret == 0; i++)
    {
      s->blocks[i].unjudged = in[i].unknown;
      ret = check_edges (s, i);
      if (ret == 0)
        ret = check_block (s, i, &in[i]);
    }
  free (in);
  return ret;
}
