/* The branch predictors on streams whose predictability is known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/pmu/predictor.h"
#include "testsuite/unit/unit.h"

/* Another generator than the predictors use.  */
static uint64_t seed;

static unsigned
dice (unsigned n)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) ((seed >> 33) % n);
}

static struct hwpgo_predictor *p;
static struct hwpgo_site sites[8192];

static void
start (const char *name)
{
  p = hwpgo_predictor_new (name);
  memset (sites, 0, sizeof sites);
  seed = 42;
}

static void
stop (void)
{
  hwpgo_predictor_free (p);
}

/* Branch I, over so many BYTES, goes this way.  */
static bool
go_over (unsigned i, unsigned bytes, bool taken)
{
  return hwpgo_predict_conditional (p, &sites[i], 0x401000 + 13ull * i, bytes,
                                    taken);
}

/* The same over many.  */
static bool
go (unsigned i, bool taken)
{
  return go_over (i, 0, taken);
}

/* The warm-up and the measured part of most streams.  */
#define WARM 20000
#define LONG 100000

static double
ratio_of_pattern (const char *name, unsigned bits, unsigned period)
{
  unsigned wrong = 0;
  start (name);
  for (unsigned i = 0; i < WARM + LONG; i++)
    {
      bool w = go (1, bits >> i % period & 1);
      wrong += i >= WARM && w;
    }
  stop ();
  return (double) wrong / LONG;
}

static double
ratio_of_coin (const char *name, unsigned percent)
{
  unsigned wrong = 0;
  start (name);
  for (unsigned i = 0; i < WARM + LONG; i++)
    {
      bool w = go (1, dice (100) < percent);
      wrong += i >= WARM && w;
    }
  stop ();
  return (double) wrong / LONG;
}

static void
short_periods_are_predicted (void)
{
  CHECK (ratio_of_pattern (NULL, 1, 2) < 0.02);
  CHECK (ratio_of_pattern (NULL, 0x2d, 7) < 0.02);
  CHECK (ratio_of_pattern (NULL, 0x01, 7) < 0.02);
  CHECK (ratio_of_pattern (NULL, 0xb2e5, 16) < 0.02);
  CHECK (ratio_of_pattern ("gshare", 1, 2) < 0.02);
  CHECK (ratio_of_pattern ("gshare", 0x2d, 7) < 0.02);
}

static void
coins_are_not (void)
{
  static const unsigned percents[] = { 50, 70, 90, 10, 20, 2 };
  for (unsigned i = 0; i < sizeof percents / sizeof *percents; i++)
    {
      unsigned odds = percents[i] > 50 ? 100 - percents[i] : percents[i];
      double got = ratio_of_coin (NULL, percents[i]) * 100;
      printf ("%u%% coin: %.2f%%\n", percents[i], got);
      CHECK (got > odds - 2.0 && got < odds + 2.0);
    }
}

/* A loop of TRIP rounds whose body holds BRANCHES others, of which every
   NOISE-th execution is a coin.  Returns the ratio of the loop branch.  */
static double
ratio_of_loop (unsigned trip, unsigned branches, unsigned noise)
{
  unsigned wrong = 0, executed = 0;
  start (NULL);
  for (unsigned outer = 0; outer < 6000; outer++)
    {
      for (unsigned i = 0; i < trip; i++)
        {
          for (unsigned b = 0; b < branches; b++)
            go (100 + b,
                noise && dice (noise) == 0 ? dice (2) : (i + b) % 3 == 0);
          bool w = go (1, i + 1 < trip);
          wrong += outer >= 1000 && w;
          executed += outer >= 1000;
        }
      go (2, outer % 2);
      go (3, dice (2));
    }
  stop ();
  return (double) wrong / executed;
}

static void
constant_trip_counts_are_predicted (void)
{
  CHECK (ratio_of_loop (20, 0, 0) < 0.02);
  CHECK (ratio_of_loop (20, 4, 0) < 0.02);
  CHECK (ratio_of_loop (20, 4, 1) < 0.02);
  CHECK (ratio_of_loop (200, 1, 1) < 0.002);
  /* A loop that fits no history by itself.  */
  CHECK (ratio_of_loop (700, 0, 0) < 0.0005);
  CHECK (ratio_of_loop (3, 2, 0) < 0.02);
}

