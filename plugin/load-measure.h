/* What the profile says of one function's blocks and edges.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_LOAD_MEASURE_H
#define HWPGO_PLUGIN_LOAD_MEASURE_H

#include "plugin/flow.h"
#include "plugin/load.h"

/* What one statement says of its block.  */
struct hwpgo_seen
{
  int block;
  uint64_t count;
  bool call; /* of a function that may do anything.  */
};

/* The work on one function.  */
struct hwpgo_measuring
{
  function *fn;
  const struct hwpgo_load *load;
  bool again = false;            /* the code has counts already.  */
  bool dump;                     /* show each place in the dump.  */
  struct hwpgo_map matched = {}; /* places found: (function, place) to the
                               number of statements or edges there.  */
  bool out_of_memory = false;
  auto_vec<struct hwpgo_flow_block> blocks; /* by index; then one for each
                                               measured edge.  */
  auto_vec<struct hwpgo_flow_edge> edges;
  auto_vec<struct hwpgo_seen> seen; /* in the order of the blocks.  */
  hash_map<edge, size_t> edge_at; /* where in EDGES an edge begins.  */
};

/* Measure M->fn, which is cfun, by M->load.  */
void hwpgo_measure (struct hwpgo_measuring *m);

/* Correct blocks that were measured by what does not run in them
   (load-moved.cc).  */
void hwpgo_measure_moved (struct hwpgo_measuring *m);
/* True if COUNT, which an argument on edge E says, is not that edge's.  */
bool hwpgo_measured_by_moved (const struct hwpgo_measuring *m, edge e,
                              uint64_t count);

/* Once counts are inferred: remark on the branches of M->fn, which is cfun,
   that go otherwise than the source expects (misexpect.cc).  */
void hwpgo_misexpect (struct hwpgo_measuring *m);

#endif
