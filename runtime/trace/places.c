/* Places of the source in one binary, while a profile is made of it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "runtime/profile/discriminator.h"
#include "runtime/trace/places.h"

void
hwpgo_places_free (struct hwpgo_places *places)
{
  hwpgo_map_free (&places->nodes);
  hwpgo_map_free (&places->copies);
  hwpgo_map_free (&places->touched);
}

struct hwpgo_places
hwpgo_places_of (const struct hwpgo_traced *b, struct hwpgo_profile *profile,
                 const struct hwpgo_evidence *evidence)
{
  return (struct hwpgo_places){ .image = b->image,
                                .profile = profile,
                                .evidence = evidence };
}

static enum hwpgo_encoding
encoding_of (const struct hwpgo_places *places,
             const struct hwpgo_image_row *row)
{
  return hwpgo_discriminators_encoding (places->evidence->discriminators,
                                        places->image, row->encoding);
}

static struct hwpgo_discriminator
decode (const struct hwpgo_places *places, const struct hwpgo_image_row *row,
        size_t frame)
{
  return hwpgo_discriminator_decode (encoding_of (places, row),
                                     row->frames[frame].discriminator);
}

static struct hwpgo_location
location_of (const struct hwpgo_places *places,
             const struct hwpgo_image_row *row, size_t frame)
{
  const struct hwpgo_image_frame *f = &row->frames[frame];
  if (frame > 0 && !places->evidence->foreign
      && encoding_of (places, row) == HWPGO_ENCODING_HWPGO)
    return (struct hwpgo_location){ f->line, hwpgo_call_number (f->column) };
  return (struct hwpgo_location){ f->line, decode (places, row, frame).base };
}

/* True if ROW is a place.  */
static bool
counts (const struct hwpgo_places *places, const struct hwpgo_image_row *row)
{
  return row->n_frames && (!row->unknown_line || places->evidence->llvm);
}

bool
hwpgo_places_row_at (const struct hwpgo_places *places, uint64_t vaddr,
                     struct hwpgo_image_row *row)
{
  return hwpgo_image_row_at (places->image, vaddr, row)
         && counts (places, row);
}

struct hwpgo_location
hwpgo_places_location (const struct hwpgo_places *places,
                       const struct hwpgo_image_row *row)
{
  return location_of (places, row, 0);
}

struct hwpgo_discriminator
hwpgo_places_discriminator (const struct hwpgo_places *places,
                            const struct hwpgo_image_row *row)
{
  return decode (places, row, 0);
}

/* From the outermost function down to the innermost.  */
static struct hwpgo_function *
make_node (struct hwpgo_places *places, const struct hwpgo_image_row *row)
{
  size_t i = row->n_frames - 1;
  const char *name = row->frames[i].function;
  struct hwpgo_function *node
      = hwpgo_profile_function (places->profile, name, strlen (name));
  while (node && i-- > 0)
    {
      name = row->frames[i].function;
      node = hwpgo_function_callsite (places->profile, node,
                                      location_of (places, row, i + 1), name,
                                      strlen (name));
    }
  return node;
}

struct hwpgo_function *
hwpgo_places_node (struct hwpgo_places *places,
                   const struct hwpgo_image_row *row)
{
  uint64_t *slot = hwpgo_map_slot (&places->nodes,
                                   (uint64_t) (uintptr_t) row->context, 0);
  if (slot && *slot == 0)
    *slot = (uint64_t) (uintptr_t) make_node (places, row);
  return slot ? (struct hwpgo_function *) (uintptr_t) *slot : NULL;
}

uint64_t *
hwpgo_places_slot (struct hwpgo_places *places, struct hwpgo_map *map,
                   const struct hwpgo_image_row *row)
{
  struct hwpgo_function *node = hwpgo_places_node (places, row);
  if (!node)
    return NULL;
  struct hwpgo_location at = hwpgo_places_location (places, row);
  return hwpgo_map_slot (map, (uint64_t) (uintptr_t) node,
                         (uint64_t) at.line << 32 | at.discriminator);
}

