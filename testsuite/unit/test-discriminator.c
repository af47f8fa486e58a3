/* The layout of discriminators.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "testsuite/unit/unit.h"

static void
fields_fill_the_word_and_do_not_overlap (void)
{
  uint32_t all = 0;
  for (int r = 0; r < HWPGO_ROUNDS; r++)
    {
      uint32_t field = hwpgo_discriminator_field_max (r)
                       << hwpgo_discriminator_shift (r);
      CHECK ((all & field) == 0);
      all |= field;
    }
  CHECK ((all & HWPGO_DISCRIMINATOR_BEGIN) == 0);
  CHECK_U64 (all | HWPGO_DISCRIMINATOR_BEGIN, HWPGO_DISCRIMINATOR_MAX);
  CHECK_U64 (HWPGO_DISCRIMINATOR_MAX, 16777215);
}

static void
the_layout_is_the_documented_one (void)
{
  CHECK_U64 (hwpgo_discriminator_get (0x0000ff, HWPGO_ROUND_BASE), 255);
  CHECK_U64 (HWPGO_DISCRIMINATOR_BEGIN, 0x000100);
  CHECK_U64 (hwpgo_discriminator_get (0x007e00, HWPGO_ROUND_1), 63);
  CHECK_U64 (hwpgo_discriminator_get (0x0f8000, HWPGO_ROUND_2), 31);
  CHECK_U64 (hwpgo_discriminator_get (0xf00000, HWPGO_ROUND_FINAL), 15);
  CHECK_U64 (hwpgo_discriminator_get (0x0f8000, HWPGO_ROUND_1), 0);
}

static void
first_bases_have_probes (void)
{
  uint32_t d = 0x123400 + HWPGO_BASE_PROBES - 1, plain = 0;
  CHECK (hwpgo_discriminator_probe (&d));
  CHECK_U64 (d, 0x1234fe);
  CHECK (hwpgo_discriminator_probe (&plain));
  CHECK_U64 (plain, HWPGO_BASE_PLACES);
  d = 0x123400 + HWPGO_BASE_PROBES;
  CHECK (!hwpgo_discriminator_probe (&d));
  CHECK_U64 (d, 0x123400 + HWPGO_BASE_PROBES);
  CHECK (!hwpgo_discriminator_probe (&plain));
}

static void
a_field_is_set_and_read_alone (void)
{
  for (int r = 0; r < HWPGO_ROUNDS; r++)
    for (uint32_t v = 0; v <= hwpgo_discriminator_field_max (r); v++)
      {
        uint32_t d = HWPGO_DISCRIMINATOR_MAX;
        CHECK (hwpgo_discriminator_set (&d, r, v));
        for (int q = 0; q < HWPGO_ROUNDS; q++)
          CHECK_U64 (hwpgo_discriminator_get (d, q),
                     q == r ? v : hwpgo_discriminator_field_max (q));
      }
}

static void
what_does_not_fit_changes_nothing (void)
{
  for (int r = 0; r < HWPGO_ROUNDS; r++)
    {
      uint32_t d = 0x123456;
      CHECK (!hwpgo_discriminator_set (&d, r,
                                       hwpgo_discriminator_field_max (r) + 1));
      CHECK (!hwpgo_discriminator_set (&d, r, UINT32_MAX));
      CHECK_U64 (d, 0x123456);
    }
}

static void
a_round_sees_itself_and_what_was_before (void)
{
  CHECK_U64 (hwpgo_discriminator_mask (HWPGO_ROUND_BASE), 0xff);
  CHECK_U64 (hwpgo_discriminator_mask (HWPGO_ROUND_1), 0x7eff);
  CHECK_U64 (hwpgo_discriminator_mask (HWPGO_ROUND_2), 0xffeff);
  CHECK_U64 (hwpgo_discriminator_mask (HWPGO_ROUND_FINAL), 0xfffeff);
}

static void
copies_are_told_apart (void)
{
  for (int r = HWPGO_ROUND_1; r < HWPGO_ROUNDS; r++)
    {
      uint32_t untold = hwpgo_discriminator_untold (r);
      CHECK_U64 (hwpgo_discriminator_copy (r, 0, 1), 0);
      CHECK_U64 (hwpgo_discriminator_copy (r, 0, untold), untold);
      CHECK_U64 (hwpgo_discriminator_copy (r, UINT32_MAX - 1, UINT32_MAX),
                 untold);
      for (uint32_t n = 2; n < untold; n++)
        {
          uint64_t seen = 0;
          for (uint32_t k = 0; k < n; k++)
            {
              uint32_t value = hwpgo_discriminator_copy (r, k, n);
              CHECK (value > 0 && value < untold);
              CHECK ((seen & UINT64_C (1) << value) == 0);
              seen |= UINT64_C (1) << value;
              for (uint32_t other = 2; other < n; other++)
                CHECK (k >= other
                       || hwpgo_discriminator_copy (r, k, other) != value);
            }
        }
    }
}

/* What is unrolled by 2 in one build and by 4 in the next has no place in
   common.  */
