/* Range lists.
   SPDX-License-Identifier: GPL-2.0-or-later

   DWARF 2 to 4: pairs of addresses in .debug_ranges (DWARF 4, 2.17.3).
   DWARF 5: .debug_rnglists (DWARF 5, 2.17.3 and 7.25).  */

#include "runtime/image/dwarf-parts.h"

/* What linkers write in place of the address of what they threw away: -1 and
   -2 are no base for anything (0 and 1 are never inside code).  */
static bool
is_tombstone (const struct hwpgo_dwarf_unit *unit, uint64_t address)
{
  uint64_t max = unit->address_size == 4 ? UINT32_MAX : UINT64_MAX;
  return address >= max - 1;
}

struct list
{
  const struct hwpgo_dwarf_unit *unit;
  uint64_t base;
  bool (*visit) (uint64_t low, uint64_t high, void *data);
  void *data;
};

static bool
tell (struct list *list, uint64_t low, uint64_t high, bool relative)
{
  if (is_tombstone (list->unit, relative ? list->base : low))
    return true;
  uint64_t base = relative ? list->base : 0;
  return list->visit (base + low, base + high, list->data);
}

static bool
read_pairs (struct list *list, uint64_t offset)
{
  const struct hwpgo_dwarf_unit *unit = list->unit;
  uint64_t max = unit->address_size == 4 ? UINT32_MAX : UINT64_MAX;
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_RANGES, offset);
  for (;;)
    {
      uint64_t low = hwpgo_dwarf_word (&c, unit->address_size);
      uint64_t high = hwpgo_dwarf_word (&c, unit->address_size);
      if (c.failed || !hwpgo_dwarf_spend (unit->object, 1))
        return false;
      if (low == 0 && high == 0)
        return true;
      if (low == max)
        list->base = high;
      else if (!tell (list, low, high, true))
        return false;
    }
}

/* One entry of kind KIND at C.  */
static bool
read_item (struct list *list, struct hwpgo_cursor *c, uint8_t kind)
{
  const struct hwpgo_dwarf_unit *unit = list->unit;
  uint64_t a, b;
  switch (kind)
    {
    case DW_RLE_base_addressx:
      return hwpgo_dwarf_indexed_address (unit, hwpgo_dwarf_uleb (c),
                                          &list->base);
    case DW_RLE_base_address:
      list->base = hwpgo_dwarf_word (c, unit->address_size);
      return true;
    case DW_RLE_startx_endx:
      return hwpgo_dwarf_indexed_address (unit, hwpgo_dwarf_uleb (c), &a)
             && hwpgo_dwarf_indexed_address (unit, hwpgo_dwarf_uleb (c), &b)
             && tell (list, a, b, false);
    case DW_RLE_startx_length:
      return hwpgo_dwarf_indexed_address (unit, hwpgo_dwarf_uleb (c), &a)
             && tell (list, a, a + hwpgo_dwarf_uleb (c), false);
    case DW_RLE_offset_pair:
      a = hwpgo_dwarf_uleb (c);
      b = hwpgo_dwarf_uleb (c);
      return tell (list, a, b, true);
    case DW_RLE_start_end:
      a = hwpgo_dwarf_word (c, unit->address_size);
      b = hwpgo_dwarf_word (c, unit->address_size);
      return tell (list, a, b, false);
    case DW_RLE_start_length:
      a = hwpgo_dwarf_word (c, unit->address_size);
      b = hwpgo_dwarf_uleb (c);
      return tell (list, a, a + b, false);
    default:
      return false;
    }
}

static bool
read_list (struct list *list, uint64_t offset)
{
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (list->unit, HWPGO_SECTION_RNGLISTS, offset);
  for (;;)
    {
      uint8_t kind = hwpgo_cursor_u8 (&c);
      if (c.failed || !hwpgo_dwarf_spend (list->unit->object, 1))
        return false;
      if (kind == DW_RLE_end_of_list)
        return true;
      if (!read_item (list, &c, kind) || c.failed)
        return false;
    }
}

static bool
read_ranges (struct list *list, const struct hwpgo_value *v)
{
  const struct hwpgo_dwarf_unit *unit = list->unit;
  if (unit->version < 5)
    /* In a skeleton they are not relative to the base that it tells.  */
    return read_pairs (list, v->number + (unit->split ? unit->gnu_ranges : 0));
  if (v->form != DW_FORM_rnglistx)
    return read_list (list, v->number);
  unsigned size = unit->wide ? 8 : 4;
  uint64_t at = hwpgo_add (unit->rnglists, hwpgo_mul (v->number, size));
  struct hwpgo_cursor c
      = hwpgo_dwarf_section (unit, HWPGO_SECTION_RNGLISTS, at);
  uint64_t offset = hwpgo_dwarf_word (&c, size);
  return !c.failed && read_list (list, hwpgo_add (unit->rnglists, offset));
}

bool
hwpgo_entry_ranges (const struct hwpgo_entry *entry,
                    bool (*visit) (uint64_t low, uint64_t high, void *data),
                    void *data)
{
  struct list list = { entry->unit, entry->unit->low, visit, data };
  const struct hwpgo_value *v = hwpgo_entry_value (entry, HWPGO_AT_RANGES);
  if (v)
    return read_ranges (&list, v);
  uint64_t low, high;
  if (!hwpgo_entry_address (entry, HWPGO_AT_LOW_PC, &low))
    return true;
  if (hwpgo_entry_number (entry, HWPGO_AT_HIGH_PC, &high))
    high += low;
  else if (!hwpgo_entry_address (entry, HWPGO_AT_HIGH_PC, &high))
    return true;
  return tell (&list, low, high, false);
}