uint64_t *
hwpgo_places_instance (struct hwpgo_places *places, struct hwpgo_map *map,
                       const struct hwpgo_image_row *row)
{
  struct hwpgo_function *node = hwpgo_places_node (places, row);
  if (!node)
    return NULL;
  /* llvm-profgen does not tell clones apart.  */
  const void *function = places->evidence->llvm ? NULL : row->function;
  uint64_t *instance
      = hwpgo_map_slot (&places->copies, (uint64_t) (uintptr_t) function,
                        (uint64_t) (uintptr_t) node);
  if (!instance)
    return NULL;
  if (*instance == 0)
    *instance = (uint64_t) (uintptr_t) row->context;
  struct hwpgo_discriminator d = decode (places, row, 0);
  return hwpgo_map_slot (map, *instance,
                         (uint64_t) d.copy << HWPGO_COPY_SHIFT
                             | (uint64_t) row->frames[0].line << 32 | d.base);
}

uint64_t *
hwpgo_places_of_instance (struct hwpgo_places *places, struct hwpgo_map *map,
                          uint64_t a, uint64_t b)
{
  return hwpgo_map_slot (map, *hwpgo_map_find (&places->nodes, a, 0),
                         HWPGO_UNCOPIED (b));
}

bool
hwpgo_places_add_instances (struct hwpgo_places *places, struct hwpgo_map *map,
                            const struct hwpgo_map *instances)
{
  for (size_t i = 0; i < instances->capacity; i++)
    {
      const struct hwpgo_map_entry *e = &instances->entries[i];
      if (!e->used)
        continue;
      uint64_t *slot = hwpgo_places_of_instance (places, map, e->a, e->b);
      if (!slot)
        return false;
      *slot = hwpgo_add (*slot, e->value);
    }
  return true;
}

bool
hwpgo_places_touch (struct hwpgo_places *places, uint64_t vaddr)
{
  const struct hwpgo_image_function *f
      = hwpgo_image_function_at (places->image, vaddr);
  return !f
         || hwpgo_map_slot (&places->touched, (uint64_t) (uintptr_t) f->name,
                            0);
}

bool
hwpgo_places_touched (const struct hwpgo_places *places, uint64_t vaddr)
{
  const struct hwpgo_image_function *f
      = hwpgo_image_function_at (places->image, vaddr);
  return f
         && hwpgo_map_find (&places->touched, (uint64_t) (uintptr_t) f->name,
                            0);
}

struct hwpgo_insn
hwpgo_places_instruction (const struct hwpgo_image *image, uint64_t vaddr)
{
  size_t left;
  const uint8_t *code = hwpgo_image_code (image, vaddr, &left);
  if (!code)
    return (struct hwpgo_insn){ 0 };
  return hwpgo_insn_decode (hwpgo_image_machine (image), code, left, vaddr);
}

/* How far it is to the next instruction.  */
static uint64_t
step (const struct hwpgo_image *image, uint64_t vaddr)
{
  unsigned length = hwpgo_places_instruction (image, vaddr).length;
  return length ? length : 1;
}

bool
hwpgo_places_each_row (struct hwpgo_places *places,
                       bool (*visit) (struct hwpgo_places *places,
                                      const struct hwpgo_image_row *row,
                                      void *data),
                       void *data)
{
  size_t n;
  const struct hwpgo_image_function *f
      = hwpgo_image_functions (places->image, &n);
  for (; n > 0; n--, f++)
    {
      if (!hwpgo_map_find (&places->touched, (uint64_t) (uintptr_t) f->name,
                           0))
        continue;
      const struct hwpgo_evidence *e = places->evidence;
      if (e->go_on && !e->go_on (e->go_on_data))
        return false;
      struct hwpgo_image_row row;
      for (uint64_t at = f->low; at < f->high; at = row.high)
        {
          if (!hwpgo_image_row_at (places->image, at, &row))
            {
              row.high = at + step (places->image, at);
              continue;
            }
          row.low = at;
          if (row.high > f->high)
            row.high = f->high;
          if (!counts (places, &row))
            continue;
          if (encoding_of (places, &row) == HWPGO_ENCODING_LLVM_FS)
            places->profile->fs_discriminators = true;
          if (!visit (places, &row, data))
            return false;
        }
    }
  return true;
}

