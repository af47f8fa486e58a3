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
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-measure.h"
#include "plugin/hints.h"
#include "plugin/plugin.h"
#include "plugin/verify-gcc.h"

/* With a select the turns of a loop must take so many times as long to make it
   worth to guess that a branch is no coin.  */
#define MUCH_LONGER 2

#define ALWAYS                                                                \
  profile_probability::always ().apply_scale (HWPGO_NEARLY_ALL, 100)

static bool
has_statement_p (const struct hwpgo_arm *arm)
{
  for (unsigned i = 0; i < arm->n_blocks; i++)
    if (last_nondebug_stmt (arm->blocks[i]))
      return true;
  return false;
}

/* Is there a statement in ARM of H, or was the place seen of a value that it
   takes?  The statement may be an address, which costs nothing.  What only
   takes another value has no place in the line table, as a rule, but a minimum
   has that of its arm.  */
static bool
arm_computes_p (const struct hwpgo_hammock *h, const struct hwpgo_arm *arm)
{
  if (has_statement_p (arm))
    return true;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      location_t place
          = gimple_phi_arg_location_from_edge (psi.phi (), arm->last);
      if (place != UNKNOWN_LOCATION
          && hwpgo_executions_at (cfun->decl, place) > 0)
        return true;
    }
  return false;
}

static bool
chooses_float_p (const struct hwpgo_hammock *h)
{
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (psi.phi ()))))
      return true;
  return false;
}

void
hwpgo_hammock_guess (struct hwpgo_hammock *h, struct hwpgo_arm *arm,
                     double odds)
{
  struct hwpgo_arm *other = &h->arms[arm == &h->arms[0]];
  /* GCC takes 0 for never.  */
  profile_probability probability
      = profile_probability::guessed_always ().apply_scale (
          MAX ((int64_t) (odds * REG_BR_PROB_BASE), 1), REG_BR_PROB_BASE);
  arm->first->probability = probability;
  other->first->probability = probability.invert ();
  for (const hwpgo_arm &a : h->arms)
    for (unsigned i = 0; i < a.n_blocks; i++)
      a.blocks[i]->count = a.first->count ();
}

bool
hwpgo_hammock_doubt (struct hwpgo_hammock *h, bool mispredicted)
{
  bool both = h->arms[0].n_blocks != 0 && h->arms[1].n_blocks != 0;
  struct hwpgo_arm *then = &h->arms[h->arms[0].n_blocks == 0];
  struct hwpgo_arm *other = &h->arms[then == &h->arms[0]];
  /* Of arms that only take values it may be the one without a block.  GCC
     makes a conditional move of an integer whatever the odds; one in floating
     point may be several instructions.  */
  both |= !has_statement_p (then) && chooses_float_p (h)
          && other->first->probability >= ALWAYS;
  if (both && other->first->probability >= ALWAYS)
    then = other;
  if (!arm_computes_p (h, then) || (both && mispredicted)
      || !then->first->probability.initialized_p ()
      || !(then->first->probability >= ALWAYS)
      || !hwpgo_hammock_may_be_move_p (h, HWPGO_MOVE_INSNS))
    return false;
  hwpgo_hammock_guess (h, then, 0.5);
  hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                        "the profiled program may not have had it");
  return true;
}

/* Cycles that a turn of the loop takes at least, as C has it with branches:
   what is guessed right makes nothing wait.  */
static double
shortest_turn (const struct hwpgo_select_case *c)
{
  return MAX (c->before_latency,
              c->turn_insns / hwpgo_plugin.select_params.widest);
}

bool
hwpgo_hammock_dear_p (struct hwpgo_hammock *h)
{
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  double shortest = -1, with = 0;
  for (hwpgo_arm &arm : h->arms)
    {
      struct hwpgo_select_case c;
      hwpgo_hammock_guess (h, &arm, 1);
      hwpgo_hammock_measure (h, &c);
      if (c.carried && c.after_loads == 0)
        {
          double turn = shortest_turn (&c);
          shortest = shortest < 0 ? turn : MIN (shortest, turn);
          with = c.after_latency;
        }
    }
  hwpgo_hammock_guess (h, &h->arms[0], 0.5);
  return with >= MUCH_LONGER * shortest
         && with - shortest
                >= params->mispredict_penalty * params->doubted_ratio;
}

void
hwpgo_branch_doubt (basic_block head, hwpgo_stage stage,
                    const struct hwpgo_hint *hint)
{
  struct hwpgo_hammock h;
  dump_user_location_t place (last_nondebug_stmt (head));
  if (!hwpgo_hammock_convertible_p (head, &h))
    return;
  bool mispredicted = hwpgo_hint_of_branch_p (hint);
  if (mispredicted && stage == HWPGO_MIDDLE)
    hwpgo_hammock_guess_record (&h);
  if (!mispredicted && hwpgo_hammock_keep_wrap (&h))
    return;
  if (hwpgo_hammock_doubt (&h, mispredicted))
    {
      if (hwpgo_hammock_dear_p (&h))
        hwpgo_branch_keep_unknown (gimple_location (h.cond), place);
      else if (!hwpgo_hammock_keep_record (&h, true) && dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, place,
                         "branch given even odds: the profile may be that of"
                         " a conditional move\n");
    }
  /* What was kept before may have been copied.  */
  else if (stage == HWPGO_LATE && !mispredicted)
    hwpgo_hammock_keep_record (&h, false);
}
