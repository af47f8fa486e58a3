/* Comparing belief and truth, function by function.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/truth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory.h"
#include "runtime/trace/evidence.h"

struct comparison
{
  struct hwpgo_truth *truth;
  const struct hwpgo_block_map *map;
  const struct hwpgo_executed *executed;
  double *ran;     /* executions of each block of the map.  */
  double *sent;    /* what its predecessors send it, as believed.  */
  double believed; /* sum of all comparable counts.  */
  bool nomem;
};

/* Two probabilities are each other's if they sum to one within the first and
   differ by the second at least; that fewer executions say is chance.  */
#define REVERSED_WITHIN 0.1
#define REVERSED_APART 0.5
#define LEAST_REVERSED 16

static bool
empty_p (const struct hwpgo_block *b)
{
  return b->low == b->high;
}

/* True if counts of QUALITY can be compared between functions.  */
static bool
global_p (enum hwpgo_quality quality)
{
  return quality >= HWPGO_QUALITY_GUESSED;
}

static double
probability_of (const struct hwpgo_block_edge *e)
{
  return e->probability == HWPGO_BLOCK_NONE
             ? 0
             : (double) e->probability / HWPGO_BLOCK_MAP_CERTAIN;
}

/* --- branches ------------------------------------------------------------
 */

/* True if E leads from B to what stands behind it.  */
static bool
falls_p (const struct hwpgo_block *first, const struct hwpgo_block *b,
         const struct hwpgo_block_edge *e)
{
  return e->to != HWPGO_BLOCK_NONE && first[e->to].low == b->high;
}

/* How far the probabilities of B, of the function whose blocks begin at FIRST,
   are from what happened; negative if nothing is known.  B ran RAN times.  */
static double
branch_error (const struct comparison *c, const struct hwpgo_block *first,
              const struct hwpgo_block *b, double ran)
{
  const struct hwpgo_block_edge *edges = &c->map->edges[b->first_edge];
  double taken = 0, error = 0;
  size_t falls = 0, believed = 0;
  for (size_t i = 0; i < b->n_edges; i++)
    {
      believed += edges[i].probability != HWPGO_BLOCK_NONE;
      /* Where an edge without a block leads cannot be seen.  */
      if (edges[i].to == HWPGO_BLOCK_NONE && probability_of (&edges[i]) > 0)
        return -1;
      falls += falls_p (first, b, &edges[i]);
    }
  if (b->n_edges < 2 || believed < b->n_edges || falls > 1)
    return -1;
  for (size_t i = 0; i < b->n_edges; i++)
    {
      const struct hwpgo_block_edge *e = &edges[i];
      if (e->to == HWPGO_BLOCK_NONE || falls_p (first, b, e))
        continue;
      double n = (double) hwpgo_executed_taken (c->executed, b->low, b->high,
                                                first[e->to].low);
      taken += n;
      error += fabs (probability_of (e) - n / ran);
    }
  for (size_t i = 0; i < b->n_edges; i++)
    if (falls_p (first, b, &edges[i]))
      error += fabs (probability_of (&edges[i])
                     - (taken < ran ? 1 - taken / ran : 0));
  return error / 2 < 1 ? error / 2 : 1;
}

/* The part of the executions of B, RAN, that leave by its edge E; B is as in
   branch_error, which knows of it.  */
static double
ran_along (const struct comparison *c, const struct hwpgo_block *first,
           const struct hwpgo_block *b, const struct hwpgo_block_edge *e,
           double ran)
{
  if (e->to != HWPGO_BLOCK_NONE && !falls_p (first, b, e))
    return fmin ((double) hwpgo_executed_taken (c->executed, b->low, b->high,
                                                first[e->to].low)
                     / ran,
                 1);
  const struct hwpgo_block_edge *edges = &c->map->edges[b->first_edge];
  const struct hwpgo_block_edge *other = e == edges ? edges + 1 : edges;
  return other->to == HWPGO_BLOCK_NONE || falls_p (first, b, other)
             ? 0
             : 1 - ran_along (c, first, b, other, ran);
}

