/* What must hold of inferred counts, on graphs of every kind.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <time.h>

#include "plugin/flow.h"
#include "testsuite/unit/unit.h"

static uint64_t random_state;

static uint64_t
random64 (void)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static uint64_t
random_below (uint64_t n)
{
  return random64 () % n;
}

static void
edge (struct hwpgo_flow *f, size_t from, size_t to, double probability)
{
  f->edges = realloc (f->edges, (f->n_edges + 1) * sizeof *f->edges);
  f->edges[f->n_edges++] = (struct hwpgo_flow_edge){
    .from = from, .to = to, .probability = probability
  };
}

/* N blocks with edges from anywhere to anywhere; every block is on a chain,
   too, when CHAIN.  */
static struct hwpgo_flow
random_graph (size_t n, uint64_t seed, bool chain)
{
  struct hwpgo_flow f = { .n_blocks = n };
  random_state = seed * 7919 + 1;
  f.blocks = calloc (n, sizeof *f.blocks);
  edge (&f, 0, 2, 1);
  for (size_t b = 2; b < n; b++)
    {
      if (chain)
        edge (&f, b, b + 1 < n ? b + 1 : 1, 0.5);
      for (size_t k = random_below (4); k > 0; k--)
        edge (&f, b, 1 + random_below (n - 1),
              (double) random_below (100) / 100);
    }
  return f;
}

static void
release (struct hwpgo_flow *f)
{
  free (f->blocks);
  free (f->edges);
}

/* Mark what is reached from START over edges, those with a count only when
   RUNNING, against them when BACK.  */
static bool *
reach (const struct hwpgo_flow *f, size_t start, bool running, bool back)
{
  bool *reached = calloc (f->n_blocks, 1);
  reached[start] = true;
  for (bool more = true; more;)
    {
      more = false;
      for (size_t e = 0; e < f->n_edges; e++)
        {
          const struct hwpgo_flow_edge *x = &f->edges[e];
          size_t from = back ? x->to : x->from, to = back ? x->from : x->to;
          if (reached[from] && !reached[to] && (!running || x->count > 0))
            reached[to] = more = true;
        }
    }
  return reached;
}

/* Add B, whose incoming counts sum to IN and which does not fit, to what is
   wrong, unless it is the one block of an endless loop that need not.  ODD has
   those seen so far.  */
static size_t
wrong (const struct hwpgo_flow *f, size_t b, uint64_t in, bool *odd)
{
  uint64_t count = f->blocks[b].count;
  bool *before = reach (f, b, false, true),
       *after = reach (f, b, false, false);
  bool good = in > count && in - count <= count / 64 && !after[1];
  for (size_t k = 0; k < f->n_blocks; k++)
    good &= !after[k] || (before[k] && !odd[k]);
  odd[b] = true;
  free (before);
  free (after);
  return !good;
}

/* What flow.h promises of every result.  */
static void
check (const struct hwpgo_flow *f)
{
  bool *running = reach (f, 0, true, false);
  uint64_t *in = calloc (f->n_blocks, sizeof *in);
  uint64_t *out = calloc (f->n_blocks, sizeof *out);
  bool *leaves = calloc (f->n_blocks, 1), *odd = calloc (f->n_blocks, 1);
  for (size_t e = 0; e < f->n_edges; e++)
    {
      in[f->edges[e].to] += f->edges[e].count;
      out[f->edges[e].from] += f->edges[e].count;
      leaves[f->edges[e].from] = true;
    }
  size_t unbalanced = 0, islands = 0;
  for (size_t b = 0; b < f->n_blocks; b++)
    if (f->blocks[b].inferred)
      {
        uint64_t count = f->blocks[b].count;
        unbalanced += leaves[b] && out[b] != count;
        if (b != 0 && in[b] != count)
          unbalanced += !leaves[b] || wrong (f, b, in[b], odd);
        islands += count > 0 && !running[b];
      }
  CHECK_U64 (unbalanced, 0);
  CHECK_U64 (islands, 0);
  free (running);
  free (in);
  free (out);
  free (leaves);
  free (odd);
}

/* Any counts: what comes out is a flow, from the entry.  */
static void
every_result_is_a_flow (void)
{
  for (uint64_t seed = 1; seed <= 400; seed++)
    {
      struct hwpgo_flow f = random_graph (3 + seed % 60, seed, seed % 3 != 0);
      unsigned known = (unsigned) random_below (100);
      for (size_t b = 0; b < f.n_blocks; b++)
        if (random_below (100) < known)
          {
            f.blocks[b].known = true;
            f.blocks[b].count = random_below (3)
                                    ? random64 () >> (8 + random_below (56))
                                    : 0;
          }
      CHECK (hwpgo_flow_infer (&f) == 0);
      check (&f);
      release (&f);
    }
}

/* Graphs with many ends: blocks that nothing leaves, loops that nothing
   leaves, and counts that say little of them.  */
static void
every_end_ends_a_flow (void)
{
  for (uint64_t seed = 1; seed <= 2000; seed++)
    {
      struct hwpgo_flow f = { .n_blocks = 4 + seed % 20 };
      random_state = seed * 104729 + 1;
      f.blocks = calloc (f.n_blocks, sizeof *f.blocks);
      edge (&f, 0, 2, 1);
      for (size_t b = 2; b < f.n_blocks; b++)
        {
          for (size_t k = random_below (3); k > 0; k--)
            edge (&f, b, 2 + random_below (f.n_blocks - 2),
                  (double) random_below (3) / 2);
          f.blocks[b].known = random_below (4) != 0;
          f.blocks[b].count = random_below (4) ? random_below (1000) : 0;
        }
      CHECK (hwpgo_flow_infer (&f) == 0);
      check (&f);
      release (&f);
    }
}

