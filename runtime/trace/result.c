/* From evidence to a bundle.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "runtime/profile/hint-section.h"
#include "runtime/trace/attribute.h"
#include "runtime/trace/conversion.h"

/* Functions between two calls of the progress function.  */
#define PROGRESS_STEP 16

static bool
go_on (void *data)
{
  struct hwpgo_conversion *c = data;
  return !hwpgo_conversion_due (c, PROGRESS_STEP)
         || hwpgo_conversion_progress (c, c->part, NULL, NULL) == 0;
}

/* Make the profile of KIND for binary B and add it to SUM.  Counts of the same
   function in two binaries are those of two pieces of code, so they sum
   up.  */
static int
attribute_binary (struct hwpgo_conversion *c, enum hwpgo_kind kind,
                  struct hwpgo_traced *b, struct hwpgo_profile *sum,
                  struct hwpgo_error *err)
{
  struct hwpgo_evidence *e = &c->evidence[kind];
  struct hwpgo_profile *one = hwpgo_profile_new ();
  if (!one)
    return hwpgo_error_nomem (err);
  const struct hwpgo_evidence *frequency
      = kind == HWPGO_MISPREDICT ? &c->evidence[HWPGO_FREQUENCY] : NULL;
  e->go_on = go_on;
  e->go_on_data = c;
  int rc = hwpgo_attribute_ranges (one, &c->binaries, b, e, err);
  if (!rc)
    rc = hwpgo_attribute_addresses (one, &c->binaries, b, e, frequency,
                                    c->report, err);
  if (!rc)
    rc = hwpgo_profile_merge (sum, one, 1, err);
  hwpgo_profile_free (one);
  if (c->interrupted)
    return hwpgo_error_set (err, HWPGO_E_INTERRUPTED, NULL, NULL);
  return rc;
}

/* The event that profile KIND is made of, NULL if none is.  */
static const char *
event_name (const struct hwpgo_conversion *c, enum hwpgo_kind kind)
{
  /* As callgrind calls it.  */
  if (c->evidence[kind].basis == HWPGO_BASIS_COUNTS)
    return kind == HWPGO_FREQUENCY ? "Ir" : "Bcm+Bim";
  unsigned uses
      = kind == HWPGO_FREQUENCY ? HWPGO_USES_FREQUENCY : HWPGO_USES_MISPREDICT;
  for (size_t i = 0; i < c->options->n_perf_data; i++)
    {
      const struct hwpgo_event_choice *choice = &c->recordings[i].choice;
      for (size_t j = 0; j < choice->n_uses; j++)
        if (choice->uses[j].uses & uses)
          return choice->uses[j].event->name;
    }
  return NULL;
}

/* True if there is a profile of KIND.  Bits that are never set, or records of
   IBS without branches, say nothing of mispredicts, not that there were
   none.  */
static bool
is_known (const struct hwpgo_conversion *c, enum hwpgo_kind kind)
{
  const struct hwpgo_evidence *e = &c->evidence[kind];
  bool told = e->told || e->ranges.n || e->branches.n;
  if (kind == HWPGO_FREQUENCY || e->basis == HWPGO_BASIS_USUAL)
    told = told || event_name (c, kind) != NULL || e->addresses.n;
  return told;
}

static int
intern (struct hwpgo_bundle *bundle, const char *text, const char **result,
        struct hwpgo_error *err)
{
  *result = text && *text
                ? hwpgo_strings_intern (&bundle->names, text, strlen (text))
                : NULL;
  return text && *text && !*result ? hwpgo_error_nomem (err) : 0;
}

/* The mispredicts that stacks show, in whole numbers.  */
static uint64_t
sum_of_weights (const struct hwpgo_runs *runs)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < runs->n; i++)
    sum = hwpgo_add (sum, runs->items[i].weight);
  return sum >> HWPGO_WEIGHT_SHIFT;
}

/* The functions of BINARY are known not to have run unless PROFILE has
   them.  */
static int
add_symbols (const struct hwpgo_traced *binary, struct hwpgo_profile *profile,
             struct hwpgo_error *err)
{
  size_t n;
  const struct hwpgo_image_function *all
      = hwpgo_image_functions (binary->image, &n);
  if (n == 0)
    return 0;
  const char **names = malloc (n * sizeof *names);
  if (!names)
    return hwpgo_error_nomem (err);
  for (size_t i = 0; i < n; i++)
    names[i] = all[i].name;
  int rc = hwpgo_profile_add_symbols (profile, names, n);
  free (names);
  return rc ? hwpgo_error_nomem (err) : 0;
}

