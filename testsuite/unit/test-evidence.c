/* The tables of evidence, and the choice of events.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/events.h"
#include "runtime/trace/evidence.h"
#include "testsuite/unit/unit.h"

/* More different branches than the table of steps has room for.  */
static void
many_different_branches_add_up (void)
{
  enum
  {
    N = 300000
  };
  struct hwpgo_steps steps = { 0 };
  size_t made = 0, cleared = 0;
  for (uint32_t i = 0; i < 3 * N; i++)
    {
      bool full, is_new = false;
      CHECK (hwpgo_steps_reserve (&steps, 1, &full));
      if (full)
        {
          hwpgo_steps_clear (&steps);
          cleared++;
        }
      struct hwpgo_step_key key
          = { .from = i + 2, .to = i % 7 + 2, .next = 5 };
      key.hash = hwpgo_step_hash (key.from, key.to, key.next);
      struct hwpgo_step *s = hwpgo_steps_find (&steps, &key, &is_new);
      made += is_new;
      s->from |= HWPGO_STEP_INSIDE;
      is_new = false;
      CHECK (hwpgo_steps_find (&steps, &key, &is_new) == s && !is_new);
    }
  CHECK_U64 (made, 3 * N);
  CHECK_U64 (cleared, 1);
  CHECK (steps.capacity == HWPGO_STEPS_MAX);
  hwpgo_steps_free (&steps);
}

/* More than any program has is an error, not all of memory.  */
static void
different_branches_have_a_limit (void)
{
  struct hwpgo_runs runs = { 0 };
  struct hwpgo_run *run;
  struct hwpgo_error why = { 0 };
  int rc = 0;
  for (uint64_t i = 0; i <= HWPGO_RUNS_MAX && !rc; i++)
    rc = hwpgo_runs_add (&runs, i, i / 3, 1, 1, &run, &why);
  CHECK_U64 (-rc, HWPGO_E_LIMIT);
  CHECK_U64 (runs.n, HWPGO_RUNS_MAX);
  CHECK (strstr (why.text, "merge") != NULL);
  /* Those that are there still count.  */
  CHECK (hwpgo_runs_add (&runs, 7, 2, 5, 2, &run, NULL) == 0);
  CHECK_U64 (run->weight, 6);
  CHECK_U64 (run->times, 3);
  hwpgo_runs_free (&runs);
}

enum
{
  IP = 1,
  STACKS = 1 << 11
};

/* The uses of two events with these names, pmu "" and sample types.  */
static void
check_uses (const char *a, uint64_t a_type, unsigned a_uses, const char *b,
            uint64_t b_type, unsigned b_uses)
{
  struct hwpgo_perf_event one = {
    .pmu = "", .name = a, .type = 1, .config = 1, .sample_type = a_type
  };
  struct hwpgo_perf_event two
      = { .pmu = "", .name = b, .sample_type = b_type };
  const struct hwpgo_perf_event *events[] = { &one, &two };
  struct hwpgo_event_choice choice;
  CHECK (hwpgo_events_choose (events, 2, "x", NULL, false, &choice, NULL)
         == 0);
  hwpgo_events_settle (&choice, hwpgo_events_uses (&choice));
  CHECK_U64 (choice.uses[0].uses, a_uses);
  CHECK_U64 (choice.uses[1].uses, b_uses);
  free (choice.uses);
}

static void
the_best_events_are_chosen (void)
{
  check_uses ("cycles:u", IP | STACKS, HWPGO_USE_STACK, "branch-misses", IP,
              HWPGO_USE_MISPREDICT);
  check_uses ("cycles:u", IP | STACKS, HWPGO_USE_STACK | HWPGO_USE_BITS,
              "instructions", IP, 0);
  check_uses ("cycles:u", IP, 0, "instructions", IP, HWPGO_USE_ADDRESS);
  check_uses ("branch-instructions", IP, 0, "cpu-clock", IP,
              HWPGO_USE_ADDRESS);
  check_uses ("ibs_op//", IP, HWPGO_USE_IBS, "ex_ret_brn_tkn", IP | STACKS,
              HWPGO_USE_STACK);
  check_uses ("anything", IP | STACKS, HWPGO_USE_STACK | HWPGO_USE_BITS,
              "page-faults", IP, 0);
  /* Type 1, config 1 is the task clock.  */
  check_uses ("type:1/config:0x1", IP, HWPGO_USE_ADDRESS, "page-faults", IP,
              0);
}

int
main (void)
{
  RUN (many_different_branches_add_up);
  RUN (different_branches_have_a_limit);
  RUN (the_best_events_are_chosen);
  return UNIT_RESULT;
}
