/* Time and quality of inference, for each shape and size.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "scripts/bench/flow-infer/peers.h"
#include "scripts/bench/flow-infer/shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SEED 20240607

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

/* The part that the normalised counts of blocks share with the true ones.  */
static double
overlap (const struct subject *s)
{
  double all = 0, mine = 0, common = 0;
  for (size_t b = 2; b < s->flow.n_blocks; b++)
    {
      all += (double) s->blocks[b];
      mine += (double) s->flow.blocks[b].count;
    }
  for (size_t b = 2; b < s->flow.n_blocks && all > 0 && mine > 0; b++)
    common += fmin ((double) s->blocks[b] / all,
                    (double) s->flow.blocks[b].count / mine);
  return common;
}

/* The mean error of the probabilities of edges, by true executions.  */
static double
branch_error (const struct subject *s)
{
  double sum = 0, all = 0;
  double *out = calloc (s->flow.n_blocks, sizeof *out);
  for (size_t e = 0; e < s->flow.n_edges; e++)
    out[s->flow.edges[e].from] += (double) s->flow.edges[e].count;
  size_t *n = calloc (s->flow.n_blocks, sizeof *n);
  for (size_t e = 0; e < s->flow.n_edges; e++)
    n[s->flow.edges[e].from]++;
  for (size_t e = 0; e < s->flow.n_edges; e++)
    {
      size_t b = s->flow.edges[e].from;
      double truth = (double) s->edges[e];
      if (n[b] < 2 || s->blocks[b] == 0)
        continue;
      double p = out[b] > 0 ? (double) s->flow.edges[e].count / out[b] : 0;
      sum += fabs (p * (double) s->blocks[b] - truth) / 2;
      all += truth;
    }
  free (out);
  free (n);
  return all > 0 ? sum / all : 0;
}

/* Mark the blocks from which the exit can be reached.  */
static void
mark_finite (const struct hwpgo_flow *f, bool *finite)
{
  finite[1] = true;
  for (bool more = true; more;)
    {
      more = false;
      for (size_t e = f->n_edges; e-- > 0;)
        if (finite[f->edges[e].to] && !finite[f->edges[e].from])
          finite[f->edges[e].from] = more = true;
    }
}

/* How many blocks break the contract.  */
static size_t
imbalances (const struct hwpgo_flow *f)
{
  size_t bad = 0;
  bool *finite = calloc (f->n_blocks, sizeof *finite);
  mark_finite (f, finite);
  uint64_t *in = calloc (f->n_blocks, sizeof *in);
  uint64_t *out = calloc (f->n_blocks, sizeof *out);
  bool *source = calloc (f->n_blocks, sizeof *source);
  for (size_t e = 0; e < f->n_edges; e++)
    {
      in[f->edges[e].to] += f->edges[e].count;
      out[f->edges[e].from] += f->edges[e].count;
      source[f->edges[e].from] = true;
    }
  for (size_t b = 0; b < f->n_blocks; b++)
    bad += f->blocks[b].inferred && finite[b]
           && ((source[b] && out[b] != f->blocks[b].count)
               || (b != 0 && in[b] != f->blocks[b].count));
  free (in);
  free (out);
  free (source);
  free (finite);
  return bad;
}

/* One who infers.  */
struct candidate
{
  const char *name;
  int (*infer) (struct hwpgo_flow *flow);
  size_t max; /* larger programs would take too long.  */
};

static const struct candidate candidates[] = {
  { "hwpgo", hwpgo_flow_infer, SIZE_MAX },
  { "profi", peer_profi, 1000 },
  { "classic", peer_classic, 100000 },
};

/* What all subjects of one shape and size gave.  */
struct result
{
  double ms; /* of the slowest.  */
  double overlap, branches;
  size_t imbalances;
};

/* CPU time of one inference, the best of a few.  */
static double
run (struct subject *s, const struct candidate *c)
{
  double best = INFINITY, begin = now ();
  for (int i = 0; i < 3 && now () - begin < 1000; i++)
    {
      subject_reset (s);
      double t = now ();
      c->infer (&s->flow);
      t = now () - t;
      best = t < best ? t : best;
    }
  return best;
}

static struct result
measure (const struct shape *shape, size_t n, const struct candidate *c)
{
  int rounds = n == 100 ? 100 : n == 1000 ? 10 : n == 10000 ? 2 : 1;
  struct result r = { 0 };
  for (int i = 0; i < rounds; i++)
    {
      struct subject s = subject_new (shape, n, SEED + (uint64_t) i);
      r.ms = fmax (r.ms, run (&s, c));
      r.imbalances += imbalances (&s.flow);
      if (!shape->adversarial)
        {
          r.overlap += overlap (&s) / rounds;
          r.branches += branch_error (&s) / rounds;
        }
      subject_free (&s);
    }
  return r;
}

static void
print (const struct shape *shape, size_t n, const struct candidate *c)
{
  if (n > c->max || (shape->adversarial && c->infer != hwpgo_flow_infer))
    return;
  struct result r = measure (shape, n, c);
  printf ("%-10s %7zu %-8s %9.2f", shape->name, n, c->name, r.ms);
  if (shape->adversarial)
    printf (" %8s %8s", "-", "-");
  else
    printf (" %8.4f %8.4f", r.overlap, r.branches);
  printf (" %8zu\n", r.imbalances);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  size_t max = argc > 1 ? strtoul (argv[1], NULL, 0) : 100000;
  printf ("%-10s %7s %-8s %9s %8s %8s %8s\n", "shape", "blocks", "by", "ms",
          "overlap", "branches", "no flow");
  for (size_t i = 0; i < n_shapes; i++)
    for (size_t n = 100; n <= max; n *= 10)
      for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++)
        if (argc <= 2 || strcmp (argv[2], shapes[i].name) == 0)
          print (&shapes[i], n, &candidates[k]);
  return 0;
}
