/* Recordings of every kind but perf.data: text of others.
   SPDX-License-Identifier: GPL-2.0-or-later

   Corpora: script counts callgrind.  */

#include "runtime/trace/input.h"
#include "testsuite/fuzz/fuzz.h"

/* Keeps what is read from being left out.  */
static volatile uint64_t sink;

static int
take_binary (void *data, const char *path, enum hwpgo_origin origin,
             bool *wanted, struct hwpgo_error *err)
{
  uint64_t *n = data;
  (void) err;
  sink += (path ? strlen (path) : 0) + origin;
  /* Every second one.  */
  *wanted = ++*n % 2;
  return 0;
}

static int
take_count (void *data, enum hwpgo_counted what, uint64_t a, uint64_t b,
            uint64_t count, struct hwpgo_error *err)
{
  uint64_t *n = data;
  (void) err;
  FUZZ_CHECK (what <= HWPGO_COUNTED_MISPREDICT);
  sink += a + b + count;
  ++*n;
  return 0;
}

/* How much is told, and in *RET what ended it.  */
static uint64_t
use_counts (struct hwpgo_input *input, int *ret)
{
  uint64_t n = 0;
  struct hwpgo_error err = { 0 };
  const struct hwpgo_counts_sink to = { take_binary, take_count, &n };
  *ret = hwpgo_input_counts (input, &to, &err);
  fuzz_check_error (*ret, &err);
  return n;
}

static uint64_t
use_samples (struct hwpgo_input *input, int *ret)
{
  struct hwpgo_perf_record record;
  struct hwpgo_error err = { 0 };
  uint64_t n = 0;
  while ((*ret = hwpgo_input_next (input, &record, &err)) == 1)
    {
      n++;
      if (record.type == HWPGO_PERF_MMAP)
        sink += strlen (record.mmap.path);
      if (record.type != HWPGO_PERF_SAMPLE)
        continue;
      sink += strlen (record.sample.event->name);
      FUZZ_CHECK (record.pid >= -1 || hwpgo_input_perf (input));
      for (size_t i = 0; i < record.sample.n_branches; i++)
        sink += record.sample.branches[i].from + record.sample.branches[i].to;
    }
  fuzz_check_error (*ret, &err);
  return n;
}

static uint64_t
use (struct hwpgo_input *input, int *ret)
{
  uint64_t n = hwpgo_input_counted (input) ? use_counts (input, ret)
                                           : use_samples (input, ret);
  uint64_t size = hwpgo_input_size (input);
  FUZZ_CHECK (size == 0 || hwpgo_input_done (input) <= size);
  return n;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct hwpgo_input *input;
  struct hwpgo_error err = { 0 };
  int ret = hwpgo_input_open (&input, fuzz_file (0, data, size), &err);
  fuzz_check_error (ret, &err);
  if (ret != 0)
    return 0;
  sink += strlen (hwpgo_input_kind (input)) + hwpgo_input_basis (input);
  bool counted = hwpgo_input_counted (input);
  if (!counted)
    {
      /* First what was mapped, as the converter does.  */
      hwpgo_input_rewind (input, false);
      use (input, &ret);
      hwpgo_input_rewind (input, true);
    }
  /* The second time is as the first.  */
  int again;
  uint64_t n = use (input, &ret);
  if (!counted)
    hwpgo_input_rewind (input, true);
  FUZZ_CHECK (use (input, &again) == n && again == ret);
  if (!counted)
    {
      sink += hwpgo_input_left_over (input).malformed;
      sink += hwpgo_input_unmapped (input);
      for (size_t i = 0; i < hwpgo_input_n_events (input); i++)
        sink += strlen (hwpgo_input_event (input, i)->name);
    }
  hwpgo_input_close (input);
  return 0;
}
