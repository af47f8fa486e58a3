/* Numbers from text, text for JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/text.h"

#include <inttypes.h>
#include <string.h>

static int
digit_value (char c)
{
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool
hwpgo_parse_u64 (const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
  int radix = 10;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    {
      radix = 16;
      text += 2;
    }
  if (!*text)
    return false;
  uint64_t v = 0;
  for (; *text; text++)
    {
      int d = digit_value (*text);
      if (d >= radix || __builtin_mul_overflow (v, (uint64_t) radix, &v)
          || __builtin_add_overflow (v, (uint64_t) d, &v))
        return false;
    }
  if (v < min || v > max)
    return false;
  *value = v;
  return true;
}

bool
hwpgo_parse_fraction (const char *text, double min, double max, double *value)
{
  double v = 0, unit = 1;
  bool point = false;
  int digits = 0;
  for (; *text; text++)
    {
      if (*text == '.' && !point)
        {
          point = true;
          continue;
        }
      if (*text < '0' || *text > '9' || ++digits > 15)
        return false;
      v = v * 10 + (*text - '0');
      if (point)
        unit *= 10;
    }
  v /= unit;
  if (!digits || v < min || v > max)
    return false;
  *value = v;
  return true;
}

void
hwpgo_print_plain (FILE *out, const char *text)
{
  for (const unsigned char *p = (const unsigned char *) text; *p; p++)
    putc (*p < ' ' || *p == 0x7f ? '?' : *p, out);
}

/* Length of the valid UTF-8 sequence at P, 0 if there is none.  */
static size_t
utf8_length (const unsigned char *p)
{
  static const struct
  {
    unsigned char mask, lead;
    uint32_t least;
  } forms[] = { { 0xe0, 0xc0, 0x80 },
                { 0xf0, 0xe0, 0x800 },
                { 0xf8, 0xf0, 0x10000 } };
  if (*p < 0x80)
    return 1;
  for (size_t n = 2; n <= 4; n++)
    if ((*p & forms[n - 2].mask) == forms[n - 2].lead)
      {
        uint32_t c = *p & ~forms[n - 2].mask & 0xff;
        for (size_t i = 1; i < n; i++)
          {
            if ((p[i] & 0xc0) != 0x80)
              return 0;
            c = c << 6 | (p[i] & 0x3f);
          }
        bool surrogate = c >= 0xd800 && c < 0xe000;
        return c >= forms[n - 2].least && c < 0x110000 && !surrogate ? n : 0;
      }
  return 0;
}

void
hwpgo_json_string (FILE *out, const char *text)
{
  const unsigned char *p = (const unsigned char *) text;
  putc ('"', out);
  while (*p)
    {
      size_t n = utf8_length (p);
      if (*p == '"' || *p == '\\')
        fprintf (out, "\\%c", *p);
      else if (*p < 0x20 || *p == 0x7f)
        fprintf (out, "\\u%04x", *p);
      else if (n == 0)
        fputs ("\\ufffd", out);
      else
        fwrite (p, 1, n, out);
      p += n ? n : 1;
    }
  putc ('"', out);
}

static void
member (FILE *out, bool first, const char *key)
{
  if (!first)
    fputs (", ", out);
  hwpgo_json_string (out, key);
  fputs (": ", out);
}

void
hwpgo_json_member_u64 (FILE *out, bool first, const char *key, uint64_t value)
{
  member (out, first, key);
  fprintf (out, "%" PRIu64, value);
}

void
hwpgo_json_member_string (FILE *out, bool first, const char *key,
                          const char *value)
{
  member (out, first, key);
  hwpgo_json_string (out, value);
}

void
hwpgo_json_member_fraction (FILE *out, bool first, const char *key,
                            double value, int digits)
{
  /* printf takes the point from the locale, JSON does not.  */
  char text[400];
  snprintf (text, sizeof text, "%.*f", digits, value);
  for (char *p = text; *p; p++)
    if ((*p < '0' || *p > '9') && *p != '-')
      *p = '.';
  member (out, first, key);
  fputs (text, out);
}
