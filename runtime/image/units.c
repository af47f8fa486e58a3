/* Compilation units, where their code is, and their subprograms.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/bisect.h"
#include "runtime/base/names.h"
#include "runtime/image/image-internal.h"

/* The first version of GCC whose discriminators have three fields.  */
#define FIRST_GCC_WITH_FIELDS 16

struct code_visit
{
  const struct hwpgo_image *image;
  bool (*visit) (uint64_t low, uint64_t high, void *data);
  void *data;
};

static bool
visit_code (uint64_t low, uint64_t high, void *data)
{
  const struct code_visit *v = data;
  return !hwpgo_image_is_code (v->image, low, high)
         || v->visit (low, high, v->data);
}

bool
hwpgo_image_ranges (const struct hwpgo_image *image,
                    const struct hwpgo_entry *entry,
                    bool (*visit) (uint64_t low, uint64_t high, void *data),
                    void *data)
{
  struct code_visit v = { image, visit, data };
  return hwpgo_entry_ranges (entry, visit_code, &v);
}

/* Subprograms inside other subprograms are left out: those are rare, are
   symbols too, and what holds them is skipped as a whole where the compiler
   says how long it is.  */
bool
hwpgo_image_subprograms (struct hwpgo_dwarf_unit *unit,
                         bool (*visit) (const struct hwpgo_entry *entry,
                                        void *data),
                         void *data)
{
  struct hwpgo_entry e;
  struct hwpgo_cursor c = hwpgo_entry_cursor (unit, unit->first);
  if (!hwpgo_entry_next (unit, &c, &e) || !e.children)
    return !c.failed;
  for (size_t depth = 1; depth > 0 && hwpgo_entry_next (unit, &c, &e);)
    switch (e.tag)
      {
      case 0:
        depth--;
        break;
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_class_type:
      case DW_TAG_structure_type:
      case DW_TAG_union_type:
        depth += e.children;
        break;
      case DW_TAG_subprogram:
        if (!visit (&e, data))
          return false;
        /* fall through */
      default:
        if (!hwpgo_entry_skip_children (&e, &c))
          return false;
        break;
      }
  return !c.failed;
}

/* What is known of the subprogram whose ranges are visited.  */
struct visited
{
  struct hwpgo_image *image;
  const char *name;
  bool linkage, has_entry;
  uint64_t entry;
  uint32_t decl_line;
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
  /* Of several ranges the first one is where the function starts, unless the
     compiler says otherwise.  */
  if (!v->has_entry)
    v->entry = low;
  v->has_entry = true;
  size_t n = image->n_subprograms++;
  image->subprograms[n] = (struct hwpgo_subprogram){
    low, high, v->name, v->linkage, v->entry == low, v->decl_line, n
  };
  /* Once more for what the unit's own ranges leave out.  */
  return add_span (low, high, data);
}

#define HAS_CODE                                                              \
  (UINT64_C (1) << HWPGO_AT_LOW_PC | UINT64_C (1) << HWPGO_AT_RANGES)

static bool
add_subprogram (const struct hwpgo_entry *e, void *data)
{
  struct visited *v = data;
  bool entry;
  if (!(e->mask & HAS_CODE))
    return true;
  const char *name = hwpgo_image_entry_name (e, &v->linkage);
  if (!name)
    return true;
  v->name = hwpgo_strings_intern (&v->image->strings, name,
                                  hwpgo_origin_length (name, &entry));
  v->no_memory = !v->name;
  if (v->no_memory)
    return false;
  v->decl_line = hwpgo_image_entry_number (e, HWPGO_AT_DECL_LINE);
  v->has_entry = hwpgo_entry_address (e, HWPGO_AT_ENTRY_PC, &v->entry);
  /* An offset, in DWARF 5.  */
  uint64_t offset;
  if (!v->has_entry && hwpgo_entry_number (e, HWPGO_AT_ENTRY_PC, &offset)
      && hwpgo_entry_address (e, HWPGO_AT_LOW_PC, &v->entry))
    {
      v->entry += offset;
      v->has_entry = true;
    }
  return hwpgo_image_ranges (v->image, e, add_subprogram_range, v);
}

