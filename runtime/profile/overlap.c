/* How much two profiles agree.
   SPDX-License-Identifier: GPL-2.0-or-later

   Everything of a profile is sorted, so that two are compared by walking both
   at once.  Sums are floating-point numbers: those of 64-bit counts may
   overflow.  */

#include "runtime/profile/overlap.h"

#include <stdlib.h>
#include <string.h>

/* Sums of 64-bit counts.  */
__extension__ typedef unsigned __int128 wide;

struct walk
{
  struct hwpgo_overlap *sum;
  struct hwpgo_overlap_function *function; /* that is walked.  */
  uint64_t threshold[2];                   /* count from which a place is hot;
                                              0: none is.  */
  double smaller, larger;                  /* counts, summed.  */
  double common; /* smaller shares in the profile, of the function.  */
  bool hot[2];   /* the function.  */
};

static double
share (double count, double all)
{
  return all > 0 ? count / all : 0;
}

static double
lesser (double a, double b)
{
  return a < b ? a : b;
}

/* --- what is hot --------------------------------------------------------- */

static size_t
count_places (const struct hwpgo_function *f)
{
  size_t n = f->n_samples;
  for (size_t i = 0; i < f->n_callsites; i++)
    n += count_places (f->callsites[i].callee);
  return n;
}

/* Put the counts of F at TO; the end of them.  */
static uint64_t *
collect (const struct hwpgo_function *f, uint64_t *to)
{
  for (size_t i = 0; i < f->n_samples; i++)
    *to++ = f->samples[i].count;
  for (size_t i = 0; i < f->n_callsites; i++)
    to = collect (f->callsites[i].callee, to);
  return to;
}

static int
compare_falling (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x < y) - (x > y);
}

static int
find_threshold (const struct hwpgo_profile *profile, uint64_t *threshold)
{
  size_t n = 0;
  wide all = 0, sum = 0;
  for (size_t i = 0; i < profile->n_functions; i++)
    n += count_places (profile->functions[i]);
  *threshold = 0;
  if (n == 0)
    return 0;
  uint64_t *counts = calloc (n, sizeof *counts), *end = counts;
  if (!counts)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < profile->n_functions; i++)
    end = collect (profile->functions[i], end);
  qsort (counts, n, sizeof *counts, compare_falling);
  for (size_t i = 0; i < n; i++)
    all += counts[i];
  for (size_t i = 0; i < n && sum < all * 99 / 100; i++)
    {
      sum += counts[i];
      *threshold = counts[i];
    }
  free (counts);
  return 0;
}

/* --- the walk ------------------------------------------------------------ */

static double
sum_counts (const struct hwpgo_function *f)
{
  double sum = 0;
  for (size_t i = 0; f && i < f->n_samples; i++)
    sum += (double) f->samples[i].count;
  for (size_t i = 0; f && i < f->n_callsites; i++)
    sum += sum_counts (f->callsites[i].callee);
  return sum;
}

/* Count one more thing that is in one or both.  */
static void
count_thing (struct hwpgo_overlap_things *things, const bool in[2])
{
  things->n[0] += in[0];
  things->n[1] += in[1];
  things->both += in[0] && in[1];
}

/* One place, which at least one profile has.  */
static void
visit (struct walk *w, const struct hwpgo_sample *a,
       const struct hwpgo_sample *b)
{
  uint64_t counts[2] = { a ? a->count : 0, b ? b->count : 0 };
  double x = (double) counts[0], y = (double) counts[1];
  bool in[2] = { a != NULL, b != NULL }, hot[2];
  for (int i = 0; i < 2; i++)
    {
      hot[i] = w->threshold[i] && counts[i] >= w->threshold[i];
      w->hot[i] |= hot[i];
    }
  count_thing (&w->sum->places, in);
  count_thing (&w->sum->hot_places, hot);
  w->smaller += lesser (x, y);
  w->larger += x > y ? x : y;
  w->common
      += lesser (share (x, w->sum->counts[0]), share (y, w->sum->counts[1]));
  w->function->overlap += lesser (share (x, w->function->counts[0]),
                                  share (y, w->function->counts[1]));
}

static void
walk_samples (struct walk *w, const struct hwpgo_function *a,
              const struct hwpgo_function *b)
{
  size_t n = a ? a->n_samples : 0, m = b ? b->n_samples : 0, i = 0, j = 0;
  while (i < n || j < m)
    {
      int order = i == n   ? 1
                  : j == m ? -1
                           : hwpgo_location_compare (a->samples[i].at,
                                                     b->samples[j].at);
      visit (w, order <= 0 ? &a->samples[i] : NULL,
             order >= 0 ? &b->samples[j] : NULL);
      i += order <= 0;
      j += order >= 0;
    }
}

static int
compare_callsites (const struct hwpgo_callsite *a,
                   const struct hwpgo_callsite *b)
{
  int order = hwpgo_location_compare (a->at, b->at);
  return order ? order : strcmp (a->callee->name, b->callee->name);
}

