/* perf.data: header, features, and all records but samples.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/stat.h>

#include "testsuite/unit/test-perfdata.h"
#include "testsuite/unit/unit.h"

static struct recipe r;
static struct hwpgo_error e;
static struct hwpgo_perf_reader *reader;
static struct hwpgo_perf_record record;

static const struct recipe_event plain
    = { .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME };

static void
end_with_trailer (uint32_t pid, uint32_t tid, uint64_t time)
{
  put32 (&r, pid);
  put32 (&r, tid);
  put64 (&r, time);
  end_record (&r);
}

static void
put_mmap2 (uint16_t misc, uint32_t prot, uint8_t id_size, const char *path)
{
  begin_record (&r, PERF_RECORD_MMAP2, misc);
  put32 (&r, 20);
  put32 (&r, 21);
  put64 (&r, 0x400000);
  put64 (&r, 0x2000);
  put64 (&r, 0x1000);
  put8 (&r, id_size);
  put_zeros (&r, 3);
  for (uint8_t i = 0; i < 20; i++)
    put8 (&r, (uint8_t) (0xa0 + i));
  put32 (&r, prot);
  put32 (&r, 2);
  put_field (&r, path, 16);
  end_with_trailer (20, 21, 2);
}

static void
put_side_band (void)
{
  begin_record (&r, PERF_RECORD_MMAP, 1);
  put32 (&r, UINT32_MAX);
  put32 (&r, 0);
  put64 (&r, 0xffffffff81000000);
  put64 (&r, 0x1000000);
  put64 (&r, 0xffffffff81000000);
  put_field (&r, "[kernel]_text", 16);
  end_with_trailer (5, 6, 0);
  put_mmap2 (PERF_MISC_USER | PERF_MISC_MMAP_BUILD_ID, 5, 20, "/bin/a");
  put_mmap2 (PERF_MISC_USER, 1, 20, "/bin/b");
  put_mmap2 (PERF_MISC_USER | PERF_MISC_MMAP_DATA, 0, 0, "//anon");
  put_mmap2 (PERF_MISC_USER, 0, 0, "");
  begin_record (&r, PERF_RECORD_COMM, PERF_MISC_COMM_EXEC);
  put32 (&r, 30);
  put32 (&r, 31);
  put_field (&r, "cc1plus", 8);
  end_with_trailer (30, 31, 3);
  for (uint32_t type = 4; type <= 7; type += 3) /* EXIT and FORK.  */
    {
      begin_record (&r, type, 0);
      put32 (&r, 40);
      put32 (&r, 41);
      put32 (&r, 42);
      put32 (&r, 43);
      put64 (&r, 1000 + type);
      end_with_trailer (1, 1, 1);
    }
  begin_record (&r, PERF_RECORD_LOST_SAMPLES, 0);
  put64 (&r, 33);
  end_with_trailer (0, 0, 9);
  begin_record (&r, PERF_RECORD_UNTHROTTLE, 0);
  put64 (&r, 77);
  put_zeros (&r, 16);
  end_with_trailer (50, 51, 10);
}

static void
check_mmap (const char *path, bool data, uint8_t id_size)
{
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  CHECK (record.type == HWPGO_PERF_MMAP);
  CHECK (record.mode == HWPGO_PERF_MODE_USER && record.time == 2);
  CHECK (record.pid == 20 && record.tid == 21);
  CHECK (record.mmap.start == 0x400000 && record.mmap.length == 0x2000
         && record.mmap.file_offset == 0x1000);
  CHECK_STRING (record.mmap.path, path);
  CHECK (record.mmap.data == data);
  CHECK_U64 (record.mmap.build_id_size, id_size);
  for (uint8_t i = 0; i < id_size; i++)
    CHECK (record.mmap.build_id[i] == 0xa0 + i);
}

