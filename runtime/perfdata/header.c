/* Opening perf.data: header and attributes.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/perfdata/reader-internal.h"

struct section
{
  uint64_t offset, size; /* bytes.  */
};

static struct section
read_section (struct hwpgo_cursor *c)
{
  struct section s;
  s.offset = hwpgo_cursor_u64 (c);
  s.size = hwpgo_cursor_u64 (c);
  return s;
}

struct hwpgo_cursor
hwpgo_perf_section (const struct hwpgo_perf_reader *reader, uint64_t offset,
                    uint64_t size)
{
  const struct hwpgo_infile *file = &reader->file;
  struct hwpgo_cursor c
      = hwpgo_cursor_new (file->path, file->data, file->size);
  c.swap = reader->swap;
  if (offset > file->size || size > file->size - offset)
    {
      c.failed = true;
      offset = file->size;
      size = 0;
    }
  c.pos += offset;
  c.end = c.pos + size;
  return c;
}

/* The field of WIDTH bits at BIT of the flag word V.  A compiler for the
   other byte order lays bit-fields out from the other end.  */
static unsigned
attr_bits (uint64_t v, bool swap, unsigned bit, unsigned width)
{
  unsigned shift = swap ? 64 - bit - width : bit;
  return (unsigned) (v >> shift & ((1U << width) - 1));
}

bool
hwpgo_perf_read_attr (struct hwpgo_cursor attr, struct hwpgo_perf_event *event)
{
  event->type = hwpgo_cursor_u32 (&attr);
  /* The attribute says itself how much of its bytes it uses; perf of the
     first years left that at 0.  */
  uint32_t size = hwpgo_cursor_u32 (&attr);
  if (attr.failed || hwpgo_cursor_left (&attr) + 8 < PERF_ATTR_SIZE_MIN
      || (size != 0 && size < PERF_ATTR_SIZE_MIN))
    return false;
  if (size != 0 && size - 8 < hwpgo_cursor_left (&attr))
    attr.end = attr.pos + size - 8;

  event->config = hwpgo_cursor_u64 (&attr);
  event->sample_period = hwpgo_cursor_u64 (&attr);
  event->sample_type = hwpgo_cursor_u64 (&attr);
  event->read_format = hwpgo_cursor_u64 (&attr);
  uint64_t flags = hwpgo_cursor_u64 (&attr);
  if (attr_bits (flags, attr.swap, PERF_ATTR_FREQ, 1))
    event->sample_period = 0;
  event->precise_ip = attr_bits (flags, attr.swap, PERF_ATTR_PRECISE_IP, 2);
  event->sample_id_all
      = attr_bits (flags, attr.swap, PERF_ATTR_SAMPLE_ID_ALL, 1);
  /* wakeup_events, bp_type, bp_addr, bp_len; absent in old attributes, as
     is what follows.  The zero of a failed read is then the right value.  */
  hwpgo_cursor_bytes (&attr, 24);
  event->branch_sample_type = hwpgo_cursor_u64 (&attr);
  return true;
}

/* Read the attributes in section ATTRS of ENTRY bytes each, and their
   ids.  */
static int
read_attrs (struct hwpgo_perf_reader *reader, struct section attrs,
            uint64_t entry, struct hwpgo_error *err)
{
  const char *path = reader->file.path;
  struct hwpgo_cursor c
      = hwpgo_perf_section (reader, attrs.offset, attrs.size);
  if (c.failed)
    return hwpgo_cursor_check (&c, "the event attributes", err);
  if (entry < PERF_ATTR_SIZE_MIN + PERF_SECTION_SIZE || attrs.size % entry)
    return hwpgo_error_at_offset (
        err, HWPGO_E_FORMAT, path, 16,
        "%llu bytes of event attributes in entries of %llu",
        (unsigned long long) attrs.size, (unsigned long long) entry);
  reader->n_events = attrs.size / entry;
  if (reader->n_events == 0)
    return hwpgo_error_set (err, HWPGO_E_EMPTY, path, "no event");
  reader->events = hwpgo_arena_alloc (
      &reader->arena, reader->n_events * sizeof *reader->events);
  if (!reader->events)
    return hwpgo_error_nomem (err);

  for (size_t i = 0; i < reader->n_events; i++)
    {
      uint64_t offset = hwpgo_cursor_offset (&c);
      struct hwpgo_cursor attr
          = hwpgo_cursor_sub (&c, entry - PERF_SECTION_SIZE);
      struct section ids = read_section (&c);
      if (!hwpgo_perf_read_attr (attr, &reader->events[i]))
        return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, path, offset,
                                      "event attribute %zu", i + 1);
      struct hwpgo_cursor id_cursor
          = hwpgo_perf_section (reader, ids.offset, ids.size);
      if (id_cursor.failed)
        return hwpgo_cursor_check (&id_cursor, "the event ids", err);
      int ret = hwpgo_perf_add_ids (reader, i, &id_cursor, ids.size / 8, err);
      if (ret)
        return ret;
    }
  return 0;
}

