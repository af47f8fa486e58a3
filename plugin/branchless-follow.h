/* What a choice between values makes of a condition.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_FOLLOW_H
#define HWPGO_PLUGIN_BRANCHLESS_FOLLOW_H

#include "plugin/branchless.h"

/* A select, or a PHI that is to become some, and the values it has.  */
struct hwpgo_choice
{
  gimple *stmt;
  unsigned n;
  tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
  const edge *ways; /* by which each comes; NULL: not known.  */
};

/* Which values that are merged with a chosen one count?  */
enum hwpgo_follow_mode
{
  HWPGO_FOLLOW_ALL,    /* all: what is found holds always.  */
  HWPGO_FOLLOW_CHOSEN, /* none: it holds when control comes from the choice. */
};

/* The choice that SELECT, a COND_EXPR, makes.  */
struct hwpgo_choice hwpgo_choice_of_select (gassign *select);

/* The same of STMT, a COND_EXPR, a comparison or a PHI; with no values if it has
   too many.  */
struct hwpgo_choice hwpgo_choice_of (gimple *stmt);

/* What COND is where CHOICE has its value number WHICH: 1, 0, or -1 for not
   known.  */
int hwpgo_follow_condition (gcond *cond, const struct hwpgo_choice *choice,
                            unsigned which, hwpgo_follow_mode mode);

/* Where BRANCH, a gcond or gswitch, goes then: the index of the block, or -1
   for not known.  */
int hwpgo_follow_branch (gimple *branch, const struct hwpgo_choice *choice,
                         unsigned which, hwpgo_follow_mode mode);

/* Is BRANCH known to go the same way whatever CHOICE chooses, in one turn of the
   loop and all else being equal?  */
bool hwpgo_same_way_p (gcond *branch, const struct hwpgo_choice *choice);

/* Add the selects that COND is computed from to SELECTS, a few at most, unless
   COND is known without.  */
void hwpgo_follow_selects (gcond *cond, vec<gassign *> *selects);

/* Add the selects and PHIs that the condition of BRANCH, a gcond or gswitch, is
   computed from to CHOICES, a few at most.  */
void hwpgo_follow_choices (gimple *branch, vec<gimple *> *choices);

/* Is COND known where control comes to a PHI that it is computed from by one of
   the ways?  Jump threading makes these ways go past it.  */
bool hwpgo_follow_threaded_p (gcond *cond);

/* The value that STMT computes, if it follows from a chosen one of its
   operands, else NULL.  */
tree hwpgo_followable_to (gimple *stmt);

#endif
