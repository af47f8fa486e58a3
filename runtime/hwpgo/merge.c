/* hwpgo merge: add up bundles or profiles.
   SPDX-License-Identifier: GPL-2.0-or-later

   The sum does not depend on the order of the inputs, to the byte: that is
   the model's doing (runtime/profile/model.h).  */

#include <argp.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "runtime/base/file.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/profile/bundle.h"
#include "runtime/profile/text.h"

struct merge
{
  const char *output;
  struct hwpgo_list inputs;
};

static const struct argp_option options[]
    = { { "output", 'o', "OUT", 0, "Write to OUT (required)", 0 }, { 0 } };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct merge *merge = state->input;
  switch (key)
    {
    case 'o':
      merge->output = arg;
      return 0;
    case ARGP_KEY_ARG:
      hwpgo_list_add (&merge->inputs, arg);
      return 0;
    case ARGP_KEY_END:
      if (!merge->output)
        argp_error (state, "the option -o is missing");
      if (merge->inputs.n == 0)
        argp_error (state, "there is nothing to merge");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
    = { options,
        parse,
        "IN...",
        "Add up bundles, or single profiles in LLVM's formats.  The result is "
        "a bundle when one of the inputs is, else a profile in LLVM's text "
        "format.  Profiles of different events do not add up and are refused.",
        NULL,
        NULL,
        NULL };

static bool
folder_p (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

/* Add the bundle or profile PATH to SUM.  */
static int
add (struct hwpgo_bundle *sum, const char *path, struct hwpgo_error *err)
{
  struct hwpgo_bundle next;
  int ret = hwpgo_bundle_read (&next, path, err);
  if (ret != 0)
    return ret;
  ret = hwpgo_bundle_merge (sum, &next, 1, path, err);
  hwpgo_bundle_free (&next);
  return ret;
}

/* Write the one profile of SUM, which was read from single profiles.  */
static int
write_profile (const struct hwpgo_bundle *sum, const char *path,
               struct hwpgo_error *err)
{
  struct hwpgo_outfile out;
  int ret = hwpgo_outfile_open (&out, path, err);
  if (ret != 0)
    return ret;
  ret = hwpgo_text_write (sum->profiles[HWPGO_FREQUENCY], out.stream, err);
  if (ret == 0)
    return hwpgo_outfile_commit (&out, err);
  hwpgo_outfile_discard (&out);
  return ret;
}

int
hwpgo_verb_merge (int argc, char **argv)
{
  struct merge merge = { 0 };
  hwpgo_parse (&argp, argc, argv, 0, &merge);
  struct hwpgo_error err;
  struct hwpgo_bundle sum;
  bool bundles = folder_p (merge.inputs.items[0]);
  int ret = hwpgo_bundle_read (&sum, merge.inputs.items[0], &err);
  if (ret == 0)
    {
      for (size_t i = 1; ret == 0 && i < merge.inputs.n; i++)
        {
          bundles |= folder_p (merge.inputs.items[i]);
          ret = add (&sum, merge.inputs.items[i], &err);
        }
      if (ret == 0)
        ret = bundles ? hwpgo_bundle_write (&sum, merge.output, &err)
                      : write_profile (&sum, merge.output, &err);
      hwpgo_bundle_free (&sum);
    }
  free (merge.inputs.items);
  return ret == 0 ? HWPGO_EXIT_DONE : hwpgo_fail (&err);
}
