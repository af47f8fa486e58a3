/* Mispredict ratios: intervals, verdicts, contexts.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/hints.h"
#include "plugin/settle.h"
#include "testsuite/unit/profile-text.h"
#include "testsuite/unit/unit.h"

#define THRESHOLD 0.2

static enum hwpgo_predictability
verdict (uint64_t executions, uint64_t mispredicts)
{
  return hwpgo_hint_compute (executions, 1, mispredicts, 1, THRESHOLD).verdict;
}

static bool
near (double got, double want)
{
  return got > want - 0.0005 && got < want + 0.0005;
}

static void
intervals_are_wilsons (void)
{
  /* 30 of 130 samples: p in 0.16670..0.31029.  */
  struct hwpgo_hint h = hwpgo_hint_compute (100, 1, 30, 1, THRESHOLD);
  CHECK (near (h.ratio, 0.3));
  CHECK (near (h.ratio_low, 0.2000));
  CHECK (near (h.ratio_high, 0.4499));
  CHECK_U64 (h.executions, 100);
  CHECK_U64 (h.mispredicts, 30);
  h = hwpgo_hint_compute (100, 1, 0, 1, THRESHOLD);
  CHECK (h.ratio == 0 && h.ratio_low == 0);
  CHECK (near (h.ratio_high, 0.0384));
}

static void
few_samples_decide_nothing (void)
{
  CHECK (verdict (1, 0) == HWPGO_UNKNOWN);
  CHECK (verdict (1, 1) == HWPGO_UNKNOWN);
  CHECK (verdict (100, 22) == HWPGO_UNKNOWN);
  CHECK (verdict (100, 18) == HWPGO_UNKNOWN);
  CHECK (verdict (100, 40) == HWPGO_UNPREDICTABLE);
  CHECK (verdict (100, 5) == HWPGO_PREDICTABLE);
  CHECK (verdict (100000, 21000) == HWPGO_UNPREDICTABLE);
  CHECK (verdict (100000, 19000) == HWPGO_PREDICTABLE);
  CHECK (verdict (0, 0) == HWPGO_UNKNOWN);
  CHECK (verdict (0, 1000) == HWPGO_UNKNOWN);
}

static void
periods_say_how_many_samples_there_were (void)
{
  /* The same counts from two samples, from many, from no known period.  */
  CHECK (
      hwpgo_hint_compute (1000000, 1000000, 500000, 500000, THRESHOLD).verdict
      == HWPGO_UNKNOWN);
  CHECK (hwpgo_hint_compute (1000000, 1000, 500000, 500, THRESHOLD).verdict
         == HWPGO_UNPREDICTABLE);
  struct hwpgo_hint h
      = hwpgo_hint_compute (1000000, 1000, 500000, 50, THRESHOLD);
  CHECK (near (h.ratio, 0.5));
  CHECK (hwpgo_hint_compute (1000, 0, 500, 0, THRESHOLD).verdict
         == HWPGO_UNKNOWN);
}

static void
huge_counts_stay_finite (void)
{
  struct hwpgo_hint h = hwpgo_hint_compute (1, 1, UINT64_MAX, 1, THRESHOLD);
  CHECK (h.ratio_high >= h.ratio_low && h.ratio_low >= 0);
  h = hwpgo_hint_compute (UINT64_MAX, 1, UINT64_MAX, 1, THRESHOLD);
  CHECK (near (h.ratio_low, 1) && near (h.ratio_high, 1));
}

/* leaf is unpredictable inside hot, predictable inside cold, and hardly seen
   alone.  */
struct family
{
  struct hwpgo_profile *profiles[2];
  struct hwpgo_lookup *lookups[2];
  struct hwpgo_hint_source source;
};

static void
set (struct family *f, const char *outer, uint64_t executions,
     uint64_t mispredicts)
{
  const struct hwpgo_location branch = { 3, 1 }, call = { 8, 0 };
  const uint64_t counts[] = { executions, mispredicts };
  for (int i = 0; i < 2; i++)
    {
      struct hwpgo_profile *p = f->profiles[i];
      struct hwpgo_function *leaf
          = hwpgo_profile_function (p, outer, strlen (outer));
      if (strcmp (outer, "leaf") != 0)
        leaf = hwpgo_function_callsite (p, leaf, call, "leaf", 4);
      if (counts[i])
        hwpgo_function_add_sample (p, leaf, branch, counts[i]);
    }
}

