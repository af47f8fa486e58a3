/* From recordings and binaries to profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   1. Read all inputs for what was mapped where (spaces), and of which files
      others have counted something.
   2. Open the binaries and match them with these files (binaries).
   3. Read all inputs again for the samples and counts (evidence).
   4. Attribute the evidence to places of the source, binary by binary, and
      sum the binaries up (attribute).  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/trace/conversion.h"

/* Records between two calls of the progress function.  */
#define PROGRESS_STEP 4096
/* The parts of the whole that the two passes are done at.  */
#define PASS_1_END 0.2
#define PASS_2_END 0.9

#define PERF_RECORD_THROTTLE 5

int
hwpgo_conversion_progress (struct hwpgo_conversion *c, double part,
                           const char *path, struct hwpgo_error *err)
{
  const struct hwpgo_convert_options *o = c->options;
  if (!o->progress)
    return 0;
  c->part = part;
  c->interrupted = !o->progress (part, o->progress_data);
  return c->interrupted
             ? hwpgo_error_set (err, HWPGO_E_INTERRUPTED, path, NULL)
             : 0;
}

/* The pass that goes from BEGIN to END is in recording I.  */
static int
show_progress (struct hwpgo_conversion *c, double begin, double end, size_t i,
               struct hwpgo_error *err)
{
  const struct hwpgo_recording *r = &c->recordings[i];
  if (!hwpgo_conversion_due (c, PROGRESS_STEP))
    return 0;
  double size = (double) hwpgo_input_size (r->input);
  double part = -1;
  if (size > 0)
    part = begin
           + (end - begin)
                 * ((double) i + (double) hwpgo_input_done (r->input) / size)
                 / (double) c->options->n_perf_data;
  return hwpgo_conversion_progress (c, part, r->path, err);
}

/* --- pass 1 ---------------------------------------------------------------
 */

static int
add_map (struct hwpgo_conversion *c, struct hwpgo_recording *r,
         const struct hwpgo_perf_record *record, uint64_t time,
         struct hwpgo_error *err)
{
  const struct hwpgo_perf_mmap *map = &record->mmap;
  size_t file;
  if (map->data || record->mode == HWPGO_PERF_MODE_KERNEL
      || record->mode == HWPGO_PERF_MODE_GUEST_KERNEL)
    return 0;
  int rc = hwpgo_binaries_mapped (&c->binaries, hwpgo_input_perf (r->input),
                                  map, &file, err);
  return rc ? rc
            : hwpgo_spaces_map (r->spaces, record->pid, time, map->start,
                                map->length, map->file_offset, file, err);
}

static int
add_to_spaces (struct hwpgo_conversion *c, struct hwpgo_recording *r,
               const struct hwpgo_perf_record *record, struct hwpgo_error *err)
{
  uint64_t time = record->has_time ? record->time : 0;
  switch (record->type)
    {
    case HWPGO_PERF_MMAP:
      return add_map (c, r, record, time, err);
    case HWPGO_PERF_FORK:
      return hwpgo_spaces_fork (r->spaces, record->pid,
                                record->fork.parent_pid, time, err);
    case HWPGO_PERF_COMM:
      return record->comm.exec
                 ? hwpgo_spaces_exec (r->spaces, record->pid, time, err)
                 : 0;
    case HWPGO_PERF_LOST:
      c->report->lost = hwpgo_add (c->report->lost, record->lost);
      return 0;
    case HWPGO_PERF_THROTTLE:
      c->report->throttled += record->raw_type == PERF_RECORD_THROTTLE;
      return 0;
    default:
      return 0;
    }
}

/* Choose among the events of R, which are known when its records have been
   read once.  */
