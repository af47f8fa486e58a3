/* Branches of which nothing was seen.
   SPDX-License-Identifier: GPL-2.0-or-later

   Where a conditional move has the place of the join, samples say nothing of
   the arms.  What has gone either way very often without a mispredict was one,
   then (or so regular that a select is no worse), and so may be one whose arms
   are doubted (branchless-doubt.cc).  GCC need not make a conditional move of
   it again: where the one before it is not a branch any more, its own
   conversion stops; and -fsplit-paths tears the end of a loop apart.

   So in the middle pass it is converted if there is nothing to do in the arms:
   where there is, GCC's own conversion knows of better things than a select.
   But if jump threading is going to let other ways into one of the arms, or
   right before -fsplit-paths takes the join, it is converted, too; and where a loop
   and one inside can be made one (branchless-flatten.cc) but for it.

   It is remembered with what was assumed of it.  A recording of the select shows
   no more of the branch than before, and less of its arms; a probe will tell.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-follow.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/hints.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/tails.h"

/* A branch that goes either way takes each at least so often, */
#define EITHER profile_probability::always ().apply_scale (10, 100)

/* and is mispredicted by this much of what goes the rarer way, if nothing is
   known.  */
#define COINS 0.5

/* Where turns of a loop wait for it, a guess must be worth so many times that
   wait.  */
#define SURE 2

