/* Copies that are not told apart.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "runtime/trace/attribute-parts.h"

/* What is left of PLACE's discriminator in front of ROUND's field.  */
static uint64_t
place_before (uint64_t place, enum hwpgo_round round)
{
  uint32_t mask = hwpgo_discriminator_mask ((enum hwpgo_round) (round - 1));
  return place & (UINT64_C (0xffffffff) << 32 | mask);
}

/* What is known of the copies that ROUND tells apart of one place.  */
struct copies
{
  struct hwpgo_map values; /* by place: in each number bit V stands for value V
                              of the field.  */
  struct hwpgo_map sums;   /* of their counts.  */
};

static bool
collect_copies (const struct hwpgo_walk *w, enum hwpgo_round round,
                struct copies *copies)
{
  for (size_t i = 0; i < w->frequency.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->frequency.entries[i];
      if (!e->used)
        continue;
      uint64_t place = place_before (e->b, round);
      uint64_t *values = hwpgo_map_slot (&copies->values, e->a, place);
      uint64_t *sum = hwpgo_map_slot (&copies->sums, e->a, place);
      if (!values || !sum)
        return false;
      *values |= UINT64_C (1)
                 << hwpgo_discriminator_get ((uint32_t) e->b, round);
      *sum = hwpgo_add (*sum, e->value);
    }
  return true;
}

/* Note that the copies of the place of E need not, or cannot, be told apart in
   ROUND, if none of COPIES ran, or some are missing.  Where GCC has merged
   code again, one copy has the counts of several.  */
static bool
note_place (struct hwpgo_walk *w, const struct hwpgo_map_entry *e,
            const struct copies *copies, enum hwpgo_round round)
{
  uint64_t place = place_before (e->b, round);
  bool none = *hwpgo_map_find (&copies->sums, e->a, place) == 0;
  uint64_t values = *hwpgo_map_find (&copies->values, e->a, place);
  if (!none && hwpgo_discriminator_complete (round, values))
    return true;
  uint64_t *slot = hwpgo_map_slot (&w->untold, e->a, e->b);
  if (slot && (*slot == 0 || HWPGO_UNTOLD_ROUND (*slot) > round))
    *slot = HWPGO_UNTOLD (round, !none);
  return slot != NULL;
}

static bool
note_untold (struct hwpgo_walk *w, enum hwpgo_round round)
{
  struct copies copies = { 0 };
  bool good = collect_copies (w, round, &copies);
  for (size_t i = 0; good && i < w->frequency.capacity; i++)
    if (w->frequency.entries[i].used)
      good = note_place (w, &w->frequency.entries[i], &copies, round);
  hwpgo_map_free (&copies.values);
  hwpgo_map_free (&copies.sums);
  return good;
}

bool
hwpgo_walk_untold (const struct hwpgo_places *places, struct hwpgo_walk *w)
{
  if (!hwpgo_places_have_copies (places))
    return true;
  return note_untold (w, HWPGO_ROUND_1) && note_untold (w, HWPGO_ROUND_2);
}
