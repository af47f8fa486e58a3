/* What the profile says of one function's blocks and edges.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_LOAD_MEASURE_H
#define HWPGO_PLUGIN_LOAD_MEASURE_H

#include "plugin/flow.h"
#include "plugin/load.h"

/* A count with the place that it is of.  */
struct hwpgo_measurement
{
  const struct hwpgo_function *function; /* NULL: no such code profiled.  */
  struct hwpgo_location at;
  bool known;
  uint64_t count;
};

/* What one statement says of its block.  */
struct hwpgo_seen
{
  const struct hwpgo_function *function;
  struct hwpgo_location at; /* in FUNCTION.  */
  int block;
  uint64_t count;
  bool call; /* of a function that may do anything.  */
  bool cut;  /* COUNT is of several blocks together.  */
};

/* An edge that brings a constant to a block which is only a branch.  */
struct hwpgo_decided
{
  size_t edge, way; /* of the edges of the graph: to the block, and out of it. */
  /* While inference runs: */
  bool known, believed; /* the block's.  */
  size_t part;          /* the last part of EDGE.  */
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
  auto_vec<struct hwpgo_decided> decided;
  auto_vec<int> were_calls; /* the loops that were calls (load-library.cc). */
};

/* Measure M->fn, which is cfun, by M->load.  */
void hwpgo_measure (struct hwpgo_measuring *m);

/* Its parts.  Make M's graph, of which nothing is known yet.  */
void hwpgo_measure_graph (struct hwpgo_measuring *m);
/* Note in M, whose graph is made, which edges decide a branch
   (load-decided.cc).  */
void hwpgo_measure_decided (struct hwpgo_measuring *m);
/* Let these lead where the branch does, and back, with the counts of what
   they go around.  */
void hwpgo_decided_begin (struct hwpgo_measuring *m);
void hwpgo_decided_end (struct hwpgo_measuring *m);
/* True if the profile can tell copies apart.  One that is no bundle does not
   say, and is taken for such.  */
bool hwpgo_copies_told_p ();

/* Is what the profile has of AT, a place in FUNCTION that ran COUNT times, behind a
   branch that stands beside it there, and ran more often (branchless-limit.cc)?  Then it
   says how often that was taken, and nothing of the rest of its block.  */
bool hwpgo_measure_beside_p (const struct hwpgo_function *function,
                             struct hwpgo_location at, uint64_t count);

/* What the profile has for LOCATION, which is in block BLOCK of M->fn.  */
struct hwpgo_measurement
hwpgo_measure_location (const struct hwpgo_measuring *m, location_t location,
                        int block);
/* Note that the code has RESULT's place, and return how often that was noted
   before.  */
uint64_t hwpgo_measure_match (struct hwpgo_measuring *m,
                              const struct hwpgo_measurement &result);
/* How often call STMT, at PLACE, was made, by the entries of what the profiled
   binary had inlined for it, or of what was split off.  False where nothing is
   known, or STMT is no call of a function that is.  */
bool hwpgo_measure_call (const struct hwpgo_measuring *m, const gimple *stmt,
                         const struct hwpgo_measurement &place,
                         uint64_t *count);

/* How often call STMT, at PLACE, was made where the profiled binary had inlined it
   and nothing else of its line was left.  */
uint64_t hwpgo_measure_call_alone (const struct hwpgo_measuring *m,
                                   const gimple *stmt,
                                   const struct hwpgo_measurement &place);
/* How many of the calls that the profile has at PLACE, that of the indirect
   call STMT, went to functions with which the pointer was compared before
   STMT.  0 for any other statement.  */
uint64_t hwpgo_measure_promoted (const struct hwpgo_measuring *m, gimple *stmt,
                                 const struct hwpgo_measurement &place);
/* Block BLOCK ran COUNT times, or more.  */
void hwpgo_measure_take (struct hwpgo_measuring *m, size_t block,
                         uint64_t count);
/* Edge E ran COUNT times.  */
void hwpgo_measure_edge (struct hwpgo_measuring *m, edge e, uint64_t count);

/* Infer from MEASURED, which are M's blocks, with what is known of the ENTRIES
   from elsewhere (0: nothing).  False when out of memory.  */
bool hwpgo_infer (struct hwpgo_measuring *m,
                  const vec<struct hwpgo_flow_block> &measured,
                  uint64_t entries);
/* Let each block of M that is not measured be believed to run as often as it
   has until now, in proportion to the last measured block before it, of which
   that is inferred (load-rest.cc).  False when out of memory.  */
bool hwpgo_measure_rest (struct hwpgo_measuring *m);
/* Give M->fn, GIMPLE or insns, the counts that were inferred.  */
void hwpgo_set_counts (struct hwpgo_measuring *m);
/* Show in the dump what became of MEASURED.  */
void hwpgo_dump_counts (const struct hwpgo_measuring *m,
                        const vec<struct hwpgo_flow_block> &measured);

/* What runs as often as something else, or less often, has more by noise up to this
   part.  */
#define HWPGO_EXCESS_PART 0.1

/* Do A and B differ by no more than the noise of sampling makes counts of one
   straight run differ?  */
static inline bool
hwpgo_counts_near_p (uint64_t a, uint64_t b)
{
  uint64_t most = MAX (a, b);
  return most - MIN (a, b) <= most * 0.02;
}

/* Forget what M->SEEN says by places that are in several blocks, and ran in each of
   them (load-pieces.cc); before what follows.  */
void hwpgo_measure_pieces (struct hwpgo_measuring *m);

/* Correct blocks that were measured with the turns of the loop behind them
   (load-steps.cc); before what follows.  */
void hwpgo_measure_steps (struct hwpgo_measuring *m);

/* Let loops turn that were calls of the library in the profiled program
   (load-library.cc); before what follows.  */
void hwpgo_measure_library (struct hwpgo_measuring *m);
/* True if what is measured on edge E is of such calls.  */
bool hwpgo_measured_as_call_p (const struct hwpgo_measuring *m, edge e);

/* Correct blocks that were measured by what does not run in them
   (load-moved.cc).  */
void hwpgo_measure_moved (struct hwpgo_measuring *m);
/* True if COUNT, which an argument on edge E says, is not that edge's.  */
bool hwpgo_measured_by_moved (const struct hwpgo_measuring *m, edge e,
                              uint64_t count);

/* Where a branch was a select in the profiled program, let it go as it did when
   it was one, and forget what was measured of its ways (load-remembered.cc); after
   all of these.  */
void hwpgo_measure_remembered (struct hwpgo_measuring *m);

/* Once counts are inferred: remark on the branches of M->fn, which is cfun,
   that go otherwise than the source expects (misexpect.cc).  */
void hwpgo_misexpect (struct hwpgo_measuring *m);

#endif
