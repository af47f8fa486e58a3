/* Loops of which a turn hands on values that it has in memory.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_CARRIED_H
#define HWPGO_PLUGIN_CARRIED_H

/* Loops with more accesses are left alone.  */
#define HWPGO_MOST_ACCESSES 64

/* The accesses of a loop; the references are freed with it.  */
struct hwpgo_accesses
{
  auto_vec<data_reference_p, HWPGO_MOST_ACCESSES> loads, stores;

  ~hwpgo_accesses ()
  {
    for (data_reference_p dr : loads)
      free_data_ref (dr);
    for (data_reference_p dr : stores)
      free_data_ref (dr);
  }
};

/* Find the accesses A of LOOP, which is plain.  What is copied from memory to
   memory is a store: no register has it.  False if there are too many.  */
bool hwpgo_find_accesses (class loop *loop, struct hwpgo_accesses *a);

/* In how many turns LOAD is from where this one has put something by STORE, or
   loaded it by a load STORE: 0 or 1, or -1 if neither.  */
int hwpgo_turns_between (data_reference_p store, data_reference_p load);

/* Is DR the same place in all turns?  */
bool hwpgo_stays_p (data_reference_p dr);

/* Is STORE to another place than that at which DR, of the same loop, is in the same
   turn?  Dominators are known.  */
bool hwpgo_elsewhere_p (data_reference_p store, data_reference_p dr);

/* The test at the head of LOOP, if that alone decides whether LOAD runs in a turn, and
   can be asked before the loop; else NULL.  */
gcond *hwpgo_guarding_test (class loop *loop, gimple *load);

/* LOAD, of LOOP, from where the first turn does, if TEST, which hwpgo_guarding_test
   has found, lets it come there; else 0.  SSA form but for virtual operands, and
   dominators are kept.  */
tree hwpgo_load_guarded (class loop *loop, gcond *test, data_reference_p load);

/* LOAD, of LOOP, from where the first turn does, at the end of the block before
   edge ENTERS, by which LOOP is entered.  */
tree hwpgo_load_first (class loop *loop, edge enters, data_reference_p load);

/* Do all statements of LOOP compute, load, or store what is in their left side,
   and nothing else, and does each end?  */
bool hwpgo_plain_loop_p (class loop *loop);

/* May the load STMT, of LOOP, which is plain and has none inside, run in front of
   it, because the first turn runs it anyway, or as it does no harm?  */
bool hwpgo_first_turn_loads_p (class loop *loop, gimple *stmt);

/* Copy the first turn of LOOP, an innermost one with a preheader, to the way to it,
   if there is a mispredicted branch in it and it is small.  SSA form, dominators and
   closed loops are kept.  False if that was not done.  */
bool hwpgo_peel_first (class loop *loop);

/* Of two statements, does A run before B whenever B does?  */
bool hwpgo_runs_before_p (gimple *a, gimple *b);

/* Has STMT a name that must not live longer than it does, as it is merged with
   others where control comes from nobody knows where?  */
bool hwpgo_has_abnormal_p (gimple *stmt);

#endif
