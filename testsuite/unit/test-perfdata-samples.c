/* perf.data: samples, and which event they belong to.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/test-perfdata.h"
#include "testsuite/unit/unit.h"

static struct recipe r;
static struct hwpgo_error e;

enum
{
  ALL = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID
        | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID
        | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD
        | PERF_SAMPLE_READ | PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW
        | PERF_SAMPLE_BRANCH_STACK,
  GROUP = PERF_FORMAT_TIME_ENABLED | PERF_FORMAT_ID | PERF_FORMAT_GROUP
          | PERF_FORMAT_LOST
};

/* A sample with all fields up to the branch stack, which has N entries and
   a claim of CLAIMED.  RAW_SIZE tells whether the branches are aligned.  */
static void
put_full_sample (uint64_t n, uint64_t claimed, uint32_t raw_size)
{
  begin_record (&r, PERF_RECORD_SAMPLE, PERF_MISC_USER);
  put64 (&r, 7); /* IDENTIFIER.  */
  put64 (&r, 0x401000);
  put32 (&r, 12);
  put32 (&r, 13);
  put64 (&r, 1234567);
  put64 (&r, 0xdead);
  put64 (&r, 7); /* ID.  */
  put64 (&r, 70);
  put32 (&r, 3);
  put32 (&r, 0);
  put64 (&r, 999);
  put64 (&r, 2); /* READ: a group of two.  */
  put64 (&r, 5555);
  put_zeros (&r, 2 * 24);
  put64 (&r, 3); /* CALLCHAIN.  */
  put_zeros (&r, 3 * 8);
  put32 (&r, raw_size);
  put_zeros (&r, raw_size);
  put64 (&r, claimed);
  put64 (&r, 0xabc); /* hw_idx.  */
  for (uint64_t i = 0; i < n; i++)
    {
      put64 (&r, 0x401010 + i);
      put64 (&r, 0x401020 + i);
      /* mispred, predicted, cycles, type, spec, and a bit of the future.  */
      put64 (&r, bits (&r, 0, 1, i & 1) | bits (&r, 1, 1, !(i & 1))
                     | bits (&r, 4, 16, 300 + i) | bits (&r, 20, 4, 5)
                     | bits (&r, 24, 2, i == 2 ? 1 : 3)
                     | bits (&r, 33, 31, 1));
    }
  put_zeros (&r, n * 8); /* counters.  */
  put64 (&r, 1);         /* what would be REGS_USER.  */
  end_record (&r);
}

static void
check_full_sample (const struct hwpgo_perf_record *record, size_t n)
{
  const struct hwpgo_perf_sample *s = &record->sample;
  CHECK (record->type == HWPGO_PERF_SAMPLE && record->raw_type == 9);
  CHECK (record->mode == HWPGO_PERF_MODE_USER);
  CHECK (record->has_time && record->time == 1234567);
  CHECK (record->pid == 12 && record->tid == 13);
  CHECK (s->has_ip && s->ip == 0x401000 && s->addr == 0xdead);
  CHECK (s->has_period && s->period == 999);
  CHECK (s->has_hw_index && s->hw_index == 0xabc);
  CHECK (s->has_branches);
  CHECK_U64 (s->n_branches, n);
  for (size_t i = 0; i < s->n_branches; i++)
    {
      const struct hwpgo_perf_branch *b = &s->branches[i];
      CHECK_U64 (b->from, 0x401010 + i);
      CHECK_U64 (b->to, 0x401020 + i);
      CHECK (hwpgo_perf_branch_mispredicted (b) == (i & 1));
      CHECK (hwpgo_perf_branch_predicted (b) == !(i & 1));
      CHECK (hwpgo_perf_branch_wrong_path (b) == (i == 2));
      CHECK_U64 (b->flags >> 4 & 0xffff, 300 + i);
      CHECK_U64 (b->flags >> 20 & 15, 5);
      CHECK_U64 (b->flags >> 33, 1);
    }
}

