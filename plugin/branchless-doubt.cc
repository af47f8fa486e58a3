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
   either.

   Or nothing is said of the arms, because the conditional move has the place of
   the join.  What has gone either way very often without a mispredict was
   none, then (or so regular that a select is no worse).  GCC need not make a
   conditional move of it again: where the one before it is not a branch any
   more, -fsplit-paths may tear the join apart, or unrolling.  So it is
   converted, if there is nothing to do in the arms: where there is, GCC's own
   conversion knows of better things than a select.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/hints.h"
#include "plugin/verify-gcc.h"

/* What runs in this percentage of the executions may always run, but for the
   noise of sampling: an arm of this probability is doubted.  */
#define NEARLY_ALL 95
#define ALWAYS profile_probability::always ().apply_scale (NEARLY_ALL, 100)

/* A branch that goes either way takes each at least so often, */
#define EITHER profile_probability::always ().apply_scale (10, 100)

/* and is mispredicted by this much of what goes the rarer way, if nothing is
   known.  */
#define COINS 0.5

/* GCC's own conversion takes no more; select-cost.def's instructions.  */
#define MAX_INSNS 4

/* May GCC by itself have made a conditional move of H, with at most MAX
   instructions in its arms?  */
static bool
may_be_move_p (struct hwpgo_hammock *h, unsigned max)
{
  /* What stores or calls is none.  */
  struct hwpgo_effects effects;
  struct hwpgo_select_case c;
  hwpgo_effects_match (h, &effects);
  if (effects.n != 0)
    return false;
  hwpgo_hammock_measure (h, &c);
  return c.insns <= max;
}

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

/* Does a place of what H's arms choose run in a part of H's executions?  A
   conditional move runs each time, and what is a branch has it in its arm.  */
static bool
arm_seen_p (const struct hwpgo_hammock *h)
{
  uint64_t executions
      = hwpgo_executions_at (cfun->decl, gimple_location (h->cond));
  double nearly_all = executions * (NEARLY_ALL / 100.0);
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    for (const hwpgo_arm &arm : h->arms)
      {
        location_t place = gimple_phi_arg_location_from_edge (psi.phi (),
                                                              arm.last);
        uint64_t runs = place != UNKNOWN_LOCATION
                            ? hwpgo_executions_at (cfun->decl, place)
                            : 0;
        if (runs > 0 && runs < nearly_all)
          return true;
      }
  return false;
}

bool
hwpgo_hammock_absent_p (struct hwpgo_hammock *h, double *ratio)
{
  profile_probability rarer = h->arms[0].first->probability;
  if (!rarer.initialized_p () || rarer.quality () < AFDO)
    return false;
  if (rarer > profile_probability::even ())
    rarer = rarer.invert ();
  *ratio = rarer.to_sreal ().to_double () * COINS;
  return rarer >= EITHER && may_be_move_p (h, 0) && !arm_seen_p (h);
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
      || !may_be_move_p (h, MAX_INSNS))
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
