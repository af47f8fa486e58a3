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

/* The work on one function.  */
struct hwpgo_round_loading
{
  struct hwpgo_measuring m;
  double part;
  auto_vec<struct hwpgo_found>
      found;                    /* statements, then arguments; by block.  */
  auto_vec<unsigned> first;     /* by block: of its statements in FOUND.  */
  struct hwpgo_map owners = {}; /* by place: 1 + the index of the one in FOUND
                                   that its count is of.  */
  auto_vec<bool> contradicted;  /* by block: of a place there the profile has
                                   another number of copies.  */
  auto_vec<double> before; /* by block: the probability of its first way out
                              so far, -1 unless it has two.  */
};

/* How often block BLOCK of FN is believed to run; 0: nothing is.  */
uint64_t hwpgo_executions (function *fn, int block);

/* Measure R->m.fn, which is cfun, GIMPLE or insns, by R->m.load.  False when
   nothing that the profile has of it ran, or out of memory.  */
bool hwpgo_round_measure (struct hwpgo_round_loading *r);

#endif