static int
choose_events (struct hwpgo_conversion *c, struct hwpgo_recording *r,
               struct hwpgo_error *err)
{
  size_t n = hwpgo_input_n_events (r->input);
  const struct hwpgo_perf_event **events = calloc (n + 1, sizeof *events);
  if (!events)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < n; i++)
    events[i] = hwpgo_input_event (r->input, i);
  int rc = hwpgo_events_choose (events, n, r->path, c->options->event,
                                c->options->leading_ip_only, &r->choice, err);
  free (events);
  return rc;
}

static int
read_spaces (struct hwpgo_conversion *c, size_t i, struct hwpgo_error *err)
{
  struct hwpgo_recording *r = &c->recordings[i];
  struct hwpgo_perf_record record;
  r->spaces = hwpgo_spaces_new ();
  if (!r->spaces)
    return hwpgo_error_nomem (err);
  hwpgo_input_rewind (r->input, false);
  for (;;)
    {
      int got = hwpgo_input_next (r->input, &record, err);
      if (got < 0)
        return got;
      if (got == 0)
        return choose_events (c, r, err);
      int rc = show_progress (c, 0, PASS_1_END, i, err);
      if (!rc)
        rc = add_to_spaces (c, r, &record, err);
      if (rc)
        return rc;
    }
}

/* A sink that only hears of binaries.  */
static int
note_binary (void *data, const char *path, enum hwpgo_origin origin,
             bool *wanted, struct hwpgo_error *err)
{
  struct hwpgo_conversion *c = data;
  size_t file;
  (void) origin;
  *wanted = false;
  if (!path)
    {
      c->binaries.unnamed = true;
      return 0;
    }
  struct hwpgo_perf_mmap map = { .path = path };
  return hwpgo_binaries_mapped (&c->binaries, NULL, &map, &file, err);
}

static int
ignore_count (void *data, enum hwpgo_counted what, uint64_t a, uint64_t b,
              uint64_t count, struct hwpgo_error *err)
{
  (void) data, (void) what, (void) a, (void) b, (void) count, (void) err;
  return 0;
}

static int
read_first (struct hwpgo_conversion *c, size_t i, struct hwpgo_error *err)
{
  struct hwpgo_recording *r = &c->recordings[i];
  struct hwpgo_counts_sink sink = { note_binary, ignore_count, c };
  r->path = c->options->perf_data[i];
  int rc = hwpgo_input_open (&r->input, r->path, err);
  if (rc)
    return rc;
  if (hwpgo_input_counted (r->input))
    return hwpgo_input_counts (r->input, &sink, err);
  rc = read_spaces (c, i, err);
  if (!rc && hwpgo_input_unmapped (r->input))
    rc = hwpgo_conversion_unmapped (c, r, err);
  return rc;
}

/* --- between the passes ---------------------------------------------------
 */

/* What was counted and what was sampled do not add up, nor do the mispredicts
   of different predictors.  */
static int
settle_basis (struct hwpgo_conversion *c, struct hwpgo_error *err)
{
  enum hwpgo_basis basis = hwpgo_input_basis (c->recordings[0].input);
  for (size_t i = 1; i < c->options->n_perf_data; i++)
    if ((hwpgo_input_basis (c->recordings[i].input) == HWPGO_BASIS_COUNTS)
        != (basis == HWPGO_BASIS_COUNTS))
      return hwpgo_error_set (err, HWPGO_E_MISMATCH, c->recordings[i].path,
                              "%s and %s; convert them one by one",
                              hwpgo_input_kind (c->recordings[0].input),
                              hwpgo_input_kind (c->recordings[i].input));
  for (int kind = 0; kind < HWPGO_RECORDED_KINDS; kind++)
    c->evidence[kind].basis = basis;
  return 0;
}