/* Note it if B's two ways have each other's probability.  */
static void
note_reversed (struct comparison *c, const char *function,
               const struct hwpgo_block *first, const struct hwpgo_block *b,
               double ran)
{
  struct hwpgo_truth *truth = c->truth;
  if (b->n_edges != 2 || ran < LEAST_REVERSED * (double) HWPGO_WEIGHT_ONE)
    return;
  const struct hwpgo_block_edge *e = &c->map->edges[b->first_edge];
  double believed = probability_of (e);
  double is = ran_along (c, first, b, e, ran);
  if (fabs (believed + is - 1) > REVERSED_WITHIN
      || fabs (believed - is) < REVERSED_APART)
    return;
  if (!HWPGO_GROW (truth->reversed, truth->reversed_capacity,
                   truth->n_reversed + 1))
    c->nomem = true;
  else
    truth->reversed[truth->n_reversed++] = (struct hwpgo_truth_branch){
      function, b->low, b->high, believed, is, ran
    };
}

/* --- one function --------------------------------------------------------
 */

static void
send (struct comparison *c, const struct hwpgo_block_function *f)
{
  for (size_t i = f->first_block; i < f->first_block + f->n_blocks; i++)
    {
      const struct hwpgo_block *b = &c->map->blocks[i];
      for (size_t k = b->first_edge; k < b->first_edge + b->n_edges; k++)
        {
          const struct hwpgo_block_edge *e = &c->map->edges[k];
          if (e->to != HWPGO_BLOCK_NONE)
            c->sent[f->first_block + e->to]
                += (double) b->count * probability_of (e);
        }
    }
}

/* Sum up F into T.  False if it did not run.  */
static bool
compare_function (struct comparison *c, const struct hwpgo_block_function *f,
                  struct hwpgo_truth_function *t)
{
  const struct hwpgo_block *first = &c->map->blocks[f->first_block];
  double believed = 0, gap = 0, counts = 0;
  *t = (struct hwpgo_truth_function){ .name = f->name,
                                      .first_block = f->first_block,
                                      .n_blocks = f->n_blocks };
  for (size_t i = 0; i < f->n_blocks; i++)
    if (!empty_p (&first[i]))
      {
        t->executions += c->ran[f->first_block + i];
        believed += (double) first[i].count;
        if (global_p (first[i].quality))
          t->believed += (double) first[i].count;
      }
  c->believed += t->believed;
  if (t->executions == 0)
    return false;
  send (c, f);
  for (size_t i = 0; i < f->n_blocks; i++)
    {
      const struct hwpgo_block *b = &first[i];
      double ran = c->ran[f->first_block + i];
      /* The entry is fed from elsewhere.  */
      if (i)
        gap += fabs ((double) b->count - c->sent[f->first_block + i]);
      counts += (double) b->count;
      if (empty_p (b))
        continue;
      if (believed > 0)
        t->overlap += fmin (ran / t->executions, (double) b->count / believed);
      double error = ran > 0 ? branch_error (c, first, b, ran) : -1;
      if (error >= 0)
        {
          t->branch_error += error * ran;
          t->branches += ran;
          note_reversed (c, f->name, first, b, ran);
        }
    }
  if (t->branches > 0)
    t->branch_error /= t->branches;
  t->gap = counts > 0 ? gap / counts : 0;
  return true;
}

/* --- all -----------------------------------------------------------------
 */

static int
by_executions (const void *a, const void *b)
{
  const struct hwpgo_truth_function *x = a, *y = b;
  if (x->executions != y->executions)
    return x->executions < y->executions ? 1 : -1;
  int names = strcmp (x->name, y->name);
  if (names)
    return names;
  return (x->first_block > y->first_block) - (x->first_block < y->first_block);
}

static int
by_harm (const void *a, const void *b)
{
  const struct hwpgo_truth_block *x = a, *y = b;
  if (x->harm != y->harm)
    return x->harm < y->harm ? 1 : -1;
  return (x->low > y->low) - (x->low < y->low);
}

static int
by_weight (const void *a, const void *b)
{
  const struct hwpgo_truth_branch *x = a, *y = b;
  if (x->executions != y->executions)
    return x->executions < y->executions ? 1 : -1;
  return (x->low > y->low) - (x->low < y->low);
}

