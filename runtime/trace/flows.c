/* Ranges to disjoint pieces: a sweep over their ends.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/base/bisect.h"
#include "runtime/trace/places.h"

struct end
{
  uint64_t at, weight;
  bool start;
};

static int
by_address (const void *a, const void *b)
{
  const struct end *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

/* Weights sum up beyond 64 bits only where many of them saturated.  */
static uint64_t
clamp (unsigned __int128 sum)
{
  return sum > UINT64_MAX ? UINT64_MAX : (uint64_t) sum;
}

static bool
add_flow (struct hwpgo_flows *flows, uint64_t low, uint64_t high,
          uint64_t weight)
{
  if (weight == 0 || low >= high)
    return true;
  struct hwpgo_flow *last = flows->n ? &flows->items[flows->n - 1] : NULL;
  if (last && last->high == low && last->weight == weight)
    {
      last->high = high;
      return true;
    }
  if (!HWPGO_GROW (flows->items, flows->capacity, flows->n + 1))
    return false;
  flows->items[flows->n++] = (struct hwpgo_flow){ low, high, weight };
  return true;
}

static bool
sweep (struct hwpgo_flows *flows, const struct end *ends, size_t n)
{
  unsigned __int128 sum = 0;
  for (size_t i = 0; i < n; i++)
    {
      if (i && !add_flow (flows, ends[i - 1].at, ends[i].at, clamp (sum)))
        return false;
      if (ends[i].start)
        sum += ends[i].weight;
      else
        sum -= ends[i].weight;
    }
  return true;
}

int
hwpgo_flows_make (struct hwpgo_flows *flows,
                  const struct hwpgo_binaries *binaries,
                  const struct hwpgo_traced *b,
                  const struct hwpgo_evidence *evidence)
{
  const struct hwpgo_runs *ranges = &evidence->ranges;
  *flows = (struct hwpgo_flows){ 0 };
  struct end *ends = calloc (2 * ranges->n + 1, sizeof *ends);
  if (!ends)
    return -HWPGO_E_NOMEM;
  size_t n = 0;
  for (size_t i = 0; i < ranges->n; i++)
    {
      const struct hwpgo_run *r = &ranges->items[i];
      uint64_t low;
      if (r->drop != HWPGO_DROPS
          || hwpgo_binaries_at (binaries, r->start, &low) != b)
        continue;
      uint64_t high = low + (r->high - r->start);
      ends[n++] = (struct end){ low, r->weight, true };
      ends[n++] = (struct end){ high, r->weight, false };
    }
  if (n)
    qsort (ends, n, sizeof *ends, by_address);
  bool good = sweep (flows, ends, n);
  free (ends);
  if (good)
    return 0;
  free (flows->items);
  *flows = (struct hwpgo_flows){ 0 };
  return -HWPGO_E_NOMEM;
}

/* The index of the first flow that ends after VADDR.  */
static size_t
first_after (const struct hwpgo_flows *flows, uint64_t vaddr)
{
  size_t first;
  HWPGO_BISECT (first, flows->n, i, flows->items[i].high <= vaddr);
  return first;
}

uint64_t
hwpgo_flows_at (const struct hwpgo_flows *flows, uint64_t vaddr)
{
  size_t i = first_after (flows, vaddr);
  return i < flows->n && flows->items[i].low <= vaddr ? flows->items[i].weight
                                                      : 0;
}

uint64_t
hwpgo_flows_max (const struct hwpgo_flows *flows, uint64_t low, uint64_t high)
{
  uint64_t max = 0;
  for (size_t i = first_after (flows, low);
       i < flows->n && flows->items[i].low < high; i++)
    if (flows->items[i].weight > max)
      max = flows->items[i].weight;
  return max;
}
