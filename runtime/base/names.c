/* The names of functions' clones.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/base/names.h"

#include <ctype.h>
#include <string.h>

static const struct
{
  const char *text;
  bool entry;
} suffixes[] = {
#define HWPGO_SUFFIX(text, entry) { text, entry },
#include "runtime/base/suffixes.def"
#undef HWPGO_SUFFIX
};

/* The length of NAME without its last suffix.  */
static size_t
strip_one (const char *name, size_t length, bool *entry)
{
  size_t end = length;
  while (end > 0 && isdigit ((unsigned char) name[end - 1]))
    end--;
  end = end < length && end > 0 && name[end - 1] == '.' ? end - 1 : length;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    {
      size_t n = strlen (suffixes[i].text);
      if (end <= n || memcmp (name + end - n, suffixes[i].text, n) != 0)
        continue;
      *entry &= suffixes[i].entry;
      return end - n;
    }
  return length;
}

size_t
hwpgo_origin_length (const char *name, bool *entry)
{
  size_t length = strlen (name), shorter;
  *entry = true;
  while ((shorter = strip_one (name, length, entry)) != length)
    length = shorter;
  return length;
}
