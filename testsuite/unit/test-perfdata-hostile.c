/* perf.data: files that are cut or damaged anywhere.
   SPDX-License-Identifier: GPL-2.0-or-later

   Under the sanitizers this shows that no input reads outside the file; in
   any build that every input comes to an end, with an error or a result.  */

#include <fcntl.h>

#include "runtime/base/file.h"
#include "runtime/perfdata/writer.h"
#include "testsuite/unit/test-perfdata.h"
#include "testsuite/unit/unit.h"

/* What became of the damaged files.  */
static unsigned long errors, results;

/* Uses all that the reader hands out, so that a bad pointer shows.  */
static uint64_t
use_record (const struct hwpgo_perf_record *record)
{
  uint64_t sum = record->time;
  if (record->type == HWPGO_PERF_MMAP)
    sum += strlen (record->mmap.path) + record->mmap.build_id[19];
  else if (record->type == HWPGO_PERF_COMM)
    sum += strlen (record->comm.name);
  else if (record->type == HWPGO_PERF_SAMPLE)
    {
      sum += strlen (record->sample.event->name);
      for (size_t i = 0; i < record->sample.n_branches; i++)
        sum += record->sample.branches[i].from
               + record->sample.branches[i].flags;
    }
  return sum;
}

static bool ended_early; /* what was read last.  */

/* Read PATH of SIZE bytes to its end; what hwpgo_perf_open or
   hwpgo_perf_next says.  */
static int
consume (const char *path, size_t size)
{
  static volatile uint64_t sink;
  struct hwpgo_perf_reader *reader;
  struct hwpgo_perf_record record;
  struct hwpgo_error err = { 0 };
  uint8_t id[HWPGO_BUILD_ID_MAX];
  int ret = hwpgo_perf_open (&reader, path, &err);
  ended_early = false;
  if (ret == 0)
    {
      size_t records = 0;
      uint64_t last = 0;
      sink += strlen (hwpgo_perf_arch (reader));
      sink += hwpgo_perf_build_id (reader, "/bin/app", id);
      while ((ret = hwpgo_perf_next (reader, &record, &err)) == 1)
        {
          sink += use_record (&record);
          CHECK (records == 0 || record.offset > last);
          last = record.offset;
          records++;
        }
      ended_early = hwpgo_perf_unfinished (reader);
      CHECK (records <= size / 8);
      CHECK (hwpgo_perf_data_done (reader) <= hwpgo_perf_data_size (reader));
      hwpgo_perf_close (reader);
    }
  CHECK (ret <= 0);
  CHECK ((ret < 0) == (err.code != 0) && ret == -(int) err.code);
  CHECK ((ret < 0) == (err.text[0] != '\0'));
  if (ret < 0)
    errors++;
  else
    results++;
  return ret;
}

/* A copy of BYTES that is cut shorter by STEP bytes at a time.  If WHOLE
   says that nothing in it is spare, each cut must be noticed.  */
