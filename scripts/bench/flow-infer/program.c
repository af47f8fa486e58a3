/* A program with known counts, and its samples.
   SPDX-License-Identifier: GPL-2.0-or-later

   A program is made top down, statement by statement, and each statement
   shares the count that it gets among its parts, so that the truth is a flow
   by construction.  Then each block is sampled: Poisson noise, blocks without
   a line of their own, and lines that were lost in part.  */

#include "scripts/bench/flow-infer/program.h"
#include "scripts/bench/flow-infer/random.h"

#include <stdio.h>
#include <stdlib.h>

/* Nothing runs so often for each time that the entry does: the whole of a
   large program would be one loop, and all the rest not matter.  */
#define MAX_GROWTH 2000

/* --- building ------------------------------------------------------------*/

static void
room (void *array, size_t *capacity, size_t need, size_t size)
{
  void **at = array;
  if (need <= *capacity)
    return;
  *capacity = need + *capacity;
  *at = realloc (*at, *capacity * size);
  if (!*at)
    {
      perror ("flow-infer");
      exit (1);
    }
}

size_t
block (struct subject *s, uint64_t count)
{
  size_t b = s->flow.n_blocks++;
  room (&s->flow.blocks, &s->block_capacity, b + 1, sizeof *s->flow.blocks);
  room (&s->blocks, &s->truth_capacity[0], b + 1, sizeof *s->blocks);
  s->flow.blocks[b] = (struct hwpgo_flow_block){ .known = true };
  s->blocks[b] = count;
  return b;
}

void
edge (struct subject *s, size_t from, size_t to, uint64_t count, double guess)
{
  size_t e = s->flow.n_edges++;
  room (&s->flow.edges, &s->edge_capacity, e + 1, sizeof *s->flow.edges);
  room (&s->edges, &s->truth_capacity[1], e + 1, sizeof *s->edges);
  s->flow.edges[e] = (struct hwpgo_flow_edge){ .from = from,
                                               .to = to,
                                               .probability = guess };
  s->edges[e] = count;
}

/* What the code that is made stands in.  */
struct level
{
  struct level *outer; /* the loop around, or NULL.  */
  uint64_t leave;      /* entries of the loop that may still leave early.  */
  size_t exit;         /* where 'break' goes.  */
};

struct maker
{
  struct subject *s;
  const struct mix *mix;
  size_t n;     /* wanted.  */
  size_t error; /* the block that 'goto error' goes to.  */
  unsigned depth;
};

/* How likely a branch is, mostly far from even.  */
static double
truth_of_branch (void)
{
  double u = unit ();
  return u < 0.25   ? 0
         : u < 0.35 ? 0.001 + 0.03 * unit ()
         : u < 0.7  ? 0.05 + 0.2 * unit ()
                    : 0.25 + 0.25 * unit ();
}

/* What a compiler makes of it: the right direction in two of three.  */
static double
guess_of_branch (double p)
{
  double sure = 0.5 + 0.4 * unit ();
  return unit () < 0.67 ? p > 0.5 ? sure : 1 - sure : unit ();
}

static size_t make_body (struct maker *m, size_t from, uint64_t *count,
                         size_t budget, struct level *level);

/* Take AMOUNT off what may leave each loop up to OUTER.  */
static uint64_t
may_leave (const struct level *level, uint64_t amount)
{
  for (; level; level = level->outer)
    amount = amount < level->leave ? amount : level->leave;
  return amount;
}

/* A branch around or between bodies; returns where they meet.  */
static size_t
make_if (struct maker *m, size_t from, uint64_t *count, size_t budget,
         struct level *level, bool with_else)
{
  double p = truth_of_branch ();
  p = below (2) ? p : 1 - p;
  double guess = guess_of_branch (p);
  uint64_t taken = binomial (*count, p), other = *count - taken;
  size_t then = block (m->s, taken);
  edge (m->s, from, then, taken, guess);
  size_t end = make_body (m, then, &taken, budget / (1 + with_else), level);
  size_t end_else = from;
  if (with_else)
    {
      end_else = block (m->s, other);
      edge (m->s, from, end_else, other, 1 - guess);
      end_else = make_body (m, end_else, &other, budget / 2, level);
    }
  *count = taken + other;
  size_t join = block (m->s, *count);
  edge (m->s, end, join, taken, 1);
  edge (m->s, end_else, join, other, with_else ? 1 : 1 - guess);
  return join;
}

