/* Random profiles, for the unit tests.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_UNIT_PROFILE_RANDOM_H
#define HWPGO_UNIT_PROFILE_RANDOM_H

#include <string.h>

#include "runtime/profile/model.h"
#include "testsuite/unit/random.h"

static inline void
random_fill (struct hwpgo_profile *p, struct hwpgo_function *f, int depth,
             bool attributes, uint64_t *state)
{
  static const char *const names[] = { "a", "b", "ns::c(int, int)", "d" };
  static const uint64_t counts[] = { 0, 1, 7, 1u << 31, UINT64_MAX / 2 + 1 };
  f->total = counts[random_below (state, 5)];
  if (attributes && random_below (state, 2))
    {
      f->attributes = 1u << random_below (state, 3);
      f->has_attributes = true;
    }
  for (uint32_t n = random_below (state, 6); n > 0; n--)
    {
      struct hwpgo_location at
          = { random_below (state, 4), random_below (state, 2) };
      const char *name = names[random_below (state, 4)];
      hwpgo_function_add_sample (p, f, at, counts[random_below (state, 5)]);
      if (random_below (state, 2))
        hwpgo_function_add_target (p, f, at, name, strlen (name),
                                   counts[random_below (state, 5)]);
      if (depth < 4 && random_below (state, 3) == 0)
        random_fill (p,
                     hwpgo_function_callsite (p, f, at, name, strlen (name)),
                     depth + 1, attributes, state);
    }
}

/* A profile that depends on STATE alone.  With ATTRIBUTES, some functions
   have some.  */
static inline struct hwpgo_profile *
random_profile (uint64_t state, bool attributes)
{
  struct hwpgo_profile *p = hwpgo_profile_new ();
  char name[] = "f0";
  for (uint32_t n = random_below (&state, 5); n > 0; n--)
    {
      name[1] = (char) ('0' + random_below (&state, 6));
      struct hwpgo_function *f = hwpgo_profile_function (p, name, 2);
      f->head = random_below (&state, 9);
      random_fill (p, f, 0, attributes, &state);
    }
  return p;
}

#endif