static void
cut_everywhere (const void *bytes, size_t size, size_t step, bool whole)
{
  char path[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (save (path, bytes, size));
  CHECK (consume (path, size) == 0);
  for (size_t left = size; left >= step;)
    {
      left -= step;
      CHECK (truncate (path, (off_t) left) == 0);
      int ret = consume (path, left);
      CHECK (!whole || ret < 0 || ended_early);
    }
  unlink (path);
}

/* A copy of BYTES in which one bit at a time is wrong: of each STEP bytes,
   the bits of one, all of them or (ONE) a single one.  */
static void
flip_everywhere (const uint8_t *bytes, size_t size, size_t step, bool one)
{
  char path[] = "/tmp/hwpgo-unit-XXXXXX";
  CHECK (save (path, bytes, size));
  int fd = open (path, O_WRONLY);
  errors = results = 0;
  for (size_t at = 0; at < size; at += step)
    {
      for (unsigned bit = one ? at / step % 8 : 0; bit < 8; bit += one ? 8 : 1)
        {
          uint8_t wrong = bytes[at] ^ (uint8_t) (1U << bit);
          CHECK (pwrite (fd, &wrong, 1, (off_t) at) == 1);
          consume (path, size);
        }
      CHECK (pwrite (fd, bytes + at, 1, (off_t) at) == 1);
    }
  close (fd);
  unlink (path);
  /* Some bits matter, others do not.  */
  CHECK (errors > 0 && results > 0);
}

/* What the writer makes: everything it can, twice.  */
static size_t
written_file (uint8_t **bytes)
{
  static const struct hwpgo_perf_event_spec events[]
      = { { "taken:uppp", 4, 0x20c4, 3, true },
          { "missed:upp", 4, 0xc5, 3, false } };
  static const char *const command[] = { "./app", NULL };
  struct hwpgo_perf_branch b[4] = { { 1, 2, 1 }, { 3, 4, 2 } };
  struct hwpgo_perf_mmap map = { .path = "/bin/app", .build_id_size = 20 };
  struct hwpgo_perf_writer *w;
  FILE *out = tmpfile ();
  CHECK (hwpgo_perf_writer_new (&w, out, "x86_64", command, events, 2, NULL)
         == 0);
  for (uint64_t i = 0; i < 2; i++)
    {
      hwpgo_perf_write_comm (w, 1, 1, i, "app", true);
      hwpgo_perf_write_mmap (w, 1, 1, i, &map);
      map.build_id_size = 0;
      hwpgo_perf_write_fork (w, 2, 2, 1, 1, i);
      hwpgo_perf_write_sample (w, 0, 1, 1, i, 5, 6, 3, b, 4);
      hwpgo_perf_write_sample (w, 1, 1, 1, i, 5, 6, 3, b, 0);
      hwpgo_perf_write_exit (w, 2, 2, i);
    }
  CHECK (hwpgo_perf_writer_finish (w, NULL) == 0);
  CHECK (fseek (out, 0, SEEK_END) == 0);
  size_t size = (size_t) ftell (out);
  *bytes = malloc (size);
  rewind (out);
  CHECK (fread (*bytes, 1, size, out) == size);
  fclose (out);
  return size;
}

static void
a_written_file_damaged (void)
{
  uint8_t *bytes;
  size_t size = written_file (&bytes);
  cut_everywhere (bytes, size, 1, true);
  flip_everywhere (bytes, size, 1, false);
  free (bytes);
}

/* One sample with everything that has a length, in both byte orders.  */
static void
a_full_sample_damaged (void)
{
  static struct recipe r;
  const struct recipe_event event
      = { .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ
                         | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW
                         | PERF_SAMPLE_BRANCH_STACK,
          .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID,
          .branch_sample_type = PERF_BRANCH_HW_INDEX | PERF_BRANCH_COUNTERS };
  for (int foreign = 0; foreign < 2; foreign++)
    {
      begin (&r, foreign, &event, 1);
      begin_record (&r, PERF_RECORD_SAMPLE, 0);
      put64 (&r, 1);
      put64 (&r, 1); /* READ.  */
      put_zeros (&r, 16);
      put64 (&r, 2); /* CALLCHAIN.  */
      put_zeros (&r, 16);
      put32 (&r, 12); /* RAW.  */
      put_zeros (&r, 12);
      put64 (&r, 2);
      put_zeros (&r, 8 + 2 * 24 + 2 * 8);
      end_record (&r);
      begin_record (&r, PERF_RECORD_AUXTRACE, 0);
      put64 (&r, 24);
      put_zeros (&r, 32);
      end_record (&r);
      put_zeros (&r, 24);
      finish (&r, NULL, 0);
      cut_everywhere (r.bytes, r.size, 1, true);
      flip_everywhere (r.bytes, r.size, 1, false);
    }
}

static void
a_small_real_file_damaged (void)
{
  struct hwpgo_infile file;
  char path[4096];
  CHECK (real_path (path, sizeof path, "branch-4.14.data"));
  if (hwpgo_infile_open (&file, path, NULL))
    {
      CHECK (!"opened");
      return;
    }
  cut_everywhere (file.data, file.size, 1, false);
  flip_everywhere (file.data, file.size, 1, true);
  hwpgo_infile_close (&file);
}

static void
a_larger_real_file_damaged (void)
{
  struct hwpgo_infile file;
  char path[4096];
  CHECK (real_path (path, sizeof path, "etm-branch-stack.data"));
  if (hwpgo_infile_open (&file, path, NULL))
    {
      CHECK (!"opened");
      return;
    }
  cut_everywhere (file.data, file.size, 1999, false);
  flip_everywhere (file.data, file.size, 1999, true);
  hwpgo_infile_close (&file);
}

int
main (void)
{
  RUN (a_written_file_damaged);
  RUN (a_full_sample_damaged);
  char path[4096];
  if (real_path (path, sizeof path, "branch-4.14.data"))
    {
      RUN (a_small_real_file_damaged);
      RUN (a_larger_real_file_damaged);
    }
  else
    printf ("UNSUPPORTED: test-perfdata-hostile.c: %s is not there; set "
            "HWPGO_TEST_DATA\n",
            path);
  return UNIT_RESULT;
}