/* Add AMOUNT to what runs along a random way from the entry to the exit.  */
static bool
add_run (const struct hwpgo_flow *f, uint64_t *truth, uint64_t amount)
{
  size_t *way = malloc (10000 * sizeof *way), n = 0, b = 0;
  while (b != 1 && n < 10000)
    {
      size_t found = f->n_edges, seen = 0;
      way[n++] = b;
      for (size_t e = 0; e < f->n_edges; e++)
        if (f->edges[e].from == b && random_below (++seen) == 0)
          found = e;
      b = f->edges[found].to;
    }
  for (size_t i = 0; b == 1 && i < n; i++)
    truth[way[i]] += amount;
  truth[1] += b == 1 ? amount : 0;
  free (way);
  return b == 1;
}

/* Counts that fit together stay as they are, known or left to follow.  */
static void
consistent_counts_stay (void)
{
  for (uint64_t seed = 1; seed <= 100; seed++)
    {
      struct hwpgo_flow f = random_graph (3 + seed % 40, seed, true);
      uint64_t *truth = calloc (f.n_blocks, sizeof *truth);
      for (int i = 0; i < 20; i++)
        add_run (&f, truth, 1 + random_below (100000));
      for (size_t b = 0; b < f.n_blocks; b++)
        {
          f.blocks[b].known = true;
          f.blocks[b].count = truth[b];
        }
      CHECK (hwpgo_flow_infer (&f) == 0);
      for (size_t b = 0; truth[1] > 0 && b < f.n_blocks; b++)
        if (f.blocks[b].inferred)
          CHECK_U64 (f.blocks[b].count, truth[b]);
      free (truth);
      release (&f);
    }
}

/* A chain in which one block is measured, and another with a branch around
   it that is likely: neither rounds to nothing.  */
static void
what_runs_is_not_rounded_away (void)
{
  struct hwpgo_flow f = { .n_blocks = 40 };
  f.blocks = calloc (f.n_blocks, sizeof *f.blocks);
  edge (&f, 0, 2, 1);
  for (size_t b = 2; b < f.n_blocks; b++)
    {
      edge (&f, b, b + 1 < f.n_blocks ? b + 1 : 1, 0.01);
      edge (&f, b, 1, 0.99);
    }
  f.blocks[39].known = true;
  f.blocks[39].count = 3;
  CHECK (hwpgo_flow_infer (&f) == 0);
  check (&f);
  for (size_t b = 0; b < f.n_blocks; b++)
    CHECK (f.blocks[b].count >= 3);
  /* Every neighbour is measured as 0, and one block is not.  */
  for (size_t b = 2; b < f.n_blocks; b++)
    f.blocks[b] = (struct hwpgo_flow_block){ .known = true };
  f.blocks[20].count = 2;
  CHECK (hwpgo_flow_infer (&f) == 0);
  check (&f);
  CHECK (f.blocks[20].count > 0 && f.blocks[2].count > 0);
  /* Counts beside much larger ones.  */
  f.blocks[20].count = 1;
  f.blocks[2].count = UINT64_MAX / 4;
  CHECK (hwpgo_flow_infer (&f) == 0);
  check (&f);
  CHECK (f.blocks[20].count > 0);
  release (&f);
}

/* Loops in loops, of which only the statement before them is measured.  */
static void
deep_nests_are_deep (void)
{
  enum
  {
    DEPTH = 5
  };
  struct hwpgo_flow f = { .n_blocks = 4 + DEPTH };
  f.blocks = calloc (f.n_blocks, sizeof *f.blocks);
  edge (&f, 0, 2, 1);
  edge (&f, 2, 3, 1);
  for (size_t b = 3; b < 3 + DEPTH; b++) /* B begins a loop to B + 1.  */
    {
      edge (&f, b, b + 1, 0.8);
      edge (&f, b, b == 3 ? 1 : b - 1, 0.2);
    }
  edge (&f, 3 + DEPTH, 2 + DEPTH, 1);
  f.blocks[2].known = true;
  f.blocks[2].count = 1000;
  CHECK (hwpgo_flow_infer (&f) == 0);
  check (&f);
  CHECK (f.blocks[2].count == 1000);
  /* Each loop turns four times for once that it is entered.  */
  uint64_t want = 1000;
  for (size_t b = 3; b < 3 + DEPTH; b++)
    {
      if (b > 3)
        want *= 4;
      uint64_t entered = want;
      CHECK (f.blocks[b].count > entered * 9 / 10);
    }
  release (&f);
}

/* Much nonsense takes time, but not for ever.  */
static void
nonsense_takes_seconds_at_most (void)
{
  struct timespec begin, end;
  struct hwpgo_flow f = random_graph (3000, 5, true);
  for (size_t b = 0; b < f.n_blocks; b++)
    {
      f.blocks[b].known = random_below (2);
      f.blocks[b].count = random64 () >> (8 + random_below (56));
    }
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &begin);
  CHECK (hwpgo_flow_infer (&f) == 0);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &end);
  double seconds = (double) (end.tv_sec - begin.tv_sec)
                   + (double) (end.tv_nsec - begin.tv_nsec) / 1e9;
  printf ("3,000 blocks of nonsense: %.0f ms\n", seconds * 1e3);
  CHECK (seconds < 5); /* ample, for sanitizers.  */
  release (&f);
}

int
main (void)
{
  RUN (every_result_is_a_flow);
  RUN (every_end_ends_a_flow);
  RUN (consistent_counts_stay);
  RUN (what_runs_is_not_rounded_away);
  RUN (deep_nests_are_deep);
  RUN (nonsense_takes_seconds_at_most);
  return UNIT_RESULT;
}