static enum hwpgo_encoding
encoding_of (const struct hwpgo_image *image, const char *producer)
{
  static const char *const llvm[]
      = { "clang", "LLVM", "rustc", "Swift", "swift", "oneAPI" };
  for (size_t i = 0; producer && i < sizeof llvm / sizeof *llvm; i++)
    if (strstr (producer, llvm[i]))
      return image->flow_sensitive ? HWPGO_ENCODING_LLVM_FS
                                   : HWPGO_ENCODING_LLVM;
  if (image->layout)
    return HWPGO_ENCODING_HWPGO;
  if (!producer || strncmp (producer, "GNU ", 4) != 0)
    return HWPGO_ENCODING_PLAIN;
  /* "GNU C++17 12.2.0 -O2": the version is the first number.  */
  const char *version = producer;
  while ((version = strchr (version, ' ')) != NULL)
    if (isdigit ((unsigned char) *++version))
      break;
  return version && atoi (version) >= FIRST_GCC_WITH_FIELDS
             ? HWPGO_ENCODING_GCC16
             : HWPGO_ENCODING_PLAIN;
}

/* The skeleton of a split unit tells that by the name of a file.  */
#define IS_SPLIT                                                              \
  (UINT64_C (1) << HWPGO_AT_DWO_NAME | UINT64_C (1) << HWPGO_AT_GNU_DWO_NAME)

/* Read the entries of the last unit, whose own first entry is ROOT.  */
static bool
read_entries (struct visited *v, const struct hwpgo_entry *root)
{
  struct hwpgo_image *image = v->image;
  struct hwpgo_unit *unit = &image->units[image->n_units - 1];
  struct hwpgo_split split;
  struct hwpgo_entry first;
  unit->is_split = (root->mask & IS_SPLIT) != 0;
  bool good = hwpgo_image_ranges (image, root, add_span, v);
  struct hwpgo_dwarf_unit *entries = hwpgo_split_open (&split, image, unit);
  good &= entries && hwpgo_entry_root (entries, &first);
  if (good)
    unit->encoding
        = encoding_of (image, hwpgo_entry_string (&first, HWPGO_AT_PRODUCER));
  good = good && hwpgo_image_subprograms (entries, add_subprogram, v);
  hwpgo_split_close (&split);
  return good;
}

static int
add_unit (struct hwpgo_image *image, struct hwpgo_dwarf_unit *dwarf,
          struct hwpgo_error *err)
{
  struct hwpgo_entry root;
  errno = 0;
  bool good = hwpgo_dwarf_unit_load (dwarf) && hwpgo_entry_root (dwarf, &root);
  /* What other units import has no code; it is read where it is named.  */
  if (good && root.tag == DW_TAG_partial_unit && !(root.mask & HAS_CODE))
    return 0;
  if (!HWPGO_GROW (image->units, image->units_capacity, image->n_units + 1))
    return hwpgo_error_nomem (err);
  image->units[image->n_units++] = (struct hwpgo_unit){ .dwarf = dwarf };
  struct visited v = { .image = image };
  int rc = 0;
  if (good && (root.mask & IS_SPLIT) && !image->package_tried)
    {
      image->package_tried = true;
      if (!image->package.elf)
        rc = hwpgo_image_locate_package (image, err);
      hwpgo_image_add_budget (image, &image->package);
    }
  if (rc)
    return rc;
  good = good && read_entries (&v, &root);
  /* Of what is deep in the readers, errno tells.  */
  if (v.no_memory || errno == ENOMEM)
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
  return (x->number > y->number) - (x->number < y->number);
}

int
hwpgo_image_read_units (struct hwpgo_image *image, struct hwpgo_error *err)
{
  struct hwpgo_object *debug = image->debug;
  for (size_t i = 0; i < debug->n_units; i++)
    {
      struct hwpgo_dwarf_unit *u = &debug->units[i];
      int rc = u->type == DW_UT_compile || u->type == DW_UT_partial
                       || u->type == DW_UT_skeleton
                   ? add_unit (image, u, err)
                   : 0;
      if (rc)
        return rc;
    }
  /* What comes after a malformed header cannot be found.  */
  image->bad_units += debug->units_cut;
  tidy_spans (image);
  if (image->n_subprograms)
    qsort (image->subprograms, image->n_subprograms,
           sizeof *image->subprograms, subprograms_by_address);
  return 0;
}

const struct hwpgo_subprogram *
hwpgo_image_subprogram_at (const struct hwpgo_image *image, uint64_t low)
{
  size_t first;
  HWPGO_BISECT (first, image->n_subprograms, i,
                image->subprograms[i].low < low);
  if (first == image->n_subprograms || image->subprograms[first].low != low)
    return NULL;
  return &image->subprograms[first];
}
