/* From evidence to what ran of each binary.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/trace/executed.h"

#include <stdlib.h>

#include "runtime/base/bisect.h"
#include "runtime/trace/conversion.h"

struct reading
{
  int (*visit) (const struct hwpgo_executed *executed, void *data,
                struct hwpgo_error *err);
  void *data;
};

static int
by_source (const void *a, const void *b)
{
  const struct hwpgo_taken *x = a, *y = b;
  if (x->from != y->from)
    return x->from > y->from ? 1 : -1;
  return (x->to > y->to) - (x->to < y->to);
}

/* The branches in EVIDENCE with both ends in B.  They differ, and so do their
   places.  */
static int
add_taken (struct hwpgo_executed *executed,
           const struct hwpgo_binaries *binaries, const struct hwpgo_traced *b,
           const struct hwpgo_evidence *evidence)
{
  const struct hwpgo_runs *branches = &evidence->branches;
  executed->taken = calloc (branches->n + 1, sizeof *executed->taken);
  if (!executed->taken)
    return -HWPGO_E_NOMEM;
  for (size_t i = 0; i < branches->n; i++)
    {
      const struct hwpgo_run *r = &branches->items[i];
      struct hwpgo_taken t = { .weight = r->weight };
      if (r->start == HWPGO_OUTSIDE || r->end == HWPGO_OUTSIDE
          || hwpgo_binaries_at (binaries, r->start, &t.from) != b
          || hwpgo_binaries_at (binaries, r->end, &t.to) != b)
        continue;
      executed->taken[executed->n_taken++] = t;
    }
  qsort (executed->taken, executed->n_taken, sizeof *executed->taken,
         by_source);
  return 0;
}

static int
visit_binary (struct hwpgo_conversion *c, const struct hwpgo_traced *b,
              const struct reading *reading, struct hwpgo_error *err)
{
  const struct hwpgo_evidence *e = &c->evidence[HWPGO_FREQUENCY];
  struct hwpgo_executed executed = { .image = b->image };
  int rc = hwpgo_flows_make (&executed.flows, &c->binaries, b, e);
  if (!rc)
    rc = add_taken (&executed, &c->binaries, b, e);
  rc = rc ? hwpgo_error_nomem (err)
          : reading->visit (&executed, reading->data, err);
  free (executed.flows.items);
  free (executed.taken);
  return rc;
}

static int
visit_all (struct hwpgo_conversion *c, void *data, struct hwpgo_error *err)
{
  const struct reading *reading = data;
  int rc = 0;
  for (size_t i = 0; i < c->binaries.n && !rc; i++)
    if (c->binaries.items[i].mapped)
      rc = visit_binary (c, &c->binaries.items[i], reading, err);
  return rc;
}

int
hwpgo_executed_each (const struct hwpgo_convert_options *options,
                     struct hwpgo_convert_report *report,
                     int (*visit) (const struct hwpgo_executed *executed,
                                   void *data, struct hwpgo_error *err),
                     void *data, struct hwpgo_error *err)
{
  struct reading reading = { visit, data };
  return hwpgo_conversion_run (options, report, visit_all, &reading, err);
}

uint64_t
hwpgo_executed_taken (const struct hwpgo_executed *executed, uint64_t low,
                      uint64_t high, uint64_t to)
{
  size_t first;
  HWPGO_BISECT (first, executed->n_taken, i, executed->taken[i].from < low);
  uint64_t sum = 0;
  for (size_t i = first;
       i < executed->n_taken && executed->taken[i].from < high; i++)
    if (executed->taken[i].to == to)
      sum = hwpgo_add (sum, executed->taken[i].weight);
  return sum;
}
