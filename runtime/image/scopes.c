/* Functions and inlined calls of one unit.
   SPDX-License-Identifier: GPL-2.0-or-later

   1. Walk over the unit's entries; every subprogram with code and every
      inlined call in it becomes a scope, its ranges go into a list.
   2. Name the scopes.  A static function of C++ has no linkage name in DWARF;
      where the unit has it out of line, too, its symbol names both.
   3. Cut the ranges into disjoint ones, each with its innermost scope.  */

#include <stdlib.h>

#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"

/* Entries in one another, blocks included.  */
#define MAX_NESTING 512

/* A scope whose name is still open.  */
struct named_scope
{
  struct hwpgo_scope scope; /* first: what others point to.  */
  uint64_t origin;          /* where the abstract instance stands; 0: none.  */
  bool linkage;
  struct named_scope *next;
};

struct walk
{
  struct hwpgo_image *image;
  struct hwpgo_scope_range *ranges;
  size_t n_ranges, ranges_capacity;
  struct named_scope *scopes;
  struct hwpgo_map symbols; /* from origin to the name (a pointer).  */

  /* For add_range.  */
  const struct hwpgo_scope *scope;
  unsigned priority;
};

/* An address that stands for the abstract instance of ENTRY.  */
static uint64_t
origin_of (const struct hwpgo_entry *entry)
{
  struct hwpgo_dwarf_unit *unit;
  uint64_t offset;
  if (!hwpgo_entry_reference (entry, HWPGO_AT_ORIGIN, &unit, &offset))
    return 0;
  const uint8_t *info = unit->sections[HWPGO_SECTION_INFO].data;
  return (uint64_t) (uintptr_t) (info + offset);
}

static bool
add_range (uint64_t low, uint64_t high, void *data)
{
  struct walk *w = data;
  if (!HWPGO_GROW (w->ranges, w->ranges_capacity, w->n_ranges + 1))
    return false;
  w->ranges[w->n_ranges]
      = (struct hwpgo_scope_range){ low, high, w->scope, w->priority,
                                    w->n_ranges };
  w->n_ranges++;
  return true;
}

/* The symbol of the out-of-line function S, which starts at ENTRY, becomes
   its name and that of all inlined copies.  */
static bool
name_by_symbol (struct walk *w, struct named_scope *s, uint64_t entry)
{
  const struct hwpgo_image_function *f
      = hwpgo_image_function_at (w->image, entry);
  if (!f || f->low != entry)
    return true;
  s->scope.name = f->name;
  if (s->linkage || !s->origin)
    return true;
  uint64_t *slot = hwpgo_map_slot (&w->symbols, s->origin, 0);
  if (!slot)
    return false;
  if (*slot == 0)
    *slot = (uint64_t) (uintptr_t) f->name;
  return true;
}

/* Fill S, the scope of ENTRY in PARENT.  */
static bool
describe (struct walk *w, const struct hwpgo_entry *entry,
          const struct hwpgo_scope *parent, struct named_scope *s)
{
  const char *name = hwpgo_image_entry_name (entry, &s->linkage);
  if (name)
    {
      bool is_entry;
      size_t length = hwpgo_origin_length (name, &is_entry);
      s->scope.name = hwpgo_strings_intern (&w->image->strings, name, length);
      if (!s->scope.name)
        return false;
    }
  s->origin = origin_of (entry);
  s->scope.decl_file = hwpgo_image_entry_number (entry, HWPGO_AT_DECL_FILE);
  s->scope.decl_line = hwpgo_image_entry_number (entry, HWPGO_AT_DECL_LINE);
  s->scope.parent = parent;
  uint64_t value;
  if (!parent)
    return true;
  s->scope.depth = parent->depth + 1;
  if (hwpgo_entry_number (entry, HWPGO_AT_CALL_LINE, &value))
    s->scope.call_line = (uint32_t) value;
  if (hwpgo_entry_number (entry, HWPGO_AT_DISCRIMINATOR, &value))
    s->scope.call_discriminator = (uint32_t) value;
  if (hwpgo_entry_number (entry, HWPGO_AT_CALL_COLUMN, &value))
    s->scope.call_column = (uint32_t) value;
  return true;
}

/* Make the scope of ENTRY, a subprogram or an inlined call in PARENT.  *SCOPE
   stays as it was when ENTRY has no code.  False when out of memory or
   malformed.  */
