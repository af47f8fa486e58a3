/* The option --format of the verbs that write profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/hwpgo/format-option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/hwpgo/verb.h"
#include "runtime/profile/gcov.h"

enum
{
  /* No key of any verb: children share the numbers with their parent.  */
  KEY_FORMAT = 0x1000,
  KEY_MD5_NAMES,
  KEY_COMPRESS,
  KEY_GCC
};

static const struct argp_option options[]
    = { { "compress", KEY_COMPRESS, 0, 0, "Compress what is extbinary", 0 },
        { "format", KEY_FORMAT, "FORMAT", 0, "'bundle' (default)", 0 },
        { "gcc", KEY_GCC, "VERSION", 0,
          "Write gcov for GCC 11 to 16 (default: 12)", 0 },
        { "md5-names", KEY_MD5_NAMES, 0, 0,
          "In extbinary, write hashes for names", 0 },
        { 0 } };

/* Print the names of all formats but the bundle, each after BEFORE and before
   its summary when SUMMARIES says so.  */
static void
list_formats (FILE *out, const char *before, bool summaries)
{
  size_t n;
  const struct hwpgo_profile_format *all = hwpgo_profile_formats (&n);
  for (size_t i = 0; i < n; i++)
    if (all[i].name && summaries)
      fprintf (out, "%s'%s': %s", before, all[i].name, all[i].summary);
    else if (all[i].name)
      fprintf (out, "%s%s", before, all[i].name);
}

/* The help of an option, from TEXT in the table.  argp frees it.  */
static char *
help (int key, const char *text, void *input)
{
  (void) input;
  char *result;
  size_t size;
  FILE *out = key == KEY_FORMAT ? open_memstream (&result, &size) : NULL;
  if (!out)
    return (char *) text;
  fputs (text, out);
  list_formats (out, "; ", true);
  return fclose (out) == 0 ? result : (char *) text;
}

static const struct hwpgo_profile_format *
parse_format (const struct argp_state *state, const char *name)
{
  const struct hwpgo_profile_format *format = hwpgo_profile_format (name);
  char *names = NULL;
  size_t size;
  if (format || strcmp (name, "bundle") == 0)
    return format;
  FILE *out = open_memstream (&names, &size);
  if (out)
    {
      list_formats (out, ", ", false);
      fclose (out);
    }
  argp_error (state, "--format=%s: the formats are bundle%s", name,
              names ? names : "");
  free (names);
  return NULL;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct hwpgo_format_option *option = state->input;
  switch (key)
    {
    case KEY_FORMAT:
      option->given = true;
      option->format = parse_format (state, arg);
      return 0;
    case KEY_COMPRESS:
      option->write.compress = true;
      return 0;
    case KEY_MD5_NAMES:
      option->write.md5 = true;
      return 0;
    case KEY_GCC:
      option->write.gcc = (unsigned) hwpgo_option_u64 (
          state, "gcc", arg, HWPGO_GCOV_GCC_MIN, HWPGO_GCOV_GCC_MAX);
      return 0;
    case ARGP_KEY_END:
      if (option->write.gcc && option->format != hwpgo_profile_format ("gcov"))
        argp_error (state, "--gcc needs --format=gcov");
      if ((option->write.compress || option->write.md5)
          && option->format != hwpgo_profile_format ("extbinary"))
        argp_error (state,
                    "--compress and --md5-names need --format=extbinary");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

const struct argp hwpgo_format_argp
    = { options, parse, NULL, NULL, NULL, help, NULL };