static void
correlation_is_found (void)
{
  static const unsigned gaps[] = { 1, 2, 5, 12, 30, 60, 120, 250 };
  for (unsigned g = 0; g < sizeof gaps / sizeof *gaps; g++)
    {
      unsigned wrong = 0;
      start (NULL);
      for (unsigned i = 0; i < WARM + LONG; i++)
        {
          bool coin = dice (2);
          go (1, coin);
          /* What is between varies, but not at random.  */
          for (unsigned b = 1; b < gaps[g]; b++)
            go (10 + b, (i + b) & 1);
          bool w = go (2, coin);
          wrong += i >= WARM && w;
        }
      stop ();
      printf ("repeats the one %u before: %.3f%%\n", gaps[g] + 1,
              100.0 * wrong / LONG);
      CHECK (wrong < LONG / 50);
    }
}

static void
repeats_the_one_two_before_it (void)
{
  unsigned wrong = 0;
  start (NULL);
  for (unsigned i = 0; i < WARM + LONG; i++)
    {
      bool a = dice (2), b = dice (2);
      go (1, a);
      go (2, b);
      bool w = go (3, a);
      wrong += i >= WARM && w;
    }
  stop ();
  printf ("repeats the one two before it: %.3f%%\n", 100.0 * wrong / LONG);
  CHECK (wrong < LONG / 50);
}

/* Several thousand branches of all kinds at once: what is predictable stays
   so, and the random ones cost no more than their odds.  */
static void
many_sites_live_together (void)
{
  enum
  {
    N = 6000
  };
  unsigned wrong[4] = { 0 }, executed[4] = { 0 };
  start (NULL);
  for (unsigned round = 0; round < 300; round++)
    for (unsigned i = 0; i < N; i++)
      {
        bool outcomes[4]
            = { i & 8, round >> i % 2 & 1, dice (16) == 0, dice (100) != 0 };
        bool w = go (i, outcomes[i % 4]);
        wrong[i % 4] += round >= 100 && w;
        executed[i % 4] += round >= 100;
      }
  stop ();
  for (int k = 0; k < 4; k++)
    printf ("kind %d of many: %.2f%%\n", k, 100.0 * wrong[k] / executed[k]);
  CHECK (wrong[0] == 0);
  CHECK (wrong[2] < executed[2] * 0.0825);
  CHECK (wrong[3] < executed[3] * 0.03);
}

/* Mispredicts of three branches that depend on N random elements, which are
   gone through again and again.  */
static double
ratio_by_heart (unsigned n)
{
  enum
  {
    PASSES = 60
  };
  unsigned wrong = 0;
  unsigned char *element = malloc (n);
  if (!element)
    abort ();
  start (NULL);
  for (unsigned i = 0; i < n; i++)
    element[i] = (unsigned char) dice (8);
  for (unsigned pass = 0; pass < PASSES; pass++)
    for (unsigned i = 0; i < n; i++)
      for (unsigned b = 0; b < 3; b++)
        {
          bool w = go (1 + b, element[i] >> b & 1);
          wrong += pass >= PASSES / 2 && w;
        }
  stop ();
  free (element);
  double ratio = (double) wrong / (3.0 * n * (PASSES - PASSES / 2));
  printf ("%u outcomes by heart: %.2f%%\n", 3 * n, 100 * ratio);
  return ratio;
}

/* By the time that such a loop takes, a Zen 4 knows 48,000 outcomes by heart, more than half
   of 60,000, and next to none of 96,000; an Emerald Rapids 6,000, half of 9,000, and next to
   none of 15,000.  */
static void
an_input_is_learnt_as_by_cores (void)
{
  CHECK (ratio_by_heart (2000) < 0.02);
  CHECK (ratio_by_heart (8000) < 0.04);
  CHECK (ratio_by_heart (20000) > 0.4);
}

/* Mispredicts of the comparison in the inner loop of dynamic programming: of N
   letters of one text each is compared with all N of another.  */
