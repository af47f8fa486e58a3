/* Reading perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: perfdata.  */

#include "runtime/perfdata/reader.h"
#include "testsuite/fuzz/fuzz.h"

/* Keeps what is read from being left out.  */
static volatile uint64_t sink;

static void
use_events (const struct hwpgo_perf_reader *reader)
{
  for (size_t i = 0; i < hwpgo_perf_n_events (reader); i++)
    {
      const struct hwpgo_perf_event *event = hwpgo_perf_event (reader, i);
      sink += strlen (event->name) + event->sample_type + event->precise_ip;
      if (event->pmu)
        sink += strlen (event->pmu);
    }
}

static void
use_map (const struct hwpgo_perf_reader *reader,
         const struct hwpgo_perf_mmap *map)
{
  uint8_t id[HWPGO_BUILD_ID_MAX];
  FUZZ_CHECK (map->build_id_size <= HWPGO_BUILD_ID_MAX);
  FUZZ_CHECK (hwpgo_perf_build_id (reader, map->path, id)
              <= HWPGO_BUILD_ID_MAX);
  sink += strlen (map->path) + map->start + map->build_id[19];
}

static void
use_record (const struct hwpgo_perf_reader *reader,
            const struct hwpgo_perf_record *record)
{
  const struct hwpgo_perf_sample *sample = &record->sample;
  switch (record->type)
    {
    case HWPGO_PERF_MMAP:
      use_map (reader, &record->mmap);
      break;
    case HWPGO_PERF_COMM:
      sink += strlen (record->comm.name);
      break;
    case HWPGO_PERF_SAMPLE:
      sink += strlen (sample->event->name) + sample->ip + sample->period;
      FUZZ_CHECK (sample->has_branches || sample->n_branches == 0);
      for (size_t i = 0; i < sample->n_branches; i++)
        sink += sample->branches[i].from + sample->branches[i].to
                + sample->branches[i].flags;
      break;
    default:
      sink += record->time;
    }
}

/* The number of records, and in *RET what ended the reading.  */
static uint64_t
use_all (struct hwpgo_perf_reader *reader, int *ret)
{
  struct hwpgo_perf_record record;
  struct hwpgo_error err = { 0 };
  uint64_t n = 0;
  while ((*ret = hwpgo_perf_next (reader, &record, &err)) == 1)
    {
      use_record (reader, &record);
      n++;
    }
  fuzz_check_error (*ret, &err);
  uint64_t size = hwpgo_perf_data_size (reader);
  FUZZ_CHECK (size == 0 || hwpgo_perf_data_done (reader) <= size);
  /* It stays at the end, or at the error.  */
  FUZZ_CHECK (hwpgo_perf_next (reader, &record, &err) == *ret);
  return n;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct hwpgo_perf_reader *reader;
  struct hwpgo_error err = { 0 };
  int ret = hwpgo_perf_open (&reader, fuzz_file (0, data, size), &err);
  fuzz_check_error (ret, &err);
  if (ret != 0)
    return 0;
  use_events (reader);
  sink += strlen (hwpgo_perf_arch (reader));
  uint64_t n = use_all (reader, &ret);
  sink += hwpgo_perf_unknown_records (reader)
          + hwpgo_perf_malformed_records (reader)
          + hwpgo_perf_unfinished (reader);
  /* The second time is as the first.  */
  int again;
  hwpgo_perf_rewind (reader);
  FUZZ_CHECK (use_all (reader, &again) == n && again == ret);
  use_events (reader);
  hwpgo_perf_close (reader);
  return 0;
}
