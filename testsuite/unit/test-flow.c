/* Inference of counts on graphs whose truth is known.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "testsuite/unit/flow-graph.h"

/* 2 goes to 3 or 4, both to 5.  */
static struct graph
diamond (void)
{
  struct graph g = graph_new (6);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 0.5);
  edge (&g, 2, 4, 0.5);
  edge (&g, 3, 5, 1);
  edge (&g, 4, 5, 1);
  edge (&g, 5, 1, 1);
  return g;
}

static void
diamonds_get_the_missing_arm (void)
{
  struct graph g = diamond ();
  known (&g, 2, 1000);
  known (&g, 3, 700);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 300, 300);
  count_is (&g, 5, 1000, 1000);
  count_is (&g, 0, 1000, 1000);
  count_is (&g, 1, 1000, 1000);
  CHECK_U64 (g.edges[1].count, 700);
  CHECK_U64 (g.edges[2].count, 300);

  g = diamond ();
  known (&g, 3, 10);
  known (&g, 4, 30);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 2, 40, 40);
}

static void
unknown_arms_follow_the_probabilities (void)
{
  struct graph g = diamond ();
  known (&g, 5, 1000);
  g.edges[1].probability = 0.8;
  g.edges[2].probability = 0.2;
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 2, 1000, 1000);
  count_is (&g, 3, 795, 805);
}

static void
unknown_is_never_zero (void)
{
  /* Noise: the measured arm ran more often than the whole.  */
  struct graph g = diamond ();
  known (&g, 2, 1000);
  known (&g, 3, 1010);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 1, 100);
  count_is (&g, 3, 900, 1010);
  /* Where it was seen not to run, it stays at zero.  */
  g = diamond ();
  known (&g, 2, 1000);
  known (&g, 4, 0);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 0, 0);
  count_is (&g, 3, 1000, 1000);
}

static void
nothing_measured_infers_nothing (void)
{
  struct graph g = diamond ();
  infer (&g);
  for (size_t b = 0; b < 6; b++)
    CHECK (!g.blocks[b].inferred);
  g = diamond ();
  known (&g, 2, 0);
  infer (&g);
  for (size_t b = 0; b < 6; b++)
    CHECK (!g.blocks[b].inferred);
  struct hwpgo_flow empty = { 0 };
  CHECK (hwpgo_flow_infer (&empty) == 0);
}

static void
conflicts_are_smoothed (void)
{
  /* A chain measured four times, once wrong.  */
  struct graph g = graph_new (6);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 3, 4, 1);
  edge (&g, 4, 5, 1);
  edge (&g, 5, 1, 1);
  known (&g, 2, 1000);
  known (&g, 3, 10);
  known (&g, 4, 990);
  known (&g, 5, 1005);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 3, 990, 1005);
  /* A lost zero in the middle.  */
  g.blocks[3].count = 0;
  g.blocks[3].known = true;
  known (&g, 2, 1000);
  known (&g, 4, 1000);
  known (&g, 5, 1000);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 3, 1000, 1000);
}

static void
wrong_entries_do_not_drown_blocks (void)
{
  struct graph g = diamond ();
  known (&g, 0, 1000000000);
  known (&g, 2, 1000);
  known (&g, 3, 1000);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 0, 1000, 1010);
  count_is (&g, 4, 1, 10);
  g = diamond ();
  known (&g, 0, 1);
  known (&g, 2, 1000);
  infer (&g);
  count_is (&g, 0, 1000, 1000);
}

static void
loops_that_run_are_entered (void)
{
  /* 2 goes to 3, which turns, and past it to 5; nobody saw 2 or 5.  */
  struct graph g = graph_new (6);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 0.5);
  edge (&g, 2, 5, 0.5);
  edge (&g, 3, 4, 1);
  edge (&g, 4, 3, 0.9);
  edge (&g, 4, 5, 0.1);
  edge (&g, 5, 1, 1);
  known (&g, 2, 0);
  known (&g, 3, 1000000);
  known (&g, 5, 0);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 3, 1000000, 1002000);
  count_is (&g, 2, 900, 1000);
  count_is (&g, 5, 900, 1000);
}

static void
loops_have_their_iterations (void)
{
  /* 2 preheader, 3 header, 4 body and latch, 5 after.  */
  struct graph g = graph_new (6);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 3, 4, 0.9);
  edge (&g, 3, 5, 0.1);
  edge (&g, 4, 3, 1);
  edge (&g, 5, 1, 1);
  known (&g, 2, 10);
  known (&g, 4, 1000);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 3, 1010, 1010);
  count_is (&g, 5, 10, 10);
  /* The body alone: the way in is unknown, which is not zero.  */
  g.blocks[2].known = false;
  g.blocks[4].count = 1000;
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 4, 1000, 1000);
  count_is (&g, 2, 100, 120);
}

