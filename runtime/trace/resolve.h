/* From addresses of samples to places in code, fast.
   SPDX-License-Identifier: GPL-2.0-or-later

   What process has what at an address holds for a while and for a stretch of
   addresses, so that the next address is a place by a comparison and an
   addition.  */

#ifndef HWPGO_TRACE_RESOLVE_H
#define HWPGO_TRACE_RESOLVE_H

#include "runtime/trace/binaries.h"
#include "runtime/trace/spaces.h"

/* A place in few bits: that of binaries.h, or one of these.  It may lie
   between functions.  */
enum
{
  HWPGO_SPOT_OUTSIDE, /* no binary's.  */
  HWPGO_SPOT_MISSING, /* address 0: the processor has not told it.  */
  HWPGO_SPOT_NONE = HWPGO_PLACE_LIMIT /* greater than any other.  */
};

#define HWPGO_RESOLVER_WINDOWS 6
#define HWPGO_RESOLVER_SETS 64

/* Addresses [LOW, LOW + SIZE] are the spots (address + BIAS) & MASK.  */
struct hwpgo_resolver_window
{
  uint64_t low, size, bias;
  uint32_t mask; /* 0: outside.  */
};

/* For one process and the times from FROM up to and with TO.  */
struct hwpgo_resolver_set
{
  int32_t pid;
  unsigned n, next; /* windows, and the one to replace.  */
  uint64_t from, to;
  struct hwpgo_resolver_window windows[HWPGO_RESOLVER_WINDOWS];
};

struct hwpgo_resolver
{
  struct hwpgo_spaces *spaces;
  const struct hwpgo_binaries *binaries;
  uint64_t time;
  struct hwpgo_resolver_set *set; /* of the process asked about.  */
  struct hwpgo_resolver_set sets[HWPGO_RESOLVER_SETS];
};

/* Start on finished SPACES and open BINARIES, which both outlive it.  */
void hwpgo_resolver_init (struct hwpgo_resolver *resolver,
                          struct hwpgo_spaces *spaces,
                          const struct hwpgo_binaries *binaries);

/* What is asked next is about process PID at TIME.  */
void hwpgo_resolver_at (struct hwpgo_resolver *resolver, int32_t pid,
                        uint64_t time);

/* The spot of ADDRESS, when no window has it.  */
uint32_t hwpgo_resolver_search (struct hwpgo_resolver *resolver,
                                uint64_t address);

/* The spot of ADDRESS.  */
static inline uint32_t
hwpgo_resolver_spot (struct hwpgo_resolver *resolver, uint64_t address)
{
  const struct hwpgo_resolver_set *set = resolver->set;
  for (unsigned i = 0; i < set->n; i++)
    {
      const struct hwpgo_resolver_window *w = &set->windows[i];
      if (address - w->low <= w->size)
        return (uint32_t) (address + w->bias) & w->mask;
    }
  return hwpgo_resolver_search (resolver, address);
}

#endif
