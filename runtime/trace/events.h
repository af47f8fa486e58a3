/* Which event of a recording goes into which profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_TRACE_EVENTS_H
#define HWPGO_TRACE_EVENTS_H

#include "runtime/perfdata/reader.h"
#include "runtime/profile/bundle.h"

/* How an event is used.  */
struct hwpgo_event_use
{
  const struct hwpgo_perf_event *event;
  enum hwpgo_kind kind;
  bool stack; /* the branch stacks count, else the addresses.  */
};

struct hwpgo_event_choice
{
  struct hwpgo_event_use *uses; /* malloc'ed.  */
  size_t n_uses;
};

/* Choose among the events of READER.  NAME and LEADING_IP_ONLY are as in
   struct hwpgo_convert_options.  PATH is for messages.  An event NAME that is
   not there, or no event that could be used, is an error that names those
   that are there.  */
int hwpgo_events_choose (const struct hwpgo_perf_reader *reader,
                         const char *path, const char *name,
                         bool leading_ip_only,
                         struct hwpgo_event_choice *choice,
                         struct hwpgo_error *err);

/* The use of EVENT, NULL if it is not used.  */
const struct hwpgo_event_use *
hwpgo_events_find (const struct hwpgo_event_choice *choice,
                   const struct hwpgo_perf_event *event);

#endif
