/* How often places ran, by a walk over the rows of functions that ran.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/attribute-parts.h"

/* The number that takes the maximum of ROW's instructions: that of the place,
   or of the copy of it where the compiler tells copies apart.  */
static uint64_t *
slot_of (struct hwpgo_places *places, struct hwpgo_walk *w,
         const struct hwpgo_image_row *row, uint32_t copy)
{
  uint64_t *place = hwpgo_places_slot (places, &w->frequency, row);
  if (!place || !copy)
    return place;
  /* Nobody but GCC 16 has copies, and a base of no more than 8 bits.  */
  struct hwpgo_location at = hwpgo_places_location (places, row);
  uint64_t node = (uint64_t) (uintptr_t) hwpgo_places_node (places, row);
  return hwpgo_map_slot (&w->copies, node,
                         (uint64_t) at.line << 32 | copy << 8
                             | at.discriminator);
}

static bool
visit_frequency (struct hwpgo_places *places,
                 const struct hwpgo_image_row *row, void *data)
{
  struct hwpgo_walk *w = data;
  struct hwpgo_discriminator d = hwpgo_places_discriminator (places, row);
  uint64_t *slot = slot_of (places, w, row, d.copy);
  if (!slot)
    return false;
  uint64_t weight = hwpgo_flows_max (w->flows, row->low, row->high);
  weight = hwpgo_mul (weight, d.factor);
  if (weight > *slot)
    *slot = weight;
  return true;
}

/* Add the copies to their places.  */
static bool
add_copies (struct hwpgo_walk *w)
{
  for (size_t i = 0; i < w->copies.capacity; i++)
    {
      const struct hwpgo_map_entry *e = &w->copies.entries[i];
      if (!e->used)
        continue;
      uint64_t place = e->b & ~UINT64_C (0xffffff00);
      uint64_t *slot = hwpgo_map_slot (&w->frequency, e->a, place);
      if (!slot)
        return false;
      *slot = hwpgo_add (*slot, e->value);
    }
  return true;
}

bool
hwpgo_walk_frequency (struct hwpgo_places *places, struct hwpgo_walk *w)
{
  return hwpgo_places_each_row (places, visit_frequency, w) && add_copies (w);
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
  return hwpgo_places_each_row (places, visit_executions, w) && add_copies (w);
}

void
hwpgo_walk_free (struct hwpgo_walk *w)
{
  hwpgo_map_free (&w->frequency);
  hwpgo_map_free (&w->copies);
  hwpgo_map_free (&w->executions);
}
