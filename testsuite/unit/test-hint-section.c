/* What a compiler did that no recording shows: branches, and their ageing;
   vectorised places.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/profile/hint-section.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

/* A section in the making.  */
static struct hwpgo_bytes section;

static void
begin (void)
{
  section = (struct hwpgo_bytes){ 0 };
}

static void
put_bytes (const char *bytes, size_t n)
{
  hwpgo_put_bytes (&section, bytes, n);
}

/* A branch in line 7 of NAME, which is inlined in line 3 of "main", or is
   outermost.  */
static void
put_odds (const char *name, bool inlined, uint32_t discriminator, unsigned age,
          double ratio, double share, double odds)
{
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, inlined ? 2 : 1);
  if (inlined)
    hwpgo_hint_record_frame (&section, "main",
                             (struct hwpgo_location){ 3, 0 });
  hwpgo_hint_record_frame (&section, name,
                           (struct hwpgo_location){ 7, discriminator });
  hwpgo_hint_record_end_branch (&section, age, false, ratio, share, odds);
}

/* The same where the odds are not known.  */
static void
put (const char *name, bool inlined, uint32_t discriminator, unsigned age,
     double ratio, double share)
{
  put_odds (name, inlined, discriminator, age, ratio, share, -1);
}

/* The profiles that the section makes, as text: executions, mispredicts, and
   how often conditions held.  */
static int
fade (char *text[3], struct hwpgo_error *err)
{
  struct hwpgo_hint_records records = { 0 };
  struct hwpgo_profile *profiles[3]
      = { hwpgo_profile_new (), hwpgo_profile_new (), hwpgo_profile_new () };
  uint8_t *exact = malloc (section.n ? section.n : 1);
  memcpy (exact, section.data ? section.data : exact, section.n);
  int ret = hwpgo_hint_section_read (&records, "b", exact, section.n, err);
  if (ret == 0)
    ret = hwpgo_hint_records_fade (&records, profiles[0], profiles[1],
                                   profiles[2], err);
  for (int i = 0; i < 3; i++)
    {
      text[i] = ret == 0 ? profile_to_string (profiles[i], err) : NULL;
      hwpgo_profile_free (profiles[i]);
    }
  hwpgo_hint_records_free (&records);
  free (exact);
  return ret;
}

static void
all_fades_to (const char *executions, const char *mispredicts,
              const char *held)
{
  struct hwpgo_error err = { 0 };
  char *text[3];
  CHECK (fade (text, &err) == 0);
  CHECK_STRING (text[0], executions);
  CHECK_STRING (text[1], mispredicts);
  CHECK_STRING (text[2], held);
  for (int i = 0; i < 3; i++)
    free (text[i]);
  free (section.data);
}

static void
fades_to (const char *executions, const char *mispredicts)
{
  all_fades_to (executions, mispredicts, "");
}

static void
odds_are_kept_where_they_are_known (void)
{
  begin ();
  put_odds ("f", false, 0, 0, 0.5, 1, 0.25);
  put_odds ("g", false, 0, 0, 0.5, 0.5, 0);
  put_odds ("h", false, 0, 0, 0.5, 1, 7);
  put_odds ("i", false, 0, 0, 0.5, 1, -1);
  all_fades_to ("f:100000000:0\n 7.1048576: 100000000\n"
                "h:100000000:0\n 7.1048576: 100000000\n"
                "i:100000000:0\n 7.1048576: 100000000\n"
                "g:50000000:0\n 7.1048576: 50000000\n",
                "f:50000000:0\n 7.1048576: 50000000\n"
                "h:50000000:0\n 7.1048576: 50000000\n"
                "i:50000000:0\n 7.1048576: 50000000\n"
                "g:25000000:0\n 7.1048576: 25000000\n",
                "h:100000000:0\n 7.1048576: 100000000\n"
                "f:25000000:0\n 7.1048576: 25000000\n"
                "g:5000:0\n 7.1048576: 5000\n");
}

static void
a_decision_becomes_a_build_older (void)
{
  /* 1048576 is 1 in the field of the final round.  */
  begin ();
  put ("f", false, 5, 0, 0.25, 1);
  put ("g", true, 0, 2, 2.0, 1);
  fades_to ("f:100000000:0\n 7.1048581: 100000000\n"
            "main:100000000:0\n 3: g:100000000\n  7.3145728: 100000000\n",
            "main:100000000:0\n 3: g:100000000\n  7.3145728: 100000000\n"
            "f:25000000:0\n 7.1048581: 25000000\n");
}

