/* What the parts of the search for an order of blocks share; see block-order.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_BLOCK_ORDER_INTERNAL_H
#define HWPGO_PLUGIN_BLOCK_ORDER_INTERNAL_H

#include "plugin/block-order.h"

#define NONE UINT32_MAX

/* A gain that is better by a smaller part of what jumps may be so in one profile of a
   program and not in the next: counts of a few thousand samples differ by as much.
   Then what comes first is taken, so that the same program is laid out in the same
   way.  */
#define SAME_GAIN 0.02

struct chain
{
  uint32_t *blocks;
  uint32_t n; /* 0: merged with another.  */
  uint32_t size;
  double inner; /* value of the jumps within it.  */
  double count; /* executions of its bytes.  */
  /* At the end: */
  bool entry;     /* has block 0.  */
  uint32_t least; /* where the first of its blocks is now.  */
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
  double same; /* a smaller difference of gains is one of chance.  */
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
  uint32_t *next;     /* by block: the one behind it now, NONE.  */
  uint32_t *place;    /* by block: which one it is now.  */
  uint32_t *by_other; /* by chain: a pair, see find_pairs.  */
  struct pair *pairs;
  uint32_t n_pairs;
  double no_gain;
};

/* What J, of G, is worth where block B begins at START[B].  */
double hwpgo_order_jump_value (const struct hwpgo_order_graph *g,
                               const struct hwpgo_order_jump *j,
                               const uint32_t *start);

/* Of each loop in ORDER that is frequent, let that block come first, of those with
   which it is worth as much, that has the least number; see block-order-turn.c.  False
   when out of memory.  */
bool hwpgo_order_turn (const struct hwpgo_order_graph *g, uint32_t *order);

/* Find out how the chains of P are best merged: P->best, with a gain of 0 if
   there is nothing to gain.  */
void hwpgo_order_find_best (const struct orderer *o, struct pair *p);

/* Make one chain of X and Y, which is X then, and has GAIN more value.  X is
   opened in front of block AT; see enum merge.  False when out of memory.  */
bool hwpgo_order_merge (struct orderer *o, uint32_t x, uint32_t y,
                        enum merge merge, uint32_t at, double gain);

#endif
