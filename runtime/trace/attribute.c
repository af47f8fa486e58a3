/* From branch stacks to counts at places of the source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/attribute-parts.h"

static bool
touch_flows (struct hwpgo_places *places, const struct hwpgo_flows *flows)
{
  /* A flow never leaves the functions of one name: see walk.c.  But those of
     two functions may have been joined.  */
  for (size_t i = 0; i < flows->n; i++)
    {
      uint64_t at = flows->items[i].low;
      while (at < flows->items[i].high)
        {
          const struct hwpgo_image_function *f
              = hwpgo_image_function_at (places->image, at);
          if (!f)
            break;
          if (!hwpgo_places_touch (places, at))
            return false;
          at = f->high;
        }
    }
  return true;
}

int
hwpgo_attribute_ranges (struct hwpgo_profile *profile,
                        const struct hwpgo_binaries *binaries,
                        struct hwpgo_traced *b,
                        const struct hwpgo_evidence *evidence,
                        struct hwpgo_error *err)
{
  struct hwpgo_places places = hwpgo_places_of (b, profile, evidence);
  struct hwpgo_flows flows;
  struct hwpgo_walk w = { .flows = &flows };
  int rc = hwpgo_flows_make (&flows, binaries, b, evidence);
  bool good = rc == 0 && touch_flows (&places, &flows)
              && hwpgo_walk_frequency (&places, &w)
              && hwpgo_attribute_vectors (&places, b, &w.frequency)
              && hwpgo_walk_untold (&places, &w, &b->least_told)
              && hwpgo_walk_beside (&places, &w)
              && hwpgo_places_add_samples (&places, &w.frequency, &w.told)
              && hwpgo_attribute_branches (&places, binaries, b, evidence,
                                           &w.told);
  for (size_t i = 0; evidence->llvm && i < profile->n_functions; i++)
    hwpgo_attribute_raise_calls (profile->functions[i]);
  free (flows.items);
  hwpgo_walk_free (&w);
  hwpgo_places_free (&places);
  good = good && !hwpgo_image_out_of_memory (b->image);
  return good ? 0 : hwpgo_error_nomem (err);
}