/* Recordings with and without branch stacks count different things.  */
static int
settle_events (struct hwpgo_conversion *c, struct hwpgo_error *err)
{
  unsigned all = 0, left = 0;
  for (size_t i = 0; i < c->options->n_perf_data; i++)
    all |= hwpgo_events_uses (&c->recordings[i].choice);
  for (size_t i = 0; i < c->options->n_perf_data; i++)
    {
      struct hwpgo_recording *r = &c->recordings[i];
      if (hwpgo_input_counted (r->input))
        continue;
      hwpgo_events_settle (&r->choice, all);
      unsigned uses = hwpgo_events_uses (&r->choice);
      if (!uses)
        return hwpgo_error_set (err, HWPGO_E_MISMATCH, r->path,
                                "its samples have no branch stacks and those "
                                "of other recordings have; convert them one "
                                "by one");
      left |= uses;
    }
  struct hwpgo_evidence *frequency = &c->evidence[HWPGO_FREQUENCY];
  struct hwpgo_evidence *mispredict = &c->evidence[HWPGO_MISPREDICT];
  if (left & HWPGO_USE_ADDRESS)
    {
      frequency->basis = HWPGO_BASIS_ADDRESSES;
      frequency->mean = !c->options->leading_ip_only;
      c->report->addresses = frequency->mean;
    }
  if (left & HWPGO_USE_IBS)
    mispredict->basis = HWPGO_BASIS_IBS;
  else if (left & HWPGO_USE_BITS)
    mispredict->basis = HWPGO_BASIS_STACKS;
  return 0;
}

static int
finish_spaces (struct hwpgo_conversion *c, struct hwpgo_error *err)
{
  for (size_t i = 0; i < c->options->n_perf_data; i++)
    {
      struct hwpgo_recording *r = &c->recordings[i];
      int rc = hwpgo_input_unmapped (r->input)
                   ? hwpgo_conversion_map_as_linked (c, r, err)
                   : 0;
      if (rc)
        return rc;
    }
  size_t n = c->binaries.n_mapped;
  bool *wanted = calloc (n + 1, sizeof *wanted);
  if (!wanted)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < n; i++)
    wanted[i] = c->binaries.mapped[i].binary != SIZE_MAX;
  int rc = 0;
  for (size_t i = 0; i < c->options->n_perf_data && !rc; i++)
    if (c->recordings[i].spaces)
      rc = hwpgo_spaces_finish (c->recordings[i].spaces, wanted, err);
  free (wanted);
  return rc;
}

/* --- pass 2 ---------------------------------------------------------------
 */

static int
read_samples (struct hwpgo_conversion *c, size_t i, struct hwpgo_error *err)
{
  struct hwpgo_recording *r = &c->recordings[i];
  struct hwpgo_perf_record record;
  int rc = 0;
  hwpgo_input_rewind (r->input, true);
  hwpgo_resolver_init (&c->resolver, r->spaces, &c->binaries);
  while (!rc)
    {
      int got = hwpgo_input_next (r->input, &record, err);
      if (got < 0)
        return got;
      if (got == 0)
        break;
      rc = show_progress (c, PASS_1_END, PASS_2_END, i, err);
      if (!rc && record.type == HWPGO_PERF_SAMPLE)
        rc = hwpgo_conversion_sample (c, r, &record, err);
    }
  if (!rc)
    rc = hwpgo_spaces_check (r->spaces, r->path, err);
  const struct hwpgo_perf_reader *perf = hwpgo_input_perf (r->input);
  c->report->unfinished += perf && hwpgo_perf_unfinished (perf);
  struct hwpgo_input_leftovers left = hwpgo_input_left_over (r->input);
  c->report->unknown_records += left.unknown;
  c->report->malformed_records += left.malformed;
  c->report->frames += left.frames;
  return rc;
}

static int
read_again (struct hwpgo_conversion *c, size_t i, struct hwpgo_error *err)
{
  const struct hwpgo_recording *r = &c->recordings[i];
  struct hwpgo_counting counting = { .c = c, .path = r->path };
  struct hwpgo_counts_sink sink = hwpgo_conversion_sink (&counting);
  return hwpgo_input_counted (r->input)
             ? hwpgo_input_counts (r->input, &sink, err)
             : read_samples (c, i, err);
}

/* --- all ------------------------------------------------------------------
 */