static void
family_start (struct family *f)
{
  for (int i = 0; i < 2; i++)
    f->profiles[i] = hwpgo_profile_new ();
  set (f, "leaf", 2, 1);
  set (f, "hot", 10000, 4000);
  set (f, "cold", 1000, 0);
  for (int i = 0; i < 2; i++)
    f->lookups[i] = hwpgo_lookup_new (f->profiles[i], NULL);
  f->source = (struct hwpgo_hint_source){ .executions = f->lookups[0],
                                          .mispredicts = f->lookups[1],
                                          .execution_period = 1,
                                          .mispredict_period = 1,
                                          .factor = 1,
                                          .threshold = THRESHOLD };
}

static void
family_end (struct family *f)
{
  for (int i = 0; i < 2; i++)
    {
      hwpgo_lookup_free (f->lookups[i]);
      hwpgo_profile_free (f->profiles[i]);
    }
}

static struct hwpgo_place
leaf_in (const char *outer)
{
  struct hwpgo_place place
      = { .n_frames = 1, .frames = { { "leaf", { 3, 1 } } } };
  if (outer)
    place.frames[place.n_frames++]
        = (struct hwpgo_place_frame){ outer, { 8, 0 } };
  return place;
}

static void
each_inlined_copy_has_its_own_verdict (void)
{
  struct family f;
  family_start (&f);
  struct hwpgo_place place = leaf_in ("hot");
  struct hwpgo_hint h = hwpgo_hint_lookup (&f.source, &place, 0xff, true);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE);
  CHECK_U64 (h.executions, 10000);
  place = leaf_in ("cold");
  h = hwpgo_hint_lookup (&f.source, &place, 0xff, true);
  CHECK (h.verdict == HWPGO_PREDICTABLE);
  CHECK_U64 (h.executions, 1000);
  CHECK_U64 (h.mispredicts, 0);
  family_end (&f);
}

static void
before_inlining_a_body_stands_for_all_contexts (void)
{
  struct family f;
  family_start (&f);
  struct hwpgo_place place = leaf_in (NULL);
  struct hwpgo_hint h = hwpgo_hint_lookup (&f.source, &place, 0xff, false);
  CHECK_U64 (h.executions, 11002);
  CHECK_U64 (h.mispredicts, 4001);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE);
  /* Inlined where the profiled binary did not: all contexts again.  */
  place = leaf_in ("elsewhere");
  h = hwpgo_hint_lookup (&f.source, &place, 0xff, true);
  CHECK_U64 (h.executions, 11002);
  family_end (&f);
}

/* hot is inlined in this unit, and cold is not: the body has what cold and it
   itself ran, and its share.  */
static void
a_body_has_what_is_not_inlined (void)
{
  struct family f;
  family_start (&f);
  struct hwpgo_contexts *c = hwpgo_contexts_new (false);
  struct hwpgo_place place = leaf_in ("hot");
  CHECK (hwpgo_contexts_add_inlined (c, &place) == 0);
  for (int i = 0; i < 2; i++)
    CHECK (hwpgo_lookup_note_bodies (f.lookups[i], c) == 0);
  hwpgo_contexts_free (c);
  struct hwpgo_hint h = hwpgo_hint_lookup (&f.source, &place, 0xff, true);
  CHECK_U64 (h.executions, 10000);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE);
  place = leaf_in (NULL);
  /* Whatever copies there were when it stood alone.  */
  for (uint32_t mask = 0xff; mask <= 0x7eff; mask += 0x7e00)
    {
      h = hwpgo_hint_lookup (&f.source, &place, mask, true);
      CHECK_U64 (h.executions, 1002);
      CHECK_U64 (h.mispredicts, 1);
      CHECK (h.verdict == HWPGO_PREDICTABLE);
    }
  CHECK (near (hwpgo_hint_share (&f.source, &place, 0xff, true),
               1002 / 11002.0));
  CHECK (hwpgo_hint_share (&f.source, &place, 0xff, false) == 1);
  family_end (&f);
}