static void
check_side_band (void)
{
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  CHECK (record.type == HWPGO_PERF_MMAP && record.raw_type == 1);
  CHECK (record.mode == HWPGO_PERF_MODE_KERNEL && record.has_time);
  CHECK (record.pid == -1 && record.tid == 0);
  CHECK_STRING (record.mmap.path, "[kernel]_text");
  CHECK (!record.mmap.data && record.mmap.build_id_size == 0);
  check_mmap ("/bin/a", false, 20);
  check_mmap ("/bin/b", true, 0);
  check_mmap ("//anon", true, 0);
  check_mmap ("", false, 0);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  CHECK (record.type == HWPGO_PERF_COMM && record.comm.exec);
  CHECK_STRING (record.comm.name, "cc1plus");
  CHECK (record.pid == 30 && record.tid == 31 && record.time == 3);
  for (uint32_t type = 4; type <= 7; type += 3)
    {
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK (record.type == (type == 4 ? HWPGO_PERF_EXIT : HWPGO_PERF_FORK));
      CHECK (record.pid == 40 && record.tid == 42);
      CHECK (record.fork.parent_pid == 41 && record.fork.parent_tid == 43);
      CHECK_U64 (record.time, 1000 + type);
    }
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  CHECK (record.type == HWPGO_PERF_LOST && record.lost == 33);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  CHECK (record.type == HWPGO_PERF_THROTTLE && record.time == 77);
  CHECK (record.pid == 50);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 0);
  CHECK (hwpgo_perf_data_done (reader) == hwpgo_perf_data_size (reader));
}

static void
side_band_records_are_read (void)
{
  for (int foreign = 0; foreign < 2; foreign++)
    {
      begin (&r, foreign, &plain, 1);
      put_side_band ();
      finish (&r, NULL, 0);
      CHECK (open_recipe (&reader, &r, &e) == 0);
      check_side_band ();
      hwpgo_perf_rewind (reader);
      CHECK_U64 (hwpgo_perf_data_done (reader), 0);
      check_side_band ();
      hwpgo_perf_close (reader);
    }
}

static void
put_comm (const char *name)
{
  begin_record (&r, PERF_RECORD_COMM, 0);
  put_zeros (&r, 8);
  put_field (&r, name, 8);
  end_with_trailer (0, 0, 0);
}

/* The rest of the file is COMMs with the letters of NAMES.  */
static void
check_comms (const char *names)
{
  for (; *names; names++)
    {
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK (record.type == HWPGO_PERF_COMM && record.comm.name[0] == *names);
    }
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
}

static void
unknown_records_and_payloads_are_skipped (void)
{
  static const struct
  {
    uint32_t type;
    uint64_t payload;
    bool known;
  } rows[] = {
    { PERF_RECORD_AUXTRACE, 4711, true },
    { PERF_RECORD_HEADER_TRACING_DATA, 16, true },
    { PERF_RECORD_FINISHED_ROUND, 0, true },
    { PERF_RECORD_KSYMBOL, 0, true },
    { 23, 0, false },
    { 95, 0, false },
    { 200, 0, false },
    { UINT32_MAX, 0, false },
  };
  size_t n = sizeof rows / sizeof *rows;
  begin (&r, false, &plain, 1);
  for (size_t i = 0; i < n; i++)
    {
      begin_record (&r, rows[i].type, 0);
      if (rows[i].type == PERF_RECORD_HEADER_TRACING_DATA)
        put32 (&r, (uint32_t) rows[i].payload);
      put64 (&r, rows[i].payload);
      put_zeros (&r, 40);
      end_record (&r);
      memset (r.bytes + r.size, 0xff, rows[i].payload);
      r.size += rows[i].payload;
    }
  put_comm ("x");
  finish (&r, NULL, 0);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  uint64_t unknown = 0;
  for (size_t i = 0; i < n; i++)
    {
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK (record.type == HWPGO_PERF_OTHER);
      CHECK_U64 (record.raw_type, rows[i].type);
      unknown += !rows[i].known;
      CHECK_U64 (hwpgo_perf_unknown_records (reader), unknown);
    }
  check_comms ("x");
  hwpgo_perf_close (reader);
}

