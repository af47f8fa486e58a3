/* What rematch.c and rename.c share.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PLUGIN_REMATCH_INTERNAL_H
#define HWPGO_PLUGIN_REMATCH_INTERNAL_H

#include "plugin/rematch.h"

/* A function of the unit, or one that the profile had in its place.  */
struct hwpgo_known
{
  struct hwpgo_outline code; /* as it is.  */
  struct hwpgo_outline seen; /* as the profile saw it.  */
  struct hwpgo_alignment alignment;
  struct hwpgo_rematched result;
  bool here;       /* the unit has a body of it.  */
  bool in_profile; /* the profile has it.  */
};

struct hwpgo_code
{
  struct hwpgo_strings names;
  struct hwpgo_arena arena;
  struct hwpgo_known **functions; /* in the arena.  */
  size_t n, capacity;
  struct hwpgo_known **seen; /* those in the profile, in its order.  */
  size_t n_seen, seen_capacity;
  struct hwpgo_map by_name; /* (interned name, 0) to index.  */
  uint32_t mask;            /* of discriminators, in the last comparison.  */
  struct hwpgo_renamed *renamed; /* malloc'ed.  */
  size_t n_renamed, renamed_capacity;
};

/* NULL when there is none; the other makes it, and is NULL when out of
   memory.  */
struct hwpgo_known *hwpgo_code_find (const struct hwpgo_code *code,
                                     const char *name);
struct hwpgo_known *hwpgo_code_add (struct hwpgo_code *code, const char *name);

struct hwpgo_seeing
{
  struct hwpgo_code *code;
  hwpgo_meaning *meaning;
  uint32_t mask; /* of discriminators.  */
  const struct hwpgo_profile *converted; /* NULL: none.  */
};

/* See anew what PROFILE has of the functions of the code.  0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_code_see (const struct hwpgo_seeing *s,
                    const struct hwpgo_profile *profile);

#endif
