/* Text forms of counts, and how their lines are read.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_TRACE_INPUT_FORMS_H
#define HWPGO_TRACE_INPUT_FORMS_H

#include "runtime/base/cursor.h"
#include "runtime/base/file.h"
#include "runtime/trace/input.h"

/* Lines of a text in memory.  */
struct hwpgo_lines
{
  struct hwpgo_cursor rest;
  uint64_t number;                 /* of the current line, from 1.  */
  struct hwpgo_cursor words;       /* what is left of it.  */
  const struct hwpgo_infile *file; /* whose pages are let go of; may be
                                      NULL.  */
  uint64_t released;
};

struct hwpgo_form
{
  const char *kind; /* in words.  */
  enum hwpgo_basis basis;
  bool (*is) (struct hwpgo_lines lines);
  int (*counts) (struct hwpgo_lines *lines,
                 const struct hwpgo_counts_sink *sink,
                 struct hwpgo_error *err);
};

/* Go to the next line; false at the end.  */
bool hwpgo_lines_next (struct hwpgo_lines *lines);
/* Take TEXT off the line; false, and nothing taken, if it is not next.  */
static inline bool
hwpgo_lines_take (struct hwpgo_lines *lines, const char *text)
{
  size_t n = strlen (text);
  if (hwpgo_cursor_left (&lines->words) < n
      || memcmp (lines->words.pos, text, n) != 0)
    return false;
  lines->words.pos += n;
  return true;
}
/* Take a number of BASE 10 or 16 without sign or prefix.  */
bool hwpgo_lines_number (struct hwpgo_lines *lines, int base, uint64_t *value);
/* True if nothing is left of the line.  */
static inline bool
hwpgo_lines_done (const struct hwpgo_lines *lines)
{
  return lines->words.pos == lines->words.end;
}
/* The error that the current line is malformed: WHAT.  */
int hwpgo_lines_bad (const struct hwpgo_lines *lines, const char *what,
                     struct hwpgo_error *err);

#define HWPGO_INPUT_FORM(name, basis, words)                                  \
  bool hwpgo_##name##_is (struct hwpgo_lines lines);                          \
  int hwpgo_##name##_counts (struct hwpgo_lines *lines,                       \
                             const struct hwpgo_counts_sink *sink,            \
                             struct hwpgo_error *err);
#include "runtime/trace/input-forms.def"
#undef HWPGO_INPUT_FORM

#endif