/* cold has 1000 of 11002 executions.  */
static void
contexts_may_differ (void)
{
  struct family f;
  struct hwpgo_hint_source none = { NULL };
  family_start (&f);
  struct hwpgo_place place = leaf_in (NULL);
  CHECK (hwpgo_hint_contexts_differ (&f.source, &none, &place, 0xff));
  place = leaf_in ("hot");
  CHECK (!hwpgo_hint_contexts_differ (&f.source, &none, &place, 0xff));
  CHECK (!hwpgo_hint_contexts_differ (&none, &none, &place, 0xff));
  place.frames[0].at.line = 4;
  CHECK (!hwpgo_hint_contexts_differ (&f.source, &none, &place, 0xff));
  family_end (&f);
  /* Hardly ever run.  */
  family_start (&f);
  set (&f, "hot", 20000, 8000);
  place = leaf_in (NULL);
  CHECK (!hwpgo_hint_contexts_differ (&f.source, &none, &place, 0xff));
  family_end (&f);
}

static void
too_few_samples_ask_a_wider_context (void)
{
  struct family f;
  family_start (&f);
  struct hwpgo_place place = leaf_in (NULL);
  struct hwpgo_hint h = hwpgo_hint_lookup (&f.source, &place, 0xff, true);
  CHECK_U64 (h.executions, 11002);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE);
  family_end (&f);
}

static void
factor_scales_the_ratio_and_not_the_confidence (void)
{
  struct family f;
  family_start (&f);
  struct hwpgo_place place = leaf_in ("hot");
  f.source.factor = 0.25;
  struct hwpgo_hint h = hwpgo_hint_lookup (&f.source, &place, 0xff, true);
  CHECK (near (h.ratio, 0.1));
  CHECK (h.verdict == HWPGO_PREDICTABLE);
  f.source.factor = 0;
  h = hwpgo_hint_lookup (&f.source, &place, 0xff, true);
  CHECK (h.ratio == 0 && h.verdict == HWPGO_PREDICTABLE);
  family_end (&f);
}

static void
a_line_is_as_its_unpredictable_branch (void)
{
  struct family f;
  family_start (&f);
  struct hwpgo_place place = leaf_in ("hot");
  place.frames[0].at.discriminator = 0;
  CHECK (hwpgo_hint_lookup (&f.source, &place, 0xff, true).verdict
         == HWPGO_UNKNOWN);
  struct hwpgo_hint h = hwpgo_hint_on_line (&f.source, &place, true);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE);
  CHECK_U64 (h.executions, 10000);
  /* A predictable one is not what was asked for.  */
  place = leaf_in ("cold");
  CHECK (hwpgo_hint_on_line (&f.source, &place, true).verdict
         == HWPGO_UNKNOWN);
  family_end (&f);
}

static void
without_a_profile_nothing_is_known (void)
{
  struct family f;
  family_start (&f);
  struct hwpgo_place place = leaf_in ("hot");
  f.source.mispredicts = NULL;
  CHECK (hwpgo_hint_lookup (&f.source, &place, 0xff, true).verdict
         == HWPGO_UNKNOWN);
  f.source.mispredicts = f.lookups[1];
  f.source.executions = NULL;
  CHECK (hwpgo_hint_lookup (&f.source, &place, 0xff, true).verdict
         == HWPGO_UNKNOWN);
  f.source.executions = f.lookups[0];
  place.frames[0].at.line = 4;
  CHECK (hwpgo_hint_lookup (&f.source, &place, 0xff, true).verdict
         == HWPGO_UNKNOWN);
  CHECK_STRING (hwpgo_predictability_name (HWPGO_UNKNOWN), "unknown");
  family_end (&f);
}

/* Two copies of a branch of f, converted at different times, and one of g that
   was mispredicted hardly ever.  */
static const char remembered_executions[]
    = "f:20000:0\n 3.1048577: 10000\n 3.2098177: 10000\n"
      "g:10000:0\n 3.3145728: 10000\n"
      "h:20000:0\n 3.1048577: 10000\n 3.1049601: 10000\n";
static const char remembered_mispredicts[]
    = "f:7000:0\n 3.1048577: 3000\n 3.2098177: 4000\n"
      "g:50:0\n 3.3145728: 50\n"
      "h:7000:0\n 3.1048577: 3000\n 3.1049601: 4000\n";

static struct hwpgo_hint
recall (const struct hwpgo_hint_source *source, const char *function,
        uint32_t discriminator, uint32_t mask)
{
  struct hwpgo_place place
      = { .n_frames = 1, .frames = { { function, { 3, discriminator } } } };
  struct hwpgo_lookup_depth elsewhere;
  struct hwpgo_hint_source nothing = { .executions = NULL };
  return hwpgo_hint_remembered (&nothing, source, &place, mask, true, &elsewhere);
}

