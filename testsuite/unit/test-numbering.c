/* Numbers of the places of one line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/unit.h"

#include "plugin/numbering.h"

static void
first_block_keeps_zero (void)
{
  struct hwpgo_numbering n = { 0 };
  CHECK_U64 (hwpgo_number_place (&n, 10, 2), 0);
  CHECK_U64 (hwpgo_number_place (&n, 10, 3), 1);
  CHECK_U64 (hwpgo_number_place (&n, 10, 2), 0);
  CHECK_U64 (hwpgo_number_place (&n, 10, 7), 2);
  CHECK_U64 (hwpgo_number_place (&n, 11, 7), 0);
  CHECK_U64 (hwpgo_number_place (&n, 10, 3), 1);
  CHECK_U64 (n.overflow, 0);
  hwpgo_numbering_free (&n);
}

static void
calls_of_one_block_are_told_apart (void)
{
  struct hwpgo_numbering n = { 0 };
  CHECK_U64 (hwpgo_number_call (&n, 5, 2), 0);
  CHECK_U64 (hwpgo_number_call (&n, 5, 2), 1);
  CHECK_U64 (hwpgo_number_place (&n, 5, 2), 0);
  CHECK_U64 (hwpgo_number_call (&n, 5, 3), 2);
  CHECK_U64 (hwpgo_number_call (&n, 5, 2), 3);
  CHECK_U64 (hwpgo_number_call (&n, 5, 3), 4);
  CHECK_U64 (hwpgo_number_call (&n, 6, 3), 0);
  hwpgo_numbering_free (&n);
}

static void
finding_makes_nothing (void)
{
  struct hwpgo_numbering n = { 0 };
  unsigned number = 77;
  CHECK (!hwpgo_number_find (&n, 5, 2, &number));
  CHECK_U64 (number, 77);
  hwpgo_number_place (&n, 5, 1);
  CHECK (!hwpgo_number_find (&n, 5, 2, &number));
  CHECK_U64 (hwpgo_number_place (&n, 5, 2), 1);
  CHECK (hwpgo_number_find (&n, 5, 2, &number));
  CHECK_U64 (number, 1);
  CHECK_U64 (hwpgo_number_fresh (&n, 5), 2);
  CHECK_U64 (hwpgo_number_place (&n, 5, 3), 3);
  hwpgo_numbering_free (&n);
}

static void
overflow_shares_the_last_number (void)
{
  struct hwpgo_numbering n = { 0 };
  for (unsigned i = 0; i < 191; i++)
    CHECK_U64 (hwpgo_number_place (&n, 1, i), i);
  CHECK_U64 (n.overflow, 0);
  CHECK_U64 (hwpgo_number_place (&n, 1, 191), 255);
  CHECK_U64 (hwpgo_number_fresh (&n, 1), 255);
  CHECK_U64 (hwpgo_number_place (&n, 1, 191), 255);
  CHECK_U64 (n.overflow, 2);
  CHECK_U64 (hwpgo_number_place (&n, 2, 191), 0);
  hwpgo_numbering_free (&n);
}

static void
large_keys_do_not_meet (void)
{
  struct hwpgo_numbering n = { 0 };
  CHECK_U64 (hwpgo_number_call (&n, UINT32_MAX, UINT32_MAX), 0);
  CHECK_U64 (hwpgo_number_place (&n, UINT32_MAX, 0), 1);
  CHECK_U64 (hwpgo_number_call (&n, UINT32_MAX, UINT32_MAX), 2);
  hwpgo_numbering_free (&n);
}

/* The numbers that line WANTED has; 0 if it is not there.  */
static uint32_t
numbers_of (const struct hwpgo_numbering *n, uint32_t wanted)
{
  size_t at = 0;
  uint32_t line, numbers, found = 0;
  while (hwpgo_number_next_line (n, &at, &line, &numbers))
    if (line == wanted)
      {
        CHECK_U64 (found, 0);
        found = numbers;
      }
  return found;
}

static void
lines_have_their_numbers (void)
{
  struct hwpgo_numbering n = { 0 };
  CHECK_U64 (numbers_of (&n, 5), 0);
  hwpgo_number_place (&n, 5, 2);
  hwpgo_number_call (&n, 5, 2);
  hwpgo_number_call (&n, 5, 2);
  hwpgo_number_fresh (&n, 6);
  CHECK_U64 (numbers_of (&n, 5), 2);
  CHECK_U64 (numbers_of (&n, 6), 1);
  CHECK_U64 (numbers_of (&n, 7), 0);
  /* 191 of its own, and the one that the rest shares.  */
  for (unsigned i = 0; i < 191; i++)
    hwpgo_number_fresh (&n, 8);
  CHECK_U64 (numbers_of (&n, 8), 191);
  for (unsigned i = 0; i < 9; i++)
    hwpgo_number_fresh (&n, 8);
  CHECK_U64 (numbers_of (&n, 8), 192);
  CHECK_U64 (hwpgo_number_at (190), 190);
  CHECK_U64 (hwpgo_number_at (191), 255);
  CHECK_U64 (hwpgo_number_at (UINT64_MAX), 255);
  hwpgo_numbering_free (&n);
}

int
main (void)
{
  RUN (first_block_keeps_zero);
  RUN (calls_of_one_block_are_told_apart);
  RUN (finding_makes_nothing);
  RUN (overflow_shares_the_last_number);
  RUN (large_keys_do_not_meet);
  RUN (lines_have_their_numbers);
  return UNIT_RESULT;
}
