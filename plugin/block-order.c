/* Laying out blocks by merging chains of them.
   SPDX-License-Identifier: GPL-2.0-or-later

   See block-order.h.  Two chains between which something jumps are a pair.  Of
   each pair it is known by how much the value grows at best if it becomes one
   chain: one behind the other, or the one opened where a jump of the pair
   leaves or enters it, and the other put in, or its two parts exchanged.  The
   best of all pairs is merged, and those of the chain that comes of it are
   looked at again.  */

#include "plugin/block-order-internal.h"

#include <stdlib.h>
#include <string.h>

/* A gain below this part of all executions is one of rounding.  */
#define NO_GAIN 1e-12

/* --- pairs ---------------------------------------------------------------*/

/* The pairs of chain X with others, by the other's number, NONE without.  */
static void
find_pairs (const struct orderer *o, uint32_t x)
{
  memset (o->by_other, 0xff, o->g->n_blocks * sizeof *o->by_other);
  for (uint32_t i = 0; i < o->n_pairs; i++)
    {
      const uint32_t *c = o->pairs[i].chains;
      if (c[0] != NONE && (c[0] == x || c[1] == x))
        o->by_other[c[0] == x ? c[1] : c[0]] = i;
    }
}

/* Add the jumps of FROM, which is gone then, to those of TO.  */
static bool
join_pairs (struct pair *to, struct pair *from)
{
  uint32_t *jumps = realloc (to->jumps, (to->n_jumps + (size_t) from->n_jumps)
                                            * sizeof *jumps);
  if (!jumps)
    return false;
  memcpy (jumps + to->n_jumps, from->jumps, from->n_jumps * sizeof *jumps);
  to->jumps = jumps;
  to->n_jumps += from->n_jumps;
  free (from->jumps);
  *from = (struct pair){ .chains = { NONE, NONE } };
  return true;
}

/* Chain Y is part of X now: its pairs are those of X, and all of X are looked
   at again.  */
static bool
move_pairs (struct orderer *o, uint32_t x, uint32_t y)
{
  find_pairs (o, x);
  for (uint32_t i = 0; i < o->n_pairs; i++)
    {
      struct pair *p = &o->pairs[i];
      if (p->chains[0] == NONE || (p->chains[0] != y && p->chains[1] != y))
        continue;
      uint32_t other = p->chains[p->chains[0] == y];
      if (other == x)
        {
          free (p->jumps);
          *p = (struct pair){ .chains = { NONE, NONE } };
        }
      else if (o->by_other[other] != NONE)
        {
          if (!join_pairs (&o->pairs[o->by_other[other]], p))
            return false;
        }
      else
        {
          p->chains[0] = other < x ? other : x;
          p->chains[1] = other < x ? x : other;
        }
    }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < o->n_pairs; i++)
    if (o->pairs[i].chains[0] != NONE)
      o->pairs[kept++] = o->pairs[i];
  o->n_pairs = kept;
  for (uint32_t i = 0; i < o->n_pairs; i++)
    if (o->pairs[i].chains[0] == x || o->pairs[i].chains[1] == x)
      hwpgo_order_find_best (o, &o->pairs[i]);
  return true;
}

/* The first pair by which as much is gained as by the best one; NULL if there is
   nothing to gain.  */
static const struct pair *
best_pair (const struct orderer *o)
{
  double most = 0;
  for (uint32_t i = 0; i < o->n_pairs; i++)
    if (o->pairs[i].best.gain > most)
      most = o->pairs[i].best.gain;
  for (uint32_t i = 0; most > o->no_gain && i < o->n_pairs; i++)
    if (o->pairs[i].best.gain > 0
        && o->pairs[i].best.gain + o->pairs[i].same >= most)
      return &o->pairs[i];
  return NULL;
}

