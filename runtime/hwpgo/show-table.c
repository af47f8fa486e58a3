/* A bundle as a table for people.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>

#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/hwpgo/show.h"

static void
print_origin (FILE *out, const struct hwpgo_bundle *bundle)
{
  fprintf (out, "discriminators  %s\n", bundle->layout ? "hwpgo's" : "plain");
  for (size_t i = 0; i < bundle->n_binaries; i++)
    {
      const struct hwpgo_binary *b = &bundle->binaries[i];
      fputs ("binary          ", out);
      hwpgo_print_plain (out, b->path);
      fprintf (out, "%s%s\n", b->build_id ? ", build id " : "",
               b->build_id ? b->build_id : "");
    }
}

static uint64_t
sum (const struct hwpgo_profile *profile)
{
  uint64_t total = 0;
  for (size_t i = 0; i < profile->n_functions; i++)
    total = hwpgo_add (total, hwpgo_function_sum (profile->functions[i]));
  return total;
}

static void
print_profile (FILE *out, const struct hwpgo_bundle *bundle,
               enum hwpgo_kind kind)
{
  const struct hwpgo_profile *profile = bundle->profiles[kind];
  const struct hwpgo_source *source = &bundle->sources[kind];
  fprintf (out, "%-14s  %zu functions, counts %" PRIu64,
           hwpgo_kind_name (kind), profile->n_functions, sum (profile));
  const char *const origin[] = { source->event, source->source };
  for (size_t i = 0; i < 2; i++)
    if (origin[i])
      {
        fputs (", ", out);
        hwpgo_print_plain (out, origin[i]);
      }
  if (source->samples)
    fprintf (out, ", %" PRIu64 " samples of %.0f", source->samples,
             hwpgo_bundle_period (bundle, kind));
  putc ('\n', out);
}

/* The rows: the functions selected, their counts and mispredicts.  */
static void
print_functions (FILE *out, const struct hwpgo_bundle *bundle,
                 const struct hwpgo_selection *selection, enum hwpgo_kind kind)
{
  double all = (double) sum (bundle->profiles[kind]);
  const struct hwpgo_profile *missed
      = kind == HWPGO_FREQUENCY ? bundle->profiles[HWPGO_MISPREDICT] : NULL;
  fprintf (out, "\n%6s  %14s  %14s  %14s  %s\n", "share", "counts", "entries",
           missed ? "mispredicts" : "", "function");
  for (size_t i = 0; i < selection->n; i++)
    {
      const struct hwpgo_function *f = selection->functions[i];
      uint64_t total = hwpgo_function_sum (f);
      fprintf (out, "%5.1f%%  %14" PRIu64 "  %14" PRIu64 "  ",
               all > 0 ? (double) total * 100 / all : 0, total,
               hwpgo_function_entries (f));
      const struct hwpgo_function *m
          = missed ? hwpgo_profile_find (missed, f->name) : NULL;
      if (missed)
        fprintf (out, "%14" PRIu64 "  ", m ? hwpgo_function_sum (m) : 0);
      else
        fprintf (out, "%14s  ", "");
      hwpgo_print_plain (out, f->name);
      putc ('\n', out);
    }
  if (selection->n < selection->n_found)
    fprintf (out, "and %zu more\n", selection->n_found - selection->n);
}

void
hwpgo_show_table (FILE *out, const struct hwpgo_bundle *bundle,
                  const struct hwpgo_selection *selections)
{
  print_origin (out, bundle);
  for (enum hwpgo_kind k = 0; k < HWPGO_KINDS; k++)
    if (bundle->profiles[k])
      print_profile (out, bundle, k);
  /* Mispredicts alone are worth a table only without frequencies.  */
  enum hwpgo_kind kind
      = bundle->profiles[HWPGO_FREQUENCY] ? HWPGO_FREQUENCY : HWPGO_MISPREDICT;
  if (bundle->profiles[kind])
    print_functions (out, bundle, &selections[kind], kind);
}
