/* What the files of the model share: functions.c has a profile's outermost
   functions, model.c what is in them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PROFILE_MODEL_PARTS_H
#define HWPGO_PROFILE_MODEL_PARTS_H

#include "runtime/profile/model.h"

#include <string.h>

/* Negative, 0 or positive as A comes before, is, or comes after B.  Interned
   names of one profile: equal ones have equal pointers.  */
static inline int
hwpgo_name_compare (const char *a, const char *b)
{
  return a == b ? 0 : strcmp (a, b);
}

/* An empty function with the name INTERNED, which is in no array yet; NULL
   when out of memory.  */
struct hwpgo_function *hwpgo_function_new (struct hwpgo_profile *profile,
                                           const char *interned);

#endif
