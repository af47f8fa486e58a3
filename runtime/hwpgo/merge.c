/* hwpgo merge: add up bundles or profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   The sum does not depend on the order of the inputs, to the byte: that is
   the model's doing (runtime/profile/model.h).  */

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/hwpgo/format-option.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/profile/bundle.h"

enum
{
  KEY_WEIGHT = 256,
  KEY_INPUTS,
  KEY_MISPREDICTS
};

/* One argument: a bundle or profile, or a list of them.  */
struct input
{
  const char *path;
  uint64_t weight;
  bool list;
};

struct merge
{
  const char *output;
  struct input *inputs;
  size_t n, capacity;
  uint64_t weight;      /* of the inputs that follow.  */
  enum hwpgo_kind kind; /* for a single profile.  */
  struct hwpgo_format_option format;
  bool bundles; /* some input is one.  */
  size_t added;
  struct hwpgo_bundle sum;
};

static const struct argp_option options[]
    = { { "inputs", KEY_INPUTS, "FILE", 0,
          "Take the inputs that FILE names, one in a line ('-': standard "
          "input)",
          0 },
        { "mispredicts", KEY_MISPREDICTS, 0, 0,
          "With a --format for one profile: the mispredict profile", 0 },
        { "output", 'o', "OUT", 0, "Write to OUT (required)", 0 },
        { "weight", KEY_WEIGHT, "N", 0,
          "Take the inputs after this option N times, up to the next one "
          "(default: 1)",
          0 },
        { 0 } };

static error_t
add_input (struct merge *merge, const char *path, bool list)
{
  if (!HWPGO_GROW (merge->inputs, merge->capacity, merge->n + 1))
    return ENOMEM;
  merge->inputs[merge->n++]
      = (struct input){ .path = path, .weight = merge->weight, .list = list };
  return 0;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct merge *merge = state->input;
  switch (key)
    {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &merge->format;
      return 0;
    case 'o':
      merge->output = arg;
      return 0;
    case KEY_WEIGHT:
      merge->weight = hwpgo_option_u64 (state, "weight", arg, 1, UINT64_MAX);
      return 0;
    case KEY_INPUTS:
    case ARGP_KEY_ARG:
      return add_input (merge, arg, key == KEY_INPUTS);
    case KEY_MISPREDICTS:
      merge->kind = HWPGO_MISPREDICT;
      return 0;
    case ARGP_KEY_END:
      if (!merge->output)
        argp_error (state, "the option -o is missing");
      if (merge->n == 0)
        argp_error (state, "there is nothing to merge");
      return 0;
    case ARGP_KEY_SUCCESS:
      if (merge->kind == HWPGO_MISPREDICT && !merge->format.format)
        argp_error (state, "--mispredicts needs a --format for one profile");
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
        "IN...",
        "Add up bundles, or single profiles of any format.  Without --format "
        "the result is a bundle when one of the inputs is, else a profile in "
        "LLVM's text format.  Profiles of different events do not add up and "
        "are refused.",
        children,
        NULL,
        NULL };

static bool
folder_p (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

/* Add the bundle or profile PATH to the sum.  Only one is in memory at a
   time.  */
static int
add (struct merge *merge, const char *path, uint64_t weight,
     struct hwpgo_error *err)
{
  struct hwpgo_bundle next;
  int ret = hwpgo_bundle_read (&next, path, err);
  if (ret != 0)
    return ret;
  merge->bundles |= folder_p (path);
  merge->added++;
  ret = hwpgo_bundle_merge (&merge->sum, &next, weight, path, err);
  hwpgo_bundle_free (&next);
  return ret;
}

/* Add what the lines of INPUT name.  */
static int
add_list (struct merge *merge, const struct input *input,
          struct hwpgo_error *err)
{
  bool standard = strcmp (input->path, "-") == 0;
  FILE *in = standard ? stdin : fopen (input->path, "r");
  if (!in)
    return hwpgo_error_errno (err, input->path, "open");
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  uint64_t number = 0;
  int ret = 0;
  while (ret == 0 && (n = getline (&line, &size, in)) >= 0)
    {
      number++;
      if (n && line[n - 1] == '\n')
        line[--n] = '\0';
      if (strlen (line) != (size_t) n)
        ret = hwpgo_error_at_line (err, HWPGO_E_FORMAT, input->path, number,
                                   "no path holds a NUL byte");
      else if (n)
        ret = add (merge, line, input->weight, err);
    }
  if (ret == 0 && ferror (in))
    ret = hwpgo_error_errno (err, input->path, "read");
  free (line);
  if (!standard)
    fclose (in);
  return ret;
}

static int
write_result (const struct merge *merge, struct hwpgo_error *err)
{
  const struct hwpgo_profile_format *format = merge->format.format;
  if (!format && (merge->bundles || merge->format.given))
    return hwpgo_bundle_write (&merge->sum, merge->output, err);
  const struct hwpgo_profile *profile = merge->sum.profiles[merge->kind];
  if (!profile)
    return hwpgo_error_set (err, HWPGO_E_NOT_FOUND, NULL,
                            "no input has a %s profile",
                            hwpgo_kind_name (merge->kind));
  struct hwpgo_write_options how = merge->format.write;
  how.copies = merge->sum.layout != 0;
  return hwpgo_profile_write_file (
      profile, format ? format : hwpgo_profile_format ("text"), &how,
      merge->output, err);
}

int
hwpgo_verb_merge (int argc, char **argv)
{
  struct merge merge = { .weight = 1 };
  /* In order: a weight holds for what comes after it.  */
  hwpgo_parse (&argp, argc, argv, ARGP_IN_ORDER, &merge);
  struct hwpgo_error err;
  hwpgo_bundle_init (&merge.sum);
  int ret = 0;
  for (size_t i = 0; i < merge.n && ret == 0; i++)
    ret = merge.inputs[i].list ? add_list (&merge, &merge.inputs[i], &err)
                               : add (&merge, merge.inputs[i].path,
                                      merge.inputs[i].weight, &err);
  if (ret == 0 && merge.added == 0)
    ret = hwpgo_error_set (&err, HWPGO_E_EMPTY, merge.inputs[0].path,
                           "it names no inputs");
  if (ret == 0)
    ret = write_result (&merge, &err);
  hwpgo_bundle_free (&merge.sum);
  free (merge.inputs);
  return ret == 0 ? HWPGO_EXIT_DONE : hwpgo_fail (&err);
}
