/* Where loops lie in the lines from which a core fetches.
   SPDX-License-Identifier: GPL-2.0-or-later

   A core takes instructions from its caches a line at a time, and a jump ends
   what it takes.  A loop of 61 bytes that begins a line is there at once; one
   that begins elsewhere is in two, and each turn waits for both.  So a loop is
   moved to the next line where that makes it lie in fewer.

   A loop around a jump by a table, as an interpreter is, does not run through its
   lines, but goes from one of its pieces to another.  So each of these is moved
   by itself.

   Plain C, no GCC type.  */

#ifndef HWPGO_PLUGIN_LOOP_LINES_H
#define HWPGO_PLUGIN_LOOP_LINES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

  /* Bytes of a line: of the first cache, and of the decoded instructions, on
     x86-64 and AArch64 cores since about 2020.  */
#define HWPGO_LINE 64

  /* A loop in more lines than this hardly gains by one less.  */
#define HWPGO_MOST_LINES 16

  struct hwpgo_line_block
  {
    uint32_t size;  /* in bytes.  */
    uint64_t count; /* executions.  */
    bool falls;     /* goes on to the next block, sometimes at least.  */
    bool switched;  /* an indirect jump leads here.  */
    bool switches;  /* ends with one.  */
  };

  struct hwpgo_back_jump
  {
    uint32_t from, to; /* blocks, TO no later than FROM.  */
    uint64_t count;    /* executions.  */
  };

  struct hwpgo_line_loop
  {
    uint32_t first, last; /* its blocks.  */
    uint32_t size;        /* in bytes.  */
    uint64_t count;       /* turns.  */
    uint32_t outer;       /* of use while they are found.  */
  };

  /* A loop inside another one is one of its own if it turns so many times as
     often.  */
#define HWPGO_INNER_TURNS 2

  /* Find the loops that are worth a place: those of the N_JUMPS jumps at
     JUMPS, in any order, which become undefined, among the N_BLOCKS at BLOCKS,
     in their order.  Jumps that overlap without one being in the other are of
     one loop. What turns less than a HOT-th part as often as the most executed
     block, is seldom turned when it is entered, or is around an indirect jump, is
     none.  Writes at most N_JUMPS to LOOPS, by their first blocks, and returns how
     many.  */
  uint32_t hwpgo_find_line_loops (const struct hwpgo_line_block *blocks,
                                  uint32_t n_blocks,
                                  struct hwpgo_back_jump *jumps,
                                  uint32_t n_jumps, uint32_t hot,
                                  struct hwpgo_line_loop *loops);

  /* Find the pieces that are worth a place: what begins where nothing falls
     into, ends where nothing falls out of, has an indirect jump at one of these,
     and runs at least a HOT-th part as often as the most executed block.  Writes at
     most N_BLOCKS to PIECES, by their first blocks, as if they were loops, and
     returns how many.  */
  uint32_t hwpgo_find_line_pieces (const struct hwpgo_line_block *blocks,
                                   uint32_t n_blocks, uint32_t hot,
                                   struct hwpgo_line_loop *pieces);

  /* LOOP, of those that were found in BLOCKS, had better begin a line if that
     is no more bytes away than this; else it is well enough where it is.  What
     counts is how often the ends of lines are met in it: they had better be
     where little runs.  */
  uint32_t hwpgo_line_skip (const struct hwpgo_line_block *blocks,
                            const struct hwpgo_line_loop *loop);

  /* Is LOOP entered from the block in front of it so seldom that no-ops there
     cost nothing?  By that block's executions, which are no fewer.  */
  bool hwpgo_line_seldom_passed_p (const struct hwpgo_line_block *blocks,
                                   const struct hwpgo_line_loop *loop);

#ifdef __cplusplus
}
#endif

#endif
