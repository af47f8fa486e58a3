/* The features of perf.data that say what was measured.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/bisect.h"
#include "runtime/perfdata/reader-internal.h"

/* A string of a feature: u32 size, then that many bytes with at least one
   NUL.  NULL, and C failed, if it is not like that.  */
static const char *
read_string (struct hwpgo_cursor *c)
{
  uint32_t size = hwpgo_cursor_u32 (c);
  return hwpgo_cursor_string (c, size);
}

static int
read_arch (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
           struct hwpgo_error *err)
{
  (void) err;
  const char *arch = read_string (c);
  if (arch)
    reader->arch = arch;
  return 0;
}

/* u32 count, u32 attr_size, and for each event its attribute, u32 number of
   ids, name, ids.  The events are those of the header in the same order, so
   that only name and ids are news.  */
static int
read_event_desc (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
                 struct hwpgo_error *err)
{
  uint32_t n = hwpgo_cursor_u32 (c);
  uint32_t attr_size = hwpgo_cursor_u32 (c);
  for (uint32_t i = 0; i < n && i < reader->n_events && !c->failed; i++)
    {
      hwpgo_cursor_bytes (c, attr_size);
      uint32_t n_ids = hwpgo_cursor_u32 (c);
      const char *name = read_string (c);
      if (name && *name)
        reader->events[i].name = name;
      int ret = hwpgo_perf_add_ids (reader, i, c, n_ids, err);
      if (ret)
        return ret;
    }
  return 0;
}

/* u32 count, and for each unit u32 type, name.  */
static int
read_pmus (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
           struct hwpgo_error *err)
{
  uint32_t n = hwpgo_cursor_u32 (c);
  for (uint32_t i = 0; i < n && !c->failed; i++)
    {
      uint32_t type = hwpgo_cursor_u32 (c);
      const char *name = read_string (c);
      if (!name)
        break;
      uint64_t *slot = hwpgo_map_slot (&reader->pmus, type, 0);
      if (!slot)
        return hwpgo_error_nomem (err);
      *slot = (uint64_t) (uintptr_t) name;
    }
  return 0;
}

/* Before a size was stored, 20 bytes were, filled up with zeros.  Ids of
   linkers are a multiple of 4 long.  */
static uint8_t
guess_build_id_size (const uint8_t id[HWPGO_BUILD_ID_MAX])
{
  static const uint8_t zeros[4];
  uint8_t size = HWPGO_BUILD_ID_MAX;
  while (size > 0 && memcmp (id + size - 4, zeros, 4) == 0)
    size -= 4;
  return size;
}

/* One entry: a record header, s32 pid, 20 bytes of id, u8 size, 3 unused,
   path.  The first version had no PID; NO_PID says so.  */
static bool
read_build_id (struct hwpgo_cursor *c, bool no_pid,
               struct hwpgo_perf_build_id_entry *entry)
{
  hwpgo_cursor_u32 (c);
  uint16_t misc = hwpgo_cursor_u16 (c);
  uint16_t size = hwpgo_cursor_u16 (c);
  if (size < PERF_RECORD_HEADER_SIZE)
    c->failed = true;
  struct hwpgo_cursor body
      = hwpgo_cursor_sub (c, (uint64_t) size - PERF_RECORD_HEADER_SIZE);
  if (!no_pid)
    hwpgo_cursor_u32 (&body);
  const uint8_t *id = hwpgo_cursor_bytes (&body, 24);
  entry->path = hwpgo_cursor_string (&body, hwpgo_cursor_left (&body));
  if (c->failed || body.failed)
    return false;
  memcpy (entry->id, id, HWPGO_BUILD_ID_MAX);
  entry->size = misc & PERF_MISC_BUILD_ID_SIZE ? id[HWPGO_BUILD_ID_MAX]
                                               : guess_build_id_size (id);
  return entry->size <= HWPGO_BUILD_ID_MAX;
}

int
hwpgo_perf_add_build_id (struct hwpgo_perf_reader *reader,
                         struct hwpgo_cursor c, struct hwpgo_error *err)
{
  uint64_t offset = hwpgo_cursor_offset (&c);
  if (!HWPGO_GROW (reader->build_ids, reader->build_ids_capacity,
                   reader->n_build_ids + 1))
    return hwpgo_error_nomem (err);
  if (!read_build_id (&c, false, &reader->build_ids[reader->n_build_ids]))
    return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, reader->file.path,
                                  offset, "record of a build id");
  reader->n_build_ids++;
  return 0;
}

static int
read_build_id_table (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
                     bool no_pid, struct hwpgo_error *err)
{
  while (hwpgo_cursor_left (c) > 0)
    {
      uint64_t offset = hwpgo_cursor_offset (c);
      if (!HWPGO_GROW (reader->build_ids, reader->build_ids_capacity,
                       reader->n_build_ids + 1))
        return hwpgo_error_nomem (err);
      struct hwpgo_perf_build_id_entry *entry
          = &reader->build_ids[reader->n_build_ids];
      if (!read_build_id (c, no_pid, entry))
        return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, reader->file.path,
                                      offset, "entry of the build id table");
      reader->n_build_ids++;
    }
  return 0;
}

