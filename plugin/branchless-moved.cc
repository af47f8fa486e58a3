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

/* Does CHOICE decide BRANCH?  In PART if it does so for some of its values
   only.  */
static bool
decides_p (const struct hwpgo_choice *choice, gimple *branch, bool *part)
{
  int first = -1;
  bool differ = false, unknown = false;
  for (unsigned i = 0; i < choice->n; i++)
    {
      int target
          = hwpgo_follow_branch (branch, choice, i, HWPGO_FOLLOW_CHOSEN);
      if (target < 0)
        unknown = true;
      else if (first < 0)
        first = target;
      else if (target != first)
        differ = true;
    }
  *part = unknown;
  return unknown ? first >= 0 && !differ : differ;
}

/* The chance that BRANCH does not go its likeliest way.  */
static double
less_likely (gimple *branch)
{
  profile_probability most = profile_probability::never ();
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, gimple_bb (branch)->succs)
    {
      if (!e->probability.initialized_p () || !e->probability.reliable_p ())
        return 0.5;
      most = MAX (most, e->probability);
    }
  return 1 - (double) most.to_reg_br_prob_base () / REG_BR_PROB_BASE;
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

/* What moves to BRANCH from CHOICE, made in BB and mispredicted in RATIO of its
   executions.  */
static struct hwpgo_moved
moved_to (gimple *branch, const struct hwpgo_choice *choice, basic_block bb,
          double ratio)
{
  struct hwpgo_moved m = { NULL, 0, 0 };
  bool part;
  /* What asks which arm has left has no place, and seldom runs.  */
  if (!gimple_has_location (branch) || !decides_p (choice, branch, &part))
    return m;
  double executions = share (gimple_bb (branch), bb);
  if (executions <= 0)
    return m;
  m.branch = branch;
  m.mispredicts = ratio * MIN (executions, 1.0);
  if (part)
    m.mispredicts = MIN (m.mispredicts, less_likely (branch) * executions);
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
        if (is_a<gcond *> (user) || is_a<gswitch *> (user))
          {
            struct hwpgo_moved m = moved_to (user, choice, bb, ratio);
            if (m.mispredicts > worst.mispredicts)
              worst = m;
          }
        else if (tree to = hwpgo_followable_to (user))
          {
            if (names.length () < MAX_NAMES && !names.contains (to))
              names.quick_push (to);
          }
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
