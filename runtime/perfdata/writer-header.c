/* What stands before and after the records of a perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/perfdata/writer-internal.h"

uint8_t *
hwpgo_perf_blob_add (struct hwpgo_perf_blob *blob, size_t size)
{
  if (blob->failed
      || !HWPGO_GROW (blob->data, blob->capacity, blob->size + size))
    {
      blob->failed = true;
      return NULL;
    }
  uint8_t *p = blob->data + blob->size;
  memset (p, 0, size);
  blob->size += size;
  return p;
}

static void
add_bytes (struct hwpgo_perf_blob *blob, const void *data, size_t size)
{
  uint8_t *p = hwpgo_perf_blob_add (blob, size);
  if (p)
    memcpy (p, data, size);
}

void
hwpgo_perf_blob_u32 (struct hwpgo_perf_blob *blob, uint32_t value)
{
  add_bytes (blob, &value, sizeof value);
}

void
hwpgo_perf_blob_u64 (struct hwpgo_perf_blob *blob, uint64_t value)
{
  add_bytes (blob, &value, sizeof value);
}

static void
add_u16 (struct hwpgo_perf_blob *blob, uint16_t value)
{
  add_bytes (blob, &value, sizeof value);
}

/* perf fills strings up to a multiple of 64 bytes.  */
static size_t
padded_size (const char *text)
{
  return (strlen (text) + 1 + 63) / 64 * 64;
}

static void
add_string (struct hwpgo_perf_blob *blob, const char *text)
{
  size_t size = padded_size (text);
  hwpgo_perf_blob_u32 (blob, (uint32_t) size);
  uint8_t *p = hwpgo_perf_blob_add (blob, size);
  if (p)
    memcpy (p, text, strlen (text));
}

/* The p's of the modifiers: 2 of "event:upp".  */
static unsigned
precise_ip (const char *name)
{
  const char *colon = strrchr (name, ':');
  unsigned n = 0;
  for (const char *s = colon; s && *s; s++)
    n += *s == 'p';
  return n < 3 ? n : 3;
}

static void
add_attr (struct hwpgo_perf_blob *blob, const struct hwpgo_perf_writer *writer,
          size_t i)
{
  const struct hwpgo_perf_event_spec *event = &writer->events[i];
  size_t start = blob->size;
  uint64_t stack = event->branch_stack ? PERF_SAMPLE_BRANCH_STACK : 0;
  uint64_t flags
      = 1ULL << PERF_ATTR_DISABLED | 1ULL << PERF_ATTR_INHERIT
        | 1ULL << PERF_ATTR_EXCLUDE_KERNEL | 1ULL << PERF_ATTR_EXCLUDE_HV
        | 1ULL << PERF_ATTR_ENABLE_ON_EXEC | 1ULL << PERF_ATTR_SAMPLE_ID_ALL
        | (uint64_t) precise_ip (event->name) << PERF_ATTR_PRECISE_IP;
  /* The first event carries the side-band records of all.  */
  if (i == 0)
    flags |= 1ULL << PERF_ATTR_MMAP | 1ULL << PERF_ATTR_COMM
             | 1ULL << PERF_ATTR_TASK | 1ULL << PERF_ATTR_MMAP2
             | 1ULL << PERF_ATTR_COMM_EXEC;
  hwpgo_perf_blob_u32 (blob, event->type);
  hwpgo_perf_blob_u32 (blob, WRITER_ATTR_SIZE);
  hwpgo_perf_blob_u64 (blob, event->config);
  hwpgo_perf_blob_u64 (blob, event->period);
  hwpgo_perf_blob_u64 (blob, WRITER_SAMPLE_TYPE | stack);
  hwpgo_perf_blob_u64 (blob, PERF_FORMAT_ID);
  hwpgo_perf_blob_u64 (blob, flags);
  hwpgo_perf_blob_add (blob, 24); /* wakeup, bp_type, config1, config2.  */
  hwpgo_perf_blob_u64 (blob, stack ? PERF_BRANCH_USER | PERF_BRANCH_ANY : 0);
  hwpgo_perf_blob_add (blob, start + WRITER_ATTR_SIZE - blob->size);
}

void
hwpgo_perf_write_header (struct hwpgo_perf_writer *writer, uint64_t features)
{
  struct hwpgo_perf_blob blob = { 0 };
  size_t n = writer->n_events;
  uint64_t ids = PERF_HEADER_SIZE;
  uint64_t attrs = ids + 8 * n;
  uint64_t attr_size = WRITER_ATTR_SIZE + PERF_SECTION_SIZE;
  uint64_t data = attrs + n * attr_size;

  add_bytes (&blob, PERF_MAGIC, 8);
  hwpgo_perf_blob_u64 (&blob, PERF_HEADER_SIZE);
  hwpgo_perf_blob_u64 (&blob, attr_size);
  hwpgo_perf_blob_u64 (&blob, attrs);
  hwpgo_perf_blob_u64 (&blob, n * attr_size);
  hwpgo_perf_blob_u64 (&blob, data);
  hwpgo_perf_blob_u64 (&blob, writer->data_end - writer->data_start);
  hwpgo_perf_blob_add (&blob, PERF_SECTION_SIZE); /* event_types.  */
  hwpgo_perf_blob_u64 (&blob, features);
  hwpgo_perf_blob_add (&blob, PERF_FEATURES / 8 - 8);
  for (size_t i = 0; i < n; i++)
    hwpgo_perf_blob_u64 (&blob, i + 1);
  for (size_t i = 0; i < n && !blob.failed; i++)
    {
      add_attr (&blob, writer, i);
      hwpgo_perf_blob_u64 (&blob, ids + 8 * i);
      hwpgo_perf_blob_u64 (&blob, 8);
    }
  if (fseeko (writer->out, 0, SEEK_SET) != 0 && !writer->failed_errno)
    writer->failed_errno = errno;
  writer->no_memory |= blob.failed;
  hwpgo_perf_write_bytes (writer, blob.data, blob.failed ? 0 : blob.size);
  if (writer->data_start == 0)
    writer->data_start = writer->data_end = blob.size;
  free (blob.data);
}

