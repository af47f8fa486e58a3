/* Copies that are not told apart.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "runtime/profile/summary.h"
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

/* The copies of places are told apart that have this part of all executions,
   in 1/1000000.  To tell those of the rest apart, too, would be the larger
   part of what copies add to the size of a profile (doc/load.md).  */
#define TOLD_PART 990000

/* The least sum of COPIES, of all places, that belongs to the TOLD_PART. False
   when out of memory.  */
static bool
least_told (const struct copies *copies, uint64_t *least)
{
  struct hwpgo_summary s = { 0 };
  size_t n = 0;
  uint64_t sum = 0;
  bool good = HWPGO_GROW (s.counts, s.capacity, copies->sums.used + 1);
  for (size_t i = 0; good && i < copies->sums.capacity; i++)
    if (copies->sums.entries[i].used)
      {
        uint64_t one = copies->sums.entries[i].value;
        s.counts[s.n++] = one;
        s.total = hwpgo_add (s.total, one);
      }
  if (good)
    {
      hwpgo_summary_sort (&s);
      hwpgo_summary_cut (&s, TOLD_PART, &n, &sum, least);
    }
  hwpgo_summary_free (&s);
  return good;
}

/* Note that the copies of the place of E need not, or cannot, be told apart in
   ROUND, if those of COPIES ran less than LEAST times, or some are missing.
   Where GCC has merged code again, one copy has the counts of several.  */
static bool
note_place (struct hwpgo_walk *w, const struct hwpgo_map_entry *e,
            const struct copies *copies, enum hwpgo_round round,
            uint64_t least)
{
  uint64_t place = place_before (e->b, round);
  uint64_t sum = *hwpgo_map_find (&copies->sums, e->a, place);
  uint64_t values = *hwpgo_map_find (&copies->values, e->a, place);
  enum hwpgo_untold why = sum == 0      ? HWPGO_UNTOLD_NONE_RAN
                          : sum < least ? HWPGO_UNTOLD_FEW
                                        : HWPGO_UNTOLD_LOST;
  if (why == HWPGO_UNTOLD_LOST ? hwpgo_discriminator_complete (round, values)
                               : e->b == place)
    return true;
  uint64_t *slot = hwpgo_map_slot (&w->told.untold, e->a, e->b);
  if (slot && (*slot == 0 || HWPGO_UNTOLD_ROUND (*slot) > round))
    *slot = HWPGO_UNTOLD (round, why);
  return slot != NULL;
}

static bool
note_places (struct hwpgo_walk *w, const struct copies *copies,
             enum hwpgo_round round, uint64_t least)
{
  bool good = true;
  for (size_t i = 0; good && i < w->frequency.capacity; i++)
    if (w->frequency.entries[i].used)
      good = note_place (w, &w->frequency.entries[i], copies, round, least);
  return good;
}

/* Note that what ran elsewhere does not stand where its place does, if any of
   it ran LEAST times.  But a place that never began while so much of its code
   ran did not run: that was moved up, as to in front of a branch.  Of less,
   samples may have missed the beginning.  */
static bool
note_elsewhere (struct hwpgo_walk *w, uint64_t least)
{
  for (size_t i = 0; i < w->elsewhere.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->elsewhere.entries[i];
      if (!e->used)
        continue;
      bool began = *hwpgo_map_find (&w->frequency, e->a, e->b) != 0;
      if (began == (e->value < least))
        continue;
      uint64_t *slot = hwpgo_map_slot (&w->told.untold, e->a, e->b);
      if (!slot)
        return false;
      *slot = HWPGO_UNTOLD (HWPGO_ROUND_1, HWPGO_UNTOLD_LOST);
    }
  return true;
}

static void
free_copies (struct copies *copies)
{
  hwpgo_map_free (&copies->values);
  hwpgo_map_free (&copies->sums);
  *copies = (struct copies){ 0 };
}

bool
hwpgo_walk_untold (const struct hwpgo_places *places, struct hwpgo_walk *w,
                   uint64_t *least)
{
  struct copies copies = { 0 };
  if (!hwpgo_places_have_copies (places))
    return true;
  bool good = collect_copies (w, HWPGO_ROUND_1, &copies)
              && (*least || least_told (&copies, least))
              && note_elsewhere (w, *least)
              && note_places (w, &copies, HWPGO_ROUND_1, *least);
  free_copies (&copies);
  good = good && collect_copies (w, HWPGO_ROUND_2, &copies)
         && note_places (w, &copies, HWPGO_ROUND_2, *least);
  free_copies (&copies);
  return good;
}

/* --- what only follows ---------------------------------------------------*/

/* What follows a beginning runs no more often than that.  A copy that ran more
   than so many times as often as all that begin has lost its own, as the body
   of a loop may that was vectorised.  */
#define MORE_THAN_BEGUN 2

/* Add to BEGUN the places that have beginnings, and to BASES the bases of
   these, with the sums of what they ran.  */
static bool
collect_begun (struct hwpgo_places *places, const struct hwpgo_walk *w,
               struct hwpgo_map *begun, struct hwpgo_map *bases)
{
  for (size_t i = 0; i < w->begun.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->begun.entries[i];
      if (!e->used)
        continue;
      uint64_t base = place_before (e->b, HWPGO_ROUND_1);
      uint64_t *place = hwpgo_places_of_instance (places, begun, e->a, e->b);
      uint64_t *all = hwpgo_places_of_instance (places, bases, e->a, base);
      if (!place || !all)
        return false;
      *place = 1;
    }
  for (size_t i = 0; i < w->frequency.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->frequency.entries[i];
      if (!e->used || !hwpgo_map_find (begun, e->a, e->b))
        continue;
      uint64_t *all
          = hwpgo_map_slot (bases, e->a, place_before (e->b, HWPGO_ROUND_1));
      if (!all)
        return false;
      *all = hwpgo_add (*all, e->value);
    }
  return true;
}

bool
hwpgo_walk_beside (struct hwpgo_places *places, struct hwpgo_walk *w)
{
  struct hwpgo_map begun = { 0 }, bases = { 0 };
  bool good = !hwpgo_places_have_copies (places)
              || places->evidence->foreign
              || collect_begun (places, w, &begun, &bases);
  for (size_t i = 0; good && i < w->frequency.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->frequency.entries[i];
      const uint64_t *all
          = e->used ? hwpgo_map_find (&bases, e->a,
                                      place_before (e->b, HWPGO_ROUND_1))
                    : NULL;
      if (!all || hwpgo_map_find (&begun, e->a, e->b)
          || e->value / MORE_THAN_BEGUN > *all)
        continue;
      uint64_t *slot = hwpgo_map_slot (&w->told.beside, e->a, e->b);
      good = slot != NULL;
      if (slot)
        *slot = 1;
    }
  hwpgo_map_free (&begun);
  hwpgo_map_free (&bases);
  return good;
}