static void
the_youngest_memory_is_asked_first (void)
{
  struct hwpgo_error err;
  struct hwpgo_profile *executions
      = profile_from_string (remembered_executions, &err);
  struct hwpgo_profile *mispredicts
      = profile_from_string (remembered_mispredicts, &err);
  struct hwpgo_lookup *lookups[] = { hwpgo_lookup_new (executions, NULL),
                                     hwpgo_lookup_new (mispredicts, NULL) };
  struct hwpgo_hint_source source = { .executions = lookups[0],
                                      .mispredicts = lookups[1],
                                      .execution_period = 1,
                                      .mispredict_period = 1,
                                      .factor = 1,
                                      .threshold = THRESHOLD };
  struct hwpgo_hint h = recall (&source, "f", 1, 0xff);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && near (h.ratio, 0.3));
  CHECK_U64 (h.age, 1);
  /* 512 is 1 in the field of round 1; 2098177 is 2, 2, 1 in final, round 1 and
     base: a copy's own memory comes before that of all.  */
  h = recall (&source, "f", 1025, 0x7eff);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && near (h.ratio, 0.3));
  CHECK_U64 (h.age, 1);
  CHECK_U64 (recall (&source, "f", 2, 0xff).age, 0);
  CHECK_U64 (recall (&source, "g", 0, 0xff).age, 0);
  CHECK (recall (&source, "g", 0, 0xff).verdict == HWPGO_UNKNOWN);
  /* Before round 1 is assigned, what is in its place numbers other copies.  */
  CHECK (near (recall (&source, "h", 1025, 0x7eff).ratio, 0.4));
  CHECK (near (recall (&source, "h", 1025, 0xff).ratio, 0.3));
  for (int i = 0; i < 2; i++)
    hwpgo_lookup_free (lookups[i]);
  hwpgo_profile_free (executions);
  hwpgo_profile_free (mispredicts);
}

/* A branch that ran 100,000 times where f is inlined in line 1 of main and
   900,000 times where it is in line 2.  */
static const char measured_executions[]
    = "main:1000000:0\n 1: f:100000\n  3.1: 100000\n"
      " 2: f:900000\n  3.1: 900000\n";
static const char measured_mispredicts[]
    = "main:27500:0\n 1: f:500\n  3.1: 500\n 2: f:27000\n  3.1: 27000\n";
/* The one in line 1 was converted, which was mispredicted in 40 %.  */
static const char share_executions[]
    = "main:10000000:0\n 1: f:10000000\n  3.1048577: 10000000\n";
static const char share_mispredicts[]
    = "main:4000000:0\n 1: f:4000000\n  3.1048577: 4000000\n";

/* The source of the TEXT of executions and of mispredicts.  */
static struct hwpgo_hint_source
source_of (const char *const text[2], struct hwpgo_profile *profiles[2])
{
  struct hwpgo_error err;
  for (int i = 0; i < 2; i++)
    profiles[i] = profile_from_string (text[i], &err);
  return (struct hwpgo_hint_source){
    .executions = hwpgo_lookup_new (profiles[0], NULL),
    .mispredicts = hwpgo_lookup_new (profiles[1], NULL),
    .execution_period = 1,
    .mispredict_period = 1,
    .factor = 1,
    .threshold = 0.02
  };
}

static void
sources_end (struct hwpgo_hint_source sources[2],
             struct hwpgo_profile *profiles[4])
{
  for (int i = 0; i < 2; i++)
    {
      hwpgo_lookup_free (sources[i].executions);
      hwpgo_lookup_free (sources[i].mispredicts);
      hwpgo_profile_free (profiles[2 * i]);
      hwpgo_profile_free (profiles[2 * i + 1]);
    }
}

