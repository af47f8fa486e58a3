/* From evidence about addresses to counts at places of the source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "runtime/trace/attribute.h"
#include "runtime/trace/places.h"

/* Maps of one walk over the rows.  */
struct walk
{
  const struct hwpgo_flows *flows; /* NULL: none known.  */
  struct hwpgo_map frequency;      /* highest flow.  */
  struct hwpgo_map executions;     /* sum over the branches.  */
  bool exact; /* both are estimates of the same, so that a frequency above the
                 executions is chance.  */
};

static bool
visit_frequency (struct hwpgo_places *places,
                 const struct hwpgo_image_row *row, void *data)
{
  struct walk *w = data;
  uint64_t *slot = hwpgo_places_slot (places, &w->frequency, row);
  if (!slot)
    return false;
  uint64_t weight = hwpgo_flows_max (w->flows, row->low, row->high);
  weight = hwpgo_mul (weight, hwpgo_places_copies (places, row));
  if (weight > *slot)
    *slot = weight;
  return true;
}

static struct hwpgo_insn
instruction_at (const struct hwpgo_image *image, uint64_t vaddr)
{
  size_t left;
  const uint8_t *code = hwpgo_image_code (image, vaddr, &left);
  if (!code)
    return (struct hwpgo_insn){ 0 };
  return hwpgo_insn_decode (hwpgo_image_machine (image), code, left, vaddr);
}

static bool
touch_flows (struct hwpgo_places *places, const struct hwpgo_flows *flows)
{
  /* A flow never leaves the functions of one name: see walk.c.  But those of
     two functions may have been joined.  */
  for (size_t i = 0; i < flows->n; i++)
    {
      uint64_t at = flows->items[i].low;
      while (at < flows->items[i].high)
        {
          const struct hwpgo_image_function *f
              = hwpgo_image_function_at (places->image, at);
          if (!f)
            break;
          if (!hwpgo_places_touch (places, at))
            return false;
          at = f->high;
        }
    }
  return true;
}

static struct hwpgo_places
places_of (const struct hwpgo_traced *b, struct hwpgo_profile *profile,
           const struct hwpgo_evidence *evidence)
{
  bool plain = hwpgo_image_discriminator_layout (b->image) == 0;
  return (struct hwpgo_places){ .image = b->image,
                                .profile = profile,
                                .evidence = evidence,
                                .llvm = evidence->llvm && plain };
}

/* --- branches to functions ------------------------------------------------
 */

/* The function that the branch RUN calls or jumps to, NULL if that is none.
   A jump back to the first instruction of its own function is a loop.  */
static const struct hwpgo_image_function *
callee_of (const struct hwpgo_binaries *binaries, const struct hwpgo_run *run,
           bool llvm, const struct hwpgo_traced **callee_binary)
{
  uint64_t to, from;
  const struct hwpgo_traced *t = hwpgo_binaries_at (binaries, run->end, &to);
  if (!t)
    return NULL;
  const struct hwpgo_image_function *f
      = hwpgo_image_function_at (t->image, to);
  if (!f || f->low != to || !f->entry)
    return NULL;
  *callee_binary = t;
  const struct hwpgo_traced *s
      = hwpgo_binaries_at (binaries, run->start, &from);
  if (s != t || hwpgo_image_function_at (s->image, from) != f)
    return f;
  if (llvm)
    return f;
  enum hwpgo_insn_kind kind = instruction_at (s->image, from).kind;
  return kind == HWPGO_INSN_CALL || kind == HWPGO_INSN_INDIRECT_CALL ? f
                                                                     : NULL;
}

static bool
add_target (struct hwpgo_places *places, uint64_t from, const char *callee,
            uint64_t weight)
{
  struct hwpgo_image_row row;
  if (!hwpgo_image_row_at (places->image, from, &row) || !row.n_frames)
    return true;
  struct hwpgo_function *node = hwpgo_places_node (places, &row);
  struct hwpgo_location at = hwpgo_places_location (places, &row);
  return node
         && hwpgo_function_add_target (places->profile, node, at, callee,
                                       strlen (callee),
                                       hwpgo_weight_round (weight))
                == 0;
}

/* Add the sums in HEADS, by name.  */
static bool
add_heads (struct hwpgo_places *places, const struct hwpgo_map *heads)
{
  for (size_t i = 0; i < heads->capacity; i++)
    {
      const struct hwpgo_map_entry *e = &heads->entries[i];
      if (!e->used)
        continue;
      const char *name = (const char *) (uintptr_t) e->a;
      struct hwpgo_function *f
          = hwpgo_profile_function (places->profile, name, strlen (name));
      if (!f)
        return false;
      f->head = hwpgo_add (f->head, hwpgo_weight_round (e->value));
    }
  return true;
}

