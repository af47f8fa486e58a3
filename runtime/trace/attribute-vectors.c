/* Code that runs once for several iterations of the source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "runtime/trace/attribute-parts.h"

bool
hwpgo_attribute_vectors (const struct hwpgo_places *places,
                         const struct hwpgo_traced *b, struct hwpgo_map *map)
{
  struct hwpgo_map factors = { 0 };
  if (b->decided.n == 0 || !hwpgo_places_have_copies (places))
    return true;
  bool good
      = hwpgo_hint_records_factors (&b->decided, places->profile, &factors);
  uint64_t mask
      = UINT64_C (0xffffffff) << 32 | hwpgo_discriminator_mask (HWPGO_ROUND_1);
  for (size_t i = 0; i < map->capacity && good && factors.used; i++)
    {
      struct hwpgo_map_entry *e = &map->entries[i];
      const uint64_t *factor
          = e->used ? hwpgo_map_find (&factors, e->a, e->b & mask) : NULL;
      if (factor)
        e->value = hwpgo_mul (e->value, *factor);
    }
  hwpgo_map_free (&factors);
  return good;
}
