/* What the samples of a recording say about the code.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/evidence.h"

/* --- places ---------------------------------------------------------------
 */

/* True if SPOT is in a function.  */
static bool
inside (const struct hwpgo_binaries *binaries, uint32_t spot)
{
  return spot >= HWPGO_PLACE_FIRST
         && hwpgo_binaries_in_function (binaries, spot);
}

/* The place of SPOT.  What is between functions is nobody's code.  */
static uint64_t
place_of (const struct hwpgo_binaries *binaries, uint32_t spot)
{
  return inside (binaries, spot) ? spot : HWPGO_OUTSIDE;
}

/* The place that a branch to SPOT leads to: in a function, or in the procedure
   linkage table on the way to one.  */
static uint64_t
target_of (const struct hwpgo_evidence *evidence,
           const struct hwpgo_binaries *binaries, uint32_t spot)
{
  uint64_t vaddr;
  if (spot < HWPGO_PLACE_FIRST || inside (binaries, spot) || evidence->llvm)
    return place_of (binaries, spot);
  const struct hwpgo_traced *t = hwpgo_binaries_at (binaries, spot, &vaddr);
  return t && hwpgo_image_stub_name (t->image, vaddr) ? spot : HWPGO_OUTSIDE;
}

/* --- steps to ranges and branches -----------------------------------------
 */

int
hwpgo_evidence_add_range (struct hwpgo_evidence *evidence,
                          const struct hwpgo_binaries *binaries,
                          uint64_t start, uint64_t end, uint64_t weight,
                          uint64_t times, struct hwpgo_run **range,
                          struct hwpgo_error *err)
{
  int rc = hwpgo_runs_add (&evidence->ranges, start, end, weight, times, range,
                           err);
  if (!rc && (*range)->high == 0)
    hwpgo_range_judge (binaries, *range, &evidence->walked);
  return rc;
}

static int
split_branch (struct hwpgo_evidence *evidence,
              const struct hwpgo_binaries *binaries,
              const struct hwpgo_step *s, uint32_t from, uint32_t to,
              struct hwpgo_convert_report *report, struct hwpgo_error *err)
{
  struct hwpgo_run *run;
  uint64_t end = target_of (evidence, binaries, to);
  enum hwpgo_drop drop = HWPGO_DROPS;
  if (to == HWPGO_SPOT_MISSING)
    drop = HWPGO_DROP_NO_TARGET;
  else if (from == HWPGO_SPOT_MISSING)
    drop = HWPGO_DROP_NO_SOURCE;
  else if (end == HWPGO_OUTSIDE)
    drop = HWPGO_DROP_OUTSIDE;
  if (drop != HWPGO_DROPS)
    {
      report->dropped[drop] += s->times;
      return 0;
    }
  report->branches_used += s->times;
  return hwpgo_runs_add (&evidence->branches, place_of (binaries, from), end,
                         s->branch, s->times, &run, err);
}

static int
split_range (struct hwpgo_evidence *evidence,
             const struct hwpgo_binaries *binaries, const struct hwpgo_step *s,
             uint32_t to, struct hwpgo_convert_report *report,
             struct hwpgo_error *err)
{
  uint64_t start = place_of (binaries, to);
  uint64_t end = s->next == HWPGO_SPOT_NONE ? HWPGO_OUTSIDE
                                            : place_of (binaries, s->next);
  /* What ran outside is nobody's range.  */
  if (s->next == HWPGO_SPOT_NONE
      || (start == HWPGO_OUTSIDE && end == HWPGO_OUTSIDE))
    return 0;
  report->ranges += s->times;
  if (to == HWPGO_SPOT_MISSING || s->next == HWPGO_SPOT_MISSING)
    {
      report->dropped[HWPGO_DROP_OPEN] += s->times;
      return 0;
    }
  struct hwpgo_run *range;
  int rc = hwpgo_evidence_add_range (evidence, binaries, start, end, s->range,
                                     s->times, &range, err);
  if (rc)
    return rc;
  if (range->drop == HWPGO_DROPS)
    report->ranges_used += s->times;
  else
    report->dropped[range->drop] += s->times;
  return 0;
}

static int
split_step (struct hwpgo_evidence *evidence,
            const struct hwpgo_binaries *binaries, struct hwpgo_step *s,
            struct hwpgo_convert_report *report, struct hwpgo_error *err)
{
  uint32_t from = s->from & ~HWPGO_STEP_INSIDE;
  uint32_t to = s->to & ~HWPGO_STEP_INSIDE;
  int rc = split_branch (evidence, binaries, s, from, to, report, err);
  if (!rc)
    rc = split_range (evidence, binaries, s, to, report, err);
  s->times = 0;
  s->branch = s->range = 0;
  return rc;
}

