/* In which order blocks are laid out: the extended travelling salesman
   problem. SPDX-License-Identifier: GPL-2.0-or-later

   A. Newell and S. Pupyrev, "Improved Basic Block Reordering", IEEE
   Transactions on Computers 69 (2020), arXiv:1809.04676: the value of an order
   is the sum over all jumps of how often they run times a factor, 1 where the
   target is what comes next, and a tenth, falling to nothing with the
   distance, where it is near; an order is found by merging chains of blocks,
   always the two that gain most.

   Plain C, no GCC type.  */

#ifndef HWPGO_PLUGIN_BLOCK_ORDER_H
#define HWPGO_PLUGIN_BLOCK_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

  struct hwpgo_order_block
  {
    uint32_t size;  /* in bytes.  */
    uint64_t count; /* executions.  */
  };

  enum hwpgo_order_kind
  {
    HWPGO_JUMP_CONDITIONAL,
    HWPGO_JUMP_ENDING,  /* conditional, and ends most runs of a loop that may
                           end elsewhere, too.  */
    HWPGO_JUMP_ALONE,   /* the only way on: where TO is next, there is no
                           instruction for it.  */
    HWPGO_JUMP_TURN,    /* conditional, and had better jump: it goes on with the
                           next turn of a loop whose turns are of two kinds.  */
    HWPGO_JUMP_INDIRECT /* jumps even where TO is next.  */
  };

  struct hwpgo_order_jump
  {
    uint32_t from, to; /* blocks, other than each other.  */
    uint64_t count;    /* executions.  */
    enum hwpgo_order_kind kind;
  };

  struct hwpgo_order_graph
  {
    const struct hwpgo_order_block *blocks; /* numbered whatever the counts are.  */
    const struct hwpgo_order_jump *jumps;   /* any order, each way once.  */
    const uint32_t *layout; /* the order that they have; NULL: as numbered.  */
    uint32_t n_blocks, n_jumps;
  };

  /* More blocks than this are not tried: the time grows with their square.  */
#define HWPGO_ORDER_MAX_BLOCKS 10000

  /* The value of the order that has block ORDER[i] as its i-th; of the order
     that the blocks have if ORDER is NULL.  Negative when out of memory.  */
  double hwpgo_order_value (const struct hwpgo_order_graph *g,
                            const uint32_t *order);

  /* Write a good order to ORDER, n_blocks numbers.  Block 0 stays the first
     one.  Blocks that never run come last, as they were.  Of orders that are worth
     about as much, that with the least numbers first: so counts that differ a little
     lead to the same order.  False when out of memory, or with more than
     HWPGO_ORDER_MAX_BLOCKS.  */
  bool hwpgo_order_blocks (const struct hwpgo_order_graph *g, uint32_t *order);

#ifdef __cplusplus
}
#endif

#endif
