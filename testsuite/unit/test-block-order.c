/* Orders of blocks, against all orders there are where these are few.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/block-order.h"
#include "testsuite/unit/random.h"
#include "testsuite/unit/unit.h"

#define MAX_BLOCKS 3000

static struct hwpgo_order_block blocks[MAX_BLOCKS];
static struct hwpgo_order_jump jumps[4 * MAX_BLOCKS];
static uint32_t n_jumps;
static uint32_t order[MAX_BLOCKS];

/* Start a function of N blocks of SIZE bytes that never run.  */
static void
start (uint32_t n, uint32_t size)
{
  n_jumps = 0;
  for (uint32_t i = 0; i < n; i++)
    blocks[i] = (struct hwpgo_order_block){ size, 0 };
}

/* COUNT jumps.  */
static void
jump (uint32_t from, uint32_t to, uint64_t count, enum hwpgo_order_kind kind)
{
  jumps[n_jumps++] = (struct hwpgo_order_jump){ from, to, count, kind };
  blocks[to].count += count;
  if (from == 0)
    blocks[0].count += count;
}

static struct hwpgo_order_graph
graph (uint32_t n)
{
  return (struct hwpgo_order_graph){ blocks, jumps, NULL, n, n_jumps };
}

/* Order N blocks; each has to be there once, and the first one first.  */
static double
find (uint32_t n)
{
  static bool seen[MAX_BLOCKS];
  struct hwpgo_order_graph g = graph (n);
  memset (seen, 0, sizeof seen);
  CHECK (hwpgo_order_blocks (&g, order));
  CHECK_U64 (order[0], 0);
  for (uint32_t i = 0; i < n; i++)
    {
      CHECK (order[i] < n && !seen[order[i]]);
      seen[order[i]] = true;
    }
  return hwpgo_order_value (&g, order);
}

static void
check_order (uint32_t n, const char *want)
{
  char got[64] = "";
  find (n);
  for (uint32_t i = 0; i < n; i++)
    sprintf (got + strlen (got), i ? " %u" : "%u", order[i]);
  CHECK_STRING (got, want);
}

static void
the_likely_arm_is_next (void)
{
  start (4, 10);
  jump (0, 1, 10, HWPGO_JUMP_CONDITIONAL);
  jump (0, 2, 90, HWPGO_JUMP_CONDITIONAL);
  jump (1, 3, 10, HWPGO_JUMP_ALONE);
  jump (2, 3, 90, HWPGO_JUMP_ALONE);
  check_order (4, "0 2 3 1");
}

/* A test at the top of a loop goes to its end: a jump less each turn.  */
static void
a_loop_is_turned (void)
{
  start (4, 10);
  jump (0, 1, 1, HWPGO_JUMP_ALONE);
  jump (1, 2, 1000, HWPGO_JUMP_CONDITIONAL);
  jump (2, 1, 1000, HWPGO_JUMP_ALONE);
  jump (1, 3, 1, HWPGO_JUMP_CONDITIONAL);
  check_order (4, "0 2 1 3");
}

/* 1 ends nearly all runs of a loop that 2 and 3 may end, too: its test comes last.  */
static void
the_usual_end_of_a_loop_is_next (void)
{
  for (int usual = 0; usual < 2; usual++)
    {
      start (6, 10);
      jump (0, 1, 100, HWPGO_JUMP_ALONE);
      jump (1, 2, 900, HWPGO_JUMP_CONDITIONAL);
      jump (1, 4, 99, usual ? HWPGO_JUMP_ENDING : HWPGO_JUMP_CONDITIONAL);
      jump (2, 3, 899, HWPGO_JUMP_CONDITIONAL);
      jump (2, 5, 1, HWPGO_JUMP_CONDITIONAL);
      jump (3, 1, 899, HWPGO_JUMP_CONDITIONAL);
      jump (3, 5, 0, HWPGO_JUMP_CONDITIONAL);
      check_order (6, usual ? "0 2 3 1 4 5" : "0 1 2 3 4 5");
    }
}

/* 0 goes to 1 or 2, and 1 to 2 always: growing a trace along the likeliest way
   would have 0 2 and jump twice for 1.  */
static void
the_likelier_way_is_not_always_next (void)
{
  start (4, 10);
  jump (0, 1, 49, HWPGO_JUMP_CONDITIONAL);
  jump (0, 2, 51, HWPGO_JUMP_CONDITIONAL);
  jump (1, 2, 49, HWPGO_JUMP_ALONE);
  jump (2, 3, 100, HWPGO_JUMP_ALONE);
  check_order (4, "0 1 2 3");
}

static void
what_never_runs_comes_last_and_stays_together (void)
{
  start (6, 10);
  jump (0, 1, 0, HWPGO_JUMP_CONDITIONAL);
  jump (0, 4, 5, HWPGO_JUMP_CONDITIONAL);
  jump (1, 2, 0, HWPGO_JUMP_ALONE);
  jump (2, 3, 0, HWPGO_JUMP_ALONE);
  jump (3, 5, 0, HWPGO_JUMP_ALONE);
  jump (4, 5, 5, HWPGO_JUMP_ALONE);
  check_order (6, "0 4 5 1 2 3");
}