static void
the_youngest_holds_and_the_oldest_is_forgotten (void)
{
  begin ();
  put ("f", false, 0, 3, 0.9, 1);
  put ("f", false, 0, 1, 0.1, 1);
  put ("f", false, 0, 1, 0.2, 1);
  put ("g", false, 0, HWPGO_HINT_BUILDS, 0.5, 1);
  fades_to ("f:100000000:0\n 7.2097152: 100000000\n",
            "f:20000000:0\n 7.2097152: 20000000\n");
  /* What was converted with another one does not hide what cost.  */
  begin ();
  put ("f", false, 0, 2, 0.25, 1);
  put ("f", false, 0, 0, 0, 1);
  put ("g", false, 0, 0, 0, 1);
  fades_to ("f:100000000:0\n 7.3145728: 100000000\n"
            "g:100000000:0\n 7.1048576: 100000000\n",
            "f:25000000:0\n 7.3145728: 25000000\ng:0:0\n 7.1048576: 0\n");
  begin ();
  fades_to ("", "");
}

static void
a_part_counts_as_much_as_it_ran (void)
{
  begin ();
  put ("f", false, 0, 0, 0.5, 0.25);
  put ("g", true, 0, 0, 1, 1e-9);
  put ("g", false, 0, 0, 0.5, 7);
  fades_to ("g:100000000:0\n 7.1048576: 100000000\n"
            "f:25000000:0\n 7.1048576: 25000000\n"
            "main:10000:0\n 3: g:10000\n  7.1048576: 10000\n",
            "g:50000000:0\n 7.1048576: 50000000\n"
            "f:12500000:0\n 7.1048576: 12500000\n"
            "main:10000:0\n 3: g:10000\n  7.1048576: 10000\n");
}

static void
doubts_stay_until_all_is_forgotten (void)
{
  struct hwpgo_location at = { 7, 0 };
  begin ();
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 1);
  hwpgo_hint_record_frame (&section, "f", at);
  hwpgo_hint_record_end_branch (&section, 0, true, 0.01, 1, -1);
  put ("f", false, 0, 0, 0.5, 1);
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 1);
  hwpgo_hint_record_frame (&section, "g", at);
  hwpgo_hint_record_end_branch (&section, HWPGO_HINT_BUILDS, true, 0.5, 1, -1);
  /* 9437184 is 8 + 1 in the field of the final round.  */
  fades_to ("f:100000000:0\n 7.9437184: 100000000\n",
            "f:1000000:0\n 7.9437184: 1000000\n");
}

/* Line 5 of NAME, which is inlined in line 3 of "main", or is outermost, is
   vectorised by FACTOR.  */
static void
put_vector (const char *name, bool inlined, unsigned factor)
{
  hwpgo_hint_record_begin (&section, HWPGO_HINT_VECTOR, inlined ? 2 : 1);
  if (inlined)
    hwpgo_hint_record_frame (&section, "main",
                             (struct hwpgo_location){ 3, 0 });
  hwpgo_hint_record_frame (&section, name, (struct hwpgo_location){ 5, 1024 });
  hwpgo_hint_record_end_vector (&section, factor);
}

/* The factor at line LINE of FUNCTION in FACTORS; 0: none.  */
static uint64_t
factor_at (const struct hwpgo_map *factors,
           const struct hwpgo_function *function, uint64_t line)
{
  const uint64_t *factor
      = hwpgo_map_find (factors, (uintptr_t) function, line << 32 | 1024);
  return factor ? *factor : 0;
}

