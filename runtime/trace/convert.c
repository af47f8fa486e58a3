/* From perf.data and binaries to profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   1. Read all recordings for what was mapped where (spaces).
   2. Open the binaries and match them with the mapped files (binaries).
   3. Read all recordings again for the samples (evidence).
   4. Attribute the evidence to places of the source, binary by binary, and
      sum the binaries up (attribute).  */

#include <stdlib.h>
#include <string.h>

#include "runtime/trace/attribute.h"
#include "runtime/trace/convert.h"
#include "runtime/trace/events.h"

/* Records between two calls of the progress function.  */
#define PROGRESS_STEP 4096

/* One perf.data.  */
struct recording
{
  const char *path;
  struct hwpgo_perf_reader *reader;
  struct hwpgo_event_choice choice;
  struct hwpgo_spaces *spaces;
};

struct conversion
{
  const struct hwpgo_convert_options *options;
  struct hwpgo_convert_report *report;
  struct recording *recordings;
  struct hwpgo_binaries binaries;
  struct hwpgo_resolver resolver; /* of the recording that is read.  */
  struct hwpgo_evidence evidence[HWPGO_KINDS];
  uint64_t records; /* of the passes so far, for the progress.  */
};

/* PART of the work of two passes over all recordings is done before R.  */
static int
show_progress (struct conversion *c, size_t pass, size_t recording,
               struct hwpgo_error *err)
{
  const struct hwpgo_convert_options *o = c->options;
  if (!o->progress || c->records++ % PROGRESS_STEP)
    return 0;
  const struct hwpgo_perf_reader *r = c->recordings[recording].reader;
  double size = (double) hwpgo_perf_data_size (r);
  double part = size > 0 ? (double) hwpgo_perf_data_done (r) / size : 0;
  double n = (double) o->n_perf_data;
  double done = ((double) pass * n + (double) recording + part) / (2 * n);
  return o->progress (done, o->progress_data)
             ? 0
             : hwpgo_error_set (err, HWPGO_E_INTERRUPTED,
                                c->recordings[recording].path, NULL);
}

/* --- pass 1 ---------------------------------------------------------------
 */

static int
add_to_spaces (struct conversion *c, struct recording *r,
               const struct hwpgo_perf_record *record, struct hwpgo_error *err)
{
  uint64_t time = record->has_time ? record->time : 0;
  size_t file;
  int rc;
  switch (record->type)
    {
    case HWPGO_PERF_MMAP:
      if (record->mmap.data || record->mode == HWPGO_PERF_MODE_KERNEL
          || record->mode == HWPGO_PERF_MODE_GUEST_KERNEL)
        return 0;
      rc = hwpgo_binaries_mapped (&c->binaries, r->reader, &record->mmap,
                                  &file, err);
      if (rc)
        return rc;
      return hwpgo_spaces_map (r->spaces, record->pid, time,
                               record->mmap.start, record->mmap.length,
                               record->mmap.file_offset, file, err);
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
    default:
      return 0;
    }
}

static int
read_spaces (struct conversion *c, size_t i, struct hwpgo_error *err)
{
  struct recording *r = &c->recordings[i];
  const struct hwpgo_convert_options *o = c->options;
  r->path = o->perf_data[i];
  r->spaces = hwpgo_spaces_new ();
  if (!r->spaces)
    return hwpgo_error_nomem (err);
  int rc = hwpgo_perf_open (&r->reader, r->path, err);
  if (!rc)
    rc = hwpgo_events_choose (r->reader, r->path, o->event, o->leading_ip_only,
                              &r->choice, err);
  struct hwpgo_perf_record record;
  while (!rc)
    {
      int got = hwpgo_perf_next (r->reader, &record, err);
      if (got <= 0)
        return got;
      rc = show_progress (c, 0, i, err);
      if (!rc)
        rc = add_to_spaces (c, r, &record, err);
    }
  return rc;
}

static int
finish_spaces (struct conversion *c, struct hwpgo_error *err)
{
  size_t n = c->binaries.n_mapped;
  bool *wanted = calloc (n + 1, sizeof *wanted);
  if (!wanted)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < n; i++)
    wanted[i] = c->binaries.mapped[i].binary != SIZE_MAX;
  int rc = 0;
  for (size_t i = 0; i < c->options->n_perf_data && !rc; i++)
    rc = hwpgo_spaces_finish (c->recordings[i].spaces, wanted, err);
  free (wanted);
  return rc;
}

/* --- pass 2 ---------------------------------------------------------------
 */

/* The events that the sample stands for.  */
static uint64_t
period_of (const struct conversion *c, const struct hwpgo_perf_sample *s)
{
  if (c->options->sample_period)
    return c->options->sample_period;
  if (s->has_period && s->period)
    return s->period;
  return s->event && s->event->sample_period ? s->event->sample_period : 1;
}