/* All that the inputs say, as evidence.  */
static int
gather (struct hwpgo_conversion *c, struct hwpgo_error *err)
{
  const struct hwpgo_convert_options *o = c->options;
  if (o->n_perf_data == 0)
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL, "no recording given");
  c->recordings = calloc (o->n_perf_data, sizeof *c->recordings);
  if (!c->recordings)
    return hwpgo_error_nomem (err);
  int rc = 0;
  for (size_t i = 0; i < o->n_perf_data && !rc; i++)
    rc = read_first (c, i, err);
  if (!rc)
    rc = settle_basis (c, err);
  if (!rc)
    rc = settle_events (c, err);
  c->binaries.search
      = (struct hwpgo_debug_search){ o->debug_file, o->debug_folder, true };
  if (!rc)
    rc = hwpgo_binaries_open (&c->binaries, o->binaries, o->n_binaries, err);
  if (!rc)
    rc = finish_spaces (c, err);
  for (size_t i = 0; i < o->n_perf_data && !rc; i++)
    rc = read_again (c, i, err);
  for (int kind = 0; kind < HWPGO_RECORDED_KINDS && !rc; kind++)
    rc = hwpgo_evidence_settle (&c->evidence[kind], &c->binaries, c->report,
                                err);
  if (!rc)
    rc = hwpgo_conversion_settle_counts (c, err);
  return rc;
}

static void
take_note (struct hwpgo_conversion *c)
{
  for (size_t i = 0; i < c->binaries.n && !*c->binaries.note; i++)
    snprintf (c->binaries.note, sizeof c->binaries.note, "%s",
              hwpgo_image_note (c->binaries.items[i].image));
  memcpy (c->report->note, c->binaries.note, sizeof c->report->note);
}

int
hwpgo_conversion_run (const struct hwpgo_convert_options *options,
                      struct hwpgo_convert_report *report,
                      int (*result) (struct hwpgo_conversion *c, void *data,
                                     struct hwpgo_error *err),
                      void *data, struct hwpgo_error *err)
{
  *report = (struct hwpgo_convert_report){ 0 };
  /* Too large for the stack of a small thread.  */
  struct hwpgo_conversion *c = calloc (1, sizeof *c);
  if (!c)
    return hwpgo_error_nomem (err);
  c->options = options;
  c->report = report;
  for (int kind = 0; kind < HWPGO_RECORDED_KINDS; kind++)
    {
      c->evidence[kind].llvm = options->llvm;
      c->evidence[kind].discriminators = options->discriminators;
      c->evidence[kind].foreign = options->foreign;
    }
  int rc = gather (c, err);
  if (!rc)
    rc = result (c, data, err);
  if (!rc)
    take_note (c);
  for (size_t i = 0; c->recordings && i < options->n_perf_data; i++)
    {
      free (c->recordings[i].choice.uses);
      hwpgo_spaces_free (c->recordings[i].spaces);
      if (c->recordings[i].input)
        hwpgo_input_close (c->recordings[i].input);
    }
  free (c->recordings);
  for (int kind = 0; kind < HWPGO_RECORDED_KINDS; kind++)
    hwpgo_evidence_free (&c->evidence[kind]);
  hwpgo_runs_free (&c->counted);
  hwpgo_binaries_free (&c->binaries);
  free (c);
  return rc;
}

static int
make_bundle (struct hwpgo_conversion *c, void *data, struct hwpgo_error *err)
{
  return hwpgo_conversion_result (c, data, err);
}

int
hwpgo_convert (const struct hwpgo_convert_options *options,
               struct hwpgo_bundle *bundle,
               struct hwpgo_convert_report *report, struct hwpgo_error *err)
{
  hwpgo_bundle_init (bundle);
  int rc = hwpgo_conversion_run (options, report, make_bundle, bundle, err);
  if (rc)
    hwpgo_bundle_free (bundle);
  return rc;
}
