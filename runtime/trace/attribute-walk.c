/* How often places ran, by a walk over the rows of functions that ran.
   SPDX-License-Identifier: GPL-2.0-or-later */

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
  uint64_t *slot = hwpgo_places_of_instance (places, &w->elsewhere,
                                             instance->a, instance->b);
  if (slot && *slot < most)
    *slot = most;
  return slot != NULL;
}

/* What one copy has of a place that begins in others only follows them, as the end
   of a turn does that GCC has copied for each way to it: it ran with them.  */
static bool
drop_what_follows (struct hwpgo_walk *w)
{
  struct hwpgo_map places = { 0 };
  bool good = true;
  for (size_t i = 0; good && i < w->begun.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->begun.entries[i];
      good = !e->used
             || hwpgo_map_slot (&places, e->a, HWPGO_UNCOPIED (e->b));
    }
  for (size_t i = 0; good && i < w->instances.capacity; i++)
    {
      struct hwpgo_map_entry *e = &w->instances.entries[i];
      if (e->used && !hwpgo_map_find (&w->begun, e->a, e->b)
          && hwpgo_map_find (&places, e->a, HWPGO_UNCOPIED (e->b)))
        e->value = 0;
    }
  hwpgo_map_free (&places);
  return good;
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
  return drop_what_follows (w);
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

void
hwpgo_walk_free (struct hwpgo_walk *w)
{
  hwpgo_map_free (&w->frequency);
  hwpgo_map_free (&w->instances);
  hwpgo_map_free (&w->begun);
  hwpgo_map_free (&w->elsewhere);
  hwpgo_map_free (&w->told.untold);
  hwpgo_map_free (&w->told.beside);
  hwpgo_map_free (&w->executions);
}
