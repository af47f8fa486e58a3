/* Reading spools.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory.h"
#include "runtime/pmu/spool-read.h"

#define STREAMS_MAX 1000000

/* The value of the digits at *TEXT, behind which it is moved.  */
static uint64_t
number_at (const char **text)
{
  uint64_t n = 0;
  for (; isdigit ((unsigned char) **text); ++*text)
    n = hwpgo_add (hwpgo_mul (n, 10), (uint64_t) (**text - '0'));
  return n;
}

int
hwpgo_spool_path_compare (const char *a, const char *b)
{
  while (*a && *b)
    if (isdigit ((unsigned char) *a) && isdigit ((unsigned char) *b))
      {
        uint64_t x = number_at (&a), y = number_at (&b);
        if (x != y)
          return x < y ? -1 : 1;
      }
    else if (*a != *b)
      return (unsigned char) *a < (unsigned char) *b ? -1 : 1;
    else
      {
        a++;
        b++;
      }
  return (*a != 0) - (*b != 0);
}

/* The bytes of chunk N, which is inside the file.  */
static const uint8_t *
chunk_at (const struct hwpgo_spool *spool, uint64_t n)
{
  return spool->file.data + n * HWPGO_SPOOL_CHUNK;
}

static int
read_header (struct hwpgo_spool *spool, uint64_t *chunks,
             struct hwpgo_error *err)
{
  struct hwpgo_spool_header h;
  const char *name = spool->file.path;
  if (spool->file.size < HWPGO_SPOOL_CHUNK)
    return hwpgo_error_set (err, HWPGO_E_TRUNCATED, name, NULL);
  memcpy (&h, spool->file.data, sizeof h);
  if (memcmp (h.magic, HWPGO_SPOOL_MAGIC, sizeof h.magic) != 0)
    return hwpgo_error_set (err, HWPGO_E_MAGIC, name, NULL);
  if (h.version != HWPGO_SPOOL_VERSION || h.chunk != HWPGO_SPOOL_CHUNK)
    return hwpgo_error_set (err, HWPGO_E_VERSION, name, NULL);
  spool->guest = memchr (h.guest, 0, sizeof h.guest)
                     ? hwpgo_guest_named (h.guest)
                     : NULL;
  if (!spool->guest || !memchr (h.path, 0, sizeof h.path)
      || !memchr (h.program, 0, sizeof h.program))
    return hwpgo_error_set (err, HWPGO_E_FORMAT, name, "header");
  memcpy (spool->path, h.path, sizeof h.path);
  memcpy (spool->program, h.program, sizeof h.program);
  spool->exec = h.exec;
  spool->full = h.full != 0;
  *chunks = h.chunks;
  return 0;
}

/* Map of the file what is in use: all of it is so large that the address
   space holds only a few thousand.  */
static int
map_chunks (struct hwpgo_spool *spool, const char *path, uint64_t *chunks,
            struct hwpgo_error *err)
{
  uint64_t used = hwpgo_mul (hwpgo_add (*chunks, 1), HWPGO_SPOOL_CHUNK);
  hwpgo_infile_close (&spool->file);
  int result = hwpgo_infile_open_part (&spool->file, path, used, err);
  if (result)
    return result;
  if (spool->file.size < HWPGO_SPOOL_CHUNK)
    return hwpgo_error_set (err, HWPGO_E_TRUNCATED, path, NULL);
  /* When there was no room, the last ones may not exist.  */
  uint64_t there = spool->file.size / HWPGO_SPOOL_CHUNK - 1;
  if (*chunks > there)
    *chunks = there;
  return 0;
}

static int
add_chunk (struct hwpgo_spool *spool, uint64_t n, struct hwpgo_error *err)
{
  struct hwpgo_spool_chunk c;
  memcpy (&c, chunk_at (spool, n), sizeof c);
  uint64_t offset = n * HWPGO_SPOOL_CHUNK;
  if (c.used > HWPGO_SPOOL_CHUNK - sizeof c || c.stream >= STREAMS_MAX)
    return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, spool->file.path,
                                  offset, "chunk");
  size_t before = spool->n_streams;
  if (c.stream >= before)
    {
      if (!HWPGO_GROW (spool->streams, spool->room, c.stream + 1u))
        return hwpgo_error_nomem (err);
      spool->n_streams = c.stream + 1u;
      memset (spool->streams + before, 0,
              (spool->n_streams - before) * sizeof *spool->streams);
    }
  struct hwpgo_spool_stream *s = &spool->streams[c.stream];
  if (!HWPGO_GROW (s->chunks, s->room, s->n_chunks + 1))
    return hwpgo_error_nomem (err);
  if (s->n_chunks == 0)
    {
      s->parent = c.parent;
      s->ordinal = c.ordinal;
      s->counts = c.counts;
    }
  s->chunks[s->n_chunks++] = n;
  return 0;
}

