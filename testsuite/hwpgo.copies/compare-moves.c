/* Moves on the way back of a loop have the same places with and without -g.  */
/* SPDX-License-Identifier: GPL-2.0-or-later */
/* { dg-do compile } */
/* { dg-options "-O3 -fcompare-debug" } */

typedef __SIZE_TYPE__ size_t;
extern void *calloc (size_t, size_t);

struct edge
{
  size_t from, to, count;
};

struct graph
{
  struct edge *edges;
  size_t n_blocks, n_edges;
};

static _Bool *
reach (const struct graph *g, size_t start, _Bool running, _Bool back)
{
  _Bool *reached = calloc (g->n_blocks, 1);
  reached[start] = 1;
  for (_Bool more = 1; more;)
    {
      more = 0;
      for (size_t e = 0; e < g->n_edges; e++)
        {
          const struct edge *x = &g->edges[e];
          size_t from = back ? x->to : x->from, to = back ? x->from : x->to;
          if (reached[from] && !reached[to] && (!running || x->count > 0))
            reached[to] = more = 1;
        }
    }
  return reached;
}

int
check (const struct graph *g, size_t b)
{
  _Bool *running = reach (g, 0, 1, 0);
  _Bool *before = reach (g, b, 0, 1), *after = reach (g, b, 0, 0);
  for (size_t k = 0; k < g->n_blocks; k++)
    if (after[k] && !before[k] && running[k])
      return 0;
  return 1;
}