static void
walk_every_field (bool foreign)
{
  const struct recipe_event event
      = { .sample_type = ALL | 1 << 12 /* REGS_USER */,
          .read_format = GROUP,
          .branch_sample_type
          = PERF_BRANCH_HW_INDEX | PERF_BRANCH_COUNTERS | PERF_BRANCH_ANY,
          .id = 7 };
  begin (&r, foreign, &event, 1);
  put_full_sample (3, 3, 12);
  put_full_sample (0, 0, 12);
  put_full_sample (32, 32, 13); /* not aligned from here on.  */
  put_full_sample (3, UINT64_MAX / 24 + 2, 12);
  put_full_sample (3, 4, 15);
  finish (&r, NULL, 0);
  struct hwpgo_perf_reader *reader;
  struct hwpgo_perf_record record;
  CHECK (open_recipe (&reader, &r, &e) == 0);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  check_full_sample (&record, 3);
  CHECK (record.offset == r.data_start);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  check_full_sample (&record, 0);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  check_full_sample (&record, 32);
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 0);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 2);
  const struct hwpgo_perf_event *ev = hwpgo_perf_event (reader, 0);
  CHECK (ev->type == 4 && ev->config == 0x20c4 && ev->precise_ip == 2);
  CHECK (ev->sample_period == 1000 && ev->sample_id_all);
  CHECK_STRING (ev->name, "type:4/config:0x20c4");
  hwpgo_perf_close (reader);
}

static void
every_field_is_walked (void)
{
  walk_every_field (false);
}

static void
the_other_byte_order_reads_the_same (void)
{
  walk_every_field (true);
}

static void
read_formats_are_walked (void)
{
  for (uint64_t format = 0; format < 32; format++)
    {
      const struct recipe_event event
          = { .sample_type
              = PERF_SAMPLE_IP | PERF_SAMPLE_READ | PERF_SAMPLE_BRANCH_STACK,
              .read_format = format };
      size_t group = format & PERF_FORMAT_GROUP ? 3 : 1;
      size_t words = __builtin_popcountll (format & 3)
                     + group * (1 + __builtin_popcountll (format & 0x14));
      begin (&r, false, &event, 1);
      begin_record (&r, PERF_RECORD_SAMPLE, 0);
      put64 (&r, 1);
      if (format & PERF_FORMAT_GROUP)
        put64 (&r, group);
      put_zeros (&r, words * 8);
      put64 (&r, 1);
      put64 (&r, 0x77);
      put64 (&r, 0x78);
      put64 (&r, 0);
      end_record (&r);
      finish (&r, NULL, 0);
      struct hwpgo_perf_reader *reader;
      struct hwpgo_perf_record record;
      CHECK (open_recipe (&reader, &r, &e) == 0);
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK (record.sample.n_branches == 1
             && record.sample.branches[0].from == 0x77
             && record.sample.branches[0].to == 0x78);
      CHECK (!record.sample.has_hw_index && !record.has_time);
      CHECK (record.pid == -1 && record.tid == -1);
      hwpgo_perf_close (reader);
    }
}

/* Two events of which one has a stack, their samples and an EXIT, whose
   times only a trailer tells.  */
static void
two_events (bool foreign, uint64_t id_bits)
{
  bool identifier = id_bits & PERF_SAMPLE_IDENTIFIER;
  uint64_t type
      = id_bits | PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU;
  const struct recipe_event events[] = {
    { .sample_type = type | PERF_SAMPLE_BRANCH_STACK, .id = 100 },
    { .sample_type = type | PERF_SAMPLE_PERIOD, .id = 200 },
  };
  begin (&r, foreign, events, 2);
  static const uint64_t ids[] = { 200, 100, 0, 300, 200 };
  for (size_t i = 0; i < 5; i++)
    {
      begin_record (&r, PERF_RECORD_SAMPLE, 0);
      if (identifier)
        put64 (&r, ids[i]);
      put64 (&r, 0x1000 + i);
      put64 (&r, 50 + i);
      if (!identifier)
        put64 (&r, ids[i]);
      put64 (&r, 0); /* CPU.  */
      put64 (&r, 0); /* PERIOD, or the number of branches.  */
      end_record (&r);
    }
  begin_record (&r, PERF_RECORD_LOST, 0);
  put64 (&r, 1);
  put64 (&r, 17);
  put64 (&r, 99); /* TIME.  */
  if (!identifier)
    put64 (&r, 200);
  put64 (&r, 0);
  if (identifier)
    put64 (&r, 200);
  end_record (&r);
  finish (&r, NULL, 0);
}

