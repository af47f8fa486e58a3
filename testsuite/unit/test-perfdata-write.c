/* perf.data: what is written reads back.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/perfdata/writer.h"
#include "testsuite/unit/test-perfdata.h"
#include "testsuite/unit/unit.h"

static struct hwpgo_error e;
static struct hwpgo_perf_reader *reader;
static struct hwpgo_perf_record record;

static const struct hwpgo_perf_event_spec events[] = {
  { "br_inst_retired.near_taken:uppp", 4, 0x20c4, 1000003, true },
  { "br_misp_retired.all_branches:upp", 4, 0xc5, 503, false },
};

static const char *const command[] = { "./app", "typical input", NULL };

static struct hwpgo_perf_mmap
some_map (const char *path, uint8_t id_size)
{
  struct hwpgo_perf_mmap map
      = { 0x400000, 0x2000, 0x1000, path, { 0 }, id_size, false };
  for (uint8_t i = 0; i < id_size; i++)
    map.build_id[i] = (uint8_t) (0xa0 + i);
  return map;
}

static void
fill_branches (struct hwpgo_perf_branch *b, size_t n)
{
  for (size_t i = 0; i < n; i++)
    b[i] = (struct hwpgo_perf_branch){ 0x401000 + i, 0x402000 + i,
                                       i % 3 ? 2 : 1 };
}

/* One of everything.  */
static void
write_all (FILE *out)
{
  struct hwpgo_perf_writer *w;
  CHECK (hwpgo_perf_writer_new (&w, out, "x86_64", command, events, 2, &e)
         == 0);
  hwpgo_perf_write_comm (w, 10, 11, 1, "name longer than sixteen", true);
  struct hwpgo_perf_mmap map = some_map ("/bin/app", 20);
  hwpgo_perf_write_mmap (w, 10, 11, 2, &map);
  hwpgo_perf_write_mmap (w, 12, 12, 3, &map); /* in the table once.  */
  map = some_map ("/lib/short.so", 8);
  hwpgo_perf_write_mmap (w, 10, 11, 4, &map);
  map = some_map ("//anon", 0);
  map.data = true;
  hwpgo_perf_write_mmap (w, 10, 11, 5, &map);
  hwpgo_perf_write_fork (w, 20, 21, 10, 11, 6);
  struct hwpgo_perf_branch b[32];
  fill_branches (b, 32);
  hwpgo_perf_write_sample (w, 0, 10, 11, 7, 0x401234, 0x99, 5, b, 32);
  hwpgo_perf_write_sample (w, 1, 10, 11, 8, 0x401235, 0, 6, b, 32);
  hwpgo_perf_write_sample (w, 0, 10, 11, 9, 0x401236, 0, 7, NULL, 0);
  hwpgo_perf_write_exit (w, 20, 21, 10);
  CHECK (hwpgo_perf_writer_finish (w, &e) == 0);
}