/* True if the table of features is at OFFSET: its first entry points right
   behind it.  A record cannot look like that, its size is in the upper bits
   of the same word and not 0.  */
static bool
table_follows (const struct hwpgo_perf_reader *reader, uint64_t offset)
{
  uint64_t n = 0;
  for (size_t i = 0; i < PERF_FEATURES / 64; i++)
    n += (uint64_t) __builtin_popcountll (reader->features[i]);
  struct hwpgo_cursor c
      = hwpgo_perf_section (reader, offset, PERF_SECTION_SIZE);
  return n && hwpgo_cursor_u64 (&c) == offset + n * PERF_SECTION_SIZE;
}

/* Say where the records are.  */
static int
place_data (struct hwpgo_perf_reader *reader, struct section data,
            struct hwpgo_error *err)
{
  uint64_t size = reader->file.size;
  if (data.offset > size)
    return hwpgo_error_at_offset (err, HWPGO_E_TRUNCATED, reader->file.path,
                                  size, "the records start at 0x%llx",
                                  (unsigned long long) data.offset);
  reader->data_start = data.offset;
  /* perf writes the size of the data when it is done, and the features
     only then.  */
  if (data.size == 0 && !table_follows (reader, data.offset))
    {
      reader->unfinished = data.offset < size;
      reader->data_end = size;
    }
  else if (data.size > size - data.offset)
    {
      reader->unfinished = true;
      reader->data_end = size;
    }
  else
    reader->data_end = data.offset + data.size;
  reader->features_offset = reader->data_end;
  return 0;
}

/* A part of a folder is not the whole.  */
static int
refuse_part (const struct hwpgo_perf_reader *reader, bool folder,
             struct hwpgo_error *err)
{
  const char *path = reader->file.path;
  if (!folder && hwpgo_perf_has_feature (reader, PERF_FEATURE_DIR_FORMAT))
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, path,
                            "its records are spread over the files of its "
                            "folder; name the folder instead");
  return 0;
}

static void
read_feature_bits (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c)
{
  for (size_t i = 0; i < PERF_FEATURES / 64; i++)
    reader->features[i] = hwpgo_cursor_u64 (c);
  /* The bits are an array of the writer's longs.  Every perf sets HOSTNAME;
     where it is missing after a swap, the longs had 32 bits.  */
  if (reader->swap && !hwpgo_perf_has_feature (reader, PERF_FEATURE_HOSTNAME))
    for (size_t i = 0; i < PERF_FEATURES / 64; i++)
      reader->features[i]
          = reader->features[i] << 32 | reader->features[i] >> 32;
}

static int
read_magic (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
            struct hwpgo_error *err)
{
  const char *path = reader->file.path;
  if (reader->file.size == 0)
    return hwpgo_error_set (err, HWPGO_E_EMPTY, path, "not a perf.data");
  const uint8_t *magic = hwpgo_cursor_bytes (c, 8);
  if (!magic)
    return hwpgo_cursor_check (c, "the header of perf.data", err);
  if (memcmp (magic, "PERFFILE", 8) == 0)
    return hwpgo_error_set (err, HWPGO_E_VERSION, path,
                            "a perf.data of version 1 (before Linux 3.2)");
  reader->swap = memcmp (magic, PERF_MAGIC_SWAPPED, 8) == 0;
  if (!reader->swap && memcmp (magic, PERF_MAGIC, 8) != 0)
    return hwpgo_error_set (err, HWPGO_E_MAGIC, path, "not a perf.data");
  c->swap = reader->swap;
  return 0;
}