static void
noise_of_a_loop_is_no_entry (void)
{
  /* 2 preheader, 3 header, 4 and 5 body, 6 after.  */
  struct graph g = graph_new (7);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 3, 4, 0.9);
  edge (&g, 3, 6, 0.1);
  edge (&g, 4, 5, 1);
  edge (&g, 5, 3, 1);
  edge (&g, 6, 1, 1);
  known (&g, 0, 41);
  known (&g, 3, 1000370);
  known (&g, 4, 955826);
  known (&g, 5, 955826);
  g.flow.entry_sure = true;
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 2, 41, 41);
  count_is (&g, 3, 955826, 1000370);
}

static void
self_loops_and_endless_loops_work (void)
{
  struct graph g = graph_new (4);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 2, 0.9);
  edge (&g, 2, 3, 0.1);
  edge (&g, 3, 1, 1);
  known (&g, 2, 1000);
  known (&g, 3, 50);
  infer (&g);
  CHECK (is_flow (&g.flow));
  CHECK_U64 (g.edges[1].count, 950);

  g = graph_new (4); /* nothing reaches the exit.  */
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 3, 2, 1);
  known (&g, 3, 500);
  known (&g, 0, 1);
  infer (&g);
  CHECK (g.blocks[2].inferred && g.blocks[3].inferred);
  count_is (&g, 2, 499, 501);
  count_is (&g, 3, 499, 501);
  CHECK_U64 (g.edges[1].count, g.blocks[2].count);
  CHECK_U64 (g.edges[2].count, g.blocks[3].count);
}

static void
irreducible_regions_are_consistent (void)
{
  /* 3 and 4 jump to each other, 2 enters both.  */
  struct graph g = graph_new (6);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 0.5);
  edge (&g, 2, 4, 0.5);
  edge (&g, 3, 4, 1);
  edge (&g, 4, 3, 0.7);
  edge (&g, 4, 5, 0.3);
  edge (&g, 5, 1, 1);
  known (&g, 2, 100);
  known (&g, 3, 600);
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 5, 100, 100);
  count_is (&g, 3, 600, 600);
  CHECK (g.blocks[4].count >= 600 && g.blocks[4].count <= 700);
}

static void
unreachable_blocks_stay_out (void)
{
  struct graph g = diamond ();
  g.flow.n_blocks = 8;
  edge (&g, 6, 7, 1);
  edge (&g, 7, 5, 1);
  known (&g, 6, 1000000);
  known (&g, 2, 10);
  infer (&g);
  CHECK (!g.blocks[6].inferred && !g.blocks[7].inferred);
  count_is (&g, 5, 10, 10);
  CHECK_U64 (g.edges[6].count, 0);
  CHECK_U64 (g.edges[7].count, 0);
}

static void
huge_counts_do_not_overflow (void)
{
  struct graph g = diamond ();
  known (&g, 2, UINT64_MAX);
  known (&g, 3, UINT64_MAX / 4);
  infer (&g);
  CHECK (is_flow (&g.flow));
  CHECK (g.blocks[4].count > UINT64_MAX / 8 * 5);
}

/* --- random programs ------------------------------------------------------*/

static uint64_t random_state;

static uint64_t
random_below (uint64_t n)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state % n;
}

static double
random_unit (void)
{
  return (double) random_below (1u << 30) / (1u << 30);
}

/* A program of N blocks: chains with forward branches up to SPREAD blocks
   away and one back edge in eight blocks.  Probability of the last edge of a
   block is what the others leave.  */
static void
random_program (struct hwpgo_flow *f, size_t n, size_t spread)
{
  f->n_blocks = n;
  f->n_edges = 0;
  f->blocks = calloc (n, sizeof *f->blocks);
  f->edges = calloc (2 * n, sizeof *f->edges);
  f->edges[f->n_edges++]
      = (struct hwpgo_flow_edge){ .from = 0, .to = 2, .probability = 1 };
  for (size_t b = 2; b < n; b++)
    {
      size_t next = b + 1 < n ? b + 1 : 1;
      double p = 1;
      if (b + 2 < n && random_below (3) != 0)
        {
          size_t to = b + 2 + random_below (spread);
          p = 0.05 + 0.9 * random_unit ();
          if (random_below (8) == 0 && b > spread + 3)
            {
              to = b - 1 - random_below (spread);
              p = p < 0.5 ? p + 0.45 : p;
            }
          f->edges[f->n_edges++] = (struct hwpgo_flow_edge){
            .from = b, .to = to < n ? to : 1, .probability = 1 - p
          };
        }
      f->edges[f->n_edges++] = (struct hwpgo_flow_edge){ .from = b,
                                                         .to = next,
                                                         .probability = p };
    }
}

