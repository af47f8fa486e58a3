/* perf.data: compressed records, pipes, folders, IBS.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/stat.h>
#include <zstd.h>

#include "testsuite/unit/test-perfdata.h"
#include "testsuite/unit/unit.h"

static struct recipe r, plain_records;
static struct hwpgo_error e;
static struct hwpgo_perf_reader *reader;
static struct hwpgo_perf_record record;

static const struct recipe_event plain
    = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID };

/* N samples with a COMM after each.  */
static void
put_records (struct recipe *to, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      begin_record (to, PERF_RECORD_SAMPLE, 0);
      put64 (to, 0x1000 + i);
      put64 (to, 0);
      end_record (to);
      begin_record (to, PERF_RECORD_COMM, 0);
      put64 (to, 0);
      put_field (to, "comm", 8);
      put64 (to, 0);
      end_record (to);
    }
}

/* What put_records has put, from the start or (SKIP) without the samples.  */
static void
check_records (size_t n, bool skip)
{
  for (size_t i = 0; i < n; i++)
    {
      if (!skip)
        {
          CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
          CHECK (record.type == HWPGO_PERF_SAMPLE);
          CHECK_U64 (record.sample.ip, 0x1000 + i);
        }
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK (record.type == HWPGO_PERF_COMM);
    }
}

static void
check_twice (size_t n)
{
  check_records (n, false);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
  CHECK (hwpgo_perf_data_done (reader) == hwpgo_perf_data_size (reader));
  hwpgo_perf_rewind (reader);
  hwpgo_perf_skip_samples (reader, true);
  check_records (n, true);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
  hwpgo_perf_close (reader);
}

/* A file whose N pairs of records are compressed, in pieces of PIECE
   bytes.  */
static void
put_compressed (size_t n, size_t piece, uint32_t type)
{
  static uint8_t packed[1 << 16];
  memset (&plain_records, 0, sizeof plain_records);
  put_records (&plain_records, n);
  size_t size = ZSTD_compress (packed, sizeof packed, plain_records.bytes,
                               plain_records.size, 1);
  CHECK (!ZSTD_isError (size));
  begin (&r, false, &plain, 1);
  for (size_t at = 0; at < size; at += piece)
    {
      size_t left = size - at < piece ? size - at : piece;
      begin_record (&r, type, 0);
      if (type == PERF_RECORD_COMPRESSED2)
        put64 (&r, left);
      memcpy (r.bytes + r.size, packed + at, left);
      r.size += left;
      if (type == PERF_RECORD_COMPRESSED2)
        put_zeros (&r, (8 - left % 8) % 8);
      end_record (&r);
    }
  finish (&r, NULL, 0);
  patch (&r, 72, 1 << PERF_FEATURE_COMPRESSED, 8);
  patch (&r, 48, 0, 8); /* no table of features: as if killed.  */
}

static void
compressed_records_are_one_stream (void)
{
  static const size_t pieces[] = { 7, 64, 60000 };
  for (size_t i = 0; i < 3; i++)
    for (uint32_t type = PERF_RECORD_COMPRESSED;
         type <= PERF_RECORD_COMPRESSED2; type += 2)
      {
        put_compressed (900, pieces[i], type);
        CHECK (open_recipe (&reader, &r, &e) == 0);
        check_twice (900);
      }
}

static void
bad_streams_are_told (void)
{
  put_compressed (900, 64, PERF_RECORD_COMPRESSED);
  patch (&r, 72, 0, 8);
  patch (&r, 48, r.size - r.data_start, 8);
  r.bytes[r.data_start + 8] ^= 0xff; /* the magic number.  */
  CHECK (open_recipe (&reader, &r, &e) == 0);
  CHECK (hwpgo_perf_next (reader, &record, &e) == -HWPGO_E_FORMAT);
  CHECK (strstr (e.text, "compressed record: ") != NULL);
  hwpgo_perf_close (reader);

  put_compressed (900, 60000, PERF_RECORD_COMPRESSED2);
  patch (&r, 72, 0, 8);
  patch (&r, 48, r.size - r.data_start, 8);
  patch (&r, r.data_start + 8, UINT64_MAX, 8);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  CHECK (hwpgo_perf_next (reader, &record, &e) == -HWPGO_E_FORMAT);
  CHECK (strstr (e.text, "the size of a compressed record") != NULL);
  hwpgo_perf_close (reader);
}

/* A stream of perf's, whose event has the name "taken" and is of the unit
   number 4.  */
