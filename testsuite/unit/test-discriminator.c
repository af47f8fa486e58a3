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

int
main (void)
{
  RUN (fields_fill_the_word_and_do_not_overlap);
  RUN (the_layout_is_the_documented_one);
  RUN (a_field_is_set_and_read_alone);
  RUN (what_does_not_fit_changes_nothing);
  RUN (a_round_sees_itself_and_what_was_before);
  return UNIT_RESULT;
}
