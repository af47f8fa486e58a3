/* Finding a place of the program in a profile.
   SPDX-License-Identifier: GPL-2.0-or-later

   Plain C, no GCC type.  */

#ifndef HWPGO_PLUGIN_LOOKUP_H
#define HWPGO_PLUGIN_LOOKUP_H

#include "runtime/profile/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function and a place in it.  */
struct hwpgo_place_frame
{
  const char *function; /* linkage name; not owned.  */
  struct hwpgo_location at;
};

#define HWPGO_PLACE_MAX_FRAMES 64

/* Frame 0 is the code itself, the others the places of the inlined calls; the
   last is the outermost function.  */
struct hwpgo_place
{
  size_t n_frames;
  struct hwpgo_place_frame frames[HWPGO_PLACE_MAX_FRAMES];
};

/* Executions (or mispredicts) of PLACE in PROFILE under the discriminator
   MASK: summed over the nodes that its inlined calls lead to.  False where
   the profile has no record: unknown, not zero.  */
bool hwpgo_lookup_count (const struct hwpgo_profile *profile,
                         const struct hwpgo_place *place, uint32_t mask,
                         uint64_t *count);

#ifdef __cplusplus
}
#endif

#endif
