/* How often a loop iterates.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/loop-turns.h"

#include <stdbool.h>

/* What was the nearest number of turns for the profiled build is left for another
   only where the mean is further away by so much of a turn, and by so many
   standard deviations, as sampling makes them, or by that part of itself: what
   has copies may have been copied otherwise than by peeling.  */
#define SLACK_TURNS 0.25
#define SLACK_DEVIATIONS 2
#define SLACK_MOST 0.25

uint64_t
hwpgo_loop_turns_nearest (uint64_t in, uint64_t back, double period,
                          unsigned copies)
{
  uint64_t turns = (back + in / 2) / in;
  if (copies < 2)
    return turns;
  double exactly = (double) back / (double) in;
  double before = copies - 2;
  double away
      = (exactly > before ? exactly - before : before - exactly) - 0.5;
  /* Of two Poisson counts; where none was taken, one may have been.  */
  double variance = exactly * exactly * period
                    * (1 / (double) in + 1 / (double) (back ? back : 1));
  bool noise
      = away * away <= SLACK_DEVIATIONS * SLACK_DEVIATIONS * variance
        && away <= SLACK_MOST * exactly;
  return away <= SLACK_TURNS || noise ? copies - 2 : turns;
}
