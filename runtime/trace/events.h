/* Which event of a recording goes into which profile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_TRACE_EVENTS_H
#define HWPGO_TRACE_EVENTS_H

#include "runtime/perfdata/reader.h"
#include "runtime/profile/bundle.h"

/* What a sample of an event is good for.  */
enum
{
  HWPGO_USE_STACK = 1,      /* its branch stack, for the frequency.  */
  HWPGO_USE_ADDRESS = 2,    /* its address, for the frequency.  */
  HWPGO_USE_MISPREDICT = 4, /* its address, for the mispredicts.  */
  HWPGO_USE_IBS = 8,        /* what IBS says of the mispredicts.  */
  HWPGO_USE_BITS = 16       /* the mispredict bits of its branch stack.  */
};
#define HWPGO_USES_FREQUENCY (HWPGO_USE_STACK | HWPGO_USE_ADDRESS)
#define HWPGO_USES_MISPREDICT                                                 \
  (HWPGO_USE_MISPREDICT | HWPGO_USE_IBS | HWPGO_USE_BITS)

struct hwpgo_event_use
{
  const struct hwpgo_perf_event *event;
  unsigned uses; /* HWPGO_USE_ bits.  */
};

struct hwpgo_event_choice
{
  struct hwpgo_event_use *uses; /* malloc'ed; one for each event.  */
  size_t n_uses;
};

/* Choose among the N EVENTS of one recording.  NAME and LEADING_IP_ONLY are as
   in struct hwpgo_convert_options.  PATH is for messages.  An event NAME that
   is not there, or no event that could be used, is an error that names those
   that are there.  All mispredict uses that are possible are in *CHOICE, and
   ADDRESS only if there is no STACK; see hwpgo_events_settle.  */
int hwpgo_events_choose (const struct hwpgo_perf_event *const *events,
                         size_t n, const char *path, const char *name,
                         bool leading_ip_only,
                         struct hwpgo_event_choice *choice,
                         struct hwpgo_error *err);

/* All uses in CHOICE together.  */
unsigned hwpgo_events_uses (const struct hwpgo_event_choice *choice);

/* ALL are the uses in all recordings of a conversion: leave in CHOICE the best
   for each profile.  Stacks are better than addresses; a mispredict event is
   better than IBS, which is better than bits.  */
void hwpgo_events_settle (struct hwpgo_event_choice *choice, unsigned all);

/* The use of EVENT, NULL if it is not used.  */
static inline const struct hwpgo_event_use *
hwpgo_events_find (const struct hwpgo_event_choice *choice,
                   const struct hwpgo_perf_event *event)
{
  for (size_t i = 0; i < choice->n_uses; i++)
    if (choice->uses[i].event == event && choice->uses[i].uses)
      return &choice->uses[i];
  return NULL;
}

#endif
