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

/* A loop whose turns do nothing but compute if one of several tests ends it, one
   after the other.  */
struct hwpgo_ahead_loop
{
  unsigned n_entries;
  edge entries[HWPGO_AHEAD_MAX_ENTRIES], back;
  unsigned n_blocks;
  basic_block blocks[HWPGO_AHEAD_MAX_BLOCKS]; /* in their order, the header
                                                 first.  */
  edge outs[HWPGO_AHEAD_MAX_BLOCKS]; /* out of the loop, or NULL.  */
  unsigned n_loads;
  struct hwpgo_ahead_load loads[HWPGO_AHEAD_MAX_LOADS];
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

/* Does the result of PHI, at A's header, grow by a constant, *STEP, in each turn?
   Its type may wrap around.  */
bool hwpgo_ahead_counter_p (const struct hwpgo_ahead_loop *a, gphi *phi,
                            HOST_WIDE_INT *step);

/* Is there an instruction for the place of a word's lowest bit set?  */
bool hwpgo_ahead_countable_p ();

/* The number of A's last block with a load that is not safe, 0 if there is none: tests
   from there on are made at once, those before it decide if the first turn loads.  */
unsigned hwpgo_ahead_first_test (const struct hwpgo_ahead_loop *a);

/* Where A is entered by ENTRY, make those of its first TURNS turns at once in which it
   does not end.  Entries whose loads are not in one page go to ASIDE, A's header or
   that of a copy; NULL is A itself.  Dominators must be free.  */
void hwpgo_ahead_enter (const struct hwpgo_ahead_loop *a, edge entry,
                        unsigned turns, basic_block aside);

/* The page in which all BYTES must be that LOAD reads in its turns at once, in bytes;
   with PROBES, a part of one.  A power of two, as page_bytes is.  */
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