/* By path; of one path the first in the file comes first.  */
static int
compare_entries (const void *a, const void *b)
{
  const struct hwpgo_perf_build_id_entry *x = a, *y = b;
  int order = strcmp (x->path, y->path);
  return order ? order : (x->path > y->path) - (x->path < y->path);
}

static int
read_build_ids (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
                struct hwpgo_error *err)
{
  struct hwpgo_cursor again = *c;
  int ret = read_build_id_table (reader, c, false, err);
  /* Nothing tells the first version from the later ones but the name of the
     kernel, which is always there, without its first four letters.  */
  for (size_t i = 0; ret == 0 && i < reader->n_build_ids; i++)
    if (strcmp (reader->build_ids[i].path, "nel.kallsyms]") == 0)
      {
        reader->n_build_ids = 0;
        ret = read_build_id_table (reader, &again, true, err);
        break;
      }
  return ret;
}

int
hwpgo_perf_read_feature (struct hwpgo_perf_reader *reader, unsigned bit,
                         struct hwpgo_cursor c, struct hwpgo_error *err)
{
  static const struct
  {
    unsigned bit;
    const char *what;
    int (*read) (struct hwpgo_perf_reader *, struct hwpgo_cursor *,
                 struct hwpgo_error *);
  } features[] = {
    { PERF_FEATURE_BUILD_ID, "the build id table", read_build_ids },
    { PERF_FEATURE_ARCH, "the name of the architecture", read_arch },
    { PERF_FEATURE_EVENT_DESC, "the names of the events", read_event_desc },
    { PERF_FEATURE_PMU_MAPPINGS, "the names of the units", read_pmus },
  };
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (features[i].bit == bit)
      {
        int ret = features[i].read (reader, &c, err);
        if (ret || !c.failed)
          return ret;
        return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, reader->file.path,
                                      hwpgo_cursor_offset (&c), "%s",
                                      features[i].what);
      }
  return 0;
}

/* Name what EVENT_DESC did not, and sort the build ids.  */
static int
name_events (struct hwpgo_perf_reader *reader, struct hwpgo_error *err)
{
  if (reader->n_build_ids)
    qsort (reader->build_ids, reader->n_build_ids, sizeof *reader->build_ids,
           compare_entries);
  for (size_t i = 0; i < reader->n_events; i++)
    {
      struct hwpgo_perf_event *event = &reader->events[i];
      char name[64];
      const uint64_t *pmu = hwpgo_map_find (&reader->pmus, event->type, 0);
      event->pmu = pmu ? (const char *) (uintptr_t) *pmu : "";
      if (event->name)
        continue;
      int length = snprintf (name, sizeof name, "type:%u/config:0x%llx",
                             (unsigned) event->type,
                             (unsigned long long) event->config);
      event->name = hwpgo_arena_string (&reader->arena, name, (size_t) length);
      if (!event->name)
        return hwpgo_error_nomem (err);
    }
  return 0;
}

int
hwpgo_perf_read_features (struct hwpgo_perf_reader *reader,
                          struct hwpgo_error *err)
{
  /* Where records are missing, so is what came after them; a pipe has had
     its features as records.  */
  if (reader->pipe_events || reader->unfinished)
    return name_events (reader, err);
  struct hwpgo_cursor table
      = hwpgo_perf_section (reader, reader->features_offset,
                            reader->file.size - reader->features_offset);
  for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
    {
      if (!hwpgo_perf_has_feature (reader, bit))
        continue;
      uint64_t offset = hwpgo_cursor_u64 (&table);
      uint64_t size = hwpgo_cursor_u64 (&table);
      struct hwpgo_cursor c = hwpgo_perf_section (reader, offset, size);
      /* They are the last that perf writes, and can be done without.  */
      if (table.failed || c.failed)
        {
          reader->unfinished = true;
          continue;
        }
      int ret = hwpgo_perf_read_feature (reader, bit, c, err);
      if (ret)
        return ret;
    }
  return name_events (reader, err);
}

size_t
hwpgo_perf_build_id (const struct hwpgo_perf_reader *reader, const char *path,
                     uint8_t id[HWPGO_BUILD_ID_MAX])
{
  size_t first;
  HWPGO_BISECT (first, reader->n_build_ids, i,
                strcmp (reader->build_ids[i].path, path) < 0);
  if (first == reader->n_build_ids)
    return 0;
  const struct hwpgo_perf_build_id_entry *found = &reader->build_ids[first];
  if (strcmp (found->path, path) != 0)
    return 0;
  memcpy (id, found->id, HWPGO_BUILD_ID_MAX);
  return found->size;
}
