/* Functions and inlined calls of one unit.
   SPDX-License-Identifier: GPL-2.0-or-later

   1. Walk over the unit's entries; every subprogram with code and every
      inlined call in it becomes a scope, its ranges go into a list.
   2. Name the scopes.  A static function of C++ has no linkage name in DWARF;
      where the unit has it out of line, too, its symbol names both.
   3. Cut the ranges into disjoint ones, each with its innermost scope.  */

#include <dwarf.h>
#include <stdlib.h>

#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"

#ifndef DW_AT_GNU_discriminator
#define DW_AT_GNU_discriminator 0x2136 /* not in the header of elfutils.  */
#endif

/* Entries in one another, blocks included.  */
#define MAX_NESTING 512

/* A scope whose name is still open.  */
struct named_scope
{
  struct hwpgo_scope scope; /* first: what others point to.  */
  Dwarf_Off origin;         /* of the abstract instance; 0: none.  */
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
  uint64_t low; /* lowest address seen.  */
};

static uint32_t
read_number (Dwarf_Die *die, unsigned attribute, bool integrate)
{
  Dwarf_Attribute a;
  Dwarf_Word value;
  Dwarf_Attribute *found = integrate
                               ? dwarf_attr_integrate (die, attribute, &a)
                               : dwarf_attr (die, attribute, &a);
  if (!found || dwarf_formudata (found, &value) != 0)
    return 0;
  return (uint32_t) value;
}

static Dwarf_Off
origin_of (Dwarf_Die *die)
{
  Dwarf_Attribute a;
  Dwarf_Die origin;
  if (!dwarf_attr (die, DW_AT_abstract_origin, &a)
      || !dwarf_formref_die (&a, &origin))
    return 0;
  return dwarf_dieoffset (&origin);
}

static bool
add_range (uint64_t low, uint64_t high, void *data)
{
  struct walk *w = data;
  if (!HWPGO_GROW (w->ranges, w->ranges_capacity, w->n_ranges + 1))
    return false;
  w->ranges[w->n_ranges++]
      = (struct hwpgo_scope_range){ low, high, w->scope, w->priority };
  if (low < w->low)
    w->low = low;
  return true;
}

/* The symbol of the out-of-line function DIE, which starts at ENTRY, becomes
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

/* Make the scope of DIE, a subprogram or an inlined call in PARENT.  *SCOPE
   stays as it was when DIE has no code.  False when out of memory or
   malformed.  */
static bool
add_scope (struct walk *w, Dwarf_Die *die, const struct hwpgo_scope *parent,
           unsigned nesting, const struct hwpgo_scope **scope)
{
  struct named_scope *s = hwpgo_arena_alloc (&w->image->arena, sizeof *s);
  if (!s)
    return false;
  size_t before = w->n_ranges;
  w->scope = &s->scope;
  w->priority = nesting;
  w->low = UINT64_MAX;
  if (!hwpgo_image_ranges (w->image, die, add_range, w))
    return false;
  if (w->n_ranges == before)
    return true;
  const char *name = hwpgo_image_die_name (die, &s->linkage);
  if (name)
    {
      bool entry;
      size_t length = hwpgo_origin_length (name, &entry);
      s->scope.name = hwpgo_strings_intern (&w->image->strings, name, length);
      if (!s->scope.name)
        return false;
    }
  s->origin = origin_of (die);
  s->scope.decl_line = read_number (die, DW_AT_decl_line, true);
  s->scope.parent = parent;
  if (parent)
    {
      s->scope.depth = parent->depth + 1;
      s->scope.call_line = read_number (die, DW_AT_call_line, false);
      s->scope.call_discriminator
          = read_number (die, DW_AT_GNU_discriminator, false);
    }
  else
    {
      Dwarf_Addr entry;
      if (dwarf_entrypc (die, &entry) != 0)
        entry = w->low;
      if (!name_by_symbol (w, s, entry))
        return false;
    }
  s->next = w->scopes;
  w->scopes = s;
  *scope = &s->scope;
  return true;
}

