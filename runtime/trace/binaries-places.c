/* From bytes of mapped files to places in code, and back.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/binaries.h"

/* Code of T in the segment of its file around OFFSET, which has the bytes
   [*LOW, *HIGH) at *VADDR: cut it to the code's bounds.  */
static bool
cut_to_code (const struct hwpgo_traced *t, uint64_t offset, uint64_t *low,
             uint64_t *high, uint64_t *vaddr)
{
  uint64_t at = *vaddr + (offset - *low);
  if (at < t->low)
    {
      if (t->low - at < *high - offset)
        *high = offset + (t->low - at);
      return false;
    }
  if (at >= t->high)
    {
      if (at - t->high < offset - *low)
        *low = offset - (at - t->high);
      return false;
    }
  if (at - t->low < offset - *low)
    {
      *low = offset - (at - t->low);
      *vaddr = t->low;
    }
  if (t->high - at < *high - offset)
    *high = offset + (t->high - at);
  return true;
}

bool
hwpgo_binaries_stretch (const struct hwpgo_binaries *binaries, size_t file,
                        uint64_t offset, uint64_t *low, uint64_t *high,
                        uint64_t *place)
{
  size_t b = binaries->mapped[file].binary;
  const struct hwpgo_traced *t = b == SIZE_MAX ? NULL : &binaries->items[b];
  uint64_t vaddr;
  *place = 0;
  if (!t || !hwpgo_image_segment (t->image, offset, low, high, &vaddr))
    {
      *low = offset;
      *high = offset + 1;
      return false;
    }
  if (!cut_to_code (t, offset, low, high, &vaddr))
    return false;
  *place = vaddr - t->low + t->base;
  return true;
}

uint64_t
hwpgo_binaries_vaddr (const struct hwpgo_traced *t, uint64_t vaddr)
{
  return hwpgo_image_function_at (t->image, vaddr) ? vaddr - t->low + t->base
                                                   : HWPGO_OUTSIDE;
}

bool
hwpgo_binaries_in_function (const struct hwpgo_binaries *binaries,
                            uint64_t place)
{
  uint64_t vaddr;
  const struct hwpgo_traced *t = hwpgo_binaries_at (binaries, place, &vaddr);
  return t && hwpgo_image_function_at (t->image, vaddr);
}

const struct hwpgo_traced *
hwpgo_binaries_at (const struct hwpgo_binaries *binaries, uint64_t place,
                   uint64_t *vaddr)
{
  if (place == HWPGO_OUTSIDE)
    return NULL;
  size_t first = 0, last = binaries->n;
  while (last - first > 1)
    {
      size_t middle = first + (last - first) / 2;
      if (binaries->items[middle].base <= place)
        first = middle;
      else
        last = middle;
    }
  *vaddr = place - binaries->items[first].base + binaries->items[first].low;
  return &binaries->items[first];
}
