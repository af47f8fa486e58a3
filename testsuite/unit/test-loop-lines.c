/* Loops in lines: which there are, and what has to be skipped.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "plugin/loop-lines.h"
#include "testsuite/unit/random.h"
#include "testsuite/unit/unit.h"

#define MAX_BLOCKS 2000

static struct hwpgo_line_block blocks[MAX_BLOCKS];
static struct hwpgo_back_jump jumps[MAX_BLOCKS];
static struct hwpgo_line_loop loops[MAX_BLOCKS];
static struct hwpgo_line_loop pieces[MAX_BLOCKS];
static uint32_t n_blocks, n_jumps, n_loops, n_pieces;

static void
start (void)
{
  n_blocks = n_jumps = 0;
}

static void
block (uint32_t size, uint64_t count, bool falls)
{
  blocks[n_blocks++]
      = (struct hwpgo_line_block){ size, count, falls, false, false };
}

/* One that an indirect jump leads to (SWITCHED), or that ends with one.  */
static void
piece (uint32_t size, uint64_t count, bool falls, bool switched, bool switches)
{
  blocks[n_blocks++]
      = (struct hwpgo_line_block){ size, count, falls, switched, switches };
}

static void
jump (uint32_t from, uint32_t to, uint64_t count)
{
  jumps[n_jumps++] = (struct hwpgo_back_jump){ from, to, count };
}

/* The N of FOUND as "FIRST-LAST size SIZE skip SKIP; ...".  */
static void
check_found (const struct hwpgo_line_loop *found, uint32_t n, const char *want)
{
  char got[256] = "";
  for (uint32_t i = 0; i < n && i < 5; i++)
    sprintf (got + strlen (got), "%s%u-%u size %u skip %u", i ? "; " : "",
             found[i].first, found[i].last, found[i].size,
             hwpgo_line_skip (blocks, &found[i]));
  CHECK_STRING (got, want);
}

static void
check_loops (const char *want)
{
  n_loops
      = hwpgo_find_line_loops (blocks, n_blocks, jumps, n_jumps, 100, loops);
  check_found (loops, n_loops, want);
}

static void
check_pieces (const char *want)
{
  n_pieces = hwpgo_find_line_pieces (blocks, n_blocks, 100, pieces);
  check_found (pieces, n_pieces, want);
}

static void
a_short_loop_lies_in_one_line (void)
{
  start ();
  block (10, 1, true);
  block (61, 1000, true);
  block (10, 1, false);
  jump (1, 1, 999);
  check_loops ("1-1 size 61 skip 60");
}

/* One that just fills it must begin one, and one byte goes anywhere.  */
static void
the_largest_and_the_smallest (void)
{
  start ();
  block (64, 1000, true);
  jump (0, 0, 999);
  check_loops ("0-0 size 64 skip 63");
  start ();
  block (1, 1000, true);
  jump (0, 0, 999);
  check_loops ("0-0 size 1 skip 0");
}

/* 100 bytes are in two lines or three; a third of all places is bad.  */
static void
two_lines_instead_of_three (void)
{
  start ();
  block (100, 1000, true);
  jump (0, 0, 999);
  check_loops ("0-0 size 100 skip 35");
}

/* 80 bytes are in two lines but for 15 of all places.  But the end of a line
   had better be in the arm that hardly runs, as it is from 25 of them.  */
static void
ends_of_lines_are_where_little_runs (void)
{
  start ();
  block (40, 1000, true);
  block (30, 10, true);
  block (10, 1000, true);
  jump (2, 0, 999);
  check_loops ("0-2 size 80 skip 39");
}

/* A loop that is entered in its middle is two jumps that overlap.  */
static void
overlapping_jumps_are_one_loop (void)
{
  start ();
  block (20, 1, false);
  block (15, 800, true);
  block (15, 1000, true);
  block (15, 200, true);
  jump (2, 1, 800);
  jump (3, 2, 190);
  check_loops ("1-3 size 45 skip 44");
}

/* A loop in another turns no more often for a third in it, that hardly turns: so
   it is one of its own, and begins a line.  */
static void
loops_that_hardly_turn_add_nothing (void)
{
  start ();
  block (20, 1, false);
  block (30, 100, true);
  block (10, 250, true);
  block (20, 100, true);
  block (30, 310, true);
  block (30, 100, true);
  jump (2, 2, 150);
  jump (4, 4, 210);
  jump (5, 1, 100);
  check_loops ("1-5 size 120 skip 25; 4-4 size 30 skip 29");
  CHECK (hwpgo_line_seldom_passed_p (blocks, &loops[0]));
  CHECK (!hwpgo_line_seldom_passed_p (blocks, &loops[1]));
}

/* But not with what comes back from far away now and then.  */
static void
a_rare_way_makes_no_loop_longer (void)
{
  start ();
  block (20, 1, false);
  block (30, 1000, true);
  block (30, 990, true);
  block (400, 5, true);
  block (10, 10, false);
  jump (2, 1, 980);
  jump (4, 1, 10);
  jump (4, 2, 10);
  check_loops ("1-2 size 60 skip 59");
}

/* Of a rare one that begins earlier the same holds.  */
static void
a_rare_loop_makes_way (void)
{
  start ();
  block (30, 10, true);
  block (30, 1000, true);
  block (20, 1000, true);
  jump (1, 0, 5);
  jump (2, 1, 990);
  check_loops ("1-2 size 50 skip 49");
}

