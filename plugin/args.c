/* The plugin's arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/args.h"

#include <string.h>

#include "runtime/base/text.h"

void
hwpgo_args_init (struct hwpgo_args *args)
{
  memset (args, 0, sizeof *args);
#define HWPGO_ARG_FRACTION(key, field, value, min, max, help)                 \
  args->field = value;
#define HWPGO_ARG_SWITCH(key, field, value, help) args->field = value;
#include "plugin/args.def"
}

static int
set_path (const char **field, const char *key, const char *value,
          struct hwpgo_error *err)
{
  if (!value || !*value)
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                            "argument '%s' needs a path", key);
  *field = value;
  return 0;
}

static int
set_text (const char **field, const char *key, const char *value,
          struct hwpgo_error *err)
{
  if (!value || !*value)
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                            "argument '%s' needs a value", key);
  *field = value;
  return 0;
}

/* CHOICES are words with '|' between; *FIELD becomes VALUE's number.  */
static int
set_choice (unsigned *field, const char *key, const char *value,
            const char *choices, struct hwpgo_error *err)
{
  unsigned number = 0;
  for (const char *next = choices; value; next++, number++)
    {
      size_t length = strcspn (next, "|");
      if (strlen (value) == length && memcmp (next, value, length) == 0)
        {
          *field = number;
          return 0;
        }
      next += length;
      if (!*next)
        break;
    }
  return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                          "argument '%s' is one of %s, not '%s'", key, choices,
                          value ? value : "");
}

static int
set_fraction (double *field, const char *key, const char *value, double min,
              double max, struct hwpgo_error *err)
{
  if (!value || !hwpgo_parse_fraction (value, min, max, field))
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                            "argument '%s' needs a number from %g to %g", key,
                            min, max);
  return 0;
}

static int
set_switch (bool *field, const char *key, const char *value,
            struct hwpgo_error *err)
{
  bool on = !value || strcmp (value, "on") == 0;
  if (!on && strcmp (value, "off") != 0)
    return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                            "argument '%s' is on or off, not '%s'", key,
                            value);
  *field = on;
  return 0;
}

int
hwpgo_args_set (struct hwpgo_args *args, const char *key, const char *value,
                struct hwpgo_error *err)
{
#define HWPGO_ARG_PATH(name, field, metavar, help)                            \
  if (strcmp (key, name) == 0)                                                \
    return set_path (&args->field, key, value, err);
#define HWPGO_ARG_TEXT(name, field, metavar, help)                            \
  if (strcmp (key, name) == 0)                                                \
    return set_text (&args->field, key, value, err);
#define HWPGO_ARG_CHOICE(name, field, choices, help)                          \
  if (strcmp (key, name) == 0)                                                \
    return set_choice (&args->field, key, value, choices, err);
#define HWPGO_ARG_FRACTION(name, field, dflt, min, max, help)                 \
  if (strcmp (key, name) == 0)                                                \
    return set_fraction (&args->field, key, value, min, max, err);
#define HWPGO_ARG_SWITCH(name, field, dflt, help)                             \
  if (strcmp (key, name) == 0)                                                \
    return set_switch (&args->field, key, value, err);
#include "plugin/args.def"
  return hwpgo_error_set (err, HWPGO_E_USAGE, NULL,
                          "there is no argument '%s'", key);
}

void
hwpgo_args_help (FILE *out)
{
#define HWPGO_ARG_PATH(key, field, metavar, help)                             \
  fprintf (out, "  %s=%s\n      %s\n", key, metavar, help);
#define HWPGO_ARG_TEXT HWPGO_ARG_PATH
#define HWPGO_ARG_CHOICE(key, field, choices, help)                           \
  fprintf (out, "  %s=%s\n      %s (default %.*s)\n", key, choices, help,     \
           (int) strcspn (choices, "|"), choices);
#define HWPGO_ARG_FRACTION(key, field, value, min, max, help)                 \
  fprintf (out, "  %s=%g..%g\n      %s (default %g)\n", key, (double) (min),  \
           (double) (max), help, (double) (value));
#define HWPGO_ARG_SWITCH(key, field, value, help)                             \
  fprintf (out, "  %s=on|off\n      %s (default %s)\n", key, help,            \
           (value) ? "on" : "off");
#include "plugin/args.def"
}