static void
malformed_records_are_skipped_and_counted (void)
{
  begin (&r, false, &plain, 1);
  put_comm ("a");
  put_comm ("no end!!");
  put_comm ("b");
  put_mmap2 (PERF_MISC_MMAP_BUILD_ID, 5, 21, "/bin/a");
  put_mmap2 (0, 5, 0, "sixteen letters!");
  begin_record (&r, PERF_RECORD_COMM, 0); /* no room for its trailer.  */
  put_zeros (&r, 15);
  end_record (&r);
  begin_record (&r, PERF_RECORD_FORK, 0); /* room for nothing else.  */
  end_with_trailer (0, 0, 0);
  begin_record (&r, PERF_RECORD_SAMPLE, 0);
  end_record (&r);
  put_comm ("c");
  finish (&r, NULL, 0);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  check_comms ("abc");
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 6);
  hwpgo_perf_rewind (reader);
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 0);
  hwpgo_perf_close (reader);
}

/* Reading gives the COMM "a" and then the error CODE with TEXT, again and
   again.  */
static void
check_stop (enum hwpgo_error_code code, const char *text)
{
  CHECK (open_recipe (&reader, &r, &e) == 0);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  for (int i = 0; i < 2; i++)
    {
      struct hwpgo_error err = { 0 };
      CHECK (hwpgo_perf_next (reader, &record, &err) == -(int) code);
      CHECK (err.code == code);
      if (!strstr (err.text, text))
        CHECK_STRING (err.text, text);
    }
  hwpgo_perf_rewind (reader);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  hwpgo_perf_close (reader);
}

static void
sizes_that_cannot_be_end_the_reading (void)
{
  /* A record larger than the data.  */
  begin (&r, false, &plain, 1);
  put_comm ("a");
  put_comm ("b");
  patch (&r, r.record_start + 6, 4000, 2);
  finish (&r, NULL, 0);
  check_stop (HWPGO_E_FORMAT, "offset 0x118: malformed: record of type 3 "
                              "(COMM) and 4000 bytes, of which 40 are there");
  /* One smaller than its header.  */
  patch (&r, r.record_start + 6, 7, 2);
  check_stop (HWPGO_E_FORMAT, "(COMM) and 7 bytes");
  patch (&r, r.record_start + 6, 0, 2);
  check_stop (HWPGO_E_FORMAT, "(COMM) and 0 bytes");
  /* A payload that is not there.  */
  begin (&r, false, &plain, 1);
  put_comm ("a");
  begin_record (&r, PERF_RECORD_AUXTRACE, 0);
  put64 (&r, UINT64_MAX - 3);
  end_record (&r);
  finish (&r, NULL, 0);
  check_stop (HWPGO_E_FORMAT, "(AUXTRACE)");
  /* Too little for a header.  */
  begin (&r, false, &plain, 1);
  put_comm ("a");
  put32 (&r, 3);
  finish (&r, NULL, 0);
  check_stop (HWPGO_E_FORMAT, "4 bytes after the last record");
}

/* In the records, in front of one, in its header, in its body.  */
static void
cut_files_are_read_as_far_as_they_go (void)
{
  begin (&r, false, &plain, 1);
  put_comm ("a");
  size_t first = r.size;
  put_comm ("b");
  finish (&r, NULL, 0);
  static const size_t more[] = { 0, 4, 12 };
  for (size_t i = 0; i < 3; i++)
    {
      r.size = first + more[i];
      CHECK (open_recipe (&reader, &r, &e) == 0);
      check_comms ("a");
      CHECK (hwpgo_perf_unfinished (reader));
      CHECK_U64 (hwpgo_perf_malformed_records (reader), more[i] ? 1 : 0);
      hwpgo_perf_close (reader);
    }
  r.size = r.data_start - 1;
  CHECK (open_recipe (&reader, &r, &e) == -HWPGO_E_TRUNCATED);
}

