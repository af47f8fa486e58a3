/* Numbers of copies: by place, in the order in which they are told of.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/copy-numbers.h"
#include "testsuite/unit/unit.h"

static const char *const f = "f", *const g = "g";

/* Line LINE, discriminator D, of G, inlined at line CALL of F; or with CALL 0
   of G alone.  */
static struct hwpgo_place
place (uint32_t line, uint32_t d, uint32_t call)
{
  struct hwpgo_place p = { .n_frames = call ? 2 : 1 };
  p.frames[0] = (struct hwpgo_place_frame){ g, { line, d } };
  p.frames[1] = (struct hwpgo_place_frame){ f, { call, 0 } };
  return p;
}

static uint64_t
number (struct hwpgo_copy_numbers *numbers, uint32_t line, uint32_t d,
        uint32_t call)
{
  struct hwpgo_place p = place (line, d, call);
  return hwpgo_copy_place (numbers, &p);
}

static void
places_are_told_apart_by_all_they_have (void)
{
  struct hwpgo_copy_numbers numbers = { 0 };
  uint64_t known[8];
  size_t n = 0;
  for (uint32_t call = 0; call < 2; call++)
    for (uint32_t line = 3; line < 5; line++)
      for (uint32_t d = 0; d < 2; d++)
        known[n++] = number (&numbers, line, d, call);
  for (size_t i = 0; i < n; i++)
    {
      CHECK (known[i] != 0);
      for (size_t k = 0; k < i; k++)
        CHECK (known[i] != known[k]);
    }
  CHECK_U64 (number (&numbers, 3, 0, 0), known[0]);
  CHECK_U64 (number (&numbers, 4, 1, 1), known[7]);
  hwpgo_copy_numbers_free (&numbers);
}

static void
a_call_is_told_by_line_and_column (void)
{
  struct hwpgo_copy_numbers numbers = { 0 };
  struct hwpgo_place p = place (3, 0, 7);
  uint64_t one = hwpgo_copy_place (&numbers, &p);
  CHECK_U64 (hwpgo_copy_place (&numbers, &p), one);
  p.frames[1].at.discriminator = 5;
  CHECK (hwpgo_copy_place (&numbers, &p) != one);
  p.frames[1].at.discriminator = 0;
  p.frames[1].at.line = 8;
  CHECK (hwpgo_copy_place (&numbers, &p) != one);
  hwpgo_copy_numbers_free (&numbers);
}

static void
copies_are_numbered_as_they_come (void)
{
  struct hwpgo_copy_numbers numbers = { 0 };
  uint64_t k, n;
  uint64_t one = number (&numbers, 3, 0, 0), two = number (&numbers, 4, 0, 0);
  CHECK (!hwpgo_copy_find (&numbers, one, 0, &k, &n));
  CHECK_U64 (n, 0);
  CHECK (hwpgo_copy_note (&numbers, one, 9));
  CHECK (hwpgo_copy_note (&numbers, two, 9));
  CHECK (hwpgo_copy_note (&numbers, one, 0));
  CHECK (hwpgo_copy_note (&numbers, one, 9));
  CHECK (hwpgo_copy_note (&numbers, one, 4));
  CHECK (hwpgo_copy_find (&numbers, one, 9, &k, &n));
  CHECK (k == 0 && n == 3);
  CHECK (hwpgo_copy_find (&numbers, one, 0, &k, &n));
  CHECK (k == 1 && n == 3);
  CHECK (hwpgo_copy_find (&numbers, one, 4, &k, &n));
  CHECK (k == 2 && n == 3);
  CHECK (hwpgo_copy_find (&numbers, two, 9, &k, &n));
  CHECK (k == 0 && n == 1);
  CHECK (!hwpgo_copy_find (&numbers, two, 0, &k, &n));
  CHECK_U64 (n, 1);
  hwpgo_copy_numbers_free (&numbers);
}

static void
calls_without_end_are_bounded_by_the_place (void)
{
  struct hwpgo_copy_numbers numbers = { 0 };
  struct hwpgo_place p = { .n_frames = HWPGO_PLACE_MAX_FRAMES };
  for (size_t i = 0; i < HWPGO_PLACE_MAX_FRAMES; i++)
    p.frames[i] = (struct hwpgo_place_frame){ g, { 1, 0 } };
  uint64_t deep = hwpgo_copy_place (&numbers, &p);
  p.n_frames--;
  CHECK (hwpgo_copy_place (&numbers, &p) != deep);
  hwpgo_copy_numbers_free (&numbers);
}

int
main (void)
{
  RUN (places_are_told_apart_by_all_they_have);
  RUN (a_call_is_told_by_line_and_column);
  RUN (copies_are_numbered_as_they_come);
  RUN (calls_without_end_are_bounded_by_the_place);
  return UNIT_RESULT;
}
