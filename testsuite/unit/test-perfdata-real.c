/* perf.data: real recordings read as perf reads them.
   SPDX-License-Identifier: GPL-2.0-or-later

   The numbers are what 'perf evlist -v', 'perf report -D', 'perf script -F
   ip,brstack' and 'perf buildid-list' of perf 6.1 say.  The files are not in
   the tree: HWPGO_TEST_DATA names their folder.  */

#include "testsuite/unit/test-perfdata.h"
#include "testsuite/unit/unit.h"

struct expected
{
  const char *file, *arch;
  uint64_t records[HWPGO_PERF_OTHER + 1]; /* by type.  */
  uint64_t branches, mispredicted;
  struct
  {
    const char *name;
    uint64_t sample_type, period, branch_sample_type, samples;
  } events[4];
};

static const struct expected files[] = {
  { .file = "test.lbr",
    .arch = "x86_64",
    .records = { [HWPGO_PERF_MMAP] = 33,
                 [HWPGO_PERF_COMM] = 2,
                 [HWPGO_PERF_EXIT] = 2,
                 [HWPGO_PERF_SAMPLE] = 9232 },
    .branches = 147712,
    .mispredicted = 9319,
    .events = { { "br_inst_exec:taken", 0x807, 500000, 8, 9232 } } },
  { .file = "branch-4.14.data",
    .arch = "x86_64",
    .records = { [HWPGO_PERF_MMAP] = 31,
                 [HWPGO_PERF_COMM] = 3,
                 [HWPGO_PERF_EXIT] = 1,
                 [HWPGO_PERF_SAMPLE] = 13,
                 [HWPGO_PERF_OTHER] = 2 },
    .branches = 416,
    .mispredicted = 21,
    .events = { { "cycles:ppp", 0x907, 0, 8, 13 } } },
  { .file = "etm-branch-stack.data",
    .arch = "aarch64",
    .records = { [HWPGO_PERF_MMAP] = 4551,
                 [HWPGO_PERF_COMM] = 584,
                 [HWPGO_PERF_FORK] = 582,
                 [HWPGO_PERF_EXIT] = 1,
                 [HWPGO_PERF_SAMPLE] = 5,
                 [HWPGO_PERF_OTHER] = 5 },
    .branches = 116,
    .mispredicted = 0,
    .events = { { "cs_etm/autofdo/u", 0x10087, 1, 0, 0 },
                { "dummy:u", 0x10087, 1, 0, 0 },
                { "instructions:uH", 0x10987, 1000, 0x20000, 5 } } },
};

static struct hwpgo_perf_reader *
open_real (const char *name)
{
  char path[4096];
  struct hwpgo_error err = { 0 };
  struct hwpgo_perf_reader *reader = NULL;
  CHECK (real_path (path, sizeof path, name));
  if (hwpgo_perf_open (&reader, path, &err))
    CHECK_STRING (err.text, "no error");
  return reader;
}

static void
check_events (const struct hwpgo_perf_reader *reader,
              const struct expected *want, const uint64_t *samples)
{
  size_t n = 0;
  for (; n < 4 && want->events[n].name; n++)
    {
      if (n >= hwpgo_perf_n_events (reader))
        break;
      const struct hwpgo_perf_event *ev = hwpgo_perf_event (reader, n);
      CHECK_STRING (ev->name, want->events[n].name);
      CHECK_U64 (ev->sample_type, want->events[n].sample_type);
      CHECK_U64 (ev->sample_period, want->events[n].period);
      CHECK_U64 (ev->branch_sample_type, want->events[n].branch_sample_type);
      CHECK_U64 (samples[n], want->events[n].samples);
    }
  CHECK_U64 (hwpgo_perf_n_events (reader), n);
}

static void
check_file (const struct expected *want)
{
  struct hwpgo_perf_reader *reader = open_real (want->file);
  if (!reader)
    return;
  uint64_t records[HWPGO_PERF_OTHER + 1] = { 0 }, samples[4] = { 0 };
  uint64_t branches = 0, mispredicted = 0;
  struct hwpgo_perf_record record;
  struct hwpgo_error err;
  int ret;
  while ((ret = hwpgo_perf_next (reader, &record, &err)) == 1)
    {
      records[record.type]++;
      if (record.type != HWPGO_PERF_SAMPLE)
        continue;
      size_t event
          = (size_t) (record.sample.event - hwpgo_perf_event (reader, 0));
      samples[event < 4 ? event : 3]++;
      branches += record.sample.n_branches;
      for (size_t i = 0; i < record.sample.n_branches; i++)
        mispredicted
            += hwpgo_perf_branch_mispredicted (&record.sample.branches[i]);
    }
  CHECK (ret == 0);
  for (size_t i = 0; i <= HWPGO_PERF_OTHER; i++)
    CHECK_U64 (records[i], want->records[i]);
  CHECK_U64 (branches, want->branches);
  CHECK_U64 (mispredicted, want->mispredicted);
  CHECK_U64 (hwpgo_perf_unknown_records (reader), 0);
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 0);
  CHECK_STRING (hwpgo_perf_arch (reader), want->arch);
  check_events (reader, want, samples);
  hwpgo_perf_close (reader);
}

static void
lbr_of_2012 (void)
{
  check_file (&files[0]);
}

static void
lbr_of_linux_4_14 (void)
{
  check_file (&files[1]);
}

static void
etm_with_three_events (void)
{
  check_file (&files[2]);
}

static void
build_ids_of_the_table (void)
{
  static const uint8_t chrome[]
      = { 0x10, 0x5b, 0x90, 0x8b, 0x63, 0x95, 0x04, 0xfd, 0xda, 0x53,
          0xa4, 0x46, 0x68, 0x71, 0x7c, 0x20, 0x5a, 0x15, 0xb8, 0xdf };
  struct hwpgo_perf_reader *reader = open_real ("etm-branch-stack.data");
  if (!reader)
    return;
  uint8_t id[HWPGO_BUILD_ID_MAX];
  CHECK_U64 (hwpgo_perf_build_id (reader, "/opt/google/chrome/chrome", id),
             20);
  CHECK (memcmp (id, chrome, 20) == 0);
  hwpgo_perf_close (reader);
}

int
main (void)
{
  char path[4096];
  if (!real_path (path, sizeof path, files[0].file))
    {
      printf ("%s is not there; set HWPGO_TEST_DATA\n", path);
      return 77;
    }
  RUN (lbr_of_2012);
  RUN (lbr_of_linux_4_14);
  RUN (etm_with_three_events);
  RUN (build_ids_of_the_table);
  return UNIT_RESULT;
}
