/* Compressed sections.
   SPDX-License-Identifier: GPL-2.0-or-later

   libelf of 2022 knows no zstd; so neither kind is left to it.  */

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "runtime/image/object.h"

#define TYPE_ZLIB 1
#define TYPE_ZSTD 2

/* Debug information shrinks to a third, lists of zeros to a hundredth: more
   is no honest file, and must not take memory.  */
#define MAX_RATIO 256
#define FREE_SIZE 65536

static bool
inflate_all (const uint8_t *data, size_t size, uint8_t *out, size_t out_size)
{
  uLongf got = out_size;
  return uncompress (out, &got, data, size) == Z_OK && got == out_size;
}

static int
uncompress_bytes (unsigned type, struct hwpgo_cursor *c, uint64_t size,
                  struct hwpgo_bytes *out, const char *name,
                  struct hwpgo_error *err)
{
  size_t left = hwpgo_cursor_left (c);
  if (size > hwpgo_add (hwpgo_mul (left, MAX_RATIO), FREE_SIZE))
    return hwpgo_error_set (err, HWPGO_E_LIMIT, c->file,
                            "section %s would have %llu bytes", name,
                            (unsigned long long) size);
  out->owned = malloc (size ? size : 1);
  if (!out->owned)
    return hwpgo_error_nomem (err);
  const uint8_t *data = hwpgo_cursor_bytes (c, left);
  bool good = type == TYPE_ZLIB
                  ? inflate_all (data, left, out->owned, size)
                  : ZSTD_decompress (out->owned, size, data, left) == size;
  if (!good)
    {
      free (out->owned);
      out->owned = NULL;
      return hwpgo_error_set (err, HWPGO_E_FORMAT, c->file,
                              "compressed section %s", name);
    }
  out->data = out->owned;
  out->size = size;
  return 0;
}

int
hwpgo_uncompress_section (const uint8_t *data, size_t size, bool is_64,
                          bool swap, struct hwpgo_bytes *out, const char *path,
                          const char *name, struct hwpgo_error *err)
{
  struct hwpgo_cursor c = hwpgo_cursor_new (path, data, size);
  c.swap = swap;
  /* Elf32_Chdr and Elf64_Chdr.  */
  uint32_t type = hwpgo_cursor_u32 (&c);
  if (is_64)
    hwpgo_cursor_u32 (&c);
  uint64_t full = is_64 ? hwpgo_cursor_u64 (&c) : hwpgo_cursor_u32 (&c);
  hwpgo_cursor_bytes (&c, is_64 ? 8 : 4);
  int rc = hwpgo_cursor_check (&c, name, err);
  if (rc)
    return rc;
  if (type != TYPE_ZLIB && type != TYPE_ZSTD)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, path,
                            "section %s is compressed in way %u", name, type);
  return uncompress_bytes (type, &c, full, out, name, err);
}

int
hwpgo_uncompress_zdebug (const uint8_t *data, size_t size,
                         struct hwpgo_bytes *out, const char *path,
                         const char *name, struct hwpgo_error *err)
{
  struct hwpgo_cursor c = hwpgo_cursor_new (path, data, size);
  /* Always big endian.  */
  c.swap = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  const uint8_t *magic = hwpgo_cursor_bytes (&c, 4);
  uint64_t full = hwpgo_cursor_u64 (&c);
  int rc = hwpgo_cursor_check (&c, name, err);
  if (rc)
    return rc;
  if (memcmp (magic, "ZLIB", 4) != 0)
    return hwpgo_error_set (err, HWPGO_E_FORMAT, path, "section %s", name);
  return uncompress_bytes (TYPE_ZLIB, &c, full, out, name, err);
}
