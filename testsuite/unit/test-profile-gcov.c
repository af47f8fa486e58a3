/* Profiles for GCC's -fauto-profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/gcov.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

/* PROFILE for GCC in memory, to be freed; NULL after an error.  */
static char *
to_gcov (const struct hwpgo_profile *profile, unsigned gcc, size_t *size,
         struct hwpgo_error *err)
{
  struct hwpgo_write_options options = { .gcc = gcc };
  char *bytes = NULL;
  FILE *out = open_memstream (&bytes, size);
  int ret = hwpgo_gcov_write (profile, &options, out, err);
  fclose (out);
  if (ret == 0)
    return bytes;
  free (bytes);
  return NULL;
}

/* Read from a block of just that size.  */
static struct hwpgo_profile *
from_gcov (const char *bytes, size_t size, struct hwpgo_error *err)
{
  char *copy = malloc (size ? size : 1);
  struct hwpgo_profile *p = hwpgo_profile_new ();
  memcpy (copy, bytes, size);
  int ret = hwpgo_profile_read (p, "g", copy, size, err);
  free (copy);
  if (ret == 0)
    return p;
  hwpgo_profile_free (p);
  return NULL;
}

/* What GCC version GCC is given for TEXT is WANT.  */
static void
gives (unsigned gcc, const char *text, const char *want)
{
  struct hwpgo_error e = { 0 };
  struct hwpgo_profile *p = profile_from_string (text, &e);
  size_t size = 0;
  char *bytes = p ? to_gcov (p, gcc, &size, &e) : NULL;
  struct hwpgo_profile *back = bytes ? from_gcov (bytes, size, &e) : NULL;
  char *got = back ? profile_to_string (back, &e) : NULL;
  CHECK_STRING (got ? got : e.text, want);
  if (bytes)
    CHECK_U64 ((unsigned char) bytes[4], gcc == 11 ? 1 : gcc < 16 ? 2 : 3);
  free (got);
  free (bytes);
  hwpgo_profile_free (back);
  hwpgo_profile_free (p);
}

static const char nested[] = "main:180:10\n"
                             " 1: 10\n"
                             " 2.3: 20 f:15 g:5\n"
                             " 65535: 1\n"
                             " 3.1: f:149\n"
                             "  1: 50\n"
                             "  2: g:99\n"
                             "   7: 99\n"
                             "g:1:1\n"
                             " 1: 1\n";

static void
all_versions_hold_all (void)
{
  for (unsigned gcc = 13; gcc <= 16; gcc++)
    gives (gcc, nested, nested);
}

static void
for_gcc_12_a_line_has_one_record (void)
{
  for (unsigned gcc = 11; gcc <= 12; gcc++)
    gives (gcc,
           "f:1:7\n 1: 10 a:6\n 1.1: 30 a:2 b:1\n 1.2: 20\n"
           " 2.1: g:60\n  1: 40\n  2: 20\n 2.2: g:50\n  1: 50\n",
           "f:100:7\n 1: 30 a:8 b:1\n 2: g:70\n  1: 50\n  2: 20\n");
}

static void
clones_are_summed_up (void)
{
  for (unsigned gcc = 11; gcc <= 16; gcc++)
    gives (gcc,
           "f:10:1\n 1: 10\nf.isra.0:20:2\n 1: 20\n"
           "f.constprop.3:5:3\n 1: 5\nf.cold:9:4\n 2: 9\n",
           "f:44:10\n 1: 35\n 2: 9\n");
}

static void
names_are_those_that_gcc_has (void)
{
  /* A constructor, a template's, and functions that only look like one.  */
  gives (12, "_ZN1aC4Ev:1:1\n 1: 1\n", "_ZN1aC2Ev:1:1\n 1: 1\n");
  gives (12, "_ZN1aIiLi10EED4Ev:1:1\n 1: 1\n",
         "_ZN1aIiLi10EED2Ev:1:1\n 1: 1\n");
  gives (12, "_ZN1a3fC4Ev:1:1\n 1: 1\n", "_ZN1a3fC4Ev:1:1\n 1: 1\n");
  gives (12, "fC4Ev:1:1\n 1: 1\n", "fC4Ev:1:1\n 1: 1\n");
  /* Up to GCC 15 nothing is left of a name from its first dot on.  */
  gives (15, "f:1:1\n 1: 1 h.3:9\nf.0:2:1\n 1: 2\n", "f:3:3\n 1: 3 h:9\n");
  gives (16, "f:1:1\n 1: 1\nf.0:2:1\n 1: 2\n",
         "f.0:2:2\n 1: 2\nf:1:1\n 1: 1\n");
  gives (12, ".f:1:1\n 1: 1\n", ".f:1:1\n 1: 1\n");
}

