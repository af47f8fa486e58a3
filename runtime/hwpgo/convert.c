/* hwpgo convert: make profiles of a perf.data and its binaries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "runtime/hwpgo/account.h"
#include "runtime/hwpgo/format-option.h"
#include "runtime/hwpgo/interrupt.h"
#include "runtime/hwpgo/progress.h"
#include "runtime/hwpgo/verb.h"

enum
{
  KEY_PERF_DATA = 256,
  KEY_PERF_EVENT,
  KEY_LEADING_IP,
  KEY_SAMPLE_PERIOD,
  KEY_DEBUG_FILE,
  KEY_DEBUG_FOLDER,
  KEY_DISCRIMINATORS
};

struct convert
{
  struct hwpgo_list binaries, perf_data;
  const char *output;
  struct hwpgo_format_option format;
  struct hwpgo_convert_options options;
};

static const struct argp_option options[] = {
  { "binary", 'b', "FILE", 0,
    "A program or library that ran; once for each (default: all that the "
    "recording mapped and that have debug information)",
    0 },
  { "debug-file", KEY_DEBUG_FILE, "FILE", 0,
    "Debug information of the one --binary, or the package of its split units "
    "(default: look where gdb does, and for BINARY.dwp)",
    0 },
  { "debug-folder", KEY_DEBUG_FOLDER, "DIR", 0,
    "Look for debug information in DIR before /usr/lib/debug", 0 },
  { "discriminators", KEY_DISCRIMINATORS, "ENCODING", 0,
    "How to read discriminators", 0 },
  { "leading-ip-only", KEY_LEADING_IP, 0, 0,
    "Count the address of each sample, and not its branch stack", 0 },
  { "output", 'o', "OUT", 0,
    "Write to OUT (default: " HWPGO_DEFAULT_BUNDLE
    ", standard output for a single profile)",
    0 },
  { "perf-data", KEY_PERF_DATA, "FILE", 0,
    "A recording; once for each (default: perf.data)", 0 },
  { "perf-event", KEY_PERF_EVENT, "NAME", 0,
    "Use this event alone (default: taken branches for the frequency, "
    "mispredicts for the mispredict profile)",
    0 },
  { "sample-period", KEY_SAMPLE_PERIOD, "N", 0,
    "A sample stands for N events (default: what the recording says)", 0 },
  { 0 }
};

/* The help of an option, from TEXT in the table.  argp frees it.  */
static char *
help (int key, const char *text, void *input)
{
  (void) input;
  char *result;
  size_t size;
  FILE *out
      = key == KEY_DISCRIMINATORS ? open_memstream (&result, &size) : NULL;
  if (!out)
    return (char *) text;
  fputs (text, out);
  for (unsigned i = 0; i < HWPGO_DISCRIMINATORS_N; i++)
    {
      enum hwpgo_discriminators choice = (enum hwpgo_discriminators) i;
      fprintf (out, "%s '%s'%s: %s", i ? ";" : ":",
               hwpgo_discriminators_name (choice), i ? "" : " (default)",
               hwpgo_discriminators_summary (choice));
    }
  return fclose (out) == 0 ? result : (char *) text;
}