static void
a_memory_weighs_what_its_context_ran (void)
{
  const char *const measured[] = { measured_executions, measured_mispredicts };
  const char *const kept[] = { share_executions, share_mispredicts };
  struct hwpgo_profile *profiles[4];
  struct hwpgo_hint_source sources[]
      = { source_of (measured, profiles), source_of (kept, profiles + 2) };
  struct hwpgo_place place = { .n_frames = 2,
                               .frames = { { "f", { 3, 1 } },
                                           { "main", { 1, 0 } } } };
  struct hwpgo_hint h;
  /* The one that was converted.  */
  h = hwpgo_hint_of_all (&sources[0], &sources[1], &place, 0xff, true);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && near (h.ratio, 0.4));
  CHECK_U64 (h.age, 1);
  CHECK (near (hwpgo_hint_share (&sources[0], &place, 0xff, true), 0.1));
  /* The other, which was not: its own mispredicts.  */
  place.frames[1].at.line = 2;
  for (int final = 0; final < 2; final++)
    {
      h = hwpgo_hint_of_all (&sources[0], &sources[1], &place, 0xff, final);
      CHECK (h.verdict == HWPGO_UNPREDICTABLE && near (h.ratio, 0.03));
      CHECK_U64 (h.age, 0);
    }
  /* Both, and one of which nothing is known: 2.75 % and a tenth of 40 %.  */
  place.n_frames = 1;
  h = hwpgo_hint_of_all (&sources[0], &sources[1], &place, 0xff, false);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && near (h.ratio, 0.0675));
  CHECK_U64 (h.age, 1);
  CHECK_U64 (h.executions, 1000000);
  CHECK (hwpgo_hint_share (&sources[0], &place, 0xff, false) == 1);
  place.n_frames = 2;
  place.frames[1].at.line = 9;
  h = hwpgo_hint_of_all (&sources[0], &sources[1], &place, 0xff, true);
  CHECK (near (h.ratio, 0.0675));
  CHECK (hwpgo_hint_share (&sources[0], &place, 0xff, true) == 1);
  /* No profile has it.  */
  place.frames[0].at.line = 4;
  h = hwpgo_hint_of_all (&sources[0], &sources[1], &place, 0xff, true);
  CHECK (h.verdict == HWPGO_UNKNOWN && h.ratio == 0);
  sources_end (sources, profiles);
}

/* Without a record of its own, a place that was converted ran its share of what is
   recorded of the statement, not all of it.  */
static void
a_memory_has_its_own_executions (void)
{
  const char *const measured[]
      = { "main:900000:0\n 2: f:900000\n  3.1: 900000\n",
          "main:27000:0\n 2: f:27000\n  3.1: 27000\n" };
  const char *const kept[] = { share_executions, share_mispredicts };
  struct hwpgo_profile *profiles[4];
  struct hwpgo_hint_source sources[]
      = { source_of (measured, profiles), source_of (kept, profiles + 2) };
  struct hwpgo_place place = { .n_frames = 2,
                               .frames = { { "f", { 3, 1 } },
                                           { "main", { 1, 0 } } } };
  struct hwpgo_hint h
      = hwpgo_hint_of_all (&sources[0], &sources[1], &place, 0xff, true);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && near (h.ratio, 0.4));
  CHECK_U64 (h.age, 1);
  CHECK_U64 (h.executions, 90000);
  sources_end (sources, profiles);
}

/* Both of them were converted, the second a build before the first.  */
static const char ages_executions[]
    = "main:100000000:0\n 1: f:10000000\n  3.1048577: 10000000\n"
      " 2: f:90000000\n  3.2097153: 90000000\n";
static const char ages_mispredicts[]
    = "main:22000000:0\n 1: f:4000000\n  3.1048577: 4000000\n"
      " 2: f:18000000\n  3.2097153: 18000000\n";
static const char never[] = "main:0:0\n 9: 0\n";

static void
a_younger_memory_of_another_place_does_not_hide_its_own (void)
{
  const char *const measured[] = { measured_executions, never };
  const char *const kept[] = { ages_executions, ages_mispredicts };
  struct hwpgo_profile *profiles[4];
  struct hwpgo_hint_source sources[]
      = { source_of (measured, profiles), source_of (kept, profiles + 2) };
  for (unsigned line = 1; line <= 2; line++)
    {
      struct hwpgo_place place = { .n_frames = 2,
                                   .frames = { { "f", { 3, 1 } },
                                               { "main", { line, 0 } } } };
      struct hwpgo_hint h = hwpgo_hint_of_all (&sources[0], &sources[1],
                                               &place, 0xff, true);
      CHECK (h.verdict == HWPGO_UNPREDICTABLE
             && near (h.ratio, line == 1 ? 0.4 : 0.2));
      CHECK_U64 (h.age, line);
    }
  sources_end (sources, profiles);
}

