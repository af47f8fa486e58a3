/* From addresses of samples to places in code, fast.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/trace/resolve.h"

static void
clear (struct hwpgo_resolver_set *set, int32_t pid)
{
  set->pid = pid;
  set->n = set->next = 0;
  set->from = 0;
  set->to = UINT64_MAX;
}

void
hwpgo_resolver_init (struct hwpgo_resolver *resolver,
                     struct hwpgo_spaces *spaces,
                     const struct hwpgo_binaries *binaries)
{
  resolver->spaces = spaces;
  resolver->binaries = binaries;
  for (size_t i = 0; i < HWPGO_RESOLVER_SETS; i++)
    clear (&resolver->sets[i], -1);
  hwpgo_resolver_at (resolver, -1, UINT64_MAX);
}

void
hwpgo_resolver_at (struct hwpgo_resolver *resolver, int32_t pid, uint64_t time)
{
  struct hwpgo_resolver_set *set
      = &resolver->sets[(uint32_t) pid % HWPGO_RESOLVER_SETS];
  if (set->pid != pid || time < set->from || time > set->to)
    clear (set, pid);
  resolver->set = set;
  resolver->time = time;
}

/* Put WINDOW, which is around an address, into the current set.  */
static const struct hwpgo_resolver_window *
keep (struct hwpgo_resolver *resolver, const struct hwpgo_window *window,
      bool outside, uint64_t bias)
{
  struct hwpgo_resolver_set *set = resolver->set;
  if (window->from > set->from)
    set->from = window->from;
  if (window->to < set->to)
    set->to = window->to;
  unsigned i = set->n;
  if (i < HWPGO_RESOLVER_WINDOWS)
    set->n++;
  else
    {
      i = set->next;
      set->next = (i + 1) % HWPGO_RESOLVER_WINDOWS;
    }
  set->windows[i] = (struct hwpgo_resolver_window){
    .low = window->low,
    .size = window->last - window->low,
    .bias = bias,
    .mask = outside ? 0 : UINT32_MAX,
  };
  return &set->windows[i];
}

uint32_t
hwpgo_resolver_search (struct hwpgo_resolver *resolver, uint64_t address)
{
  if (address == 0)
    return HWPGO_SPOT_MISSING;
  struct hwpgo_window w;
  hwpgo_spaces_window (resolver->spaces, resolver->set->pid, resolver->time,
                       address, &w);
  if (w.low == 0)
    {
      w.low++;
      w.offset++;
    }
  uint64_t low, high, place = 0;
  bool inside = w.found;
  if (inside)
    {
      uint64_t offset = address - w.low + w.offset;
      inside = hwpgo_binaries_stretch (resolver->binaries, w.file, offset,
                                       &low, &high, &place);
      /* The same stretch as addresses, cut to the window.  */
      uint64_t below = offset - low, above = high - 1 - offset;
      if (address - w.low > below)
        w.low = address - below;
      if (w.last - address > above)
        w.last = address + above;
      place += below;
    }
  const struct hwpgo_resolver_window *kept
      = keep (resolver, &w, !inside, place - address);
  return (uint32_t) (address + kept->bias) & kept->mask;
}