/* For hwpgo_places_each_beginning.  */
struct beginnings
{
  struct hwpgo_places *places;
  bool (*visit) (struct hwpgo_places *places,
                 const struct hwpgo_image_row *row, void *data);
  void *data;
};

static bool
visit_if_numbered (const struct hwpgo_image_row *row, void *data)
{
  const struct beginnings *b = data;
  return encoding_of (b->places, row) != HWPGO_ENCODING_HWPGO
         || b->visit (b->places, row, b->data);
}

bool
hwpgo_places_each_beginning (struct hwpgo_places *places,
                             bool (*visit) (struct hwpgo_places *places,
                                            const struct hwpgo_image_row *row,
                                            void *data),
                             void *data)
{
  size_t n;
  struct beginnings b = { places, visit, data };
  const struct hwpgo_image_function *f
      = hwpgo_image_functions (places->image, &n);
  for (; n > 0; n--, f++)
    if (hwpgo_map_find (&places->touched, (uint64_t) (uintptr_t) f->name, 0)
        && !hwpgo_image_each_beginning (places->image, f->low, f->high,
                                        visit_if_numbered, &b))
      return false;
  return true;
}

bool
hwpgo_places_have_copies (const struct hwpgo_places *places)
{
  return hwpgo_image_discriminator_layout (places->image)
             >= HWPGO_DISCRIMINATOR_LAYOUT
         && hwpgo_discriminators_encoding (places->evidence->discriminators,
                                           places->image, HWPGO_ENCODING_HWPGO)
                == HWPGO_ENCODING_HWPGO;
}

/* What MAP has of the place AT in NODE; NULL: nothing.  */
static const uint64_t *
find_place (const struct hwpgo_map *map, const struct hwpgo_function *node,
            struct hwpgo_location at)
{
  return hwpgo_map_find (map, (uint64_t) (uintptr_t) node,
                         (uint64_t) at.line << 32 | at.discriminator);
}

/* True if the copies of AT in NODE do not matter.  */
static bool
need_not_be_told (const struct hwpgo_told *told,
                  const struct hwpgo_function *node, struct hwpgo_location at)
{
  const uint64_t *how = find_place (&told->untold, node, at);
  return how && HWPGO_UNTOLD_WHY (*how) != HWPGO_UNTOLD_LOST;
}

struct hwpgo_location
hwpgo_places_told (const struct hwpgo_told *told,
                   const struct hwpgo_function *node, struct hwpgo_location at)
{
  const uint64_t *how = find_place (&told->untold, node, at);
  bool beside = find_place (&told->beside, node, at)
                && !need_not_be_told (told, node, at);
  if (how)
    at.discriminator = hwpgo_discriminator_until (
        at.discriminator, HWPGO_UNTOLD_ROUND (*how),
        HWPGO_UNTOLD_WHY (*how) == HWPGO_UNTOLD_LOST);
  if (beside)
    at.discriminator |= HWPGO_DISCRIMINATOR_BESIDE;
  return at;
}

bool
hwpgo_places_add_samples (struct hwpgo_places *places,
                          const struct hwpgo_map *map,
                          const struct hwpgo_told *told)
{
  bool copies = hwpgo_places_have_copies (places);
  for (size_t i = 0; i < map->capacity; i++)
    {
      const struct hwpgo_map_entry *e = &map->entries[i];
      if (!e->used)
        continue;
      struct hwpgo_location at = { (uint32_t) (e->b >> 32), (uint32_t) e->b };
      struct hwpgo_function *node = (struct hwpgo_function *) (uintptr_t) e->a;
      const uint64_t *how = find_place (&told->untold, node, at);
      if (need_not_be_told (told, node, at)
          && find_place (&told->beside, node, at))
        continue;
      at = hwpgo_places_told (told, node, at);
      /* A copy among others that ran.  */
      bool among
          = at.discriminator & ~hwpgo_discriminator_mask (HWPGO_ROUND_BASE)
            || (how && HWPGO_UNTOLD_WHY (*how) == HWPGO_UNTOLD_FEW);
      if (copies && e->value == 0 && among)
        continue;
      if (hwpgo_function_add_sample (places->profile, node, at,
                                     hwpgo_weight_round (e->value))
          != 0)
        return false;
    }
  return true;
}