/* How often their conditions held.  */
static const char ages_held[]
    = "main:27000000:0\n 1: f:9000000\n  3.1048577: 9000000\n"
      " 2: f:18000000\n  3.2097153: 18000000\n";

/* What is measured, remembered, and remembered of conditions that held, of the
   branch in line 3 of f, where that is inlined in main.  */
struct odds_known
{
  struct hwpgo_profile *profiles[4], *more[4];
  struct hwpgo_hint_source sources[2], both[2];
  struct hwpgo_place place;
};

static void
odds_begin (struct odds_known *k, const char *mispredicts,
            const char *kept_mispredicts)
{
  const char *const measured[] = { measured_executions, mispredicts };
  const char *const kept[] = { ages_executions, kept_mispredicts };
  const char *const went[] = { ages_executions, ages_held };
  k->sources[0] = source_of (measured, k->profiles);
  k->sources[1] = source_of (kept, k->profiles + 2);
  k->both[0] = source_of (went, k->more);
  k->both[1] = source_of (kept, k->more + 2);
  k->both[0].threshold = 0;
  k->place = (struct hwpgo_place){ .n_frames = 2,
                                   .frames = { { "f", { 3, 1 } },
                                               { "main", { 1, 0 } } } };
}

static void
odds_end (struct odds_known *k)
{
  sources_end (k->sources, k->profiles);
  sources_end (k->both, k->more);
}

/* The odds of K's place, as one that is FINAL; 0 if there are none.  */
static double
odds_at (const struct odds_known *k, bool final)
{
  double odds = 0;
  bool held = hwpgo_hint_held (&k->sources[0], &k->sources[1], &k->both[0],
                               &k->place, 0xff, final, &odds);
  return held ? odds : 0;
}

static void
odds_are_those_of_the_place_or_of_most (void)
{
  struct odds_known k;
  odds_begin (&k, never, ages_mispredicts);
  CHECK (near (odds_at (&k, true), 0.9));
  k.place.frames[1].at.line = 2;
  CHECK (near (odds_at (&k, true), 0.2));
  /* Of the whole function the youngest is a tenth.  */
  k.place.n_frames = 1;
  CHECK (odds_at (&k, false) == 0);
  k.place.frames[0].at.line = 4;
  CHECK (odds_at (&k, true) == 0);
  /* More than all is less than always.  */
  k.both[0].factor = 100;
  k.place.frames[0].at.line = 3;
  k.place.n_frames = 2;
  CHECK (odds_at (&k, true) < 1 && near (odds_at (&k, true), 1));
  odds_end (&k);
}

/* Of what was converted with another branch, and of a rest of a branch that is
   mispredicted more than was remembered.  */
static void
odds_are_those_of_what_cost_nothing_too (void)
{
  struct odds_known k;
  odds_begin (&k, "main:9000000:0\n 2: f:9000000\n  3.1: 9000000\n", never);
  CHECK (near (odds_at (&k, true), 0.9));
  k.place.frames[1].at.line = 2;
  CHECK (near (odds_at (&k, true), 0.2));
  k.place.frames[0].at.line = 4;
  CHECK (odds_at (&k, true) == 0);
  odds_end (&k);
}

/* A hint of VERDICT and RATIO, measured AGE builds ago.  */
static struct hwpgo_hint
hint_of (enum hwpgo_predictability verdict, double ratio, unsigned age)
{
  return (struct hwpgo_hint){ .verdict = verdict, .ratio = ratio, .age = age };
}

static void
every_second_build_wants_a_probe (void)
{
  for (unsigned age = 0; age <= 6; age++)
    {
      struct hwpgo_hint h = hint_of (HWPGO_UNPREDICTABLE, 0.4, age);
      CHECK (hwpgo_hint_wants_probe (&h) == (age % 2 == 1));
      CHECK_U64 (hwpgo_hint_age (&h), age);
      h.doubted = true;
      CHECK (!hwpgo_hint_wants_probe (&h));
      h = hint_of (HWPGO_PREDICTABLE, 0.01, age);
      CHECK (!hwpgo_hint_wants_probe (&h));
    }
}

