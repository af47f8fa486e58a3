/* Which targets of a call are compared with.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/promote-choice.h"
#include "testsuite/unit/unit.h"

static void
one_that_takes_most (void)
{
  CHECK (hwpgo_promote_worth (90, 0, 100, 0));
  CHECK (hwpgo_promote_worth (30, 0, 100, 0));
  CHECK (!hwpgo_promote_worth (29, 0, 100, 0));
  CHECK (hwpgo_promote_worth (100, 0, 100, 0));
}

static void
the_next_of_what_is_left (void)
{
  CHECK (hwpgo_promote_worth (9, 90, 100, 1));
  CHECK (!hwpgo_promote_worth (4, 90, 100, 1));
  CHECK (!hwpgo_promote_worth (4, 96, 100, 1));
  CHECK (!hwpgo_promote_worth (10, 50, 100, 1));
}

static void
three_at_most (void)
{
  CHECK (hwpgo_promote_worth (10, 80, 100, 2));
  CHECK (!hwpgo_promote_worth (10, 80, 100, 3));
}

/* A profile may say anything.  */
static void
absurd_counts (void)
{
  CHECK (!hwpgo_promote_worth (0, 0, 0, 0));
  CHECK (!hwpgo_promote_worth (0, 0, 100, 0));
  CHECK (!hwpgo_promote_worth (0, 200, 100, 0));
  CHECK (hwpgo_promote_worth (UINT64_MAX, 0, UINT64_MAX, 0));
  CHECK (hwpgo_promote_worth (UINT64_MAX, UINT64_MAX, UINT64_MAX, 1));
  CHECK (!hwpgo_promote_worth (1, 0, UINT64_MAX, 0));
}

int
main (void)
{
  RUN (one_that_takes_most);
  RUN (the_next_of_what_is_left);
  RUN (three_at_most);
  RUN (absurd_counts);
  return UNIT_RESULT;
}