static void
begin_pipe (bool foreign, const struct recipe_event *event)
{
  memset (&r, 0, sizeof r);
  r.foreign = foreign;
  put64 (&r, 0x32454c4946524550);
  put64 (&r, PERF_HEADER_SIZE_PIPE);
  begin_record (&r, PERF_RECORD_HEADER_ATTR, 0);
  put_attr (&r, event);
  put64 (&r, 77);
  end_record (&r);
  begin_record (&r, PERF_RECORD_HEADER_FEATURE, 0);
  put64 (&r, PERF_FEATURE_PMU_MAPPINGS);
  put32 (&r, 1);
  put32 (&r, 4);
  put_string (&r, "ibs_op", 8);
  end_record (&r);
  begin_record (&r, PERF_RECORD_HEADER_FEATURE, 0);
  put64 (&r, PERF_FEATURE_ARCH);
  put_string (&r, "x86_64", 8);
  end_record (&r);
}

static void
end_pipe (void)
{
  begin_record (&r, PERF_RECORD_HEADER_BUILD_ID, PERF_MISC_BUILD_ID_SIZE);
  put32 (&r, 1);
  put_zeros (&r, 20);
  put8 (&r, 20);
  put_zeros (&r, 3);
  put_field (&r, "/bin/a", 8);
  end_record (&r);
  begin_record (&r, PERF_RECORD_EVENT_UPDATE, 0);
  put64 (&r, 2);
  put64 (&r, 77);
  put_field (&r, "taken", 8);
  end_record (&r);
}

static int
next_but_other (void)
{
  int ret;
  while ((ret = hwpgo_perf_next (reader, &record, &e)) == 1
         && record.type == HWPGO_PERF_OTHER)
    ;
  return ret;
}

static void
a_pipe_has_its_header_in_records (void)
{
  uint8_t id[HWPGO_BUILD_ID_MAX];
  for (int foreign = 0; foreign < 2; foreign++)
    {
      begin_pipe (foreign, &plain);
      put_records (&r, 1);
      end_pipe ();
      CHECK (open_recipe (&reader, &r, &e) == 0);
      CHECK_U64 (hwpgo_perf_n_events (reader), 1);
      CHECK_STRING (hwpgo_perf_event (reader, 0)->name, "taken");
      CHECK_STRING (hwpgo_perf_event (reader, 0)->pmu, "ibs_op");
      CHECK_STRING (hwpgo_perf_arch (reader), "x86_64");
      CHECK_U64 (hwpgo_perf_build_id (reader, "/bin/a", id), 20);
      CHECK (next_but_other () == 1 && record.type == HWPGO_PERF_SAMPLE);
      CHECK (next_but_other () == 1 && record.type == HWPGO_PERF_COMM);
      CHECK (next_but_other () == 0);
      hwpgo_perf_close (reader);
    }
}

static void
bad_pipes_are_told (void)
{
  begin_pipe (false, &plain);
  patch (&r, 16 + 8 + 4, 56, 4); /* the size of the attribute.  */
  CHECK (open_recipe (&reader, &r, &e) == -HWPGO_E_FORMAT);
  CHECK (strstr (e.text, "event attribute 1") != NULL);
  r.size = 16;
  CHECK (open_recipe (&reader, &r, &e) == -HWPGO_E_EMPTY);
  /* A record without a size.  */
  begin_pipe (false, &plain);
  put64 (&r, 9);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  CHECK (next_but_other () == -HWPGO_E_FORMAT);
  hwpgo_perf_close (reader);
  /* Cut in a record.  */
  begin_pipe (false, &plain);
  put_records (&r, 2);
  r.size -= 3;
  CHECK (open_recipe (&reader, &r, &e) == 0);
  for (int i = 0; i < 3; i++)
    CHECK (next_but_other () == 1);
  CHECK (next_but_other () == 0);
  CHECK (hwpgo_perf_unfinished (reader));
  hwpgo_perf_close (reader);
}

