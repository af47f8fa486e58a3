/* Copies of the ends of ways that meet.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_TAILS_H
#define HWPGO_PLUGIN_TAILS_H

/* Does COUNT come from a profile?  */
bool hwpgo_measured_p (profile_count count);

/* COUNT as a number; 0 if it is not known.  */
double hwpgo_executions (profile_count count);

/* Instructions in BB, by GCC's weights for size.  */
unsigned hwpgo_tail_insns (basic_block bb);

/* Give E a copy of the block to which it goes, which can_duplicate_block_p;
   return the copy, of which E is the only way in.  Between initialize_ and
   free_original_copy_tables; SSA form and dominators have to be updated.  */
basic_block hwpgo_tail_copy (edge e);

/* After copies were made, update SSA form, and which blocks are in which loops.
   Dominators must be free, and are.  */
void hwpgo_copies_in_order ();

/* Does BB end in a branch that is measured to be mispredicted?  */
bool hwpgo_ends_mispredicted_p (basic_block bb);

/* What chooses a way through most turns of a loop, and stays a branch.  */
struct hwpgo_turn_branches
{
  gimple *missed;  /* one that is measured to be mispredicted; or NULL.  */
  unsigned either; /* those that go either way, in a tenth of the turns at least.  */
};

/* Those of LOOP, without the loops in it and the ends of LOOP.  */
struct hwpgo_turn_branches hwpgo_find_turn_branches (class loop *loop);

/* The chance that BRANCH does not go its likeliest way; a half if that was not
   measured.  */
double hwpgo_less_likely (gimple *branch);

#endif
