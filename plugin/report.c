/* The report: one JSON object a line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/report.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/text.h"

#define FRACTION_DIGITS 6

static struct
{
  int fd; /* -1: no report.  */
  char *path, *unit;
  FILE *line; /* the one being built, in TEXT; NULL: none.  */
  char *text;
  size_t size;
  int failed; /* errno of the first line that was lost, 0: none.  */
} report = { .fd = -1 };

int
hwpgo_report_open (const char *path, const char *unit, struct hwpgo_error *err)
{
  hwpgo_report_close (NULL);
  report.fd
      = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, (mode_t) 0666);
  if (report.fd < 0)
    return hwpgo_error_errno (err, path, "open for appending");
  report.path = strdup (path);
  report.unit = strdup (unit);
  if (report.path && report.unit)
    return 0;
  hwpgo_report_close (NULL);
  return hwpgo_error_nomem (err);
}

bool
hwpgo_report_wanted (void)
{
  return report.fd >= 0;
}

void
hwpgo_report_begin (const char *kind)
{
  if (report.fd < 0 || report.line)
    return;
  report.line = open_memstream (&report.text, &report.size);
  if (!report.line)
    {
      report.failed = errno;
      return;
    }
  fputc ('{', report.line);
  hwpgo_json_member_string (report.line, true, "kind", kind);
  hwpgo_json_member_string (report.line, false, "unit", report.unit);
}

void
hwpgo_report_string (const char *key, const char *value)
{
  if (report.line)
    hwpgo_json_member_string (report.line, false, key, value);
}

void
hwpgo_report_u64 (const char *key, uint64_t value)
{
  if (report.line)
    hwpgo_json_member_u64 (report.line, false, key, value);
}

void
hwpgo_report_fraction (const char *key, double value)
{
  /* JSON has no word for infinity; a member left out is unknown.  */
  if (report.line && isfinite (value))
    hwpgo_json_member_fraction (report.line, false, key, value,
                                FRACTION_DIGITS);
}

void
hwpgo_report_end (void)
{
  if (!report.line)
    return;
  fputs ("}\n", report.line);
  bool bad = ferror (report.line) != 0;
  bad |= fclose (report.line) != 0;
  report.line = NULL;
  /* One write, so that lines of compilers that run side by side do not
     mix.  A short one cannot be continued for the same reason.  */
  errno = ENOMEM;
  ssize_t done = bad ? -1 : write (report.fd, report.text, report.size);
  if (done >= 0 && (size_t) done != report.size)
    {
      errno = ENOSPC;
      done = -1;
    }
  if (done < 0 && report.failed == 0)
    report.failed = errno;
  free (report.text);
  report.text = NULL;
}

int
hwpgo_report_close (struct hwpgo_error *err)
{
  int ret = 0, failed = report.failed;
  if (report.fd >= 0)
    {
      hwpgo_report_end ();
      failed = report.failed;
      if (close (report.fd) != 0 && failed == 0)
        failed = errno;
    }
  if (failed)
    {
      errno = failed;
      ret = hwpgo_error_errno (err, report.path, "write");
    }
  free (report.path);
  free (report.unit);
  report.path = report.unit = NULL;
  report.fd = -1;
  report.failed = 0;
  return ret;
}