/* if (a && b) THEN else ELSE.  */
static size_t
make_both (struct maker *m, size_t from, uint64_t *count, size_t budget,
           struct level *level)
{
  double p = truth_of_branch (), q = truth_of_branch ();
  double guess_p = guess_of_branch (p), guess_q = guess_of_branch (q);
  uint64_t a = binomial (*count, 1 - p), both = binomial (a, 1 - q);
  uint64_t other = *count - both;
  size_t second = block (m->s, a);
  edge (m->s, from, second, a, 1 - guess_p);
  size_t then = block (m->s, both), otherwise = block (m->s, other);
  edge (m->s, second, then, both, 1 - guess_q);
  edge (m->s, second, otherwise, a - both, guess_q);
  edge (m->s, from, otherwise, *count - a, guess_p);
  then = make_body (m, then, &both, budget / 2, level);
  otherwise = make_body (m, otherwise, &other, budget / 2, level);
  *count = both + other;
  size_t join = block (m->s, *count);
  edge (m->s, then, join, both, 1);
  edge (m->s, otherwise, join, other, 1);
  return join;
}

static uint64_t
iterations (const struct subject *s, uint64_t count)
{
  double max = MAX_GROWTH * (double) s->blocks[0];
  double u = unit ();
  double trips = u < 0.2   ? 2 * unit ()
                 : u < 0.6 ? 3 + 10 * unit ()
                 : u < 0.9 ? 20 + 100 * unit ()
                           : 1000;
  if ((double) count * trips > max)
    trips = max / (double) count < trips ? max / (double) count : trips;
  return (uint64_t) ((double) count * trips);
}

/* while (...) { ...; if (...) break; ... }  */
static size_t
make_loop (struct maker *m, size_t from, uint64_t *count, size_t budget,
           struct level *level)
{
  uint64_t inside = iterations (m->s, *count);
  struct level loop = { .outer = level, .leave = *count };
  size_t head = block (m->s, 0);
  loop.exit = block (m->s, 0);
  edge (m->s, from, head, *count, 1);
  size_t body = block (m->s, inside);
  edge (m->s, head, body, inside, 0.89);
  uint64_t back = inside;
  size_t latch = make_body (m, body, &back, budget, &loop);
  edge (m->s, latch, head, back, 1);
  m->s->blocks[head] = *count + back;
  edge (m->s, head, loop.exit, *count + back - inside, 0.11);
  /* Breaks have added theirs.  */
  m->s->blocks[loop.exit] += *count + back - inside;
  *count = m->s->blocks[loop.exit];
  return loop.exit;
}

/* if (...) break;, or if (...) goto error;  */
static size_t
make_leave (struct maker *m, size_t from, uint64_t *count, struct level *level,
            bool fail)
{
  if (!level && !fail)
    fail = true;
  double p = fail ? unit () < 0.8 ? 0 : 0.01 : 0.1;
  uint64_t gone = binomial (*count, p);
  if (fail)
    gone = may_leave (level, gone);
  else
    gone = gone < level->leave ? gone : level->leave;
  for (struct level *l = level; l; l = fail ? l->outer : NULL)
    l->leave -= gone;
  size_t to = fail ? m->error : level->exit;
  *count -= gone;
  size_t next = block (m->s, *count);
  double guess = fail ? 0.02 : 0.1;
  edge (m->s, from, next, *count, 1 - guess);
  edge (m->s, from, to, gone, guess);
  m->s->blocks[to] += gone;
  return next;
}

static size_t
make_switch (struct maker *m, size_t from, uint64_t *count, size_t budget,
             struct level *level)
{
  size_t n = 3 + below (m->mix->n_cases);
  uint64_t left = *count, all = 0, falls = 0;
  size_t join = block (m->s, 0), last = 0;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t mine = i + 1 == n ? left : binomial (left, 0.3 * unit ());
      left -= mine;
      size_t at = block (m->s, mine + falls);
      edge (m->s, from, at, mine, 1.0 / (double) n);
      if (last)
        edge (m->s, last, at, falls, 1);
      uint64_t end = mine + falls;
      at = make_body (m, at, &end, budget / n, level);
      last = 0;
      falls = 0;
      if (i + 1 < n && below (8) == 0)
        {
          last = at;
          falls = end;
          continue;
        }
      edge (m->s, at, join, end, 1);
      all += end;
    }
  m->s->blocks[join] = *count = all;
  return join;
}

