/* Numbers that tell apart the places of one line.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  One struct numbers one function.  The key is the
   line alone, as in profiles: lines of two files that happen to have one
   number are told apart too.  */

#ifndef HWPGO_PLUGIN_NUMBERING_H
#define HWPGO_PLUGIN_NUMBERING_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero it to start.  */
struct hwpgo_numbering
{
  struct hwpgo_map places; /* (line, block) to number + 1.  */
  struct hwpgo_map lines;  /* (line, 0) to how many numbers were asked for;
                              (line, block + 1) to calls.  */
  uint64_t overflow;       /* numbers that did not fit.  */
};

/* The number of LINE in BLOCK: 0 in the first block asked for, the next free
   number in every other.  Lines with too many places give the last number to
   all that remain.  Sharing that one spoils only them, while wrapping around
   or sharing 0 would add their counts to those of the line's first blocks.
 */
unsigned hwpgo_number_place (struct hwpgo_numbering *numbering,
                             uint32_t line, uint32_t block);

/* The number of a call: that of its place for the first one, a new one for
   each further call of LINE in BLOCK, so that inlined bodies stay apart.  */
unsigned hwpgo_number_call (struct hwpgo_numbering *numbering, uint32_t line,
                            uint32_t block);

/* A number of LINE that nothing else has.  */
unsigned hwpgo_number_fresh (struct hwpgo_numbering *numbering,
                             uint32_t line);

/* True, with the number in *NUMBER, if LINE was numbered in BLOCK.  */
bool hwpgo_number_find (const struct hwpgo_numbering *numbering,
                        uint32_t line, uint32_t block, unsigned *number);

/* Number I of a line, in the order in which they are given.  */
unsigned hwpgo_number_at (uint64_t i);

/* The next line of NUMBERING from *AT on, which is 0 to begin with, and how many
   different numbers it has: those that hwpgo_number_at gives for 0 up to
   *NUMBERS - 1.  False if there are no more.  The order is that of a hash.  */
bool hwpgo_number_next_line (const struct hwpgo_numbering *numbering,
                             size_t *at, uint32_t *line, uint32_t *numbers);

void hwpgo_numbering_free (struct hwpgo_numbering *numbering);

#ifdef __cplusplus
}
#endif

#endif
