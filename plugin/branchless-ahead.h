/* Loops that look for something, some turns at once.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_AHEAD_H
#define HWPGO_PLUGIN_BRANCHLESS_AHEAD_H

#include "plugin/branchless.h"

/* More turns are not made at once.  */
#define HWPGO_AHEAD_MAX_TURNS 8

/* Blocks of a turn, its loads, and ways into the loop: one around it may have the
   same header.  */
#define HWPGO_AHEAD_MAX_BLOCKS 6
#define HWPGO_AHEAD_MAX_ENTRIES 3
#define HWPGO_AHEAD_MAX_LOADS 4

/* Operations, one of the other's result, that make a value, and larger steps than
   which leave the page.  */
#define HWPGO_AHEAD_MAX_DEPTH 8
#define HWPGO_AHEAD_MAX_STEP 1024

/* How the place that a load of such a loop reads changes from turn to turn.  */
enum hwpgo_ahead_place
{
  HWPGO_AHEAD_SAFE,   /* it is there whatever the turn.  */
  HWPGO_AHEAD_STAYS,  /* it does not.  */
  HWPGO_AHEAD_STEPS,  /* by a constant.  */
  HWPGO_AHEAD_COMPUTED /* otherwise, and not by what is loaded.  */
};

struct hwpgo_ahead_load
{
  gassign *stmt;
  hwpgo_ahead_place place;
  HOST_WIDE_INT step; /* STEPS: bytes.  */
  tree narrow; /* STEPS: an index of an unsigned type with fewer bits than an
                  address, which must not wrap for that; or NULL_TREE.  */
  HOST_WIDE_INT narrow_step; /* what each turn adds to it.  */
};

/* How it is known, before the first turn, in which turns a test ends the loop.  */
enum hwpgo_ahead_kind
{
  HWPGO_AHEAD_NO_MASK, /* it is not.  */
  HWPGO_AHEAD_AT,      /* where a count is what it is compared with.  */
  HWPGO_AHEAD_LOW,     /* where the lowest bit is set of what is shifted right.  */
  HWPGO_AHEAD_HIGH     /* where the highest bit is set of what is shifted left.  */
};

struct hwpgo_ahead_mask
{
  hwpgo_ahead_kind kind;
  tree value, bound;  /* BOUND: what VALUE is compared with; or NULL_TREE.  */
  HOST_WIDE_INT step; /* AT: 1 or -1, of VALUE in each turn.  */
  bool clear;         /* LOW, HIGH: where it is not set.  */
};

/* A loop whose turns do nothing but compute if one of several tests ends it, one
   after the other.  Now and then a turn may do more, after which it goes on.  */
struct hwpgo_ahead_loop
{
  unsigned n_entries;
  edge entries[HWPGO_AHEAD_MAX_ENTRIES], back;
  unsigned n_blocks;
  basic_block blocks[HWPGO_AHEAD_MAX_BLOCKS]; /* in their order, the header
                                                 first.  */
  edge outs[HWPGO_AHEAD_MAX_BLOCKS]; /* out of the loop, or to more, or NULL.  */
  bool aside[HWPGO_AHEAD_MAX_BLOCKS]; /* is it to more?  */
  unsigned n_loads;
  struct hwpgo_ahead_load loads[HWPGO_AHEAD_MAX_LOADS];
  struct hwpgo_ahead_mask masks[HWPGO_AHEAD_MAX_BLOCKS]; /* of the tests, for what
                                                            they are used.  */
  unsigned n_masks;
  unsigned insns;  /* of a turn, without its tests, and what only counts.  */
  unsigned n_tests;
  unsigned n_chosen; /* values that are no counters.  */
};

/* Is the branch at the end of HEAD a test of such a loop?  Fills A if so.  */
bool hwpgo_ahead_match (basic_block head, struct hwpgo_ahead_loop *a);

/* Is BB one of A's blocks?  */
bool hwpgo_ahead_block_p (const struct hwpgo_ahead_loop *a, basic_block bb);

/* How A's load STMT is; NULL if it is none.  */
const struct hwpgo_ahead_load *
hwpgo_ahead_load_of (const struct hwpgo_ahead_loop *a, gimple *stmt);

