/* The first turn of a loop, in front of it.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (j = 1; j < n; j++)              one turn as it is, if there is any;
       row[j] = a == b[j]                 left = row[j - 1];
                  ? above[j - 1] + 1  ->  for (; j < n; j++)
                  : MAX (above[j],          row[j] = left
                         row[j - 1]);         = a == b[j] ? ... : MAX (.., left);

   What a turn has stored and the next one loads can stay in a register, but the
   first turn has to load it, and may do so only where the source does.  Behind
   a turn that has stored there, anyone may.  That is worth a copy of the loop
   where a mispredicted branch is in it: what it is decided by is then loaded,
   too, and as long as turns wait for memory no select pays.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/carried.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Loops of more instructions are left alone, by GCC's weights for size.  */
#define MAX_INSNS 60

/* And those of fewer turns.  */
#define MIN_TURNS 8

/* Is there a branch in LOOP that is mispredicted, and can the loop be copied?  */
static bool
worth_p (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  unsigned insns = 0;
  bool mispredicted = false;
  for (unsigned i = 0; i < loop->num_nodes; i++)
    {
      insns += hwpgo_tail_insns (body[i]);
      mispredicted |= hwpgo_ends_mispredicted_p (body[i]);
    }
  bool fits = mispredicted && insns <= MAX_INSNS
              && can_copy_bbs_p (body, loop->num_nodes);
  free (body);
  return fits && hwpgo_loop_turns (loop) >= MIN_TURNS;
}

bool
hwpgo_peel_first (class loop *loop)
{
  if (!worth_p (loop))
    return false;
  auto_sbitmap wont_exit (2);
  bitmap_clear (wont_exit);
  initialize_original_copy_tables ();
  bool peeled = gimple_duplicate_loop_body_to_header_edge (
      loop, loop_preheader_edge (loop), 1, wont_exit, NULL, NULL,
      DLTHE_FLAG_UPDATE_FREQ);
  free_original_copy_tables ();
  if (!peeled)
    return false;
  if (loops_state_satisfies_p (LOOP_CLOSED_SSA))
    rewrite_into_loop_closed_ssa (NULL, TODO_update_ssa);
  else
    update_ssa (TODO_update_ssa);
  scev_reset ();
  return true;
}