static void
ibs_is_read_from_raw_data (void)
{
  const struct recipe_event event
      = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_RAW };
  static const unsigned want[]
      = { HWPGO_IBS_RETURN, HWPGO_IBS_TAKEN, HWPGO_IBS_MISPREDICTED,
          HWPGO_IBS_RETIRED, HWPGO_IBS_NO_IP };
  begin_pipe (false, &event);
  for (unsigned i = 0; i < 5; i++)
    {
      begin_record (&r, PERF_RECORD_SAMPLE, 0);
      put64 (&r, 0x1000);
      put32 (&r, 4 + 3 * 8);
      put32 (&r, 0x3ff);
      put_zeros (&r, 16);
      put64 (&r, UINT64_C (1) << (34 + i));
      end_record (&r);
    }
  begin_record (&r, PERF_RECORD_SAMPLE, 0); /* without IBSOPDATA.  */
  put64 (&r, 0x1000);
  put32 (&r, 20);
  put_zeros (&r, 20);
  end_record (&r);
  CHECK (open_recipe (&reader, &r, &e) == 0);
  for (unsigned i = 0; i < 5; i++)
    {
      CHECK (next_but_other () == 1 && record.sample.has_ibs);
      CHECK_U64 (record.sample.ibs, want[i]);
    }
  CHECK (next_but_other () == 1 && !record.sample.has_ibs);
  hwpgo_perf_close (reader);
}

static bool
save_as (const char *folder, const char *name, const void *bytes, size_t size)
{
  char path[4096];
  snprintf (path, sizeof path, "%s/%s", folder, name);
  FILE *out = fopen (path, "w");
  bool ok = out && fwrite (bytes, 1, size, out) == size;
  return out && fclose (out) == 0 && ok;
}

static void
a_folder_is_read_file_by_file (void)
{
  char folder[] = "/tmp/hwpgo-unit-XXXXXX", path[4096];
  CHECK (mkdtemp (folder) != NULL);
  begin (&r, false, &plain, 1);
  put_records (&r, 1);
  finish (&r, NULL, 0);
  CHECK (save_as (folder, "data", r.bytes, r.size));
  memset (&plain_records, 0, sizeof plain_records);
  put_records (&plain_records, 3);
  CHECK (save_as (folder, "data.0", plain_records.bytes, plain_records.size));
  CHECK (save_as (folder, "data.1", plain_records.bytes, 0));
  CHECK (
      save_as (folder, "data.2", plain_records.bytes, plain_records.size - 1));
  CHECK (hwpgo_perf_open (&reader, folder, &e) == 0);
  for (int pass = 0; pass < 2; pass++)
    {
      check_records (1, false);
      check_records (3, false);
      check_records (2, false);
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
      CHECK (hwpgo_perf_unfinished (reader));
      CHECK (hwpgo_perf_data_done (reader) <= hwpgo_perf_data_size (reader));
      hwpgo_perf_rewind (reader);
    }
  hwpgo_perf_close (reader);
  /* A record without a size.  */
  memset (plain_records.bytes + 6, 0, 2);
  CHECK (save_as (folder, "data.2", plain_records.bytes, plain_records.size));
  CHECK (hwpgo_perf_open (&reader, folder, &e) == 0);
  check_records (1, false);
  check_records (3, false);
  CHECK (hwpgo_perf_next (reader, &record, &e) == -HWPGO_E_FORMAT);
  CHECK (strstr (e.text, "/data.2: ") != NULL);
  hwpgo_perf_close (reader);
  static const char *const names[] = { "data", "data.0", "data.1", "data.2" };
  for (size_t i = 0; i < 4; i++)
    {
      snprintf (path, sizeof path, "%s/%s", folder, names[i]);
      CHECK (unlink (path) == 0);
    }
  CHECK (rmdir (folder) == 0);
}

static void
standard_input_can_be_read_twice (void)
{
  int ends[2], old = dup (STDIN_FILENO);
  begin_pipe (false, &plain);
  put_records (&r, 2);
  CHECK (pipe (ends) == 0);
  CHECK (write (ends[1], r.bytes, r.size) == (ssize_t) r.size);
  close (ends[1]);
  CHECK (dup2 (ends[0], STDIN_FILENO) == STDIN_FILENO);
  close (ends[0]);
  CHECK (hwpgo_perf_open (&reader, "-", &e) == 0);
  for (int pass = 0; reader && pass < 2; pass++)
    {
      for (int i = 0; i < 4; i++)
        CHECK (next_but_other () == 1);
      CHECK (next_but_other () == 0);
      hwpgo_perf_rewind (reader);
    }
  hwpgo_perf_close (reader);
  dup2 (old, STDIN_FILENO);
  close (old);
}

int
main (void)
{
  RUN (compressed_records_are_one_stream);
  RUN (bad_streams_are_told);
  RUN (a_pipe_has_its_header_in_records);
  RUN (bad_pipes_are_told);
  RUN (ibs_is_read_from_raw_data);
  RUN (a_folder_is_read_file_by_file);
  RUN (standard_input_can_be_read_twice);
  return UNIT_RESULT;
}
