/* hwpgo truth: what the compiler believed against what ran.
   SPDX-License-Identifier: GPL-2.0-or-later

   With --json, one object for each binary:

     truth    := { binary, executions, functions, silent, discarded,
                   within, all, branch_error, gap,
                   worst_functions: [function], worst_blocks: [block],
                   reversed: [branch] }
     function := { name, executions, believed, overlap, branch_error, gap }
     block    := { function, low, high, share, believed, quality, place }
     branch   := { function, low, high, executions, ran, believed, place }

   Fractions have six digits; executions are of blocks, PLACE is where the
   block begins, and of a branch where it stands.  RAN and BELIEVED of a branch
   are the probability of its first way.  */

#include <argp.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/text.h"
#include "runtime/hwpgo/account.h"
#include "runtime/hwpgo/progress.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/trace/truth.h"

enum
{
  KEY_PERF_DATA = 256,
  KEY_JSON,
  KEY_WORST
};

#define DEFAULT_WORST 10

struct truth_options
{
  struct hwpgo_list perf_data;
  const char *binary;
  bool json;
  uint64_t worst;
};

static const struct argp_option options[]
    = { { "json", KEY_JSON, 0, 0, "Print JSON", 0 },
        { "perf-data", KEY_PERF_DATA, "FILE", 0,
          "A recording of BINARY; once for each (default: perf.data)", 0 },
        { "worst", KEY_WORST, "N", 0,
          "List the N functions and the N blocks that are furthest from the "
          "truth (default: 10)",
          0 },
        { 0 } };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct truth_options *o = state->input;
  switch (key)
    {
    case KEY_JSON:
      o->json = true;
      return 0;
    case KEY_PERF_DATA:
      hwpgo_list_add (&o->perf_data, arg);
      return 0;
    case KEY_WORST:
      o->worst = hwpgo_option_u64 (state, "--worst", arg, 0, UINT32_MAX);
      return 0;
    case ARGP_KEY_ARG:
      if (o->binary)
        argp_error (state, "one BINARY at a time");
      o->binary = arg;
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error (state, "which BINARY?");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
    = { options,
        parse,
        "BINARY",
        "Compare what GCC believed of each basic block of BINARY, which was "
        "built with -fplugin-arg-hwpgo-block-map, with what a recording says "
        "that ran.  Shares of executions overlap by 1 when belief and truth "
        "are the same.",
        NULL,
        NULL,
        NULL };

/* --- printing ------------------------------------------------------------
 */

/* Where the code at VADDR is in the source, to TEXT of SIZE bytes.  */
static void
describe_place (struct hwpgo_image *image, uint64_t vaddr, char *text,
                size_t size)
{
  struct hwpgo_image_row row;
  const char *file;
  uint32_t line;
  *text = '\0';
  if (!hwpgo_image_row_at (image, vaddr, &row) || row.n_frames == 0)
    return;
  const struct hwpgo_image_frame *f = &row.frames[0];
  if (hwpgo_image_declaration (image, f->function, &file, &line))
    snprintf (text, size, "%s:%" PRIu32, file, line + f->line);
  else
    snprintf (text, size, "%s+%" PRIu32, f->function, f->line);
}

struct comparison
{
  const struct truth_options *options;
  const struct hwpgo_executed *executed;
  const struct hwpgo_block_map *map;
  const struct hwpgo_truth *truth;
};

static size_t
at_most (uint64_t limit, size_t n)
{
  return limit < n ? (size_t) limit : n;
}

static uint64_t
executions (double weight)
{
  return (uint64_t) (weight / (double) HWPGO_WEIGHT_ONE + 0.5);
}

static int
by_loss (const void *a, const void *b)
{
  const struct hwpgo_truth_function *x = *(void *const *) a;
  const struct hwpgo_truth_function *y = *(void *const *) b;
  double lost_x = (1 - x->overlap) * x->executions;
  double lost_y = (1 - y->overlap) * y->executions;
  if (lost_x != lost_y)
    return lost_x < lost_y ? 1 : -1;
  return (x > y) - (x < y);
}

/* The functions by what the overlap lacks because of them; malloc'ed.  */
static const struct hwpgo_truth_function **
worst_functions (const struct hwpgo_truth *truth)
{
  const struct hwpgo_truth_function **list
      = calloc (truth->n_functions + 1, sizeof *list);
  for (size_t i = 0; list && i < truth->n_functions; i++)
    list[i] = &truth->functions[i];
  if (list)
    qsort (list, truth->n_functions, sizeof *list, by_loss);
  return list;
}

static void
print_function_json (const struct hwpgo_truth_function *f, bool first)
{
  fputs (first ? "{" : ", {", stdout);
  hwpgo_json_member_string (stdout, true, "name", f->name);
  hwpgo_json_member_u64 (stdout, false, "executions",
                         executions (f->executions));
  hwpgo_json_member_fraction (stdout, false, "believed", f->believed, 6);
  hwpgo_json_member_fraction (stdout, false, "overlap", f->overlap, 6);
  hwpgo_json_member_fraction (stdout, false, "branch_error", f->branch_error,
                              6);
  hwpgo_json_member_fraction (stdout, false, "gap", f->gap, 6);
  putchar ('}');
}

static void
print_block_json (const struct comparison *c,
                  const struct hwpgo_truth_block *b, bool first)
{
  char place[512];
  describe_place (c->executed->image, b->low, place, sizeof place);
  fputs (first ? "{" : ", {", stdout);
  hwpgo_json_member_string (stdout, true, "function",
                            c->truth->functions[b->function].name);
  hwpgo_json_member_u64 (stdout, false, "low", b->low);
  hwpgo_json_member_u64 (stdout, false, "high", b->high);
  hwpgo_json_member_fraction (stdout, false, "share", b->executions, 6);
  hwpgo_json_member_fraction (stdout, false, "believed", b->believed, 6);
  hwpgo_json_member_string (stdout, false, "quality",
                            hwpgo_quality_name (b->quality));
  hwpgo_json_member_string (stdout, false, "place", place);
  putchar ('}');
}

/* Where the branch stands that ends B.  */
static void
branch_place (const struct comparison *c, const struct hwpgo_truth_branch *b,
              char *place, size_t size)
{
  describe_place (c->executed->image, b->high - 1, place, size);
}

static void
print_branch_json (const struct comparison *c,
                   const struct hwpgo_truth_branch *b, bool first)
{
  char place[512];
  branch_place (c, b, place, sizeof place);
  fputs (first ? "{" : ", {", stdout);
  hwpgo_json_member_string (stdout, true, "function", b->function);
  hwpgo_json_member_u64 (stdout, false, "low", b->low);
  hwpgo_json_member_u64 (stdout, false, "high", b->high);
  hwpgo_json_member_u64 (stdout, false, "executions",
                         executions (b->executions));
  hwpgo_json_member_fraction (stdout, false, "ran", b->ran, 6);
  hwpgo_json_member_fraction (stdout, false, "believed", b->believed, 6);
  hwpgo_json_member_string (stdout, false, "place", place);
  putchar ('}');
}

static void
print_json (const struct comparison *c,
            const struct hwpgo_truth_function *const *worst)
{
  const struct hwpgo_truth *t = c->truth;
  putchar ('{');
  hwpgo_json_member_string (stdout, true, "binary",
                            hwpgo_image_path (c->executed->image));
  hwpgo_json_member_u64 (stdout, false, "executions",
                         executions (t->executions));
  hwpgo_json_member_u64 (stdout, false, "functions", t->n_functions);
  hwpgo_json_member_u64 (stdout, false, "silent", t->silent);
  hwpgo_json_member_u64 (stdout, false, "discarded", c->map->discarded);
  hwpgo_json_member_fraction (stdout, false, "within", t->within, 6);
  hwpgo_json_member_fraction (stdout, false, "all", t->all, 6);
  hwpgo_json_member_fraction (stdout, false, "branch_error", t->branch_error,
                              6);
  hwpgo_json_member_fraction (stdout, false, "gap", t->gap, 6);
  fputs (", \"worst_functions\": [", stdout);
  for (size_t i = 0; i < at_most (c->options->worst, t->n_functions); i++)
    print_function_json (worst[i], i == 0);
  fputs ("], \"worst_blocks\": [", stdout);
  for (size_t i = 0; i < at_most (c->options->worst, t->n_blocks); i++)
    print_block_json (c, &t->blocks[i], i == 0);
  fputs ("], \"reversed\": [", stdout);
  for (size_t i = 0; i < t->n_reversed; i++)
    print_branch_json (c, &t->reversed[i], i == 0);
  puts ("]}");
}

static void
print_text (const struct comparison *c,
            const struct hwpgo_truth_function *const *worst)
{
  const struct hwpgo_truth *t = c->truth;
  size_t n = at_most (c->options->worst, t->n_functions);
  printf ("%s: %zu functions ran, %zu did not\n",
          hwpgo_image_path (c->executed->image), t->n_functions, t->silent);
  printf ("overlap within functions %8.2f %%\n", 100 * t->within);
  printf ("overlap of all blocks    %8.2f %%\n", 100 * t->all);
  printf ("branch probabilities off %8.2f %%\n", 100 * t->branch_error);
  printf ("counts that do not flow  %8.2f %%\n", 100 * t->gap);
  if (n)
    printf ("\n%8s %8s %8s %8s  %s\n", "ran", "believed", "overlap", "off",
            "function");
  for (size_t i = 0; i < n; i++)
    printf ("%7.2f%% %7.2f%% %7.2f%% %7.2f%%  %s\n",
            100 * worst[i]->executions / t->executions,
            100 * worst[i]->believed, 100 * worst[i]->overlap,
            100 * worst[i]->branch_error, worst[i]->name);
  n = at_most (c->options->worst, t->n_blocks);
  if (n)
    printf ("\n%8s %8s  %-15s %s\n", "ran", "believed", "quality", "block");
  for (size_t i = 0; i < n; i++)
    {
      const struct hwpgo_truth_block *b = &t->blocks[i];
      char place[512];
      describe_place (c->executed->image, b->low, place, sizeof place);
      printf ("%7.2f%% %7.2f%%  %-15s %s 0x%" PRIx64 " %s\n",
              100 * b->executions, 100 * b->believed,
              hwpgo_quality_name (b->quality), t->functions[b->function].name,
              b->low, place);
    }
  n = at_most (c->options->worst, t->n_reversed);
  if (n)
    printf ("\n%12s %8s %8s  %s\n", "executions", "ran", "believed",
            "branch that points the wrong way");
  for (size_t i = 0; i < n; i++)
    {
      const struct hwpgo_truth_branch *b = &t->reversed[i];
      char place[512];
      branch_place (c, b, place, sizeof place);
      printf ("%12" PRIu64 " %7.2f%% %7.2f%%  %s 0x%" PRIx64 " %s\n",
              executions (b->executions), 100 * b->ran, 100 * b->believed,
              b->function, b->high, place);
    }
}

/* --- comparing -----------------------------------------------------------
 */

static int
compare (struct comparison *c, struct hwpgo_error *err)
{
  struct hwpgo_truth truth;
  if (hwpgo_truth_compare (&truth, c->map, c->executed) != 0)
    return hwpgo_error_nomem (err);
  c->truth = &truth;
  int rc = 0;
  if (truth.n_functions == 0)
    rc = hwpgo_error_set (err, HWPGO_E_EMPTY,
                          hwpgo_image_path (c->executed->image),
                          "no block of its block map ran in the recording");
  const struct hwpgo_truth_function **worst
      = rc ? NULL : worst_functions (&truth);
  if (!rc && !worst)
    rc = hwpgo_error_nomem (err);
  if (!rc && c->options->json)
    print_json (c, worst);
  else if (!rc)
    print_text (c, worst);
  free (worst);
  hwpgo_truth_free (&truth);
  return rc;
}

static int
visit (const struct hwpgo_executed *executed, void *data,
       struct hwpgo_error *err)
{
  const struct hwpgo_image *image = executed->image;
  struct hwpgo_block_map map;
  const uint8_t *bytes;
  size_t size;
  if (!hwpgo_image_section (image, HWPGO_BLOCK_MAP_SECTION, &bytes, &size))
    return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, hwpgo_image_path (image),
                            "it has no block map; build it with "
                            "-fplugin-arg-hwpgo-block-map");
  int rc = hwpgo_block_map_read (&map, hwpgo_image_path (image), bytes, size,
                                 hwpgo_image_address_size (image),
                                 hwpgo_image_swapped (image), err);
  if (rc)
    return rc;
  struct comparison c = { .options = data, .executed = executed, .map = &map };
  rc = compare (&c, err);
  hwpgo_block_map_free (&map);
  return rc;
}

int
hwpgo_verb_truth (int argc, char **argv)
{
  struct truth_options o = { .worst = DEFAULT_WORST };
  hwpgo_parse (&argp, argc, argv, 0, &o);
  if (o.perf_data.n == 0)
    hwpgo_list_add (&o.perf_data, "perf.data");
  struct hwpgo_progress progress;
  struct hwpgo_convert_options convert = { .perf_data = o.perf_data.items,
                                           .n_perf_data = o.perf_data.n,
                                           .binaries = &o.binary,
                                           .n_binaries = 1,
                                           .progress = hwpgo_progress_show,
                                           .progress_data = &progress };
  struct hwpgo_convert_report report;
  struct hwpgo_error err;
  hwpgo_progress_begin (&progress, "reading");
  int rc = hwpgo_executed_each (&convert, &report, visit, &o, &err);
  hwpgo_progress_end (&progress);
  free (o.perf_data.items);
  if (rc)
    return hwpgo_fail (&err);
  return hwpgo_account_judge (stderr, &report, &err) ? hwpgo_fail (&err)
                                                     : HWPGO_EXIT_DONE;
}