static void
a_function_is_entered_as_often_as_its_first_place (void)
{
  /* Nothing is known; about the same; a loop; small beside a loop.  */
  gives (12, "main:30:0\n 1: 10\n 2: 20\n", "main:30:10\n 1: 10\n 2: 20\n");
  gives (12, "f:20:0\n 1: 0\n 2: 20\n", "f:20:1\n 1: 0\n 2: 20\n");
  gives (12, "f:29:6\n 1: 0\n 2: 9\n 3: 20\n",
         "f:29:9\n 1: 0\n 2: 9\n 3: 20\n");
  gives (12, "f:30:25\n 1: 10\n 2: 20\n", "f:30:25\n 1: 10\n 2: 20\n");
  gives (12, "f:30:3\n 1: 10\n 2: 20\n", "f:30:3\n 1: 10\n 2: 20\n");
  gives (12, "f:30009:1\n 1: g:9\n  1: 0\n  2: 9\n 2: 30000\n",
         "f:30009:9\n 2: 30000\n 1: g:9\n  1: 0\n  2: 9\n");
}

static void
counts_leave_room_for_sums (void)
{
  gives (12, "f:1:1\n 1: 18446744073709551615\n",
         "f:1152921504606846975:1\n 1: 1152921504606846975\n");
}

static void
nothing_is_something (void)
{
  gives (11, "# nothing\n", "");
  gives (16, "# nothing\n", "");
}

static void
what_does_not_fit_is_refused (void)
{
  static const char *const texts[]
      = { "f:1:1\n 1.65536: 1\n", "f:1:1\n 1.65536: g:1\n  1: 1\n" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      struct hwpgo_error e = { 0 };
      struct hwpgo_profile *p = profile_from_string (texts[i], &e);
      size_t size;
      CHECK (p && !to_gcov (p, 14, &size, &e));
      CHECK (strstr (e.text, "over 65535") != NULL);
      hwpgo_profile_free (p);
    }
  gives (12, texts[0], "f:1:1\n 1: 1\n");
  gives (13, "f:1:1\n 65535.65535: 1\n", "f:1:1\n 65535.65535: 1\n");
}

/* The whole of a file by hand, in GCC's own words.  */
static void
the_layout_is_gcc_s (void)
{
  static const char want[] = "adcg\2\0\0\0\0\0\0\0"
                             "\0\0\0\xaa\0\0\0\0\2\0\0\0"
                             "\1\0\0\0\0\2\0\0\0f\0"
                             "\0\0\0\xac\0\0\0\0\1\0\0\0"
                             "\5\0\0\0\0\0\0\0\1\0\0\0\1\0\0\0\0\0\0\0"
                             "\0\0\3\0\0\0\0\0\4\0\0\0\0\0\0\0"
                             "\0\0\0\xae\0\0\0\0\0\0\0\0"
                             "\0\0\0\xaf\x80\1\0\0";
  struct hwpgo_error e;
  struct hwpgo_profile *p = profile_from_string ("f:4:5\n 3.2: 4\n", &e);
  size_t size = 0;
  char *bytes = to_gcov (p, 12, &size, &e);
  CHECK_U64 (size, sizeof want - 1 + 128 * 12);
  CHECK (bytes && memcmp (bytes, want, sizeof want - 1) == 0);
  free (bytes);
  hwpgo_profile_free (p);
}

/* Cut anywhere, and each byte wrong in several ways: an error or a profile,
   and what is cut before the end of the functions is an error.  */
static void
hostile (void)
{
  for (unsigned gcc = 11; gcc <= 16; gcc += gcc == 11 ? 1 : 4)
    {
      struct hwpgo_error e;
      struct hwpgo_profile *p = profile_from_string (nested, &e), *back;
      size_t size = 0;
      char *bytes = to_gcov (p, gcc, &size, &e);
      size_t functions_end = size - 12 - 8 - 128 * 12;
      for (size_t n = 4; n < size; n++)
        {
          back = from_gcov (bytes, n, &e);
          CHECK ((back != NULL) == (n >= functions_end));
          hwpgo_profile_free (back);
        }
      for (size_t i = 0; i < functions_end; i++)
        for (int flip = 1; flip < 256; flip += flip)
          {
            bytes[i] ^= (char) flip;
            back = from_gcov (bytes, size, &e);
            hwpgo_profile_free (back);
            bytes[i] ^= (char) flip;
          }
      free (bytes);
      hwpgo_profile_free (p);
    }
}

/* Calls inlined into calls, each a record of a few bytes.  */
static void
depth_is_limited (void)
{
  size_t n = 100000, size = 0;
  char *bytes = NULL;
  FILE *out = open_memstream (&bytes, &size);
  fwrite ("adcg\2\0\0\0\0\0\0\0\0\0\0\xaa\0\0\0\0\1\0\0\0\2\0\0\0f\0"
          "\0\0\0\xac\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0",
          1, 50, out);
  for (size_t i = 0; i < n; i++)
    fwrite ("\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 1, 16, out);
  fclose (out);
  struct hwpgo_error e;
  CHECK (!from_gcov (bytes, size, &e));
  CHECK (strstr (e.text, "deep") != NULL);
  free (bytes);
}

int
main (void)
{
  RUN (all_versions_hold_all);
  RUN (for_gcc_12_a_line_has_one_record);
  RUN (clones_are_summed_up);
  RUN (names_are_those_that_gcc_has);
  RUN (a_function_is_entered_as_often_as_its_first_place);
  RUN (counts_leave_room_for_sums);
  RUN (nothing_is_something);
  RUN (what_does_not_fit_is_refused);
  RUN (the_layout_is_gcc_s);
  RUN (hostile);
  RUN (depth_is_limited);
  return UNIT_RESULT;
}
