/* The model of a profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "runtime/profile/model.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

static struct hwpgo_location
at (uint32_t line, uint32_t discriminator)
{
  return (struct hwpgo_location){ line, discriminator };
}

static struct hwpgo_function *
function (struct hwpgo_profile *p, const char *name)
{
  return hwpgo_profile_function (p, name, strlen (name));
}

static struct hwpgo_function *
callsite (struct hwpgo_profile *p, struct hwpgo_function *f,
          struct hwpgo_location where, const char *callee)
{
  return hwpgo_function_callsite (p, f, where, callee, strlen (callee));
}

static void
functions_are_sorted_found_and_made_once (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  char name[16];
  for (int i = 0; i < 300; i++)
    {
      snprintf (name, sizeof name, "f%d", i * 7919 % 300);
      struct hwpgo_function *f = function (p, name);
      CHECK (f && function (p, name) == f
             && hwpgo_profile_find (p, name) == f);
    }
  CHECK_U64 (p->n_functions, 300);
  for (size_t i = 1; i < p->n_functions; i++)
    CHECK (strcmp (p->functions[i - 1]->name, p->functions[i]->name) < 0);
  CHECK (hwpgo_profile_find (p, "f300") == NULL);
  CHECK (hwpgo_profile_find (p, "") == NULL);
  hwpgo_profile_free (p);
  hwpgo_profile_free (NULL);
}

static void
many_functions_are_declared_at_once (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *m = function (p, "m");
  const char *names[4] = { "z", "a", "m", "z" };
  for (int i = 0; i < 4; i++)
    names[i] = hwpgo_strings_intern (&p->names, names[i], 1);
  CHECK (hwpgo_profile_declare (p, names, 4) == 0);
  CHECK_U64 (p->n_functions, 3);
  CHECK_STRING (p->functions[0]->name, "a");
  CHECK (p->functions[1] == m);
  CHECK (p->functions[2] == hwpgo_profile_find (p, "z"));
  CHECK (hwpgo_profile_declare (p, names, 0) == 0);
  hwpgo_profile_free (p);
}

static void
samples_are_sorted_and_summed (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  for (uint32_t i = 0; i < 600; i++)
    CHECK (hwpgo_function_add_sample (p, f, at (i * 7 % 20, i * 11 % 15), 1)
           == 0);
  CHECK_U64 (f->n_samples, 60);
  for (size_t i = 0; i < f->n_samples; i++)
    {
      CHECK_U64 (f->samples[i].count, 10);
      CHECK (i == 0 || f->samples[i - 1].at.line < f->samples[i].at.line
             || (f->samples[i - 1].at.line == f->samples[i].at.line
                 && f->samples[i - 1].at.discriminator
                        < f->samples[i].at.discriminator));
    }
  hwpgo_profile_free (p);
}

static void
counts_saturate_everywhere (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  for (int i = 0; i < 2; i++)
    {
      hwpgo_function_add_sample (p, f, at (1, 0), UINT64_MAX - 1);
      hwpgo_function_add_sample (p, f, at (2, 0), UINT64_MAX - 1);
      hwpgo_function_add_target (p, f, at (1, 0), "g", 1, UINT64_MAX - 1);
    }
  CHECK_U64 (f->samples[0].count, UINT64_MAX);
  CHECK_U64 (f->samples[0].targets[0].count, UINT64_MAX);
  CHECK_U64 (hwpgo_function_sum (f), UINT64_MAX);
  hwpgo_profile_free (p);
}

static void
targets_are_sorted_and_summed (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  char name[16];
  for (int i = 0; i < 200; i++)
    {
      int n = snprintf (name, sizeof name, "t%d", i * 37 % 50);
      CHECK (hwpgo_function_add_target (p, f, at (3, 1), name, (size_t) n, 2)
             == 0);
    }
  CHECK_U64 (f->n_samples, 1);
  CHECK_U64 (f->samples[0].count, 0);
  CHECK_U64 (f->samples[0].n_targets, 50);
  for (size_t i = 0; i < f->samples[0].n_targets; i++)
    {
      const struct hwpgo_target *t = &f->samples[0].targets[i];
      CHECK_U64 (t->count, 8);
      CHECK (i == 0 || strcmp (t[-1].name, t->name) < 0);
    }
  hwpgo_profile_free (p);
}

static void
unknown_is_not_zero (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  uint64_t count = 77;
  CHECK (!hwpgo_function_count (f, at (1, 0), UINT32_MAX, &count));
  CHECK_U64 (count, 77);
  hwpgo_function_add_sample (p, f, at (1, 0), 0);
  CHECK (hwpgo_function_count (f, at (1, 0), UINT32_MAX, &count));
  CHECK_U64 (count, 0);
  CHECK (!hwpgo_function_count (f, at (1, 1), UINT32_MAX, &count));
  CHECK (!hwpgo_function_count (f, at (0, 0), UINT32_MAX, &count));
  CHECK (!hwpgo_function_count (f, at (2, 0), UINT32_MAX, &count));
  hwpgo_profile_free (p);
}

static void
a_mask_sums_what_becomes_equal (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  uint64_t count = 0;
  hwpgo_function_add_sample (p, f, at (5, 0x001), 1);
  hwpgo_function_add_sample (p, f, at (5, 0x801), 10);
  hwpgo_function_add_sample (p, f, at (5, 0x802), 100);
  hwpgo_function_add_sample (p, f, at (6, 0x001), 1000);
  CHECK (hwpgo_function_count (f, at (5, 1), 0xff, &count) && count == 11);
  CHECK (hwpgo_function_count (f, at (5, 0x201), 0xff, &count) && count == 11);
  CHECK (hwpgo_function_count (f, at (5, 0x801), 0xfff, &count)
         && count == 10);
  CHECK (hwpgo_function_count (f, at (5, 9), 0, &count) && count == 111);
  CHECK (!hwpgo_function_count (f, at (5, 3), 0xff, &count));
  hwpgo_profile_free (p);
}

/* Unless there is nothing else.  */
static void
what_is_beside_does_not_count (void)
{
  const uint32_t beside = HWPGO_DISCRIMINATOR_BESIDE;
  const uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  const uint32_t round_1 = hwpgo_discriminator_mask (HWPGO_ROUND_1);
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  uint64_t n;
  hwpgo_function_add_sample (p, f, at (4, 0x201), 10);
  hwpgo_function_add_sample (p, f, at (4, 0x401), 20);
  hwpgo_function_add_sample (p, f, at (4, 0x601 | beside), 25);
  hwpgo_function_add_sample (p, f, at (5, 0x201 | beside), 7);
  CHECK (hwpgo_function_count (f, at (4, 1), base, &n) && n == 30);
  CHECK (hwpgo_function_count (f, at (4, 0x601), round_1, &n) && n == 25);
  CHECK (hwpgo_function_count (f, at (5, 1), base, &n) && n == 7);
  CHECK (hwpgo_profile_forget_numbers (p, true) == 0);
  CHECK (hwpgo_function_count (f, at (4, 1), base, &n) && n == 55);
  hwpgo_profile_free (p);
}