/* Why a sample of which nothing was in a binary is of no use.  */
static enum hwpgo_drop
why_useless (const struct recording *r, const struct hwpgo_perf_record *record)
{
  switch (record->mode)
    {
    case HWPGO_PERF_MODE_KERNEL:
    case HWPGO_PERF_MODE_HYPERVISOR:
    case HWPGO_PERF_MODE_GUEST_KERNEL:
    case HWPGO_PERF_MODE_GUEST_USER:
      return HWPGO_DROP_KERNEL;
    default:
      return hwpgo_spaces_known (r->spaces, record->pid)
                 ? HWPGO_DROP_NOT_BINARY
                 : HWPGO_DROP_NO_PROCESS;
    }
}

static int
add_sample (struct conversion *c, struct recording *r,
            const struct hwpgo_perf_record *record, struct hwpgo_error *err)
{
  const struct hwpgo_perf_sample *s = &record->sample;
  const struct hwpgo_event_use *use = hwpgo_events_find (&r->choice, s->event);
  c->report->samples++;
  if (!use)
    {
      c->report->dropped[HWPGO_DROP_OTHER_EVENT]++;
      return 0;
    }
  struct hwpgo_evidence *e = &c->evidence[use->kind];
  uint64_t period = period_of (c, s);
  bool used = false;
  int rc = 0;
  if (use->stack ? !s->n_branches : !s->has_ip)
    {
      c->report->dropped[HWPGO_DROP_NO_BRANCHES]++;
      return 0;
    }
  hwpgo_resolver_at (&c->resolver, record->pid,
                     record->has_time ? record->time : UINT64_MAX);
  if (use->stack)
    rc = hwpgo_evidence_add_stack (e, &c->resolver, s, period, &used,
                                   c->report, err);
  else
    rc = hwpgo_evidence_add_address (e, &c->resolver, s->ip, period, &used,
                                     err);
  if (rc)
    return rc;
  if (!used)
    {
      c->report->dropped[why_useless (r, record)]++;
      return 0;
    }
  c->report->samples_used++;
  e->samples++;
  e->events = hwpgo_add (e->events, period);
  return 0;
}

static int
read_samples (struct conversion *c, size_t i, struct hwpgo_error *err)
{
  struct recording *r = &c->recordings[i];
  struct hwpgo_perf_record record;
  int rc = 0;
  hwpgo_perf_rewind (r->reader);
  hwpgo_resolver_init (&c->resolver, r->spaces, &c->binaries);
  while (!rc)
    {
      int got = hwpgo_perf_next (r->reader, &record, err);
      if (got < 0)
        return got;
      if (got == 0)
        break;
      rc = show_progress (c, 1, i, err);
      if (!rc && record.type == HWPGO_PERF_SAMPLE)
        rc = add_sample (c, r, &record, err);
    }
  c->report->unknown_records += hwpgo_perf_unknown_records (r->reader);
  c->report->malformed_records += hwpgo_perf_malformed_records (r->reader);
  return rc;
}

/* --- the bundle -----------------------------------------------------------
 */

/* Make the profile of KIND for binary B and add it to the bundle's.  Counts
   of the same function in two binaries are those of two pieces of code, so
   they sum up.  */
static int
attribute_binary (struct conversion *c, enum hwpgo_kind kind,
                  const struct hwpgo_traced *b, struct hwpgo_profile *sum,
                  struct hwpgo_error *err)
{
  struct hwpgo_evidence *e = &c->evidence[kind];
  struct hwpgo_profile *one = hwpgo_profile_new ();
  if (!one)
    return hwpgo_error_nomem (err);
  const struct hwpgo_evidence *frequency
      = kind == HWPGO_MISPREDICT ? &c->evidence[HWPGO_FREQUENCY] : NULL;
  int rc = hwpgo_attribute_ranges (one, &c->binaries, b, e, err);
  if (!rc)
    rc = hwpgo_attribute_addresses (one, &c->binaries, b, e, frequency,
                                    c->report, err);
  if (!rc)
    rc = hwpgo_profile_merge (sum, one, 1, err);
  hwpgo_profile_free (one);
  return rc;
}

/* The event that profile KIND is made of.  */
static const char *
event_name (const struct conversion *c, enum hwpgo_kind kind)
{
  for (size_t i = 0; i < c->options->n_perf_data; i++)
    {
      const struct hwpgo_event_choice *choice = &c->recordings[i].choice;
      for (size_t j = 0; j < choice->n_uses; j++)
        if (choice->uses[j].kind == kind)
          return choice->uses[j].event->name;
    }
  return NULL;
}

