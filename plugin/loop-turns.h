/* How often a loop iterates.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  */

#ifndef HWPGO_PLUGIN_LOOP_TURNS_H
#define HWPGO_PLUGIN_LOOP_TURNS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How often a loop that is entered IN times (1 or more), and goes back BACK times, does so for
   each time, to the nearest; a sample stands for PERIOD times.  What peels a turn
   for one, and nothing for two, should not take 1.02 for two.

   GCC peels one turn more than that (try_peel_loop), and 2.44 by one recording is
   2.63 by the next.  Each time that it peels otherwise than in the profiled build,
   which had COPIES of a turn, their counts are of copies that are not there.  So
   where that has peeled, it is the first to decide.  */
uint64_t hwpgo_loop_turns_nearest (uint64_t in, uint64_t back, double period,
                                   unsigned copies);

#ifdef __cplusplus
}
#endif

#endif
