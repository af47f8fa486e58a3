/* The plugin's arguments.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "testsuite/unit/unit.h"

#include <stdlib.h>

#include "plugin/args.h"

static int
set (struct hwpgo_args *args, const char *key, const char *value)
{
  struct hwpgo_error err = { 0 };
  int ret = hwpgo_args_set (args, key, value, &err);
  /* An error is told, and success says nothing.  */
  CHECK ((ret == 0) == (err.text[0] == '\0'));
  return ret;
}

static void
defaults_are_those_of_the_table (void)
{
  struct hwpgo_args args;
  memset (&args, 0xff, sizeof args);
  hwpgo_args_init (&args);
  CHECK (!args.use && !args.mispredicts && !args.report);
  CHECK (args.min_mispredict_ratio == 0.05 && args.mispredict_factor == 1.0);
  CHECK (args.discriminators && args.branchless);
  CHECK (!args.strict && !args.force_branchless && !args.help);
}

/* Each word of CHOICES is taken, in its order.  */
static void
check_choices (struct hwpgo_args *args, const char *key, const char *choices,
               const unsigned *field)
{
  char word[64];
  unsigned number = 0;
  for (const char *next = choices; *next; next += *next == '|', number++)
    {
      size_t length = strcspn (next, "|");
      snprintf (word, sizeof word, "%.*s", (int) length, next);
      CHECK (set (args, key, word) == 0 && *field == number);
      next += length;
    }
}

static void
every_row_is_accepted_and_helped (void)
{
  struct hwpgo_args args;
  char *help = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&help, &size);
  CHECK (out);
  if (!out)
    return;
  hwpgo_args_help (out);
  fclose (out);
  hwpgo_args_init (&args);
#define HWPGO_ARG_PATH(key, field, metavar, text)                             \
  CHECK (set (&args, key, "some/path") == 0);                                 \
  CHECK_STRING (args.field, "some/path");                                     \
  CHECK (strstr (help, "  " key "=" metavar "\n"));
#define HWPGO_ARG_TEXT(key, field, metavar, text)                             \
  CHECK (set (&args, key, "some,text") == 0);                                 \
  CHECK_STRING (args.field, "some,text");                                     \
  CHECK (strstr (help, "  " key "=" metavar "\n"));
#define HWPGO_ARG_CHOICE(key, field, choices, text)                           \
  CHECK (args.field == 0);                                                    \
  CHECK (strstr (help, "  " key "=" choices "\n"));                           \
  check_choices (&args, key, choices, &args.field);
#define HWPGO_ARG_FRACTION(key, field, value, min, max, text)                 \
  CHECK (set (&args, key, "0.5") == 0);                                       \
  CHECK (args.field == 0.5);                                                  \
  CHECK (strstr (help, "  " key "="));
#define HWPGO_ARG_SWITCH(key, field, value, text)                             \
  CHECK (set (&args, key, "off") == 0 && !args.field);                        \
  CHECK (set (&args, key, NULL) == 0 && args.field);                          \
  CHECK (set (&args, key, "off") == 0 && !args.field);                        \
  CHECK (set (&args, key, "on") == 0 && args.field);                          \
  CHECK (strstr (help, "  " key "=on|off\n"));
#include "plugin/args.def"
  free (help);
}

static void
wrong_values_are_refused (void)
{
  static const char *const wrong[][2] = { { "use", NULL },
                                          { "use", "" },
                                          { "report", "" },
                                          { "min-mispredict-ratio", NULL },
                                          { "min-mispredict-ratio", "" },
                                          { "min-mispredict-ratio", "-0.1" },
                                          { "min-mispredict-ratio", "1.01" },
                                          { "min-mispredict-ratio", "0.2x" },
                                          { "min-mispredict-ratio", "nan" },
                                          { "mispredict-factor", "1000001" },
                                          { "verify", NULL },
                                          { "verify", "" },
                                          { "verify", "warn|error" },
                                          { "verify", "war" },
                                          { "verify-rules", "" },
                                          { "strict", "yes" },
                                          { "strict", "" },
                                          { "branchless", "OFF" },
                                          { "Strict", NULL },
                                          { "strict ", NULL },
                                          { "", NULL } };
  struct hwpgo_args args, before;
  memset (&args, 0, sizeof args);
  hwpgo_args_init (&args);
  memcpy (&before, &args, sizeof args);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      int ret = set (&args, wrong[i][0], wrong[i][1]);
      if (ret != -HWPGO_E_USAGE)
        printf ("%s=%s gave %d\n", wrong[i][0],
                wrong[i][1] ? wrong[i][1] : "(none)", ret);
      CHECK (ret == -HWPGO_E_USAGE);
    }
  CHECK (memcmp (&args, &before, sizeof args) == 0);
  CHECK (hwpgo_args_set (&args, "nonesuch", NULL, NULL) == -HWPGO_E_USAGE);
}

static void
errors_name_the_argument (void)
{
  struct hwpgo_args args;
  struct hwpgo_error err;
  hwpgo_args_init (&args);
  hwpgo_args_set (&args, "nonesuch", "1", &err);
  CHECK (strstr (err.text, "'nonesuch'"));
  hwpgo_args_set (&args, "mispredict-factor", "much", &err);
  CHECK (strstr (err.text, "'mispredict-factor'"));
  CHECK (strstr (err.text, "0 to 1e+06") || strstr (err.text, "1000000"));
}

int
main (void)
{
  RUN (defaults_are_those_of_the_table);
  RUN (every_row_is_accepted_and_helped);
  RUN (wrong_values_are_refused);
  RUN (errors_name_the_argument);
  return UNIT_RESULT;
}