/* Open what OUT holds and close OUT.  */
static void
reopen (FILE *out)
{
  char path[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (fseek (out, 0, SEEK_END) == 0);
  size_t size = (size_t) ftell (out);
  uint8_t *bytes = malloc (size);
  rewind (out);
  CHECK (fread (bytes, 1, size, out) == size);
  CHECK (save (path, bytes, size));
  CHECK (hwpgo_perf_open (&reader, path, &e) == 0);
  unlink (path);
  free (bytes);
  fclose (out);
}

static void
next (enum hwpgo_perf_type type, int32_t pid, int32_t tid, uint64_t time)
{
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  CHECK (record.type == type && record.mode == HWPGO_PERF_MODE_USER);
  CHECK (record.pid == pid && record.tid == tid);
  CHECK (record.has_time && record.time == time);
}

static void
check_map (const char *path, uint8_t id_size)
{
  struct hwpgo_perf_mmap map = some_map (path, id_size);
  CHECK (record.mmap.start == map.start && record.mmap.length == map.length
         && record.mmap.file_offset == map.file_offset);
  CHECK_STRING (record.mmap.path, path);
  CHECK_U64 (record.mmap.build_id_size, id_size);
  CHECK (memcmp (record.mmap.build_id, map.build_id, id_size) == 0);
}

static void
check_sample (size_t event, uint64_t ip, uint64_t period, size_t n)
{
  const struct hwpgo_perf_sample *s = &record.sample;
  struct hwpgo_perf_branch b[32];
  fill_branches (b, 32);
  CHECK (s->event == hwpgo_perf_event (reader, event));
  CHECK (s->has_ip && s->ip == ip && s->has_period && s->period == period);
  CHECK (s->has_branches == events[event].branch_stack);
  CHECK_U64 (s->n_branches, n);
  CHECK (!s->has_hw_index);
  CHECK (n == 0 || memcmp (s->branches, b, n * sizeof *b) == 0);
}

static void
check_events (void)
{
  CHECK_U64 (hwpgo_perf_n_events (reader), 2);
  for (size_t i = 0; i < 2; i++)
    {
      const struct hwpgo_perf_event *ev = hwpgo_perf_event (reader, i);
      CHECK_STRING (ev->name, events[i].name);
      CHECK (ev->type == events[i].type && ev->config == events[i].config);
      CHECK_U64 (ev->sample_period, events[i].period);
      CHECK_U64 (ev->precise_ip, i ? 2 : 3);
      CHECK (ev->sample_id_all);
      CHECK_U64 (ev->branch_sample_type, i ? 0 : 9);
    }
}

static void
what_is_written_reads_back (void)
{
  FILE *out = tmpfile ();
  write_all (out);
  reopen (out);
  check_events ();
  CHECK_STRING (hwpgo_perf_arch (reader), "x86_64");
  next (HWPGO_PERF_COMM, 10, 11, 1);
  CHECK_STRING (record.comm.name, "name longer tha");
  CHECK (record.comm.exec);
  next (HWPGO_PERF_MMAP, 10, 11, 2);
  check_map ("/bin/app", 20);
  CHECK (!record.mmap.data);
  next (HWPGO_PERF_MMAP, 12, 12, 3);
  next (HWPGO_PERF_MMAP, 10, 11, 4);
  check_map ("/lib/short.so", 8);
  next (HWPGO_PERF_MMAP, 10, 11, 5);
  check_map ("//anon", 0);
  CHECK (record.mmap.data);
  next (HWPGO_PERF_FORK, 20, 21, 6);
  CHECK (record.fork.parent_pid == 10 && record.fork.parent_tid == 11);
  next (HWPGO_PERF_SAMPLE, 10, 11, 7);
  check_sample (0, 0x401234, 5, 32);
  CHECK (record.sample.addr == 0x99);
  /* Not a byte more than its fields: other readers insist on it.  */
  uint64_t offset = record.offset;
  next (HWPGO_PERF_SAMPLE, 10, 11, 8);
  CHECK_U64 (record.offset - offset, 8 + 6 * 8 + 8 + 32 * 24);
  offset = record.offset;
  check_sample (1, 0x401235, 6, 0);
  next (HWPGO_PERF_SAMPLE, 10, 11, 9);
  CHECK_U64 (record.offset - offset, 8 + 6 * 8);
  check_sample (0, 0x401236, 7, 0);
  next (HWPGO_PERF_EXIT, 20, 21, 10);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
  CHECK (hwpgo_perf_unknown_records (reader) == 0
         && hwpgo_perf_malformed_records (reader) == 0);
  uint8_t id[HWPGO_BUILD_ID_MAX];
  CHECK_U64 (hwpgo_perf_build_id (reader, "/bin/app", id), 20);
  CHECK (id[0] == 0xa0 && id[19] == 0xb3);
  CHECK_U64 (hwpgo_perf_build_id (reader, "/lib/short.so", id), 8);
  CHECK_U64 (hwpgo_perf_build_id (reader, "//anon", id), 0);
  CHECK_U64 (reader ? hwpgo_perf_unfinished (reader) : 1, 0);
  hwpgo_perf_close (reader);
}

static void
the_same_run_gives_the_same_bytes (void)
{
  char *text[2];
  size_t size[2];
  for (int i = 0; i < 2; i++)
    {
      FILE *out = tmpfile ();
      write_all (out);
      size[i] = (size_t) ftell (out);
      CHECK (fseek (out, 0, SEEK_END) == 0);
      size[i] = (size_t) ftell (out);
      text[i] = malloc (size[i]);
      rewind (out);
      CHECK (fread (text[i], 1, size[i], out) == size[i]);
      fclose (out);
    }
  CHECK (size[0] == size[1] && memcmp (text[0], text[1], size[0]) == 0);
  free (text[0]);
  free (text[1]);
}

/* More than the buffer holds, and stacks as deep as a record allows.  */
static void
large_files_are_complete (void)
{
  enum
  {
    SAMPLES = 2000,
    DEEP = 3000,
    DEEPEST = 2727 /* that 65535 bytes have room for.  */
  };
  static struct hwpgo_perf_branch b[DEEP];
  FILE *out = tmpfile ();
  struct hwpgo_perf_writer *w;
  fill_branches (b, DEEP);
  CHECK (hwpgo_perf_writer_new (&w, out, "aarch64", NULL, events, 1, &e) == 0);
  for (uint64_t i = 0; i < SAMPLES; i++)
    hwpgo_perf_write_sample (w, 0, 1, 1, i, i, 0, 1, b,
                             i % 500 == 0 ? DEEP : i % 64);
  char path[5000];
  memset (path, 'a', sizeof path);
  path[sizeof path - 1] = '\0';
  struct hwpgo_perf_mmap map = some_map (path, 20);
  hwpgo_perf_write_mmap (w, 1, 1, SAMPLES, &map);
  CHECK (hwpgo_perf_writer_finish (w, &e) == 0);
  reopen (out);
  for (uint64_t i = 0; i < SAMPLES; i++)
    {
      next (HWPGO_PERF_SAMPLE, 1, 1, i);
      CHECK_U64 (record.sample.ip, i);
      size_t n = record.sample.n_branches;
      CHECK_U64 (n, i % 500 == 0 ? DEEPEST : i % 64);
      CHECK (n == 0 || memcmp (record.sample.branches, b, n * sizeof *b) == 0);
    }
  next (HWPGO_PERF_MMAP, 1, 1, SAMPLES);
  CHECK_U64 (strlen (record.mmap.path), 4095);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
  hwpgo_perf_close (reader);
}

static void
many_build_ids_are_kept (void)
{
  FILE *out = tmpfile ();
  struct hwpgo_perf_writer *w;
  CHECK (hwpgo_perf_writer_new (&w, out, "x86_64", command, events, 2, &e)
         == 0);
  for (int i = 0; i < 3000; i++)
    {
      char path[32];
      snprintf (path, sizeof path, "/lib/lib%d.so", i % 1000);
      struct hwpgo_perf_mmap map = some_map (path, 20);
      map.build_id[3] = (uint8_t) (i % 1000);
      hwpgo_perf_write_mmap (w, 1, 1, 1, &map);
    }
  CHECK (hwpgo_perf_writer_finish (w, &e) == 0);
  reopen (out);
  uint8_t id[HWPGO_BUILD_ID_MAX];
  CHECK_U64 (hwpgo_perf_build_id (reader, "/lib/lib999.so", id), 20);
  CHECK (id[3] == (uint8_t) 999 && id[4] == 0xa4);
  hwpgo_perf_close (reader);
}

static void
failed_writes_are_told_at_the_end (void)
{
  struct hwpgo_perf_writer *w;
  CHECK (hwpgo_perf_writer_new (&w, stdout, "x86_64", command, events, 0, &e)
         == -HWPGO_E_USAGE);
  FILE *full = fopen ("/dev/full", "w");
  if (!full)
    return;
  if (hwpgo_perf_writer_new (&w, full, "x86_64", command, events, 2, &e) == 0)
    {
      hwpgo_perf_writer_name (w, "full.data");
      hwpgo_perf_write_exit (w, 1, 1, 1);
      CHECK (hwpgo_perf_writer_finish (w, &e) == -HWPGO_E_SYSTEM);
    }
  CHECK (strstr (e.text, "full.data: cannot write: No space left") != NULL);
  fclose (full);
  int ends[2];
  CHECK (pipe (ends) == 0);
  FILE *unseekable = fdopen (ends[1], "w");
  CHECK (
      hwpgo_perf_writer_new (&w, unseekable, "x86_64", command, events, 2, &e)
      == -HWPGO_E_SYSTEM);
  fclose (unseekable);
  close (ends[0]);
}

int
main (void)
{
  RUN (what_is_written_reads_back);
  RUN (the_same_run_gives_the_same_bytes);
  RUN (large_files_are_complete);
  RUN (many_build_ids_are_kept);
  RUN (failed_writes_are_told_at_the_end);
  return UNIT_RESULT;
}
