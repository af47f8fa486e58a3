/* Loops that count bits.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_BITS_H
#define HWPGO_PLUGIN_BRANCHLESS_BITS_H

#include "plugin/branchless.h"

/* Ways in: a loop may begin with another one.  */
#define HWPGO_BITS_ENTRIES 2

/* Where a loop that shifts by one bit in each turn ends.  */
enum hwpgo_bits_end
{
  HWPGO_BITS_ODD,   /* at the lowest bit set, shifting right.  */
  HWPGO_BITS_EMPTY, /* when no bit is left, shifting right.  */
  HWPGO_BITS_PLACE, /* when a bit set is at a place, shifting left.  */
  HWPGO_BITS_LIMIT  /* when what is shifted left is no longer below a limit.  */
};

/* Such a loop.  */
struct hwpgo_bits_loop
{
  basic_block header;
  unsigned n_entries;
  edge entries[HWPGO_BITS_ENTRIES];
  edge back, out, on; /* ON leads to the rest of the turn.  */
  hwpgo_bits_end end;
  unsigned n_tested;
  tree tested[2]; /* what is shifted: PHI results, of which the bits of all
                     count, or one value that the header computes.  */
  tree by; /* TESTED is shifted right by that count of turns to be tested, and
              stays; or NULL_TREE.  */
  bool ones;       /* ODD, PLACE: it ends at a bit that is not set.  */
  bool one_left;   /* EMPTY: it ends where its lowest bit alone is left, too.  */
  unsigned place;  /* PLACE: that one.  */
  bool above;      /* PLACE: what is above it does not count; else the loop ends at
                      that as well.  */
  tree limit;      /* LIMIT: that;  */
  bool inclusive;  /* it may be reached.  */
  bool negative_is_zero; /* EMPTY: what is shifted, LIMIT: that counts as 0 where
                            it is negative.  */
};

/* What becomes of a value in a turn.  */
enum hwpgo_bits_change
{
  HWPGO_BITS_OTHER,
  HWPGO_BITS_STAYS,
  HWPGO_BITS_HALF, /* rounded down.  */
  HWPGO_BITS_DOUBLE,
  HWPGO_BITS_STEP
};

/* What becomes of VALUE, a PHI result of B's header.  Fills STEP, a constant,
   if that is added.  */
hwpgo_bits_change hwpgo_bits_change_of (const struct hwpgo_bits_loop *b,
                                        tree value, tree *step);

/* Has TYPE whole words, or parts of them, that a loop may count?  */
bool hwpgo_bits_word_p (tree type);

/* VALUE without conversions between integers.  */
tree hwpgo_bits_unconverted (tree value);

/* The assignment of CODE that VALUE is the result of; NULL if it is none.  */
gassign *hwpgo_bits_assignment (tree value, tree_code code);

/* Is VALUE a PHI result of B's header?  */
bool hwpgo_bits_carried_p (const struct hwpgo_bits_loop *b, tree value);

/* Is VALUE the same in all turns of B?  There are no stores.  */
bool hwpgo_bits_steady_p (const struct hwpgo_bits_loop *b, tree value);

/* Is VALUE what stays, shifted by a count of the turns of B as CODE does?  */
bool hwpgo_bits_shifted_p (const struct hwpgo_bits_loop *b, tree value,
                           tree_code code);

/* Does B go on as its test says, and shift what is tested?  Fills the rest of
   B, which has its blocks.  */
bool hwpgo_bits_match_test (struct hwpgo_bits_loop *b);

/* Is the branch at the end of HEAD the end of such a loop?  Fills B if so.  */
bool hwpgo_bits_match (basic_block head, struct hwpgo_bits_loop *b);

/* Has the target an instruction that counts for B?  */
bool hwpgo_bits_countable_p (const struct hwpgo_bits_loop *b);

/* Make the turns of B that there will be in any case at once, where it is
   entered by ENTRY.  Returns the edge in its place.  */
edge hwpgo_bits_enter_ahead (const struct hwpgo_bits_loop *b, edge entry);

/* Does the branch at the end of HEAD end a loop whose turns can be made at
   once?  */
bool hwpgo_bits_counted_p (basic_block head);

/* If so, and the mispredicts of O's hint cost more: make those turns at once in
   front of the loop.  True if so, with O filled.  Dominators must be free.  */
bool hwpgo_bits_ahead (basic_block head, struct hwpgo_outcome *o);

#endif
