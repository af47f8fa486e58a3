/* What the cost model is to know of a branch, measured: branchless-chain.cc,
   branchless-recurrence.cc, branchless-forward.cc and branchless-waiting.cc.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_MEASURE_H
#define HWPGO_PLUGIN_BRANCHLESS_MEASURE_H

#include "plugin/branchless.h"

/* The kind of STMT for the cost model.  */
hwpgo_select_op hwpgo_statement_kind (gimple *stmt);

/* Does STMT call a function, and not just compute?  */
bool hwpgo_calls_p (gimple *stmt);

/* Fill C, but for its ratio.  */
void hwpgo_region_measure (const struct hwpgo_region *r,
                           struct hwpgo_select_case *c);
void hwpgo_hammock_measure (const struct hwpgo_hammock *h,
                            struct hwpgo_select_case *c);

/* Instructions of BB.  */
unsigned hwpgo_block_insns (basic_block bb);

/* Does one of the N CONDS in LOOP wait for VALUE, of the same turn?  */
bool hwpgo_conditions_wait_p (class loop *loop, gcond *const *conds,
                              unsigned n, tree value);

/* Cycles of a turn of LOOP, which may be NULL or none, until the slowest of the
   N CONDS is known.  */
unsigned hwpgo_conditions_wait (class loop *loop, gcond *const *conds,
                                unsigned n);

/* The same of what SELECTS choose by, if they were branches.  */
unsigned hwpgo_selects_wait (class loop *loop, const vec<gassign *> &selects);

/* Turns of LOOP for one entry; 0 if no profile tells.  */
double hwpgo_loop_turns (class loop *loop);

/* The same, or more where LOOP goes down from the root of an implicit tree, of which
   the number of places is known (branchless-search.cc).  */
double hwpgo_search_turns (class loop *loop);

/* Is VALUE, in AROUND, made of what is computed in its BLOCKS, in this turn or one before?
   SEEN, which is empty, gets what was looked at, which has a bound.  */
bool hwpgo_made_in_p (hash_set<basic_block> *blocks, class loop *around,
                      tree value, hash_set<gimple *> *seen);

/* How many times a core is in LOOP, one of the loops in another, at a time, if no
   branch in it is mispredicted but those that leave it: 1 or more.  */
double hwpgo_entries_at_once (class loop *loop);

/* Instructions of one turn of LOOP, with those of calls.  */
double hwpgo_turn_insns (class loop *loop);

/* Is REF, an operand, the same in all turns of LOOP?  */
bool hwpgo_invariant_p (const class loop *loop, tree ref);

/* Is VALUE what a turn of LOOP begins with, a value that changes?  */
bool hwpgo_carried_p (const class loop *loop, tree value);

/* What VALUE, an operand, is a copy of, as those of the loop optimisers are.  */
tree hwpgo_copied_from (tree value);

/* Is RESULT, of a PHI, what LOOP's value OLD, which is carried, is in the next
   turn?  */
bool hwpgo_next_turns_p (const class loop *loop, tree result, tree old);

/* May what STORE wrote in one turn of LOOP be what LOAD reads in the next?  */
bool hwpgo_forwarded_p (const class loop *loop, gassign *store, gassign *load);

/* In which part of the turns?  1 where that is not known.  */
double hwpgo_forwarded_share (const class loop *loop, gassign *store,
                              gassign *load);

/* May what the load NOW reads in one turn of LOOP be what LATER reads in the
   next?  Stores in between do not count.  */
bool hwpgo_loaded_again_p (const class loop *loop, gassign *now,
                           gassign *later);

/* Does a turn of its loop wait for STMT of R, which is guarded
   (hwpgo_float_guarded_p), from the one before?  */
bool hwpgo_guarded_carried_p (const struct hwpgo_region *r, gimple *stmt);

/* A store of a region, how often it runs for one execution of that, and how often
   the next turn loads what is there then.  */
struct hwpgo_forwarding
{
  gassign *store;
  double share, meets;
};

/* BASE and OFFSET, in the units of what it counts.  */
struct hwpgo_sum
{
  tree base;
  HOST_WIDE_INT offset;
};

/* VALUE without what is added to it.  In a ring, as (i + 255) % 256 is one, the
   shorter way counts.  */
