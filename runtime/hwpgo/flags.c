/* hwpgo flags: what to append to CFLAGS.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/hwpgo/parts.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/profile/bundle.h"

struct flags
{
  const char *bundle; /* NULL: none.  */
  int plugin_only;
  int train;
};

/* For a program that is built to be recorded and then built anew: what GCC
   makes a conditional move of has no branch, so that no profile tells how
   often it goes which way, or whether that can be predicted.  The least and
   most of two values, which the phiopt pass makes, GCC always selects: as
   branches they would only hide from a predictor what it knows without them.
   Where one of them is a constant, the plugin makes a branch.  */
static const char keep_branches[] = " -fno-if-conversion -fno-if-conversion2"
                                    " -fplugin-arg-hwpgo-train";

static const struct argp_option options[]
    = { { "plugin", 'p', 0, 0, "Print the path of the plugin alone", 0 },
        { "train", 't', 0, 0,
          "Let GCC keep the branches that it would make conditional moves of, "
          "but for the least and most of two variables, so that a recording "
          "measures them, too: for a build that is only made to be recorded",
          0 },
        { 0 } };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct flags *flags = state->input;
  switch (key)
    {
    case 'p':
      flags->plugin_only = 1;
      return 0;
    case 't':
      flags->train = 1;
      return 0;
    case ARGP_KEY_ARG:
      if (flags->bundle)
        argp_error (state, "only one bundle can be used: '%s'", arg);
      flags->bundle = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
    = { options,
        parse,
        "[BUNDLE|PROFILE]",
        "Print what to append to CFLAGS and CXXFLAGS: the plugin, and its "
        "argument that names the profile.  Without a profile the build gets "
        "the discriminators that a recording needs.",
        NULL,
        NULL,
        NULL };

/* Shells and make cut or expand other characters, and no quoting survives both
   'gcc $(hwpgo flags)' and CFLAGS="$(hwpgo flags)".  */
static int
check_plain (const char *path, struct hwpgo_error *err)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789/._-+,:@%=~^";
  for (const char *p = path; *p; p++)
    if ((unsigned char) *p < 0x80 && !strchr (plain, *p))
      return hwpgo_error_set (
          err, HWPGO_E_UNSUPPORTED, path,
          "CFLAGS cannot carry a path with '%c' in it; use another folder",
          *p);
  return 0;
}

/* The absolute path of the profile at PATH, malloc'ed, once that has proved
   readable; NULL with an error.  */
static char *
check_profile (const char *path, struct hwpgo_error *err)
{
  struct hwpgo_bundle bundle;
  if (hwpgo_bundle_read (&bundle, path, err) != 0)
    return NULL;
  hwpgo_bundle_free (&bundle);
  char *absolute = realpath (path, NULL);
  if (!absolute)
    hwpgo_error_errno (err, path, "resolve");
  else if (check_plain (absolute, err) != 0)
    {
      free (absolute);
      return NULL;
    }
  return absolute;
}

int
hwpgo_verb_flags (int argc, char **argv)
{
  struct flags flags = { 0 };
  hwpgo_parse (&argp, argc, argv, 0, &flags);
  struct hwpgo_error err;
  int status = HWPGO_EXIT_DONE;
  char *use = NULL, *plugin = hwpgo_part ("hwpgo.so", &err);
  if (!plugin)
    status = hwpgo_fail (&err);
  else if (flags.plugin_only)
    puts (plugin);
  else if (check_plain (plugin, &err) != 0)
    status = hwpgo_fail (&err);
  else if (flags.bundle && !(use = check_profile (flags.bundle, &err)))
    status = hwpgo_fail (&err);
  else
    printf ("-fplugin=%s%s%s%s\n", plugin,
            use ? " -fplugin-arg-hwpgo-use=" : "", use ? use : "",
            flags.train ? keep_branches : "");
  free (use);
  free (plugin);
  return status;
}
