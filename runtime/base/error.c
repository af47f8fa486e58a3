/* Errors with file, place and reason.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/error.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const reasons[] = {
  [HWPGO_OK] = "success",
#define HWPGO_ERROR(code, text) [HWPGO_E_##code] = text,
#include "runtime/base/errors.def"
#undef HWPGO_ERROR
};

const char *
hwpgo_error_reason (enum hwpgo_error_code code)
{
  return (unsigned) code < HWPGO_E_COUNT ? reasons[code] : "unknown error";
}

/* File names and details quote the input, so no terminal escape may pass.  */
static void
hide_controls (char *text)
{
  for (; *text; text++)
    if (iscntrl ((unsigned char) *text))
      *text = '?';
}

/* Bytes of a file's name that are shown.  */
#define NAME_MAX_SHOWN 240

/* What of FILE (or NULL) is shown: all, or its end after *DOTS, so that there
   is always room for the reason.  */
static const char *
shorten (const char *file, const char **dots)
{
  size_t length = file ? strlen (file) : 0;
  bool whole = length <= NAME_MAX_SHOWN;
  *dots = whole ? "" : "...";
  return whole ? (file ? file : "") : file + length - NAME_MAX_SHOWN;
}

static int
fill (struct hwpgo_error *err, enum hwpgo_error_code code, const char *file,
      const char *place, const char *fmt, va_list ap)
{
  if (!err)
    return -(int) code;
  err->code = code;
  const char *dots, *shown = shorten (file, &dots);
  int n = snprintf (err->text, sizeof err->text, "%s%s%s%s%s", dots, shown,
                    file ? ": " : "", place, hwpgo_error_reason (code));
  if (fmt && n > 0 && (size_t) n + 3 < sizeof err->text)
    {
      strcpy (err->text + n, ": ");
      vsnprintf (err->text + n + 2, sizeof err->text - n - 2, fmt, ap);
    }
  hide_controls (err->text);
  return -(int) code;
}

int
hwpgo_error_set (struct hwpgo_error *err, enum hwpgo_error_code code,
                 const char *file, const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  int ret = fill (err, code, file, "", fmt, ap);
  va_end (ap);
  return ret;
}

int
hwpgo_error_at_offset (struct hwpgo_error *err, enum hwpgo_error_code code,
                       const char *file, uint64_t offset, const char *fmt, ...)
{
  char place[48];
  snprintf (place, sizeof place, "offset 0x%" PRIx64 ": ", offset);
  va_list ap;
  va_start (ap, fmt);
  int ret = fill (err, code, file, place, fmt, ap);
  va_end (ap);
  return ret;
}

int
hwpgo_error_at_line (struct hwpgo_error *err, enum hwpgo_error_code code,
                     const char *file, uint64_t line, const char *fmt, ...)
{
  char place[48];
  snprintf (place, sizeof place, "line %" PRIu64 ": ", line);
  va_list ap;
  va_start (ap, fmt);
  int ret = fill (err, code, file, place, fmt, ap);
  va_end (ap);
  return ret;
}

int
hwpgo_error_errno (struct hwpgo_error *err, const char *file,
                   const char *doing)
{
  int saved = errno;
  if (saved == ENOMEM)
    return hwpgo_error_nomem (err);
  if (err)
    {
      err->code = HWPGO_E_SYSTEM;
      const char *dots, *shown = shorten (file, &dots);
      snprintf (err->text, sizeof err->text, "%s%s%scannot %s: %s", dots,
                shown, file ? ": " : "", doing, strerror (saved));
      hide_controls (err->text);
    }
  return -HWPGO_E_SYSTEM;
}

int
hwpgo_error_nomem (struct hwpgo_error *err)
{
  return hwpgo_error_set (err, HWPGO_E_NOMEM, NULL, NULL);
}