static void
check_two_events (bool foreign, uint64_t id_bits)
{
  static const size_t want[] = { 1, 0, 0, 1 };
  static const uint64_t ip[] = { 0x1000, 0x1001, 0x1002, 0x1004 };
  two_events (foreign, id_bits);
  struct hwpgo_perf_reader *reader;
  struct hwpgo_perf_record record;
  CHECK (open_recipe (&reader, &r, &e) == 0);
  for (size_t i = 0; i < 4; i++)
    {
      CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
      CHECK (record.sample.event == hwpgo_perf_event (reader, want[i]));
      CHECK_U64 (record.sample.ip, ip[i]);
      CHECK (record.sample.has_period == (want[i] == 1));
      CHECK (record.sample.has_branches == (want[i] == 0));
    }
  /* Nobody's id was skipped.  */
  CHECK_U64 (hwpgo_perf_malformed_records (reader), 1);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 1);
  CHECK (record.type == HWPGO_PERF_LOST && record.lost == 17);
  CHECK (record.has_time && record.time == 99 && record.pid == -1);
  CHECK (hwpgo_perf_next (reader, &record, &e) == 0);
  hwpgo_perf_close (reader);
}

static void
events_are_told_apart_by_id (void)
{
  for (int foreign = 0; foreign < 2; foreign++)
    {
      check_two_events (foreign, PERF_SAMPLE_IDENTIFIER);
      check_two_events (foreign, PERF_SAMPLE_ID);
    }
}

static void
events_that_nothing_tells_apart_are_refused (void)
{
  two_events (false, 0);
  struct hwpgo_perf_reader *reader;
  CHECK (open_recipe (&reader, &r, &e) == -HWPGO_E_UNSUPPORTED);
  CHECK (strstr (e.text, "2 events, and nothing in the samples") != NULL);
  CHECK (reader == NULL);
}

static void
attributes_of_any_size_are_read (void)
{
  static const uint32_t sizes[] = { 64, 72, 80, 96, 104, 112, 136, 144, 400 };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      const struct recipe_event event = { .attr_size = sizes[i],
                                          .sample_type = PERF_SAMPLE_IP,
                                          .branch_sample_type = 0x20009,
                                          .freq = true,
                                          .no_sample_id_all = true };
      begin (&r, i & 1, &event, 1);
      finish (&r, NULL, 0);
      struct hwpgo_perf_reader *reader;
      CHECK (open_recipe (&reader, &r, &e) == 0);
      const struct hwpgo_perf_event *ev = hwpgo_perf_event (reader, 0);
      CHECK_U64 (ev->branch_sample_type, sizes[i] < 80 ? 0 : 0x20009);
      CHECK (ev->sample_period == 0 && ev->precise_ip == 2);
      CHECK (!ev->sample_id_all);
      hwpgo_perf_close (reader);
    }
  const struct recipe_event small = { .attr_size = 56 };
  begin (&r, false, &small, 1);
  finish (&r, NULL, 0);
  struct hwpgo_perf_reader *reader;
  CHECK (open_recipe (&reader, &r, &e) == -HWPGO_E_FORMAT);
}

int
main (void)
{
  RUN (every_field_is_walked);
  RUN (the_other_byte_order_reads_the_same);
  RUN (read_formats_are_walked);
  RUN (events_are_told_apart_by_id);
  RUN (events_that_nothing_tells_apart_are_refused);
  RUN (attributes_of_any_size_are_read);
  return UNIT_RESULT;
}