static bool
add_branches (struct hwpgo_places *places,
              const struct hwpgo_binaries *binaries,
              const struct hwpgo_traced *b,
              const struct hwpgo_evidence *evidence)
{
  const struct hwpgo_runs *branches = &evidence->branches;
  struct hwpgo_map heads = { 0 };
  bool good = true;
  for (size_t i = 0; i < branches->n && good; i++)
    {
      const struct hwpgo_run *run = &branches->items[i];
      const struct hwpgo_traced *callee_binary;
      const struct hwpgo_image_function *f
          = callee_of (binaries, run, evidence->llvm, &callee_binary);
      if (!f)
        continue;
      if (callee_binary == b)
        {
          uint64_t *head
              = hwpgo_map_slot (&heads, (uint64_t) (uintptr_t) f->name, 0);
          good = head != NULL;
          if (head)
            *head = hwpgo_add (*head, run->weight);
        }
      uint64_t from;
      if (good && hwpgo_binaries_at (binaries, run->start, &from) == b)
        good = add_target (places, from, f->name, run->weight);
    }
  good = good && add_heads (places, &heads);
  hwpgo_map_free (&heads);
  return good;
}

/* LLVM has the executions of a call be no less than what its targets sum up
   to, unless the call is in an inlined function.  */
static void
raise_calls (struct hwpgo_function *f)
{
  for (size_t i = 0; i < f->n_samples; i++)
    {
      struct hwpgo_sample *s = &f->samples[i];
      uint64_t sum = 0;
      for (size_t j = 0; j < s->n_targets; j++)
        sum = hwpgo_add (sum, s->targets[j].count);
      if (sum > s->count)
        s->count = sum;
    }
}

int
hwpgo_attribute_ranges (struct hwpgo_profile *profile,
                        const struct hwpgo_binaries *binaries,
                        const struct hwpgo_traced *b,
                        const struct hwpgo_evidence *evidence,
                        struct hwpgo_error *err)
{
  struct hwpgo_places places = places_of (b, profile, evidence);
  struct hwpgo_flows flows;
  struct walk w = { .flows = &flows };
  int rc = hwpgo_flows_make (&flows, binaries, b, evidence);
  bool good = rc == 0 && touch_flows (&places, &flows)
              && hwpgo_places_each_row (&places, visit_frequency, &w)
              && hwpgo_places_add_samples (&places, &w.frequency)
              && add_branches (&places, binaries, b, evidence);
  for (size_t i = 0; evidence->llvm && i < profile->n_functions; i++)
    raise_calls (profile->functions[i]);
  free (flows.items);
  hwpgo_map_free (&w.frequency);
  hwpgo_places_free (&places);
  good = good && !hwpgo_image_out_of_memory (b->image);
  return good ? 0 : hwpgo_error_nomem (err);
}

/* --- addresses of samples -------------------------------------------------
 */

/* True for what a predictor can get wrong about the way to go.  */
static bool
is_predicted (enum hwpgo_insn_kind kind)
{
  return kind == HWPGO_INSN_CONDITIONAL || kind == HWPGO_INSN_INDIRECT_JUMP
         || kind == HWPGO_INSN_INDIRECT_CALL || kind == HWPGO_INSN_RETURN;
}

/* For each place its highest flow and the sum over its branches.  */
static bool
visit_executions (struct hwpgo_places *places,
                  const struct hwpgo_image_row *row, void *data)
{
  struct walk *w = data;
  if (!visit_frequency (places, row, data))
    return false;
  uint64_t *slot = hwpgo_places_slot (places, &w->executions, row);
  if (!slot)
    return false;
  for (uint64_t at = row->low; at < row->high;)
    {
      struct hwpgo_insn insn = instruction_at (places->image, at);
      if (insn.length == 0)
        break;
      if (is_predicted (insn.kind))
        *slot = hwpgo_add (*slot, hwpgo_flows_at (w->flows, at));
      at += insn.length;
    }
  return true;
}

/* COUNT, a sum over all copies of the branch, in proportion to the record of
   the place in the frequency profile, which is the maximum over its
   instructions.  */
static uint64_t
scale (uint64_t count, uint64_t frequency, uint64_t executions, bool exact)
{
  if ((frequency >= executions && !exact) || executions == 0)
    return count;
  unsigned __int128 n = (unsigned __int128) count * frequency / executions;
  return n > UINT64_MAX ? UINT64_MAX : (uint64_t) n;
}

