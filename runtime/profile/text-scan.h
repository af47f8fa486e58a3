/* Lines, numbers and names of a text that ends without a NUL.
   SPDX-License-Identifier: GPL-2.0-or-later

   For text-read.c alone.  */

#ifndef HWPGO_PROFILE_TEXT_SCAN_H
#define HWPGO_PROFILE_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* LENGTH bytes of the input; no NUL after them.  */
struct span
{
  const char *text;
  size_t length;
};

struct line_reader
{
  const char *pos, *end; /* what was not read yet.  */
  uint64_t number;       /* of LINE, from 1.  */
  struct span line;      /* without its end.  */
};

static inline bool
starts_with (struct span s, const char *prefix)
{
  size_t n = strlen (prefix);
  return s.length >= n && memcmp (s.text, prefix, n) == 0;
}

/* S without its first N bytes.  */
static inline struct span
skip (struct span s, size_t n)
{
  return (struct span){ s.text + n, s.length - n };
}

static inline size_t
count_blanks (struct span s)
{
  size_t n = 0;
  while (n < s.length && s.text[n] == ' ')
    n++;
  return n;
}

/* Go to the next line that is neither blank nor a comment.  */
static inline bool
next_line (struct line_reader *in)
{
  while (in->pos < in->end)
    {
      size_t left = (size_t) (in->end - in->pos);
      const char *newline = memchr (in->pos, '\n', left);
      struct span s
          = { in->pos, newline ? (size_t) (newline - in->pos) : left };
      in->pos += s.length + (newline != NULL);
      in->number++;
      if (newline && s.length && s.text[s.length - 1] == '\r')
        s.length--;
      size_t blanks = count_blanks (s);
      in->line = s;
      if (blanks < s.length && s.text[blanks] != '#')
        return true;
    }
  return false;
}

/* S is "HASH:NUMBER", where a count and targets might stand.  */
static inline bool
starts_with_hash (struct span s)
{
  size_t n = 0;
  while (n < s.length && s.text[n] >= '0' && s.text[n] <= '9')
    n++;
  if (n == 0 || n == s.length || s.text[n++] != ':')
    return false;
  while (n < s.length && s.text[n] >= '0' && s.text[n] <= '9')
    n++;
  return n == s.length;
}

/* S, all of it, as a decimal number up to MAX.  */
static inline bool
parse_number (struct span s, uint64_t max, uint64_t *value)
{
  uint64_t v = 0;
  for (size_t i = 0; i < s.length; i++)
    {
      unsigned digit = (unsigned char) s.text[i] - '0';
      if (digit > 9 || __builtin_mul_overflow (v, 10, &v)
          || __builtin_add_overflow (v, digit, &v))
        return false;
    }
  *value = v;
  return s.length != 0 && v <= max;
}

/* Split S, "NAME:COUNT", at its last colon.  */
static inline bool
split_last (struct span s, struct span *name, struct span *count)
{
  size_t n = s.length;
  while (n && s.text[n - 1] != ':')
    n--;
  if (n == 0)
    return false;
  *name = (struct span){ s.text, n - 1 };
  *count = skip (s, n);
  return true;
}

/* Take "NAME:COUNT" off *REST.  A NAME may hold blanks and colons: what ends
   it is a colon with a number and then a blank or the end of the line.  */
static inline bool
next_target (struct span *rest, struct span *name, uint64_t *count)
{
  for (size_t i = 0; i < rest->length; i++)
    if (rest->text[i] == ':')
      {
        struct span number = skip (*rest, i + 1);
        size_t n = 0;
        while (n < number.length && number.text[n] >= '0'
               && number.text[n] <= '9')
          n++;
        bool whole = n == number.length || number.text[n] == ' ';
        number.length = n;
        if (n && whole)
          {
            *name = (struct span){ rest->text, i };
            *rest = skip (*rest, i + 1 + n);
            return parse_number (number, UINT64_MAX, count);
          }
        if (i == 0)
          return false;
      }
  return false;
}

#endif
