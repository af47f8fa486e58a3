/* Entries and the values of their attributes, as they stand in the file.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/image/dwarf-parts.h"

/* Real entries have no more attributes of interest.  */
#define FREE_STEPS 64

static void
read_block (struct hwpgo_cursor *c, uint64_t size)
{
  hwpgo_cursor_bytes (c, size);
}

static const char *
read_string (struct hwpgo_cursor *c)
{
  const uint8_t *end = memchr (c->pos, 0, hwpgo_cursor_left (c));
  size_t size = end ? (size_t) (end - c->pos) + 1 : hwpgo_cursor_left (c) + 1;
  return (const char *) hwpgo_cursor_bytes (c, size);
}

static uint64_t
read_u24 (struct hwpgo_cursor *c)
{
  const uint8_t *p = hwpgo_cursor_bytes (c, 3);
  if (!p)
    return 0;
  bool big = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != c->swap;
  return big ? (uint64_t) p[0] << 16 | p[1] << 8 | p[2]
             : (uint64_t) p[2] << 16 | p[1] << 8 | p[0];
}

/* Read the value of FORM at C.  *NUMBER has that of DW_FORM_implicit_const
   already.  False when the form is unknown.  */
static bool
read_value (const struct hwpgo_dwarf_unit *unit, struct hwpgo_cursor *c,
            uint16_t form, struct hwpgo_value *v)
{
  unsigned offset_size = unit->wide ? 8 : 4;
  if (form == DW_FORM_indirect)
    {
      uint64_t real = hwpgo_dwarf_uleb (c);
      if (real == DW_FORM_indirect || real > UINT16_MAX)
        return false;
      form = (uint16_t) real;
      if (form == DW_FORM_implicit_const)
        v->number = (uint64_t) hwpgo_dwarf_sleb (c);
    }
  v->form = form;
  switch (form)
    {
    case DW_FORM_implicit_const:
      return true;
    case DW_FORM_flag_present:
      v->number = 1;
      return true;
    case DW_FORM_data1:
    case DW_FORM_ref1:
    case DW_FORM_flag:
    case DW_FORM_strx1:
    case DW_FORM_addrx1:
      v->number = hwpgo_cursor_u8 (c);
      return true;
    case DW_FORM_data2:
    case DW_FORM_ref2:
    case DW_FORM_strx2:
    case DW_FORM_addrx2:
      v->number = hwpgo_cursor_u16 (c);
      return true;
    case DW_FORM_strx3:
    case DW_FORM_addrx3:
      v->number = read_u24 (c);
      return true;
    case DW_FORM_data4:
    case DW_FORM_ref4:
    case DW_FORM_strx4:
    case DW_FORM_addrx4:
    case DW_FORM_ref_sup4:
      v->number = hwpgo_cursor_u32 (c);
      return true;
    case DW_FORM_data8:
    case DW_FORM_ref8:
    case DW_FORM_ref_sig8:
    case DW_FORM_ref_sup8:
      v->number = hwpgo_cursor_u64 (c);
      return true;
    case DW_FORM_data16:
      read_block (c, 16);
      return true;
    case DW_FORM_addr:
      v->number = hwpgo_dwarf_word (c, unit->address_size);
      return true;
    case DW_FORM_ref_addr:
      v->number = hwpgo_dwarf_word (c, unit->version == 2 ? unit->address_size
                                                          : offset_size);
      return true;
    case DW_FORM_strp:
    case DW_FORM_sec_offset:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt:
    case DW_FORM_GNU_ref_alt:
      v->number = hwpgo_dwarf_word (c, offset_size);
      return true;
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_rnglistx:
    case DW_FORM_loclistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
      v->number = hwpgo_dwarf_uleb (c);
      return true;
    case DW_FORM_sdata:
      v->number = (uint64_t) hwpgo_dwarf_sleb (c);
      return true;
    case DW_FORM_string:
      v->string = read_string (c);
      return true;
    case DW_FORM_exprloc:
    case DW_FORM_block:
      read_block (c, hwpgo_dwarf_uleb (c));
      return true;
    case DW_FORM_block1:
      read_block (c, hwpgo_cursor_u8 (c));
      return true;
    case DW_FORM_block2:
      read_block (c, hwpgo_cursor_u16 (c));
      return true;
    case DW_FORM_block4:
      read_block (c, hwpgo_cursor_u32 (c));
      return true;
    default:
      return false;
    }
}

struct hwpgo_cursor
hwpgo_entry_cursor (const struct hwpgo_dwarf_unit *unit, uint64_t offset)
{
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_INFO, offset);
  if (offset < unit->first || offset >= unit->end || c.failed)
    {
      c.failed = true;
      c.end = c.pos;
    }
  else
    c.end = c.pos + (unit->end - offset);
  return c;
}

bool
hwpgo_entry_next (struct hwpgo_dwarf_unit *unit, struct hwpgo_cursor *c,
                  struct hwpgo_entry *entry)
{
  if (hwpgo_cursor_left (c) == 0)
    return false;
  entry->unit = unit;
  entry->offset = hwpgo_cursor_offset (c);
  entry->mask = 0;
  entry->tag = 0;
  entry->children = false;
  uint64_t code = hwpgo_dwarf_uleb (c);
  if (code == 0)
    return !c->failed;
  const struct hwpgo_abbrev *a = hwpgo_abbrev_find (unit->abbrevs, code);
  if (!a)
    {
      c->failed = true;
      return false;
    }
  entry->tag = a->tag;
  entry->children = a->children;
  /* Attributes can take no bytes.  */
  if (a->n > FREE_STEPS && !hwpgo_dwarf_spend (unit->object, a->n))
    {
      c->failed = true;
      return false;
    }
  const struct hwpgo_abbrev_step *step
      = a->n ? unit->abbrevs->steps + a->first : NULL;
  for (uint32_t left = a->n; left > 0; left--, step++)
    {
      if (step->form == 0)
        {
          hwpgo_cursor_bytes (c, step->number);
          continue;
        }
      struct hwpgo_value v = { 0, step->number, NULL };
      if (!read_value (unit, c, step->form, &v))
        c->failed = true;
      if (c->failed)
        return false;
      if (step->attribute == HWPGO_ATTRIBUTES)
        continue;
      entry->values[step->attribute] = v;
      entry->mask |= UINT64_C (1) << step->attribute;
    }
  return !c->failed;
}

bool
hwpgo_entry_skip_children (const struct hwpgo_entry *entry,
                           struct hwpgo_cursor *c)
{
  if (!entry->children)
    return true;
  uint64_t at = hwpgo_cursor_offset (c), sibling;
  struct hwpgo_dwarf_unit *unit = entry->unit;
  const struct hwpgo_value *v = hwpgo_entry_value (entry, HWPGO_AT_SIBLING);
  if (v && v->form != DW_FORM_ref_addr
      && (sibling = unit->offset + v->number) >= at && sibling <= unit->end)
    {
      hwpgo_cursor_bytes (c, sibling - at);
      return true;
    }
  struct hwpgo_entry inner;
  for (size_t depth = 1; depth > 0;)
    {
      if (!hwpgo_entry_next (unit, c, &inner))
        return false;
      if (inner.tag == 0)
        depth--;
      else
        depth += inner.children;
    }
  return true;
}

bool
hwpgo_entry_root (struct hwpgo_dwarf_unit *unit, struct hwpgo_entry *entry)
{
  struct hwpgo_cursor c = hwpgo_entry_cursor (unit, unit->first);
  return hwpgo_entry_next (unit, &c, entry) && entry->tag != 0;
}