static int
read_header (struct hwpgo_perf_reader *reader, bool folder,
             struct hwpgo_error *err)
{
  struct hwpgo_cursor c = hwpgo_perf_section (reader, 0, reader->file.size);
  int ret = read_magic (reader, &c, err);
  if (ret)
    return ret;
  uint64_t size = hwpgo_cursor_u64 (&c);
  if (!c.failed && size == PERF_HEADER_SIZE_PIPE)
    {
      if ((ret = hwpgo_perf_read_pipe (reader, err)) == 0
          && (ret = hwpgo_perf_read_features (reader, err)) == 0)
        ret = hwpgo_perf_place_ids (reader, err);
      return ret;
    }
  if (!c.failed && size < PERF_HEADER_SIZE
      && size != PERF_HEADER_SIZE_NO_FEATURES)
    return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, reader->file.path, 8,
                                  "a header of %llu bytes",
                                  (unsigned long long) size);
  uint64_t attr_size = hwpgo_cursor_u64 (&c);
  struct section attrs = read_section (&c);
  struct section data = read_section (&c);
  read_section (&c); /* event_types: names of an age before EVENT_DESC.  */
  if (size >= PERF_HEADER_SIZE)
    read_feature_bits (reader, &c);
  if ((ret = hwpgo_cursor_check (&c, "the header of perf.data", err)) == 0
      && (ret = refuse_part (reader, folder, err)) == 0
      && (ret = place_data (reader, data, err)) == 0
      && (ret = read_attrs (reader, attrs, attr_size, err)) == 0
      && (ret = hwpgo_perf_read_features (reader, err)) == 0)
    ret = hwpgo_perf_place_ids (reader, err);
  return ret;
}

/* Open PATH, or the files in it, for READER.  */
static int
open_all (struct hwpgo_perf_reader *reader, const char *path,
          struct hwpgo_error *err)
{
  struct stat st;
  bool folder = stat (path, &st) == 0 && S_ISDIR (st.st_mode);
  char *first = folder ? hwpgo_path_join (path, "data") : NULL;
  if (folder && !first)
    return hwpgo_error_nomem (err);
  int ret = hwpgo_perf_open_file (&reader->file, folder ? first : path, err);
  free (first);
  if (ret == 0 && folder)
    ret = hwpgo_perf_open_parts (reader, path, err);
  return ret ? ret : read_header (reader, folder, err);
}

static struct hwpgo_perf_reader *
new_reader (void)
{
  struct hwpgo_perf_reader *r = calloc (1, sizeof *r);
  if (r)
    r->arch = "";
  return r;
}

/* READER is ready, or RET is why not.  */
static int
finish_open (struct hwpgo_perf_reader **reader, struct hwpgo_perf_reader *r,
             int ret)
{
  if (ret)
    hwpgo_perf_close (r);
  else
    {
      hwpgo_perf_enter_part (r, 0);
      *reader = r;
    }
  return ret;
}

int
hwpgo_perf_open (struct hwpgo_perf_reader **reader, const char *path,
                 struct hwpgo_error *err)
{
  *reader = NULL;
  struct hwpgo_perf_reader *r = new_reader ();
  if (!r)
    return hwpgo_error_nomem (err);
  return finish_open (reader, r, open_all (r, path, err));
}

int
hwpgo_perf_open_opened (struct hwpgo_perf_reader **reader,
                        struct hwpgo_infile *file, struct hwpgo_error *err)
{
  *reader = NULL;
  struct hwpgo_perf_reader *r = new_reader ();
  if (!r)
    {
      hwpgo_infile_close (file);
      return hwpgo_error_nomem (err);
    }
  r->file = *file;
  *file = (struct hwpgo_infile){ 0 };
  return finish_open (reader, r, read_header (r, false, err));
}

void
hwpgo_perf_close (struct hwpgo_perf_reader *reader)
{
  if (!reader)
    return;
  for (size_t i = 0; i < reader->n_parts; i++)
    hwpgo_infile_close (&reader->parts[i]);
  free (reader->parts);
  hwpgo_infile_close (&reader->file);
  hwpgo_perf_plain_free (&reader->plain);
  hwpgo_arena_free (&reader->arena);
  hwpgo_map_free (&reader->ids);
  hwpgo_map_free (&reader->pmus);
  free (reader->pipe_events);
  free (reader->build_ids);
  free (reader);
}

size_t
hwpgo_perf_n_events (const struct hwpgo_perf_reader *reader)
{
  return reader->n_events;
}

const struct hwpgo_perf_event *
hwpgo_perf_event (const struct hwpgo_perf_reader *reader, size_t i)
{
  return &reader->events[i];
}

const char *
hwpgo_perf_arch (const struct hwpgo_perf_reader *reader)
{
  return reader->arch;
}