static void
a_probe_confirms_or_brings_back (void)
{
  struct hwpgo_hint earlier = hint_of (HWPGO_UNPREDICTABLE, 0.4, 3);
  struct hwpgo_hint probe = hint_of (HWPGO_UNPREDICTABLE, 0.2, 0);
  struct hwpgo_hint h = hwpgo_hint_weigh_probe (earlier, &probe);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && h.ratio == 0.4 && h.probed);
  CHECK (!hwpgo_hint_wants_probe (&h) && !h.doubted);
  CHECK_U64 (hwpgo_hint_age (&h), 0);

  probe = hint_of (HWPGO_UNKNOWN, 0, 0);
  h = hwpgo_hint_weigh_probe (earlier, &probe);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && !h.probed);
  CHECK_U64 (hwpgo_hint_age (&h), 3);
  CHECK (!hwpgo_hint_of_branch_p (&h));

  probe = hint_of (HWPGO_PREDICTABLE, 0.01, 0);
  h = hwpgo_hint_weigh_probe (earlier, &probe);
  CHECK (h.verdict == HWPGO_PREDICTABLE && h.ratio == 0.01 && h.doubted);
  CHECK (hwpgo_hint_of_branch_p (&h));
  CHECK_U64 (hwpgo_hint_age (&h), 0);
}

static void
a_probe_has_what_it_needs (void)
{
  struct hwpgo_hint h = { .executions = 1000000 };
  CHECK (hwpgo_hint_probe_part (&h, 4000, 128, 1024) == 250);
  CHECK (hwpgo_hint_probe_part (&h, 400, 128, 1024) == 1024);
  CHECK (hwpgo_hint_probe_part (&h, 10000, 128, 1024) == 0);
  h.executions = 0;
  CHECK (hwpgo_hint_probe_part (&h, 4000, 128, 1024) == 0);
}

static void
few_executions_may_be_fewer (void)
{
  CHECK (hwpgo_hint_unsure (64, 16) == 1.5);
  CHECK (hwpgo_hint_unsure (1600, 16) == 1.1);
  CHECK (hwpgo_hint_unsure (100, 0.25) == 1.1);
  CHECK (hwpgo_hint_unsure (3, 16) == 2);
  CHECK (hwpgo_hint_unsure (0, 16) == 2);
}

static void
unseen_executions_may_be_more (void)
{
  CHECK (hwpgo_hint_unseen (4, 16) == 2);
  CHECK (hwpgo_hint_unseen (1, 9) == 3);
  CHECK (hwpgo_hint_unseen (0, 9) == 3);
  CHECK (hwpgo_hint_unseen (1, 1e6) == 4);
  CHECK (hwpgo_hint_unseen (16, 16) == 1);
  CHECK (hwpgo_hint_unseen (100, 16) == 1);
  CHECK (hwpgo_hint_unseen (100, 0.25) == 1);
}

/* 191 is the probe of 0, 193 that of 2; 9437184 is 8 + 1 in the field of the
   final round.  */
