/* A program with known counts, and its samples.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BENCH_PROGRAM_H
#define HWPGO_BENCH_PROGRAM_H

#include "scripts/bench/flow-infer/shapes.h"

/* Relative weights of the statements of a shape.  */
struct mix
{
  unsigned plain, if_then, if_else, both, loop, leave, fail, cases, never,
      knot, tail;
  double unknown;     /* part of the blocks without a place.  */
  double dark;        /* part of the bodies without any.  */
  double lost;        /* part of the blocks that lost samples.  */
  unsigned max_depth; /* of the nest.  */
  unsigned n_cases;
};

/* Add a block of S that truly runs COUNT times; its number.  */
size_t block (struct subject *s, uint64_t count);
/* Add an edge that is taken COUNT times, and so often by a compiler's GUESS.
 */
void edge (struct subject *s, size_t from, size_t to, uint64_t count,
           double guess);

/* Make of the empty S a program of about N blocks, and sample it.  */
void make_program (struct subject *s, size_t n, const struct mix *mix);

#endif
