/* Loops of which a turn hands on values that it has in memory.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_CARRIED_H
#define HWPGO_PLUGIN_CARRIED_H

/* Do all statements of LOOP compute, load, or store what is in their left side,
   and nothing else, and does each end?  */
bool hwpgo_plain_loop_p (class loop *loop);

/* May the load STMT, of LOOP, which is plain and has none inside, run in front of
   it, because the first turn runs it anyway, or as it does no harm?  */
bool hwpgo_first_turn_loads_p (class loop *loop, gimple *stmt);

/* Copy the first turn of LOOP, an innermost one with a preheader, to the way to it,
   if there is a mispredicted branch in it and it is small.  SSA form, dominators and
   closed loops are kept.  False if that was not done.  */
bool hwpgo_peel_first (class loop *loop);

/* Of two statements, does A run before B whenever B does?  */
bool hwpgo_runs_before_p (gimple *a, gimple *b);

/* Has STMT a name that must not live longer than it does, as it is merged with
   others where control comes from nobody knows where?  */
bool hwpgo_has_abnormal_p (gimple *stmt);

#endif
