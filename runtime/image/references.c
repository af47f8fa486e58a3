/* What the values of attributes point to.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/base/bisect.h"
#include "runtime/image/dwarf-parts.h"

/* Longer ones are left out, because any number of entries can have one.  */
#define MAX_STRING 65536

uint64_t
hwpgo_dwarf_word (struct hwpgo_cursor *c, unsigned size)
{
  switch (size)
    {
    case 8:
      return hwpgo_cursor_u64 (c);
    case 4:
      return hwpgo_cursor_u32 (c);
    default:
      c->failed = true;
      return 0;
    }
}

static struct hwpgo_cursor
section_at (const struct hwpgo_object *object, const struct hwpgo_bytes *s,
            uint64_t offset)
{
  struct hwpgo_cursor c
      = hwpgo_cursor_new (object->file.path, s->data, s->data ? s->size : 0);
  c.swap = object->swap;
  hwpgo_cursor_bytes (&c, offset);
  c.failed |= !s->data;
  return c;
}

struct hwpgo_cursor
hwpgo_dwarf_section (const struct hwpgo_dwarf_unit *unit,
                     enum hwpgo_section_id id, uint64_t offset)
{
  return section_at (unit->object, &unit->sections[id], offset);
}

/* The string at OFFSET of S.  */
static const char *
string_at (const struct hwpgo_bytes *s, uint64_t offset)
{
  if (!s->data || offset >= s->size)
    return NULL;
  const char *text = (const char *) s->data + offset;
  size_t left = s->size - offset;
  return memchr (text, 0, left < MAX_STRING ? left : MAX_STRING) ? text : NULL;
}

static const char *
indexed_string (const struct hwpgo_dwarf_unit *unit, uint64_t index)
{
  unsigned size = unit->wide ? 8 : 4;
  uint64_t offset = hwpgo_add (unit->str_offsets, hwpgo_mul (index, size));
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_STR_OFFSETS, offset);
  uint64_t text = hwpgo_dwarf_word (&c, size);
  return c.failed ? NULL
                  : string_at (&unit->sections[HWPGO_SECTION_STR], text);
}

const char *
hwpgo_entry_string (const struct hwpgo_entry *entry,
                    enum hwpgo_attribute attribute)
{
  const struct hwpgo_value *v = hwpgo_entry_value (entry, attribute);
  const struct hwpgo_dwarf_unit *unit = entry->unit;
  const struct hwpgo_object *supplement = unit->object->supplement;
  if (!v)
    return NULL;
  switch (v->form)
    {
    case DW_FORM_string:
      return v->string;
    case DW_FORM_strp:
      return string_at (&unit->sections[HWPGO_SECTION_STR], v->number);
    case DW_FORM_line_strp:
      return string_at (&unit->sections[HWPGO_SECTION_LINE_STR], v->number);
    case DW_FORM_GNU_strp_alt:
    case DW_FORM_strp_sup:
      return supplement
                 ? string_at (&supplement->plain[HWPGO_SECTION_STR], v->number)
                 : NULL;
    case DW_FORM_strx:
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4:
    case DW_FORM_GNU_str_index:
      return indexed_string (unit, v->number);
    default:
      return NULL;
    }
}

bool
hwpgo_dwarf_indexed_address (const struct hwpgo_dwarf_unit *unit,
                             uint64_t index, uint64_t *address)
{
  uint64_t offset
      = hwpgo_add (unit->addresses, hwpgo_mul (index, unit->address_size));
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_ADDR, offset);
  *address = hwpgo_dwarf_word (&c, unit->address_size);
  return !c.failed;
}

bool
hwpgo_entry_address (const struct hwpgo_entry *entry,
                     enum hwpgo_attribute attribute, uint64_t *address)
{
  const struct hwpgo_value *v = hwpgo_entry_value (entry, attribute);
  if (!v)
    return false;
  switch (v->form)
    {
    case DW_FORM_addr:
      *address = v->number;
      return true;
    case DW_FORM_addrx:
    case DW_FORM_addrx1:
    case DW_FORM_addrx2:
    case DW_FORM_addrx3:
    case DW_FORM_addrx4:
    case DW_FORM_GNU_addr_index:
      return hwpgo_dwarf_indexed_address (entry->unit, v->number, address);
    default:
      return false;
    }
}

bool
hwpgo_entry_number (const struct hwpgo_entry *entry,
                    enum hwpgo_attribute attribute, uint64_t *number)
{
  const struct hwpgo_value *v = hwpgo_entry_value (entry, attribute);
  if (!v)
    return false;
  switch (v->form)
    {
    case DW_FORM_data1:
    case DW_FORM_data2:
    case DW_FORM_data4:
    case DW_FORM_data8:
    case DW_FORM_udata:
    case DW_FORM_sdata:
    case DW_FORM_implicit_const:
    case DW_FORM_sec_offset:
      *number = v->number;
      return true;
    default:
      return false;
    }
}

/* The unit of OBJECT around OFFSET, NULL if there is none.  */
static struct hwpgo_dwarf_unit *
unit_around (const struct hwpgo_object *object, uint64_t offset)
{
  size_t first;
  HWPGO_BISECT (first, object->n_units, i, object->units[i].end <= offset);
  if (first == object->n_units || offset < object->units[first].first)
    return NULL;
  return &object->units[first];
}

bool
hwpgo_entry_reference (const struct hwpgo_entry *entry,
                       enum hwpgo_attribute attribute,
                       struct hwpgo_dwarf_unit **unit, uint64_t *offset)
{
  const struct hwpgo_value *v = hwpgo_entry_value (entry, attribute);
  struct hwpgo_dwarf_unit *from = entry->unit;
  if (!v)
    return false;
  *unit = from;
  *offset = v->number;
  switch (v->form)
    {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
      *offset += from->offset;
      break;
    case DW_FORM_ref_addr:
      if (*offset < from->first || *offset >= from->end)
        *unit = from->split ? NULL : unit_around (from->object, *offset);
      break;
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
      *unit = from->object->supplement
                  ? unit_around (from->object->supplement, *offset)
                  : NULL;
      break;
    default:
      return false;
    }
  return *unit && *offset >= (*unit)->first && *offset < (*unit)->end
         && hwpgo_dwarf_unit_load (*unit);
}

bool
hwpgo_entry_origin (struct hwpgo_entry *entry)
{
  struct hwpgo_dwarf_unit *unit;
  uint64_t offset;
  if (!hwpgo_entry_reference (entry, HWPGO_AT_ORIGIN, &unit, &offset)
      && !hwpgo_entry_reference (entry, HWPGO_AT_SPECIFICATION, &unit,
                                 &offset))
    return false;
  struct hwpgo_cursor c = hwpgo_entry_cursor (unit, offset);
  /* Many can point to one that is long.  */
  return hwpgo_entry_next (unit, &c, entry) && entry->tag != 0
         && hwpgo_dwarf_spend (unit->object,
                               1 + (hwpgo_cursor_offset (&c) - offset) / 256);
}
