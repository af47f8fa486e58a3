/* The report's lines.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <math.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/report.h"
#include "testsuite/unit/unit.h"

static char *
read_all (const char *path)
{
  char *text = calloc (1, 1 << 20);
  FILE *f = fopen (path, "r");
  if (f)
    {
      size_t n = fread (text, 1, (1 << 20) - 1, f);
      text[n] = 0;
      fclose (f);
    }
  return text;
}

static void
lines_are_json_objects (void)
{
  char path[] = "/tmp/hwpgo-unit-XXXXXX";
  close (mkstemp (path));
  struct hwpgo_error e;
  CHECK (!hwpgo_report_wanted ());
  hwpgo_report_begin ("lost");
  hwpgo_report_end ();
  CHECK (hwpgo_report_open (path, "a \"b\".c", &e) == 0);
  CHECK (hwpgo_report_wanted ());
  hwpgo_report_begin ("function");
  hwpgo_report_string ("name", "f\n");
  hwpgo_report_u64 ("entry", UINT64_MAX);
  hwpgo_report_fraction ("coverage", 0.5);
  hwpgo_report_fraction ("ratio", INFINITY);
  hwpgo_report_end ();
  CHECK (hwpgo_report_close (&e) == 0);
  CHECK (!hwpgo_report_wanted ());
  CHECK (hwpgo_report_open (path, "c", &e) == 0); /* appends.  */
  hwpgo_report_begin ("unit");
  hwpgo_report_end ();
  CHECK (hwpgo_report_close (&e) == 0);
  char *text = read_all (path);
  CHECK_STRING (text,
                "{\"kind\": \"function\", \"unit\": \"a \\\"b\\\".c\", "
                "\"name\": \"f\\u000a\", \"entry\": 18446744073709551615, "
                "\"coverage\": 0.500000}\n"
                "{\"kind\": \"unit\", \"unit\": \"c\"}\n");
  free (text);
  unlink (path);
}

static void
failures_are_told (void)
{
  struct hwpgo_error e;
  CHECK (hwpgo_report_open ("/no/such/folder/r", "u", &e) == -HWPGO_E_SYSTEM);
  CHECK (!hwpgo_report_wanted ());
  CHECK (hwpgo_report_open ("/dev/full", "u", &e) == 0);
  hwpgo_report_begin ("unit");
  hwpgo_report_end ();
  CHECK (hwpgo_report_close (&e) == -HWPGO_E_SYSTEM);
  CHECK_STRING (e.text, "/dev/full: cannot write: No space left on device");
  CHECK (hwpgo_report_close (&e) == 0);
}

/* The k-th of many compilers that run at once.  */
static void
write_lines (const char *path, int k)
{
  char long_value[5000];
  memset (long_value, 'a' + k, sizeof long_value - 1);
  long_value[sizeof long_value - 1] = 0;
  int bad = hwpgo_report_open (path, "u", NULL);
  for (int i = 0; i < 20; i++)
    {
      hwpgo_report_begin ("x");
      hwpgo_report_string ("v", long_value);
      hwpgo_report_end ();
    }
  bad |= hwpgo_report_close (NULL);
  _exit (bad != 0);
}

static void
lines_of_many_compilers_do_not_mix (void)
{
  char path[] = "/tmp/hwpgo-unit-XXXXXX";
  close (mkstemp (path));
  for (int k = 0; k < 4; k++)
    if (fork () == 0)
      write_lines (path, k);
  int status, good = 0;
  for (int k = 0; k < 4; k++)
    good += wait (&status) > 0 && status == 0;
  CHECK_U64 (good, 4);
  char *text = read_all (path);
  int lines = 0;
  for (char *p = text, *end; (end = strchr (p, '\n')); p = end + 1)
    {
      char *v = strstr (p, "\"v\": \"");
      CHECK (v && v < end && end - v == 6 + 4999 + 2);
      CHECK (v && strspn (v + 6, (char[]){ v[6], 0 }) == 4999);
      lines++;
    }
  CHECK_U64 (lines, 80);
  free (text);
  unlink (path);
}

int
main (void)
{
  RUN (lines_are_json_objects);
  RUN (failures_are_told);
  RUN (lines_of_many_compilers_do_not_mix);
  return UNIT_RESULT;
}
