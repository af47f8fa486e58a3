/* From addresses of samples to counts at places of the source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/trace/attribute-parts.h"

/* COUNT, a sum over all copies of the branch, in proportion to the record of
   the place in the frequency profile, which is the maximum over the
   instructions of each instance.  */
static uint64_t
scale (uint64_t count, uint64_t frequency, uint64_t executions, bool exact)
{
  if ((frequency >= executions && !exact) || executions == 0)
    return count;
  unsigned __int128 n = (unsigned __int128) count * frequency / executions;
  return n > UINT64_MAX ? UINT64_MAX : (uint64_t) n;
}

static void
scale_all (struct hwpgo_map *counts, const struct hwpgo_walk *w)
{
  for (size_t i = 0; i < counts->capacity; i++)
    {
      struct hwpgo_map_entry *e = &counts->entries[i];
      if (!e->used)
        continue;
      const uint64_t *f = hwpgo_map_find (&w->frequency, e->a, e->b);
      const uint64_t *x = hwpgo_map_find (&w->executions, e->a, e->b);
      if (f && x && *f)
        e->value = scale (e->value, *f, *x, w->exact);
    }
}

/* What WEIGHT, of samples at ROW, adds to the executions of its place when
   they are estimated by a MEAN.  llvm-profgen leaves the factor out.  */
static uint64_t
executions_of (const struct hwpgo_places *places,
               const struct hwpgo_image_row *row, uint64_t weight, bool mean)
{
  if (!mean || places->evidence->llvm)
    return weight;
  return hwpgo_mul (weight, hwpgo_places_discriminator (places, row).factor);
}

/* Sum the addresses up by instance.  */
static bool
sum_addresses (struct hwpgo_places *places, struct hwpgo_map *instances,
               const struct hwpgo_binaries *binaries,
               const struct hwpgo_traced *b, struct hwpgo_evidence *evidence,
               struct hwpgo_convert_report *report)
{
  for (size_t i = 0; i < evidence->addresses.n; i++)
    {
      const struct hwpgo_run *run = &evidence->addresses.items[i];
      uint64_t vaddr;
      if (hwpgo_binaries_at (binaries, run->start, &vaddr) != b)
        continue;
      struct hwpgo_image_row row;
      if (!hwpgo_places_row_at (places, vaddr, &row))
        {
          report->dropped[HWPGO_DROP_NO_LINE] += run->times;
          report->samples_used -= run->times;
          evidence->samples -= run->times;
          evidence->events -= run->weight >> HWPGO_WEIGHT_SHIFT;
          continue;
        }
      uint64_t *slot = hwpgo_places_instance (places, instances, &row);
      if (!slot || !hwpgo_places_touch (places, vaddr))
        return false;
      *slot = hwpgo_add (
          *slot, executions_of (places, &row, run->weight, evidence->mean));
    }
  return true;
}

/* Samples of code are as many more as there are instructions at an instance of
   a place: count them.  */
static bool
visit_instructions (struct hwpgo_places *places,
                    const struct hwpgo_image_row *row, void *data)
{
  uint64_t *slot = hwpgo_places_instance (places, data, row);
  if (!slot)
    return false;
  for (uint64_t at = row->low; at < row->high;)
    {
      unsigned length = hwpgo_places_instruction (places->image, at).length;
      *slot += 1;
      at += length ? length : row->high - row->low;
    }
  return true;
}

/* Divide the sums in SUMS by the number of instructions of each instance.  */
static bool
make_means (struct hwpgo_places *places, struct hwpgo_map *sums)
{
  struct hwpgo_map instructions = { 0 };
  bool good
      = hwpgo_places_each_row (places, visit_instructions, &instructions);
  for (size_t i = 0; i < sums->capacity && good; i++)
    {
      struct hwpgo_map_entry *e = &sums->entries[i];
      const uint64_t *n
          = e->used ? hwpgo_map_find (&instructions, e->a, e->b) : NULL;
      if (n && *n > 1 && e->value)
        e->value = e->value < *n ? 1 : e->value / *n;
    }
  hwpgo_map_free (&instructions);
  return good;
}

/* Sum RUNS up in MAP where the function was touched: executions by instance
   when MEAN, else samples by place.  */