static void
an_inner_loop_is_one_of_its_own (void)
{
  start ();
  block (20, 100, true);
  block (20, 1000, true);
  block (20, 100, true);
  jump (1, 1, 900);
  jump (2, 0, 99);
  check_loops ("0-2 size 60 skip 59; 1-1 size 20 skip 19");
  /* Unless it hardly turns.  */
  start ();
  block (20, 100, true);
  block (20, 120, true);
  block (20, 100, true);
  jump (1, 1, 20);
  jump (2, 0, 99);
  check_loops ("0-2 size 60 skip 59");
}

static void
what_is_cold_large_or_hardly_turns_is_none (void)
{
  start ();
  block (20, 100000, true);
  block (20, 900, true);
  jump (1, 1, 890);
  check_loops ("");
  start ();
  block (HWPGO_MOST_LINES * HWPGO_LINE + 1, 1000, true);
  jump (0, 0, 999);
  check_loops ("");
  start ();
  block (20, 600, true);
  block (20, 1000, true);
  jump (1, 1, 400);
  check_loops ("");
  start ();
  check_loops ("");
}

/* The loop of an interpreter: the hottest instruction falls into what looks for the
   next one, and other ones lie on either side.  The piece with both has the end
   of a line in the first block, if need be.  */
static void
an_interpreter_is_pieces (void)
{
  start ();
  block (100, 1, false);
  piece (25, 300, false, true, false);
  piece (20, 400, true, true, false);
  piece (30, 1000, false, false, true);
  piece (28, 200, false, true, false);
  piece (40, 3, false, true, false);
  block (30, 100, false);
  jump (4, 3, 200);
  jump (5, 3, 3);
  check_loops ("");
  check_pieces ("1-1 size 25 skip 24; 2-3 size 50 skip 49; 4-4 size 28 skip 27");
}

/* Where few turns of a loop make an indirect jump it is one as others are.  */
static void
a_rare_switch_leaves_the_loop (void)
{
  start ();
  block (20, 1, true);
  block (20, 1000, true);
  piece (9, 100, false, false, true);
  piece (20, 50, true, true, false);
  block (10, 1000, true);
  jump (4, 1, 990);
  check_loops ("1-4 size 59 skip 58");
}

/* Counts and sizes as large as there are.  */
static void
extremes (void)
{
  start ();
  for (int i = 0; i < 5; i++)
    block (UINT32_MAX, UINT64_MAX, true);
  for (uint32_t from = 0; from < 5; from++)
    for (uint32_t to = 0; to <= from; to++)
      jump (from, to, UINT64_MAX);
  check_loops ("");
  start ();
  block (0, UINT64_MAX, true);
  block (50, UINT64_MAX, true);
  jump (1, 0, UINT64_MAX);
  jump (1, 1, UINT64_MAX);
  check_loops ("0-1 size 50 skip 49");
  start ();
  check_pieces ("");
  piece (UINT32_MAX, UINT64_MAX, false, true, true);
  piece (UINT32_MAX, UINT64_MAX, true, true, true);
  piece (UINT32_MAX, UINT64_MAX, true, true, true);
  check_pieces ("");
}

static void
random_loops_are_in_order (void)
{
  uint64_t state = 1;
  uint32_t all = 0;
  for (int round = 0; round < 50; round++)
    {
      start ();
      for (uint32_t i = 0; i < MAX_BLOCKS; i++)
        piece (random_below (&state, 40), random_below (&state, 1000),
               random_below (&state, 4) > 0, random_below (&state, 9) == 0,
               random_below (&state, 9) == 0);
      for (uint32_t i = 0; i < MAX_BLOCKS; i++)
        jump (i, i - random_below (&state, (i < 20 ? i : 20) + 1),
              random_below (&state, 1000));
      n_loops = hwpgo_find_line_loops (blocks, n_blocks, jumps, n_jumps, 100,
                                       loops);
      CHECK (n_loops <= n_jumps);
      all += n_loops;
      for (uint32_t i = 0; i < n_loops; i++)
        {
          CHECK (loops[i].first <= loops[i].last && loops[i].last < n_blocks);
          CHECK (i == 0 || loops[i - 1].first < loops[i].first);
          CHECK (loops[i].size <= HWPGO_MOST_LINES * HWPGO_LINE);
          CHECK (hwpgo_line_skip (blocks, &loops[i]) < HWPGO_LINE);
        }
      n_pieces = hwpgo_find_line_pieces (blocks, n_blocks, 100, pieces);
      CHECK (n_pieces > 0);
      for (uint32_t i = 0; i < n_pieces; i++)
        {
          CHECK (!blocks[pieces[i].first - 1].falls);
          CHECK (!blocks[pieces[i].last].falls
                 || pieces[i].last == n_blocks - 1);
          CHECK (hwpgo_line_skip (blocks, &pieces[i]) < HWPGO_LINE);
        }
    }
  CHECK (all > 50);
}

int
main (void)
{
  RUN (a_short_loop_lies_in_one_line);
  RUN (the_largest_and_the_smallest);
  RUN (two_lines_instead_of_three);
  RUN (ends_of_lines_are_where_little_runs);
  RUN (overlapping_jumps_are_one_loop);
  RUN (loops_that_hardly_turn_add_nothing);
  RUN (a_rare_way_makes_no_loop_longer);
  RUN (a_rare_loop_makes_way);
  RUN (an_inner_loop_is_one_of_its_own);
  RUN (what_is_cold_large_or_hardly_turns_is_none);
  RUN (an_interpreter_is_pieces);
  RUN (a_rare_switch_leaves_the_loop);
  RUN (extremes);
  RUN (random_loops_are_in_order);
  return UNIT_RESULT;
}
