/* What an order of blocks is worth, and how two chains of them become one.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/block-order-internal.h"

#include <stdlib.h>
#include <string.h>

/* What is near enough to be worth anything, and how much right beside, by the
   paper's measurements.  */
#define FORWARD_BYTES 1024
#define BACKWARD_BYTES 640
#define NEAR 0.1

/* The saved instruction counts so much (as LLVM's
   ext-tsp-fallthrough-weight-uncond).  */
#define ALONE_NEXT 1.05

/* Where the usual end of a loop is next, its test is the jump that goes back.  If
   another goes back, which hardly ever does not, there are two jumps of a turn to
   predict, and some predictors (Zen 4's) do not see how many turns there were: they
   miss the end of each run of a run-length coder, which otherwise they know by
   heart.  More than ALONE_NEXT, for to get in then takes a jump.  */
#define ENDING_NEXT 1.1

/* A chain of more blocks is not opened.  */
#define MAX_OPENED 128

/* --- value ---------------------------------------------------------------*/

/* What jump J is worth that leaves at address END for START.  */
static double
value_of (const struct hwpgo_order_jump *j, uint32_t end, uint32_t start)
{
  double count = (double) j->count;
  if (start == end && j->kind != HWPGO_JUMP_INDIRECT)
    return j->kind == HWPGO_JUMP_ALONE    ? count * ALONE_NEXT
           : j->kind == HWPGO_JUMP_ENDING ? count * ENDING_NEXT
           : j->kind == HWPGO_JUMP_TURN   ? 0
                                          : count;
  if (start > end)
    return start - end >= FORWARD_BYTES
               ? 0
               : count * NEAR * (1 - (start - end) / (double) FORWARD_BYTES);
  return end - start >= BACKWARD_BYTES
             ? 0
             : count * NEAR * (1 - (end - start) / (double) BACKWARD_BYTES);
}

double
hwpgo_order_jump_value (const struct hwpgo_order_graph *g,
                        const struct hwpgo_order_jump *j, const uint32_t *start)
{
  return value_of (j, start[j->from] + g->blocks[j->from].size, start[j->to]);
}

double
hwpgo_order_value (const struct hwpgo_order_graph *g, const uint32_t *order)
{
  uint32_t *start = malloc ((g->n_blocks + (size_t) 1) * sizeof *start);
  uint32_t at = 0;
  double value = 0;
  if (!start)
    return -1;
  for (uint32_t i = 0; i < g->n_blocks; i++)
    {
      uint32_t b = order ? order[i] : g->layout ? g->layout[i] : i;
      start[b] = at;
      at += g->blocks[b].size;
    }
  for (uint32_t i = 0; i < g->n_jumps; i++)
    value += hwpgo_order_jump_value (g, &g->jumps[i], start);
  free (start);
  return value;
}

/* --- merging two chains --------------------------------------------------*/

/* Where the parts of X, opened at OPENED bytes, and Y begin.  */
struct places
{
  uint32_t x, opened, x1, x2, y;
};

static struct places
places_of (const struct chain *x, const struct chain *y, enum merge merge,
           uint32_t x_number, uint32_t opened)
{
  uint32_t rest = x->size - opened;
  switch (merge)
    {
    case X_Y:
      return (struct places){ x_number, x->size, 0, 0, x->size };
    case X1_Y_X2:
      return (struct places){ x_number, opened, 0, opened + y->size, opened };
    case Y_X2_X1:
      return (struct places){ x_number, opened, y->size + rest, y->size, 0 };
    case X2_X1_Y:
      break;
    }
  return (struct places){ x_number, opened, rest, 0, x->size };
}

/* The address of block B.  A block without bytes at the place where X is
   opened counts to the second part, as does the block that is opened in front
   of.  */
static uint32_t
address_of (const struct orderer *o, const struct places *p, uint32_t b,
            uint32_t at)
{
  uint32_t offset = o->offset[b];
  if (o->chain_of[b] != p->x)
    return p->y + offset;
  return o->index[b] < at ? p->x1 + offset : p->x2 + (offset - p->opened);
}

static double
value_at (const struct orderer *o, const struct places *p, uint32_t jump,
          uint32_t at)
{
  const struct hwpgo_order_jump *j = &o->g->jumps[jump];
  return value_of (j,
                   address_of (o, p, j->from, at) + o->g->blocks[j->from].size,
                   address_of (o, p, j->to, at));
}

/* True if block 0 stays the first one where chains X and Y are merged so.  */
static bool
entry_first_p (const struct orderer *o, uint32_t x, uint32_t y,
               enum merge merge)
{
  uint32_t entry = o->chain_of[0];
  if (entry == x)
    return merge == X_Y || merge == X1_Y_X2;
  return entry != y || merge == Y_X2_X1;
}

