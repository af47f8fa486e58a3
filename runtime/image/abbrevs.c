/* Abbreviations: how the entries of a unit are laid out.
   SPDX-License-Identifier: GPL-2.0-or-later

   A table becomes a program of steps.  Attributes of no interest that have a
   fixed size are one step together, so that most entries are skipped by one
   addition.  */

#include <stdlib.h>
#include <string.h>

#include "runtime/image/dwarf-parts.h"

bool
hwpgo_dwarf_tag_matters (uint64_t tag)
{
  switch (tag)
    {
    case DW_TAG_compile_unit:
    case DW_TAG_partial_unit:
    case DW_TAG_skeleton_unit:
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
      return true;
    default:
      return false;
    }
}

static uint8_t
attribute_id (uint64_t name)
{
  switch (name)
    {
#define HWPGO_ATTRIBUTE(id, at)                                               \
  case at:                                                                    \
    return HWPGO_AT_##id;
#include "runtime/base/bisect.h"
#include "runtime/image/attributes.def"
#undef HWPGO_ATTRIBUTE
    default:
      return HWPGO_ATTRIBUTES;
    }
}

/* The bytes that FORM takes in UNIT, -1 if that is different each time.  */
static int
fixed_size (const struct hwpgo_dwarf_unit *unit, uint64_t form)
{
  switch (form)
    {
    case DW_FORM_flag_present:
    case DW_FORM_implicit_const:
      return 0;
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
      return 1;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
      return 2;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
      return 3;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
    case DW_FORM_ref_sup4:
      return 4;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sig8:
    case DW_FORM_ref_sup8:
      return 8;
    case DW_FORM_data16:
      return 16;
    case DW_FORM_addr:
      return unit->address_size;
    case DW_FORM_ref_addr:
      if (unit->version == 2)
        return unit->address_size;
      return unit->wide ? 8 : 4;
    case DW_FORM_strp:
    case DW_FORM_sec_offset:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt:
    case DW_FORM_GNU_ref_alt:
      return unit->wide ? 8 : 4;
    default:
      return -1;
    }
}

static bool
add_step (struct hwpgo_abbrevs *table, struct hwpgo_abbrev *abbrev,
          struct hwpgo_abbrev_step step)
{
  struct hwpgo_abbrev_step *last
      = abbrev->n ? &table->steps[table->n_steps - 1] : NULL;
  if (step.form == 0 && last && last->form == 0)
    {
      last->number += step.number;
      return true;
    }
  if (!HWPGO_GROW (table->steps, table->steps_capacity, table->n_steps + 1))
    return false;
  table->steps[table->n_steps++] = step;
  abbrev->n++;
  return true;
}

static bool
read_attributes (const struct hwpgo_dwarf_unit *unit, struct hwpgo_cursor *c,
                 struct hwpgo_abbrevs *table, struct hwpgo_abbrev *abbrev)
{
  bool matters = hwpgo_dwarf_tag_matters (abbrev->tag);
  for (;;)
    {
      uint64_t name = hwpgo_dwarf_uleb (c), form = hwpgo_dwarf_uleb (c);
      struct hwpgo_abbrev_step step = { attribute_id (name), form, 0 };
      if (form == DW_FORM_implicit_const)
        step.number = (uint64_t) hwpgo_dwarf_sleb (c);
      if (c->failed || (name == 0 && form == 0))
        return !c->failed;
      if (form == 0 || form > UINT16_MAX
          || !hwpgo_dwarf_spend (unit->object, 1))
        return false;
      if (!matters && name != DW_AT_sibling)
        step.attribute = HWPGO_ATTRIBUTES;
      int size = fixed_size (unit, form);
      if (step.attribute == HWPGO_ATTRIBUTES && size >= 0)
        {
          step.form = 0;
          step.number = (uint64_t) size;
        }
      if ((step.form != 0 || step.number != 0)
          && !add_step (table, abbrev, step))
        return false;
    }
}

static bool
read_table (const struct hwpgo_dwarf_unit *unit, struct hwpgo_abbrevs *table)
{
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_ABBREV, unit->abbrev_offset);
  for (;;)
    {
      struct hwpgo_abbrev a = { .code = hwpgo_dwarf_uleb (&c) };
      if (c.failed || a.code == 0)
        return !c.failed;
      uint64_t tag = hwpgo_dwarf_uleb (&c);
      a.tag = tag <= UINT16_MAX && tag ? (uint16_t) tag : UINT16_MAX;
      a.children = hwpgo_cursor_u8 (&c) != 0;
      a.first = (uint32_t) table->n_steps;
      if (table->n_steps > UINT32_MAX || !hwpgo_dwarf_spend (unit->object, 1)
          || !read_attributes (unit, &c, table, &a)
          || !HWPGO_GROW (table->items, table->capacity, table->n + 1))
        return false;
      table->items[table->n++] = a;
    }
}

static int
by_code (const void *a, const void *b)
{
  const struct hwpgo_abbrev *x = a, *y = b;
  if (x->code != y->code)
    return x->code < y->code ? -1 : 1;
  /* Of two with one code the first counts.  */
  return (x->first > y->first) - (x->first < y->first);
}

static void
free_table (struct hwpgo_abbrevs *table)
{
  if (!table)
    return;
  free (table->items);
  free (table->steps);
  free (table);
}

static struct hwpgo_abbrevs *
make_table (const struct hwpgo_dwarf_unit *unit)
{
  struct hwpgo_abbrevs *table = calloc (1, sizeof *table);
  if (!table || !read_table (unit, table))
    {
      free_table (table);
      return NULL;
    }
  bool sorted = true;
  for (size_t i = 1; i < table->n; i++)
    sorted &= table->items[i - 1].code < table->items[i].code;
  if (!sorted)
    qsort (table->items, table->n, sizeof *table->items, by_code);
  return table;
}

const struct hwpgo_abbrevs *
hwpgo_abbrevs_of (const struct hwpgo_dwarf_unit *unit)
{
  /* Sizes hang on these, so units that differ cannot share a table; nor can
     the units of a package, whose offsets are relative.  */
  uint64_t kind = (uint64_t) unit->address_size | (uint64_t) unit->wide << 8
                  | (uint64_t) (unit->version == 2) << 9;
  const struct hwpgo_bytes *s = &unit->sections[HWPGO_SECTION_ABBREV];
  if (unit->abbrev_offset > s->size)
    return NULL;
  uint64_t place
      = s->data ? (uint64_t) (uintptr_t) (s->data + unit->abbrev_offset) : 0;
  uint64_t *slot = hwpgo_map_slot (&unit->object->abbrevs, place, kind);
  if (slot && *slot == 0)
    *slot = (uint64_t) (uintptr_t) make_table (unit);
  return slot ? (const struct hwpgo_abbrevs *) (uintptr_t) *slot : NULL;
}

void
hwpgo_abbrevs_free (struct hwpgo_map *tables)
{
  for (size_t i = 0; i < tables->capacity; i++)
    if (tables->entries[i].used)
      free_table (
          (struct hwpgo_abbrevs *) (uintptr_t) tables->entries[i].value);
  hwpgo_map_free (tables);
}

const struct hwpgo_abbrev *
hwpgo_abbrev_find (const struct hwpgo_abbrevs *abbrevs, uint64_t code)
{
  if (code - 1 < abbrevs->n && abbrevs->items[code - 1].code == code)
    return &abbrevs->items[code - 1];
  size_t first;
  HWPGO_BISECT (first, abbrevs->n, i, abbrevs->items[i].code < code);
  if (first == abbrevs->n || abbrevs->items[first].code != code)
    return NULL;
  return &abbrevs->items[first];
}
