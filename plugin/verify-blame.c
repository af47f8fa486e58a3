/* The verifier's blame: what of the broken rules is a pass's doing.
   SPDX-License-Identifier: GPL-2.0-or-later

   1. What the block before the pass broke already is not.
   2. Nor is what is broken in a copy of code that is known to be broken, such
      as that of an inlined function, or made of what was missing already, such
      as the count of a block that splits an edge without a probability.
   3. Counts that do not fit move: where a block goes, what was wrong with it
      is wrong with its neighbours.  So much of the flow that is newly wrong as
      is no longer wrong elsewhere in the function is not the pass's; the
      largest differences are its, until only that is left.
   4. Where branches are resolved, what their probabilities had sent the other
      way is missing on one side and too much on the other.  That much is
      another rule's: the guess was wrong, and the pass has no better one.
   5. Where a function is scaled up, so are the roundings in it.
   6. What is told once of a place in a function is not told again.  */

#include "plugin/verify-internal.h"

#include <stdlib.h>

#include "runtime/base/bisect.h"

/* What is left of a difference that moved and was rounded.  */
#define MOVED_ROUNDING 1.05

struct comparison
{
  const struct hwpgo_verify_snapshot *before, *after;
  uint64_t function;
  hwpgo_verify_rules rules;
  struct hwpgo_verify_history *history;
  struct hwpgo_verify_findings *findings;
};

static double
amount (const struct hwpgo_verify_break *b)
{
  return b->is > b->should ? b->is - b->should : b->should - b->is;
}

/* The break of RULE at BLOCK, an index, or NULL.  */
static const struct hwpgo_verify_break *
find_break (const struct hwpgo_verify_snapshot *s, enum hwpgo_verify_rule rule,
            size_t block)
{
  size_t first;
  HWPGO_BISECT (first, s->n_breaks, i, s->breaks[i].block < block);
  for (; first < s->n_breaks && s->breaks[first].block == block; first++)
    if (s->breaks[first].rule == rule)
      return &s->breaks[first];
  return NULL;
}

/* The break of the same rule at the same block of snapshot S, or NULL.  */
static const struct hwpgo_verify_break *
counterpart (const struct hwpgo_verify_snapshot *s,
             const struct hwpgo_verify_snapshot *of,
             const struct hwpgo_verify_break *b)
{
  const struct hwpgo_verify_block *same
      = hwpgo_verify_same (s, &of->blocks[b->block]);
  return same ? find_break (s, b->rule, (size_t) (same - s->blocks)) : NULL;
}

/* A place in the history.  Blocks without one are told by themselves.  */
static uint64_t
place_of (const struct hwpgo_verify_block *block)
{
  return block->place ? block->place : block->id;
}

static uint64_t *
known_slot (struct hwpgo_verify_history *history, enum hwpgo_verify_rule rule,
            const struct hwpgo_verify_block *block)
{
  return hwpgo_map_slot (&history->known, rule, place_of (block));
}

/* Add a finding unless it is told.  */
static int
tell (struct comparison *c, enum hwpgo_verify_rule rule,
      const struct hwpgo_verify_break *b)
{
  const struct hwpgo_verify_block *block = &c->after->blocks[b->block];
  if (!(c->rules & 1u << rule))
    return 0;
  uint64_t *told = hwpgo_map_slot (&c->history->told,
                                   c->function * HWPGO_VERIFY_RULES + rule,
                                   place_of (block));
  struct hwpgo_verify_findings *f = c->findings;
  if (!told || !HWPGO_GROW (f->list, f->capacity, f->n + 1))
    return -HWPGO_E_NOMEM;
  if (*told)
    return 0;
  *told = 1;
  const struct hwpgo_verify_block *was = hwpgo_verify_same (c->before, block);
  double before = -1;
  if (was
      && (rule == HWPGO_VERIFY_FLOW || rule == HWPGO_VERIFY_FLOW_FOLDED
          || rule == HWPGO_VERIFY_COUNT_MISSING))
    before = was->count.quality ? (double) was->count.value : -1;
  f->list[f->n++] = (struct hwpgo_verify_finding){ rule,   b->block,
                                                   b->is,  b->should,
                                                   before, block->executions };
  return 0;
}

