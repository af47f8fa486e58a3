/* The outermost functions of a sample profile, and its symbols.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/profile/model-parts.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/base/sort.h"
#include "runtime/profile/md5-name.h"

struct hwpgo_profile *
hwpgo_profile_new (void)
{
  return calloc (1, sizeof (struct hwpgo_profile));
}

void
hwpgo_profile_free (struct hwpgo_profile *profile)
{
  if (!profile)
    return;
  free (profile->functions);
  free (profile->symbols);
  hwpgo_map_free (&profile->index);
  hwpgo_strings_free (&profile->names);
  hwpgo_arena_free (&profile->arena);
  free (profile);
}

/* --- outermost functions -------------------------------------------------
 */

static struct hwpgo_function *
find_interned (const struct hwpgo_profile *profile, const char *interned)
{
  const uint64_t *slot
      = hwpgo_map_find (&profile->index, (uintptr_t) interned, 0);
  return slot ? (struct hwpgo_function *) (uintptr_t) *slot : NULL;
}

struct hwpgo_function *
hwpgo_profile_find (const struct hwpgo_profile *profile, const char *name)
{
  size_t length = strlen (name);
  const char *interned = hwpgo_strings_find (&profile->names, name, length);
  struct hwpgo_function *f
      = interned ? find_interned (profile, interned) : NULL;
  if (f || !profile->md5_names)
    return f;
  char hash[HWPGO_MD5_NAME_SIZE];
  length = hwpgo_md5_name (hash, hwpgo_name_md5 (name, length));
  interned = hwpgo_strings_find (&profile->names, hash, length);
  return interned ? find_interned (profile, interned) : NULL;
}

/* Append the new function NAME, wherever it belongs.  */
static struct hwpgo_function *
append_function (struct hwpgo_profile *profile, const char *interned)
{
  struct hwpgo_function *f = hwpgo_function_new (profile, interned);
  if (!f
      || !HWPGO_GROW (profile->functions, profile->functions_capacity,
                      profile->n_functions + 1))
    return NULL;
  uint64_t *slot = hwpgo_map_slot (&profile->index, (uintptr_t) interned, 0);
  if (!slot)
    return NULL;
  *slot = (uintptr_t) f;
  profile->functions[profile->n_functions++] = f;
  return f;
}

struct hwpgo_function *
hwpgo_profile_function (struct hwpgo_profile *profile, const char *name,
                        size_t length)
{
  const char *interned = hwpgo_strings_intern (&profile->names, name, length);
  if (!interned)
    return NULL;
  struct hwpgo_function *f = find_interned (profile, interned);
  if (f)
    return f;
  f = append_function (profile, interned);
  if (!f)
    return NULL;
  struct hwpgo_function **all = profile->functions;
  size_t low = 0, last = profile->n_functions - 1;
  if (profile->bulk)
    {
      profile->unsorted |= last && strcmp (all[last - 1]->name, interned) > 0;
      return f;
    }
  if (last && strcmp (all[last - 1]->name, interned) < 0)
    low = last;
  for (size_t high = last; low < high;)
    {
      size_t middle = low + (high - low) / 2;
      if (strcmp (all[middle]->name, interned) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  memmove (all + low + 1, all + low, (last - low) * sizeof *all);
  all[low] = f;
  return f;
}

static int
compare_functions (const void *a, const void *b)
{
  const struct hwpgo_function *const *f = a, *const *g = b;
  return hwpgo_name_compare ((*f)->name, (*g)->name);
}

int
hwpgo_profile_declare (struct hwpgo_profile *profile, const char *const *names,
                       size_t n)
{
  int ret = 0;
  size_t before = profile->n_functions;
  for (size_t i = 0; i < n && ret == 0; i++)
    if (!find_interned (profile, names[i])
        && !append_function (profile, names[i]))
      ret = -HWPGO_E_NOMEM;
  hwpgo_sort_tail (profile->functions, before, profile->n_functions,
                   compare_functions);
  return ret;
}

/* --- symbols -------------------------------------------------------------
 */

static int
compare_symbols (const void *a, const void *b)
{
  const char *const *s = a, *const *t = b;
  return hwpgo_name_compare (*s, *t);
}

int
hwpgo_profile_add_symbols (struct hwpgo_profile *profile,
                           const char *const *names, size_t n)
{
  size_t total = profile->n_symbols, kept = 0;
  if (n > SIZE_MAX - total
      || !HWPGO_GROW (profile->symbols, profile->symbols_capacity, total + n))
    return -HWPGO_E_NOMEM;
  const char **all = profile->symbols;
  for (size_t i = 0; i < n; i++)
    {
      all[total] = hwpgo_strings_intern (&profile->names, names[i],
                                         strlen (names[i]));
      if (!all[total++])
        return -HWPGO_E_NOMEM;
    }
  hwpgo_sort_tail (all, profile->n_symbols, total, compare_symbols);
  for (size_t i = 0; i < total; i++)
    if (kept == 0 || all[kept - 1] != all[i])
      all[kept++] = all[i];
  profile->n_symbols = kept;
  return 0;
}
