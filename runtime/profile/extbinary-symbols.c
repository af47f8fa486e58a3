/* The list of symbols of an ExtBinary profile: all of it, or some.
   SPDX-License-Identifier: GPL-2.0-or-later

   Whoever compiles one unit of a large program asks for a few names of a list
   of perhaps a hundred thousand.  LLVM writes them in the order of their
   bytes, and so do we, so that they are found by bisection of the text itself.
 */

#include "runtime/profile/extbinary-parts.h"

#include <stdlib.h>
#include <string.h>

/* No longer name is looked for, nor is any found in a list with one close
   by: unknown, which costs nothing.  It bounds the bytes looked at.  */
#define MAX_NAME 65536

/* Add all names of R to its profile.  */
static int
read_symbols (struct hwpgo_llvm_reader *r)
{
  size_t n = 0, nuls = 0, left = hwpgo_cursor_left (&r->in);
  for (size_t i = 0; i < left; i++)
    nuls += r->in.pos[i] == 0;
  if (left && r->in.end[-1] != 0)
    return hwpgo_llvm_malformed (r, "the last name does not end");
  const char **names = malloc ((nuls ? nuls : 1) * sizeof *names);
  if (!names)
    return hwpgo_error_nomem (r->err);
  for (const char *p = (const char *) r->in.pos; n < nuls; p += strlen (p) + 1)
    names[n++] = p;
  int ret = hwpgo_profile_add_symbols (r->profile, names, n);
  free (names);
  return ret ? hwpgo_error_nomem (r->err) : 0;
}

/* True if NAME is among the sorted names in [LOW, HIGH).  */
static bool
listed (const char *low, const char *high, const char *name)
{
  while (low < high)
    {
      const char *middle = low + (high - low) / 2, *start = middle;
      while (start > low && start[-1] != 0 && middle - start < MAX_NAME)
        start--;
      size_t left = (size_t) (high - start);
      size_t length = strnlen (start, left < MAX_NAME ? left : MAX_NAME);
      if (length == left || length == MAX_NAME || middle - start == MAX_NAME)
        return false;
      int order = strcmp (start, name);
      if (order == 0)
        return true;
      if (order < 0)
        low = start + length + 1;
      else
        high = start;
    }
  return false;
}

/* Add those of the N NAMES that R has to its profile.  */
static int
read_some (struct hwpgo_llvm_reader *r, const char *const *names, size_t n)
{
  size_t found = 0;
  const char **some = malloc ((n ? n : 1) * sizeof *some);
  if (!some)
    return hwpgo_error_nomem (r->err);
  for (size_t i = 0; i < n; i++)
    if (listed ((const char *) r->in.pos, (const char *) r->in.end, names[i]))
      some[found++] = names[i];
  int ret = hwpgo_profile_add_symbols (r->profile, some, found);
  free (some);
  return ret ? hwpgo_error_nomem (r->err) : 0;
}

/* Of each list, those of the N NAMES, or all when NAMES is NULL.  */
static int
load_symbols (struct hwpgo_extbinary *file, struct hwpgo_profile *profile,
              const char *const *names, size_t n, struct hwpgo_error *err)
{
  struct hwpgo_llvm_reader r;
  int ret = 0;
  for (size_t i = 0; i < file->n_sections && ret == 0; i++)
    {
      struct hwpgo_section *s = &file->sections[i];
      if (s->type != HWPGO_SECTION_SYMBOLS || s->size == 0)
        continue;
      ret = hwpgo_extbinary_begin (file, s, profile, &r, err);
      if (ret == 0)
        ret = names ? read_some (&r, names, n) : read_symbols (&r);
    }
  return ret;
}

int
hwpgo_extbinary_load_symbols (struct hwpgo_extbinary *file,
                              struct hwpgo_profile *profile,
                              struct hwpgo_error *err)
{
  return load_symbols (file, profile, NULL, 0, err);
}

int
hwpgo_extbinary_load_listed (struct hwpgo_extbinary *file,
                             struct hwpgo_profile *profile,
                             const char *const *names, size_t n,
                             struct hwpgo_error *err)
{
  return n ? load_symbols (file, profile, names, n, err) : 0;
}
