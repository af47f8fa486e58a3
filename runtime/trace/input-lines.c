/* Lines of a text in memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <limits.h>
#include <string.h>

#include "runtime/trace/input-forms.h"

bool
hwpgo_lines_next (struct hwpgo_lines *lines)
{
  size_t left = hwpgo_cursor_left (&lines->rest);
  if (left == 0)
    return false;
  const uint8_t *newline = memchr (lines->rest.pos, '\n', left);
  size_t size = newline ? (size_t) (newline - lines->rest.pos) : left;
  lines->words = hwpgo_cursor_sub (&lines->rest, size);
  if (newline)
    hwpgo_cursor_bytes (&lines->rest, 1);
  if (size && lines->words.end[-1] == '\r')
    lines->words.end--;
  /* The line is not let go of while it is read, nor is much before it.  */
  if (lines->file)
    hwpgo_infile_release (lines->file, &lines->released,
                          hwpgo_cursor_offset (&lines->words));
  lines->number++;
  return true;
}

static inline unsigned
digit (uint8_t c)
{
  unsigned d = c - '0';
  if (d <= 9)
    return d;
  d = (c | 0x20u) - 'a';
  return d <= 5 ? d + 10 : UINT_MAX;
}

bool
hwpgo_lines_number (struct hwpgo_lines *lines, int base, uint64_t *value)
{
  const uint8_t *p = lines->words.pos, *end = lines->words.end;
  uint64_t v = 0;
  unsigned d;
  for (; p < end && (d = digit (*p)) < (unsigned) base; p++)
    if (__builtin_mul_overflow (v, (uint64_t) base, &v)
        || __builtin_add_overflow (v, (uint64_t) d, &v))
      return false;
  if (p == lines->words.pos)
    return false;
  lines->words.pos = p;
  *value = v;
  return true;
}

int
hwpgo_lines_bad (const struct hwpgo_lines *lines, const char *what,
                 struct hwpgo_error *err)
{
  return hwpgo_error_at_line (err, HWPGO_E_FORMAT, lines->rest.file,
                              lines->number, "%s", what);
}