static bool
add_scope (struct walk *w, const struct hwpgo_entry *entry,
           const struct hwpgo_scope *parent, unsigned nesting,
           const struct hwpgo_scope **scope)
{
  if (!(entry->mask
        & (UINT64_C (1) << HWPGO_AT_LOW_PC | UINT64_C (1) << HWPGO_AT_RANGES)))
    return true;
  struct named_scope *s = hwpgo_arena_alloc (&w->image->arena, sizeof *s);
  if (!s)
    return false;
  size_t before = w->n_ranges;
  w->scope = &s->scope;
  w->priority = nesting;
  if (!hwpgo_image_ranges (w->image, entry, add_range, w))
    return false;
  if (w->n_ranges == before)
    return true;
  if (!describe (w, entry, parent, s))
    return false;
  /* The first of several ranges has the entry.  */
  uint64_t start;
  if (!hwpgo_entry_address (entry, HWPGO_AT_ENTRY_PC, &start)
      && !hwpgo_entry_address (entry, HWPGO_AT_LOW_PC, &start))
    start = w->ranges[before].low;
  if (entry->mask >> HWPGO_AT_RANGES & 1)
    start = w->ranges[before].low;
  if (!parent && !name_by_symbol (w, s, start))
    return false;
  s->next = w->scopes;
  w->scopes = s;
  *scope = &s->scope;
  return true;
}

/* The scope inside ENTRY, which is in SCOPE.  False when out of memory or
   malformed, *SKIP when there is nothing of use in ENTRY.  */
static bool
enter (struct walk *w, const struct hwpgo_entry *entry, unsigned nesting,
       const struct hwpgo_scope **scope, bool *skip)
{
  const struct hwpgo_scope *outer = *scope;
  *skip = false;
  switch (entry->tag)
    {
    case DW_TAG_subprogram:
      /* A nested function can have code though this one has none.  */
      *scope = NULL;
      return add_scope (w, entry, NULL, nesting, scope);
    case DW_TAG_inlined_subroutine:
      return !outer || add_scope (w, entry, outer, nesting, scope);
    case DW_TAG_lexical_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
      return true;
    default:
      *skip = true;
      return true;
    }
}

static bool
walk_unit (struct walk *w, struct hwpgo_dwarf_unit *unit)
{
  const struct hwpgo_scope *scopes[MAX_NESTING + 1] = { NULL };
  unsigned depth = 0;
  struct hwpgo_entry e;
  struct hwpgo_cursor c = hwpgo_entry_cursor (unit, unit->first);
  if (!hwpgo_entry_next (unit, &c, &e) || !e.children)
    return !c.failed;
  while (hwpgo_entry_next (unit, &c, &e))
    {
      bool skip;
      if (e.tag == 0)
        {
          if (depth-- == 0)
            return true;
          continue;
        }
      const struct hwpgo_scope *scope = scopes[depth];
      if (!enter (w, &e, depth, &scope, &skip))
        return false;
      if (skip ? !hwpgo_entry_skip_children (&e, &c)
               : e.children && depth == MAX_NESTING)
        return false;
      if (!skip && e.children)
        scopes[++depth] = scope;
    }
  return !c.failed;
}

static void
name_scopes (struct walk *w)
{
  for (struct named_scope *s = w->scopes; s; s = s->next)
    {
      const uint64_t *symbol
          = s->linkage || !s->scope.parent
                ? NULL
                : hwpgo_map_find (&w->symbols, s->origin, 0);
      if (symbol)
        s->scope.name = (const char *) (uintptr_t) *symbol;
    }
}

bool
hwpgo_image_scopes (struct hwpgo_image *image, struct hwpgo_dwarf_unit *unit,
                    struct hwpgo_scope_range **ranges, size_t *n)
{
  struct walk w = { .image = image };
  bool good = walk_unit (&w, unit);
  *ranges = NULL;
  *n = 0;
  if (good && w.n_ranges)
    {
      name_scopes (&w);
      good = hwpgo_image_flatten (w.ranges, w.n_ranges, ranges, n);
    }
  if (!good)
    {
      free (*ranges);
      *ranges = NULL;
    }
  free (w.ranges);
  hwpgo_map_free (&w.symbols);
  return good;
}
