/* From what others have counted to evidence.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/trace/conversion.h"
#include "runtime/trace/places.h"

/* Counts between two calls of the progress function.  */
#define PROGRESS_STEP 4096
/* No machine has done more in its life; sums of these do not overflow.  */
#define MAX_TOLD (UINT64_C (1) << 62)

/* The place of ADDRESS.  */
static uint64_t
place_of (const struct hwpgo_counting *r, uint64_t address)
{
  if (address == HWPGO_COUNTED_ELSEWHERE)
    return HWPGO_OUTSIDE;
  if (r->origin == HWPGO_ORIGIN_SEGMENT)
    address += hwpgo_image_first_vaddr (r->t->image);
  return hwpgo_binaries_vaddr (r->t, address);
}

static int
use_binary (void *data, const char *path, enum hwpgo_origin origin,
            bool *wanted, struct hwpgo_error *err)
{
  struct hwpgo_counting *r = data;
  const struct hwpgo_binaries *binaries = &r->c->binaries;
  size_t b = path ? hwpgo_binaries_of_path (binaries, path) : 0;
  if (!path && binaries->n != 1)
    return hwpgo_error_set (err, HWPGO_E_USAGE, r->path,
                            "it does not say of which binary its counts are; "
                            "name that one, and no other, with --binary");
  r->origin = origin;
  r->t = b == SIZE_MAX ? NULL : &binaries->items[b];
  *wanted = r->t != NULL;
  return 0;
}

static int
add_range (struct hwpgo_counting *r, uint64_t start, uint64_t end,
           uint64_t count, struct hwpgo_error *err)
{
  struct hwpgo_convert_report *report = r->c->report;
  struct hwpgo_run *range;
  if (start == HWPGO_OUTSIDE && end == HWPGO_OUTSIDE)
    return 0;
  int rc = hwpgo_evidence_add_range (
      &r->c->evidence[HWPGO_FREQUENCY], &r->c->binaries, start, end,
      hwpgo_mul (count, HWPGO_WEIGHT_ONE), count, &range, err);
  if (rc)
    return rc;
  uint64_t *sum = range->drop == HWPGO_DROPS ? &report->ranges_used
                                             : &report->dropped[range->drop];
  *sum = hwpgo_add (*sum, count);
  report->ranges = hwpgo_add (report->ranges, count);
  return 0;
}

static int
add_branch (struct hwpgo_counting *r, uint64_t from, uint64_t to,
            uint64_t count, struct hwpgo_error *err)
{
  struct hwpgo_convert_report *report = r->c->report;
  struct hwpgo_run *run;
  uint64_t *sum = to == HWPGO_OUTSIDE ? &report->dropped[HWPGO_DROP_OUTSIDE]
                                      : &report->branches_used;
  *sum = hwpgo_add (*sum, count);
  report->branches = hwpgo_add (report->branches, count);
  if (to == HWPGO_OUTSIDE)
    return 0;
  return hwpgo_runs_add (&r->c->evidence[HWPGO_FREQUENCY].branches, from, to,
                         hwpgo_mul (count, HWPGO_WEIGHT_ONE), count, &run,
                         err);
}

/* Samples, or mispredicts, at PLACE.  */
static int
add_address (struct hwpgo_counting *r, struct hwpgo_runs *runs, uint64_t place,
             uint64_t count, struct hwpgo_error *err)
{
  struct hwpgo_convert_report *report = r->c->report;
  struct hwpgo_run *run;
  uint64_t *sum = place == HWPGO_OUTSIDE
                      ? &report->dropped[HWPGO_DROP_NOT_BINARY]
                      : &report->samples_used;
  *sum = hwpgo_add (*sum, count);
  report->samples = hwpgo_add (report->samples, count);
  if (place == HWPGO_OUTSIDE)
    return 0;
  return hwpgo_runs_add (runs, place, place,
                         hwpgo_mul (count, HWPGO_WEIGHT_ONE), count, &run,
                         err);
}

