/* Branches that look for the best of many.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (value[i] > best)
       {
         best = value[i];
         at = i;
       }

   In a loop of N turns, what is better than all before it comes up
   1 + 1/2 + ... + 1/N times if the values are in no order (a record; Knuth,
   TAOCP 1.2.10), and less or in a row if they are in one.  So where no profile
   tells how this branch goes, since GCC has made a conditional move of it, it
   is no coin: in a long loop it is better a branch, since the path from turn
   to turn is short then.  When it is one, the next profile tells.

   Its arms may still have no place there, being moves between registers.  Then
   they get even odds; but what is predicted as well as a branch must be that
   has none.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-moved.h"
#include "plugin/tails.h"
#include "plugin/verify-gcc.h"

/* Names looked at for one branch.  */
#define MAX_WALK 32

/* Turns looked at: more make no record rarer than this.  */
#define MAX_TURNS 1024

/* Note in SEEN the names in LOOP that VALUE is computed from, loads included,
   in front of what a turn begins with.  False if they are too many.  */
static bool
note_sources (class loop *loop, tree value, hash_set<tree> *seen)
{
  if (TREE_CODE (value) != SSA_NAME || seen->contains (value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  if (seen->elements () == MAX_WALK)
    return false;
  seen->add (value);
  if (gimple_code (def) == GIMPLE_PHI)
    return true;
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, iter, SSA_OP_USE)
  if (!note_sources (loop, use, seen))
    return false;
  return true;
}

bool
hwpgo_carried_p (const class loop *loop, tree value)
{
  return TREE_CODE (value) == SSA_NAME
         && gimple_code (SSA_NAME_DEF_STMT (value)) == GIMPLE_PHI
         && gimple_bb (SSA_NAME_DEF_STMT (value)) == loop->header;
}

tree
hwpgo_copied_from (tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
      if (!def || gimple_assign_rhs_code (def) != SSA_NAME)
        break;
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

bool
hwpgo_next_turns_p (const class loop *loop, tree result, tree old)
{
  if (result == old)
    return true;
  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (old));
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
        && hwpgo_copied_from (gimple_phi_arg_def (phi, i))
               == hwpgo_copied_from (result))
      return true;
  return false;
}

/* Do all results of H keep what they were if the arm number ARM does not run,
   and does this replace something that was compared with what it is replaced
   by?  CONDITION are the sources of the comparison.  */
static bool
replaces_p (class loop *loop, const struct hwpgo_hammock *h, unsigned arm,
            hash_set<tree> *condition)
{
  bool compared = false;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree result = gimple_phi_result (psi.phi ());
      if (virtual_operand_p (result) || !hwpgo_hammock_selects (h, psi.phi ()))
        continue;
      tree taken = PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[arm].last);
      tree old = PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[!arm].last);
      hash_set<tree> sources;
      if (!hwpgo_carried_p (loop, old)
          || !hwpgo_next_turns_p (loop, result, old)
          || !note_sources (loop, taken, &sources) || sources.contains (old))
        return false;
      /* The value compared may be another's conversion.  */
      for (tree source : sources)
        if (condition->contains (old) && condition->contains (source))
          compared = true;
    }
  return compared;
}

/* Does H look for the best of many?  Fills ARM, the number of that which
   replaces it, and RATE, how often that is to be expected for one
   execution.  */
static bool
record_p (const struct hwpgo_hammock *h, unsigned *arm, double *rate)
{
  class loop *loop = h->head->loop_father;
  tree_code code = gimple_cond_code (h->cond);
  if (!loop || loop_depth (loop) == 0 || code == EQ_EXPR || code == NE_EXPR)
    return false;
  hash_set<tree> condition;
  double turns = MIN (hwpgo_loop_turns (loop), MAX_TURNS);
  if (turns <= 1 || !note_sources (loop, gimple_cond_lhs (h->cond), &condition)
      || !note_sources (loop, gimple_cond_rhs (h->cond), &condition))
    return false;
  double records = 0;
  for (unsigned i = 1; i <= turns; i++)
    records += 1.0 / i;
  *rate = records / turns;
  for (*arm = 0; *arm < 2; ++*arm)
    if (replaces_p (loop, h, *arm, &condition))
      return true;
  return false;
}

static void
guess_rare (struct hwpgo_hammock *h, unsigned arm, double rate)
{
  hwpgo_hammock_guess (h, &h->arms[arm], rate);
  hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                        "the profiled program may not have had it");
}

void
hwpgo_hammock_guess_record (struct hwpgo_hammock *h)
{
  unsigned arm;
  double rate;
  if (hwpgo_less_likely (h->cond) <= HWPGO_EVEN
      || !record_p (h, &arm, &rate))
    return;
  guess_rare (h, arm, rate);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_NOTE, dump_user_location_t (h->cond),
                     "branch given the odds of what is rare: its arms have no"
                     " place, and it is predicted\n");
}

bool
hwpgo_hammock_keep_record (struct hwpgo_hammock *h, bool new_odds)
{
  struct hwpgo_outcome o = {};
  struct hwpgo_hammock same;
  unsigned arm;
  if (!record_p (h, &arm, &o.hint.ratio)
      || hwpgo_judge (h->head, HWPGO_MIDDLE, &same, &o) != HWPGO_REFUSE_COST)
    return false;
  hwpgo_branch_keep (gimple_location (h->cond));
  if (!new_odds)
    return true;
  guess_rare (h, arm, o.hint.ratio);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_NOTE, dump_user_location_t (h->cond),
                     "branch left alone: the profile may be that of a"
                     " conditional move, but what it looks for is rare\n");
  return true;
}
