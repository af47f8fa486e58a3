/* Sorting what is mostly sorted.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/sort.h"

#include <stdlib.h>
#include <string.h>

/* How many of the N sorted pointers at ITEMS are not greater than the one at
   KEY.  Looks from the end in growing steps, since the last answer was
   there.  */
static size_t
count_before (void *const *items, size_t n, void *const *key,
              int (*compare) (const void *a, const void *b))
{
  size_t high = n, step = 1;
  while (high && compare (&items[high - 1], key) > 0)
    {
      n = high - 1;
      high = high > step ? high - step : 0;
      step *= 2;
    }
  while (high < n)
    {
      size_t middle = high + (n - high) / 2;
      if (compare (&items[middle], key) > 0)
        n = middle;
      else
        high = middle + 1;
    }
  return high;
}

void
hwpgo_sort_tail (void *items, size_t sorted, size_t n,
                 int (*compare) (const void *a, const void *b))
{
  void **all = items;
  size_t tail = n - sorted;
  if (tail == 0)
    return;
  void **added = sorted ? malloc (tail * sizeof *added) : NULL;
  if (!added)
    {
      qsort (all, n, sizeof *all, compare);
      return;
    }
  memcpy (added, all + sorted, tail * sizeof *added);
  qsort (added, tail, sizeof *added, compare);
  for (; tail; tail--)
    {
      size_t before = count_before (all, sorted, &added[tail - 1], compare);
      memmove (all + before + tail, all + before,
               (sorted - before) * sizeof *all);
      all[before + tail - 1] = added[tail - 1];
      sorted = before;
    }
  free (added);
}
