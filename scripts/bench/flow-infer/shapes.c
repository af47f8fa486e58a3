/* The shapes of programs that inference is tried on.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "scripts/bench/flow-infer/program.h"
#include "scripts/bench/flow-infer/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- shapes --------------------------------------------------------------*/

static const struct mix usual = { .plain = 4,
                                  .if_then = 6,
                                  .if_else = 4,
                                  .both = 2,
                                  .loop = 3,
                                  .leave = 1,
                                  .fail = 1,
                                  .cases = 1,
                                  .never = 1,
                                  .unknown = 0.15,
                                  .dark = 0.01,
                                  .lost = 0.05,
                                  .max_depth = 10,
                                  .n_cases = 8 },
                        nested = { .plain = 1,
                                   .if_then = 1,
                                   .loop = 8,
                                   .leave = 1,
                                   .unknown = 0.2,
                                   .lost = 0.05,
                                   .max_depth = 7,
                                   .n_cases = 1 },
                        diamonds = { .plain = 1,
                                     .if_else = 8,
                                     .unknown = 0.15,
                                     .lost = 0.05,
                                     .max_depth = 3,
                                     .n_cases = 1 },
                        switches = { .plain = 2,
                                     .if_then = 2,
                                     .cases = 1,
                                     .loop = 1,
                                     .unknown = 0.15,
                                     .lost = 0.05,
                                     .max_depth = 4,
                                     .n_cases = 400 },
                        chain = { .plain = 1,
                                  .unknown = 0.15,
                                  .lost = 0.05,
                                  .max_depth = 1,
                                  .n_cases = 1 },
                        errors = { .plain = 2,
                                   .if_then = 2,
                                   .both = 1,
                                   .loop = 1,
                                   .leave = 2,
                                   .fail = 8,
                                   .never = 2,
                                   .unknown = 0.15,
                                   .lost = 0.05,
                                   .max_depth = 6,
                                   .n_cases = 1 },
                        knots = { .plain = 1,
                                  .if_then = 2,
                                  .knot = 4,
                                  .loop = 1,
                                  .unknown = 0.15,
                                  .lost = 0.05,
                                  .max_depth = 5,
                                  .n_cases = 1 },
                        dark = { .plain = 3,
                                 .if_then = 5,
                                 .if_else = 4,
                                 .both = 2,
                                 .loop = 3,
                                 .leave = 1,
                                 .fail = 1,
                                 .cases = 1,
                                 .unknown = 0.5,
                                 .dark = 0.3,
                                 .lost = 0.1,
                                 .max_depth = 8,
                                 .n_cases = 8 };

#define PROGRAM(name)                                                         \
  static void make_##name (struct subject *s, size_t n)                       \
  {                                                                           \
    make_program (s, n, &name);                                               \
  }
PROGRAM (usual)
PROGRAM (nested)
PROGRAM (diamonds)
PROGRAM (switches)
PROGRAM (chain)
PROGRAM (errors)
PROGRAM (knots)
PROGRAM (dark)

/* Measured counts that mean nothing.  */
static void
contradict (struct subject *s, unsigned known_percent, bool huge)
{
  for (size_t b = 0; b < s->flow.n_blocks; b++)
    {
      s->flow.blocks[b].known = below (100) < known_percent;
      s->flow.blocks[b].count = !s->flow.blocks[b].known ? 0
                                : huge ? random64 () >> (4 + below (56))
                                       : below (1000000);
    }
}

static void
make_noise (struct subject *s, size_t n)
{
  make_program (s, n, &usual);
  contradict (s, 60, false);
}

static void
make_huge (struct subject *s, size_t n)
{
  make_program (s, n, &usual);
  contradict (s, 80, true);
}

/* Diamonds one after the other, of which each contradicts the next.  */
static void
make_quarrel (struct subject *s, size_t n)
{
  make_program (s, n, &diamonds);
  contradict (s, 100, false);
}

static void
make_one_switch (struct subject *s, size_t n)
{
  size_t top = block (s, 0), end = block (s, 0), from = block (s, 0);
  edge (s, top, from, 0, 1);
  for (size_t i = 3; i < n; i++)
    {
      size_t at = block (s, 0);
      edge (s, from, at, 0, 1.0 / (double) n);
      edge (s, at, end, 0, 1);
    }
  contradict (s, 90, false);
}

