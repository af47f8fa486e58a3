/* From samples to evidence.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/conversion.h"

/* Of one sample: what it stands for, and what has become of it.  */
struct taking
{
  const struct hwpgo_perf_record *record;
  uint64_t weight; /* events, of all repetitions.  */
  uint64_t times;
  bool used;
  enum hwpgo_drop why; /* if not.  */
};

/* The events that the sample stands for.  */
static uint64_t
period_of (const struct hwpgo_conversion *c, const struct hwpgo_perf_sample *s)
{
  if (c->options->sample_period)
    return c->options->sample_period;
  if (s->has_period && s->period)
    return s->period;
  return s->event && s->event->sample_period ? s->event->sample_period : 1;
}

/* Why a sample of which nothing was in a binary is of no use.  */
static enum hwpgo_drop
why_outside (const struct hwpgo_recording *r,
             const struct hwpgo_perf_record *record)
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

static void
count_use (struct hwpgo_evidence *e, struct taking *t)
{
  t->used = true;
  e->samples = hwpgo_add (e->samples, t->times);
  e->events = hwpgo_add (e->events, t->weight);
}

static int
take_stack (struct hwpgo_conversion *c, const struct hwpgo_recording *r,
            struct taking *t, bool bits, struct hwpgo_error *err)
{
  struct hwpgo_evidence *e = &c->evidence[HWPGO_FREQUENCY];
  const struct hwpgo_perf_sample *s = &t->record->sample;
  bool used;
  if (!s->n_branches)
    {
      t->why = HWPGO_DROP_NO_BRANCHES;
      return 0;
    }
  int rc = hwpgo_evidence_add_stack (
      e, &c->resolver, s, t->weight, t->times,
      bits ? &c->evidence[HWPGO_MISPREDICT] : NULL, &used, c->report, err);
  if (used)
    count_use (e, t);
  else
    t->why = why_outside (r, t->record);
  return rc;
}

/* The address of the sample as one of RUNS of the evidence for KIND.  */
static int
take_address (struct hwpgo_conversion *c, const struct hwpgo_recording *r,
              struct taking *t, enum hwpgo_kind kind, struct hwpgo_runs *runs,
              struct hwpgo_error *err)
{
  const struct hwpgo_perf_sample *s = &t->record->sample;
  bool used;
  if (!s->has_ip || (s->has_ibs && s->ibs & HWPGO_IBS_NO_IP))
    {
      t->why = HWPGO_DROP_NO_ADDRESS;
      return 0;
    }
  int rc = hwpgo_evidence_add_address (runs, &c->resolver, s->ip,
                                       hwpgo_mul (t->weight, HWPGO_WEIGHT_ONE),
                                       t->times, &used, err);
  if (used)
    count_use (&c->evidence[kind], t);
  else
    t->why = why_outside (r, t->record);
  return rc;
}

/* Branches that retired are known in both directions, and so how many of them
   were mispredicted.  */
static int
take_ibs (struct hwpgo_conversion *c, const struct hwpgo_recording *r,
          struct taking *t, struct hwpgo_error *err)
{
  struct hwpgo_evidence *e = &c->evidence[HWPGO_MISPREDICT];
  const struct hwpgo_perf_sample *s = &t->record->sample;
  if (!s->has_ibs || !(s->ibs & HWPGO_IBS_RETIRED))
    {
      t->why = HWPGO_DROP_NOT_A_BRANCH;
      return 0;
    }
  e->told = true;
  int rc = take_address (c, r, t, HWPGO_MISPREDICT, &e->executed, err);
  if (!rc && s->ibs & HWPGO_IBS_MISPREDICTED)
    {
      bool used;
      rc = hwpgo_evidence_add_address (&e->addresses, &c->resolver, s->ip,
                                       hwpgo_mul (t->weight, HWPGO_WEIGHT_ONE),
                                       t->times, &used, err);
    }
  return rc;
}

static int
take (struct hwpgo_conversion *c, const struct hwpgo_recording *r,
      struct taking *t, unsigned uses, struct hwpgo_error *err)
{
  int rc = 0;
  hwpgo_resolver_at (&c->resolver, t->record->pid,
                     t->record->has_time ? t->record->time : UINT64_MAX);
  /* The reason of the first is the one that is told.  */
  if (uses & HWPGO_USE_IBS)
    rc = take_ibs (c, r, t, err);
  if (!rc && uses & HWPGO_USE_ADDRESS)
    rc = take_address (c, r, t, HWPGO_FREQUENCY,
                       &c->evidence[HWPGO_FREQUENCY].addresses, err);
  if (!rc && uses & HWPGO_USE_MISPREDICT)
    rc = take_address (c, r, t, HWPGO_MISPREDICT,
                       &c->evidence[HWPGO_MISPREDICT].addresses, err);
  if (!rc && uses & HWPGO_USE_STACK)
    rc = take_stack (c, r, t, uses & HWPGO_USE_BITS, err);
  return rc;
}

int
hwpgo_conversion_sample (struct hwpgo_conversion *c,
                         const struct hwpgo_recording *r,
                         const struct hwpgo_perf_record *record,
                         struct hwpgo_error *err)
{
  const struct hwpgo_perf_sample *s = &record->sample;
  struct taking t = { .record = record, .why = HWPGO_DROP_OTHER_EVENT };
  /* No reader makes one record stand for more, see text inputs.  */
  t.times = s->repeat < INT32_MAX ? s->repeat : INT32_MAX;
  t.weight = hwpgo_mul (period_of (c, s), s->repeat);
  c->report->samples += t.times;
  const struct hwpgo_event_use *use = hwpgo_events_find (&r->choice, s->event);
  int rc = use ? take (c, r, &t, use->uses, err) : 0;
  if (t.used)
    c->report->samples_used += t.times;
  else
    c->report->dropped[t.why] += t.times;
  return rc;
}