static double
believed_in (const struct comparison *c, const struct hwpgo_truth_function *f)
{
  double sum = 0;
  for (size_t i = f->first_block; i < f->first_block + f->n_blocks; i++)
    if (!empty_p (&c->map->blocks[i]))
      sum += (double) c->map->blocks[i].count;
  return sum;
}

static void
list_blocks (struct comparison *c, size_t function)
{
  struct hwpgo_truth *truth = c->truth;
  const struct hwpgo_truth_function *f = &truth->functions[function];
  double believed = believed_in (c, f);
  for (size_t i = f->first_block; i < f->first_block + f->n_blocks; i++)
    {
      const struct hwpgo_block *b = &c->map->blocks[i];
      if (empty_p (b))
        continue;
      struct hwpgo_truth_block *t = &truth->blocks[truth->n_blocks++];
      *t = (struct hwpgo_truth_block){ .executions = c->ran[i] / f->executions,
                                       .low = b->low,
                                       .high = b->high,
                                       .count = b->count,
                                       .quality = b->quality,
                                       .function = function };
      if (believed > 0)
        t->believed = (double) b->count / believed;
      t->harm = fabs (t->executions - t->believed) * f->executions
                / truth->executions;
      if (c->believed > 0 && global_p (b->quality))
        truth->all += fmin (c->ran[i] / truth->executions,
                            (double) b->count / c->believed);
    }
}

static void
sum_up (struct comparison *c)
{
  struct hwpgo_truth *truth = c->truth;
  double branches = 0;
  for (size_t i = 0; i < truth->n_functions; i++)
    truth->executions += truth->functions[i].executions;
  for (size_t i = 0; i < truth->n_functions; i++)
    {
      struct hwpgo_truth_function *f = &truth->functions[i];
      if (c->believed > 0)
        f->believed /= c->believed;
      truth->within += f->overlap * f->executions / truth->executions;
      truth->gap += f->gap * f->executions / truth->executions;
      truth->branch_error += f->branch_error * f->branches;
      branches += f->branches;
      list_blocks (c, i);
    }
  if (branches > 0)
    truth->branch_error /= branches;
}

int
hwpgo_truth_compare (struct hwpgo_truth *truth,
                     const struct hwpgo_block_map *map,
                     const struct hwpgo_executed *executed)
{
  struct comparison c = { .truth = truth, .map = map, .executed = executed };
  *truth = (struct hwpgo_truth){ 0 };
  c.ran = calloc (map->n_blocks + 1, sizeof *c.ran);
  c.sent = calloc (map->n_blocks + 1, sizeof *c.sent);
  truth->functions = calloc (map->n_functions + 1, sizeof *truth->functions);
  truth->blocks = calloc (map->n_blocks + 1, sizeof *truth->blocks);
  int rc = c.ran && c.sent && truth->functions && truth->blocks
               ? 0
               : -HWPGO_E_NOMEM;
  for (size_t i = 0; i < map->n_blocks && !rc; i++)
    if (!empty_p (&map->blocks[i]))
      c.ran[i]
          = (double) hwpgo_flows_at (&executed->flows, map->blocks[i].low);
  for (size_t i = 0; i < map->n_functions && !rc; i++)
    truth->n_functions += compare_function (
        &c, &map->functions[i], &truth->functions[truth->n_functions]);
  if (!rc)
    {
      truth->silent = map->n_functions - truth->n_functions;
      qsort (truth->functions, truth->n_functions, sizeof *truth->functions,
             by_executions);
      sum_up (&c);
      qsort (truth->blocks, truth->n_blocks, sizeof *truth->blocks, by_harm);
      if (truth->n_reversed)
        qsort (truth->reversed, truth->n_reversed, sizeof *truth->reversed,
               by_weight);
      if (c.nomem)
        rc = -HWPGO_E_NOMEM;
    }
  free (c.ran);
  free (c.sent);
  if (rc)
    hwpgo_truth_free (truth);
  return rc;
}

void
hwpgo_truth_free (struct hwpgo_truth *truth)
{
  free (truth->functions);
  free (truth->blocks);
  free (truth->reversed);
  *truth = (struct hwpgo_truth){ 0 };
}