static void
small_numbers_of_copies_share_no_value (void)
{
  static const uint32_t limits[HWPGO_ROUNDS]
      = { [HWPGO_ROUND_1] = 10, [HWPGO_ROUND_2] = 7, [HWPGO_ROUND_FINAL] = 4 };
  for (int r = HWPGO_ROUND_1; r < HWPGO_ROUNDS; r++)
    {
      uint64_t seen = 0;
      for (uint32_t n = 2; n <= limits[r]; n++)
        for (uint32_t k = 0; k < n; k++)
          {
            uint32_t value = hwpgo_discriminator_copy (r, k, n);
            CHECK ((seen & UINT64_C (1) << value) == 0);
            seen |= UINT64_C (1) << value;
          }
    }
}

static void
all_copies_or_some_are_there (void)
{
  for (int r = HWPGO_ROUND_1; r < HWPGO_ROUNDS; r++)
    {
      uint64_t untold = UINT64_C (1) << hwpgo_discriminator_untold (r);
      CHECK (hwpgo_discriminator_complete (r, 0));
      CHECK (hwpgo_discriminator_complete (r, 1));
      CHECK (hwpgo_discriminator_complete (r, untold));
      CHECK (hwpgo_discriminator_complete (r, untold | 1));
      for (uint32_t n = 2; n < hwpgo_discriminator_untold (r); n++)
        {
          uint64_t all = 0;
          for (uint32_t k = 0; k < n; k++)
            all |= UINT64_C (1) << hwpgo_discriminator_copy (r, k, n);
          CHECK (hwpgo_discriminator_complete (r, all));
          CHECK (hwpgo_discriminator_complete (r, all | untold));
          CHECK (!hwpgo_discriminator_complete (r, all | 1));
          /* One is missing.  Of many copies the rest can look as if it were
             all of one fewer.  */
          if (n <= 4)
            for (uint32_t k = 0; k < n; k++)
              CHECK (!hwpgo_discriminator_complete (
                  r, all
                         & ~(UINT64_C (1)
                             << hwpgo_discriminator_copy (r, k, n))));
        }
    }
}

static void
copies_of_one_number_are_together (void)
{
  for (int r = HWPGO_ROUND_1; r <= HWPGO_ROUND_2; r++)
    {
      uint64_t first = UINT64_C (1) << hwpgo_discriminator_copy (r, 0, 4);
      uint64_t last = UINT64_C (1) << hwpgo_discriminator_copy (r, 3, 4);
      CHECK (hwpgo_discriminator_together (
          r, first | last, hwpgo_discriminator_copy (r, 2, 4)));
      /* What is there is not missing.  */
      CHECK (!hwpgo_discriminator_together (
          r, first | last, hwpgo_discriminator_copy (r, 3, 4)));
      CHECK (!hwpgo_discriminator_together (r, first, 0));
      CHECK (!hwpgo_discriminator_together (r, first | 1,
                                            hwpgo_discriminator_copy (r, 2, 4)));
      CHECK (!hwpgo_discriminator_together (
          r, first | UINT64_C (1) << hwpgo_discriminator_untold (r),
          hwpgo_discriminator_copy (r, 2, 4)));
      CHECK (!hwpgo_discriminator_together (r, first,
                                            hwpgo_discriminator_untold (r)));
      /* The first and last of four, and one of two, are of no one number.  */
      CHECK (!hwpgo_discriminator_together (
          r, first | last, hwpgo_discriminator_copy (r, 0, 2)));
    }
}

static uint64_t
all_of (enum hwpgo_round round, uint32_t n)
{
  uint64_t all = 0;
  for (uint32_t k = 0; k < n; k++)
    all |= UINT64_C (1) << hwpgo_discriminator_copy (round, k, n);
  return all;
}

static void
a_number_of_copies_is_told_from_others (void)
{
  for (enum hwpgo_round r = HWPGO_ROUND_1; r <= HWPGO_ROUND_2; r++)
    {
      uint64_t untold = UINT64_C (1) << hwpgo_discriminator_untold (r);
      for (uint32_t n = 2; n < hwpgo_discriminator_untold (r); n++)
        {
          uint64_t last = UINT64_C (1) << hwpgo_discriminator_copy (r, n - 1, n);
          for (uint32_t of = 1; of < hwpgo_discriminator_untold (r); of++)
            CHECK (hwpgo_discriminator_of (r, all_of (r, n), of) == (n == of));
          CHECK (hwpgo_discriminator_of (r, all_of (r, n) | untold | 1, n));
          CHECK (hwpgo_discriminator_of (r, last, n));
          CHECK (!hwpgo_discriminator_of (r, last, 1));
          CHECK (hwpgo_discriminator_of (r, untold | 1, n));
          CHECK (hwpgo_discriminator_of (r, 0, n));
        }
      /* What is told of too many copies is nothing.  */
      CHECK (!hwpgo_discriminator_of (r, 4, hwpgo_discriminator_untold (r)));
    }
}

int
main (void)
{
  RUN (a_number_of_copies_is_told_from_others);
  RUN (all_copies_or_some_are_there);
  RUN (copies_are_told_apart);
  RUN (small_numbers_of_copies_share_no_value);
  RUN (fields_fill_the_word_and_do_not_overlap);
  RUN (the_layout_is_the_documented_one);
  RUN (first_bases_have_probes);
  RUN (a_field_is_set_and_read_alone);
  RUN (what_does_not_fit_changes_nothing);
  RUN (a_round_sees_itself_and_what_was_before);
  RUN (copies_of_one_number_are_together);
  return UNIT_RESULT;
}
