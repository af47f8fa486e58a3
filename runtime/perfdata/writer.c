/* Writing the records of a perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/perfdata/writer-internal.h"

enum
{
  /* Header, id, ip, pid and tid, time, addr, period, number of branches.  */
  SAMPLE_FIXED_SIZE = 64,
  BRANCHES_MAX = (PERF_RECORD_SIZE_MAX - SAMPLE_FIXED_SIZE) / PERF_BRANCH_SIZE,
  COMM_MAX = 15,       /* letters; the kernel has no more.  */
  PATH_LEN_MAX = 4095, /* letters; perf has room for no more.  */
  PROT_READ_ONLY = 1,
  PROT_READ_EXECUTE = 5,
  MAP_PRIVATE_FLAG = 2
};

void
hwpgo_perf_write_bytes (struct hwpgo_perf_writer *writer, const void *data,
                        size_t size)
{
  if (size == 0 || writer->failed_errno)
    return;
  errno = 0;
  if (fwrite (data, 1, size, writer->out) != size)
    writer->failed_errno = errno ? errno : EIO;
}

static void
flush (struct hwpgo_perf_writer *writer)
{
  hwpgo_perf_write_bytes (writer, writer->buffer, writer->used);
  writer->used = 0;
}

/* A record that is being written into the buffer.  */
struct place
{
  uint8_t *start; /* of the record.  */
  uint8_t *p;     /* where its next bytes go.  */
};

static void
put_u32 (struct place *at, uint32_t value)
{
  memcpy (at->p, &value, sizeof value);
  at->p += sizeof value;
}

static void
put_u64 (struct place *at, uint64_t value)
{
  memcpy (at->p, &value, sizeof value);
  at->p += sizeof value;
}

static void
put_bytes (struct place *at, const void *data, size_t size)
{
  if (size)
    memcpy (at->p, data, size);
  at->p += size;
}

/* LENGTH letters of TEXT and zeros, at least one, up to a multiple of 8.  */
static void
put_text (struct place *at, const char *text, size_t length)
{
  size_t size = (length + 8) / 8 * 8;
  memcpy (at->p, text, length);
  memset (at->p + length, 0, size - length);
  at->p += size;
}

static void
put_ids (struct place *at, int32_t pid, int32_t tid)
{
  put_u32 (at, (uint32_t) pid);
  put_u32 (at, (uint32_t) tid);
}

static void
put_trailer (struct place *at, int32_t pid, int32_t tid, uint64_t time)
{
  put_ids (at, pid, tid);
  put_u64 (at, time);
  put_u64 (at, 1);
}

/* Start a record.  There is room for the largest that can be.  */
static struct place
start (struct hwpgo_perf_writer *writer, uint32_t type, unsigned misc)
{
  if (sizeof writer->buffer - writer->used < PERF_RECORD_SIZE_MAX)
    flush (writer);
  uint8_t *p = writer->buffer + writer->used;
  struct place at = { p, p };
  put_u32 (&at, type);
  put_u32 (&at, misc); /* 16 bits, and the size, which end () puts there.  */
  return at;
}

/* The record is complete: set its size, whatever has been put into it.  */
static void
end (struct hwpgo_perf_writer *writer, struct place at)
{
  uint16_t size = (uint16_t) (at.p - at.start);
  memcpy (at.start + 6, &size, sizeof size);
  writer->used += size;
  writer->data_end += size;
}

void
hwpgo_perf_write_comm (struct hwpgo_perf_writer *writer, int32_t pid,
                       int32_t tid, uint64_t time, const char *name, bool exec)
{
  struct place at = start (writer, PERF_RECORD_COMM,
                           PERF_MISC_USER | (exec ? PERF_MISC_COMM_EXEC : 0));
  put_ids (&at, pid, tid);
  put_text (&at, name, strnlen (name, COMM_MAX));
  put_trailer (&at, pid, tid, time);
  end (writer, at);
}

static void
write_task (struct hwpgo_perf_writer *writer, uint32_t type, int32_t pid,
            int32_t tid, int32_t parent_pid, int32_t parent_tid, uint64_t time)
{
  struct place at = start (writer, type, PERF_MISC_USER);
  put_ids (&at, pid, parent_pid);
  put_ids (&at, tid, parent_tid);
  put_u64 (&at, time);
  put_trailer (&at, pid, tid, time);
  end (writer, at);
}

void
hwpgo_perf_write_fork (struct hwpgo_perf_writer *writer, int32_t pid,
                       int32_t tid, int32_t parent_pid, int32_t parent_tid,
                       uint64_t time)
{
  write_task (writer, PERF_RECORD_FORK, pid, tid, parent_pid, parent_tid,
              time);
}

void
hwpgo_perf_write_exit (struct hwpgo_perf_writer *writer, int32_t pid,
                       int32_t tid, uint64_t time)
{
  /* The kernel writes the parent, which nobody uses.  */
  write_task (writer, PERF_RECORD_EXIT, pid, tid, pid, pid, time);
}