static void
calls_are_found_by_number (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  callsite (p, f, at (4, 9), "a")->total = 1;
  callsite (p, f, at (4, 30), "a")->total = 10;
  callsite (p, f, at (5, 0), "a")->total = 100;
  CHECK_U64 (hwpgo_function_find_call (f, at (4, 30), "a")->total, 10);
  CHECK (!hwpgo_function_find_call (f, at (4, 31), "a"));
  CHECK (!hwpgo_function_find_call (f, at (4, 0), "a"));
  CHECK (!hwpgo_function_find_call (f, at (4, 9), "b"));
  CHECK_U64 (hwpgo_function_find_call (f, at (5, 9), "a")->total, 100);
  hwpgo_profile_free (p);
}

static void
numbers_of_calls_are_forgotten (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function *f = function (p, "f");
  struct hwpgo_function *a = callsite (p, f, at (4, 30), "a");
  hwpgo_function_add_sample (p, callsite (p, a, at (1, 7), "c"), at (2, 0), 10);
  a = callsite (p, f, at (4, 9), "a");
  hwpgo_function_add_sample (p, callsite (p, a, at (1, 8), "c"), at (2, 0), 1);
  callsite (p, f, at (4, 9), "b")->has_checksum = true;
  callsite (p, f, at (4, 8), "b");
  CHECK (hwpgo_profile_forget_numbers (p, false) == 0);
  CHECK_U64 (f->n_callsites, 2);
  a = hwpgo_function_find_callsite (f, at (4, 0), "a");
  CHECK (a && a->n_callsites == 1);
  a = a ? hwpgo_function_find_callsite (a, at (1, 0), "c") : NULL;
  CHECK (a && a->n_samples == 1 && a->samples[0].count == 11);
  hwpgo_profile_free (p);
}

