/* Laying out blocks by merging chains of them.
   SPDX-License-Identifier: GPL-2.0-or-later

   See block-order.h.  Two chains between which something jumps are a pair.  Of
   each pair it is known by how much the value grows at best if it becomes one
   chain: one behind the other, or the one opened where a jump of the pair
   leaves or enters it, and the other put in, or its two parts exchanged.  The
   best of all pairs is merged, and those of the chain that comes of it are
   looked at again.  */

#include "plugin/block-order.h"

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

/* A chain of more blocks is not opened.  */
#define MAX_OPENED 128

/* A gain below this part of all executions is one of rounding.  */
#define NO_GAIN 1e-12

#define NONE UINT32_MAX

struct chain
{
  uint32_t *blocks;
  uint32_t n; /* 0: merged with another.  */
  uint32_t size;
  double inner; /* value of the jumps within it.  */
  double count; /* executions of its bytes.  */
  /* At the end: */
  bool entry;     /* has block 0.  */
  uint32_t least; /* number of a block.  */
};

/* How two chains become one, of which X may be opened in front of block AT:
   X1 is what is in front of that, X2 the rest.  */
enum merge
{
  X_Y,
  X1_Y_X2,
  Y_X2_X1,
  X2_X1_Y
};

struct choice
{
  double gain;
  enum merge merge;
  uint32_t at;
  bool swapped; /* X is the pair's second chain.  */
};

struct pair
{
  uint32_t chains[2]; /* the lower number first; NONE: the pair is gone.  */
  uint32_t *jumps;
  uint32_t n_jumps;
  struct choice best;
};

struct orderer
{
  const struct hwpgo_order_graph *g;
  struct chain *chains;
  uint32_t *chain_of; /* by block.  */
  uint32_t *index;    /* by block: in its chain.  */
  uint32_t *offset;   /* by block: from the start of its chain, in bytes.  */
  uint32_t *first;    /* by block: its first jump in OUT; one more at the
                         end.  */
  uint32_t *out;      /* jumps by where they leave.  */
  uint32_t *by_other; /* by chain: a pair, see find_pairs.  */
  struct pair *pairs;
  uint32_t n_pairs;
  double no_gain;
};

/* --- value ---------------------------------------------------------------*/

/* What jump J is worth that leaves at address END for START.  */
static double
value_of (const struct hwpgo_order_jump *j, uint32_t end, uint32_t start)
{
  double count = (double) j->count;
  if (start == end && j->kind != HWPGO_JUMP_INDIRECT)
    return j->kind == HWPGO_JUMP_ALONE ? count * ALONE_NEXT : count;
  if (start > end)
    return start - end >= FORWARD_BYTES
               ? 0
               : count * NEAR * (1 - (start - end) / (double) FORWARD_BYTES);
  return end - start >= BACKWARD_BYTES
             ? 0
             : count * NEAR * (1 - (end - start) / (double) BACKWARD_BYTES);
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
      uint32_t b = order ? order[i] : i;
      start[b] = at;
      at += g->blocks[b].size;
    }
  for (uint32_t i = 0; i < g->n_jumps; i++)
    {
      const struct hwpgo_order_jump *j = &g->jumps[i];
      value += value_of (j, start[j->from] + g->blocks[j->from].size,
                         start[j->to]);
    }
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
  if (gain > p->best.gain + o->no_gain)
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

static void
find_best (const struct orderer *o, struct pair *p)
{
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

/* Make one chain of X and Y, which is X then, and has so much more value.  */
static bool
merge_chains (struct orderer *o, uint32_t x, uint32_t y, enum merge merge,
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
  append (jumps + to->n_jumps, from->jumps, from->n_jumps);
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
      find_best (o, &o->pairs[i]);
  return true;
}

/* Merge as long as something is gained.  */
static bool
merge_pairs (struct orderer *o)
{
  for (uint32_t i = 0; i < o->n_pairs; i++)
    find_best (o, &o->pairs[i]);
  for (;;)
    {
      struct pair *best = NULL;
      for (uint32_t i = 0; i < o->n_pairs; i++)
        if (o->pairs[i].best.gain > (best ? best->best.gain : o->no_gain))
          best = &o->pairs[i];
      if (!best)
        return true;
      struct choice choice = best->best;
      uint32_t x = best->chains[choice.swapped];
      uint32_t y = best->chains[!choice.swapped];
      if (!merge_chains (o, x, y, choice.merge, choice.at, choice.gain)
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
      if (x != y && j->to == j->from + 1 && a->blocks[a->n - 1] == j->from
          && b->blocks[0] == j->to && (a->count > 0) == (b->count > 0)
          && !merge_chains (o, x, y, X_Y, a->n, 0))
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
      c->least = c->blocks[0];
      for (uint32_t k = 1; k < c->n; k++)
        if (c->blocks[k] < c->least)
          c->least = c->blocks[k];
      struct chain swap = o->chains[n_chains];
      o->chains[n_chains++] = *c;
      *c = swap;
    }
  qsort (o->chains, n_chains, sizeof *o->chains, compare_chains);
  for (uint32_t i = 0; i < n_chains; i++)
    order = append (order, o->chains[i].blocks, o->chains[i].n);
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
  o->by_other = calloc (n, sizeof *o->by_other);
  o->out = calloc (n_jumps, sizeof *o->out);
  o->pairs = calloc (n_jumps, sizeof *o->pairs);
  *keys = calloc (n_jumps, sizeof **keys);
  return o->chains && o->chain_of && o->index && o->offset && o->first
         && o->by_other && o->out && o->pairs && *keys;
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
    sort_jumps (&o, keys);
  done = done && make_pairs (&o, keys) && merge_pairs (&o) && merge_cold (&o);
  if (done)
    write_order (&o, order);
  free (keys);
  release (&o);
  return done;
}
