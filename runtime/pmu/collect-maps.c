/* The maps of one process, in an order that is the same in every run.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/pmu/collect-maps.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory.h"

static int
compare_maps (const void *a, const void *b)
{
  const struct hwpgo_spool_item *x = a, *y = b;
  return (x->map.start > y->map.start) - (x->map.start < y->map.start);
}

/* Which thread met a map first may differ between runs, so they are sorted;
   unless one took the place of another, when the order matters.  */
int
hwpgo_spool_maps_read (struct hwpgo_spool_maps *maps,
                       const struct hwpgo_spool *spool,
                       struct hwpgo_error *err)
{
  struct hwpgo_spool_item item;
  int more = 0;
  if (spool->n_streams == 0)
    return 0;
  struct hwpgo_spool_iterator it = hwpgo_spool_iterate (spool, 0);
  while ((more = hwpgo_spool_next (&it, &item, err)) == 1)
    {
      if (item.type != HWPGO_SPOOL_MAP)
        continue;
      if (!HWPGO_GROW (maps->items, maps->room, maps->n + 1))
        return hwpgo_error_nomem (err);
      maps->items[maps->n++] = item;
    }
  if (more < 0 || maps->n == 0)
    return more;
  struct hwpgo_spool_item *sorted = calloc (maps->n, sizeof *sorted);
  if (!sorted)
    return hwpgo_error_nomem (err);
  memcpy (sorted, maps->items, maps->n * sizeof *sorted);
  qsort (sorted, maps->n, sizeof *sorted, compare_maps);
  for (size_t i = 1; i < maps->n; i++)
    maps->overlap |= sorted[i].map.start - sorted[i - 1].map.start
                     < sorted[i - 1].map.length;
  if (!maps->overlap)
    memcpy (maps->items, sorted, maps->n * sizeof *sorted);
  free (sorted);
  return 0;
}
