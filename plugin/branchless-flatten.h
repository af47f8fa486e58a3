/* Loops in loops whose turns nobody can predict.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_FLATTEN_H
#define HWPGO_PLUGIN_BRANCHLESS_FLATTEN_H

#include "plugin/branchless-judge.h"

/* If the branch at the end of HEAD cannot be predicted and ends a loop in another
   one, make one loop of both, a turn of which is one of either, if that pays.  True
   if blocks have changed, which they may have even where it was not done.
   Dominators must be free.  */
bool hwpgo_branch_try_flatten (basic_block head);

#endif