int
hwpgo_evidence_settle (struct hwpgo_evidence *evidence,
                       const struct hwpgo_binaries *binaries,
                       struct hwpgo_convert_report *report,
                       struct hwpgo_error *err)
{
  struct hwpgo_steps *steps = &evidence->steps;
  int rc = 0;
  for (size_t i = 0; i < steps->capacity && !rc; i++)
    if (steps->items[i].times)
      rc = split_step (evidence, binaries, &steps->items[i], report, err);
  hwpgo_steps_clear (steps);
  report->dropped[HWPGO_DROP_OUTSIDE] += steps->outside;
  steps->outside = 0;
  return rc;
}

/* --- branch stacks to steps -----------------------------------------------
 */

/* Make room for the steps of N branches.  */
static int
reserve (struct hwpgo_evidence *evidence,
         const struct hwpgo_binaries *binaries, size_t n,
         struct hwpgo_convert_report *report, struct hwpgo_error *err)
{
  bool full;
  struct hwpgo_steps *steps = &evidence->steps;
  if (!HWPGO_GROW (steps->keys, steps->keys_capacity, n)
      || !hwpgo_steps_reserve (steps, n, &full))
    return hwpgo_error_nomem (err);
  return full ? hwpgo_evidence_settle (evidence, binaries, report, err) : 0;
}

/* The entries of S as keys, newest first, without those of wrong paths.  */
static void
make_keys (struct hwpgo_steps *steps, struct hwpgo_resolver *resolver,
           const struct hwpgo_perf_sample *s, uint64_t times,
           struct hwpgo_convert_report *report)
{
  size_t n = 0, mask = steps->capacity - 1;
  uint32_t next = HWPGO_SPOT_NONE;
  for (size_t i = 0; i < s->n_branches; i++)
    {
      const struct hwpgo_perf_branch *b = &s->branches[i];
      if (hwpgo_perf_branch_wrong_path (b))
        {
          report->dropped[HWPGO_DROP_WRONG_PATH] += times;
          continue;
        }
      uint32_t from = hwpgo_resolver_spot (resolver, b->from);
      uint32_t to = hwpgo_resolver_spot (resolver, b->to);
      uint32_t hash = hwpgo_step_hash (from, to, next);
      __builtin_prefetch (&steps->items[hash & mask]);
      steps->keys[n++] = (struct hwpgo_step_key){ from, to, next, hash, NULL };
      next = from;
    }
  steps->n_keys = n;
}

/* A tight loop rightly has the same branch twice.  But where the way from its
   target to its source cannot be run, some processors have recorded one
   branch two times.  */
static int
is_duplicate (struct hwpgo_evidence *evidence,
              const struct hwpgo_binaries *binaries,
              const struct hwpgo_step_key *key, bool *duplicate,
              struct hwpgo_error *err)
{
  *duplicate = false;
  if (key[0].from != key[1].from || key[0].to != key[1].to
      || !inside (binaries, key[0].from) || !inside (binaries, key[0].to))
    return 0;
  struct hwpgo_run *range;
  int rc = hwpgo_evidence_add_range (evidence, binaries, key[1].to,
                                     key[0].from, 0, 0, &range, err);
  *duplicate = !rc && range->drop != HWPGO_DROPS;
  return rc;
}

/* Find the steps of the N keys.  Returns how many of them touch a
   function.  */
static size_t
find_steps (struct hwpgo_steps *steps, const struct hwpgo_binaries *binaries,
            struct hwpgo_step_key *keys, size_t n)
{
  size_t touching = 0;
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_step_key *k = &keys[i];
      bool is_new = false;
      if (k->from == HWPGO_SPOT_OUTSIDE && k->to == HWPGO_SPOT_OUTSIDE
          && (k->next == HWPGO_SPOT_OUTSIDE || k->next == HWPGO_SPOT_NONE))
        continue;
      k->step = hwpgo_steps_find (steps, k, &is_new);
      if (is_new && inside (binaries, k->from))
        k->step->from |= HWPGO_STEP_INSIDE;
      if (is_new && inside (binaries, k->to))
        k->step->to |= HWPGO_STEP_INSIDE;
      touching += (k->step->from | k->step->to) >> 31;
    }
  return touching;
}

/* What one branch and one range of a stack stand for.  */
struct weights
{
  uint64_t branch, range;
};

/* The event counted EVENTS taken branches, of which the stack shows N in a
   row, wherever they were.  */
static struct weights
true_weights (size_t n, uint64_t events)
{
  uint64_t weight = hwpgo_mul (events, HWPGO_WEIGHT_ONE);
  return (struct weights){ weight / n, n > 1 ? weight / (n - 1) : 0 };
}