static bool
walk_children (struct walk *w, Dwarf_Die *parent,
               const struct hwpgo_scope *scope, unsigned nesting)
{
  Dwarf_Die die;
  if (nesting > MAX_NESTING)
    return false;
  int rc = dwarf_child (parent, &die);
  for (; rc == 0; rc = dwarf_siblingof (&die, &die))
    {
      if (!hwpgo_image_spend (w->image))
        return false;
      const struct hwpgo_scope *inner = scope;
      switch (dwarf_tag (&die))
        {
        case DW_TAG_subprogram:
          inner = NULL;
          if (!add_scope (w, &die, NULL, nesting, &inner))
            return false;
          /* A nested function can have code though this one has none.  */
          break;
        case DW_TAG_inlined_subroutine:
          if (scope && !add_scope (w, &die, scope, nesting, &inner))
            return false;
          break;
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_module:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
          break;
        default:
          continue;
        }
      if (!walk_children (w, &die, inner, nesting + 1))
        return false;
    }
  return rc >= 0;
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

static int
by_address (const void *a, const void *b)
{
  const struct hwpgo_scope_range *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  return (x->high < y->high) - (x->high > y->high);
}

/* Heap of ranges: highest priority on top; of equals the one that was sorted
   first, for a result that does not hang on the heap's inner order.  */
static bool
above (const struct hwpgo_scope_range *x, const struct hwpgo_scope_range *y)
{
  return x->priority != y->priority ? x->priority > y->priority : x < y;
}

static void
heap_push (const struct hwpgo_scope_range **heap, size_t *n,
           const struct hwpgo_scope_range *r)
{
  size_t i = (*n)++;
  for (; i > 0 && above (r, heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = r;
}

static void
heap_pop (const struct hwpgo_scope_range **heap, size_t *n)
{
  const struct hwpgo_scope_range *r = heap[--*n];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < *n; i = child)
    {
      if (child + 1 < *n && above (heap[child + 1], heap[child]))
        child++;
      if (!above (heap[child], r))
        break;
      heap[i] = heap[child];
    }
  heap[i] = r;
}

/* Cut the sorted RANGES into disjoint ones.  */
static bool
flatten (const struct hwpgo_scope_range *ranges, size_t n_ranges,
         struct hwpgo_scope_range **out, size_t *n)
{
  size_t capacity = 0, open = 0, i = 0;
  *out = NULL;
  *n = 0;
  const struct hwpgo_scope_range **heap = calloc (n_ranges, sizeof *heap);
  if (!heap)
    return false;
  uint64_t at = 0;
  while (i < n_ranges || open)
    {
      if (!open && ranges[i].low > at)
        at = ranges[i].low;
      while (i < n_ranges && ranges[i].low <= at)
        heap_push (heap, &open, &ranges[i++]);
      while (open && heap[0]->high <= at)
        heap_pop (heap, &open);
      if (!open)
        continue;
      struct hwpgo_scope_range r = *heap[0];
      r.low = at;
      if (i < n_ranges && ranges[i].low < r.high)
        r.high = ranges[i].low;
      at = r.high;
      if (!HWPGO_GROW (*out, capacity, *n + 1))
        {
          free (heap);
          return false;
        }
      (*out)[(*n)++] = r;
    }
  free (heap);
  return true;
}

bool
hwpgo_image_scopes (struct hwpgo_image *image, Dwarf_Die *die,
                    struct hwpgo_scope_range **ranges, size_t *n)
{
  struct walk w = { .image = image };
  bool good = walk_children (&w, die, NULL, 0);
  *ranges = NULL;
  *n = 0;
  if (good && w.n_ranges)
    {
      name_scopes (&w);
      qsort (w.ranges, w.n_ranges, sizeof *w.ranges, by_address);
      good = flatten (w.ranges, w.n_ranges, ranges, n);
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