static double
ratio_of_table (unsigned n)
{
  unsigned wrong = 0;
  unsigned char *text = malloc (2 * (size_t) n);
  if (!text)
    abort ();
  start (NULL);
  for (unsigned i = 0; i < 2 * n; i++)
    text[i] = (unsigned char) dice (4);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      {
        wrong += go (1, text[i] == text[n + j]);
        go (2, j < n - 1);
      }
  stop ();
  free (text);
  double ratio = (double) wrong / ((double) n * n);
  printf ("table of %u * %u letters: %.2f%%\n", n, n, 100 * ratio);
  return ratio;
}

/* The same with two branches that depend on noise between, over BYTES of code.  */
static double
ratio_among_moves (unsigned bytes)
{
  enum
  {
    N = 1000
  };
  unsigned wrong = 0;
  static unsigned char text[2 * N];
  start (NULL);
  for (unsigned i = 0; i < 2 * N; i++)
    text[i] = (unsigned char) dice (4);
  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < N; j++)
      {
        bool same = text[i] == text[N + j];
        wrong += go (1, same);
        if (!same)
          {
            go_over (2, bytes, dice (10) == 0);
            go_over (3, bytes, dice (5) == 0);
          }
        go (4, j < N - 1);
      }
  stop ();
  double ratio = (double) wrong / ((double) N * N);
  printf ("among noisy branches over %u bytes: %.2f%%\n", bytes, 100 * ratio);
  return ratio;
}

/* What will be conditional moves is in nobody's history.  */
static void
moves_hide_nothing (void)
{
  CHECK (ratio_among_moves (3) < 0.02);
  CHECK (ratio_among_moves (64) > 0.1);
}

/* A Zen 4, by the time that such loops take, mispredicts one comparison in 50 or
   less, whatever the length.  The outcomes of the loop's own branch, which are in
   the history, too, must not crowd the others.  */
static void
rows_of_a_table_are_learnt (void)
{
  CHECK (ratio_of_table (400) < 0.02);
  CHECK (ratio_of_table (800) < 0.02);
  CHECK (ratio_of_table (1500) < 0.02);
}

/* The working set of a hot phase: patterns in a hundred branches together
   with random ones.  */
static void
patterns_survive_noise (void)
{
  enum
  {
    N = 100
  };
  unsigned wrong = 0, executed = 0;
  start (NULL);
  for (unsigned round = 0; round < 20000; round++)
    for (unsigned i = 0; i < N; i++)
      {
        bool noisy = i % 25 == 0;
        bool w = go (i, noisy ? dice (2) : round >> i % 3 & 1);
        wrong += !noisy && round >= 4000 && w;
        executed += !noisy && round >= 4000;
      }
  stop ();
  printf ("patterns among noise: %.2f%%\n", 100.0 * wrong / executed);
  CHECK (wrong < executed * 0.02);
}

static void
steady_branches_cost_nothing (void)
{
  start (NULL);
  CHECK (go (1, true)); /* never met: predicted as not taken.  */
  CHECK (!go (2, false));
  for (int i = 0; i < 1000; i++)
    CHECK (!go (1, true) && !go (2, false));
  CHECK (go (1, false));
  /* One exception in ten thousand costs two mispredicts at most.  */
  unsigned wrong = 0;
  for (unsigned i = 0; i < 200000; i++)
    wrong += go (3, i % 10000 != 9999);
  CHECK (wrong <= 2 * 20 + 1);
  stop ();
}

