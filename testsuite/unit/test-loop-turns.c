/* Turns of loops: to the nearest, and as often as the profiled build had.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/loop-turns.h"
#include "testsuite/unit/unit.h"

static void
the_nearest_number (void)
{
  CHECK_U64 (hwpgo_loop_turns_nearest (100, 0, 1, 0), 0);
  CHECK_U64 (hwpgo_loop_turns_nearest (100, 102, 1, 0), 1);
  CHECK_U64 (hwpgo_loop_turns_nearest (100, 249, 1, 1), 2);
  CHECK_U64 (hwpgo_loop_turns_nearest (100, 250, 1, 1), 3);
}

static void
what_was_peeled_stays_within_a_quarter (void)
{
  CHECK_U64 (hwpgo_loop_turns_nearest (1000000, 2740000, 1, 4), 2);
  CHECK_U64 (hwpgo_loop_turns_nearest (1000000, 2760000, 1, 4), 3);
  CHECK_U64 (hwpgo_loop_turns_nearest (1000000, 2260000, 1, 5), 3);
  CHECK_U64 (hwpgo_loop_turns_nearest (1000000, 2240000, 1, 5), 2);
}

/* Four samples at the entry: but no further than a quarter of the mean.  */
static void
and_within_the_noise_of_samples (void)
{
  CHECK_U64 (hwpgo_loop_turns_nearest (4000, 32000, 1000, 8), 6);
  CHECK_U64 (hwpgo_loop_turns_nearest (4000, 32000, 1, 8), 8);
  CHECK_U64 (hwpgo_loop_turns_nearest (4000, 32000, 1000, 7), 8);
  CHECK_U64 (hwpgo_loop_turns_nearest (4000, 1740000, 1e30, 2), 435);
  CHECK_U64 (hwpgo_loop_turns_nearest (1, UINT64_MAX, 1e30, 2), UINT64_MAX);
}

int
main (void)
{
  RUN (the_nearest_number);
  RUN (what_was_peeled_stays_within_a_quarter);
  RUN (and_within_the_noise_of_samples);
  return UNIT_RESULT;
}