static void
scale_all (struct hwpgo_map *counts, const struct walk *w)
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

/* Sum the addresses up by place.  */
static bool
sum_addresses (struct hwpgo_places *places, struct hwpgo_map *counts,
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
      if (!hwpgo_image_row_at (b->image, vaddr, &row) || !row.n_frames)
        {
          report->dropped[HWPGO_DROP_NO_LINE] += run->times;
          report->samples_used -= run->times;
          evidence->samples -= run->times;
          evidence->events -= run->weight >> HWPGO_WEIGHT_SHIFT;
          continue;
        }
      uint64_t *slot = hwpgo_places_slot (places, counts, &row);
      if (!slot || !hwpgo_places_touch (places, vaddr))
        return false;
      *slot = hwpgo_add (*slot, run->weight);
    }
  return true;
}

/* Samples of code are as many more as there are instructions at a place:
   count them.  */
static bool
visit_instructions (struct hwpgo_places *places,
                    const struct hwpgo_image_row *row, void *data)
{
  uint64_t *slot = hwpgo_places_slot (places, data, row);
  if (!slot)
    return false;
  for (uint64_t at = row->low; at < row->high;)
    {
      unsigned length = instruction_at (places->image, at).length;
      *slot += 1;
      at += length ? length : row->high - row->low;
    }
  return true;
}

/* Divide the sums in COUNTS by the number of instructions at their place.  */
static bool
make_means (struct hwpgo_places *places, struct hwpgo_map *counts)
{
  struct hwpgo_map instructions = { 0 };
  bool good
      = hwpgo_places_each_row (places, visit_instructions, &instructions);
  for (size_t i = 0; i < counts->capacity && good; i++)
    {
      struct hwpgo_map_entry *e = &counts->entries[i];
      const uint64_t *n
          = e->used ? hwpgo_map_find (&instructions, e->a, e->b) : NULL;
      if (n && *n > 1 && e->value)
        e->value = e->value < *n ? 1 : e->value / *n;
    }
  hwpgo_map_free (&instructions);
  return good;
}

/* Sum RUNS up in MAP by place, where the function was touched.  */
static bool
sum_touched (struct hwpgo_places *places, struct hwpgo_map *map,
             const struct hwpgo_binaries *binaries,
             const struct hwpgo_traced *b, const struct hwpgo_runs *runs)
{
  for (size_t i = 0; i < runs->n; i++)
    {
      uint64_t vaddr;
      struct hwpgo_image_row row;
      if (hwpgo_binaries_at (binaries, runs->items[i].start, &vaddr) != b
          || !hwpgo_places_touched (places, vaddr)
          || !hwpgo_image_row_at (b->image, vaddr, &row) || !row.n_frames)
        continue;
      uint64_t *slot = hwpgo_places_slot (places, map, &row);
      if (!slot)
        return false;
      *slot = hwpgo_add (*slot, runs->items[i].weight);
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
   in EVIDENCE, and the mean over all samples of the place in FREQUENCY.  */
static bool
executions_of_samples (struct hwpgo_places *places, struct walk *w,
                       const struct hwpgo_binaries *binaries,
                       const struct hwpgo_traced *b,
                       const struct hwpgo_evidence *evidence,
                       const struct hwpgo_evidence *frequency)
{
  return sum_touched (places, &w->executions, binaries, b, &evidence->executed)
         && sum_touched (places, &w->frequency, binaries, b,
                         &frequency->addresses)
         && (!frequency->mean || make_means (places, &w->frequency));
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
  struct hwpgo_places places = places_of (b, profile, evidence);
  struct hwpgo_map counts = { 0 };
  struct hwpgo_flows flows = { 0 };
  struct walk w = { .flows = &flows };
  bool good = sum_addresses (&places, &counts, binaries, b, evidence, report)
              && touch_executed (&places, binaries, b, &evidence->executed)
              && hwpgo_places_each_row (&places, visit_zero, &counts)
              && (!evidence->mean || make_means (&places, &counts));
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
             && hwpgo_places_each_row (&places, visit_executions, &w);
      if (good)
        scale_all (&counts, &w);
    }
  good = good && hwpgo_places_add_samples (&places, &counts);
  free (flows.items);
  hwpgo_map_free (&counts);
  hwpgo_map_free (&w.frequency);
  hwpgo_map_free (&w.executions);
  hwpgo_places_free (&places);
  good = good && !hwpgo_image_out_of_memory (b->image);
  return good ? 0 : hwpgo_error_nomem (err);
}