static int
intern (struct hwpgo_bundle *bundle, const char *text, const char **result,
        struct hwpgo_error *err)
{
  *result = text ? hwpgo_strings_intern (&bundle->names, text, strlen (text))
                 : NULL;
  return text && !*result ? hwpgo_error_nomem (err) : 0;
}

static int
fill_kind (struct conversion *c, enum hwpgo_kind kind,
           struct hwpgo_bundle *bundle, struct hwpgo_error *err)
{
  const char *event = event_name (c, kind);
  if (!event)
    return 0;
  struct hwpgo_profile *profile = hwpgo_profile_new ();
  if (!profile)
    return hwpgo_error_nomem (err);
  bundle->profiles[kind] = profile;
  for (size_t i = 0; i < c->binaries.n; i++)
    {
      int rc = attribute_binary (c, kind, &c->binaries.items[i], profile, err);
      if (rc)
        return rc;
    }
  hwpgo_profile_update_totals (profile);
  struct hwpgo_source *s = &bundle->sources[kind];
  s->samples = c->evidence[kind].samples;
  s->events = c->evidence[kind].events;
  int rc = intern (bundle, event, &s->event, err);
  return rc ? rc : intern (bundle, c->options->source, &s->source, err);
}

static int
fill_bundle (struct conversion *c, struct hwpgo_bundle *bundle,
             struct hwpgo_error *err)
{
  for (size_t i = 0; i < c->binaries.n; i++)
    {
      const struct hwpgo_traced *b = &c->binaries.items[i];
      if (!b->mapped)
        continue;
      bundle->layout = hwpgo_image_discriminator_layout (b->image);
      int rc = hwpgo_bundle_add_binary (bundle, hwpgo_image_path (b->image),
                                        hwpgo_image_build_id_text (b->image));
      if (rc)
        return hwpgo_error_nomem (err);
    }
  for (int kind = 0; kind < HWPGO_KINDS; kind++)
    {
      int rc = fill_kind (c, (enum hwpgo_kind) kind, bundle, err);
      if (rc)
        return rc;
    }
  for (size_t i = 0; i < c->binaries.n; i++)
    {
      const struct hwpgo_image *image = c->binaries.items[i].image;
      c->report->units += hwpgo_image_units (image);
      c->report->bad_units += hwpgo_image_bad_units (image);
    }
  if (bundle->profiles[HWPGO_FREQUENCY])
    c->report->functions = bundle->profiles[HWPGO_FREQUENCY]->n_functions;
  return 0;
}

static int
convert (struct conversion *c, struct hwpgo_bundle *bundle,
         struct hwpgo_error *err)
{
  const struct hwpgo_convert_options *o = c->options;
  if (o->n_perf_data == 0)
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL, "no recording given");
  c->recordings = calloc (o->n_perf_data, sizeof *c->recordings);
  if (!c->recordings)
    return hwpgo_error_nomem (err);
  int rc = 0;
  for (size_t i = 0; i < o->n_perf_data && !rc; i++)
    rc = read_spaces (c, i, err);
  if (!rc)
    rc = hwpgo_binaries_open (&c->binaries, o->binaries, o->n_binaries, err);
  if (!rc)
    rc = finish_spaces (c, err);
  for (size_t i = 0; i < o->n_perf_data && !rc; i++)
    rc = read_samples (c, i, err);
  for (int kind = 0; kind < HWPGO_KINDS && !rc; kind++)
    rc = hwpgo_evidence_settle (&c->evidence[kind], &c->binaries, c->report,
                                err);
  if (!rc)
    rc = fill_bundle (c, bundle, err);
  memcpy (c->report->note, c->binaries.note, sizeof c->report->note);
  return rc;
}

int
hwpgo_convert (const struct hwpgo_convert_options *options,
               struct hwpgo_bundle *bundle,
               struct hwpgo_convert_report *report, struct hwpgo_error *err)
{
  *report = (struct hwpgo_convert_report){ 0 };
  struct conversion c = { .options = options, .report = report };
  for (int kind = 0; kind < HWPGO_KINDS; kind++)
    c.evidence[kind].llvm = options->llvm;
  hwpgo_bundle_init (bundle);
  int rc = convert (&c, bundle, err);
  for (size_t i = 0; c.recordings && i < options->n_perf_data; i++)
    {
      free (c.recordings[i].choice.uses);
      hwpgo_spaces_free (c.recordings[i].spaces);
      if (c.recordings[i].reader)
        hwpgo_perf_close (c.recordings[i].reader);
    }
  free (c.recordings);
  for (int kind = 0; kind < HWPGO_KINDS; kind++)
    hwpgo_evidence_free (&c.evidence[kind]);
  hwpgo_binaries_free (&c.binaries);
  if (rc)
    hwpgo_bundle_free (bundle);
  return rc;
}