/* if (...) abort ();  */
static size_t
make_never (struct maker *m, size_t from, const uint64_t *count)
{
  size_t stop = block (m->s, 0), next = block (m->s, *count);
  edge (m->s, from, stop, 0, 0.0005);
  edge (m->s, from, next, *count, 0.9995);
  return next;
}

/* A loop with two entries.  */
static size_t
make_knot (struct maker *m, size_t from, uint64_t *count)
{
  uint64_t first = binomial (*count, 0.7), turns = iterations (m->s, *count);
  size_t a = block (m->s, first + turns);
  size_t b = block (m->s, *count + turns), next = block (m->s, *count);
  edge (m->s, from, a, first, 0.5);
  edge (m->s, from, b, *count - first, 0.5);
  edge (m->s, a, b, first + turns, 1);
  edge (m->s, b, a, turns, 0.6);
  edge (m->s, b, next, *count, 0.4);
  return next;
}

static size_t
make_statement (struct maker *m, size_t from, uint64_t *count, size_t budget,
                struct level *level)
{
  const struct mix *x = m->mix;
  bool deep = m->depth >= x->max_depth || budget < 4;
  unsigned nested
      = deep ? 0 : x->if_then + x->if_else + x->both + x->loop + x->cases;
  unsigned k = (unsigned) below (x->plain + x->leave + x->fail + x->never
                                 + x->knot + nested);
#define IS(weight) (k < (weight) || (k -= (weight), false))
  if (IS (x->leave))
    return make_leave (m, from, count, level, false);
  if (IS (x->fail))
    return make_leave (m, from, count, level, true);
  if (IS (x->never))
    return make_never (m, from, count);
  if (IS (x->knot))
    return make_knot (m, from, count);
  if (!deep)
    {
      if (IS (x->if_then))
        return make_if (m, from, count, budget, level, false);
      if (IS (x->if_else))
        return make_if (m, from, count, budget, level, true);
      if (IS (x->both))
        return make_both (m, from, count, budget, level);
      if (IS (x->loop))
        return make_loop (m, from, count, budget, level);
      if (IS (x->cases))
        return make_switch (m, from, count, budget, level);
    }
#undef IS
  size_t next = block (m->s, *count);
  edge (m->s, from, next, *count, 1);
  return next;
}

/* Statements after block FROM until about BUDGET blocks are made.  Returns
   the last one, with what it runs in COUNT.  */
static size_t
make_body (struct maker *m, size_t from, uint64_t *count, size_t budget,
           struct level *level)
{
  size_t begin = m->s->flow.n_blocks;
  bool dark = m->depth > 1 && unit () < m->mix->dark;
  m->depth++;
  while (m->s->flow.n_blocks - begin + 1 < budget)
    {
      size_t left = budget - (m->s->flow.n_blocks - begin);
      size_t part = m->depth == 1 ? 4 + below (200) : 2 + below (left);
      from = make_statement (m, from, count, part < left ? part : left, level);
    }
  m->depth--;
  for (size_t b = begin; dark && b < m->s->flow.n_blocks; b++)
    m->s->flow.blocks[b].known = false;
  return from;
}

/* --- sampling ------------------------------------------------------------*/

/* Samples for each block, on average.  */
#define SAMPLES 60

static void
sample (struct subject *s, const struct mix *mix)
{
  double all = 1;
  for (size_t b = 2; b < s->flow.n_blocks; b++)
    all += (double) s->blocks[b];
  double rate = SAMPLES * (double) s->flow.n_blocks / all;
  for (size_t b = 2; b < s->flow.n_blocks; b++)
    {
      struct hwpgo_flow_block *to = &s->flow.blocks[b];
      uint64_t n = poisson ((double) s->blocks[b] * rate);
      if (unit () < mix->lost)
        n = binomial (n, 0.8 * unit ());
      to->known &= unit () >= mix->unknown && (n > 0 || unit () < 0.7);
      to->count = to->known ? (uint64_t) ((double) n / rate) : 0;
    }
  s->flow.blocks[0].known = s->flow.blocks[1].known = false;
}

void
make_program (struct subject *s, size_t n, const struct mix *mix)
{
  uint64_t count = 1000 + below (100000);
  struct maker m = { .s = s, .mix = mix, .n = n };
  block (s, count);
  block (s, count);
  size_t first = block (s, count);
  edge (s, 0, first, count, 1);
  m.error = block (s, 0);
  size_t last = make_body (&m, first, &count, n > 8 ? n - 4 : 4, NULL);
  edge (s, m.error, 1, s->blocks[m.error], 1);
  edge (s, last, 1, count, 1);
  sample (s, mix);
}
