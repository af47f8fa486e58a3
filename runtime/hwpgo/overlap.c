/* hwpgo overlap: say how much two bundles or profiles agree.
   SPDX-License-Identifier: GPL-2.0-or-later

     result   := { KIND: kind }
     kind     := { overlap, similarity, raw, counts: [n, n],
                   places: things, functions: things, hot_places: things,
                   hot_functions: things, worst: [function] }
     things   := { first, second, both }
     function := { name, overlap, lost, shares: [x, x] }

   KIND is "frequency" or "mispredict"; all but the things and counts are
   fractions of 1.  runtime/profile/overlap.h defines them.  */

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/file.h"
#include "runtime/base/text.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/profile/bundle.h"
#include "runtime/profile/overlap.h"

enum
{
  KEY_JSON = 256
};

struct overlap
{
  const char *paths[2];
  const char *function; /* NULL: all.  */
  uint64_t worst;       /* rows.  */
  bool json;
  size_t n_found; /* functions with the name, in all kinds.  */
};

static const struct argp_option options[]
    = { { "function", 'f', "NAME", 0,
          "Only the function with this linkage name", 0 },
        { "json", KEY_JSON, 0, 0, "As a JSON object", 0 },
        { "worst", 'n', "N", 0,
          "List the N functions that agree least (default: 10)", 0 },
        { 0 } };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct overlap *overlap = state->input;
  switch (key)
    {
    case 'f':
      overlap->function = arg;
      return 0;
    case 'n':
      overlap->worst = hwpgo_option_u64 (state, "worst", arg, 0, UINT64_MAX);
      return 0;
    case KEY_JSON:
      overlap->json = true;
      return 0;
    case ARGP_KEY_ARG:
      if (overlap->paths[1])
        argp_error (state, "two at a time: '%s'", arg);
      overlap->paths[overlap->paths[0] != NULL] = arg;
      return 0;
    case ARGP_KEY_END:
      if (!overlap->paths[1])
        argp_error (state, "which two bundles or profiles?");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
    = { options,
        parse,
        "A B",
        "Say how much two bundles or profiles agree: the sum over all places "
        "of the smaller of their two shares, 100 % when the counts are "
        "distributed alike, and the functions that take most away from it.",
        NULL,
        NULL,
        NULL };

static void
print_json_things (FILE *out, const char *key,
                   const struct hwpgo_overlap_things *things)
{
  fprintf (out, ", \"%s\": {", key);
  hwpgo_json_member_u64 (out, true, "first", things->n[0]);
  hwpgo_json_member_u64 (out, false, "second", things->n[1]);
  hwpgo_json_member_u64 (out, false, "both", things->both);
  putc ('}', out);
}

static double
share (double count, double all)
{
  return all > 0 ? count / all : 0;
}

static void
print_json (FILE *out, const struct hwpgo_overlap *o,
            const struct hwpgo_overlap_function *const *rows, size_t n)
{
  putc ('{', out);
  hwpgo_json_member_fraction (out, true, "overlap", o->overlap, 6);
  hwpgo_json_member_fraction (out, false, "similarity", o->similarity, 6);
  hwpgo_json_member_fraction (out, false, "raw", o->raw, 6);
  fprintf (out, ", \"counts\": [%.0f, %.0f]", o->counts[0], o->counts[1]);
  print_json_things (out, "places", &o->places);
  print_json_things (out, "functions", &o->functions);
  print_json_things (out, "hot_places", &o->hot_places);
  print_json_things (out, "hot_functions", &o->hot_functions);
  fputs (", \"worst\": [", out);
  for (size_t i = 0; i < n; i++)
    {
      fputs (i ? ",\n {" : "\n {", out);
      hwpgo_json_member_string (out, true, "name", rows[i]->name);
      hwpgo_json_member_fraction (out, false, "overlap", rows[i]->overlap, 6);
      hwpgo_json_member_fraction (out, false, "lost", rows[i]->lost, 6);
      fprintf (out, ", \"shares\": [%.6f, %.6f]}",
               share (rows[i]->counts[0], o->counts[0]),
               share (rows[i]->counts[1], o->counts[1]));
    }
  fputs ("]}", out);
}

static void
print_things (FILE *out, const char *what,
              const struct hwpgo_overlap_things *things)
{
  size_t all = things->n[0] + things->n[1] - things->both;
  fprintf (out, "  %-14s %7.2f %%  %zu in both, %zu and %zu in one\n", what,
           all ? (double) things->both * 100 / (double) all : 100,
           things->both, things->n[0] - things->both,
           things->n[1] - things->both);
}

static void
print_table (FILE *out, const char *kind, const struct hwpgo_overlap *o,
             const struct hwpgo_overlap_function *const *rows, size_t n)
{
  fprintf (out, "%s\n", kind);
  fprintf (out, "  %-14s %7.2f %%  of the counts are at the same places\n",
           "overlap", o->overlap * 100);
  fprintf (out, "  %-14s %7.2f %%  as llvm-profdata counts it\n", "similarity",
           o->similarity * 100);
  fprintf (out, "  %-14s %7.2f %%  counts that are in both, as numbers\n",
           "raw", o->raw * 100);
  print_things (out, "functions", &o->functions);
  print_things (out, "places", &o->places);
  print_things (out, "hot functions", &o->hot_functions);
  print_things (out, "hot places", &o->hot_places);
  if (n)
    fprintf (out, "\n  %8s  %8s  %8s  %8s  %s\n", "lost", "overlap",
             "in first", "second", "function");
  for (size_t i = 0; i < n; i++)
    {
      fprintf (out, "  %7.2f%%  %7.2f%%  %7.2f%%  %7.2f%%  ",
               rows[i]->lost * 100, rows[i]->overlap * 100,
               share (rows[i]->counts[0], o->counts[0]) * 100,
               share (rows[i]->counts[1], o->counts[1]) * 100);
      hwpgo_print_plain (out, rows[i]->name);
      putc ('\n', out);
    }
}

/* Print what A and B, of KIND, have in common.  */
static int
print_kind (struct overlap *overlap, enum hwpgo_kind kind,
            const struct hwpgo_profile *a, const struct hwpgo_profile *b,
            FILE *out, struct hwpgo_error *err)
{
  struct hwpgo_overlap o;
  if (hwpgo_overlap_compute (&o, a, b) != 0)
    return hwpgo_error_nomem (err);
  const struct hwpgo_overlap_function **rows = hwpgo_overlap_worst (&o);
  if (!rows)
    {
      hwpgo_overlap_free (&o);
      return hwpgo_error_nomem (err);
    }
  size_t n = 0;
  for (size_t i = 0; i < o.n; i++)
    if (overlap->function ? strcmp (rows[i]->name, overlap->function) == 0
                          : n < overlap->worst && rows[i]->lost > 0)
      rows[n++] = rows[i];
  overlap->n_found += n;
  if (overlap->json)
    print_json (out, &o, rows, n);
  else
    print_table (out, hwpgo_kind_name (kind), &o, rows, n);
  free (rows);
  hwpgo_overlap_free (&o);
  return 0;
}

static int
print (struct overlap *overlap, const struct hwpgo_bundle *bundles, FILE *out,
       struct hwpgo_error *err)
{
  int ret = 0;
  size_t kinds = 0;
  if (overlap->json)
    putc ('{', out);
  for (enum hwpgo_kind k = 0; k < HWPGO_KINDS && ret == 0; k++)
    {
      const struct hwpgo_profile *a = bundles[0].profiles[k];
      const struct hwpgo_profile *b = bundles[1].profiles[k];
      if (!a || !b)
        continue;
      if (a->md5_names != b->md5_names)
        {
          ret = hwpgo_error_set (
              err, HWPGO_E_MISMATCH, overlap->paths[a->md5_names ? 0 : 1],
              "it has hashes in the place of names, and %s has names",
              overlap->paths[a->md5_names ? 1 : 0]);
          break;
        }
      if (overlap->json)
        fprintf (out, "%s\"%s\": ", kinds ? ", " : "", hwpgo_kind_name (k));
      else if (kinds)
        putc ('\n', out);
      kinds++;
      ret = print_kind (overlap, k, a, b, out, err);
    }
  if (overlap->json)
    fputs ("}\n", out);
  if (ret == 0 && kinds == 0)
    ret = hwpgo_error_set (err, HWPGO_E_MISMATCH, overlap->paths[1],
                           "no profile of a kind that %s has, too",
                           overlap->paths[0]);
  if (ret == 0 && overlap->function && overlap->n_found == 0)
    ret = hwpgo_error_set (err, HWPGO_E_NOT_FOUND, overlap->paths[0],
                           "no function '%s', nor in %s", overlap->function,
                           overlap->paths[1]);
  return ret;
}

/* Print to a string first: what is refused prints nothing.  */
static int
run (struct overlap *overlap, const struct hwpgo_bundle *bundles,
     struct hwpgo_error *err)
{
  struct hwpgo_outfile out;
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream (&text, &size);
  if (!memory)
    return hwpgo_error_nomem (err);
  int ret = print (overlap, bundles, memory, err);
  bool cut = ferror (memory) != 0;
  if ((fclose (memory) != 0 || cut || !text) && ret == 0)
    ret = hwpgo_error_nomem (err);
  if (ret == 0)
    ret = hwpgo_outfile_open (&out, NULL, err);
  if (ret == 0)
    {
      fwrite (text, 1, size, out.stream);
      ret = hwpgo_outfile_commit (&out, err);
    }
  free (text);
  return ret;
}

int
hwpgo_verb_overlap (int argc, char **argv)
{
  struct overlap overlap = { .worst = 10 };
  hwpgo_parse (&argp, argc, argv, 0, &overlap);
  struct hwpgo_error err;
  struct hwpgo_bundle bundles[2];
  int ret = hwpgo_bundle_read (&bundles[0], overlap.paths[0], &err);
  if (ret == 0)
    {
      ret = hwpgo_bundle_read (&bundles[1], overlap.paths[1], &err);
      if (ret == 0)
        {
          if (bundles[0].layout != bundles[1].layout)
            hwpgo_say ("note: the discriminators of %s and %s mean different "
                       "things, so that places agree less than they ran",
                       overlap.paths[0], overlap.paths[1]);
          ret = run (&overlap, bundles, &err);
          hwpgo_bundle_free (&bundles[1]);
        }
      hwpgo_bundle_free (&bundles[0]);
    }
  return ret == 0 ? HWPGO_EXIT_DONE : hwpgo_fail (&err);
}
