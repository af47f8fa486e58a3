/* What the files of the attribution share.
   SPDX-License-Identifier: GPL-2.0-or-later

   attribute.c counts what branch stacks say, attribute-branches.c the calls
   among them, attribute-addresses.c the addresses of samples;
   attribute-vectors.c makes iterations of the source of what is vectorised. */

#ifndef HWPGO_TRACE_ATTRIBUTE_PARTS_H
#define HWPGO_TRACE_ATTRIBUTE_PARTS_H

#include "runtime/trace/attribute.h"
#include "runtime/trace/places.h"

/* Maps of one walk over the rows.  Zero it but for FLOWS to start.  */
struct hwpgo_walk
{
  const struct hwpgo_flows *flows; /* NULL: none known.  */
  struct hwpgo_map frequency;      /* executions of each place.  */
  struct hwpgo_map instances;      /* the same of each instance: the highest
                                      of its instructions.  */
  struct hwpgo_map begun;          /* the same: the sum over its beginnings;
                                      of those that have any.  */
  struct hwpgo_map elsewhere;  /* of places whose code ran otherwise than they
                                  began: the higher of both, of one
                                  instance.  */
  struct hwpgo_told told;
  struct hwpgo_map executions; /* sum over the branches.  */
  bool exact; /* both are estimates of the same, so that a frequency above the
                 executions is chance.  */
};

/* Fill 'frequency' by the flows.  False when out of memory or ended.  */
bool hwpgo_walk_frequency (struct hwpgo_places *places, struct hwpgo_walk *w);
/* The same, and fill 'executions' with the sums of the flows of all branches
   that a predictor can get wrong.  */
bool hwpgo_walk_executions (struct hwpgo_places *places, struct hwpgo_walk *w);
/* Fill 'told.untold': places whose code ran elsewhere, of which GCC has merged
   copies again, or that ran less than *LEAST times, which is found if it is 0,
   so that their copies make no difference.  */
bool hwpgo_walk_untold (const struct hwpgo_places *places,
                        struct hwpgo_walk *w, uint64_t *least);
/* Fill 'told.beside', after all of these, for the frequency.  False when out of
   memory.  */
bool hwpgo_walk_beside (struct hwpgo_places *places, struct hwpgo_walk *w);
void hwpgo_walk_free (struct hwpgo_walk *w);

/* Add the branches in EVIDENCE that come from B, or lead to it, to the
   profile: head counts and the targets of calls, these as TOLD has it of the
   calls' places.  */
bool hwpgo_attribute_branches (struct hwpgo_places *places,
                               const struct hwpgo_binaries *binaries,
                               const struct hwpgo_traced *b,
                               const struct hwpgo_evidence *evidence,
                               const struct hwpgo_told *told);

/* MAP has executions of PLACES, which are of B: make of those that the
   compiler has vectorised iterations of the source.  False when out of memory.
 */
bool hwpgo_attribute_vectors (const struct hwpgo_places *places,
                              const struct hwpgo_traced *b,
                              struct hwpgo_map *map);

/* LLVM has the executions of a call be no less than what its targets sum up
   to, unless the call is in an inlined function.  */
void hwpgo_attribute_raise_calls (struct hwpgo_function *f);

#endif
