/* Lines of a text in memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

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

bool
hwpgo_lines_take (struct hwpgo_lines *lines, const char *text)
{
  size_t n = strlen (text);
  if (hwpgo_cursor_left (&lines->words) < n
      || memcmp (lines->words.pos, text, n) != 0)
    return false;
  hwpgo_cursor_bytes (&lines->words, n);
  return true;
}

static int
digit (uint8_t c, int base)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 0x20;
  return base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool
hwpgo_lines_number (struct hwpgo_lines *lines, int base, uint64_t *value)
{
  struct hwpgo_cursor c = lines->words;
  uint64_t v = 0;
  int d;
  while (hwpgo_cursor_left (&c) && (d = digit (*c.pos, base)) >= 0)
    {
      if (__builtin_mul_overflow (v, (uint64_t) base, &v)
          || __builtin_add_overflow (v, (uint64_t) d, &v))
        return false;
      hwpgo_cursor_bytes (&c, 1);
    }
  if (c.pos == lines->words.pos)
    return false;
  lines->words = c;
  *value = v;
  return true;
}

bool
hwpgo_lines_done (const struct hwpgo_lines *lines)
{
  return hwpgo_cursor_left (&lines->words) == 0;
}

int
hwpgo_lines_bad (const struct hwpgo_lines *lines, const char *what,
                 struct hwpgo_error *err)
{
  return hwpgo_error_at_line (err, HWPGO_E_FORMAT, lines->rest.file,
                              lines->number, "%s", what);
}
