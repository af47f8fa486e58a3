/* Numbers of variable length (DWARF 5, section 7.6).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/image/dwarf-parts.h"

uint64_t
hwpgo_dwarf_uleb (struct hwpgo_cursor *c)
{
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7)
    {
      uint8_t byte = hwpgo_cursor_u8 (c);
      if (shift < 64)
        value |= (uint64_t) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return value;
    }
}

int64_t
hwpgo_dwarf_sleb (struct hwpgo_cursor *c)
{
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7)
    {
      uint8_t byte = hwpgo_cursor_u8 (c);
      if (shift < 64)
        value |= (uint64_t) (byte & 0x7f) << shift;
      if (byte & 0x80)
        continue;
      if ((byte & 0x40) && shift + 7 < 64)
        value |= UINT64_MAX << (shift + 7);
      return (int64_t) value;
    }
}
