/* Bytes that grow, and numbers put into them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/bytes.h"

#include <string.h>

#include "runtime/base/memory.h"

void
hwpgo_put_bytes (struct hwpgo_bytes *out, const void *data, size_t size)
{
  if (size == 0 || out->no_memory)
    return;
  if (!HWPGO_GROW (out->data, out->capacity, out->n + size))
    {
      out->no_memory = true;
      return;
    }
  memcpy (out->data + out->n, data, size);
  out->n += size;
}

void
hwpgo_put_uleb (struct hwpgo_bytes *out, uint64_t value)
{
  uint8_t bytes[10];
  size_t n = 0;
  do
    {
      bytes[n] = value & 0x7f;
      value >>= 7;
      bytes[n++] |= value ? 0x80 : 0;
    }
  while (value);
  hwpgo_put_bytes (out, bytes, n);
}

void
hwpgo_put_u32 (struct hwpgo_bytes *out, uint32_t value)
{
  uint8_t bytes[4];
  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = (uint8_t) (value >> 8 * i);
  hwpgo_put_bytes (out, bytes, sizeof bytes);
}

void
hwpgo_put_u64 (struct hwpgo_bytes *out, uint64_t value)
{
  uint8_t bytes[8];
  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = (uint8_t) (value >> 8 * i);
  hwpgo_put_bytes (out, bytes, sizeof bytes);
}
