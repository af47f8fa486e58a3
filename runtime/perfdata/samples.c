/* Samples.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/perfdata/reader-internal.h"

/* Skip the counter values of a READ field.  */
static void
skip_read (struct hwpgo_cursor *c, uint64_t format)
{
  uint64_t times = PERF_FORMAT_TIME_ENABLED | PERF_FORMAT_TIME_RUNNING;
  uint64_t each = PERF_FORMAT_ID | PERF_FORMAT_LOST;
  uint64_t n = format & PERF_FORMAT_GROUP ? hwpgo_cursor_u64 (c) : 1;
  unsigned per_value = 1 + (unsigned) __builtin_popcountll (format & each);
  hwpgo_cursor_bytes (c, 8 * (uint64_t) __builtin_popcountll (format & times));
  if (hwpgo_cursor_fits (c, n, 8 * per_value))
    hwpgo_cursor_bytes (c, n * 8 * per_value);
}

/* Skip N words, as many as the first word says.  */
static void
skip_callchain (struct hwpgo_cursor *c)
{
  uint64_t n = hwpgo_cursor_u64 (c);
  if (hwpgo_cursor_fits (c, n, 8))
    hwpgo_cursor_bytes (c, n * 8);
}

/* The flags of a branch as this machine has them, from those of a machine
   whose compiler lays bit-fields out from the other end.  */
static uint64_t
turn_flags (uint64_t v)
{
  /* mispred, predicted, in_tx, abort, cycles, type, spec, new_type, priv
     and the rest.  */
  static const uint8_t widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3, 31 };
  uint64_t flags = 0;
  unsigned bit = 0;
  for (size_t i = 0; i < sizeof widths; i++)
    {
      uint64_t field = v >> (64 - bit - widths[i]);
      flags |= (field & ((UINT64_C (1) << widths[i]) - 1)) << bit;
      bit += widths[i];
    }
  return flags;
}

/* The N branches at BYTES: where they lie if this machine can read them
   there, else a copy.  */
static const struct hwpgo_perf_branch *
use_branches (struct hwpgo_perf_reader *reader, const uint8_t *bytes,
              uint64_t n)
{
  _Static_assert(sizeof (struct hwpgo_perf_branch) == PERF_BRANCH_SIZE,
                 "a branch has the form of the file");
  if (!reader->swap
      && (uintptr_t) bytes % _Alignof(struct hwpgo_perf_branch) == 0)
    return (const struct hwpgo_perf_branch *) (const void *) bytes;
  memcpy (reader->branches, bytes, n * PERF_BRANCH_SIZE);
  for (uint64_t i = 0; reader->swap && i < n; i++)
    {
      struct hwpgo_perf_branch *b = &reader->branches[i];
      b->from = __builtin_bswap64 (b->from);
      b->to = __builtin_bswap64 (b->to);
      b->flags = turn_flags (__builtin_bswap64 (b->flags));
    }
  return reader->branches;
}

static void
read_branch_stack (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
                   struct hwpgo_perf_sample *sample)
{
  uint64_t type = sample->event->branch_sample_type;
  uint64_t n = hwpgo_cursor_u64 (c);
  sample->has_hw_index = type & PERF_BRANCH_HW_INDEX;
  if (sample->has_hw_index)
    sample->hw_index = hwpgo_cursor_u64 (c);
  if (!hwpgo_cursor_fits (c, n, PERF_BRANCH_SIZE))
    return;
  const uint8_t *bytes = hwpgo_cursor_bytes (c, n * PERF_BRANCH_SIZE);
  if (type & PERF_BRANCH_COUNTERS)
    hwpgo_cursor_bytes (c, n * 8);
  if (c->failed)
    return;
  /* N fits in a record, and so in reader->branches.  */
  sample->branches = use_branches (reader, bytes, n);
  sample->n_branches = n;
  sample->has_branches = true;
}

/* AMD's registers in RAW: u32 capabilities, then u64 IBSOPCTL, IBSOPRIP,
   IBSOPDATA and others.  Other units have other things there.  */
static void
read_ibs (struct hwpgo_cursor *c, struct hwpgo_perf_sample *sample)
{
  static const struct
  {
    unsigned bit, flag;
  } bits[] = { { 34, HWPGO_IBS_RETURN },
               { 35, HWPGO_IBS_TAKEN },
               { 36, HWPGO_IBS_MISPREDICTED },
               { 37, HWPGO_IBS_RETIRED },
               { 38, HWPGO_IBS_NO_IP } };
  struct hwpgo_cursor raw = hwpgo_cursor_sub (c, hwpgo_cursor_u32 (c));
  if (strcmp (sample->event->pmu, "ibs_op") != 0)
    return;
  hwpgo_cursor_bytes (&raw, 4 + 8 + 8);
  uint64_t data = hwpgo_cursor_u64 (&raw);
  sample->has_ibs = !raw.failed;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (data >> bits[i].bit & 1)
      sample->ibs |= bits[i].flag;
}

bool
hwpgo_perf_read_sample (struct hwpgo_perf_reader *reader,
                        struct hwpgo_cursor *body, unsigned misc,
                        struct hwpgo_perf_record *record)
{
  (void) misc;
  struct hwpgo_cursor c = *body;
  struct hwpgo_perf_sample *sample = &record->sample;
  const struct hwpgo_perf_event *event
      = hwpgo_perf_sample_event (reader, body);
  if (!event)
    return false;
  uint64_t type = event->sample_type;
  memset (sample, 0, sizeof *sample);
  sample->event = event;
  sample->repeat = 1;
  sample->has_ip = type & PERF_SAMPLE_IP;
  sample->has_period = type & PERF_SAMPLE_PERIOD;
  record->has_time = type & PERF_SAMPLE_TIME;

  if (type & PERF_SAMPLE_IDENTIFIER)
    hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_IP)
    sample->ip = hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_TID)
    {
      record->pid = (int32_t) hwpgo_cursor_u32 (&c);
      record->tid = (int32_t) hwpgo_cursor_u32 (&c);
    }
  if (type & PERF_SAMPLE_TIME)
    record->time = hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_ADDR)
    sample->addr = hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_ID)
    hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_STREAM_ID)
    hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_CPU)
    hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_PERIOD)
    sample->period = hwpgo_cursor_u64 (&c);
  if (type & PERF_SAMPLE_READ)
    skip_read (&c, event->read_format);
  if (type & PERF_SAMPLE_CALLCHAIN)
    skip_callchain (&c);
  if (type & PERF_SAMPLE_RAW)
    read_ibs (&c, sample);
  if (type & PERF_SAMPLE_BRANCH_STACK)
    read_branch_stack (reader, &c, sample);
  return !c.failed;
}
