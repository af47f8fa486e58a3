/* What ran of each binary, by address.
   SPDX-License-Identifier: GPL-2.0-or-later

   The same evidence as a profile is made of, before it is attributed to
   places of the source.  */

#ifndef HWPGO_TRACE_EXECUTED_H
#define HWPGO_TRACE_EXECUTED_H

#include "runtime/trace/convert.h"
#include "runtime/trace/places.h"

/* Taken branches within one binary; vaddrs.  Weights are those of
   evidence.h.  */
struct hwpgo_taken
{
  uint64_t from, to, weight;
};

struct hwpgo_executed
{
  struct hwpgo_image *image;
  struct hwpgo_flows flows;
  struct hwpgo_taken *taken; /* by FROM, then TO, without duplicates.  */
  size_t n_taken;
};

/* Read the recordings of OPTIONS, and call VISIT with what ran of each binary
   that was mapped; what it is given lives until it returns, and an error of it
   ends the reading.  REPORT and errors are as hwpgo_convert's.  */
int hwpgo_executed_each (const struct hwpgo_convert_options *options,
                         struct hwpgo_convert_report *report,
                         int (*visit) (const struct hwpgo_executed *executed,
                                       void *data, struct hwpgo_error *err),
                         void *data, struct hwpgo_error *err);

/* The weight of all branches from [LOW, HIGH) to TO.  */
uint64_t hwpgo_executed_taken (const struct hwpgo_executed *executed,
                               uint64_t low, uint64_t high, uint64_t to);

#endif
