/* How often places ran, by a walk over the rows of functions that ran.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/discriminator.h"
#include "runtime/trace/attribute-parts.h"

/* Code ran otherwise than its place began from this part on; less is chance.
 */
#define ELSEWHERE_PART 8

static bool
visit_frequency (struct hwpgo_places *places,
                 const struct hwpgo_image_row *row, void *data)
{
  struct hwpgo_walk *w = data;
  /* Where nothing ran, which is most places, the place's 0 will do.  */
  if (!hwpgo_places_slot (places, &w->frequency, row))
    return false;
  uint64_t weight = hwpgo_flows_max (w->flows, row->low, row->high);
  if (weight == 0)
    return true;
  uint64_t *slot = hwpgo_places_instance (places, &w->instances, row);
  if (!slot)
    return false;
  weight = hwpgo_mul (weight, hwpgo_places_discriminator (places, row).factor);
  if (weight > *slot)
    *slot = weight;
  return true;
}

static bool
visit_beginning (struct hwpgo_places *places,
                 const struct hwpgo_image_row *row, void *data)
{
  struct hwpgo_walk *w = data;
  uint64_t *slot = hwpgo_places_instance (places, &w->begun, row);
  if (!slot)
    return false;
  *slot = hwpgo_add (*slot, hwpgo_flows_at (w->flows, row->low));
  return true;
}

/* Note in W that INSTANCE, whose code ran CODE times, began BEGUN times, if
   that is not the same.  */
static bool
note_elsewhere (struct hwpgo_places *places, struct hwpgo_walk *w,
                const struct hwpgo_map_entry *instance, uint64_t code,
                uint64_t begun)
{
  uint64_t most = code > begun ? code : begun;
  uint64_t least = code > begun ? begun : code;
  if (most - least <= most / ELSEWHERE_PART)
    return true;
  uint64_t *slot = hwpgo_places_of_instance (places, &w->untold, instance->a,
                                             instance->b);
  if (slot)
    *slot = HWPGO_UNTOLD (HWPGO_ROUND_1, true);
  return slot != NULL;
}

/* Where an instance has beginnings, they know better.  */
static bool
prefer_beginnings (struct hwpgo_places *places, struct hwpgo_walk *w)
{
  if (places->evidence->llvm)
    return true;
  if (!hwpgo_places_each_beginning (places, visit_beginning, w))
    return false;
  for (size_t i = 0; i < w->begun.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->begun.entries[i];
      uint64_t *slot
          = e->used ? hwpgo_map_slot (&w->instances, e->a, e->b) : NULL;
      if (!e->used)
        continue;
      if (!slot || !note_elsewhere (places, w, e, *slot, e->value))
        return false;
      *slot = e->value;
    }
  return true;
}

bool
hwpgo_walk_frequency (struct hwpgo_places *places, struct hwpgo_walk *w)
{
  return hwpgo_places_each_row (places, visit_frequency, w)
         && prefer_beginnings (places, w)
         && hwpgo_places_add_instances (places, &w->frequency, &w->instances);
}

/* True for what a predictor can get wrong about the way to go.  */
static bool
is_predicted (enum hwpgo_insn_kind kind)
{
  return kind == HWPGO_INSN_CONDITIONAL || kind == HWPGO_INSN_INDIRECT_JUMP
         || kind == HWPGO_INSN_INDIRECT_CALL || kind == HWPGO_INSN_RETURN;
}

/* For each place its frequency and the sum over its branches.  */
static bool
visit_executions (struct hwpgo_places *places,
                  const struct hwpgo_image_row *row, void *data)
{
  struct hwpgo_walk *w = data;
  if (!visit_frequency (places, row, data))
    return false;
  uint64_t *slot = hwpgo_places_slot (places, &w->executions, row);
  if (!slot)
    return false;
  for (uint64_t at = row->low; at < row->high;)
    {
      struct hwpgo_insn insn = hwpgo_places_instruction (places->image, at);
      if (insn.length == 0)
        break;
      if (is_predicted (insn.kind))
        *slot = hwpgo_add (*slot, hwpgo_flows_at (w->flows, at));
      at += insn.length;
    }
  return true;
}

bool
hwpgo_walk_executions (struct hwpgo_places *places, struct hwpgo_walk *w)
{
  return hwpgo_places_each_row (places, visit_executions, w)
         && prefer_beginnings (places, w)
         && hwpgo_places_add_instances (places, &w->frequency, &w->instances);
}

/* --- copies that are not told apart --------------------------------------*/

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

void
hwpgo_walk_free (struct hwpgo_walk *w)
{
  hwpgo_map_free (&w->frequency);
  hwpgo_map_free (&w->instances);
  hwpgo_map_free (&w->begun);
  hwpgo_map_free (&w->untold);
  hwpgo_map_free (&w->executions);
}