/* --- flow ----------------------------------------------------------------
 */

/* A break of flow that the pass may have to answer for.  */
struct suspect
{
  const struct hwpgo_verify_break *b;
  double amount;
};

static int
larger_first (const void *a, const void *b)
{
  const struct suspect *x = a, *y = b;
  if (x->amount != y->amount)
    return x->amount > y->amount ? -1 : 1;
  return x->b->block < y->b->block ? -1 : 1;
}

static int
by_block (const void *a, const void *b)
{
  const struct hwpgo_verify_finding *x = a, *y = b;
  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  return x->rule < y->rule ? -1 : x->rule > y->rule;
}

/* How much of the flow that was wrong before is no longer wrong there.  */
static double
released (const struct comparison *c)
{
  double sum = 0, scale = hwpgo_verify_scale (c->before, c->after);
  for (size_t i = 0; i < c->before->n_breaks; i++)
    {
      const struct hwpgo_verify_break *b = &c->before->breaks[i];
      if (b->rule != HWPGO_VERIFY_FLOW)
        continue;
      const struct hwpgo_verify_break *left
          = counterpart (c->after, c->before, b);
      double less = amount (b) * scale - (left ? amount (left) : 0);
      sum += less > 0 ? less : 0;
    }
  return sum;
}

static int
blame_flow (struct comparison *c, struct suspect *suspects, size_t n)
{
  if (n == 0)
    return 0;
  double moved = released (c) * MOVED_ROUNDING, folded = 0, left = 0;
  int ret = hwpgo_verify_folded (c->before, c->after, &folded);
  qsort (suspects, n, sizeof *suspects, larger_first);
  for (size_t i = 0; i < n; i++)
    left += suspects[i].amount;
  /* One side has too little, the other too much.  */
  folded *= 2;
  for (size_t i = 0; i < n && left > moved && ret == 0; i++)
    {
      bool fold = left <= moved + folded * MOVED_ROUNDING;
      ret = tell (c, fold ? HWPGO_VERIFY_FLOW_FOLDED : HWPGO_VERIFY_FLOW,
                  suspects[i].b);
      left -= suspects[i].amount;
    }
  return ret;
}

/* --- all -----------------------------------------------------------------
 */

/* True if BLOCK of AFTER, which is new and has no count, is next to what has
   none or no probability.  */
static bool
spreads_p (const struct hwpgo_verify_snapshot *after, size_t block)
{
  for (size_t i = 0; i < after->n_edges; i++)
    {
      const struct hwpgo_verify_edge *e = &after->edges[i];
      if (e->from != block && e->to != block)
        continue;
      size_t next = e->from == block ? e->to : e->from;
      if (e->probability < 0
          || after->blocks[next].count.quality == HWPGO_QUALITY_NONE)
        return true;
    }
  return false;
}

/* True if the branch of B, a break of AFTER, was one before of another block:
   computed gotos are copied into the blocks that lead to them.  */
static bool
copied_branch_p (const struct comparison *c,
                 const struct hwpgo_verify_break *b)
{
  const struct hwpgo_verify_block *is = &c->after->blocks[b->block];
  if (b->rule != HWPGO_VERIFY_PROBABILITY_MISSING
      && b->rule != HWPGO_VERIFY_PROBABILITY_SUM)
    return false;
  for (size_t i = 0; i < c->before->n_breaks; i++)
    {
      const struct hwpgo_verify_block *was
          = &c->before->blocks[c->before->breaks[i].block];
      if (c->before->breaks[i].rule == b->rule && was->n_edges > 1
          && hwpgo_verify_same_ways (c->before, was, c->after, is))
        return true;
    }
  return false;
}

