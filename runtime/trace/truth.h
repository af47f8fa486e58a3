/* What a compiler believed against what ran: the yardstick of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   A share is a block's part of all executions of blocks, in its function or in
   the program.  Two sets of shares overlap by the sum of the smaller ones: 1
   when they are the same, 0 when nothing is common.  This is what Ball and
   Larus, and LLVM's 'llvm-profdata overlap', do for profiles.  */

#ifndef HWPGO_TRACE_TRUTH_H
#define HWPGO_TRACE_TRUTH_H

#include "runtime/profile/block-map.h"
#include "runtime/trace/executed.h"

/* Of a function that ran, or of all.  */
struct hwpgo_truth_function
{
  const char *name;
  double executions; /* of its blocks.  */
  double believed;   /* the share in the program of its comparable counts.  */
  double overlap;    /* of the shares within it.  */
  double branch_error; /* mean over the executions of blocks with several
                          successors: half the sum over these of the
                          difference of the probabilities.  0..1.  */
  double branches;     /* these executions.  */
  double gap; /* the part of the believed count of its blocks that is not
                 the sum of what their predecessors send.  */
  size_t first_block, n_blocks; /* in the map.  */
};

struct hwpgo_truth_block
{
  double executions, believed; /* shares of its function's.  */
  double harm; /* its difference, as a part of the whole program: half of it is
                  what the overlap lacks.  */
  uint64_t low, high;
  uint64_t count;
  enum hwpgo_quality quality;
  size_t function; /* index in 'functions'.  */
};

/* A branch with two ways that goes the one as often as was believed of the
   other: its probability was kept, and points the wrong way.  */
struct hwpgo_truth_branch
{
  const char *function;
  uint64_t low, high; /* of the block that it ends.  */
  double believed, ran; /* the probability of its first edge.  */
  double executions;
};

struct hwpgo_truth
{
  struct hwpgo_truth_function *functions; /* that ran, by falling
                                             executions, then name.  */
  size_t n_functions;
  struct hwpgo_truth_block *blocks; /* of these, without empty ones; by
                                       falling harm, then address.  */
  size_t n_blocks;
  struct hwpgo_truth_branch *reversed; /* by falling executions, then
                                          address.  */
  size_t n_reversed, reversed_capacity;
  size_t silent;     /* functions of the map that did not run.  */
  double executions; /* of blocks in the map.  */
  double within;     /* mean overlap of the functions, by their executions.  */
  double all;        /* overlap of the shares in the program.  Counts that are
                        only comparable within a function count as 0.  */
  double branch_error, gap; /* means, by branches and by executions.  */
};

/* Compare MAP with EXECUTED into TRUTH, which the caller frees.  0 or
   -HWPGO_E_NOMEM.  Names are those in MAP.  */
int hwpgo_truth_compare (struct hwpgo_truth *truth,
                         const struct hwpgo_block_map *map,
                         const struct hwpgo_executed *executed);
void hwpgo_truth_free (struct hwpgo_truth *truth);

#endif