static struct weights
llvm_weights (size_t touching, uint64_t events, uint64_t times)
{
  uint64_t each = times ? events / times : 0;
  if (touching > 1)
    each /= touching - 1;
  /* A sample without a period, in text say, is 1 event; llvm-profgen then
     counts each branch as one.  */
  if (each == 0)
    each = 1;
  each = hwpgo_mul (hwpgo_mul (each, times), HWPGO_WEIGHT_ONE);
  return (struct weights){ each, each };
}

static int
add_weights (struct hwpgo_evidence *evidence,
             const struct hwpgo_binaries *binaries,
             const struct hwpgo_step_key *keys, size_t n, struct weights w,
             uint64_t times, struct hwpgo_convert_report *report,
             struct hwpgo_error *err)
{
  for (size_t i = 0; i < n; i++)
    {
      struct hwpgo_step *s = keys[i].step;
      if (!s)
        {
          evidence->steps.outside += times;
          continue;
        }
      s->branch = hwpgo_add (s->branch, w.branch);
      s->range = hwpgo_add (s->range, w.range);
      s->times += (uint32_t) times;
      /* The next one may add as many again.  */
      if (s->times > INT32_MAX)
        {
          int rc = split_step (evidence, binaries, s, report, err);
          if (rc)
            return rc;
        }
    }
  return 0;
}

/* Add the branches of S that are marked as mispredicted, WEIGHT each, to
   BITS, without the newest if it is a DUPLICATE.  */
static int
add_bits (struct hwpgo_evidence *bits, struct hwpgo_resolver *resolver,
          const struct hwpgo_perf_sample *s, bool duplicate, uint64_t weight,
          uint64_t times, struct hwpgo_error *err)
{
  int rc = 0;
  for (size_t i = 0; i < s->n_branches && !rc; i++)
    {
      const struct hwpgo_perf_branch *b = &s->branches[i];
      bool used;
      if (hwpgo_perf_branch_wrong_path (b))
        continue;
      if (duplicate)
        {
          duplicate = false;
          continue;
        }
      bits->told |= hwpgo_perf_branch_mispredicted (b)
                    || hwpgo_perf_branch_predicted (b);
      if (!hwpgo_perf_branch_mispredicted (b))
        continue;
      rc = hwpgo_evidence_add_address (&bits->addresses, resolver, b->from,
                                       weight, times, &used, err);
      bits->samples += used ? times : 0;
    }
  return rc;
}

int
hwpgo_evidence_add_stack (struct hwpgo_evidence *evidence,
                          struct hwpgo_resolver *resolver,
                          const struct hwpgo_perf_sample *s, uint64_t events,
                          uint64_t times, struct hwpgo_evidence *bits,
                          bool *used, struct hwpgo_convert_report *report,
                          struct hwpgo_error *err)
{
  const struct hwpgo_binaries *binaries = resolver->binaries;
  *used = false;
  report->branches += s->n_branches * times;
  int rc = reserve (evidence, binaries, s->n_branches, report, err);
  if (rc)
    return rc;
  make_keys (&evidence->steps, resolver, s, times, report);
  struct hwpgo_step_key *keys = evidence->steps.keys;
  size_t n = evidence->steps.n_keys;
  bool duplicate = false;
  if (n > 1)
    rc = is_duplicate (evidence, binaries, keys, &duplicate, err);
  if (duplicate)
    {
      report->dropped[HWPGO_DROP_DUPLICATE] += times;
      keys++;
      n--;
      keys->next = HWPGO_SPOT_NONE;
      keys->hash = hwpgo_step_hash (keys->from, keys->to, keys->next);
    }
  if (n == 0 || rc)
    return rc;
  size_t touching = find_steps (&evidence->steps, binaries, keys, n);
  *used = touching != 0;
  struct weights w = evidence->llvm ? llvm_weights (touching, events, times)
                                    : true_weights (n, events);
  rc = add_weights (evidence, binaries, keys, n, w, times, report, err);
  if (!rc && bits)
    rc = add_bits (bits, resolver, s, duplicate, w.branch, times, err);
  return rc;
}

int
hwpgo_evidence_add_address (struct hwpgo_runs *addresses,
                            struct hwpgo_resolver *resolver, uint64_t address,
                            uint64_t weight, uint64_t times, bool *used,
                            struct hwpgo_error *err)
{
  uint32_t spot = hwpgo_resolver_spot (resolver, address);
  uint64_t place = place_of (resolver->binaries, spot);
  struct hwpgo_run *run;
  *used = place != HWPGO_OUTSIDE;
  if (!*used)
    return 0;
  return hwpgo_runs_add (addresses, place, place, weight, times, &run, err);
}

void
hwpgo_evidence_free (struct hwpgo_evidence *evidence)
{
  hwpgo_runs_free (&evidence->ranges);
  hwpgo_runs_free (&evidence->branches);
  hwpgo_runs_free (&evidence->addresses);
  hwpgo_runs_free (&evidence->executed);
  hwpgo_steps_free (&evidence->steps);
}
