/* What the samples of a recording say about the code.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/evidence.h"

/* A branch with its ends as places.  */
struct taken
{
  uint64_t from, to;
};

/* The run from START to END, made when it is new; NULL when out of
   memory.  */
static struct hwpgo_run *
find_run (struct hwpgo_runs *runs, uint64_t start, uint64_t end, bool *is_new)
{
  uint64_t *slot = hwpgo_map_slot (&runs->index, start, end);
  if (!slot)
    return NULL;
  *is_new = *slot == 0;
  if (*is_new)
    {
      if (!HWPGO_GROW (runs->items, runs->capacity, runs->n + 1))
        return NULL;
      runs->items[runs->n++] = (struct hwpgo_run){
        .start = start, .end = end, .drop = HWPGO_DROPS, .high = end
      };
      *slot = runs->n;
    }
  return &runs->items[*slot - 1];
}

static void
add_weight (struct hwpgo_run *run, uint64_t weight)
{
  run->weight = hwpgo_add (run->weight, weight);
  run->times++;
}

static struct hwpgo_run *
find_range (struct hwpgo_evidence *evidence,
            const struct hwpgo_binaries *binaries, uint64_t start,
            uint64_t end)
{
  bool is_new;
  struct hwpgo_run *range = find_run (&evidence->ranges, start, end, &is_new);
  if (range && is_new)
    hwpgo_range_judge (binaries, range);
  return range;
}

static uint64_t
place_of (const struct hwpgo_binaries *binaries, struct hwpgo_spaces *spaces,
          const struct hwpgo_perf_record *record, uint64_t address)
{
  size_t file;
  uint64_t offset;
  if (!hwpgo_spaces_find (spaces, record->pid,
                          record->has_time ? record->time : UINT64_MAX,
                          address, &file, &offset))
    return HWPGO_OUTSIDE;
  return hwpgo_binaries_place (binaries, file, offset);
}

/* A tight loop rightly has the same branch twice.  But where the way from its
   target to its source cannot be run, some processors have recorded one
   branch two times.  */
static int
is_duplicate (struct hwpgo_evidence *evidence,
              const struct hwpgo_binaries *binaries, const struct taken *first,
              const struct taken *second, bool *duplicate)
{
  *duplicate = false;
  if (first->from != second->from || first->to != second->to
      || first->to == HWPGO_OUTSIDE || first->from == HWPGO_OUTSIDE)
    return 0;
  const struct hwpgo_run *range
      = find_range (evidence, binaries, second->to, first->from);
  if (!range)
    return -HWPGO_E_NOMEM;
  *duplicate = range->drop != HWPGO_DROPS;
  return 0;
}

/* Add the branches, N of them, newest first.  */
static int
add_branches (struct hwpgo_evidence *evidence, const struct taken *taken,
              size_t n, uint64_t weight, bool *used,
              struct hwpgo_convert_report *report)
{
  for (size_t i = 0; i < n; i++)
    {
      *used |= taken[i].from != HWPGO_OUTSIDE || taken[i].to != HWPGO_OUTSIDE;
      if (taken[i].to == HWPGO_OUTSIDE)
        {
          report->dropped[HWPGO_DROP_OUTSIDE]++;
          continue;
        }
      bool is_new;
      struct hwpgo_run *run = find_run (&evidence->branches, taken[i].from,
                                        taken[i].to, &is_new);
      if (!run)
        return -HWPGO_E_NOMEM;
      add_weight (run, weight);
      report->branches_used++;
    }
  return 0;
}

static int
add_ranges (struct hwpgo_evidence *evidence,
            const struct hwpgo_binaries *binaries, const struct taken *taken,
            size_t n, uint64_t weight, struct hwpgo_convert_report *report)
{
  for (size_t i = 1; i < n; i++)
    {
      /* What ran outside is nobody's range.  */
      if (taken[i].to == HWPGO_OUTSIDE && taken[i - 1].from == HWPGO_OUTSIDE)
        continue;
      report->ranges++;
      struct hwpgo_run *range
          = find_range (evidence, binaries, taken[i].to, taken[i - 1].from);
      if (!range)
        return -HWPGO_E_NOMEM;
      add_weight (range, weight);
      if (range->drop == HWPGO_DROPS)
        report->ranges_used++;
      else
        report->dropped[range->drop]++;
    }
  return 0;
}