static void
indirect_targets_follow_the_path (void)
{
  /* An interpreter's dispatch that runs one program of 40 operations.  */
  unsigned program[40], wrong = 0, random_wrong = 0;
  start (NULL);
  for (unsigned i = 0; i < 40; i++)
    program[i] = dice (12);
  for (unsigned i = 0; i < WARM + LONG; i++)
    {
      bool w = hwpgo_predict_indirect (p, &sites[1], 0x5000,
                                       0x7000 + 64 * program[i % 40]);
      wrong += i >= WARM && w;
    }
  for (unsigned i = 0; i < LONG; i++)
    random_wrong += hwpgo_predict_indirect (p, &sites[2], 0x6000,
                                            0x7000 + 64 * dice (4));
  printf ("dispatch: %.2f%%, one of four at random: %.2f%%\n",
          100.0 * wrong / LONG, 100.0 * random_wrong / LONG);
  CHECK (wrong < LONG / 50);
  CHECK (random_wrong > LONG * 0.72 && random_wrong < LONG * 0.78);
  CHECK (hwpgo_predict_indirect (p, &sites[3], 0x8000, 0x9000));
  for (int i = 0; i < 10; i++)
    CHECK (!hwpgo_predict_indirect (p, &sites[3], 0x8000, 0x9000));
  stop ();
}

static void
returns_are_matched (void)
{
  start (NULL);
  for (unsigned round = 0; round < 3; round++)
    {
      for (uint64_t i = 0; i < 60; i++)
        hwpgo_predict_call (p, 0x1000 + i);
      for (uint64_t i = 60; i-- > 0;)
        CHECK (!hwpgo_predict_return (p, 0x1000 + i));
    }
  /* Deeper than the stack: the outermost are lost.  */
  unsigned wrong = 0;
  for (uint64_t i = 0; i < 100; i++)
    hwpgo_predict_call (p, 0x1000 + i);
  for (uint64_t i = 100; i-- > 0;)
    wrong += hwpgo_predict_return (p, 0x1000 + i);
  CHECK_U64 (wrong, 100 - HWPGO_RETURN_STACK);
  stop ();
}

/* Leaving branches out costs nothing but what was under way.  */
static void
gaps_do_little_harm (void)
{
  unsigned wrong = 0;
  start (NULL);
  for (unsigned outer = 0; outer < 4000; outer++)
    {
      bool gap = outer >= 1000 && outer % 10 == 0;
      if (gap)
        hwpgo_predictor_resume (p);
      for (unsigned i = gap ? 33 : 0; i < 100; i++)
        {
          go (2, dice (2));
          wrong += go (1, i + 1 < 100) && outer >= 1000;
        }
    }
  printf ("loop of 100 with gaps: %u of %u exits\n", wrong, 3000u);
  CHECK (wrong <= 300 + 30);
  hwpgo_predict_call (p, 0x1000);
  hwpgo_predictor_resume (p);
  CHECK (!hwpgo_predict_return (p, 0x2000));
  hwpgo_predict_call (p, 0x1000);
  CHECK (hwpgo_predict_return (p, 0x2000));
  stop ();
}

static void
names_are_checked (void)
{
  CHECK (hwpgo_predictor_known ("tage") && hwpgo_predictor_known ("gshare"));
  CHECK (!hwpgo_predictor_known ("") && !hwpgo_predictor_known ("tag"));
  CHECK (!hwpgo_predictor_new ("perfect"));
  hwpgo_predictor_free (NULL);
}

static void
gshare_works (void)
{
  double coin = ratio_of_coin ("gshare", 50);
  CHECK (coin > 0.48 && coin < 0.52);
  start ("gshare");
  CHECK (hwpgo_predict_indirect (p, &sites[1], 1, 2));
  CHECK (!hwpgo_predict_indirect (p, &sites[1], 1, 2));
  CHECK (hwpgo_predict_indirect (p, &sites[1], 1, 3));
  stop ();
}

int
main (void)
{
  RUN (short_periods_are_predicted);
  RUN (coins_are_not);
  RUN (constant_trip_counts_are_predicted);
  RUN (repeats_the_one_two_before_it);
  RUN (correlation_is_found);
  RUN (many_sites_live_together);
  RUN (patterns_survive_noise);
  RUN (an_input_is_learnt_as_by_cores);
  RUN (rows_of_a_table_are_learnt);
  RUN (moves_hide_nothing);
  RUN (steady_branches_cost_nothing);
  RUN (indirect_targets_follow_the_path);
  RUN (returns_are_matched);
  RUN (gaps_do_little_harm);
  RUN (names_are_checked);
  RUN (gshare_works);
  return UNIT_RESULT;
}
