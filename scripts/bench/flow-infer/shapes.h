/* Programs whose true counts are known, and what sampling sees of them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_BENCH_SHAPES_H
#define HWPGO_BENCH_SHAPES_H

#include "plugin/flow.h"

struct subject
{
  struct hwpgo_flow flow;     /* with measured counts and guesses.  */
  struct hwpgo_flow_block *measured; /* a copy of flow.blocks' in members.  */
  uint64_t *blocks, *edges;   /* true counts; NULL when there is none.  */
  size_t block_capacity, edge_capacity, truth_capacity[2];
};

/* One way to make a program.  */
struct shape
{
  const char *name, *what;
  /* Make a program of about N blocks.  */
  void (*make) (struct subject *s, size_t n);
  bool adversarial; /* no truth: only time and conservation matter.  */
};

extern const struct shape shapes[];
extern const size_t n_shapes;

/* Make a subject of N blocks, the same for the same SEED.  */
struct subject subject_new (const struct shape *shape, size_t n,
                            uint64_t seed);
/* Forget what was inferred.  */
void subject_reset (struct subject *s);
void subject_free (struct subject *s);

#endif
