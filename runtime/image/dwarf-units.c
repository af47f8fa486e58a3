/* Headers of units, and what their first entries tell about all others.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/image/dwarf-parts.h"

bool
hwpgo_dwarf_unit_header (struct hwpgo_cursor *c, struct hwpgo_dwarf_unit *unit)
{
  if (hwpgo_cursor_left (c) == 0)
    return false;
  unit->offset = hwpgo_cursor_offset (c);
  uint64_t length = hwpgo_cursor_u32 (c);
  unit->wide = length == UINT32_MAX;
  if (unit->wide)
    length = hwpgo_cursor_u64 (c);
  struct hwpgo_cursor h = hwpgo_cursor_sub (c, length);
  unit->end = hwpgo_cursor_offset (c);
  unit->version = hwpgo_cursor_u16 (&h);
  unit->type = DW_UT_compile;
  if (unit->version < 2 || unit->version > 5)
    h.failed = true;
  if (unit->version == 5)
    {
      unit->type = hwpgo_cursor_u8 (&h);
      unit->address_size = hwpgo_cursor_u8 (&h);
    }
  unit->abbrev_offset = hwpgo_dwarf_word (&h, unit->wide ? 8 : 4);
  if (unit->version < 5)
    unit->address_size = hwpgo_cursor_u8 (&h);
  if (unit->type == DW_UT_skeleton || unit->type == DW_UT_split_compile)
    unit->id = hwpgo_cursor_u64 (&h);
  else if (unit->type == DW_UT_type || unit->type == DW_UT_split_type)
    hwpgo_cursor_bytes (&h, unit->wide ? 16 : 12);
  if (unit->address_size != 4 && unit->address_size != 8)
    h.failed = true;
  unit->first = hwpgo_cursor_offset (&h);
  c->failed |= h.failed;
  return !c->failed;
}

int
hwpgo_dwarf_read_units (struct hwpgo_object *object, struct hwpgo_error *err)
{
  const struct hwpgo_bytes *info = &object->plain[HWPGO_SECTION_INFO];
  if (!info->data)
    return 0;
  struct hwpgo_cursor c
      = hwpgo_cursor_new (object->file.path, info->data, info->size);
  c.swap = object->swap;
  for (;;)
    {
      struct hwpgo_dwarf_unit u
          = { .object = object, .sections = object->plain };
      if (!hwpgo_dwarf_unit_header (&c, &u))
        break;
      if (!HWPGO_GROW (object->units, object->units_capacity,
                       object->n_units + 1))
        return hwpgo_error_nomem (err);
      object->units[object->n_units++] = u;
    }
  object->units_cut = c.failed;
  return 0;
}

void
hwpgo_dwarf_free_units (struct hwpgo_object *object)
{
  free (object->units);
  hwpgo_abbrevs_free (&object->abbrevs);
}

/* A unit that does not say otherwise (those in a .dwo do not) uses what stands
   behind the HEADER of a section; before DWARF 5 there were no headers.  */
static uint64_t
default_base (const struct hwpgo_dwarf_unit *unit, unsigned header)
{
  return unit->version >= 5 ? header + (unit->wide ? 8 : 0) : 0;
}

static void
read_bases (struct hwpgo_dwarf_unit *unit, const struct hwpgo_entry *root)
{
  uint64_t value;
  if (!unit->split)
    {
      /* Those of split units come from their skeletons.  */
      unit->addresses = default_base (unit, 8);
      hwpgo_entry_number (root, HWPGO_AT_ADDR_BASE, &unit->addresses);
      hwpgo_entry_number (root, HWPGO_AT_GNU_ADDR_BASE, &unit->addresses);
      hwpgo_entry_number (root, HWPGO_AT_GNU_RANGES_BASE, &unit->gnu_ranges);
    }
  unit->str_offsets = default_base (unit, 8);
  unit->rnglists = default_base (unit, 12);
  hwpgo_entry_number (root, HWPGO_AT_STR_OFFSETS_BASE, &unit->str_offsets);
  hwpgo_entry_number (root, HWPGO_AT_RNGLISTS_BASE, &unit->rnglists);
  if (hwpgo_entry_number (root, HWPGO_AT_GNU_DWO_ID, &value))
    unit->id = value;
  if (hwpgo_entry_address (root, HWPGO_AT_LOW_PC, &value))
    unit->low = value;
}

bool
hwpgo_dwarf_unit_load (struct hwpgo_dwarf_unit *unit)
{
  if (unit->malformed || unit->abbrevs)
    return !unit->malformed;
  struct hwpgo_entry root;
  unit->abbrevs = hwpgo_abbrevs_of (unit);
  unit->malformed = !unit->abbrevs || !hwpgo_entry_root (unit, &root);
  if (!unit->malformed)
    read_bases (unit, &root);
  return !unit->malformed;
}