static int
fill_kind (struct hwpgo_conversion *c, enum hwpgo_kind kind,
           struct hwpgo_bundle *bundle, struct hwpgo_error *err)
{
  struct hwpgo_evidence *e = &c->evidence[kind];
  if (!is_known (c, kind))
    return 0;
  struct hwpgo_profile *profile = hwpgo_profile_new ();
  if (!profile)
    return hwpgo_error_nomem (err);
  bundle->profiles[kind] = profile;
  for (size_t i = 0; i < c->binaries.n; i++)
    {
      double n = (double) (HWPGO_RECORDED_KINDS * c->binaries.n);
      double done = (double) kind * (double) c->binaries.n + (double) i;
      int rc = hwpgo_conversion_progress (c, 0.9 + 0.1 * done / n, NULL, err);
      if (!rc)
        rc = attribute_binary (c, kind, &c->binaries.items[i], profile, err);
      if (!rc)
        rc = add_symbols (&c->binaries.items[i], profile, err);
      if (rc)
        return rc;
    }
  hwpgo_profile_update_totals (profile);
  if (e->basis == HWPGO_BASIS_STACKS)
    e->events = sum_of_weights (&e->addresses);
  struct hwpgo_source *s = &bundle->sources[kind];
  s->samples = e->samples;
  s->events = e->events;
  s->basis = e->basis;
  int rc = intern (bundle, event_name (c, kind), &s->event, err);
  return rc ? rc : intern (bundle, c->options->source, &s->source, err);
}

static int
add_binaries (struct hwpgo_conversion *c, struct hwpgo_bundle *bundle,
              struct hwpgo_error *err)
{
  for (size_t i = 0; i < c->binaries.n; i++)
    {
      const struct hwpgo_traced *b = &c->binaries.items[i];
      if (!b->mapped)
        continue;
      if (c->options->discriminators == HWPGO_DISCRIMINATORS_AUTO)
        bundle->layout = hwpgo_image_discriminator_layout (b->image);
      if (hwpgo_bundle_add_binary (bundle, hwpgo_image_path (b->image),
                                   hwpgo_image_build_id_text (b->image)))
        return hwpgo_error_nomem (err);
    }
  return 0;
}

/* Read what the compilers of the binaries did that no recording shows.  */
static int
read_decisions (struct hwpgo_conversion *c, struct hwpgo_error *err)
{
  int rc = 0;
  for (size_t i = 0; i < c->binaries.n && !rc; i++)
    {
      struct hwpgo_traced *b = &c->binaries.items[i];
      const uint8_t *bytes;
      size_t size;
      if (b->mapped && c->options->discriminators == HWPGO_DISCRIMINATORS_AUTO
          && hwpgo_image_discriminator_layout (b->image)
          && hwpgo_image_section (b->image, HWPGO_HINT_SECTION, &bytes, &size))
        rc = hwpgo_hint_section_read (&b->decided, hwpgo_image_path (b->image),
                                      bytes, size, err);
    }
  return rc;
}

/* The branches that were converted in all binaries, in ALL, which shares their
   bytes.  */
static int
join_branches (const struct hwpgo_conversion *c,
               struct hwpgo_hint_records *all, struct hwpgo_error *err)
{
  for (size_t i = 0; i < c->binaries.n; i++)
    {
      const struct hwpgo_hint_records *one = &c->binaries.items[i].decided;
      for (size_t j = 0; j < one->n; j++)
        {
          if (one->items[j].kind != HWPGO_HINT_BRANCH)
            continue;
          if (!HWPGO_GROW (all->items, all->capacity, all->n + 1))
            return hwpgo_error_nomem (err);
          all->items[all->n++] = one->items[j];
        }
    }
  return 0;
}

/* What the compiler decided about unpredictable branches goes on into the next
   build.  */
static int
add_remembered (struct hwpgo_conversion *c, struct hwpgo_bundle *bundle,
                struct hwpgo_error *err)
{
  struct hwpgo_hint_records records = { 0 };
  int rc = join_branches (c, &records, err);
  for (int k = HWPGO_RECORDED_KINDS; k < HWPGO_KINDS && records.n && !rc; k++)
    {
      bundle->profiles[k] = hwpgo_profile_new ();
      if (!bundle->profiles[k])
        rc = hwpgo_error_nomem (err);
    }
  if (!rc)
    rc = hwpgo_hint_records_fade (
        &records, bundle->profiles[HWPGO_REMEMBERED_FREQUENCY],
        bundle->profiles[HWPGO_REMEMBERED_MISPREDICT],
        bundle->profiles[HWPGO_REMEMBERED_HELD], err);
  hwpgo_hint_records_free (&records);
  return rc;
}

int
hwpgo_conversion_result (struct hwpgo_conversion *c,
                         struct hwpgo_bundle *bundle, struct hwpgo_error *err)
{
  int rc = add_binaries (c, bundle, err);
  if (!rc)
    rc = read_decisions (c, err);
  for (int kind = 0; kind < HWPGO_RECORDED_KINDS && !rc; kind++)
    rc = fill_kind (c, (enum hwpgo_kind) kind, bundle, err);
  for (size_t i = 0; i < c->binaries.n; i++)
    {
      const struct hwpgo_image *image = c->binaries.items[i].image;
      c->report->units += hwpgo_image_units (image);
      c->report->bad_units += hwpgo_image_bad_units (image);
    }
  if (!rc)
    rc = add_remembered (c, bundle, err);
  if (bundle->profiles[HWPGO_FREQUENCY])
    c->report->functions = bundle->profiles[HWPGO_FREQUENCY]->n_functions;
  return rc;
}