/* Run the program RUNS times; TRUTH counts.  */
static void
walk (const struct hwpgo_flow *f, uint64_t *truth, uint64_t *edge_truth,
      int runs)
{
  size_t *first = calloc (f->n_blocks + 1, sizeof *first);
  for (size_t e = 0; e < f->n_edges; e++) /* edges are sorted by block.  */
    first[f->edges[e].from + 1] = e + 1;
  first[2] = first[1]; /* the exit has none.  */
  for (int run = 0; run < runs; run++)
    for (size_t b = 0; b != 1;)
      {
        size_t e = first[b];
        truth[b]++;
        if (e + 1 < first[b + 1] && random_unit () >= f->edges[e].probability)
          e++;
        edge_truth[e]++;
        b = f->edges[e].to;
      }
  free (first);
}

/* Weighted error of the blocks that were not shown, as a part of their
   truth.  KNOWN of 100 blocks are shown, with relative noise NOISE, and the
   probabilities given are useless.  */
static double
error_of (size_t n, unsigned percent_known, double noise, uint64_t seed)
{
  struct hwpgo_flow f = { 0 };
  random_state = seed;
  random_program (&f, n, 6);
  uint64_t *truth = calloc (n, sizeof *truth);
  uint64_t *edge_truth = calloc (2 * n, sizeof *edge_truth);
  walk (&f, truth, edge_truth, 300);
  for (size_t e = 0; e < f.n_edges; e++)
    f.edges[e].probability = f.edges[e].probability == 1 ? 1 : 0.5;
  bool *shown = calloc (n, 1);
  for (size_t b = 2; b < n; b++)
    if (random_below (100) < percent_known)
      {
        double r = 1 + noise * (2 * random_unit () - 1);
        f.blocks[b].known = shown[b] = true;
        f.blocks[b].count = (uint64_t) ((double) (truth[b] * 1024) * r);
      }
  CHECK (hwpgo_flow_infer (&f) == 0);
  CHECK (is_flow (&f));
  double wrong = 0, all = 1;
  for (size_t b = 2; b < n; b++)
    if (f.blocks[b].inferred && !shown[b])
      {
        wrong += fabs ((double) f.blocks[b].count - (double) truth[b] * 1024);
        all += (double) truth[b] * 1024;
      }
  free (truth);
  free (edge_truth);
  free (shown);
  free (f.blocks);
  free (f.edges);
  return wrong / all;
}

static int
compare_errors (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Of 201 programs.  The mean would be that of the one where nothing in a loop
   is known, whose iterations only the probabilities could tell.  */
static double
median_error (size_t n, unsigned percent_known, double noise)
{
  double errors[201];
  for (uint64_t seed = 1; seed <= 201; seed++)
    errors[seed - 1] = error_of (n, percent_known, noise, seed * 77777);
  qsort (errors, 201, sizeof *errors, compare_errors);
  return errors[100];
}

static void
random_programs_are_reconstructed (void)
{
  double all = median_error (60, 90, 0), most = median_error (60, 70, 0);
  double half = median_error (60, 50, 0), few = median_error (60, 20, 0);
  double noisy = median_error (60, 70, 0.1);
  printf ("error with 90/70/50/20 %% known: %.3f %.3f %.3f %.3f;"
          " 70 %% with 10 %% noise: %.3f\n",
          all, most, half, few, noisy);
  CHECK (all < 0.05);
  CHECK (most < 0.12);
  CHECK (half < 0.20);
  CHECK (few < 0.40);
  CHECK (noisy < 0.15);
}

static void
the_same_input_gives_the_same_counts (void)
{
  CHECK (error_of (200, 50, 0.2, 5) == error_of (200, 50, 0.2, 5));
}

static void
ten_thousand_blocks_take_milliseconds (void)
{
  struct timespec begin, end;
  struct hwpgo_flow f = { 0 };
  random_state = 99;
  random_program (&f, 10000, 6);
  for (size_t b = 2; b < f.n_blocks; b++)
    if (random_below (2))
      {
        f.blocks[b].known = true;
        f.blocks[b].count = random_below (1000000);
      }
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &begin);
  CHECK (hwpgo_flow_infer (&f) == 0);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &end);
  CHECK (is_flow (&f));
  double ms = (double) (end.tv_sec - begin.tv_sec) * 1e3
              + (double) (end.tv_nsec - begin.tv_nsec) / 1e6;
  printf ("10,000 blocks, random counts: %.1f ms\n", ms);
  CHECK (ms < 2000); /* ample, for sanitizers and busy machines.  */
  free (f.blocks);
  free (f.edges);
}

