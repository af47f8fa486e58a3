/* Branches that stay branches, or that the profile may be wrong about:
   branchless-doubt.cc, branchless-keep.cc, branchless-record.cc and
   branchless-wrap.cc.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_DOUBT_H
#define HWPGO_PLUGIN_BRANCHLESS_DOUBT_H

#include "plugin/branchless-judge.h"

/* Let GCC make no conditional moves of the branch at LOCATION in the function
   that is compiled.  */
void hwpgo_branch_keep (location_t location);
/* The same of one that was not converted as each turn of its loop would wait for it: it
   would have had to save NEEDED cycles.  */
void hwpgo_branch_keep_path (location_t location, double needed);
/* Those cycles for the branch at the end of HEAD, if a turn has copies of it now;
   0 else.  As long as one of them stays, none seems to be on a path of any length,
   but where all are converted they are.  */
double hwpgo_branch_kept_path (basic_block head);
/* The same where it is not known if it is one, for what a loop would wait for;
   and tell.  */
void hwpgo_branch_keep_unknown (location_t location,
                                const dump_user_location_t &place);
bool hwpgo_branch_kept_p (location_t location);

/* The branch of O was converted, and is predictable by its probe now, or was
   brought back for that before.  Remember it, in case it is not, and keep GCC
   from making a conditional move of it, of which nothing would be measured.  */
void hwpgo_branch_bring_back (struct hwpgo_outcome *o);

/* What runs in this percentage of the executions may always run, but for the
   noise of sampling: an arm of this probability is doubted.  */
#define HWPGO_NEARLY_ALL 95

/* GCC's own conversion takes no more instructions of select-cost.def.  */
#define HWPGO_MOVE_INSNS 4

/* May GCC by itself have made a conditional move of H, which has passed all
   checks, with at most MAX instructions in its arms?  */
bool hwpgo_hammock_may_be_move_p (struct hwpgo_hammock *h, unsigned max);

/* Where nothing is known of a branch, the rarer way gets no less than this.  */
#define HWPGO_EVEN 0.49

/* Is nothing known of how often the branch at the end of HEAD goes which way?
   So it is where the arms do nothing but take another value, and the moves that
   they became have no place in the source, or that of what follows.  */
bool hwpgo_odds_unknown_p (basic_block head);

/* Give H, which has passed all checks, even odds if the samples may come from
   a program that had no such branch; MISPREDICTED if mispredicts of it were
   seen.  True if that was done.  */
bool hwpgo_hammock_doubt (struct hwpgo_hammock *h, bool mispredicted);

/* Would the turns of H's loop take twice as long with a select, and longer than
   the branch, which was given even odds, costs where it is mispredicted as often
   as few are?  Then it had better be a branch, of which the next profile shows
   whether that is so.  */
bool hwpgo_hammock_dear_p (struct hwpgo_hammock *h);

/* Let ARM of H run in the part ODDS of the executions, from 0 to 1, which is
   nothing that was measured.  */
void hwpgo_hammock_guess (struct hwpgo_hammock *h, struct hwpgo_arm *arm,
                          double odds);

/* If H, which has passed all checks and was never mispredicted, has the counter
   of a loop start over: give it the odds of that if those that it has cannot be,
   and let it stay a branch if a select costs more than as many mispredicts.  True
   if it is one.  */
bool hwpgo_hammock_keep_wrap (struct hwpgo_hammock *h);

/* If H, of a branch that was measured to be predictable, looks for the best of
   many and has even odds, because no place tells how it goes, give it those
   that are to be expected.  */
void hwpgo_hammock_guess_record (struct hwpgo_hammock *h);

/* If H, which has passed all checks and was never mispredicted, looks in a loop
   for the best of many, and a select costs more than the few mispredicts that
   are to be expected: let it stay a branch, and with NEW_ODDS give it those.
   True if so.  */
bool hwpgo_hammock_keep_record (struct hwpgo_hammock *h, bool new_odds);

/* Look at the branch at the end of HEAD, which is not known to be unpredictable:
   HINT has what is known of it.  It may get other odds, or be kept.  */
void hwpgo_branch_doubt (basic_block head, hwpgo_stage stage,
                         const struct hwpgo_hint *hint);

/* Keep the branch at the end of HEAD, which HINT calls predictable, from
   becoming a conditional move if that does not pay.  The profile may be that
   of one, though: only what was mispredicted now and then was a branch.  Where
   loop optimisers have made a loop of each way, what GCC would put together
   again is what the next turn waits for.  */
void hwpgo_branch_keep_predictable (basic_block head,
                                    const struct hwpgo_hint *hint);

#endif
