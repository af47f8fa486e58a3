/* Is a branch converted, and if not, why not?
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_JUDGE_H
#define HWPGO_PLUGIN_BRANCHLESS_JUDGE_H

#include "plugin/branchless-exits.h"

/* The four passes.  */
enum hwpgo_stage
{
  HWPGO_EARLY,  /* GCC looks for the idioms later, */
  HWPGO_MIDDLE, /* and here, */
  HWPGO_LOOPS,  /* and here, too.  */
  HWPGO_LATE,
  HWPGO_LAST /* for what leaves often: it might have been a part of more.  */
};

struct hwpgo_moved;

/* The hint for the branch STMT, or what was one.  */
struct hwpgo_hint hwpgo_branch_hint (const gimple *stmt);

/* The mispredicts of all of R's branches for one execution of the first.  OWN,
   one of them, has the hint OWN_HINT; of the others, what too few samples say is
   not believed.  */
double hwpgo_region_ratio (const struct hwpgo_region *r, const gimple *own,
                           const struct hwpgo_hint *own_hint);

/* The mispredicts of the branches with X's exits, for one execution of its
   head, which has a count.  */
double hwpgo_exits_ratio (const struct hwpgo_exits *x);

/* The first reason not to convert the branch at the end of HEAD, of O's hint;
   fills H, and O's cost where it comes to that.  */
hwpgo_refusal hwpgo_judge (basic_block head, hwpgo_stage stage,
                           struct hwpgo_hammock *h, struct hwpgo_outcome *o);

/* The same where it pays only along with other branches of its loop, which are then
   judged to pay as well, when it is their turn; REFUSE_COST if it does not.
   Statements must be as they are when that of the others is asked, until the
   groups are forgotten.  */
hwpgo_refusal hwpgo_judge_group (basic_block head, hwpgo_stage stage,
                                 struct hwpgo_outcome *o);
void hwpgo_groups_forget ();

/* The same of a comparison with three results there.  If it is worth while,
   the third one is tested first, and H is what is left.  */
hwpgo_refusal hwpgo_judge_three_way (basic_block head, hwpgo_stage stage,
                                     struct hwpgo_hammock *h,
                                     struct hwpgo_outcome *o);

/* The same of one whose arms may leave.  If it is worth while, they leave
   behind the join instead, and H, which has to be converted then, is what is
   left.  */
hwpgo_refusal hwpgo_judge_exits (basic_block head, hwpgo_stage stage,
                                 struct hwpgo_hammock *h,
                                 struct hwpgo_outcome *o);

/* The same of H, whose arms leave at N_OUT places, to be converted piece by piece
   (branchless-pieces.h).  */
hwpgo_refusal hwpgo_judge_flat (const struct hwpgo_hammock *h, unsigned n_out,
                                hwpgo_stage stage, struct hwpgo_outcome *o);

/* The same of the regions that have the branch at the end of BB, which is no
   hammock, from the smallest on; fills R.  */
hwpgo_refusal hwpgo_judge_regions (basic_block bb, hwpgo_stage stage,
                                   struct hwpgo_region *r,
                                   struct hwpgo_outcome *o);

/* The first reason why SELECTS, of one condition, had better be a
   branch.  */
hwpgo_refusal hwpgo_judge_selects (const vec<gassign *> &selects,
                                   struct hwpgo_outcome *o);

/* Parts of these.  The reason that the branch at the end of HEAD itself gives, as a
   hammock; fills H, and C where it comes to the cost.  */
hwpgo_refusal hwpgo_judge_straight (basic_block head, hwpgo_stage stage,
                                    struct hwpgo_hammock *h,
                                    struct hwpgo_outcome *o,
                                    struct hwpgo_select_case *c);

/* Does C pay?  Fills O's cost.  */
hwpgo_refusal hwpgo_judge_cost (const struct hwpgo_select_case *c,
                                struct hwpgo_outcome *o);

/* Can BRANCH, of RATIO mispredicts, be converted as well?  Fills C, and O's
   cost, if so.  */
bool hwpgo_judge_too (gimple *branch, double ratio,
                      struct hwpgo_select_case *c, struct hwpgo_outcome *o);

/* The reason not to convert what C is of, which pays by itself, since its
   mispredicts are M's then (branchless-others.cc).  */
hwpgo_refusal hwpgo_judge_moved (const struct hwpgo_moved *m,
                                 struct hwpgo_select_case *c,
                                 struct hwpgo_outcome *o);

/* The same of R, in STAGE, since of its mispredicts others are made, or others
   are known later.  */
hwpgo_refusal hwpgo_judge_others (const struct hwpgo_region *r,
                                  hwpgo_stage stage,
                                  struct hwpgo_select_case *c,
                                  struct hwpgo_outcome *o);

/* Convert the branch at the end of HEAD if the profiled program may not have
   had it: it goes either way, and not one mispredict of it was seen.  GCC had
   made a conditional move there by itself, but need not do it again where
   other branches are none now.  True if converted.  */
bool hwpgo_branch_try_absent (basic_block head);

/* The same of one that was given even odds for want of better ones, whatever GCC
   would make of it by itself.  */
bool hwpgo_branch_try_given (basic_block head);

/* The same with all those whose ways -fsplit-paths, which comes next, would
   part to the end of their loop.  True if there were any.  */
bool hwpgo_branches_before_split (function *fn);

#endif
