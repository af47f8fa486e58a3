/* What the files of a conversion share.
   SPDX-License-Identifier: GPL-2.0-or-later

   convert.c runs the passes, unmapped.c helps where nothing says what was
   mapped, samples.c takes samples, counts.c what others
   have counted, result.c makes the bundle.  */

#ifndef HWPGO_TRACE_CONVERSION_H
#define HWPGO_TRACE_CONVERSION_H

#include "runtime/trace/convert.h"
#include "runtime/trace/events.h"
#include "runtime/trace/evidence.h"
#include "runtime/trace/input.h"

/* One input.  */
struct hwpgo_recording
{
  const char *path;
  struct hwpgo_input *input;
  struct hwpgo_event_choice choice; /* of one with samples.  */
  struct hwpgo_spaces *spaces;      /* the same.  */
};

struct hwpgo_conversion
{
  const struct hwpgo_convert_options *options;
  struct hwpgo_convert_report *report;
  struct hwpgo_recording *recordings; /* as many as options->n_perf_data.  */
  struct hwpgo_binaries binaries;
  struct hwpgo_resolver resolver; /* of the recording that is read.  */
  struct hwpgo_evidence evidence[HWPGO_RECORDED_KINDS];
  struct hwpgo_runs counted; /* addresses of samples that others counted.  */
  uint64_t told;             /* all counts of others together.  */
  uint64_t steps;            /* of hwpgo_conversion_due.  */
  double part;               /* told last.  */
  bool interrupted;
};

/* Read all inputs of OPTIONS, and give what they say to RESULT, with DATA.
   REPORT and errors are as hwpgo_convert's.  */
int hwpgo_conversion_run (const struct hwpgo_convert_options *options,
                          struct hwpgo_convert_report *report,
                          int (*result) (struct hwpgo_conversion *c,
                                         void *data, struct hwpgo_error *err),
                          void *data, struct hwpgo_error *err);

/* True in one call of EACH, which is a power of two: it is time for
   hwpgo_conversion_progress.  */
static inline bool
hwpgo_conversion_due (struct hwpgo_conversion *c, uint64_t each)
{
  return (c->steps++ & (each - 1)) == 0;
}

/* Tell that PART (0..1) is done.  -HWPGO_E_INTERRUPTED when the
   user has had enough; PATH is what is being read, or NULL.  */
int hwpgo_conversion_progress (struct hwpgo_conversion *c, double part,
                               const char *path, struct hwpgo_error *err);

/* Take the sample in RECORD of R.  */
int hwpgo_conversion_sample (struct hwpgo_conversion *c,
                             const struct hwpgo_recording *r,
                             const struct hwpgo_perf_record *record,
                             struct hwpgo_error *err);

/* R, which is read for the first time, does not say what was mapped: 0 if
   there is the one binary that it can be about, else an error.  */
int hwpgo_conversion_unmapped (struct hwpgo_conversion *c,
                               const struct hwpgo_recording *r,
                               struct hwpgo_error *err);
/* When the binaries are open: every process of R has that one mapped where it
   was linked to.  */
int hwpgo_conversion_map_as_linked (struct hwpgo_conversion *c,
                                    struct hwpgo_recording *r,
                                    struct hwpgo_error *err);

/* The reading of an input with counts.  */
struct hwpgo_counting
{
  struct hwpgo_conversion *c;
  const char *path;             /* of the input.  */
  const struct hwpgo_traced *t; /* whose counts come; NULL: unwanted.  */
  enum hwpgo_origin origin;
};

/* A sink that takes all counts as evidence.  COUNTING outlives it.  */
struct hwpgo_counts_sink
hwpgo_conversion_sink (struct hwpgo_counting *counting);

/* All is read: sum up what is in counts alone.  */
int hwpgo_conversion_settle_counts (struct hwpgo_conversion *c,
                                    struct hwpgo_error *err);

/* Make the profiles.  */
int hwpgo_conversion_result (struct hwpgo_conversion *c,
                             struct hwpgo_bundle *bundle,
                             struct hwpgo_error *err);

#endif