/* The kind of the instruction at ADDRESS.  */
static enum hwpgo_insn_kind
kind_of (const struct hwpgo_counting *r, uint64_t address)
{
  if (r->origin == HWPGO_ORIGIN_SEGMENT)
    address += hwpgo_image_first_vaddr (r->t->image);
  return hwpgo_places_instruction (r->t->image, address).kind;
}

static int
add_mispredict (struct hwpgo_counting *r, uint64_t address, uint64_t count,
                struct hwpgo_error *err)
{
  struct hwpgo_evidence *e = &r->c->evidence[HWPGO_MISPREDICT];
  struct hwpgo_convert_report *report = r->c->report;
  uint64_t place = place_of (r, address);
  if (place != HWPGO_OUTSIDE && kind_of (r, address) == HWPGO_INSN_OTHER)
    {
      uint64_t *dropped = &report->dropped[HWPGO_DROP_NOT_A_BRANCH];
      *dropped = hwpgo_add (*dropped, count);
      report->samples = hwpgo_add (report->samples, count);
      return 0;
    }
  if (place != HWPGO_OUTSIDE)
    {
      e->samples = hwpgo_add (e->samples, count);
      e->events = hwpgo_add (e->events, count);
      e->told = true;
    }
  return count ? add_address (r, &e->addresses, place, count, err) : 0;
}

static int
add (void *data, enum hwpgo_counted what, uint64_t a, uint64_t b,
     uint64_t count, struct hwpgo_error *err)
{
  struct hwpgo_counting *r = data;
  int rc = hwpgo_conversion_due (r->c, PROGRESS_STEP)
               ? hwpgo_conversion_progress (r->c, -1, r->path, err)
               : 0;
  if (!rc && count > MAX_TOLD - r->c->told)
    rc = hwpgo_error_set (err, HWPGO_E_LIMIT, r->path,
                          "its counts add up to more than 2^62");
  if (!rc)
    r->c->told += count;
  if (rc || !r->t || (count == 0 && what != HWPGO_COUNTED_MISPREDICT))
    return rc;
  uint64_t place = place_of (r, a);
  switch (what)
    {
    case HWPGO_COUNTED_AGAIN:
      /* Code begins at a branch, or goes on there; but what is no branch has
         ended no piece of code unless it repeats itself.  */
      if (kind_of (r, a) == HWPGO_INSN_OTHER)
        return 0;
      return add_range (r, place, place, count, err);
    case HWPGO_COUNTED_RANGE:
      return add_range (r, place, place_of (r, b), count, err);
    case HWPGO_COUNTED_BRANCH:
      return add_branch (r, place, place_of (r, b), count, err);
    case HWPGO_COUNTED_SAMPLE:
      return add_address (r, &r->c->counted, place, count, err);
    case HWPGO_COUNTED_MISPREDICT:
      return add_mispredict (r, a, count, err);
    }
  return 0;
}

struct hwpgo_counts_sink
hwpgo_conversion_sink (struct hwpgo_counting *counting)
{
  return (struct hwpgo_counts_sink){ use_binary, add, counting };
}

/* Samples say how often an instruction ran only where ranges do not: somebody
   who writes both has made them of the same branch stacks.  */
int
hwpgo_conversion_settle_counts (struct hwpgo_conversion *c,
                                struct hwpgo_error *err)
{
  struct hwpgo_evidence *e = &c->evidence[HWPGO_FREQUENCY];
  int rc = 0;
  for (size_t i = 0; i < c->counted.n && !rc; i++)
    {
      const struct hwpgo_run *run = &c->counted.items[i];
      struct hwpgo_run *sum;
      if (e->ranges.n)
        {
          uint64_t *dropped = &c->report->dropped[HWPGO_DROP_LESS];
          *dropped = hwpgo_add (*dropped, run->times);
          c->report->samples_used -= run->times;
          continue;
        }
      e->basis = HWPGO_BASIS_ADDRESSES;
      e->mean = !c->options->leading_ip_only;
      e->samples = hwpgo_add (e->samples, run->times);
      e->events = hwpgo_add (e->events, run->times);
      rc = hwpgo_runs_add (&e->addresses, run->start, run->end, run->weight,
                           run->times, &sum, err);
    }
  return rc;
}
