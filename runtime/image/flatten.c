/* Overlapping ranges made disjoint.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/image/image-internal.h"

static int
by_address (const void *a, const void *b)
{
  const struct hwpgo_scope_range *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Heap of ranges: the one that counts on top.  */
static bool
above (const struct hwpgo_scope_range *x, const struct hwpgo_scope_range *y)
{
  return x->priority != y->priority ? x->priority > y->priority
                                    : x->number < y->number;
}

static void
heap_push (const struct hwpgo_scope_range **heap, size_t *n,
           const struct hwpgo_scope_range *r)
{
  size_t i = (*n)++;
  for (; i > 0 && above (r, heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = r;
}

static void
heap_pop (const struct hwpgo_scope_range **heap, size_t *n)
{
  const struct hwpgo_scope_range *r = heap[--*n];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < *n; i = child)
    {
      if (child + 1 < *n && above (heap[child + 1], heap[child]))
        child++;
      if (!above (heap[child], r))
        break;
      heap[i] = heap[child];
    }
  heap[i] = r;
}

bool
hwpgo_image_flatten (struct hwpgo_scope_range *ranges, size_t n_ranges,
                     struct hwpgo_scope_range **out, size_t *n)
{
  size_t capacity = 0, open = 0, i = 0;
  *out = NULL;
  *n = 0;
  qsort (ranges, n_ranges, sizeof *ranges, by_address);
  const struct hwpgo_scope_range **heap = calloc (n_ranges, sizeof *heap);
  if (!heap)
    return false;
  uint64_t at = 0;
  while (i < n_ranges || open)
    {
      if (!open && ranges[i].low > at)
        at = ranges[i].low;
      while (i < n_ranges && ranges[i].low <= at)
        heap_push (heap, &open, &ranges[i++]);
      while (open && heap[0]->high <= at)
        heap_pop (heap, &open);
      if (!open)
        continue;
      struct hwpgo_scope_range r = *heap[0];
      r.low = at;
      if (i < n_ranges && ranges[i].low < r.high)
        r.high = ranges[i].low;
      at = r.high;
      if (!HWPGO_GROW (*out, capacity, *n + 1))
        {
          free (heap);
          return false;
        }
      (*out)[(*n)++] = r;
    }
  free (heap);
  return true;
}