/* Take it for the best choice of P, if it is, to merge chains X and Y so.  */
static void
try_merge (const struct orderer *o, struct pair *p, bool swapped,
           enum merge merge, uint32_t at)
{
  uint32_t x = p->chains[swapped], y = p->chains[!swapped];
  const struct chain *c = &o->chains[x];
  if (!entry_first_p (o, x, y, merge))
    return;
  uint32_t opened = merge == X_Y ? c->size : o->offset[c->blocks[at]];
  struct places places = places_of (c, &o->chains[y], merge, x, opened);
  double gain = 0;
  for (uint32_t i = 0; i < p->n_jumps; i++)
    gain += value_at (o, &places, p->jumps[i], at);
  if (merge != X_Y)
    {
      gain -= c->inner;
      for (uint32_t i = 0; i < c->n; i++)
        {
          uint32_t b = c->blocks[i];
          for (uint32_t k = o->first[b]; k < o->first[b + 1]; k++)
            if (o->chain_of[o->g->jumps[o->out[k]].to] == x)
              gain += value_at (o, &places, o->out[k], at);
        }
    }
  if (gain > o->no_gain && (p->best.gain == 0 || gain > p->best.gain + p->same))
    p->best = (struct choice){ gain, merge, at, swapped };
}

/* Open chain SWAPPED of P where jump J of it leaves that chain, and where it
   enters.  */
static void
try_opened (const struct orderer *o, struct pair *p, bool swapped,
            const struct hwpgo_order_jump *j)
{
  const struct chain *x = &o->chains[p->chains[swapped]];
  bool leaves = o->chain_of[j->from] == p->chains[swapped];
  uint32_t at = leaves ? o->index[j->from] + 1 : o->index[j->to];
  if (at == 0 || at >= x->n)
    return;
  try_merge (o, p, swapped, X1_Y_X2, at);
  try_merge (o, p, swapped, Y_X2_X1, at);
  try_merge (o, p, swapped, X2_X1_Y, at);
}

void
hwpgo_order_find_best (const struct orderer *o, struct pair *p)
{
  double jumps = 0;
  for (uint32_t i = 0; i < p->n_jumps; i++)
    jumps += (double) o->g->jumps[p->jumps[i]].count;
  p->same = jumps * SAME_GAIN + o->no_gain;
  p->best = (struct choice){ 0 };
  for (int swapped = 0; swapped < 2; swapped++)
    {
      const struct chain *x = &o->chains[p->chains[swapped]];
      try_merge (o, p, swapped, X_Y, x->n);
      if (x->n <= MAX_OPENED)
        for (uint32_t i = 0; i < p->n_jumps; i++)
          try_opened (o, p, swapped, &o->g->jumps[p->jumps[i]]);
    }
}

static uint32_t *
append (uint32_t *to, const uint32_t *from, uint32_t n)
{
  memcpy (to, from, n * sizeof *to);
  return to + n;
}

bool
hwpgo_order_merge (struct orderer *o, uint32_t x, uint32_t y, enum merge merge,
                   uint32_t at, double gain)
{
  struct chain *a = &o->chains[x], *b = &o->chains[y];
  uint32_t *blocks = malloc ((a->n + (size_t) b->n) * sizeof *blocks);
  uint32_t *end = blocks;
  if (!blocks)
    return false;
  const uint32_t *x2 = a->blocks + at;
  uint32_t n2 = a->n - at;
  switch (merge)
    {
    case X_Y:
      end = append (append (end, a->blocks, a->n), b->blocks, b->n);
      break;
    case X1_Y_X2:
      end = append (append (append (end, a->blocks, at), b->blocks, b->n), x2,
                    n2);
      break;
    case Y_X2_X1:
      end = append (append (append (end, b->blocks, b->n), x2, n2), a->blocks,
                    at);
      break;
    case X2_X1_Y:
      end = append (append (append (end, x2, n2), a->blocks, at), b->blocks,
                    b->n);
      break;
    }
  free (a->blocks);
  free (b->blocks);
  a->count += b->count;
  a->blocks = blocks;
  a->n = end - blocks;
  a->inner += b->inner + gain;
  *b = (struct chain){ 0 };
  a->size = 0;
  for (uint32_t i = 0; i < a->n; i++)
    {
      o->chain_of[blocks[i]] = x;
      o->index[blocks[i]] = i;
      o->offset[blocks[i]] = a->size;
      a->size += o->g->blocks[blocks[i]].size;
    }
  return true;
}
