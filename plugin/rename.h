/* Functions that have another name now.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.

   Where the profile calls a function that nothing in the unit calls or is any
   more, and the code calls one of the unit that the profile does not know, the
   second may be the first under a new name.  It is if the profile of the first
   has nearly all its lines and calls in the second.  A function is found by its
   callers alone, and whoever is called from other units alone is not.  */

#ifndef HWPGO_PLUGIN_RENAME_H
#define HWPGO_PLUGIN_RENAME_H

#include "plugin/rematch.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hwpgo_rename
{
  const char *from, *to; /* live as long as the code.  */
  uint64_t calls;        /* that were to the one and are to the other.  */
  bool accepted;
};

struct hwpgo_renames
{
  struct hwpgo_rename *items; /* owned; by falling calls, then by names.  */
  size_t n, capacity;
};

/* Put into *RENAMES, zeroed and to be freed in any case, what may have been
   renamed, by the last hwpgo_rematch of CODE; a few for each name at most.
   0 or -HWPGO_E_NOMEM.  */
int hwpgo_renames_find (struct hwpgo_code *code,
                        struct hwpgo_renames *renames);
void hwpgo_renames_free (struct hwpgo_renames *renames);

/* Accept of RENAMES what PROFILE, which has all of the functions that may have
   another name, bears out: each name once, those that fit best.  Forgets the
   last hwpgo_rematch.  0 or -HWPGO_E_NOMEM.  */
int hwpgo_renames_judge (struct hwpgo_code *code,
                         struct hwpgo_renames *renames,
                         const struct hwpgo_profile *profile,
                         hwpgo_meaning *meaning, uint32_t mask);

#ifdef __cplusplus
}
#endif

#endif
