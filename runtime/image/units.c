/* Compilation units, where their code is, and their subprograms.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"

/* Namespaces and classes in one another.  */
#define MAX_NESTING 64

bool
hwpgo_image_spend (struct hwpgo_image *image)
{
  if (image->budget == 0)
    return false;
  image->budget--;
  return true;
}

bool
hwpgo_image_ranges (struct hwpgo_image *image, Dwarf_Die *die,
                    bool (*visit) (uint64_t low, uint64_t high, void *data),
                    void *data)
{
  Dwarf_Addr base, low, high;
  ptrdiff_t at = 0;
  while ((at = dwarf_ranges (die, at, &base, &low, &high)) > 0)
    {
      if (!hwpgo_image_spend (image))
        return false;
      if (hwpgo_image_is_code (image, low, high) && !visit (low, high, data))
        return false;
    }
  return at == 0;
}

/* What is known of the subprogram whose ranges are visited.  */
struct visited
{
  struct hwpgo_image *image;
  const char *name;
  bool linkage, has_entry;
  Dwarf_Addr entry;
  bool no_memory;
};

static bool
add_span (uint64_t low, uint64_t high, void *data)
{
  struct visited *v = data;
  struct hwpgo_image *image = v->image;
  v->no_memory
      = !HWPGO_GROW (image->spans, image->spans_capacity, image->n_spans + 1);
  if (v->no_memory)
    return false;
  image->spans[image->n_spans++]
      = (struct hwpgo_span){ low, high, image->n_units - 1 };
  return true;
}

static bool
add_subprogram_range (uint64_t low, uint64_t high, void *data)
{
  struct visited *v = data;
  struct hwpgo_image *image = v->image;
  v->no_memory = !HWPGO_GROW (image->subprograms, image->subprograms_capacity,
                              image->n_subprograms + 1);
  if (v->no_memory)
    return false;
  image->subprograms[image->n_subprograms++]
      = (struct hwpgo_subprogram){ low, high, v->name, v->linkage,
                                   v->has_entry && v->entry == low };
  /* Once more for what the unit's own ranges leave out.  */
  return add_span (low, high, data);
}

static bool
add_subprogram (struct visited *v, Dwarf_Die *die)
{
  bool entry;
  const char *name = hwpgo_image_die_name (die, &v->linkage);
  if (!name)
    return true;
  v->name = hwpgo_strings_intern (&v->image->strings, name,
                                  hwpgo_origin_length (name, &entry));
  v->no_memory = !v->name;
  if (v->no_memory)
    return false;
  v->has_entry = dwarf_entrypc (die, &v->entry) == 0;
  return hwpgo_image_ranges (v->image, die, add_subprogram_range, v);
}

/* The subprograms in DIE, but not those inside other subprograms: those are
   rare, are symbols too, and finding them means to walk over everything.
   False when out of memory or when the entries are malformed.  */
static bool
walk_subprograms (struct visited *v, Dwarf_Die *parent, unsigned nesting)
{
  Dwarf_Die die;
  int rc = dwarf_child (parent, &die);
  for (; rc == 0; rc = dwarf_siblingof (&die, &die))
    {
      if (!hwpgo_image_spend (v->image))
        return false;
      bool good = true;
      switch (dwarf_tag (&die))
        {
        case DW_TAG_subprogram:
          good = add_subprogram (v, &die);
          break;
        case DW_TAG_namespace:
        case DW_TAG_module:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
          if (nesting < MAX_NESTING)
            good = walk_subprograms (v, &die, nesting + 1);
          break;
        default:
          break;
        }
      if (!good)
        return false;
    }
  return rc >= 0;
}

static int
add_unit (struct hwpgo_image *image, Dwarf_Die *die, struct hwpgo_error *err)
{
  if (!HWPGO_GROW (image->units, image->units_capacity, image->n_units + 1))
    return hwpgo_error_nomem (err);
  image->units[image->n_units++]
      = (struct hwpgo_unit){ .die = dwarf_dieoffset (die) };
  struct visited v = { .image = image };
  bool good = hwpgo_image_ranges (image, die, add_span, &v);
  if (!v.no_memory)
    good &= walk_subprograms (&v, die, 0);
  if (v.no_memory)
    return hwpgo_error_nomem (err);
  image->bad_units += !good;
  /* Its rows stay empty.  */
  image->units[image->n_units - 1].built = !good;
  return 0;
}

static int
spans_by_address (const void *a, const void *b)
{
  const struct hwpgo_span *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return (x->high > y->high) - (x->high < y->high);
}

/* Sort the spans and cut them where they overlap, so that one binary search
   finds the unit: the first one keeps what two units claim.  */
static void
tidy_spans (struct hwpgo_image *image)
{
  if (image->n_spans == 0)
    return;
  struct hwpgo_span *spans = image->spans;
  qsort (spans, image->n_spans, sizeof *spans, spans_by_address);
  size_t kept = 1;
  for (size_t i = 1; i < image->n_spans; i++)
    {
      struct hwpgo_span s = spans[i], *before = &spans[kept - 1];
      if (s.unit == before->unit && s.low <= before->high)
        {
          if (s.high > before->high)
            before->high = s.high;
          continue;
        }
      if (s.low < before->high)
        s.low = before->high;
      if (s.low < s.high)
        spans[kept++] = s;
    }
  image->n_spans = kept;
}

static int
subprograms_by_address (const void *a, const void *b)
{
  const struct hwpgo_subprogram *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  if (x->high != y->high)
    return x->high < y->high ? -1 : 1;
  return strcmp (x->name, y->name);
}

int
hwpgo_image_read_units (struct hwpgo_image *image, struct hwpgo_error *err)
{
  Dwarf_CU *unit = NULL;
  Dwarf_Die die;
  uint8_t type;
  size_t skeletons = 0;
  int rc;
  while ((rc = dwarf_get_units (image->dwarf, unit, &unit, NULL, &type, &die,
                                NULL))
         == 0)
    {
      skeletons += type == DW_UT_skeleton;
      if (type != DW_UT_compile || dwarf_tag (&die) != DW_TAG_compile_unit)
        continue;
      int failed = add_unit (image, &die, err);
      if (failed)
        return failed;
    }
  /* What comes after a malformed header cannot be found.  */
  image->bad_units += rc < 0;
  if (image->n_units == 0 && skeletons)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, image->path,
                            "split debug information; build without "
                            "-gsplit-dwarf");
  tidy_spans (image);
  if (image->n_subprograms)
    qsort (image->subprograms, image->n_subprograms,
           sizeof *image->subprograms, subprograms_by_address);
  return 0;
}