static void
entries_come_from_the_head_or_the_first_place (void)
{
  struct hwpgo_error e;
  struct hwpgo_profile *p
      = profile_from_string ("head:9:7\n 1: 2\n"
                             "body:9:0\n 1: 2\n 2: x:5\n  1: 5\n"
                             "call:9:0\n 1: x:5\n  1: 5\n 1: y:3\n  2: 3\n"
                             " 2: x:50\n  1: 50\n 3: 9\n"
                             "cold:0:0\nsome:4:0\n 1: 0\n",
                             &e);
  static const struct
  {
    const char *name;
    uint64_t entries;
  } want[] = {
    { "head", 7 }, { "body", 2 }, { "call", 8 }, { "cold", 0 }, { "some", 1 }
  };
  for (size_t i = 0; i < sizeof want / sizeof *want; i++)
    CHECK_U64 (hwpgo_function_entries (hwpgo_profile_find (p, want[i].name)),
               want[i].entries);
  hwpgo_profile_free (p);
}

static void
totals_are_computed_from_the_counts (void)
{
  struct hwpgo_error e;
  struct hwpgo_profile *p = profile_from_string (
      "f:999:7\n 1: 2 t:2\n 2: x:999\n  1: 5\n  2: y:999\n   1: 30\n", &e);
  struct hwpgo_function *f = hwpgo_profile_find (p, "f");
  CHECK_U64 (hwpgo_function_sum (f), 37);
  CHECK_U64 (f->total, 999);
  hwpgo_profile_update_totals (p);
  CHECK_U64 (f->total, 37);
  CHECK_U64 (f->callsites[0].callee->total, 35);
  CHECK_U64 (f->callsites[0].callee->callsites[0].callee->total, 30);
  hwpgo_profile_free (p);
}

static void
order_is_by_falling_total_then_name (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  struct hwpgo_function **all = hwpgo_profile_by_total (p);
  CHECK (all != NULL);
  free (all);
  function (p, "b")->total = 5;
  function (p, "a")->total = 5;
  function (p, "c")->total = 50;
  all = hwpgo_profile_by_total (p);
  CHECK_STRING (all[0]->name, "c");
  CHECK_STRING (all[1]->name, "a");
  CHECK_STRING (all[2]->name, "b");
  free (all);
  hwpgo_profile_free (p);
}

