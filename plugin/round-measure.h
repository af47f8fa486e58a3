/* What the profile says of copies, in a later round.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_ROUND_MEASURE_H
#define HWPGO_PLUGIN_ROUND_MEASURE_H

#include "plugin/load-measure.h"

/* Where a place of the profile is in the code.  */
struct hwpgo_found
{
  int block;
  edge on; /* NULL, or of an argument of a PHI.  */
  struct hwpgo_measurement result;
};

/* A place of which the profile has another number of copies, in a block.  */
struct hwpgo_otherwise
{
  int block;
  struct hwpgo_measurement result; /* its count is that of all its copies, in
                                      executions of the block.  */
  uint64_t all;                    /* the same, as the profile has it.  */
  unsigned iterations;             /* of the source, for one execution.  */
};

/* What a function is loaded by.  */
enum hwpgo_round_by
{
  HWPGO_BY_COPIES, /* each copy's own count.  */
  HWPGO_BY_SUMS,   /* numbers of copies mean nothing, only what all copies have
                      together.  */
  HWPGO_BY_BELIEF, /* nothing of the profile: what is believed, without its
                      contradictions.  */
  HWPGO_ROUND_WAYS
};

/* The work on one function.  */
struct hwpgo_round_loading
{
  struct hwpgo_measuring m;
  enum hwpgo_round round; /* the last that the load goes by.  */
  enum hwpgo_round_by by;
  double part;
  bool torn;              /* what is believed contradicts itself.  */
  double sums_part;       /* of that, what the body has.  */
  auto_vec<double> times; /* by block: by how much more than was believed its
                             places run together; 0: not known.  */
  auto_vec<struct hwpgo_found>
      found;                    /* statements, then arguments; by block.  */
  auto_vec<unsigned> first;     /* by block: of its statements in FOUND.  */
  struct hwpgo_map owners = {}; /* by place: 1 + the index of the one in FOUND
                                   that its count is of.  */
  auto_vec<bool> absent;        /* by block: of as many copies of its places
                                   the profile has others alone.  So it hardly
                                   ran; or its code was another copy's.  */
  auto_vec<bool> contradicted;  /* by block: of a place there the profile has
                                   another number of copies.  */
  auto_vec<struct hwpgo_otherwise> otherwise; /* those.  */
  auto_vec<double> before; /* by block: the probability of its first way out
                              so far, -1 unless it has two.  */
};

/* How often block BLOCK of FN is believed to run; 0: nothing is.  */
uint64_t hwpgo_executions (function *fn, int block);

/* COUNT, of what the profile has of R's function, as its part of that has it.
   What ran does so at least once.  */
uint64_t hwpgo_round_scale (const struct hwpgo_round_loading *r,
                            uint64_t count);

/* The one of R->found that the count of FOUND's place is of.  */
struct hwpgo_found *hwpgo_round_owner (struct hwpgo_round_loading *r,
                                       const struct hwpgo_found &found);

/* Give owners of R->found whose places' copies have each other's counts their
   own (round-order.cc).  */
void hwpgo_round_reorder (struct hwpgo_round_loading *r);

/* Where an earlier round has found that the copy that RESULT is of has another
   number in the profile, make it the measurement of that.  */
void hwpgo_round_renumber (const struct hwpgo_round_loading *r,
                           struct hwpgo_measurement *result);

/* Forget what R->found has in blocks that have several copies of a place of
   R->otherwise, and says that they run more often than these can have
   (round-repeated.cc).  */
void hwpgo_round_repeated (struct hwpgo_round_loading *r);

/* Does COUNT on the way from FROM, which was PROBABILITY so far, say that it is
   always taken, against what was believed (round-arms.cc)?  */
bool hwpgo_round_always_p (const struct hwpgo_round_loading *r,
                           basic_block from, profile_probability probability,
                           uint64_t count);

/* Forget what is measured of arms that suddenly run always, and may have been
   selects (round-arms.cc).  */
void hwpgo_round_arms (struct hwpgo_round_loading *r);

/* Find R->times, from R->otherwise (round-sums.cc).  */
void hwpgo_round_sums (struct hwpgo_round_loading *r);

/* Measure R->m.fn, which is cfun, GIMPLE or insns, by R->m.load.  False when
   nothing of it ran, or out of memory.  */
bool hwpgo_round_measure (struct hwpgo_round_loading *r);

#endif