/* Turns go through 2 or 3, each of which goes back to 1: one of them could fall
   through to it, and does not where each had better jump.  */
static void
turns_of_two_kinds_jump_back (void)
{
  for (int kinds = 0; kinds < 2; kinds++)
    {
      enum hwpgo_order_kind back
          = kinds ? HWPGO_JUMP_TURN : HWPGO_JUMP_CONDITIONAL;
      start (5, 10);
      jump (0, 1, 10, HWPGO_JUMP_ALONE);
      jump (1, 2, 500, HWPGO_JUMP_CONDITIONAL);
      jump (1, 3, 500, HWPGO_JUMP_CONDITIONAL);
      jump (2, 1, 495, back);
      jump (2, 4, 5, HWPGO_JUMP_CONDITIONAL);
      jump (3, 1, 495, back);
      jump (3, 4, 5, HWPGO_JUMP_CONDITIONAL);
      check_order (5, kinds ? "0 1 2 3 4" : "0 2 1 3 4");
    }
}

/* To be next is worth nothing there, to be near a little.  */
static void
an_indirect_jump_does_not_fall_through (void)
{
  start (3, 10);
  jump (0, 1, 100, HWPGO_JUMP_INDIRECT);
  jump (0, 2, 10, HWPGO_JUMP_CONDITIONAL);
  check_order (3, "0 2 1");
  struct hwpgo_order_graph g = graph (3);
  CHECK (hwpgo_order_value (&g, NULL) < 12);
}

static void
far_jumps_are_worth_nothing (void)
{
  start (3, 2000);
  jump (0, 2, 100, HWPGO_JUMP_CONDITIONAL);
  struct hwpgo_order_graph g = graph (3);
  CHECK (hwpgo_order_value (&g, NULL) == 0);
  blocks[1].size = 0;
  CHECK (hwpgo_order_value (&g, NULL) == 100);
  blocks[1].size = 512;
  CHECK (hwpgo_order_value (&g, NULL) == 5);
}

static void
nothing_and_too_much (void)
{
  start (1, 0);
  check_order (1, "0");
  struct hwpgo_order_graph g = graph (0);
  CHECK (!hwpgo_order_blocks (&g, order));
  g.n_blocks = HWPGO_ORDER_MAX_BLOCKS + 1;
  CHECK (!hwpgo_order_blocks (&g, order));
}

/* Counts as large as there are, and blocks without bytes.  */
static void
extremes (void)
{
  start (5, 0);
  for (uint32_t i = 0; i < 5; i++)
    for (uint32_t k = 0; k < 5; k++)
      if (i != k)
        {
          jump (i, k, 0, HWPGO_JUMP_CONDITIONAL);
          jumps[n_jumps - 1].count = UINT64_MAX;
          blocks[k].count = UINT64_MAX;
        }
  CHECK (find (5) > 0);
}

/* A random walk: structured ways forward, some back, counts as they come.  */
static void
make_random (uint32_t n, uint64_t *state)
{
  start (n, 0);
  for (uint32_t i = 0; i < n; i++)
    blocks[i].size = random_below (state, 40);
  for (uint32_t i = 0; i + 1 < n; i++)
    {
      uint32_t other = random_below (state, n);
      uint64_t count = random_below (state, 1000);
      bool two = random_below (state, 3) > 0 && other != i && other != i + 1;
      jump (i, i + 1, count, two ? HWPGO_JUMP_CONDITIONAL : HWPGO_JUMP_ALONE);
      if (two)
        jump (i, other, random_below (state, 1000), HWPGO_JUMP_CONDITIONAL);
    }
}

/* The best value of all orders of N blocks of which the first K are set.  */
static double
best_of_all (const struct hwpgo_order_graph *g, uint32_t *all, uint32_t k)
{
  double best = 0;
  if (k == g->n_blocks)
    return hwpgo_order_value (g, all);
  for (uint32_t i = k; i < g->n_blocks; i++)
    {
      uint32_t swap = all[k];
      all[k] = all[i];
      all[i] = swap;
      double value = best_of_all (g, all, k + 1);
      best = value > best ? value : best;
      all[i] = all[k];
      all[k] = swap;
    }
  return best;
}

static void
nearly_the_best_of_all (void)
{
  uint64_t state = 1;
  double sum = 0, least = 1;
  int rounds = 300;
  for (int i = 0; i < rounds; i++)
    {
      uint32_t n = 2 + random_below (&state, 6), all[8];
      make_random (n, &state);
      struct hwpgo_order_graph g = graph (n);
      for (uint32_t k = 0; k < n; k++)
        all[k] = k;
      double got = find (n), best = best_of_all (&g, all, 1);
      double part = best > 0 ? got / best : 1;
      CHECK (part <= 1.000001);
      sum += part;
      least = part < least ? part : least;
    }
  CHECK (sum / rounds > 0.99);
  CHECK (least > 0.8);
  if (sum / rounds <= 0.99 || least <= 0.8)
    printf ("mean %g, least %g\n", sum / rounds, least);
}