/* Symbols come in any order, any number of times, and from anywhere.  */
static void
symbols (void)
{
  const char *some[] = { "b", "a", "b" }, *more[] = { "c", "a" };
  struct hwpgo_profile *p = hwpgo_profile_new (), *q = hwpgo_profile_new ();
  CHECK (hwpgo_profile_add_symbols (p, some, 3) == 0);
  CHECK (hwpgo_profile_add_symbols (p, NULL, 0) == 0);
  CHECK_U64 (p->n_symbols, 2);
  CHECK (hwpgo_profile_add_symbols (q, more, 2) == 0);
  CHECK (hwpgo_profile_merge (p, q, 3, NULL) == 0);
  CHECK_U64 (p->n_symbols, 3);
  CHECK_STRING (p->symbols[0], "a");
  CHECK_STRING (p->symbols[1], "b");
  CHECK_STRING (p->symbols[2], "c");
  CHECK_U64 (p->n_functions, 0);
  hwpgo_profile_free (p);
  hwpgo_profile_free (q);
}

/* In a profile of hashes a name is found by either; the hash is LLVM's.  */
static void
hashes (void)
{
  struct hwpgo_error err;
  struct hwpgo_profile *p = hwpgo_profile_new (), *q = hwpgo_profile_new ();
  CHECK_U64 (hwpgo_name_md5 ("main", 4), 15822663052811949562u);
  p->md5_names = true;
  struct hwpgo_function *f
      = hwpgo_profile_function (p, "15822663052811949562", 20);
  CHECK (f && hwpgo_profile_find (p, "main") == f);
  CHECK (hwpgo_profile_find (p, "15822663052811949562") == f);
  CHECK (!hwpgo_profile_find (p, "mai"));
  CHECK (hwpgo_profile_function (q, "main", 4) != NULL);
  CHECK (hwpgo_profile_merge (q, p, 1, &err) == -HWPGO_E_MISMATCH);
  CHECK (hwpgo_profile_merge (p, q, 1, &err) == -HWPGO_E_MISMATCH);
  CHECK_U64 (p->n_functions, 1);
  hwpgo_profile_free (q);
  q = hwpgo_profile_new ();
  CHECK (hwpgo_profile_merge (q, p, 1, &err) == 0 && q->md5_names);
  CHECK (hwpgo_profile_find (q, "main") != NULL);
  hwpgo_profile_free (p);
  hwpgo_profile_free (q);
}

/* In bulk, functions and targets come in any order, too, and in no more than
   linear time each.  */
static void
bulk_order (void)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  char name[16];
  hwpgo_profile_begin_bulk (p);
  struct hwpgo_function *f = hwpgo_profile_function (p, "x", 1);
  for (int i = 200000; i-- > 0;)
    {
      size_t n = (size_t) sprintf (name, "f%06d", i / 2);
      CHECK (hwpgo_profile_function (p, name, n) != NULL);
      CHECK (hwpgo_function_add_target (p, f, at (1, 0), name, n, 3) == 0);
    }
  CHECK (hwpgo_profile_end_bulk (p) == 0);
  CHECK_U64 (p->n_functions, 100001);
  CHECK_STRING (p->functions[0]->name, "f000000");
  CHECK_STRING (p->functions[100000]->name, "x");
  CHECK (hwpgo_profile_find (p, "f000007") == p->functions[7]);
  CHECK_U64 (f->n_samples, 1);
  CHECK_U64 (f->samples[0].n_targets, 100000);
  CHECK_STRING (f->samples[0].targets[9].name, "f000009");
  CHECK_U64 (f->samples[0].targets[9].count, 6);
  hwpgo_profile_free (p);
}

static void
copies_of_a_place_are_found (void)
{
  struct hwpgo_error e;
  /* All of six copies in round 1, the first in two of round 2; and two of
     another base.  */
  struct hwpgo_profile *p = profile_from_string (
      "f:177:0\n 1.40448: 1\n 1.73216: 1\n 1.8192: 2\n 1.8704: 3\n"
      " 1.9216: 4\n 1.9728: 5\n 1.10240: 6\n 1.2049: 50\n 1.7681: 50\n"
      " 2: 5\n",
      &e);
  const struct hwpgo_function *f = p->functions[0];
  struct hwpgo_location at = { 1, 0 };
  CHECK_U64 (hwpgo_function_copies (f, at, HWPGO_ROUND_1), 0x1f8000);
  at.discriminator = 1;
  CHECK_U64 (hwpgo_function_copies (f, at, HWPGO_ROUND_1), 0x8010);
  at.discriminator = 7680;
  CHECK_U64 (hwpgo_function_copies (f, at, HWPGO_ROUND_2), 6);
  at.line = 2;
  CHECK_U64 (hwpgo_function_copies (f, at, HWPGO_ROUND_1), 1);
  at.line = 3;
  CHECK_U64 (hwpgo_function_copies (f, at, HWPGO_ROUND_1), 0);
  hwpgo_profile_free (p);
}