/* Merge as long as something is gained.  */
static bool
merge_pairs (struct orderer *o)
{
  for (uint32_t i = 0; i < o->n_pairs; i++)
    hwpgo_order_find_best (o, &o->pairs[i]);
  for (;;)
    {
      const struct pair *best = best_pair (o);
      if (!best)
        return true;
      struct choice choice = best->best;
      uint32_t x = best->chains[choice.swapped];
      uint32_t y = best->chains[!choice.swapped];
      if (!hwpgo_order_merge (o, x, y, choice.merge, choice.at, choice.gain)
          || !move_pairs (o, x, y))
        return false;
    }
}

/* Blocks that never run and fall through to each other stay together, for
   otherwise there would be a jump more.  */
static bool
merge_cold (struct orderer *o)
{
  for (uint32_t i = 0; i < o->g->n_jumps; i++)
    {
      const struct hwpgo_order_jump *j = &o->g->jumps[i];
      uint32_t x = o->chain_of[j->from], y = o->chain_of[j->to];
      const struct chain *a = &o->chains[x], *b = &o->chains[y];
      if (x != y && j->to == o->next[j->from] && a->blocks[a->n - 1] == j->from
          && b->blocks[0] == j->to && (a->count > 0) == (b->count > 0)
          && !hwpgo_order_merge (o, x, y, X_Y, a->n, 0))
        return false;
    }
  return true;
}

/* --- all -----------------------------------------------------------------*/

/* A jump, by where it leaves, or by the two blocks in the order of their
   numbers.  */
struct key
{
  uint32_t a, b, jump;
};

static int
compare_keys (const void *a, const void *b)
{
  const struct key *p = a, *q = b;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  if (p->b != q->b)
    return p->b < q->b ? -1 : 1;
  return p->jump < q->jump ? -1 : p->jump > q->jump;
}

/* Jumps by where they leave.  KEYS is memory for one of each.  */
static void
sort_jumps (struct orderer *o, struct key *keys)
{
  const struct hwpgo_order_graph *g = o->g;
  for (uint32_t i = 0; i < g->n_jumps; i++)
    {
      keys[i] = (struct key){ g->jumps[i].from, g->jumps[i].to, i };
      o->first[g->jumps[i].from + 1]++;
    }
  qsort (keys, g->n_jumps, sizeof *keys, compare_keys);
  for (uint32_t i = 0; i < g->n_jumps; i++)
    o->out[i] = keys[i].jump;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    o->first[b + 1] += o->first[b];
}

/* Each two blocks between which something jumps that runs are a pair.  */
static bool
make_pairs (struct orderer *o, struct key *keys)
{
  const struct hwpgo_order_graph *g = o->g;
  uint32_t n = 0;
  for (uint32_t i = 0; i < g->n_jumps; i++)
    {
      uint32_t a = g->jumps[i].from, b = g->jumps[i].to;
      if (g->jumps[i].count > 0)
        keys[n++] = (struct key){ a < b ? a : b, a < b ? b : a, i };
    }
  qsort (keys, n, sizeof *keys, compare_keys);
  for (uint32_t i = 0, end; i < n; i = end)
    {
      struct pair p = { .chains = { keys[i].a, keys[i].b } };
      for (end = i;
           end < n && keys[end].a == keys[i].a && keys[end].b == keys[i].b;)
        end++;
      p.jumps = malloc ((end - i) * sizeof *p.jumps);
      if (!p.jumps)
        return false;
      for (; i < end; i++)
        p.jumps[p.n_jumps++] = keys[i].jump;
      o->pairs[o->n_pairs++] = p;
    }
  return true;
}

/* See the order that the blocks have.  */
static void
see_layout (struct orderer *o)
{
  const struct hwpgo_order_graph *g = o->g;
  uint32_t last = NONE;
  for (uint32_t i = 0; i < g->n_blocks; i++)
    {
      uint32_t b = g->layout ? g->layout[i] : i;
      o->place[b] = i;
      o->next[b] = NONE;
      if (last != NONE)
        o->next[last] = b;
      last = b;
    }
}

