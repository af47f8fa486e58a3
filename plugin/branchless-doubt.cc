/* Branches that the profiled program may not have had.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where GCC had made a conditional move of

     if (x > limit)
       sum += x;

   the instructions of the arm ran each time, and the samples say of the
   branch, which was not there, that it always goes one way.  Believed, this
   makes GCC keep the branch now, and it may be a coin.  An arm that samples
   never saw is no such case: a conditional move would have run it.

   So an arm that seems to run (nearly) always, and that GCC could have run
   always, gets even odds, with which GCC decides as it does without a
   profile.  The same goes for two arms, one of which seems to take all, if not
   one of their mispredicts was seen: what GCC makes of both is counted for
   either.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/hints.h"
#include "plugin/verify-gcc.h"

#define ALWAYS profile_probability::always ().apply_scale (HWPGO_NEARLY_ALL, 100)

/* Is there a statement in ARM?  It may be an address, which costs nothing.
   What only takes another value has no place in the line table.  */
static bool
arm_computes_p (const struct hwpgo_arm *arm)
{
  for (unsigned i = 0; i < arm->n_blocks; i++)
    if (last_nondebug_stmt (arm->blocks[i]))
      return true;
  return false;
}

bool
hwpgo_hammock_doubt (struct hwpgo_hammock *h, bool mispredicted)
{
  bool both = h->arms[0].n_blocks != 0 && h->arms[1].n_blocks != 0;
  struct hwpgo_arm *then = &h->arms[h->arms[0].n_blocks == 0];
  if (both && h->arms[1].first->probability >= ALWAYS)
    then = &h->arms[1];
  struct hwpgo_arm *other = &h->arms[then == &h->arms[0]];
  if (!arm_computes_p (then) || (both && mispredicted)
      || !then->first->probability.initialized_p ()
      || !(then->first->probability >= ALWAYS)
      || !hwpgo_hammock_may_be_move_p (h, HWPGO_MOVE_INSNS))
    return false;
  /* Nothing that was measured.  */
  then->first->probability = profile_probability::even ().guessed ();
  other->first->probability = profile_probability::even ().guessed ();
  for (const hwpgo_arm &arm : h->arms)
    for (unsigned i = 0; i < arm.n_blocks; i++)
      arm.blocks[i]->count = arm.first->count ();
  hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                        "the profiled program may not have had it");
  return true;
}