void
hwpgo_perf_write_mmap (struct hwpgo_perf_writer *writer, int32_t pid,
                       int32_t tid, uint64_t time,
                       const struct hwpgo_perf_mmap *map)
{
  size_t length = strnlen (map->path, PATH_LEN_MAX);
  bool build_id
      = map->build_id_size > 0 && map->build_id_size <= HWPGO_BUILD_ID_MAX;
  struct place at
      = start (writer, PERF_RECORD_MMAP2,
               PERF_MISC_USER | (map->data ? PERF_MISC_MMAP_DATA : 0)
                   | (build_id ? PERF_MISC_MMAP_BUILD_ID : 0));
  put_ids (&at, pid, tid);
  put_u64 (&at, map->start);
  put_u64 (&at, map->length);
  put_u64 (&at, map->file_offset);
  /* The build id after its size, or device and inode, which are unknown.  */
  uint8_t file[24] = { 0 };
  if (build_id)
    {
      file[0] = map->build_id_size;
      memcpy (file + 4, map->build_id, map->build_id_size);
    }
  put_bytes (&at, file, sizeof file);
  put_u32 (&at, map->data ? PROT_READ_ONLY : PROT_READ_EXECUTE);
  put_u32 (&at, MAP_PRIVATE_FLAG);
  put_text (&at, map->path, length);
  put_trailer (&at, pid, tid, time);
  end (writer, at);
  if (build_id && length < PATH_LEN_MAX)
    hwpgo_perf_note_build_id (writer, map);
}

void
hwpgo_perf_write_sample (struct hwpgo_perf_writer *writer, size_t event,
                         int32_t pid, int32_t tid, uint64_t time, uint64_t ip,
                         uint64_t addr, uint64_t period,
                         const struct hwpgo_perf_branch *branches,
                         size_t n_branches)
{
  size_t n = n_branches < BRANCHES_MAX ? n_branches : BRANCHES_MAX;
  struct place at = start (writer, PERF_RECORD_SAMPLE, PERF_MISC_USER);
  put_u64 (&at, event + 1);
  put_u64 (&at, ip);
  put_ids (&at, pid, tid);
  put_u64 (&at, time);
  put_u64 (&at, addr);
  put_u64 (&at, period);
  if (writer->events[event].branch_stack)
    {
      put_u64 (&at, n);
      put_bytes (&at, branches, n * PERF_BRANCH_SIZE);
    }
  end (writer, at);
}

/* Copy what the caller describes; false when out of memory.  */
static bool
copy_description (struct hwpgo_perf_writer *writer, const char *arch,
                  const char *const *argv,
                  const struct hwpgo_perf_event_spec *events, size_t n_events)
{
  struct hwpgo_arena *arena = &writer->arena;
  while (argv && argv[writer->argc])
    writer->argc++;
  writer->n_events = n_events;
  writer->arch = hwpgo_arena_string (arena, arch, strlen (arch));
  writer->events
      = hwpgo_arena_alloc (arena, n_events * sizeof *writer->events);
  writer->argv
      = hwpgo_arena_alloc (arena, (writer->argc + 1) * sizeof *writer->argv);
  if (!writer->arch || !writer->events || !writer->argv)
    return false;
  for (size_t i = 0; i < writer->argc; i++)
    if (!(writer->argv[i]
          = hwpgo_arena_string (arena, argv[i], strlen (argv[i]))))
      return false;
  for (size_t i = 0; i < n_events; i++)
    {
      writer->events[i] = events[i];
      writer->events[i].name = hwpgo_arena_string (arena, events[i].name,
                                                   strlen (events[i].name));
      if (!writer->events[i].name)
        return false;
    }
  return true;
}

static void
free_writer (struct hwpgo_perf_writer *writer)
{
  if (!writer)
    return;
  hwpgo_arena_free (&writer->arena);
  hwpgo_strings_free (&writer->paths);
  hwpgo_map_free (&writer->build_id_seen);
  free (writer->build_ids.data);
  free (writer);
}

/* The first failure of WRITER as an error, or 0.  */
static int
check (const struct hwpgo_perf_writer *writer, struct hwpgo_error *err)
{
  if (writer->failed_errno)
    {
      errno = writer->failed_errno;
      return hwpgo_error_errno (err, writer->name, "write");
    }
  return writer->no_memory ? hwpgo_error_nomem (err) : 0;
}

int
hwpgo_perf_writer_new (struct hwpgo_perf_writer **writer, FILE *out,
                       const char *arch, const char *const *argv,
                       const struct hwpgo_perf_event_spec *events,
                       size_t n_events, struct hwpgo_error *err)
{
  *writer = NULL;
  if (n_events == 0)
    return hwpgo_error_set (err, HWPGO_E_USAGE, "perf.data", "no event");
  struct hwpgo_perf_writer *w = calloc (1, sizeof *w);
  if (!w)
    return hwpgo_error_nomem (err);
  w->out = out;
  w->name = "perf.data";
  w->no_memory = !copy_description (w, arch, argv, events, n_events);
  /* The size of the data stays 0 until the end, as a reader expects of a
     file that was not finished.  */
  if (!w->no_memory)
    hwpgo_perf_write_header (w, 0);
  int ret = check (w, err);
  if (ret)
    free_writer (w);
  else
    *writer = w;
  return ret;
}

void
hwpgo_perf_writer_name (struct hwpgo_perf_writer *writer, const char *name)
{
  writer->name = name;
}

int
hwpgo_perf_writer_finish (struct hwpgo_perf_writer *writer,
                          struct hwpgo_error *err)
{
  flush (writer);
  uint64_t features = hwpgo_perf_write_features (writer);
  hwpgo_perf_write_header (writer, features);
  if (fflush (writer->out) != 0 && !writer->failed_errno)
    writer->failed_errno = errno;
  int ret = check (writer, err);
  free_writer (writer);
  return ret;
}
