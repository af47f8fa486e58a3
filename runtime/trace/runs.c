/* Ranges, branches and addresses, each once, with their sums.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/evidence.h"

#define INDEX_MIN 1024

/* The finaliser of MurmurHash3, once for each end.  */
static uint64_t
hash (uint64_t start, uint64_t end)
{
  uint64_t h = end * UINT64_C (0x9e3779b97f4a7c15);
  h ^= h >> 32;
  h = (h ^ start) * UINT64_C (0xd6e8feb86659fd93);
  h ^= h >> 32;
  return h * UINT64_C (0xd6e8feb86659fd93) >> 16;
}

/* The position in the index of the run from START to END, or the free one
   where it belongs.  */
static size_t
position (const struct hwpgo_runs *runs, uint64_t start, uint64_t end)
{
  size_t mask = runs->n_index - 1, i = hash (start, end) & mask;
  for (; runs->index[i]; i = (i + 1) & mask)
    {
      const struct hwpgo_run *r = &runs->items[runs->index[i] - 1];
      if (r->start == start && r->end == end)
        break;
    }
  return i;
}

static bool
grow_index (struct hwpgo_runs *runs)
{
  size_t n = runs->n_index ? 2 * runs->n_index : INDEX_MIN;
  uint32_t *index = calloc (n, sizeof *index);
  if (!index)
    return false;
  free (runs->index);
  runs->index = index;
  runs->n_index = n;
  for (size_t i = 0; i < runs->n; i++)
    index[position (runs, runs->items[i].start, runs->items[i].end)]
        = (uint32_t) i + 1;
  return true;
}

int
hwpgo_runs_add (struct hwpgo_runs *runs, uint64_t start, uint64_t end,
                uint64_t weight, uint64_t times, struct hwpgo_run **run,
                struct hwpgo_error *err)
{
  if (2 * runs->n >= runs->n_index && !grow_index (runs))
    return hwpgo_error_nomem (err);
  size_t i = position (runs, start, end);
  if (!runs->index[i])
    {
      if (runs->n == HWPGO_RUNS_MAX)
        return hwpgo_error_set (err, HWPGO_E_LIMIT, NULL,
                                "over %d different branches or ranges; "
                                "convert fewer recordings at a time, and "
                                "merge the profiles",
                                HWPGO_RUNS_MAX);
      if (!HWPGO_GROW (runs->items, runs->capacity, runs->n + 1))
        return hwpgo_error_nomem (err);
      runs->items[runs->n++]
          = (struct hwpgo_run){ .start = start, .end = end };
      runs->index[i] = (uint32_t) runs->n;
    }
  struct hwpgo_run *r = &runs->items[runs->index[i] - 1];
  r->weight = hwpgo_add (r->weight, weight);
  r->times = hwpgo_add (r->times, times);
  *run = r;
  return 0;
}

void
hwpgo_runs_free (struct hwpgo_runs *runs)
{
  free (runs->items);
  free (runs->index);
}