static void
large_functions_gain (void)
{
  uint64_t state = 2;
  make_random (MAX_BLOCKS, &state);
  struct hwpgo_order_graph g = graph (MAX_BLOCKS);
  CHECK (find (MAX_BLOCKS) > 1.05 * hwpgo_order_value (&g, NULL));
}

/* However the jumps are listed.  */
static void
the_same_each_time (void)
{
  static uint32_t first[MAX_BLOCKS];
  uint64_t state = 3;
  make_random (200, &state);
  find (200);
  memcpy (first, order, 200 * sizeof *first);
  for (uint32_t i = 0; i < n_jumps / 2; i++)
    {
      struct hwpgo_order_jump swap = jumps[i];
      jumps[i] = jumps[n_jumps - 1 - i];
      jumps[n_jumps - 1 - i] = swap;
    }
  find (200);
  CHECK (memcmp (first, order, 200 * sizeof *first) == 0);
}

/* A loop that was unrolled: COPIES times a branch around a block, which of 2000 runs
   about SOME reach, by chance some more or fewer.  */
static void
make_unrolled (uint32_t copies, uint64_t some, uint64_t *state)
{
  uint32_t end = 2 * copies + 1;
  start (end + 2, 8);
  jump (0, 1, 10, HWPGO_JUMP_ALONE);
  for (uint32_t i = 0; i < copies; i++)
    {
      uint32_t test = 2 * i + 1, arm = test + 1;
      uint64_t count = some + random_below (state, 3);
      jump (test, arm, count, HWPGO_JUMP_CONDITIONAL);
      jump (test, test + 2, 2000 - count, HWPGO_JUMP_CONDITIONAL);
      jump (arm, test + 2, count, HWPGO_JUMP_ALONE);
    }
  jump (end, 1, 1990, HWPGO_JUMP_CONDITIONAL);
  jump (end, end + 1, 10, HWPGO_JUMP_CONDITIONAL);
}

/* Where it is opened does not depend on chance.  */
static void
a_loop_is_always_turned_the_same_way (void)
{
  static uint32_t first[MAX_BLOCKS];
  uint64_t state = 4;
  for (int i = 0; i < 50; i++)
    {
      make_unrolled (8, 950 + i, &state);
      find (19);
      if (i == 0)
        memcpy (first, order, 19 * sizeof *first);
      CHECK (memcmp (first, order, 19 * sizeof *first) == 0);
    }
}

/* One of two ways that are the same but for chance.  */
static void
the_same_way_is_next (void)
{
  for (uint64_t more = 0; more < 10; more++)
    {
      start (4, 10);
      jump (0, 1, 995 + more, HWPGO_JUMP_CONDITIONAL);
      jump (0, 2, 1005 - more, HWPGO_JUMP_CONDITIONAL);
      jump (1, 3, 995 + more, HWPGO_JUMP_ALONE);
      jump (2, 3, 1005 - more, HWPGO_JUMP_ALONE);
      check_order (4, "0 1 2 3");
    }
}

/* What never runs stays as it was, not as it is numbered.  */
static void
what_never_runs_is_not_moved (void)
{
  static const uint32_t layout[] = { 0, 4, 1, 3, 2 };
  start (5, 10);
  jump (0, 4, 5, HWPGO_JUMP_CONDITIONAL);
  jump (0, 1, 0, HWPGO_JUMP_CONDITIONAL);
  jump (1, 3, 0, HWPGO_JUMP_ALONE);
  jump (4, 2, 0, HWPGO_JUMP_CONDITIONAL);
  struct hwpgo_order_graph g = graph (5);
  g.layout = layout;
  CHECK (hwpgo_order_blocks (&g, order));
  CHECK (memcmp (order, layout, sizeof layout) == 0);
  CHECK (hwpgo_order_value (&g, NULL) == hwpgo_order_value (&g, layout));
  CHECK (hwpgo_order_value (&g, NULL) >= 5);
}

int
main (void)
{
  RUN (the_likely_arm_is_next);
  RUN (a_loop_is_turned);
  RUN (the_usual_end_of_a_loop_is_next);
  RUN (the_likelier_way_is_not_always_next);
  RUN (what_never_runs_comes_last_and_stays_together);
  RUN (turns_of_two_kinds_jump_back);
  RUN (an_indirect_jump_does_not_fall_through);
  RUN (far_jumps_are_worth_nothing);
  RUN (nothing_and_too_much);
  RUN (extremes);
  RUN (nearly_the_best_of_all);
  RUN (large_functions_gain);
  RUN (the_same_each_time);
  RUN (a_loop_is_always_turned_the_same_way);
  RUN (the_same_way_is_next);
  RUN (what_never_runs_is_not_moved);
  return UNIT_RESULT;
}
