/* What a settled profile has of a place, and of a call.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/settle-internal.h"

#include <string.h>

/* Of so many counts of a function one may be from elsewhere, and its copies are
   its own nevertheless.  */
#define MOST_OWN 100

const struct hwpgo_function *
hwpgo_settled_function (const struct hwpgo_settled *settled,
                        const struct hwpgo_place *place)
{
  if (place->n_frames == 0)
    return NULL;
  size_t i = place->n_frames - 1;
  const struct hwpgo_function *f
      = hwpgo_profile_find (settled->profile, place->frames[i].function);
  for (; f && i > 0; i--)
    f = hwpgo_function_find_call (f, place->frames[i].at,
                                  place->frames[i - 1].function);
  return f;
}

bool
hwpgo_settled_whole (const struct hwpgo_settled *settled,
                     const struct hwpgo_function *function)
{
  const uint64_t *elsewhere
      = hwpgo_map_find (&settled->partial, (uintptr_t) function, 0);
  return !elsewhere || *elsewhere <= function->total / MOST_OWN;
}

/* What MAP, one of SETTLED's by calls, has of the call of CALLEE at AT in FUNCTION,
   or of one that has no number there; NULL: nothing.  */
static const uint64_t *
find_call (const struct hwpgo_settled *settled, const struct hwpgo_map *map,
           const struct hwpgo_function *function, struct hwpgo_location at,
           const char *callee)
{
  const char *name
      = hwpgo_strings_find (&settled->profile->names, callee, strlen (callee));
  if (!name)
    return NULL;
  struct hwpgo_call_key key = hwpgo_call_key (function, at, name);
  const uint64_t *found = hwpgo_map_find (map, key.a, key.b);
  at.discriminator = 0;
  key = hwpgo_call_key (function, at, name);
  return found ? found : hwpgo_map_find (map, key.a, key.b);
}

bool
hwpgo_settled_call (const struct hwpgo_settled *settled,
                    const struct hwpgo_function *function,
                    struct hwpgo_location at, const char *callee,
                    uint64_t *count)
{
  const uint64_t *found
      = find_call (settled, &settled->calls, function, at, callee);
  if (found)
    *count = *found;
  return found != NULL;
}

uint64_t
hwpgo_settled_call_alone (const struct hwpgo_settled *settled,
                          const struct hwpgo_function *function,
                          struct hwpgo_location at, const char *callee)
{
  const uint64_t *found
      = find_call (settled, &settled->alone, function, at, callee);
  return found ? *found : 0;
}
