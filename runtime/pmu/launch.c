/* The emulator's command line, written and read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/text.h"
#include "runtime/pmu/collect.h"
#include "runtime/pmu/launch.h"

void
hwpgo_strings_array_free (char **strings)
{
  if (strings)
    for (char **s = strings; *s; s++)
      free (*s);
  free (strings);
}

/* In the emulator's option syntax a comma is written twice.  */
static void
put_escaped (FILE *out, const char *text)
{
  for (; *text; text++)
    {
      if (*text == ',')
        putc (',', out);
      putc (*text, out);
    }
}

static char *
plugin_option (const struct hwpgo_launch *l)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    return NULL;
  fputs ("file=", out);
  put_escaped (out, l->plugin);
  fputs (",spool=", out);
  put_escaped (out, l->spool);
  fputs (",program=", out);
  put_escaped (out, l->program);
  fprintf (out, ",predictor=%s,process=p%s,exec=%" PRIu64 ",exact=%d",
           l->predictor, l->process, l->exec, l->exact);
  for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
    fprintf (out, ",period%d=%" PRIu64 ",adaptive%d=%d", e, l->period[e], e,
             l->adaptive[e]);
  bool failed = ferror (out);
  if (fclose (out) != 0 || failed)
    {
      free (text);
      return NULL;
    }
  return text;
}

char **
hwpgo_launch_command (const struct hwpgo_launch *launch,
                      const struct hwpgo_program *program)
{
  char *option = plugin_option (launch);
  if (!option)
    return NULL;
  /* The seed is that of the random bytes which the kernel gives a program:
     with the same ones, hash tables come out the same.  */
  const char *head[] = { launch->emulator,
                         "-seed",
                         "1",
                         "-plugin",
                         option,
                         "-0",
                         program->argv[0] ? program->argv[0] : "",
                         program->path };
  size_t n_head = sizeof head / sizeof *head, n = 0;
  while (program->argv[n])
    n++;
  char **command = calloc (n_head + n + 1, sizeof *command);
  bool ok = command;
  for (size_t i = 0; ok && i < n_head; i++)
    ok = (command[i] = strdup (head[i])) != NULL;
  for (size_t i = 1; ok && i < n; i++)
    ok = (command[n_head + i - 1] = strdup (program->argv[i])) != NULL;
  free (option);
  if (ok)
    return command;
  hwpgo_strings_array_free (command);
  return NULL;
}

/* The value if TEXT is "KEY=VALUE".  */
static const char *
value_of (const char *text, const char *key)
{
  size_t length = strlen (key);
  if (strncmp (text, key, length) != 0 || text[length] != '=')
    return NULL;
  return text + length + 1;
}

bool
hwpgo_launch_argument (struct hwpgo_launch *launch, const char *text)
{
  const char *v;
  if ((v = value_of (text, "spool")))
    launch->spool = v;
  else if ((v = value_of (text, "program")))
    launch->program = v;
  else if ((v = value_of (text, "predictor")))
    launch->predictor = v;
  else if ((v = value_of (text, "process")) && *v == 'p')
    launch->process = v + 1;
  else if ((v = value_of (text, "exec")))
    return hwpgo_parse_u64 (v, 0, UINT64_MAX, &launch->exec);
  else if ((v = value_of (text, "period0")))
    return hwpgo_parse_u64 (v, 1, HWPGO_PMU_PERIOD_MAX, &launch->period[0]);
  else if ((v = value_of (text, "period1")))
    return hwpgo_parse_u64 (v, 1, HWPGO_PMU_PERIOD_MAX, &launch->period[1]);
  else if ((v = value_of (text, "exact")))
    launch->exact = *v == '1';
  else if ((v = value_of (text, "adaptive0")))
    launch->adaptive[0] = *v == '1';
  else if ((v = value_of (text, "adaptive1")))
    launch->adaptive[1] = *v == '1';
  else
    return false;
  return true;
}
