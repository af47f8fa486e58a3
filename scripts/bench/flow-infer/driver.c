/* Time and quality of inference, for each shape and size.
   SPDX-License-Identifier: GPL-2.0-or-later */

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

static double
run (struct subject *s, int (*infer) (struct hwpgo_flow *))
{
  double best = INFINITY, begin = now ();
  for (int i = 0; i < 3 && now () - begin < 2000; i++)
    {
      subject_reset (s);
      double t = now ();
      infer (&s->flow);
      t = now () - t;
      best = t < best ? t : best;
    }
  return best;
}

int
main (int argc, char **argv)
{
  size_t max = argc > 1 ? strtoul (argv[1], NULL, 0) : 100000;
  printf ("%-10s %8s %10s %9s %9s %s\n", "shape", "blocks", "ms", "overlap",
          "branches", "imbalances");
  for (size_t i = 0; i < n_shapes; i++)
    for (size_t n = 100; n <= max; n *= 10)
      {
        if (argc > 2 && strcmp (argv[2], shapes[i].name) != 0)
          continue;
        int rounds = n == 100 ? 200 : n == 1000 ? 20 : n == 10000 ? 2 : 1;
        double ms = 0, common = 0, branches = 0;
        size_t bad = 0;
        for (int r = 0; r < rounds; r++)
          {
            struct subject s = subject_new (&shapes[i], n, SEED + r);
            double t = run (&s, hwpgo_flow_infer);
            ms = t > ms ? t : ms;
            bad += imbalances (&s.flow);
            if (!shapes[i].adversarial)
              {
                common += overlap (&s) / rounds;
                branches += branch_error (&s) / rounds;
              }
            subject_free (&s);
          }
        printf ("%-10s %8zu %10.2f %9.4f %9.4f %zu\n", shapes[i].name, n, ms,
                common, branches, bad);
        fflush (stdout);
      }
  return 0;
}
