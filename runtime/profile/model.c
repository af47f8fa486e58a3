/* What is in a function of a sample profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "runtime/profile/model-parts.h"

#include <string.h>

#include "runtime/base/bisect.h"

/* ARRAY, of N elements of SIZE bytes and room for *CAPACITY, or a larger copy
   of it, with a hole for one element at index AT.  NULL, and nothing changed,
   when out of memory.  The outgrown array stays in the arena: together they
   are never more than the final one.  */
static void *
array_open (struct hwpgo_profile *profile, void *array, size_t n,
            size_t *capacity, size_t at, size_t size)
{
  char *base = array;
  if (n == *capacity)
    {
      size_t wanted = n ? n * 2 : 2;
      if (wanted > SIZE_MAX / 2 / size)
        return NULL;
      base = hwpgo_arena_alloc (&profile->arena, wanted * size);
      if (!base)
        return NULL;
      if (n)
        memcpy (base, array, n * size);
      *capacity = wanted;
    }
  memmove (base + (at + 1) * size, base + at * size, (n - at) * size);
  memset (base + at * size, 0, size);
  return base;
}

struct hwpgo_function *
hwpgo_function_new (struct hwpgo_profile *profile, const char *interned)
{
  struct hwpgo_function *f = hwpgo_arena_alloc (&profile->arena, sizeof *f);
  if (f)
    f->name = interned;
  return f;
}

/* --- what is in a function ----------------------------------------------- */

/* The first sample of FUNCTION that does not come before AT.  */
static size_t
lower_sample (const struct hwpgo_function *function, struct hwpgo_location at)
{
  size_t low, high = function->n_samples;
  if (high && hwpgo_location_compare (function->samples[high - 1].at, at) < 0)
    return high;
  HWPGO_BISECT (low, high, i,
                hwpgo_location_compare (function->samples[i].at, at) < 0);
  return low;
}

/* Where a new record goes whose place is before the I-th of N: there, or in
   bulk at the end.  */
static size_t
place_in_bulk (const struct hwpgo_profile *profile,
               struct hwpgo_function *function, size_t i, size_t n)
{
  if (!profile->bulk || i == n)
    return i;
  function->unsorted = true;
  return n;
}

/* Up to so many samples are kept in order in bulk, too: of a small function
   thousands of contexts may be summed up, which all have the same places.  */
#define MAX_ORDERED 64

/* The record at AT, made when it is not there.  In bulk a FRESH one is made
   beside one that has targets: many are united faster than one by one.  */
static struct hwpgo_sample *
sample_at (struct hwpgo_profile *profile, struct hwpgo_function *function,
           struct hwpgo_location at, bool fresh)
{
  size_t n = function->n_samples;
  size_t i = function->unsorted ? n - (n > 0) : lower_sample (function, at);
  bool again
      = i < n && hwpgo_location_compare (function->samples[i].at, at) == 0;
  if (again && !(fresh && profile->bulk && function->samples[i].n_targets))
    return &function->samples[i];
  if (n >= MAX_ORDERED || function->unsorted || again)
    i = place_in_bulk (profile, function, i, n);
  struct hwpgo_sample *samples
      = array_open (profile, function->samples, n, &function->samples_capacity,
                    i, sizeof *samples);
  if (!samples)
    return NULL;
  function->samples = samples;
  function->n_samples++;
  samples[i].at = at;
  return &samples[i];
}

int
hwpgo_function_add_sample (struct hwpgo_profile *profile,
                           struct hwpgo_function *function,
                           struct hwpgo_location at, uint64_t count)
{
  struct hwpgo_sample *s = sample_at (profile, function, at, true);
  if (!s)
    return -HWPGO_E_NOMEM;
  s->count = hwpgo_add (s->count, count);
  return 0;
}

/* The first target of SAMPLE that does not come before NAME.  */
static size_t
lower_target (const struct hwpgo_sample *sample, const char *name)
{
  size_t low;
  HWPGO_BISECT (low, sample->n_targets, i,
                hwpgo_name_compare (sample->targets[i].name, name) < 0);
  return low;
}

int
hwpgo_function_add_target (struct hwpgo_profile *profile,
                           struct hwpgo_function *function,
                           struct hwpgo_location at, const char *callee,
                           size_t length, uint64_t count)
{
  const char *name = hwpgo_strings_intern (&profile->names, callee, length);
  struct hwpgo_sample *s
      = name ? sample_at (profile, function, at, false) : NULL;
  if (!s)
    return -HWPGO_E_NOMEM;
  size_t n = s->n_targets;
  size_t i = s->unsorted ? n - (n > 0) : lower_target (s, name);
  if (i == n || s->targets[i].name != name)
    {
      if (profile->bulk && i != n)
        {
          s->unsorted = function->unsorted = true;
          i = n;
        }
      struct hwpgo_target *targets
          = array_open (profile, s->targets, s->n_targets,
                        &s->targets_capacity, i, sizeof *targets);
      if (!targets)
        return -HWPGO_E_NOMEM;
      s->targets = targets;
      s->n_targets++;
      targets[i].name = name;
    }
  s->targets[i].count = hwpgo_add (s->targets[i].count, count);
  return 0;
}

static int
compare_callsite (const struct hwpgo_callsite *c, struct hwpgo_location at,
                  const char *callee)
{
  int order = hwpgo_location_compare (c->at, at);
  return order ? order : hwpgo_name_compare (c->callee->name, callee);
}