static void
what_was_believed_is_not_raised (void)
{
  for (int confirmed = 0; confirmed < 2; confirmed++)
    {
      /* The second arm did not run, and what follows it did 80 times: once, at
         least.  */
      struct graph g = graph_new (7);
      edge (&g, 0, 2, 1);
      edge (&g, 2, 3, 0.5);
      edge (&g, 2, 4, 0.5);
      edge (&g, 3, 5, 1);
      edge (&g, 4, 6, 1);
      edge (&g, 5, 1, 1);
      edge (&g, 6, 1, 1);
      known (&g, 2, 100);
      known (&g, 4, 0);
      known (&g, 6, 80);
      g.blocks[4].confirmed = confirmed;
      infer (&g);
      CHECK_U64 (g.blocks[3].count, confirmed ? 100 : 20);
      CHECK_U64 (g.blocks[4].count, confirmed ? 1 : 80);
    }
}

static void
belief_comes_before_probabilities (void)
{
  for (int believed = 0; believed < 2; believed++)
    {
      /* A loop that nobody measured.  */
      struct graph g = graph_new (4);
      edge (&g, 0, 2, 1);
      edge (&g, 2, 3, 1);
      edge (&g, 3, 3, 0.9);
      edge (&g, 3, 1, 0.1);
      known (&g, 2, 1000);
      g.flow.measured_probabilities = true;
      g.blocks[0] = g.blocks[1]
          = (struct hwpgo_flow_block){ .believed = believed, .count = 1000 };
      g.blocks[3]
          = (struct hwpgo_flow_block){ .believed = believed, .count = 5000 };
      infer (&g);
      CHECK_U64 (g.blocks[0].count, 1000);
      if (believed)
        CHECK (g.blocks[3].count >= 5000 && g.blocks[3].count < 6000);
      else
        CHECK (g.blocks[3].count > 9000 && g.blocks[3].count < 11000);
    }
}

static void
loops_that_were_believed_keep_their_turns (void)
{
  /* A loop of which nothing is measured but how often it is entered and left,
     by a build that had unrolled it.  */
  struct graph g = graph_new (5);
  edge (&g, 0, 2, 1);
  edge (&g, 2, 3, 1);
  edge (&g, 3, 3, 0.999);
  edge (&g, 3, 4, 0.001);
  edge (&g, 4, 1, 1);
  known (&g, 2, 100);
  known (&g, 4, 100);
  g.blocks[0] = g.blocks[1]
      = (struct hwpgo_flow_block){ .believed = true, .count = 100 };
  g.blocks[3] = (struct hwpgo_flow_block){ .believed = true, .count = 50000 };
  infer (&g);
  CHECK (is_flow (&g.flow));
  count_is (&g, 3, 45000, 55000);
}

int
main (void)
{
  RUN (loops_that_were_believed_keep_their_turns);
  RUN (what_was_believed_is_not_raised);
  RUN (belief_comes_before_probabilities);
  RUN (diamonds_get_the_missing_arm);
  RUN (unknown_arms_follow_the_probabilities);
  RUN (unknown_is_never_zero);
  RUN (nothing_measured_infers_nothing);
  RUN (conflicts_are_smoothed);
  RUN (wrong_entries_do_not_drown_blocks);
  RUN (loops_that_run_are_entered);
  RUN (loops_have_their_iterations);
  RUN (noise_of_a_loop_is_no_entry);
  RUN (self_loops_and_endless_loops_work);
  RUN (irreducible_regions_are_consistent);
  RUN (unreachable_blocks_stay_out);
  RUN (huge_counts_do_not_overflow);
  RUN (random_programs_are_reconstructed);
  RUN (the_same_input_gives_the_same_counts);
  RUN (ten_thousand_blocks_take_milliseconds);
  return UNIT_RESULT;
}
