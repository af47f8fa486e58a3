/* Mispredicts that a conversion only moves.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (p->key == key) found = p; else found = NULL;
     ...
     if (found) sum += found->payload;

   While the first is a branch, the second always goes the way of the first,
   and jump threading makes one of both.  Without the first, the second is
   asked, and mispredicted as the first was.  So nothing is saved unless the
   second one is converted, too.

   This follows a value forwards, from the choice to the conditions that depend
   on it, and then asks what the choice makes of each, as if control came from
   there.  What merges with the value later does not count, since it comes by
   another way.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-follow.h"
#include "plugin/branchless-moved.h"

/* Names followed for one choice.  */
#define MAX_NAMES 32

/* Does CHOICE decide COND?  In PART if it does so for some of its values
   only.  */
static bool
decides_p (const struct hwpgo_choice *choice, gcond *cond, bool *part)
{
  bool seen[2] = { false, false }, unknown = false;
  for (unsigned i = 0; i < choice->n; i++)
    {
      int truth
          = hwpgo_follow_condition (cond, choice, i, HWPGO_FOLLOW_CHOSEN);
      if (truth < 0)
        unknown = true;
      else
        seen[truth] = true;
    }
  *part = unknown;
  return unknown ? seen[0] != seen[1] : seen[0] && seen[1];
}

/* The chance of the less likely way of COND.  */
static double
less_likely (gcond *cond)
{
  profile_probability p = EDGE_SUCC (gimple_bb (cond), 0)->probability;
  if (!p.initialized_p () || !p.reliable_p ())
    return 0.5;
  double chance = (double) p.to_reg_br_prob_base () / REG_BR_PROB_BASE;
  return MIN (chance, 1 - chance);
}

/* Executions of BB for one of OTHER, as far as is known.  */
static double
share (basic_block bb, basic_block other)
{
  if (!bb->count.initialized_p () || !other->count.initialized_p ()
      || other->count.to_gcov_type () <= 0)
    return 1;
  return (double) bb->count.to_gcov_type () / other->count.to_gcov_type ();
}

/* What moves to COND from CHOICE, made in BB and mispredicted in RATIO of its
   executions.  */
static struct hwpgo_moved
moved_to (gcond *cond, const struct hwpgo_choice *choice, basic_block bb,
          double ratio)
{
  struct hwpgo_moved m = { NULL, 0, 0 };
  bool part;
  /* What asks which arm has left has no place, and seldom runs.  */
  if (!gimple_has_location (cond) || !decides_p (choice, cond, &part))
    return m;
  double executions = share (gimple_bb (cond), bb);
  if (executions <= 0)
    return m;
  m.cond = cond;
  m.mispredicts = ratio * MIN (executions, 1.0);
  if (part)
    m.mispredicts = MIN (m.mispredicts, less_likely (cond) * executions);
  m.ratio = m.mispredicts / executions;
  return m;
}

struct hwpgo_moved
hwpgo_mispredicts_moved (const struct hwpgo_choice *choice, basic_block bb,
                         double ratio)
{
  struct hwpgo_moved worst = { NULL, 0, 0 };
  tree result = gimple_get_lhs (choice->stmt);
  if (!result || TREE_CODE (result) != SSA_NAME)
    return worst;
  auto_vec<tree, MAX_NAMES> names;
  names.safe_push (result);
  for (unsigned i = 0; i < names.length (); i++)
    {
      imm_use_iterator iter;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, iter, names[i])
      {
        gimple *user = USE_STMT (use);
        if (gcond *cond = dyn_cast<gcond *> (user))
          {
            struct hwpgo_moved m = moved_to (cond, choice, bb, ratio);
            if (m.mispredicts > worst.mispredicts)
              worst = m;
          }
        else if (hwpgo_followable_p (user) && names.length () < MAX_NAMES
                 && !names.contains (gimple_get_lhs (user)))
          names.quick_push (gimple_get_lhs (user));
      }
    }
  return worst;
}

struct hwpgo_moved
hwpgo_mispredicts_moved_from (const struct hwpgo_region *r, double ratio)
{
  struct hwpgo_moved worst = { NULL, 0, 0 };
  for (gphi_iterator psi = gsi_start_phis (r->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      if (virtual_operand_p (gimple_phi_result (phi))
          || !hwpgo_region_selects (r, phi))
        continue;
      struct hwpgo_choice choice = { phi, r->n_exits, {} };
      hwpgo_region_values (r, phi, choice.values);
      struct hwpgo_moved m = hwpgo_mispredicts_moved (&choice, r->head, ratio);
      if (m.mispredicts > worst.mispredicts)
        worst = m;
    }
  return worst;
}