/* Recursion is as deep as inlining in a profile, which readers limit.  */
static void
walk_function (struct walk *w, const struct hwpgo_function *a,
               const struct hwpgo_function *b)
{
  size_t n = a ? a->n_callsites : 0, m = b ? b->n_callsites : 0, i = 0, j = 0;
  walk_samples (w, a, b);
  while (i < n || j < m)
    {
      int order = i == n ? 1
                  : j == m
                      ? -1
                      : compare_callsites (&a->callsites[i], &b->callsites[j]);
      walk_function (w, order <= 0 ? a->callsites[i].callee : NULL,
                     order >= 0 ? b->callsites[j].callee : NULL);
      i += order <= 0;
      j += order >= 0;
    }
}

/* --- the sum ------------------------------------------------------------- */

/* Make the rows of all functions, with their counts.  */
static void
list_functions (struct hwpgo_overlap *sum, const struct hwpgo_profile *a,
                const struct hwpgo_profile *b)
{
  size_t i = 0, j = 0;
  while (i < a->n_functions || j < b->n_functions)
    {
      int order = i == a->n_functions ? 1
                  : j == b->n_functions
                      ? -1
                      : strcmp (a->functions[i]->name, b->functions[j]->name);
      struct hwpgo_overlap_function *f = &sum->all[sum->n++];
      f->present[0] = order <= 0;
      f->present[1] = order >= 0;
      f->name = order <= 0 ? a->functions[i]->name : b->functions[j]->name;
      f->counts[0] = order <= 0 ? sum_counts (a->functions[i]) : 0;
      f->counts[1] = order >= 0 ? sum_counts (b->functions[j]) : 0;
      sum->counts[0] += f->counts[0];
      sum->counts[1] += f->counts[1];
      i += order <= 0;
      j += order >= 0;
    }
}

/* Functions that ran in neither are alike if both profiles know them.  */
static void
finish_function (struct walk *w)
{
  struct hwpgo_overlap_function *f = w->function;
  struct hwpgo_overlap *sum = w->sum;
  double x = share (f->counts[0], sum->counts[0]);
  double y = share (f->counts[1], sum->counts[1]);
  if (f->counts[0] <= 0 && f->counts[1] <= 0)
    f->overlap = f->present[0] && f->present[1];
  f->overlap = lesser (f->overlap, 1);
  f->lost = (x + y) / 2 - w->common;
  if (f->lost < 0)
    f->lost = 0;
  sum->overlap += w->common;
  sum->similarity
      += f->overlap * (1 - (x > y ? x - y : y - x)) * ((x + y) / 2);
  count_thing (&sum->functions, f->present);
  count_thing (&sum->hot_functions, w->hot);
}

int
hwpgo_overlap_compute (struct hwpgo_overlap *result,
                       const struct hwpgo_profile *a,
                       const struct hwpgo_profile *b)
{
  struct walk w = { .sum = result };
  memset (result, 0, sizeof *result);
  int ret = find_threshold (a, &w.threshold[0]);
  if (ret == 0)
    ret = find_threshold (b, &w.threshold[1]);
  if (ret)
    return ret;
  result->all
      = calloc (a->n_functions + b->n_functions + 1, sizeof *result->all);
  if (!result->all)
    return -HWPGO_E_NOMEM;
  list_functions (result, a, b);
  for (size_t i = 0; i < result->n; i++)
    {
      w.function = &result->all[i];
      w.common = 0;
      w.hot[0] = w.hot[1] = false;
      walk_function (&w, hwpgo_profile_find (a, w.function->name),
                     hwpgo_profile_find (b, w.function->name));
      finish_function (&w);
    }
  bool nothing = result->counts[0] <= 0 && result->counts[1] <= 0;
  result->overlap = nothing ? 1 : lesser (result->overlap, 1);
  result->similarity = nothing ? 1 : lesser (result->similarity, 1);
  result->raw = nothing ? 1 : share (w.smaller, w.larger);
  return 0;
}

void
hwpgo_overlap_free (struct hwpgo_overlap *result)
{
  free (result->all);
  memset (result, 0, sizeof *result);
}

static int
compare_worst (const void *a, const void *b)
{
  const struct hwpgo_overlap_function *const *f = a, *const *g = b;
  if ((*f)->lost < (*g)->lost || (*f)->lost > (*g)->lost)
    return (*f)->lost < (*g)->lost ? 1 : -1;
  return strcmp ((*f)->name, (*g)->name);
}

const struct hwpgo_overlap_function **
hwpgo_overlap_worst (const struct hwpgo_overlap *result)
{
  const struct hwpgo_overlap_function **all
      = calloc (result->n + 1, sizeof *all);
  if (!all)
    return NULL;
  for (size_t i = 0; i < result->n; i++)
    all[i] = &result->all[i];
  qsort (all, result->n, sizeof *all, compare_worst);
  return all;
}
