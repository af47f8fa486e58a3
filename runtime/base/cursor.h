/* The one way to read untrusted bytes.
   SPDX-License-Identifier: GPL-2.0-or-later

   A cursor walks over bytes that somebody else owns and never leaves them.
   A read past the end returns zeros, consumes nothing and sets FAILED, which
   sticks: a decoder can run straight on and ask once at its end.  Counts read
   from the input are checked with hwpgo_cursor_fits before anything is
   allocated for them.  */

#ifndef HWPGO_BASE_CURSOR_H
#define HWPGO_BASE_CURSOR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hwpgo_cursor
{
  const char *file;   /* for messages; not owned.  */
  const uint8_t *pos; /* next byte.  */
  const uint8_t *end; /* one past the last.  */
  const uint8_t *origin; /* the byte at file offset BASE.  */
  uint64_t base;
  bool swap;   /* multi-byte values have the other byte order.  */
  bool failed; /* sticky.  */
};

static inline struct hwpgo_cursor
hwpgo_cursor_new (const char *file, const void *data, size_t size)
{
  /* Nothing has a place, too, so that it can be compared.  */
  const uint8_t *p = (const uint8_t *) (data ? data : "");
  struct hwpgo_cursor c = { file, p, p + size, p, 0, false, false };
  return c;
}

/* Bytes not read yet.  */
static inline size_t
hwpgo_cursor_left (const struct hwpgo_cursor *c)
{
  return (size_t) (c->end - c->pos);
}

/* Offset in the file of the next byte.  */
static inline uint64_t
hwpgo_cursor_offset (const struct hwpgo_cursor *c)
{
  return c->base + (uint64_t) (c->pos - c->origin);
}

/* True if COUNT items of SIZE bytes each are left; false fails the cursor.  */
static inline bool
hwpgo_cursor_fits (struct hwpgo_cursor *c, uint64_t count, size_t size)
{
  if (!c->failed && (size == 0 || count <= hwpgo_cursor_left (c) / size))
    return true;
  c->failed = true;
  return false;
}

/* The next SIZE bytes, or NULL.  They live as long as the input.  */
static inline const uint8_t *
hwpgo_cursor_bytes (struct hwpgo_cursor *c, uint64_t size)
{
  if (!hwpgo_cursor_fits (c, size, 1))
    return NULL;
  const uint8_t *p = c->pos;
  c->pos += size;
  return p;
}

static inline uint8_t
hwpgo_cursor_u8 (struct hwpgo_cursor *c)
{
  const uint8_t *p = hwpgo_cursor_bytes (c, 1);
  return p ? *p : 0;
}

static inline uint16_t
hwpgo_cursor_u16 (struct hwpgo_cursor *c)
{
  uint16_t v = 0;
  const uint8_t *p = hwpgo_cursor_bytes (c, sizeof v);
  if (p)
    memcpy (&v, p, sizeof v);
  return c->swap ? __builtin_bswap16 (v) : v;
}

static inline uint32_t
hwpgo_cursor_u32 (struct hwpgo_cursor *c)
{
  uint32_t v = 0;
  const uint8_t *p = hwpgo_cursor_bytes (c, sizeof v);
  if (p)
    memcpy (&v, p, sizeof v);
  return c->swap ? __builtin_bswap32 (v) : v;
}

static inline uint64_t
hwpgo_cursor_u64 (struct hwpgo_cursor *c)
{
  uint64_t v = 0;
  const uint8_t *p = hwpgo_cursor_bytes (c, sizeof v);
  if (p)
    memcpy (&v, p, sizeof v);
  return c->swap ? __builtin_bswap64 (v) : v;
}

/* An unsigned LEB128 number.  One that does not fit into 64 bits fails the
   cursor.  */
static inline uint64_t
hwpgo_cursor_uleb (struct hwpgo_cursor *c)
{
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7)
    {
      uint8_t byte = hwpgo_cursor_u8 (c);
      uint64_t bits = byte & 0x7f;
      if (bits && (shift > 63 || bits << shift >> shift != bits))
        c->failed = true;
      if (c->failed)
        return 0;
      if (shift < 64)
        value |= bits << shift;
      if (!(byte & 0x80))
        return value;
      /* Zeros without end are no number, either.  */
      if (shift > 126)
        c->failed = true;
    }
}

/* A NUL-terminated string that takes a field of SIZE bytes, NULL if there is
   no NUL in it.  */
static inline const char *
hwpgo_cursor_string (struct hwpgo_cursor *c, uint64_t size)
{
  const uint8_t *p = hwpgo_cursor_bytes (c, size);
  if (p && size && memchr (p, 0, size))
    return (const char *) p;
  c->failed = true;
  return NULL;
}

/* A cursor over the next SIZE bytes, which C skips.  Failed if they are not
   there.  */
static inline struct hwpgo_cursor
hwpgo_cursor_sub (struct hwpgo_cursor *c, uint64_t size)
{
  struct hwpgo_cursor s = *c;
  const uint8_t *p = hwpgo_cursor_bytes (c, size);
  s.failed = !p;
  s.end = p ? p + size : s.pos;
  return s;
}

/* 0 if all reads so far were inside, else an error that says that WHAT is
   cut short at this offset.  */
static inline int
hwpgo_cursor_check (const struct hwpgo_cursor *c, const char *what,
                    struct hwpgo_error *err)
{
  if (!c->failed)
    return 0;
  return hwpgo_error_at_offset (err, HWPGO_E_TRUNCATED, c->file,
                                hwpgo_cursor_offset (c), "%s", what);
}

#ifdef __cplusplus
}
#endif

#endif
