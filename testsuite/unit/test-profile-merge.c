/* Sums of profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/profile-random.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

/* Add WEIGHT times the profile TEXT to INTO.  */
static int
add (struct hwpgo_profile *into, const char *text, uint64_t weight,
     struct hwpgo_error *e)
{
  struct hwpgo_profile *p = profile_from_string (text, e);
  CHECK (p != NULL);
  int ret = p ? hwpgo_profile_merge (into, p, weight, e) : -1;
  hwpgo_profile_free (p);
  return ret;
}

static void
everything_is_added (void)
{
  struct hwpgo_error e;
  struct hwpgo_profile *p = hwpgo_profile_new ();
  CHECK (add (p, "f:10:1\n 1: 2 a:3\n 2: g:4\n  1: 4 b:1\n", 1, &e) == 0);
  CHECK (add (p,
              "f:100:10\n 1: 20 a:30 c:1\n 1.1: 5\n 2: g:40\n  2: 40\n"
              " 2: h:1\n  1: 1\ne:7:7\n",
              3, &e)
         == 0);
  char *text = profile_to_string (p, &e);
  CHECK_STRING (text, "f:310:31\n 1: 62 a:93 c:3\n 1.1: 15\n 2: g:124\n"
                      "  1: 4 b:1\n  2: 120\n 2: h:3\n  1: 3\n"
                      "e:21:21\n");
  free (text);
  hwpgo_profile_free (p);
}

static void
a_profile_adds_to_itself (void)
{
  struct hwpgo_error e;
  struct hwpgo_profile *p = profile_from_string (
      "f:10:1\n 1: 2 a:3\n 2: f:4\n  1: 4\n  2: f:1\n   1: 1\n", &e);
  CHECK (hwpgo_profile_merge (p, p, 2, &e) == 0);
  char *text = profile_to_string (p, &e);
  CHECK_STRING (text, "f:30:3\n 1: 6 a:9\n 2: f:12\n  1: 12\n  2: f:3\n"
                      "   1: 3\n");
  free (text);
  hwpgo_profile_free (p);
}

static void
functions_of_other_names_add_up (void)
{
  struct hwpgo_error e;
  struct hwpgo_profile *p = profile_from_string (
      "f:10:1\n 1: 2\n !CFGChecksum: 5\n"
      "g:9:2\n 1: 3\n 2: h:6\n  1: 6\n !CFGChecksum: 6\n !Attributes: 1\n",
      &e);
  struct hwpgo_function *f = hwpgo_profile_find (p, "f");
  CHECK (hwpgo_function_merge (p, f, hwpgo_profile_find (p, "g"), 1) == 0);
  CHECK (f->total == 19 && f->head == 3 && f->samples[0].count == 5);
  CHECK (f->n_callsites == 1 && f->callsites[0].callee->total == 6);
  CHECK (f->checksum == 5 && !f->has_attributes);
  hwpgo_profile_free (p);
}

static void
another_checksum_is_refused (void)
{
  static const char one[] = "f:1:1\n 1: g:1\n  1: 1\n  !CFGChecksum: 5\n"
                            " !CFGChecksum: 1\n";
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_profile *p = profile_from_string (one, &e);
  CHECK (add (p, one, 1, &e) == 0);
  CHECK (add (p, "f:1:1\n 1: 1\n", 1, &e) == 0);
  CHECK (add (p,
              "f:1:1\n 1: g:1\n  1: 1\n  !CFGChecksum: 6\n"
              " !CFGChecksum: 1\n",
              1, &e)
         == -HWPGO_E_MISMATCH);
  CHECK_STRING (e.text, "does not belong together: function 'f' has another "
                        "checksum: the profiles are of different builds");
  hwpgo_profile_free (p);
}

/* The sum of PARTS[ORDER[i]] as text, either one by one or, when GROUPED,
   as the first and the sum of the others.  */
static char *
sum (struct hwpgo_profile **parts, const int order[3], bool grouped)
{
  struct hwpgo_error e = { .text = "" };
  struct hwpgo_profile *a = hwpgo_profile_new (), *b = hwpgo_profile_new ();
  for (int i = 0; i < 3; i++)
    CHECK (hwpgo_profile_merge (grouped && i ? b : a, parts[order[i]], 1, &e)
           == 0);
  CHECK (hwpgo_profile_merge (a, b, 1, &e) == 0);
  char *text = profile_to_string (a, &e);
  CHECK_STRING (e.text, "");
  hwpgo_profile_free (a);
  hwpgo_profile_free (b);
  return text;
}

static void
the_sum_does_not_depend_on_the_order (void)
{
  static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                    { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
  for (uint64_t seed = 1; seed <= 200; seed++)
    {
      struct hwpgo_profile *parts[3];
      for (uint64_t i = 0; i < 3; i++)
        parts[i] = random_profile (seed * 3 + i, true);
      char *want = sum (parts, orders[0], false);
      for (int i = 0; i < 12; i++)
        {
          char *got = sum (parts, orders[i % 6], i >= 6);
          CHECK (got && want && strcmp (got, want) == 0);
          free (got);
        }
      free (want);
      for (int i = 0; i < 3; i++)
        hwpgo_profile_free (parts[i]);
    }
}

int
main (void)
{
  RUN (everything_is_added);
  RUN (a_profile_adds_to_itself);
  RUN (functions_of_other_names_add_up);
  RUN (another_checksum_is_refused);
  RUN (the_sum_does_not_depend_on_the_order);
  return UNIT_RESULT;
}
