/* Loads from the next place, before it is known if it is wanted.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  The files, in the order of the work: next-loads.cc is the
   pass, next-loads-match.cc finds the loads, next-loads-places.cc how places move,
   next-loads-select.cc selects what is wanted as the loop selects the place,
   next-loads-guard.cc finds for how many turns that is allowed, and
   next-loads-rewrite.cc copies the loop.  */

#ifndef HWPGO_PLUGIN_NEXT_LOADS_H
#define HWPGO_PLUGIN_NEXT_LOADS_H

/* Loads, stores, tests in front of loads, and what goes on from turn to turn, of such a
   loop.  */
#define HWPGO_NEXT_MAX_LOADS 4
#define HWPGO_NEXT_MAX_STORES 4
#define HWPGO_NEXT_MAX_TESTS 6
#define HWPGO_NEXT_MAX_PHIS 8

/* Fewer turns with loads ahead are not worth their guard; the loop as it was makes so
   many before the guard is asked again.  With loads ahead it makes a multiple of them: how
   many are left where it is unrolled is the same each time then, which a branch that asks
   for it would have to guess.  A power of two, as many as GCC unrolls by at most.  */
#define HWPGO_NEXT_TURNS 8

/* Operations, one of the other's result, that make a value.  */
#define HWPGO_NEXT_MAX_DEPTH 12

/* What a PHI of a loop's header has more in the next turn: LOW to HIGH.  */
struct hwpgo_next_phi
{
  gphi *phi;
  HOST_WIDE_INT low, high;
  bool narrow; /* it has fewer bits than an address, and must not wrap.  */
};

/* A place in memory, and by how many bytes it moves in a turn: LOW to HIGH.  */
struct hwpgo_next_place
{
  tree ref;
  HOST_WIDE_INT size; /* bytes.  */
  HOST_WIDE_INT low, high;
};

/* Such a load.  Its place moves by BY, its LOW or HIGH, or stays, with PHI.  */
struct hwpgo_next_load
{
  gassign *stmt;
  struct hwpgo_next_place place;
  HOST_WIDE_INT by;
  gphi *phi;
};

struct hwpgo_next_loop
{
  class loop *loop;
  unsigned n_phis, n_loads, n_stores, n_tests;
  struct hwpgo_next_phi phis[HWPGO_NEXT_MAX_PHIS]; /* that the places move with.  */
  struct hwpgo_next_load loads[HWPGO_NEXT_MAX_LOADS];
  struct hwpgo_next_place stores[HWPGO_NEXT_MAX_STORES];
  edge tests[HWPGO_NEXT_MAX_TESTS]; /* the ways to the loads from branches of a turn;
                                       what those compare is sums of PHIs.  */
  /* Is nothing but the distance of a load and a store known to keep them apart?  */
  bool near[HWPGO_NEXT_MAX_LOADS][HWPGO_NEXT_MAX_STORES];
};

/* Has LOOP loads that decide from where it loads in the next turn?  Fills N if so.
   Dominators must be known.  */
bool hwpgo_next_match (class loop *loop, struct hwpgo_next_loop *n);

/* Let *LOW and *HIGH be the range of what VALUE is more than PHI, of LOOP's header.
   False if it is something else.  */
bool hwpgo_next_added (class loop *loop, gphi *phi, tree value, HOST_WIDE_INT *low,
                       HOST_WIDE_INT *high);

/* Is VALUE one of two constants: CHOSEN[true] where the comparison *TEST is true, or else
   CHOSEN[false]?  */
bool hwpgo_next_choice_p (tree value, tree *test, HOST_WIDE_INT chosen[2]);

/* Fill PLACE, of N's loop, from REF, and add what it moves with to N.  *PHI is the only
   PHI of the header that it moves with, or NULL.  False if that is not known.  */
bool hwpgo_next_place_of (struct hwpgo_next_loop *n, tree ref,
                          struct hwpgo_next_place *place, gphi **phi);

/* What L is to load in the turn after that which ends: KEPT, what it had in that one, or
   NEXT, what is BY bytes further, as the loop selects the place; with statements, and
   PHIs, for that.  With KEPT being NULL nothing is changed, and the result is NULL
   if that cannot be done; what decides is added to DECIDE.  */
tree hwpgo_next_select (const struct hwpgo_next_loop *n, const struct hwpgo_next_load *l,
                        tree kept, tree next, vec<tree> *decide);

/* What is computed for a turn of N's loop, before it, in SEQ.  */
struct hwpgo_next_work
{
  const struct hwpgo_next_loop *n;
  edge in; /* the way into the loop, if it is the first turn; or NULL.  */
  gimple_seq seq;
  hash_map<tree, tree> values;

  hwpgo_next_work (const struct hwpgo_next_loop *loop, edge entry)
      : n (loop), in (entry), seq (NULL)
  {
  }
};

/* The address of PLACE, a pointer, in W's turn.  */
tree hwpgo_next_address (struct hwpgo_next_work *w, const struct hwpgo_next_place *place);

/* In how many turns, from W's on, loads ahead are allowed, a multiple of HWPGO_NEXT_TURNS
   that may be negative, as a value of ssizetype.
   ADDRESSES get those of the loads.  */
tree hwpgo_next_turns_allowed (struct hwpgo_next_work *w,
                               tree addresses[HWPGO_NEXT_MAX_LOADS]);

/* The type in which L's value is kept from turn to turn: no part of a register.  */
tree hwpgo_next_kept_type (const struct hwpgo_next_load *l);

/* Let N's loop, which has BLOCKS and turns TURNS times, have a copy in which N's loads are
   of what may be wanted next.  It must have a preheader and a latch of its own.
   Dominators are freed.  N is no longer valid.  */
void hwpgo_next_insert (struct hwpgo_next_loop *n, basic_block *blocks, double turns);

#endif