static void
a_copy_beside_others_did_not_run (void)
{
  struct hwpgo_error e;
  /* Of four copies in round 1 (6 to 9) two; of another place untold ones; of
     the second copy of a third, one of two in round 2; of a fourth the sum,
     which of the next one is of another profile.  */
  struct hwpgo_profile *p = profile_from_string (
      "f:142:0\n 1.3073: 10\n 1.4609: 20\n 2.32256: 5\n 3.33792: 25\n"
      " 4: 40\n 5: 40\n 5.3072: 2\n",
      &e);
  const struct hwpgo_function *f = p->functions[0];
  uint32_t round_1 = hwpgo_discriminator_mask (HWPGO_ROUND_1);
  uint32_t round_2 = hwpgo_discriminator_mask (HWPGO_ROUND_2);
  uint64_t n = 99;
  CHECK (hwpgo_function_count (f, (struct hwpgo_location){ 1, 3585 }, round_1,
                               &n));
  CHECK_U64 (n, 0);
  CHECK (
      hwpgo_function_count (f, (struct hwpgo_location){ 1, 3585 }, 0xff, &n));
  CHECK_U64 (n, 30);
  n = 99;
  /* Another base; a copy of two; the only one; untold.  */
  CHECK (!hwpgo_function_count (f, (struct hwpgo_location){ 1, 3584 }, round_1,
                                &n));
  CHECK (!hwpgo_function_count (f, (struct hwpgo_location){ 1, 513 }, round_1,
                                &n));
  CHECK (
      !hwpgo_function_count (f, (struct hwpgo_location){ 1, 1 }, round_1, &n));
  CHECK (!hwpgo_function_count (f, (struct hwpgo_location){ 2, 3584 }, round_1,
                                &n));
  /* Of copies a sum says nothing.  */
  CHECK (!hwpgo_function_count (f, (struct hwpgo_location){ 4, 512 }, round_1,
                                &n));
  CHECK (!hwpgo_function_count (f, (struct hwpgo_location){ 5, 3584 }, round_1,
                                &n));
  CHECK_U64 (n, 99);
  CHECK (
      hwpgo_function_count (f, (struct hwpgo_location){ 4, 0 }, round_1, &n));
  CHECK_U64 (n, 40);
  CHECK (hwpgo_function_count (f, (struct hwpgo_location){ 3, 66560 }, round_2,
                               &n));
  CHECK_U64 (n, 0);
  hwpgo_profile_free (p);
}

int
main (void)
{
  RUN (functions_are_sorted_found_and_made_once);
  RUN (many_functions_are_declared_at_once);
  RUN (samples_are_sorted_and_summed);
  RUN (counts_saturate_everywhere);
  RUN (targets_are_sorted_and_summed);
  RUN (unknown_is_not_zero);
  RUN (a_mask_sums_what_becomes_equal);
  RUN (what_is_beside_does_not_count);
  RUN (calls_are_found_by_number);
  RUN (numbers_of_calls_are_forgotten);
  RUN (entries_come_from_the_head_or_the_first_place);
  RUN (totals_are_computed_from_the_counts);
  RUN (order_is_by_falling_total_then_name);
  RUN (symbols);
  RUN (hashes);
  RUN (bulk_order);
  RUN (copies_of_a_place_are_found);
  RUN (a_copy_beside_others_did_not_run);
  return UNIT_RESULT;
}