static void
parse_discriminators (const struct argp_state *state, const char *name,
                      enum hwpgo_discriminators *choice)
{
  if (hwpgo_discriminators_find (name, choice))
    return;
  char names[256];
  size_t n = 0;
  for (unsigned i = 0; i < HWPGO_DISCRIMINATORS_N; i++)
    n += (size_t) snprintf (
        names + n, sizeof names - n, "%s%s", i ? ", " : "",
        hwpgo_discriminators_name ((enum hwpgo_discriminators) i));
  argp_error (state, "--discriminators=%s: the encodings are %s", name, names);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct convert *convert = state->input;
  switch (key)
    {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &convert->format;
      return 0;
    case 'b':
      hwpgo_list_add (&convert->binaries, arg);
      return 0;
    case 'o':
      convert->output = arg;
      return 0;
    case KEY_PERF_DATA:
      hwpgo_list_add (&convert->perf_data, arg);
      return 0;
    case KEY_PERF_EVENT:
      convert->options.event = arg;
      return 0;
    case KEY_DEBUG_FILE:
      convert->options.debug_file = arg;
      return 0;
    case KEY_DEBUG_FOLDER:
      convert->options.debug_folder = arg;
      return 0;
    case KEY_DISCRIMINATORS:
      parse_discriminators (state, arg, &convert->options.discriminators);
      return 0;
    case KEY_LEADING_IP:
      convert->options.leading_ip_only = true;
      return 0;
    case KEY_SAMPLE_PERIOD:
      convert->options.sample_period
          = hwpgo_option_u64 (state, "sample-period", arg, 1, UINT64_MAX);
      return 0;
    case ARGP_KEY_ARG:
      argp_error (state, "'%s' is no option: --perf-data=FILE names a recording",
                  arg);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[]
    = { { &hwpgo_format_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp
    = { options,
        parse,
        "",
        "Make profiles of recordings (perf.data) and the binaries that ran.  "
        "A closing account on standard error says what became of every "
        "sample.  A format other than the bundle takes the frequency profile "
        "alone; for LLVM's formats it is counted as llvm-profgen does.",
        children,
        help,
        NULL };

static int
write_result (const struct convert *convert, const struct hwpgo_bundle *bundle,
              struct hwpgo_error *err)
{
  struct hwpgo_write_options how = convert->format.write;
  how.copies = bundle->layout != 0;
  if (convert->format.format)
    return hwpgo_profile_write_file (bundle->profiles[HWPGO_FREQUENCY],
                                     convert->format.format, &how,
                                     convert->output, err);
  const char *path = convert->output ? convert->output : HWPGO_DEFAULT_BUNDLE;
  int ret = hwpgo_bundle_write (bundle, path, err);
  if (ret == 0)
    hwpgo_say ("wrote %s", path);
  return ret;
}

static bool
same_file (const char *a, const char *b)
{
  struct stat x, y;
  return stat (a, &x) == 0 && stat (b, &y) == 0 && x.st_dev == y.st_dev
         && x.st_ino == y.st_ino;
}

/* The result can be written, and not over what it is made of.  */
static int
check_output (const struct convert *convert, struct hwpgo_error *err)
{
  if (!convert->format.format)
    return hwpgo_bundle_check_output (
        convert->output ? convert->output : HWPGO_DEFAULT_BUNDLE, err);
  const struct hwpgo_list *inputs[]
      = { &convert->perf_data, &convert->binaries };
  for (size_t k = 0; convert->output && k < 2; k++)
    for (size_t i = 0; i < inputs[k]->n; i++)
      if (same_file (convert->output, inputs[k]->items[i]))
        return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, convert->output,
                                "it is an input, which the output would "
                                "replace");
  return hwpgo_outfile_check (convert->output, err);
}

int
hwpgo_verb_convert (int argc, char **argv)
{
  struct convert convert = { 0 };
  hwpgo_parse (&argp, argc, argv, 0, &convert);
  if (convert.perf_data.n == 0)
    hwpgo_list_add (&convert.perf_data, "perf.data");

  struct hwpgo_progress progress;
  struct hwpgo_convert_options *o = &convert.options;
  o->perf_data = convert.perf_data.items;
  o->n_perf_data = convert.perf_data.n;
  o->binaries = convert.binaries.items;
  o->n_binaries = convert.binaries.n;
  /* A bundle is for the plugin, which needs true weights (doc/convert.md,
     6).  */
  o->llvm
      = convert.format.format && convert.format.format->user == HWPGO_FOR_LLVM;
  o->foreign = convert.format.format != NULL;
  o->progress = hwpgo_progress_show;
  o->progress_data = &progress;

  struct hwpgo_error err;
  struct hwpgo_bundle bundle;
  struct hwpgo_convert_report report = { 0 };
  hwpgo_interrupt_note ();
  int ret = check_output (&convert, &err);
  if (ret == 0)
    {
      hwpgo_progress_begin (&progress, "converting");
      ret = hwpgo_convert (o, &bundle, &report, &err);
      hwpgo_progress_end (&progress);
    }
  if (ret == 0)
    {
      hwpgo_account_print (stderr, &report);
      ret = hwpgo_account_judge (stderr, &report, &err);
      if (ret == 0)
        ret = write_result (&convert, &bundle, &err);
      hwpgo_bundle_free (&bundle);
    }
  free (convert.binaries.items);
  free (convert.perf_data.items);
  if (ret == 0)
    return HWPGO_EXIT_DONE;
  hwpgo_fail (&err);
  hwpgo_interrupt_obey ();
  return HWPGO_EXIT_FAILED;
}