static void
unfinished_files_are_read_as_far_as_they_go (void)
{
  begin (&r, false, &plain, 1);
  put_comm ("a");
  put_comm ("b");
  finish (&r, NULL, 0);
  patch (&r, 48, 0, 8);
  /* perf has set the bits of features that it could not write any more.  */
  patch (&r, 72, 1 << PERF_FEATURE_ARCH, 8);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  CHECK (hwpgo_perf_unfinished (reader));
  CHECK_STRING (hwpgo_perf_arch (reader), "");
  check_comms ("ab");
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 0);
  hwpgo_perf_close (reader);
  r.size -= 3;
  CHECK (open_recipe (&reader, &r, &e) == 0);
  check_comms ("a");
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 1);
  hwpgo_perf_close (reader);
}

static void
put_arch (struct recipe *to)
{
  put_string (to, "x86_64", 64);
}

static void
put_names (struct recipe *to)
{
  put32 (to, 2);
  put32 (to, 64);
  put_zeros (to, 64);
  put32 (to, 0);
  put_string (to, "br_inst_retired.near_taken:uppp", 64);
  put_zeros (to, 64);
  put32 (to, 1); /* with the id that the attribute lacks.  */
  put_string (to, "br_misp_retired.all_branches:upp", 64);
  put64 (to, 9);
}

/* The id is 0xa0, 0xa1...; PID < 0 leaves it out.  */
static void
put_build_id (struct recipe *to, uint16_t misc, int pid, uint8_t n,
              uint8_t size, const char *path)
{
  begin_record (to, 0, misc);
  if (pid >= 0)
    put32 (to, (uint32_t) pid);
  size_t start = to->size;
  for (uint8_t i = 0; i < n; i++)
    put8 (to, (uint8_t) (0xa0 + i));
  put_zeros (to, start + 20 - to->size);
  put8 (to, size);
  put_zeros (to, 3);
  put_field (to, path, 24);
  end_record (to);
}

static void
put_build_ids (struct recipe *to)
{
  put_build_id (to, PERF_MISC_BUILD_ID_SIZE | 1, 0, 20, 20,
                "[kernel.kallsyms]");
  put_build_id (to, PERF_MISC_BUILD_ID_SIZE | 2, 0, 20, 8, "/bin/eight");
  put_build_id (to, 2, 0, 20, 0, "/bin/twenty");
  put_build_id (to, 2, 0, 16, 0, "/bin/sixteen");
}

static void
put_first_build_ids (struct recipe *to)
{
  put_build_id (to, 1, -1, 20, 0, "[kernel.kallsyms]");
  put_build_id (to, 2, -1, 20, 0, "/bin/old");
}

static void
put_bad_build_id (struct recipe *to)
{
  put_build_id (to, PERF_MISC_BUILD_ID_SIZE, 0, 20, 21, "/bin/a");
}

static void
check_build_id (const char *path, size_t size)
{
  uint8_t id[HWPGO_BUILD_ID_MAX] = { 0 };
  CHECK_U64 (hwpgo_perf_build_id (reader, path, id), size);
  for (size_t i = 0; i < size; i++)
    CHECK (id[i] == 0xa0 + i);
}

static void
features_are_read (void)
{
  const struct recipe_feature features[] = {
    { PERF_FEATURE_BUILD_ID, put_build_ids },
    { PERF_FEATURE_HOSTNAME, put_arch },
    { PERF_FEATURE_ARCH, put_arch },
    { PERF_FEATURE_EVENT_DESC, put_names },
    { 200, put_arch },
  };
  const struct recipe_event events[]
      = { { .sample_type = PERF_SAMPLE_IDENTIFIER, .id = 8 },
          { .sample_type = PERF_SAMPLE_IDENTIFIER } };
  for (int foreign = 0; foreign < 2; foreign++)
    {
      begin (&r, foreign, events, 2);
      begin_record (&r, PERF_RECORD_SAMPLE, 0);
      put64 (&r, 9);
      end_record (&r);
      finish (&r, features, 5);
      CHECK (open_recipe (&reader, &r, &e) == 0);
      CHECK_STRING (hwpgo_perf_arch (reader), "x86_64");
      CHECK_STRING (hwpgo_perf_event (reader, 0)->name,
                    "br_inst_retired.near_taken:uppp");
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK_STRING (record.sample.event->name,
                    "br_misp_retired.all_branches:upp");
      check_build_id ("[kernel.kallsyms]", 20);
      check_build_id ("/bin/eight", 8);
      check_build_id ("/bin/twenty", 20);
      check_build_id ("/bin/sixteen", 16);
      check_build_id ("/bin/none", 0);
      hwpgo_perf_close (reader);
    }
}

