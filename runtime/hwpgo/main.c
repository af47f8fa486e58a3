/* The command hwpgo: finds the verb and hands over.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <argp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory.h"
#include "runtime/base/text.h"
#include "runtime/hwpgo/interrupt.h"
#include "runtime/hwpgo/verb.h"

struct verb
{
  const char *name;
  int (*run) (int argc, char **argv);
  const char *summary;
};

static const struct verb verbs[] = {
#define HWPGO_VERB(name, summary) { #name, hwpgo_verb_##name, summary },
#include "runtime/hwpgo/verbs.def"
#undef HWPGO_VERB
};

#define N_VERBS (sizeof verbs / sizeof verbs[0])

const char *argp_program_version = "hwpgo " HWPGO_VERSION;

int
hwpgo_fail (const struct hwpgo_error *err)
{
  fflush (stdout);
  fprintf (stderr, "hwpgo: error: %s\n", err->text);
  return HWPGO_EXIT_FAILED;
}

void
hwpgo_say (const char *format, ...)
{
  char *text = NULL;
  va_list ap;
  va_start (ap, format);
  if (vasprintf (&text, format, ap) < 0)
    text = NULL;
  va_end (ap);
  fputs ("hwpgo: ", stderr);
  hwpgo_print_plain (stderr, text ? text : format);
  putc ('\n', stderr);
  free (text);
}

static void
fail_without_memory (void)
{
  struct hwpgo_error err;
  hwpgo_error_nomem (&err);
  exit (hwpgo_fail (&err));
}

void
hwpgo_parse (const struct argp *argp, int argc, char **argv, unsigned flags,
             void *input)
{
  if (argp_parse (argp, argc, argv, flags, NULL, input) != 0)
    fail_without_memory ();
}

uint64_t
hwpgo_option_u64 (const struct argp_state *state, const char *name,
                  const char *text, uint64_t min, uint64_t max)
{
  uint64_t value = 0;
  if (!hwpgo_parse_u64 (text, min, max, &value))
    argp_error (state, "--%s=%s: not a number from %llu to %llu", name, text,
                (unsigned long long) min, (unsigned long long) max);
  return value;
}

void
hwpgo_list_add (struct hwpgo_list *list, const char *item)
{
  if (!HWPGO_GROW (list->items, list->capacity, list->n + 1))
    fail_without_memory ();
  list->items[list->n++] = item;
}

static void
print_help (FILE *out)
{
  fputs ("Usage: hwpgo VERB [OPTION...] [ARG...]\n"
         "Hardware-profile-guided optimisation for GCC.\n\n",
         out);
  for (size_t i = 0; i < N_VERBS; i++)
    fprintf (out, "  %-8s  %s\n", verbs[i].name, verbs[i].summary);
  fputs ("\n'hwpgo VERB --help' lists the options of a verb;"
         " hwpgo(1) tells the whole.\n",
         out);
}

static int
usage (const char *what, const char *word)
{
  fprintf (stderr, "hwpgo: %s%s\nTry 'hwpgo --help'.\n", what, word);
  return HWPGO_EXIT_USAGE;
}

/* Standard output is complete, or it is an error, told once.  */
static int
close_output (int status)
{
  if (status != HWPGO_EXIT_DONE || (fflush (stdout) == 0 && !ferror (stdout)))
    return status;
  struct hwpgo_error err;
  hwpgo_error_errno (&err, "standard output", "write");
  return hwpgo_fail (&err);
}

int
main (int argc, char **argv)
{
  argp_err_exit_status = HWPGO_EXIT_USAGE;
  hwpgo_interrupt_no_limit ();
  if (argc < 2)
    return usage ("a verb is missing", "");
  const char *word = argv[1];
  if (strcmp (word, "--help") == 0 || strcmp (word, "-?") == 0)
    {
      print_help (stdout);
      return close_output (HWPGO_EXIT_DONE);
    }
  if (strcmp (word, "--version") == 0 || strcmp (word, "-V") == 0)
    {
      puts (argp_program_version);
      return close_output (HWPGO_EXIT_DONE);
    }
  for (size_t i = 0; i < N_VERBS; i++)
    if (strcmp (word, verbs[i].name) == 0)
      {
        char name[64];
        snprintf (name, sizeof name, "hwpgo %s", word);
        argv[1] = name;
        return close_output (verbs[i].run (argc - 1, argv + 1));
      }
  return usage (word[0] == '-' ? "unknown option " : "unknown verb ", word);
}