/* What one branch and one range of a stack stand for.  */
struct weights
{
  uint64_t branch, range;
};

/* The event counted PERIOD taken branches, of which the stack shows N in a
   row, wherever they were.  */
static struct weights
true_weights (size_t n, uint64_t period)
{
  uint64_t weight = hwpgo_mul (period, HWPGO_WEIGHT_ONE);
  return (struct weights){ weight / n, n > 1 ? weight / (n - 1) : 0 };
}

static struct weights
llvm_weights (const struct taken *taken, size_t n, uint64_t period)
{
  size_t touching = 0;
  for (size_t i = 0; i < n; i++)
    touching += taken[i].from != HWPGO_OUTSIDE || taken[i].to != HWPGO_OUTSIDE;
  uint64_t each = touching > 1 ? period / (touching - 1) : period;
  each = hwpgo_mul (each, HWPGO_WEIGHT_ONE);
  return (struct weights){ each, each };
}

static int
add_taken (struct hwpgo_evidence *evidence,
           const struct hwpgo_binaries *binaries, const struct taken *taken,
           size_t n, uint64_t period, bool *used,
           struct hwpgo_convert_report *report)
{
  bool duplicate = false;
  int rc = 0;
  if (n > 1)
    rc = is_duplicate (evidence, binaries, &taken[0], &taken[1], &duplicate);
  if (duplicate)
    {
      report->dropped[HWPGO_DROP_DUPLICATE]++;
      taken++;
      n--;
    }
  if (n == 0 || rc)
    return rc;
  struct weights w = evidence->llvm ? llvm_weights (taken, n, period)
                                    : true_weights (n, period);
  rc = add_branches (evidence, taken, n, w.branch, used, report);
  if (!rc)
    rc = add_ranges (evidence, binaries, taken, n, w.range, report);
  return rc;
}

int
hwpgo_evidence_add_stack (struct hwpgo_evidence *evidence,
                          const struct hwpgo_binaries *binaries,
                          struct hwpgo_spaces *spaces,
                          const struct hwpgo_perf_record *record,
                          uint64_t period, bool *used,
                          struct hwpgo_convert_report *report,
                          struct hwpgo_error *err)
{
  const struct hwpgo_perf_sample *s = &record->sample;
  struct taken *taken = calloc (s->n_branches + 1, sizeof *taken);
  if (!taken)
    return hwpgo_error_nomem (err);
  size_t n = 0;
  *used = false;
  report->branches += s->n_branches;
  for (size_t i = 0; i < s->n_branches; i++)
    {
      const struct hwpgo_perf_branch *b = &s->branches[i];
      if (hwpgo_perf_branch_wrong_path (b))
        {
          report->dropped[HWPGO_DROP_WRONG_PATH]++;
          continue;
        }
      taken[n].from = place_of (binaries, spaces, record, b->from);
      taken[n++].to = place_of (binaries, spaces, record, b->to);
    }
  int rc = add_taken (evidence, binaries, taken, n, period, used, report);
  free (taken);
  return rc ? hwpgo_error_nomem (err) : 0;
}

int
hwpgo_evidence_add_address (struct hwpgo_evidence *evidence,
                            const struct hwpgo_binaries *binaries,
                            struct hwpgo_spaces *spaces,
                            const struct hwpgo_perf_record *record,
                            uint64_t period, bool *used,
                            struct hwpgo_error *err)
{
  uint64_t place = place_of (binaries, spaces, record, record->sample.ip);
  *used = place != HWPGO_OUTSIDE;
  if (!*used)
    return 0;
  bool is_new;
  struct hwpgo_run *run
      = find_run (&evidence->addresses, place, place, &is_new);
  if (!run)
    return hwpgo_error_nomem (err);
  add_weight (run, hwpgo_mul (period, HWPGO_WEIGHT_ONE));
  return 0;
}

static void
free_runs (struct hwpgo_runs *runs)
{
  free (runs->items);
  hwpgo_map_free (&runs->index);
}

void
hwpgo_evidence_free (struct hwpgo_evidence *evidence)
{
  free_runs (&evidence->ranges);
  free_runs (&evidence->branches);
  free_runs (&evidence->addresses);
}