static void
the_first_build_id_table_had_no_pid (void)
{
  const struct recipe_feature feature
      = { PERF_FEATURE_BUILD_ID, put_first_build_ids };
  begin (&r, false, &plain, 1);
  finish (&r, &feature, 1);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  check_build_id ("/bin/old", 20);
  check_build_id ("[kernel.kallsyms]", 20);
  check_build_id ("nel.kallsyms]", 0);
  hwpgo_perf_close (reader);
}

static void
malformed_features_are_refused (void)
{
  struct recipe_feature feature = { PERF_FEATURE_BUILD_ID, put_bad_build_id };
  begin (&r, false, &plain, 1);
  finish (&r, &feature, 1);
  CHECK (open_recipe (&reader, &r, &e) == -HWPGO_E_FORMAT);
  CHECK (strstr (e.text, "entry of the build id table") != NULL);

  feature = (struct recipe_feature){ PERF_FEATURE_ARCH, put_arch };
  begin (&r, false, &plain, 1);
  finish (&r, &feature, 1);
  size_t string = r.size - 68;
  patch (&r, string, 65, 4);
  CHECK (open_recipe (&reader, &r, &e) == -HWPGO_E_FORMAT);
  CHECK (strstr (e.text, "the name of the architecture") != NULL);
  /* The section after the end of the file, as in one that was cut.  */
  patch (&r, r.data_start + 8, UINT64_MAX, 8);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  CHECK (hwpgo_perf_unfinished (reader));
  CHECK_STRING (hwpgo_perf_arch (reader), "");
  hwpgo_perf_close (reader);
}

static void
check_refused (enum hwpgo_error_code code, const char *text)
{
  CHECK (open_recipe (&reader, &r, &e) == -(int) code);
  CHECK (reader == NULL);
  if (!strstr (e.text, text))
    CHECK_STRING (e.text, text);
}

static void
other_kinds_are_refused_with_advice (void)
{
  begin (&r, false, &plain, 1);
  put_comm ("a");
  finish (&r, NULL, 0);
  patch (&r, 72, 1 << PERF_FEATURE_DIR_FORMAT, 8);
  check_refused (HWPGO_E_UNSUPPORTED, "name the folder instead");
  patch (&r, 8, 80, 8);
  check_refused (HWPGO_E_FORMAT, "a header of 80 bytes");
  memcpy (r.bytes, "PERFFILE", 8);
  check_refused (HWPGO_E_VERSION, "version 1");
  memcpy (r.bytes, "\177ELF\2\1\1\0", 8);
  check_refused (HWPGO_E_MAGIC, "not a perf.data");
  r.size = 0;
  check_refused (HWPGO_E_EMPTY, "not a perf.data");

  char folder[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (mkdtemp (folder) != NULL);
  CHECK (hwpgo_perf_open (&reader, folder, &e) == -HWPGO_E_SYSTEM);
  CHECK (strstr (e.text, "/data: ") != NULL);
  CHECK (rmdir (folder) == 0);
  CHECK (hwpgo_perf_open (&reader, folder, &e) == -HWPGO_E_SYSTEM);
}

int
main (void)
{
  RUN (side_band_records_are_read);
  RUN (unknown_records_and_payloads_are_skipped);
  RUN (malformed_records_are_skipped_and_counted);
  RUN (sizes_that_cannot_be_end_the_reading);
  RUN (cut_files_are_read_as_far_as_they_go);
  RUN (unfinished_files_are_read_as_far_as_they_go);
  RUN (features_are_read);
  RUN (the_first_build_id_table_had_no_pid);
  RUN (malformed_features_are_refused);
  RUN (other_kinds_are_refused_with_advice);
  return UNIT_RESULT;
}