struct hwpgo_sum hwpgo_sum_of (tree value);

/* Does VALUE, an operand, grow by a constant, *STEP, in each turn of LOOP?  It may
   be 0, and what overflows is not seen.  */
bool hwpgo_turn_step (const class loop *loop, tree value, HOST_WIDE_INT *step);

/* Is VALUE START, or that and a constant, whatever LOOP's branches and selects
   decide?  *LEFT statements are looked at; what they do not decide is not.  */
bool hwpgo_step_from_p (class loop *loop, tree start, tree value,
                        unsigned *left);

/* Does a step of VALUE, in LOOP, lead to another line, as one to the next row
   of a matrix does?  *LEFT statements are looked at.  */
bool hwpgo_far_step_p (class loop *loop, tree value, unsigned *left);

/* The stores of R that LOAD may read in the next turn of LOOP.  Only the elements
   of arrays and of what pointers point to are known.  */
void hwpgo_forwarded_stores (class loop *loop, const struct hwpgo_region *r,
                             gassign *load, vec<hwpgo_forwarding> *stores);

/* Does REF name the same place in all turns of LOOP?  */
bool hwpgo_same_place_p (const class loop *loop, tree ref);

/* And is it accessed there by that reference alone, so that GCC's loop passes,
   which come later, keep it in a register?  */
bool hwpgo_promotable_p (class loop *loop, tree ref);

/* Add to LOADS and STORES those of LOOP that load or store a name (no constant, no
   structure).  False if there are too many to compare each with each.  */
bool hwpgo_loop_accesses (class loop *loop, vec<gassign *> *loads,
                          vec<gassign *> *stores);

/* What stays in memory from one turn of a loop to the next.  */
struct hwpgo_kept
{
  gassign *load, *store;
};

/* Fill KEPT with the pairs of loads and stores of a place that is the same in all
   turns of LOOP, or, if MOVING, that the next turn loads from where this one has
   stored; none if there are too many.  */
void hwpgo_kept_in_memory (class loop *loop, bool moving,
                           vec<hwpgo_kept> *kept);

/* The loads of LOOP outside R, if R stores at all.  */
void hwpgo_forwarded_loads (class loop *loop, const struct hwpgo_region *r,
                            vec<gassign *> *loads);

/* Does R store where LOAD, in LOOP, has loaded from, and nobody knows if the next
   turn looks there again?  */
bool hwpgo_stored_by_chance_p (const class loop *loop,
                               const struct hwpgo_region *r, gassign *load);

/* What a turn of LOOP stores the next one loads no more: forget what paths through
   memory were measured of the branches in it, for passes that could not tell.  */
void hwpgo_memory_ways_forget (class loop *loop);

/* Fill what C has of the path from one turn of LOOP, which may be NULL or none,
   to the next: with the region R or SELECTS, of which one is NULL, converted,
   and without.  ALONG, which may be NULL, are regions that go with R.  */
void hwpgo_recurrence_measure (class loop *loop, const struct hwpgo_region *r,
                               const vec<gassign *> *selects,
                               const vec<hwpgo_region> *along,
                               struct hwpgo_select_case *c);

/* Cycles that a turn of LOOP waits for the one before it, as it is, with its
   branches predicted.  What goes on by a constant step does not count: copies of
   the turn wait for the first one's alone.  */
double hwpgo_turn_latency (class loop *loop);

/* A branch that waits for what a region chooses.  */
struct hwpgo_waiting
{
  gcond *branch;
  double mispredicts; /* for one execution of the region, at most one.  */
  double cycles;      /* that it is known later if the region is converted.  */
};

/* Add the unpredictable branches of R's loop, outside of R, that would be known
   later if R were converted, with loads from selected places if LATE, to
   FOUND: in the same turn, or, where the selects are CARRIED, in the next.  */
void hwpgo_branches_waiting (const struct hwpgo_region *r, bool late,
                             bool carried, vec<hwpgo_waiting> *found);

/* Fill C, but for its ratio, from SELECTS, which have one condition; what
   they select is taken to cost nothing.  */
void hwpgo_selects_measure (const vec<gassign *> &selects,
                            struct hwpgo_select_case *c);

#endif