/* A thread is numbered after the one that made it, so one pass does.  */
static int
name_streams (struct hwpgo_spool *spool, struct hwpgo_error *err)
{
  for (size_t i = 0; i < spool->n_streams; i++)
    {
      struct hwpgo_spool_stream *s = &spool->streams[i];
      const char *parent
          = s->parent < i ? spool->streams[s->parent].path : NULL;
      size_t size = (parent ? strlen (parent) : 0) + 24;
      s->path = malloc (size);
      if (!s->path)
        return hwpgo_error_nomem (err);
      if (s->ordinal)
        snprintf (s->path, size, "%s.%llu", parent ? parent : "",
                  (unsigned long long) s->ordinal);
      else
        s->path[0] = 0;
    }
  return 0;
}

int
hwpgo_spool_open (struct hwpgo_spool *spool, const char *path,
                  struct hwpgo_error *err)
{
  uint64_t chunks = 0;
  memset (spool, 0, sizeof *spool);
  int result
      = hwpgo_infile_open_part (&spool->file, path, HWPGO_SPOOL_CHUNK, err);
  if (result == 0)
    result = read_header (spool, &chunks, err);
  if (result == 0)
    result = map_chunks (spool, path, &chunks, err);
  for (uint64_t n = 1; result == 0 && n <= chunks; n++)
    result = add_chunk (spool, n, err);
  if (result == 0)
    result = name_streams (spool, err);
  return result;
}

void
hwpgo_spool_free (struct hwpgo_spool *spool)
{
  for (size_t i = 0; i < spool->n_streams; i++)
    {
      free (spool->streams[i].path);
      free (spool->streams[i].chunks);
    }
  free (spool->streams);
  hwpgo_infile_close (&spool->file);
  memset (spool, 0, sizeof *spool);
}

struct hwpgo_spool_iterator
hwpgo_spool_iterate (const struct hwpgo_spool *spool, size_t stream)
{
  return (struct hwpgo_spool_iterator){
    .spool = spool,
    .stream = &spool->streams[stream],
    .cursor = hwpgo_cursor_new (spool->file.path, spool->file.data, 0),
  };
}

/* Copy SIZE bytes out of C; zeros past its end.  */
static void
take (struct hwpgo_cursor *c, void *to, size_t size)
{
  const uint8_t *p = hwpgo_cursor_bytes (c, size);
  if (p)
    memcpy (to, p, size);
  else
    memset (to, 0, size);
}

static void
decode (struct hwpgo_cursor *c, struct hwpgo_spool_item *item)
{
  switch (item->type)
    {
    case HWPGO_SPOOL_MAP:
      take (c, &item->map, sizeof item->map);
      item->path = hwpgo_cursor_string (c, hwpgo_cursor_left (c));
      if (item->map.build_id_size > HWPGO_BUILD_ID_MAX)
        c->failed = true;
      return;
    case HWPGO_SPOOL_SAMPLE:
      take (c, &item->sample, sizeof item->sample);
      if (item->sample.event >= HWPGO_SPOOL_EVENTS
          || item->sample.count > HWPGO_SPOOL_BRANCHES
          || item->sample.stage > 63)
        c->failed = true;
      else
        take (c, item->branches, item->sample.count * sizeof *item->branches);
      return;
    }
  c->failed = true;
}

int
hwpgo_spool_next (struct hwpgo_spool_iterator *it,
                  struct hwpgo_spool_item *item, struct hwpgo_error *err)
{
  while (hwpgo_cursor_left (&it->cursor) == 0)
    {
      if (it->next_chunk == it->stream->n_chunks)
        return 0;
      uint64_t n = it->stream->chunks[it->next_chunk++];
      const uint8_t *at = chunk_at (it->spool, n);
      struct hwpgo_spool_chunk chunk;
      memcpy (&chunk, at, sizeof chunk);
      /* Checked again: a process that was left behind may still write.  */
      if (chunk.used > HWPGO_SPOOL_CHUNK - sizeof chunk)
        chunk.used = 0;
      it->cursor = hwpgo_cursor_new (it->spool->file.path, at + sizeof chunk,
                                     chunk.used);
      it->cursor.base = n * HWPGO_SPOOL_CHUNK + sizeof chunk;
    }
  item->type = hwpgo_cursor_u32 (&it->cursor);
  uint32_t size = hwpgo_cursor_u32 (&it->cursor);
  struct hwpgo_cursor body = hwpgo_cursor_sub (&it->cursor, size);
  if (!body.failed)
    decode (&body, item);
  if (body.failed || it->cursor.failed)
    return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, it->cursor.file,
                                  hwpgo_cursor_offset (&it->cursor), "record");
  return 1;
}
