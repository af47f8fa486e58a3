/* The sizes of a profile's counts: the shift for settling, and what is hot.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/settle.h"

#include <stdlib.h>

uint64_t
hwpgo_settle_scale (uint64_t count, int shift)
{
  uint64_t scaled = shift < 0
                        ? count >> (shift < -63 ? 63 : -shift)
                        : hwpgo_mul (count, UINT64_C (1) << (shift & 63));
  return scaled || !count ? scaled : 1;
}

struct counts
{
  uint64_t *values;
  size_t n, capacity;
};

static bool
collect (const struct hwpgo_function *f, struct counts *counts)
{
  if (!HWPGO_GROW (counts->values, counts->capacity,
                   counts->n + f->n_samples + 1))
    return false;
  for (size_t i = 0; i < f->n_samples; i++)
    counts->values[counts->n++] = f->samples[i].count;
  for (size_t i = 0; i < f->n_callsites; i++)
    if (!collect (f->callsites[i].callee, counts))
      return false;
  return true;
}

static uint64_t
max_count (const struct hwpgo_function *f)
{
  uint64_t max = 0, below;
  for (size_t i = 0; i < f->n_samples; i++)
    max = f->samples[i].count > max ? f->samples[i].count : max;
  for (size_t i = 0; i < f->n_callsites; i++)
    {
      below = max_count (f->callsites[i].callee);
      max = below > max ? below : max;
    }
  return max;
}

int
hwpgo_settle_shift (const struct hwpgo_profile *profile, int bits)
{
  uint64_t max = 1, one;
  for (size_t i = 0; i < profile->n_functions; i++)
    {
      one = max_count (profile->functions[i]);
      max = one > max ? one : max;
    }
  return bits - (64 - __builtin_clzll (max));
}

static int
compare_falling (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x < y) - (x > y);
}

int
hwpgo_hot_count (const struct hwpgo_profile *profile, double part,
                 uint64_t *count)
{
  struct counts counts = { 0 };
  double sum = 0, above = 0;
  *count = 0;
  for (size_t i = 0; i < profile->n_functions; i++)
    if (!collect (profile->functions[i], &counts))
      {
        free (counts.values);
        return -HWPGO_E_NOMEM;
      }
  for (size_t i = 0; i < counts.n; i++)
    sum += (double) counts.values[i];
  if (counts.n)
    qsort (counts.values, counts.n, sizeof *counts.values, compare_falling);
  for (size_t i = 0; i < counts.n && counts.values[i] > 0; i++)
    {
      above += (double) counts.values[i];
      *count = counts.values[i];
      if (above >= part * sum)
        break;
    }
  free (counts.values);
  return 0;
}