/* True if what B breaks is the pass's: neither the block before nor what it is
   a copy of broke it.  Either way it is known from now on.  */
static bool
new_p (struct comparison *c, const struct hwpgo_verify_break *b, int *ret)
{
  const struct hwpgo_verify_block *block = &c->after->blocks[b->block];
  uint64_t *known = known_slot (c->history, b->rule, block);
  if (!known)
    {
      *ret = -HWPGO_E_NOMEM;
      return false;
    }
  bool copied = *known != 0;
  *known = 1;
  if (!c->before || !c->before->has_profile)
    return false;
  if (copied_branch_p (c, b))
    return false;
  /* Without the entry's count whole functions are scaled by nothing.  */
  if (b->rule == HWPGO_VERIFY_COUNT_MISSING
      && (!c->before->blocks[0].count.quality
          || !c->before->callgraph.quality))
    return false;
  const struct hwpgo_verify_block *was = hwpgo_verify_same (c->before, block);
  if (!was)
    return !copied
           && !(b->rule == HWPGO_VERIFY_COUNT_MISSING
                && spreads_p (c->after, b->block));
  if (b->rule == HWPGO_VERIFY_FLOW && was->unjudged)
    return false;
  /* A block with other content may have got that from another block.  */
  return !(copied && was->content != block->content)
         && !counterpart (c->before, c->after, b);
}

/* True if B is no more than what was off by one count for each edge before
   the function was scaled.  */
static bool
rounding_p (const struct comparison *c, const struct hwpgo_verify_break *b)
{
  double scale = hwpgo_verify_scale (c->before, c->after);
  size_t edges = 1;
  for (size_t i = 0; scale > 1 && i < c->after->n_edges; i++)
    edges += c->after->edges[i].to == b->block;
  return scale > 1 && amount (b) <= scale * (double) edges;
}

static int
compare_states (struct comparison *c)
{
  const struct hwpgo_verify_snapshot *after = c->after;
  struct suspect *suspects = calloc (after->n_breaks + 1, sizeof *suspects);
  if (!suspects)
    return -HWPGO_E_NOMEM;
  size_t n = 0;
  int ret = 0;
  for (size_t i = 0; i < after->n_breaks && ret == 0; i++)
    {
      const struct hwpgo_verify_break *b = &after->breaks[i];
      if (!new_p (c, b, &ret))
        continue;
      if (b->rule == HWPGO_VERIFY_FLOW && rounding_p (c, b))
        continue;
      if (b->rule == HWPGO_VERIFY_FLOW)
        suspects[n++] = (struct suspect){ b, amount (b) };
      else
        ret = tell (c, b->rule, b);
    }
  if (ret == 0)
    ret = blame_flow (c, suspects, n);
  free (suspects);
  return ret;
}

static int
compare_change (struct comparison *c)
{
  struct hwpgo_verify_breaks breaks = { NULL, 0, 0 };
  int ret = hwpgo_verify_change (c->before, c->after, &breaks);
  for (size_t i = 0; i < breaks.n && ret == 0; i++)
    ret = tell (c, breaks.list[i].rule, &breaks.list[i]);
  free (breaks.list);
  return ret;
}

int
hwpgo_verify_compare (const struct hwpgo_verify_snapshot *before,
                      const struct hwpgo_verify_snapshot *after,
                      uint64_t function, hwpgo_verify_rules rules,
                      struct hwpgo_verify_history *history,
                      struct hwpgo_verify_findings *findings)
{
  struct comparison c = { before, after, function, rules, history, findings };
  size_t first = findings->n;
  if (!after->has_profile)
    return 0;
  int ret = compare_states (&c);
  if (ret == 0 && before && before->has_profile)
    ret = compare_change (&c);
  if (findings->n > first)
    qsort (findings->list + first, findings->n - first, sizeof *findings->list,
           by_block);
  return ret;
}