/* Each block is a chain.  */
static bool
make_chains (struct orderer *o)
{
  double all = 0;
  for (uint32_t b = 0; b < o->g->n_blocks; b++)
    {
      const struct hwpgo_order_block *block = &o->g->blocks[b];
      struct chain *c = &o->chains[b];
      c->blocks = malloc (sizeof *c->blocks);
      if (!c->blocks)
        return false;
      c->blocks[0] = b;
      c->n = 1;
      c->size = block->size;
      c->count = (double) block->count * (block->size ? block->size : 1);
      o->chain_of[b] = b;
      all += (double) block->count;
    }
  o->no_gain = all * NO_GAIN;
  return true;
}

/* The chain with block 0 first, then by executions of each byte.  */
static int
compare_chains (const void *a, const void *b)
{
  const struct chain *p = a, *q = b;
  if (p->entry != q->entry)
    return p->entry ? -1 : 1;
  double left = p->count * (q->size ? q->size : 1);
  double right = q->count * (p->size ? p->size : 1);
  if (left != right)
    return left > right ? -1 : 1;
  return p->least < q->least ? -1 : p->least > q->least;
}

/* The chains that are left, one behind the other.  */
static void
write_order (struct orderer *o, uint32_t *order)
{
  uint32_t n = o->g->n_blocks, n_chains = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      struct chain *c = &o->chains[i];
      if (c->n == 0)
        continue;
      c->entry = i == o->chain_of[0];
      c->least = o->place[c->blocks[0]];
      for (uint32_t k = 1; k < c->n; k++)
        if (o->place[c->blocks[k]] < c->least)
          c->least = o->place[c->blocks[k]];
      struct chain swap = o->chains[n_chains];
      o->chains[n_chains++] = *c;
      *c = swap;
    }
  qsort (o->chains, n_chains, sizeof *o->chains, compare_chains);
  for (uint32_t i = 0; i < n_chains; i++)
    {
      const struct chain *c = &o->chains[i];
      memcpy (order, c->blocks, c->n * sizeof *order);
      order += c->n;
    }
}

static bool
allocate (struct orderer *o, struct key **keys)
{
  size_t n = o->g->n_blocks, n_jumps = o->g->n_jumps + (size_t) 1;
  o->chains = calloc (n, sizeof *o->chains);
  o->chain_of = calloc (n, sizeof *o->chain_of);
  o->index = calloc (n, sizeof *o->index);
  o->offset = calloc (n, sizeof *o->offset);
  o->first = calloc (n + 1, sizeof *o->first);
  o->next = calloc (n, sizeof *o->next);
  o->place = calloc (n, sizeof *o->place);
  o->by_other = calloc (n, sizeof *o->by_other);
  o->out = calloc (n_jumps, sizeof *o->out);
  o->pairs = calloc (n_jumps, sizeof *o->pairs);
  *keys = calloc (n_jumps, sizeof **keys);
  return o->chains && o->chain_of && o->index && o->offset && o->first
         && o->next && o->place && o->by_other && o->out && o->pairs && *keys;
}

static void
release (struct orderer *o)
{
  for (uint32_t i = 0; o->chains && i < o->g->n_blocks; i++)
    free (o->chains[i].blocks);
  for (uint32_t i = 0; i < o->n_pairs; i++)
    free (o->pairs[i].jumps);
  free (o->chains);
  free (o->chain_of);
  free (o->index);
  free (o->offset);
  free (o->first);
  free (o->next);
  free (o->place);
  free (o->by_other);
  free (o->out);
  free (o->pairs);
}

bool
hwpgo_order_blocks (const struct hwpgo_order_graph *g, uint32_t *order)
{
  struct orderer o = { .g = g };
  struct key *keys = NULL;
  if (g->n_blocks == 0 || g->n_blocks > HWPGO_ORDER_MAX_BLOCKS)
    return false;
  bool done = allocate (&o, &keys) && make_chains (&o);
  if (done)
    {
      see_layout (&o);
      sort_jumps (&o, keys);
    }
  done = done && make_pairs (&o, keys) && merge_pairs (&o) && merge_cold (&o);
  if (done)
    {
      write_order (&o, order);
      done = hwpgo_order_turn (g, order);
    }
  free (keys);
  release (&o);
  return done;
}