static void
a_probe_is_a_place_of_its_own (void)
{
  struct hwpgo_error err;
  struct hwpgo_profile *profiles[]
      = { profile_from_string ("f:20000:0\n 3: 10000\n 3.191: 1000\n"
                               " 3.2: 1000\n 3.66: 5000\n"
                               " 3.194: 1000\n 3.195: 1000\n 3.196: 1000\n",
                               &err),
          profile_from_string ("f:405:0\n 3.191: 300\n 3.194: 100\n"
                               " 3.195: 5\n 3.196: 16\n",
                               &err),
          profile_from_string ("f:20000:0\n 3.9437184: 10000\n"
                               " 3.9437185: 10000\n",
                               &err),
          profile_from_string ("f:5050:0\n 3.9437184: 50\n"
                               " 3.9437185: 5000\n",
                               &err) };
  struct hwpgo_lookup *lookups[4];
  for (int i = 0; i < 4; i++)
    lookups[i] = hwpgo_lookup_new (profiles[i], NULL);
  struct hwpgo_hint_source source = { .executions = lookups[0],
                                      .mispredicts = lookups[1],
                                      .execution_period = 1,
                                      .mispredict_period = 1,
                                      .factor = 1,
                                      .threshold = THRESHOLD };
  struct hwpgo_place place
      = { .n_frames = 1, .frames = { { "f", { 3, 0 } } } };
  struct hwpgo_hint h = hwpgo_hint_probe (&source, &place, true);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && near (h.ratio, 0.3));
  CHECK (hwpgo_hint_lookup (&source, &place, 0xff, true).verdict
         == HWPGO_PREDICTABLE);
  place.frames[0].at.discriminator = 2;
  CHECK (hwpgo_hint_probe (&source, &place, true).verdict == HWPGO_UNKNOWN);
  /* 10 % is under the threshold of 20 %, but not far enough; 0.5 % is.  */
  place.frames[0].at.discriminator = 3;
  CHECK (hwpgo_hint_probe (&source, &place, true).verdict == HWPGO_UNKNOWN);
  place.frames[0].at.discriminator = 4;
  CHECK (hwpgo_hint_probe (&source, &place, true).verdict
         == HWPGO_PREDICTABLE);
  /* 1.6 % are one sample: less than 10 % surely.  Of 32 that is not sure.  */
  place.frames[0].at.discriminator = 5;
  source.mispredict_period = 16;
  CHECK (hwpgo_hint_probe (&source, &place, true).verdict
         == HWPGO_PREDICTABLE);
  source.mispredict_period = 32;
  CHECK (hwpgo_hint_probe (&source, &place, true).verdict == HWPGO_UNKNOWN);
  source.mispredict_period = 1;
  /* A base that can have none.  */
  place.frames[0].at.discriminator = 66;
  CHECK (hwpgo_hint_probe (&source, &place, true).verdict == HWPGO_UNKNOWN);

  source.executions = lookups[2];
  source.mispredicts = lookups[3];
  h = recall (&source, "f", 0, 0xff);
  CHECK (h.verdict == HWPGO_UNKNOWN && h.doubted && h.back);
  h = recall (&source, "f", 1, 0xff);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE && h.doubted && !h.back);
  CHECK_U64 (h.age, 1);
  h = recall (&source, "f", 2, 0xff);
  CHECK (!h.doubted && !h.back);
  for (int i = 0; i < 4; i++)
    {
      hwpgo_lookup_free (lookups[i]);
      hwpgo_profile_free (profiles[i]);
    }
}

/* Twice the executions make a branch look half as unpredictable; what was
   remembered is not measured by them.  */
static void
executions_of_pieces (void)
{
  struct hwpgo_hint h = hwpgo_hint_compute (100000, 1, 15000, 1, THRESHOLD);
  struct hwpgo_hint same = h;
  hwpgo_hint_of_piece (&same, 1, THRESHOLD);
  CHECK (same.ratio == h.ratio && same.executions == 100000);
  CHECK (h.verdict == HWPGO_PREDICTABLE);
  hwpgo_hint_of_piece (&h, 2, THRESHOLD);
  CHECK (h.verdict == HWPGO_UNPREDICTABLE);
  CHECK (h.ratio > 0.29 && h.ratio < 0.31 && h.executions == 50000);
  same.age = 1;
  hwpgo_hint_of_piece (&same, 2, THRESHOLD);
  CHECK (same.executions == 100000);
  h = hwpgo_hint_compute (0, 1, 0, 1, THRESHOLD);
  hwpgo_hint_of_piece (&h, 2, THRESHOLD);
  CHECK (h.verdict == HWPGO_UNKNOWN);
}

int
main (void)
{
  RUN (intervals_are_wilsons);
  RUN (few_samples_decide_nothing);
  RUN (executions_of_pieces);
  RUN (periods_say_how_many_samples_there_were);
  RUN (huge_counts_stay_finite);
  RUN (each_inlined_copy_has_its_own_verdict);
  RUN (before_inlining_a_body_stands_for_all_contexts);
  RUN (contexts_may_differ);
  RUN (a_body_has_what_is_not_inlined);
  RUN (too_few_samples_ask_a_wider_context);
  RUN (factor_scales_the_ratio_and_not_the_confidence);
  RUN (a_line_is_as_its_unpredictable_branch);
  RUN (without_a_profile_nothing_is_known);
  RUN (the_youngest_memory_is_asked_first);
  RUN (a_memory_weighs_what_its_context_ran);
  RUN (a_memory_has_its_own_executions);
  RUN (odds_are_those_of_the_place_or_of_most);
  RUN (odds_are_those_of_what_cost_nothing_too);
  RUN (a_younger_memory_of_another_place_does_not_hide_its_own);
  RUN (every_second_build_wants_a_probe);
  RUN (a_probe_confirms_or_brings_back);
  RUN (a_probe_is_a_place_of_its_own);
  RUN (a_probe_has_what_it_needs);
  RUN (few_executions_may_be_fewer);
  RUN (unseen_executions_may_be_more);
  return UNIT_RESULT;
}