void
hwpgo_perf_note_build_id (struct hwpgo_perf_writer *writer,
                          const struct hwpgo_perf_mmap *map)
{
  struct hwpgo_perf_blob *blob = &writer->build_ids;
  size_t length = strlen (map->path);
  const char *path = hwpgo_strings_intern (&writer->paths, map->path, length);
  uint64_t *seen
      = path ? hwpgo_map_slot (&writer->build_id_seen, (uintptr_t) path,
                               hwpgo_hash (map->build_id, map->build_id_size))
             : NULL;
  if (!seen)
    writer->no_memory = true;
  if (!seen || *seen)
    return;
  *seen = 1;
  size_t size = padded_size (path);
  hwpgo_perf_blob_u32 (blob, 0);
  add_u16 (blob, PERF_MISC_USER | PERF_MISC_BUILD_ID_SIZE);
  add_u16 (blob, (uint16_t) (PERF_RECORD_HEADER_SIZE + 4 + 24 + size));
  hwpgo_perf_blob_u32 (blob, UINT32_MAX); /* any process.  */
  uint8_t *p = hwpgo_perf_blob_add (blob, 24 + size);
  if (p)
    {
      memcpy (p, map->build_id, map->build_id_size);
      p[HWPGO_BUILD_ID_MAX] = map->build_id_size;
      memcpy (p + 24, path, length);
    }
}

static void
add_build_ids (struct hwpgo_perf_blob *blob,
               const struct hwpgo_perf_writer *writer)
{
  add_bytes (blob, writer->build_ids.data, writer->build_ids.size);
}

static void
add_arch (struct hwpgo_perf_blob *blob, const struct hwpgo_perf_writer *writer)
{
  add_string (blob, writer->arch);
}

static void
add_cmdline (struct hwpgo_perf_blob *blob,
             const struct hwpgo_perf_writer *writer)
{
  hwpgo_perf_blob_u32 (blob, (uint32_t) writer->argc);
  for (size_t i = 0; i < writer->argc; i++)
    add_string (blob, writer->argv[i]);
}

static void
add_event_desc (struct hwpgo_perf_blob *blob,
                const struct hwpgo_perf_writer *writer)
{
  hwpgo_perf_blob_u32 (blob, (uint32_t) writer->n_events);
  hwpgo_perf_blob_u32 (blob, WRITER_ATTR_SIZE);
  for (size_t i = 0; i < writer->n_events && !blob->failed; i++)
    {
      add_attr (blob, writer, i);
      hwpgo_perf_blob_u32 (blob, 1);
      add_string (blob, writer->events[i].name);
      hwpgo_perf_blob_u64 (blob, i + 1);
    }
}

/* Its presence tells 'perf report' to show branches.  */
static void
add_nothing (struct hwpgo_perf_blob *blob,
             const struct hwpgo_perf_writer *writer)
{
  (void) blob, (void) writer;
}

uint64_t
hwpgo_perf_write_features (struct hwpgo_perf_writer *writer)
{
  /* In the order of their bits, as the file wants them.  */
  static const struct
  {
    unsigned bit;
    void (*add) (struct hwpgo_perf_blob *, const struct hwpgo_perf_writer *);
  } features[] = {
    { PERF_FEATURE_BUILD_ID, add_build_ids },
    { PERF_FEATURE_ARCH, add_arch },
    { PERF_FEATURE_CMDLINE, add_cmdline },
    { PERF_FEATURE_EVENT_DESC, add_event_desc },
    { PERF_FEATURE_BRANCH_STACK, add_nothing },
  };
  enum
  {
    N = sizeof features / sizeof *features
  };
  bool stacks = false;
  for (size_t i = 0; i < writer->n_events; i++)
    stacks |= writer->events[i].branch_stack;
  bool wanted[N];
  size_t n = 0;
  for (size_t i = 0; i < N; i++)
    {
      wanted[i] = (features[i].bit != PERF_FEATURE_BUILD_ID
                   || writer->build_ids.size)
                  && (features[i].bit != PERF_FEATURE_BRANCH_STACK || stacks);
      n += wanted[i];
    }

  struct hwpgo_perf_blob table = { 0 }, content = { 0 };
  uint64_t bits = 0;
  uint64_t base = writer->data_end + n * PERF_SECTION_SIZE;
  for (size_t i = 0; i < N; i++)
    {
      if (!wanted[i])
        continue;
      size_t before = content.size;
      features[i].add (&content, writer);
      hwpgo_perf_blob_u64 (&table, base + before);
      hwpgo_perf_blob_u64 (&table, content.size - before);
      bits |= 1ULL << features[i].bit;
    }
  writer->no_memory
      |= table.failed || content.failed || writer->build_ids.failed;
  hwpgo_perf_write_bytes (writer, table.data, table.size);
  hwpgo_perf_write_bytes (writer, content.data, content.size);
  free (table.data);
  free (content.data);
  return bits;
}
