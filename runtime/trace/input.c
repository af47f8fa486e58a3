/* A recording of any kind.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/input.h"

struct hwpgo_input
{
  struct hwpgo_perf_reader *perf;
};

int
hwpgo_input_open (struct hwpgo_input **input, const char *path,
                  struct hwpgo_error *err)
{
  struct hwpgo_input *i = calloc (1, sizeof *i);
  *input = NULL;
  if (!i)
    return hwpgo_error_nomem (err);
  int rc = hwpgo_perf_open (&i->perf, path, err);
  if (rc)
    free (i);
  else
    *input = i;
  return rc;
}

void
hwpgo_input_close (struct hwpgo_input *input)
{
  hwpgo_perf_close (input->perf);
  free (input);
}

const char *
hwpgo_input_kind (const struct hwpgo_input *input)
{
  (void) input;
  return "perf.data";
}

bool
hwpgo_input_counted (const struct hwpgo_input *input)
{
  (void) input;
  return false;
}

int
hwpgo_input_next (struct hwpgo_input *input, struct hwpgo_perf_record *record,
                  struct hwpgo_error *err)
{
  return hwpgo_perf_next (input->perf, record, err);
}

void
hwpgo_input_rewind (struct hwpgo_input *input, bool samples)
{
  hwpgo_perf_skip_samples (input->perf, !samples);
  hwpgo_perf_rewind (input->perf);
}

size_t
hwpgo_input_n_events (const struct hwpgo_input *input)
{
  return hwpgo_perf_n_events (input->perf);
}

const struct hwpgo_perf_event *
hwpgo_input_event (const struct hwpgo_input *input, size_t i)
{
  return hwpgo_perf_event (input->perf, i);
}

struct hwpgo_perf_reader *
hwpgo_input_perf (const struct hwpgo_input *input)
{
  return input->perf;
}

int
hwpgo_input_counts (struct hwpgo_input *input,
                    const struct hwpgo_counts_sink *sink,
                    struct hwpgo_error *err)
{
  (void) input, (void) sink;
  return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, NULL, "counts");
}

uint64_t
hwpgo_input_size (const struct hwpgo_input *input)
{
  return hwpgo_perf_data_size (input->perf);
}

uint64_t
hwpgo_input_done (const struct hwpgo_input *input)
{
  return hwpgo_perf_data_done (input->perf);
}