/* The first call site of FUNCTION that does not come before CALLEE at AT.  */
static size_t
lower_callsite (const struct hwpgo_function *function,
                struct hwpgo_location at, const char *callee)
{
  const struct hwpgo_callsite *all = function->callsites;
  size_t low, high = function->n_callsites;
  if (high && compare_callsite (&all[high - 1], at, callee) < 0)
    return high;
  HWPGO_BISECT (low, high, i, compare_callsite (&all[i], at, callee) < 0);
  return low;
}

struct hwpgo_function *
hwpgo_function_callsite (struct hwpgo_profile *profile,
                         struct hwpgo_function *function,
                         struct hwpgo_location at, const char *callee,
                         size_t length)
{
  const char *name = hwpgo_strings_intern (&profile->names, callee, length);
  if (!name)
    return NULL;
  size_t n = function->n_callsites;
  size_t i
      = function->unsorted ? n - (n > 0) : lower_callsite (function, at, name);
  if (i < n && compare_callsite (&function->callsites[i], at, name) == 0)
    return function->callsites[i].callee;
  i = place_in_bulk (profile, function, i, n);
  struct hwpgo_function *f = hwpgo_function_new (profile, name);
  struct hwpgo_callsite *callsites
      = f ? array_open (profile, function->callsites, n,
                        &function->callsites_capacity, i, sizeof *callsites)
          : NULL;
  if (!callsites)
    return NULL;
  function->callsites = callsites;
  function->n_callsites++;
  callsites[i].at = at;
  callsites[i].callee = f;
  return f;
}

struct hwpgo_function *
hwpgo_function_find_callsite (const struct hwpgo_function *function,
                              struct hwpgo_location at, const char *callee)
{
  size_t i = lower_callsite (function, at, callee);
  return i < function->n_callsites
                 && compare_callsite (&function->callsites[i], at, callee) == 0
             ? function->callsites[i].callee
             : NULL;
}

/* --- questions -----------------------------------------------------------
 */

uint64_t
hwpgo_function_copies (const struct hwpgo_function *function, struct hwpgo_location at,
                       enum hwpgo_round round)
{
  struct hwpgo_location first = { at.line, 0 };
  uint32_t mask = hwpgo_discriminator_mask ((enum hwpgo_round) (round - 1));
  uint64_t values = 0;
  for (size_t i = lower_sample (function, first);
       i < function->n_samples && function->samples[i].at.line == at.line; i++)
    {
      uint32_t d = function->samples[i].at.discriminator;
      if (((d ^ at.discriminator) & mask) == 0)
        values |= UINT64_C (1) << hwpgo_discriminator_get (d, round);
    }
  return values;
}

/* True if AT is a copy of which FUNCTION has nothing, but has others.  */
static bool
others_ran (const struct hwpgo_function *function, struct hwpgo_location at,
            uint32_t mask)
{
  for (int i = HWPGO_ROUND_2; i >= HWPGO_ROUND_1; i--)
    {
      enum hwpgo_round round = (enum hwpgo_round) i;
      uint32_t value = hwpgo_discriminator_get (at.discriminator, round);
      if ((mask & hwpgo_discriminator_mask (round))
              != hwpgo_discriminator_mask (round)
          || value == 0)
        continue;
      uint64_t values = hwpgo_function_copies (function, at, round);
      if (values)
        return hwpgo_discriminator_together (round, values, value);
    }
  return false;
}

bool
hwpgo_function_count (const struct hwpgo_function *function,
                      struct hwpgo_location at, uint32_t mask, uint64_t *count)
{
  struct hwpgo_location first = { at.line, 0 };
  bool found = false, beside = false;
  uint64_t sum = 0, sum_beside = 0;
  for (size_t i = lower_sample (function, first);
       i < function->n_samples && function->samples[i].at.line == at.line; i++)
    {
      const struct hwpgo_sample *s = &function->samples[i];
      if ((s->at.discriminator ^ at.discriminator) & mask)
        continue;
      if (s->at.discriminator & HWPGO_DISCRIMINATOR_BESIDE)
        {
          beside = true;
          sum_beside = hwpgo_add (sum_beside, s->count);
        }
      else
        {
          found = true;
          sum = hwpgo_add (sum, s->count);
        }
    }
  if (beside && !found)
    {
      found = true;
      sum = sum_beside;
    }
  found = found || others_ran (function, at, mask);
  if (found)
    *count = sum;
  return found;
}

uint64_t
hwpgo_function_largest (const struct hwpgo_function *function,
                        struct hwpgo_location at, uint32_t mask)
{
  struct hwpgo_location first = { at.line, 0 };
  bool found = false;
  uint64_t most = 0, most_beside = 0;
  for (size_t i = lower_sample (function, first);
       i < function->n_samples && function->samples[i].at.line == at.line; i++)
    {
      const struct hwpgo_sample *s = &function->samples[i];
      bool beside = s->at.discriminator & HWPGO_DISCRIMINATOR_BESIDE;
      uint64_t *which = beside ? &most_beside : &most;
      if ((s->at.discriminator ^ at.discriminator) & mask)
        continue;
      found |= !beside;
      *which = s->count > *which ? s->count : *which;
    }
  return found ? most : most_beside;
}

struct hwpgo_function *
hwpgo_function_find_call (const struct hwpgo_function *function,
                          struct hwpgo_location at, const char *callee)
{
  const struct hwpgo_location any = { at.line, 0 };
  struct hwpgo_function *f
      = hwpgo_function_find_callsite (function, at, callee);
  return f ? f : hwpgo_function_find_callsite (function, any, callee);
}
