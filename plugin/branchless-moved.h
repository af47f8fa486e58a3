/* Mispredicts that a conversion only moves.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_MOVED_H
#define HWPGO_PLUGIN_BRANCHLESS_MOVED_H

#include "plugin/branchless-follow.h"

/* A branch that is mispredicted this much less often than it goes its less
   likely way has a history that says more than what is usual.  */
#define HWPGO_MIN_KNOWN 0.1

/* Where they move to.  */
struct hwpgo_moved
{
  gimple *branch;     /* a gcond or gswitch; NULL: nowhere.  */
  double mispredicts; /* for one execution of what was converted.  */
  double executions;  /* of BRANCH, for the same.  */
  double ratio;       /* MISPREDICTS for one execution of BRANCH.  */
  double most; /* as MISPREDICTS, what all that BRANCH depends on can make it
                  mispredict; 0: it depends on nothing else.  */
  bool by_history; /* BRANCH itself is not decided, but was predicted from what
                      was converted.  */
  bool next_turn;  /* that may be so, in the next turn of a loop: a reason to
                      convert BRANCH as well, and none not to.  */
  bool turns;      /* BRANCH ends a loop whose number of turns is what was known:
                      to make a select of one turn's would save nothing.  */
  bool around;     /* BRANCH has what was converted in its arms.  */
  gimple *choice;  /* what was converted, a select or PHI, or the branch where
                      what it chooses does not count, */
  basic_block bb;  /* and where it was decided.  */
};

/* What else such a branch depends on.  */
struct hwpgo_moved_source
{
  gimple *decider;    /* a gcond; a select where that is what it has become.  */
  double mispredicts; /* for one execution of what was converted.  */
};

/* Does A rather than B tell if a conversion pays?  What can be converted as well
   has to be more than twice what cannot.  */
bool hwpgo_moved_worse_p (const struct hwpgo_moved &a,
                          const struct hwpgo_moved &b);

/* The branch that will mispredict most when CHOICE, in BB, of HINT and RATIO
   mispredicts for one execution, is no branch; none of SKIP.  */
struct hwpgo_moved hwpgo_mispredicts_moved (const struct hwpgo_choice *choice,
                                            basic_block bb,
                                            const struct hwpgo_hint *hint,
                                            double ratio,
                                            const vec<gimple *> &skip);

/* The same when all branches of R, of RATIO mispredicts together, are none, of
   branches that SKIP does not have.  */
struct hwpgo_moved
hwpgo_mispredicts_moved_from (const struct hwpgo_region *r,
                              const struct hwpgo_hint *hint, double ratio,
                              const vec<gimple *> &skip);

/* What moves to BRANCH, which is computed from what CHOICE, in BB and of RATIO
   mispredicts, chooses, since the predictor no longer sees the choice.  */
struct hwpgo_moved hwpgo_history_lost (gimple *branch,
                                       const struct hwpgo_choice *choice,
                                       basic_block bb, double ratio);

/* How many turns the loop of the N BLOCKS, its header first, makes may be what decides a
   branch behind it that goes either way, and is predicted well: it is so by those turns,
   as a loop that reads as many bits as there were zeros before them is, or by what
   ended it, as whether anything was found.  Made at once they leave no trace.  Returns
   the mispredicts of such branches for each of ENTRIES.  */
double hwpgo_turns_decide (const basic_block *blocks, unsigned n,
                           double entries);

/* What moves to a branch outside of R that asks in the next turn of a loop what
   COND, one of R's and of RATIO mispredicts, has asked.  */
struct hwpgo_moved hwpgo_asked_again (const struct hwpgo_region *r,
                                      gcond *cond, double ratio);

/* Executions of BB for one of OTHER, as far as is known.  */
double hwpgo_executions_share (basic_block bb, basic_block other);

/* Add what M's branch depends on beside what was converted, and is or was
   unpredictable, to SOURCES.  */
void hwpgo_moved_sources (const struct hwpgo_moved *m,
                          vec<hwpgo_moved_source> *sources);

#endif
