/* A bundle as a table for people.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdlib.h>

#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/hwpgo/show.h"
#include "runtime/profile/discriminator.h"
#include "runtime/profile/summary.h"

static void
print_origin (FILE *out, const struct hwpgo_bundle *bundle,
              const struct hwpgo_profile_format *format)
{
  const struct hwpgo_profile *p = bundle->profiles[HWPGO_FREQUENCY];
  fprintf (out, "format          %s%s%s%s\n", format ? format->name : "bundle",
           p && p->md5_names ? ", hashes for names" : "",
           p && p->partial ? ", partial" : "",
           p && p->fs_discriminators ? ", flow-sensitive" : "");
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
  if (source->basis != HWPGO_BASIS_USUAL)
    fprintf (out, ", by %s", hwpgo_basis_name (source->basis));
  if (source->samples)
    fprintf (out, ", %" PRIu64 " samples of %.0f", source->samples,
             hwpgo_bundle_period (bundle, kind));
  putc ('\n', out);
}

/* How many branches earlier builds have converted.  */
static void
print_remembered (FILE *out, const struct hwpgo_bundle *bundle)
{
  struct hwpgo_summary s;
  const struct hwpgo_profile *profile
      = bundle->profiles[HWPGO_REMEMBERED_FREQUENCY];
  if (!profile || hwpgo_summary_make (&s, profile) != 0)
    return;
  fprintf (out, "%-14s  %zu converted branches\n", "remembered", s.n);
  hwpgo_summary_free (&s);
}

/* The executions of the places of F at which MISSED, the same function in the
   mispredict profile, has mispredicts: what these are a part of.  Recursion is
   as deep as inlining, which readers limit.  */
static uint64_t
tried (const struct hwpgo_function *f, const struct hwpgo_function *missed)
{
  uint64_t all = 0, one;
  for (size_t i = 0; i < missed->n_samples; i++)
    if (missed->samples[i].count
        && hwpgo_function_count (f, missed->samples[i].at,
                                 ~HWPGO_DISCRIMINATOR_BESIDE, &one))
      all = hwpgo_add (all, one);
  for (size_t i = 0; i < missed->n_callsites; i++)
    {
      const struct hwpgo_callsite *c = &missed->callsites[i];
      const struct hwpgo_function *callee
          = hwpgo_function_find_callsite (f, c->at, c->callee->name);
      if (callee)
        all = hwpgo_add (all, tried (callee, c->callee));
    }
  return all;
}

static void
print_mispredicts (FILE *out, const struct hwpgo_function *f,
                   const struct hwpgo_function *missed)
{
  uint64_t n = missed ? hwpgo_function_sum (missed) : 0;
  uint64_t all = missed ? tried (f, missed) : 0;
  fprintf (out, "%14" PRIu64 "  ", n);
  if (all)
    fprintf (out, "%6.2f%%  ", (double) n * 100 / (double) all);
  else
    fprintf (out, "%7s  ", "");
}

/* The rows: the functions selected, their counts and mispredicts.  */
static void
print_functions (FILE *out, const struct hwpgo_bundle *bundle,
                 const struct hwpgo_selection *selection, enum hwpgo_kind kind)
{
  double all = (double) sum (bundle->profiles[kind]), so_far = 0;
  const struct hwpgo_profile *missed
      = kind == HWPGO_FREQUENCY ? bundle->profiles[HWPGO_MISPREDICT] : NULL;
  fprintf (out, "\n%6s  %6s  %14s  %14s  ", "share", "so far", "counts",
           "entries");
  if (missed)
    fprintf (out, "%14s  %7s  ", "mispredicts", "missed");
  fputs ("function\n", out);
  for (size_t i = 0; i < selection->n; i++)
    {
      const struct hwpgo_function *f = selection->functions[i];
      uint64_t total = hwpgo_function_sum (f);
      so_far += (double) total;
      fprintf (out, "%5.1f%%  %5.1f%%  %14" PRIu64 "  %14" PRIu64 "  ",
               all > 0 ? (double) total * 100 / all : 0,
               all > 0 ? so_far * 100 / all : 0, total,
               hwpgo_function_entries (f));
      if (missed)
        print_mispredicts (out, f, hwpgo_profile_find (missed, f->name));
      hwpgo_print_plain (out, f->name);
      putc ('\n', out);
    }
  if (selection->n < selection->n_found)
    fprintf (out, "and %zu more\n", selection->n_found - selection->n);
}

int
hwpgo_show_summary (FILE *out, const struct hwpgo_profile *profile)
{
  struct hwpgo_summary s;
  uint64_t so_far = 0, least;
  size_t n = 0;
  int ret = hwpgo_summary_make (&s, profile);
  if (ret == 0)
    {
      fprintf (out,
               "functions %zu, places %zu, counts %" PRIu64
               ", highest %" PRIu64 ", most entries %" PRIu64 "\n\n"
               "%9s  %10s  %20s\n",
               profile->n_functions, s.n, s.total, s.max, s.max_head, "counts",
               "places", "each at least");
      for (size_t i = 0; i < hwpgo_summary_n_cutoffs; i++)
        {
          hwpgo_summary_cut (&s, hwpgo_summary_cutoffs[i], &n, &so_far,
                             &least);
          fprintf (out, "%8.4f%%  %10zu  %20" PRIu64 "\n",
                   hwpgo_summary_cutoffs[i] / 1e4, n, least);
        }
    }
  hwpgo_summary_free (&s);
  return ret;
}

void
hwpgo_show_table (FILE *out, const struct hwpgo_bundle *bundle,
                  const struct hwpgo_profile_format *format,
                  const struct hwpgo_selection *selections)
{
  print_origin (out, bundle, format);
  for (enum hwpgo_kind k = 0; k < HWPGO_RECORDED_KINDS; k++)
    if (bundle->profiles[k])
      print_profile (out, bundle, k);
  print_remembered (out, bundle);
  /* Mispredicts alone are worth a table only without frequencies.  */
  enum hwpgo_kind kind
      = bundle->profiles[HWPGO_FREQUENCY] ? HWPGO_FREQUENCY : HWPGO_MISPREDICT;
  if (bundle->profiles[kind])
    print_functions (out, bundle, &selections[kind], kind);
}