/* Can a statement of H's arms trap or raise a floating-point exception?  */
static bool
arms_trap_p (const struct hwpgo_hammock *h)
{
  for (const hwpgo_arm &arm : h->arms)
    for (unsigned i = 0; i < arm.n_blocks; i++)
      for (gimple_stmt_iterator gsi = gsi_start_bb (arm.blocks[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        if (!is_gimple_debug (gsi_stmt (gsi))
            && !gimple_assign_load_p (gsi_stmt (gsi))
            && gimple_could_trap_p (gsi_stmt (gsi)))
          return true;
  return false;
}

bool
hwpgo_hammock_may_be_move_p (struct hwpgo_hammock *h, unsigned max)
{
  /* What stores or calls is none.  */
  struct hwpgo_effects effects;
  struct hwpgo_select_case c;
  hwpgo_effects_match (h, &effects);
  if (effects.n != 0 || arms_trap_p (h))
    return false;
  hwpgo_hammock_measure (h, &c);
  return c.insns <= max;
}

/* Does a place of what H's arms choose run in a part of H's executions?  A
   conditional move runs each time, and what is a branch has it in its arm.  */
static bool
arm_seen_p (const struct hwpgo_hammock *h)
{
  uint64_t executions
      = hwpgo_executions_at (cfun->decl, gimple_location (h->cond));
  double nearly_all = executions * (HWPGO_NEARLY_ALL / 100.0);
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
hwpgo_odds_unknown_p (basic_block head)
{
  struct hwpgo_hammock h;
  return hwpgo_less_likely (last_nondebug_stmt (head)) > HWPGO_EVEN
         && hwpgo_hammock_convertible_p (head, &h)
         && hwpgo_hammock_may_be_move_p (&h, 0) && !arm_seen_p (&h);
}

/* Is H, which has passed all checks and was never mispredicted, one that goes
   either way, and that GCC by itself may have made a conditional move of?  Right
   before the join is SPLIT, or a loop is made of two, it is one that was given even
   odds, for what was measured has been decided by then.  Fills RATIO, the mispredicts for one
   execution that it would be likely to have as a branch, and LEFT, whether the
   conversion is left to GCC.  */
static bool
absent_p (struct hwpgo_hammock *h, bool split, double *ratio, bool *left)
{
  profile_probability rarer = h->arms[0].first->probability;
  if (!rarer.initialized_p ())
    return false;
  bool given = rarer.quality () < AFDO;
  if (split && !given)
    return false;
  *left = given && !split && !hwpgo_follow_threaded_p (h->cond);
  if (rarer > profile_probability::even ())
    rarer = rarer.invert ();
  *ratio = rarer.to_sreal ().to_double () * COINS;
  return rarer >= EITHER
         && hwpgo_hammock_may_be_move_p (h, given ? HWPGO_MOVE_INSNS : 0)
         && (*left || !arm_seen_p (h));
}

/* Is a guess of its mispredicts enough for the conversion that O is of?  What
   stays a branch is measured next time; and what decides of itself, as the best
   so far does, or seldom corrects the last turn's result, changes less often
   than a guess says.  So what the turns of a loop wait for counts more, and
   instructions also where there should be room for them.  */
static bool
guess_pays_p (const struct hwpgo_outcome *o)
{
  return !o->weighed
         || o->cost.saved >= hwpgo_plugin.select_params.margin
                                 * (o->cost.all_work
                                    + SURE * o->cost.latency);
}

/* Would a select of COND keep the loop from the vectoriser?  That makes masks of
   branches, but moves no comparison that could raise an exception, as one is that
   a select in an arm of another branch has.  */
static bool
vectors_first_p (gcond *cond)
{
  basic_block bb = gimple_bb (cond);
  class loop *loop = bb->loop_father;
  if (!flag_tree_loop_vectorize || !loop_outer (loop) || loop->inner
      || !gimple_could_trap_p (cond))
    return false;
  while (bb != loop->header && single_pred_p (bb)
         && single_succ_p (single_pred (bb)))
    bb = single_pred (bb);
  return bb != loop->header;
}

/* Convert the branch at the end of HEAD if it may be absent.  */
static bool
try_absent (basic_block head, bool split)
{
  gimple *last = last_nondebug_stmt (head);
  struct hwpgo_hammock h;
  struct hwpgo_outcome o = {};
  bool left;
  if (!last || gimple_code (last) != GIMPLE_COND
      || !optimize_bb_for_speed_p (head))
    return false;
  o.place = dump_user_location_t (last);
  o.location = gimple_location (last);
  o.hint = hwpgo_branch_hint (last);
  if (o.hint.verdict != HWPGO_PREDICTABLE
      || hwpgo_hint_of_branch_p (&o.hint) || hwpgo_branch_kept_p (o.location)
      || (!split && vectors_first_p (as_a<gcond *> (last)))
      || !hwpgo_hammock_convertible_p (head, &h)
      || (!split && hwpgo_hammock_idiom_p (&h))
      || !absent_p (&h, split, &o.hint.ratio, &left)
      || hwpgo_hammock_keep_record (&h, true))
    return false;
  o.why = hwpgo_judge (head, split ? HWPGO_LOOPS : HWPGO_MIDDLE, &h, &o);
  if (o.why == HWPGO_REFUSE_NONE && !guess_pays_p (&o))
    {
      o.why = HWPGO_REFUSE_COST;
      hwpgo_branch_keep (o.location);
    }
  /* GCC, which does not know that turns wait for it, would make the same again
     that does not pay.  */
  else if (o.why == HWPGO_REFUSE_COST && o.cost.carried)
    hwpgo_branch_keep_unknown (o.location, o.place);
  /* What GCC makes of it is never measured; where turns wait for it, that would
     be worth to know.  */
  if (o.why != HWPGO_REFUSE_NONE || (left && !o.cost.carried))
    return false;
  double part = hwpgo_remember_part (head, o.location);
  o.n_selects = hwpgo_hammock_convert (&h);
  hwpgo_remember (o.location, &o.hint, part);
  o.hint.ratio = 0;
  hwpgo_outcome_remark (&o);
  hwpgo_outcome_report (&o);
  return true;
}

bool
hwpgo_branch_try_absent (basic_block head)
{
  return try_absent (head, false);
}

bool
hwpgo_branch_try_given (basic_block head)
{
  return try_absent (head, true);
}

/* The block with the branch whose ways meet in the end of LOOP, which
   -fsplit-paths copies for each as a rule: it has the loop's test.  NULL if
   there is none.  */
static basic_block
split_head (const class loop *loop)
{
  basic_block join = loop->latch;
  if (join && join != loop->header && single_succ_p (join)
      && single_pred_p (join))
    join = single_pred (join);
  if (!join || join == loop->header || EDGE_COUNT (join->preds) != 2
      || EDGE_COUNT (join->succs) != 2)
    return NULL;
  basic_block head = EDGE_PRED (join, 0)->src;
  if (single_succ_p (head))
    head = single_pred_p (head) ? single_pred (head) : NULL;
  return head;
}

bool
hwpgo_branches_before_split (function *fn)
{
  bool changed = false;
  for (unsigned i = 1; flag_split_paths && i < number_of_loops (fn); i++)
    {
      class loop *loop = get_loop (fn, i);
      basic_block head = loop ? split_head (loop) : NULL;
      changed |= head && hwpgo_branch_try_given (head);
    }
  return changed;
}
