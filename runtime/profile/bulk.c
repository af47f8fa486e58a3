/* Sort what a reader has put into a profile in any order.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "runtime/profile/model.h"

#include <stdlib.h>
#include <string.h>

static int
compare_samples (const void *a, const void *b)
{
  const struct hwpgo_sample *s = a, *t = b;
  return hwpgo_location_compare (s->at, t->at);
}

static int
compare_callsites (const void *a, const void *b)
{
  const struct hwpgo_callsite *c = a, *d = b;
  int order = hwpgo_location_compare (c->at, d->at);
  return order ? order : strcmp (c->callee->name, d->callee->name);
}

static int
compare_targets (const void *a, const void *b)
{
  const struct hwpgo_target *t = a, *u = b;
  return strcmp (t->name, u->name);
}

/* Unite the targets of the N samples at S, which are of one place, in the
   first one.  */
static int
unite_targets (struct hwpgo_profile *profile, struct hwpgo_sample *s, size_t n)
{
  size_t total = 0, kept = 0;
  for (size_t i = 0; i < n; i++)
    total += s[i].n_targets;
  if (total == s->n_targets && !s->unsorted)
    return 0;
  struct hwpgo_target *all
      = hwpgo_arena_alloc (&profile->arena, total * sizeof *all);
  if (!all)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < n; kept += s[i++].n_targets)
    if (s[i].n_targets)
      memcpy (all + kept, s[i].targets, s[i].n_targets * sizeof *all);
  qsort (all, total, sizeof *all, compare_targets);
  kept = 0;
  for (size_t i = 0; i < total; i++)
    if (kept && all[kept - 1].name == all[i].name)
      all[kept - 1].count = hwpgo_add (all[kept - 1].count, all[i].count);
    else
      all[kept++] = all[i];
  s->targets = all;
  s->unsorted = false;
  s->n_targets = kept;
  s->targets_capacity = total;
  return 0;
}

static int
sum_samples (struct hwpgo_profile *profile, struct hwpgo_function *f)
{
  int ret = 0;
  size_t n = f->n_samples, next;
  if (n > 1)
    qsort (f->samples, n, sizeof *f->samples, compare_samples);
  f->n_samples = 0;
  for (size_t i = 0; i < n; i = next)
    {
      struct hwpgo_sample *s = &f->samples[i];
      for (next = i + 1;
           next < n && compare_samples (s, &f->samples[next]) == 0; next++)
        s->count = hwpgo_add (s->count, f->samples[next].count);
      int one = unite_targets (profile, s, next - i);
      ret = ret ? ret : one;
      f->samples[f->n_samples++] = *s;
    }
  return ret;
}

/* While the array is summed up in place, its length is that of the part that
   is done: sorted, and never growing.  */
static int
sum_callsites (struct hwpgo_profile *profile, struct hwpgo_function *f)
{
  int ret = 0;
  size_t n = f->n_callsites;
  if (n > 1)
    qsort (f->callsites, n, sizeof *f->callsites, compare_callsites);
  f->n_callsites = 0;
  for (size_t i = 0; i < n; i++)
    {
      const struct hwpgo_callsite *c = &f->callsites[i];
      size_t done = f->n_callsites;
      if (done == 0 || compare_callsites (&f->callsites[done - 1], c) != 0)
        f->callsites[f->n_callsites++] = *c;
      else if (ret == 0)
        ret = hwpgo_function_merge (profile, f->callsites[done - 1].callee,
                                    c->callee, 1);
    }
  return ret;
}

/* From the leaves up: sums need sorted callees.  */
static int
settle (struct hwpgo_profile *profile, struct hwpgo_function *f)
{
  int ret = 0;
  for (size_t i = 0; i < f->n_callsites; i++)
    {
      int one = settle (profile, f->callsites[i].callee);
      ret = ret ? ret : one;
    }
  if (!f->unsorted)
    return ret;
  f->unsorted = false;
  int samples = sum_samples (profile, f);
  int callsites = sum_callsites (profile, f);
  return ret ? ret : samples ? samples : callsites;
}

/* True if something changes.  */
static bool
forget_numbers (struct hwpgo_function *f, bool beside)
{
  bool changes = false;
  for (size_t i = 0; beside && i < f->n_samples; i++)
    {
      uint32_t *d = &f->samples[i].at.discriminator;
      f->unsorted |= *d & HWPGO_DISCRIMINATOR_BESIDE;
      *d &= ~HWPGO_DISCRIMINATOR_BESIDE;
    }
  for (size_t i = 0; i < f->n_callsites; i++)
    {
      struct hwpgo_callsite *c = &f->callsites[i];
      changes |= forget_numbers (c->callee, beside);
      f->unsorted |= c->at.discriminator != 0;
      c->at.discriminator = 0;
      /* What is united may have had several.  */
      c->callee->has_checksum = false;
    }
  return changes || f->unsorted;
}

static int
compare_functions (const void *a, const void *b)
{
  const struct hwpgo_function *const *f = a, *const *g = b;
  return strcmp ((*f)->name, (*g)->name);
}

void
hwpgo_profile_begin_bulk (struct hwpgo_profile *profile)
{
  profile->bulk = true;
}

int
hwpgo_profile_end_bulk (struct hwpgo_profile *profile)
{
  int ret = 0;
  profile->bulk = false;
  if (profile->unsorted)
    qsort (profile->functions, profile->n_functions,
           sizeof *profile->functions, compare_functions);
  profile->unsorted = false;
  for (size_t i = 0; i < profile->n_functions; i++)
    {
      int one = settle (profile, profile->functions[i]);
      ret = ret ? ret : one;
    }
  return ret;
}

int
hwpgo_profile_forget_numbers (struct hwpgo_profile *profile, bool beside)
{
  int ret = 0;
  for (size_t i = 0; i < profile->n_functions; i++)
    {
      struct hwpgo_function *f = profile->functions[i];
      int one = forget_numbers (f, beside) ? settle (profile, f) : 0;
      ret = ret ? ret : one;
    }
  return ret;
}
