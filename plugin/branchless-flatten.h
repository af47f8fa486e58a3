/* Loops in loops whose turns nobody can predict.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_FLATTEN_H
#define HWPGO_PLUGIN_BRANCHLESS_FLATTEN_H

#include "plugin/branchless-judge.h"
#include "plugin/branchless-pieces.h"

/* If the branch at the end of HEAD cannot be predicted and ends a loop in another
   one, make one loop of both, a turn of which is one of either, if that pays.  True
   if blocks have changed, which they may have even where it was not done.
   Dominators must be free.  */
bool hwpgo_branch_try_flatten (basic_block head);

/* A way that was copied, and how it was before.  */
struct hwpgo_copied_way
{
  edge first = NULL; /* led to WAS; NULL if nothing was copied.  */
  basic_block was = NULL;
  auto_vec<tree> results, values; /* PHIs of WAS, and what FIRST brought.  */
  auto_vec<basic_block> blocks, originals;
  hash_set<tree> merges; /* all PHIs that there were, but memory's.  */
};

/* Let A, whose blocks can be copied, share none of them with other ways, and fill
   C, which is empty.  OUT are the ways out of A's blocks and of others; those that
   are never taken by the copies are dropped.  Dominators must be free, and are.  */
void hwpgo_way_copy (struct hwpgo_arm *a, struct hwpgo_ways_out *out,
                     struct hwpgo_copied_way *c);

/* Everything as it was before, but that A's and OUT's blocks are gone.  */
void hwpgo_way_take_back (struct hwpgo_copied_way *c);

#endif