/* Is VALUE computed in A's loop?  */
bool hwpgo_ahead_varies_p (const struct hwpgo_ahead_loop *a, tree value);

/* What VALUE, in A, is a copy of where a turn does no more.  */
tree hwpgo_ahead_merged (const struct hwpgo_ahead_loop *a, tree value);

/* How VALUE, in A, changes from turn to turn: by *STEP, as long as LOAD's NARROW does
   not wrap.  It is looked for LEFT operations deep.  False if that is not known.  */
bool hwpgo_ahead_step_of (const struct hwpgo_ahead_loop *a, tree value, unsigned left,
                          struct hwpgo_ahead_load *load, HOST_WIDE_INT *step);

/* What PHI, in A, has where a turn does no more: its value in this turn, if it is not
   at A's header.  */
tree hwpgo_ahead_arg (const struct hwpgo_ahead_loop *a, gphi *phi);

/* Is the result of PHI, at A's header, shifted by *BITS to one side, as *CODE says, in
   each turn?  */
bool hwpgo_ahead_shifted_p (const struct hwpgo_ahead_loop *a, gphi *phi,
                            tree_code *code, unsigned *bits);

/* Does the result of PHI, at A's header, grow by a constant, *STEP, in each turn?
   Its type may wrap around.  */
bool hwpgo_ahead_counter_p (const struct hwpgo_ahead_loop *a, gphi *phi,
                            HOST_WIDE_INT *step);

/* Fill M for the test of A's block number I, which has one.  True if it has a mask.  */
bool hwpgo_ahead_match_mask (const struct hwpgo_ahead_loop *a, unsigned i,
                             struct hwpgo_ahead_mask *m);

/* How many turns of A masks can tell of, where its tests have masks.  */
unsigned hwpgo_ahead_mask_turns (const struct hwpgo_ahead_loop *a);

/* A word, an unsigned long long, with the bits of those turns set that M's test ends,
   for SEQ, at PLACE; others may be set, too.  VALUE is what M has in the first turn.  */
tree hwpgo_ahead_emit_mask (gimple_seq *seq, location_t place,
                            const struct hwpgo_ahead_mask *m, tree value);

/* Is there an instruction for the place of a word's lowest bit set?  */
bool hwpgo_ahead_countable_p ();

/* The number of A's last block with a load that is not safe, 0 if there is none: tests
   from there on are made at once, those before it decide if the first turn loads.  */
unsigned hwpgo_ahead_first_test (const struct hwpgo_ahead_loop *a);

/* Where A is entered by ENTRY, make those of its first TURNS turns at once in which it
   does not end.  Entries whose loads are not in one page go to ASIDE, the header of a
   copy of A (hwpgo_ahead_copy), or to A if that is NULL.  Dominators must be free.  */
void hwpgo_ahead_enter (const struct hwpgo_ahead_loop *a, edge entry,
                        unsigned turns, basic_block aside);

/* The page in which all BYTES must be that LOAD reads in its turns at once, in bytes;
   with PROBES, a part of one: page_bytes halved as often as leaves enough.  */
unsigned hwpgo_ahead_page (const struct hwpgo_ahead_load *load,
                           HOST_WIDE_INT bytes, bool probes);

/* Does A, one of whose tests has HINT and LOCATION, get a probe?  */
bool hwpgo_ahead_probed_p (const struct hwpgo_ahead_loop *a,
                           const struct hwpgo_hint *hint, location_t location);

/* About how many of its entries get one.  */
profile_probability hwpgo_ahead_probe_part ();

/* The header of a copy of A, which is probed, into which there is no way yet; its test
   that is TEST's copy has the place of the probe.  Copies have to be put in order
   afterwards.  */
basic_block hwpgo_ahead_copy (const struct hwpgo_ahead_loop *a, gcond *test);

/* Does the branch at the end of HEAD, an unpredictable one, end a loop whose turns can
   be made at once, and do its mispredicts cost more?  If so that is done, and told.
   True if so.  Dominators must be free.  */
bool hwpgo_branch_try_ahead (basic_block head);

#endif
