/* Arms that may leave.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_EXITS_H
#define HWPGO_PLUGIN_BRANCHLESS_EXITS_H

#include "plugin/branchless.h"

/* A branch whose two ways meet, but for ways out of the arms.  */
struct hwpgo_exits
{
  struct hwpgo_hammock hammock; /* its arms still have the branches.  */
  edge exits[2];                /* out of each arm, or NULL.  */
  double away; /* how often they are taken for one execution of the head; 0
                  where that was not asked.  */
};

/* Exits that are taken more often than this, for one execution of the branch,
   are no rare ones.  */
#define HWPGO_EXITS_RARE 0.1

/* So often they may be taken at all: there may be two ways to see it.  */
#define HWPGO_EXITS_OFTEN 0.5

/* Fill X from the branch at the end of HEAD.  False if it is no such branch, or
   if the exits together are taken more often than MOST for one execution.  */
bool hwpgo_exits_match (basic_block head, double most, struct hwpgo_exits *x);

/* The same where the arms begin with these edges, which need not be those of
   HEAD.  */
bool hwpgo_exits_match_ways (basic_block head, edge true_edge,
                             edge false_edge, double most,
                             struct hwpgo_exits *x);

/* May the exits be taken behind the join, as far as the hammock does not
   tell?  */
hwpgo_refusal hwpgo_exits_check (const struct hwpgo_exits *x);

/* Take the exits of X, whose hammock has passed all checks, behind its join.
   What the arms compute does not dominate its uses until the branch at the end
   of the head, which is a plain hammock now, is converted.  Dominators must be
   free.  X is no longer valid.  */
void hwpgo_exits_behind (struct hwpgo_exits *x);

#endif
