/* Sort what a reader has put into a profile in any order.
   SPDX-License-Identifier: GPL-2.0-or-later */

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

/* While an array is summed up in place, its length is that of the part that
   is done: sorted, so that the functions of the model work on it, and never
   growing, because the record to add to is its last.  */
static int
sum_samples (struct hwpgo_profile *profile, struct hwpgo_function *f)
{
  int ret = 0;
  size_t n = f->n_samples;
  if (n > 1)
    qsort (f->samples, n, sizeof *f->samples, compare_samples);
  f->n_samples = 0;
  for (size_t i = 0; i < n; i++)
    {
      const struct hwpgo_sample *s = &f->samples[i];
      size_t done = f->n_samples;
      if (done == 0 || compare_samples (&f->samples[done - 1], s) != 0)
        {
          f->samples[f->n_samples++] = *s;
          continue;
        }
      f->samples[done - 1].count
          = hwpgo_add (f->samples[done - 1].count, s->count);
      for (size_t t = 0; t < s->n_targets && ret == 0; t++)
        ret = hwpgo_function_add_target (profile, f, s->at, s->targets[t].name,
                                         strlen (s->targets[t].name),
                                         s->targets[t].count);
    }
  return ret;
}

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
  for (size_t i = 0; i < profile->n_functions; i++)
    {
      int one = settle (profile, profile->functions[i]);
      ret = ret ? ret : one;
    }
  return ret;
}