/* Edges from anywhere to anywhere.  */
static void
make_mess (struct subject *s, size_t n)
{
  for (size_t b = 0; b < n; b++)
    block (s, 0);
  for (size_t b = 0; b < n; b++)
    for (size_t k = 0; b != 1 && k < 1 + below (5); k++)
      edge (s, b, 1 + below (n - 1), 0, unit ());
  contradict (s, 70, true);
}

/* The same, and only a few blocks know anything.  */
static void
make_dark_mess (struct subject *s, size_t n)
{
  make_mess (s, n);
  contradict (s, 3, false);
}

/* Each block of a long chain may leave to each of a few others: every path is
   long, and there are very many.  */
static void
make_ladder (struct subject *s, size_t n)
{
  for (size_t b = 0; b < n; b++)
    block (s, 0);
  edge (s, 0, 2, 0, 1);
  for (size_t b = 2; b < n; b++)
    {
      edge (s, b, b + 1 < n ? b + 1 : 1, 0, 0.5);
      edge (s, b, b > 3 ? 2 + below (b - 2) : 2, 0, 0.3);
      edge (s, b, b + 2 < n ? b + 2 + below (n - b - 2) : 1, 0, 0.2);
    }
  contradict (s, 50, false);
}

/* A chain measured as ever more, so that all of it must be moved.  */
static void
make_stairs (struct subject *s, size_t n)
{
  for (size_t b = 0; b < n; b++)
    block (s, 0);
  edge (s, 0, 2, 0, 1);
  for (size_t b = 2; b < n; b++)
    {
      edge (s, b, b + 1 < n ? b + 1 : 1, 0, 0.9);
      if (b > 3)
        edge (s, b, b - 1 - below (b < 40 ? b - 3 : 36), 0, 0.1);
    }
  contradict (s, 100, false);
  for (size_t b = 2; b < n; b++)
    s->flow.blocks[b].count = b * 1000;
}

const struct shape shapes[] = {
  { "usual", "branches, loops, switches, errors", make_usual, false },
  { "nested", "nested loops", make_nested, false },
  { "diamonds", "branches with two arms", make_diamonds, false },
  { "switches", "switches of hundreds of cases", make_switches, false },
  { "chain", "one long chain", make_chain, false },
  { "errors", "jumps to one block, blocks that end", make_errors, false },
  { "knots", "loops with two entries", make_knots, false },
  { "dark", "large parts unknown", make_dark, false },
  { "noise", "usual, random counts", make_noise, true },
  { "huge", "usual, random 64-bit counts", make_huge, true },
  { "quarrel", "diamonds, random counts", make_quarrel, true },
  { "switch", "one switch, random counts", make_one_switch, true },
  { "mess", "random edges and 64-bit counts", make_mess, true },
  { "dark mess", "random edges, few counts", make_dark_mess, true },
  { "ladder", "a chain with random jumps and counts", make_ladder, true },
  { "stairs", "a chain with ever higher counts", make_stairs, true },
};
const size_t n_shapes = sizeof shapes / sizeof *shapes;

/* --- subjects ------------------------------------------------------------*/

struct subject
subject_new (const struct shape *shape, size_t n, uint64_t seed)
{
  struct subject s = { 0 };
  random_seed (seed);
  shape->make (&s, n);
  s.measured = malloc (s.flow.n_blocks * sizeof *s.measured);
  if (!s.measured)
    {
      perror ("flow-infer");
      exit (1);
    }
  memcpy (s.measured, s.flow.blocks, s.flow.n_blocks * sizeof *s.measured);
  return s;
}

void
subject_reset (struct subject *s)
{
  memcpy (s->flow.blocks, s->measured, s->flow.n_blocks * sizeof *s->measured);
}

void
subject_free (struct subject *s)
{
  free (s->flow.blocks);
  free (s->flow.edges);
  free (s->measured);
  free (s->blocks);
  free (s->edges);
}