static bool
sum_touched (struct hwpgo_places *places, struct hwpgo_map *map, bool mean,
             const struct hwpgo_binaries *binaries,
             const struct hwpgo_traced *b, const struct hwpgo_runs *runs)
{
  for (size_t i = 0; i < runs->n; i++)
    {
      uint64_t vaddr, weight = runs->items[i].weight;
      struct hwpgo_image_row row;
      if (hwpgo_binaries_at (binaries, runs->items[i].start, &vaddr) != b
          || !hwpgo_places_touched (places, vaddr)
          || !hwpgo_places_row_at (places, vaddr, &row))
        continue;
      uint64_t *slot = mean ? hwpgo_places_instance (places, map, &row)
                            : hwpgo_places_slot (places, map, &row);
      if (!slot)
        return false;
      *slot = hwpgo_add (*slot, executions_of (places, &row, weight, mean));
    }
  return true;
}

/* Where branches ran of which IBS saw no mispredict, that is known, too.  */
static bool
touch_executed (struct hwpgo_places *places,
                const struct hwpgo_binaries *binaries,
                const struct hwpgo_traced *b, const struct hwpgo_runs *runs)
{
  bool good = true;
  for (size_t i = 0; i < runs->n && good; i++)
    {
      uint64_t vaddr;
      if (hwpgo_binaries_at (binaries, runs->items[i].start, &vaddr) == b)
        good = hwpgo_places_touch (places, vaddr);
    }
  return good;
}

/* The executions of W's places from samples alone: the branches that IBS saw
   in EVIDENCE, and the means over all samples of the place's instances in
   FREQUENCY.  */
static bool
executions_of_samples (struct hwpgo_places *places, struct hwpgo_walk *w,
                       const struct hwpgo_binaries *binaries,
                       const struct hwpgo_traced *b,
                       const struct hwpgo_evidence *evidence,
                       const struct hwpgo_evidence *frequency)
{
  bool mean = frequency->mean;
  struct hwpgo_map *sums = mean ? &w->instances : &w->frequency;
  return sum_touched (places, &w->executions, false, binaries, b,
                      &evidence->executed)
         && sum_touched (places, sums, mean, binaries, b,
                         &frequency->addresses)
         && (!mean
             || (make_means (places, sums)
                 && hwpgo_places_add_instances (places, &w->frequency, sums)));
}

/* The places of touched functions without a sample get a 0, too.  */
static bool
visit_zero (struct hwpgo_places *places, const struct hwpgo_image_row *row,
            void *data)
{
  return hwpgo_places_slot (places, data, row) != NULL;
}

int
hwpgo_attribute_addresses (struct hwpgo_profile *profile,
                           const struct hwpgo_binaries *binaries,
                           const struct hwpgo_traced *b,
                           struct hwpgo_evidence *evidence,
                           const struct hwpgo_evidence *frequency,
                           struct hwpgo_convert_report *report,
                           struct hwpgo_error *err)
{
  struct hwpgo_places places = hwpgo_places_of (b, profile, evidence);
  struct hwpgo_map counts = { 0 }, instances = { 0 };
  struct hwpgo_flows flows = { 0 };
  struct hwpgo_walk w = { .flows = &flows };
  uint64_t least = b->least_told;
  bool good
      = sum_addresses (&places, &instances, binaries, b, evidence, report)
        && touch_executed (&places, binaries, b, &evidence->executed)
        && hwpgo_places_each_row (&places, visit_zero, &counts)
        && (!evidence->mean || make_means (&places, &instances))
        && hwpgo_places_add_instances (&places, &counts, &instances);
  if (good && frequency && frequency->ranges.n == 0 && evidence->executed.n)
    {
      w.exact = true;
      good = executions_of_samples (&places, &w, binaries, b, evidence,
                                    frequency);
      if (good)
        scale_all (&counts, &w);
    }
  else if (good && frequency)
    {
      good = hwpgo_flows_make (&flows, binaries, b, frequency) == 0
             && hwpgo_walk_executions (&places, &w);
      if (good)
        scale_all (&counts, &w);
      good = good && hwpgo_attribute_vectors (&places, b, &w.frequency)
             && hwpgo_walk_untold (&places, &w, &least);
    }
  good = good && hwpgo_attribute_vectors (&places, b, &counts)
         && hwpgo_places_add_samples (&places, &counts, &w.told);
  free (flows.items);
  hwpgo_map_free (&counts);
  hwpgo_map_free (&instances);
  hwpgo_walk_free (&w);
  hwpgo_places_free (&places);
  good = good && !hwpgo_image_out_of_memory (b->image);
  return good ? 0 : hwpgo_error_nomem (err);
}