static void
vectorised_places_have_factors (void)
{
  struct hwpgo_hint_records records = { 0 };
  struct hwpgo_map factors = { 0 };
  struct hwpgo_error err = { 0 };
  struct hwpgo_location call = { 3, 0 };
  struct hwpgo_profile *profile = hwpgo_profile_new ();
  struct hwpgo_function *outer = hwpgo_profile_function (profile, "f", 1);
  struct hwpgo_function *root = hwpgo_profile_function (profile, "main", 4);
  struct hwpgo_function *inner
      = hwpgo_function_callsite (profile, root, call, "f", 1);
  begin ();
  /* Units that disagree, a branch between them, and what the profile does not
     have.  */
  put_vector ("f", false, 16);
  put ("f", false, 0, 1, 0.5, 1);
  put_vector ("f", false, 8);
  put_vector ("f", false, 16);
  put_vector ("f", true, HWPGO_HINT_FACTOR_MAX);
  put_vector ("g", false, 4);
  put_vector ("g", true, 4);
  CHECK (hwpgo_hint_section_read (&records, "b", section.data, section.n, &err)
         == 0);
  CHECK (hwpgo_hint_records_factors (&records, profile, &factors));
  CHECK (factors.used == 2);
  CHECK (factor_at (&factors, outer, 5) == 8);
  CHECK (factor_at (&factors, inner, 5) == HWPGO_HINT_FACTOR_MAX);
  CHECK (factor_at (&factors, outer, 7) == 0);
  hwpgo_map_free (&factors);
  hwpgo_hint_records_free (&records);
  hwpgo_profile_free (profile);
  fades_to ("f:100000000:0\n 7.2097152: 100000000\n",
            "f:50000000:0\n 7.2097152: 50000000\n");
}

static void
refused (const char *why)
{
  struct hwpgo_error err = { 0 };
  char *text[3];
  CHECK (fade (text, &err) == -HWPGO_E_FORMAT);
  CHECK (strstr (err.text, why) != NULL);
  CHECK (strstr (err.text, "offset 0") != NULL);
  free (section.data);
}

static void
what_no_compiler_writes_is_refused (void)
{
  struct hwpgo_location at = { 1, 0 };
  /* 1 was a branch without its odds.  */
  begin ();
  put_bytes ("\1", 1);
  refused ("unknown kind");
  begin ();
  put_bytes ("\4", 1);
  refused ("unknown kind");
  begin ();
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 0);
  hwpgo_hint_record_end_branch (&section, 0, false, 0.5, 1, 0.5);
  refused ("in no function");
  begin ();
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 1);
  hwpgo_hint_record_frame (&section, "", at);
  hwpgo_hint_record_end_branch (&section, 0, false, 0.5, 1, 0.5);
  refused ("without a name");
  begin ();
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 1);
  put_bytes ("f\0\0\0\0\1\0\0", 8);
  refused ("share of nothing");
  begin ();
  put ("f", false, 0, HWPGO_HINT_BUILDS + 1, 0.5, 1);
  refused ("should be forgotten");
  begin ();
  put ("f", false, 0, HWPGO_HINT_DOUBTED + HWPGO_HINT_BUILDS + 1, 0.5, 1);
  refused ("should be forgotten");
  begin ();
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 1);
  put_bytes ("f\0\x80\x80\x80\x80\x10\0\0\0", 10);
  refused ("32 bits");
  begin ();
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 1);
  hwpgo_hint_record_frame (&section, "f", at);
  put_bytes ("\0\xff\x7f\1\0", 5);
  refused ("ratio");
  begin ();
  hwpgo_hint_record_begin (&section, HWPGO_HINT_BRANCH, 1);
  hwpgo_hint_record_frame (&section, "f", at);
  put_bytes ("\0\1\1\xff\x7f", 5);
  refused ("more often than it ran");
  begin ();
  put_vector ("f", false, 1);
  refused ("a factor that");
  begin ();
  put_vector ("f", false, HWPGO_HINT_FACTOR_MAX + 1);
  refused ("a factor that");
}

static void
no_end_is_missed (void)
{
  begin ();
  put ("function", true, 300, 1, 0.3, 1);
  size_t first = section.n;
  put ("g", false, 0, 1, 0.3, 1);
  size_t second = section.n;
  put_vector ("g", false, 300);
  size_t all = section.n;
  struct hwpgo_error err = { 0 };
  char *text[3];
  for (section.n = 0; section.n < all; section.n++)
    if (section.n == 0 || section.n == first || section.n == second)
      {
        CHECK (fade (text, &err) == 0);
        for (int i = 0; i < 3; i++)
          free (text[i]);
      }
    else
      CHECK (fade (text, &err) == -HWPGO_E_TRUNCATED);
  free (section.data);
}

int
main (void)
{
  RUN (odds_are_kept_where_they_are_known);
  RUN (a_decision_becomes_a_build_older);
  RUN (a_part_counts_as_much_as_it_ran);
  RUN (the_youngest_holds_and_the_oldest_is_forgotten);
  RUN (doubts_stay_until_all_is_forgotten);
  RUN (vectorised_places_have_factors);
  RUN (what_no_compiler_writes_is_refused);
  RUN (no_end_is_missed);
  return UNIT_RESULT;
}
