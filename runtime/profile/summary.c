/* How a profile's counts are distributed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/summary.h"

#include <stdlib.h>

const uint32_t hwpgo_summary_cutoffs[]
    = { 10000,  100000, 200000, 300000, 400000, 500000, 600000, 700000,
        800000, 900000, 950000, 990000, 999000, 999900, 999990, 999999 };
const size_t hwpgo_summary_n_cutoffs
    = sizeof hwpgo_summary_cutoffs / sizeof *hwpgo_summary_cutoffs;

/* LLVM's mark of an inlined call whose counts the function itself has,
   too.  */
#define DUPLICATED UINT32_C (4)

static int
add_counts (struct hwpgo_summary *s, const struct hwpgo_function *f)
{
  int ret = 0;
  if (!HWPGO_GROW (s->counts, s->capacity, s->n + f->n_samples + 1))
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < f->n_samples; i++)
    {
      uint64_t count = f->samples[i].count;
      s->counts[s->n++] = count;
      s->total = hwpgo_add (s->total, count);
      s->max = count > s->max ? count : s->max;
    }
  for (size_t i = 0; i < f->n_callsites && ret == 0; i++)
    if (!(f->callsites[i].callee->attributes & DUPLICATED))
      ret = add_counts (s, f->callsites[i].callee);
  return ret;
}

static int
compare_falling (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x < y) - (x > y);
}

void
hwpgo_summary_sort (struct hwpgo_summary *summary)
{
  if (summary->n > 1)
    qsort (summary->counts, summary->n, sizeof *summary->counts,
           compare_falling);
}

int
hwpgo_summary_make (struct hwpgo_summary *summary,
                    const struct hwpgo_profile *profile)
{
  int ret = 0;
  *summary = (struct hwpgo_summary){ 0 };
  for (size_t i = 0; i < profile->n_functions && ret == 0; i++)
    {
      const struct hwpgo_function *f = profile->functions[i];
      ret = add_counts (summary, f);
      if (f->head > summary->max_head)
        summary->max_head = f->head;
    }
  hwpgo_summary_sort (summary);
  return ret;
}

void
hwpgo_summary_free (struct hwpgo_summary *summary)
{
  free (summary->counts);
}

void
hwpgo_summary_cut (const struct hwpgo_summary *summary, uint32_t cutoff,
                   size_t *n, uint64_t *sum, uint64_t *least)
{
  const struct hwpgo_summary *s = summary;
  uint64_t wanted
      = (uint64_t) ((unsigned __int128) s->total * cutoff / 1000000);
  while (*n < s->n
         && (*sum < wanted || (*n && s->counts[*n] == s->counts[*n - 1])))
    *sum = hwpgo_add (*sum, s->counts[(*n)++]);
  *least = *n ? s->counts[*n - 1] : 0;
}
