/* Loops that count bits.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_BITS_H
#define HWPGO_PLUGIN_BRANCHLESS_BITS_H

#include "plugin/branchless.h"

/* Ways in: a loop may begin with another one.  */
#define HWPGO_BITS_ENTRIES 2

/* A loop that only shifts until a bit is set, or none is left.  */
struct hwpgo_bits_loop
{
  basic_block header;
  unsigned n_entries;
  edge entries[HWPGO_BITS_ENTRIES];
  edge back, out, on; /* ON leads to the rest of the turn.  */
  bool zeros;         /* it ends at the lowest bit set; else when no bit is
                         left.  */
  unsigned n_tested;
  tree tested[2];  /* PHI results that are shifted; the bits of all count.  */
  unsigned behind; /* the last turns, which are not made at once.  */
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

/* Has the target an instruction that counts for B?  */
bool hwpgo_bits_countable_p (const struct hwpgo_bits_loop *b);

/* Make the turns of B that there will be in any case at once, where it is
   entered by ENTRY.  Returns the edge in its place.  */
edge hwpgo_bits_enter_ahead (const struct hwpgo_bits_loop *b, edge entry);

/* Does the branch at the end of HEAD end such a loop?  */
bool hwpgo_bits_counted_p (basic_block head);

/* If so, and the mispredicts of O's hint cost more: make those turns at once in
   front of the loop.  True if so, with O filled.  Dominators must be free.  */
bool hwpgo_bits_ahead (basic_block head, struct hwpgo_outcome *o);

#endif
