/* Loops turned the same way by each profile of a program.
   SPDX-License-Identifier: GPL-2.0-or-later

   A loop has as many orders as blocks that are all the same but for where it begins,
   and often several of them are worth as much: of a loop that was unrolled, one for
   each copy.  Which one the search finds depends on counts that differ by chance from
   one profile to the next, and so would the time that the program takes.  */

#include "plugin/block-order-internal.h"

#include <stdlib.h>
#include <string.h>

/* A loop of more blocks is left as it is.  */
#define MAX_TURNED 128

/* Loops that turn less often than one in so many of the most frequent one's turns are
   not looked at.  */
#define SELDOM 256

/* Orders whose values differ by less than this part of the loop's turns are worth as
   much.  */
#define SAME_VALUE 0.003

struct turner
{
  const struct hwpgo_order_graph *g;
  uint32_t *order;
  uint32_t *position; /* by block: in ORDER.  */
  uint32_t *start;    /* by block: its address.  */
  uint32_t *touching; /* jumps from or to the loop's blocks.  */
  uint32_t n_touching;
};

/* A jump back, and how far.  */
struct back
{
  uint32_t jump, blocks;
};

static int
compare_backs (const void *a, const void *b)
{
  const struct back *p = a, *q = b;
  if (p->blocks != q->blocks)
    return p->blocks < q->blocks ? -1 : 1;
  return p->jump < q->jump ? -1 : p->jump > q->jump;
}

/* Lay out the N blocks from position FIRST as they are in BLOCKS, the one with number
   AT of them first.  */
static void
lay_out (struct turner *t, uint32_t first, const uint32_t *blocks, uint32_t n, uint32_t at)
{
  uint32_t address = t->start[t->order[first]];
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t b = blocks[(at + i) % n];
      t->order[first + i] = b;
      t->position[b] = first + i;
      t->start[b] = address;
      address += t->g->blocks[b].size;
    }
}

/* The value of T's touching jumps.  */
static double
value (const struct turner *t)
{
  double sum = 0;
  for (uint32_t i = 0; i < t->n_touching; i++)
    sum += hwpgo_order_jump_value (t->g, &t->g->jumps[t->touching[i]], t->start);
  return sum;
}

/* Turn the loop of the N blocks from position FIRST on.  */
static void
turn (struct turner *t, uint32_t first, uint32_t n)
{
  uint32_t blocks[MAX_TURNED];
  double values[MAX_TURNED], best = 0, most = 0;
  memcpy (blocks, t->order + first, n * sizeof *blocks);
  t->n_touching = 0;
  for (uint32_t i = 0; i < t->g->n_jumps; i++)
    {
      const struct hwpgo_order_jump *j = &t->g->jumps[i];
      if (t->position[j->from] - first < n || t->position[j->to] - first < n)
        t->touching[t->n_touching++] = i;
    }
  for (uint32_t at = 0; at < n; at++)
    {
      double count = (double) t->g->blocks[blocks[at]].count;
      lay_out (t, first, blocks, n, at);
      values[at] = value (t);
      best = values[at] > best ? values[at] : best;
      most = count > most ? count : most;
    }
  uint32_t chosen = n;
  for (uint32_t at = 0; at < n; at++)
    if (values[at] >= best - most * SAME_VALUE
        && (chosen == n || blocks[at] < blocks[chosen]))
      chosen = at;
  lay_out (t, first, blocks, n, chosen);
}

static void
turn_all (struct turner *t, struct back *backs)
{
  const struct hwpgo_order_graph *g = t->g;
  uint32_t n = 0, address = 0;
  uint64_t most = 0;
  for (uint32_t i = 0; i < g->n_blocks; i++)
    {
      t->position[t->order[i]] = i;
      t->start[t->order[i]] = address;
      address += g->blocks[t->order[i]].size;
    }
  for (uint32_t i = 0; i < g->n_jumps; i++)
    {
      const struct hwpgo_order_jump *j = &g->jumps[i];
      if (t->position[j->from] <= t->position[j->to])
        continue;
      most = j->count > most ? j->count : most;
      backs[n++] = (struct back){ i, t->position[j->from] - t->position[j->to] };
    }
  qsort (backs, n, sizeof *backs, compare_backs);
  for (uint32_t i = 0; i < n; i++)
    {
      const struct hwpgo_order_jump *j = &g->jumps[backs[i].jump];
      uint32_t first = t->position[j->to], last = t->position[j->from];
      if (j->count > 0 && j->count >= most / SELDOM && first > 0 && first < last
          && last - first < MAX_TURNED)
        turn (t, first, last - first + 1);
    }
}

bool
hwpgo_order_turn (const struct hwpgo_order_graph *g, uint32_t *order)
{
  size_t n = g->n_blocks, n_jumps = g->n_jumps + (size_t) 1;
  struct back *backs = calloc (n_jumps, sizeof *backs);
  struct turner t = { g, order, calloc (n, sizeof *t.position),
                      calloc (n, sizeof *t.start),
                      calloc (n_jumps, sizeof *t.touching), 0 };
  bool done = backs && t.position && t.start && t.touching;
  if (done)
    turn_all (&t, backs);
  free (backs);
  free (t.position);
  free (t.start);
  free (t.touching);
  return done;
}
