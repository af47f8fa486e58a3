/* The base round: counts from the profile to the CFG.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_LOAD_H
#define HWPGO_PLUGIN_LOAD_H

#include "plugin/settle.h"

/* What became of a function.  */
enum hwpgo_load_status
{
#define HWPGO_LOAD_STATUS(id, name, text) HWPGO_LOAD_##id,
#include "plugin/load-status.def"
  HWPGO_LOAD_STATUSES
};

struct hwpgo_load_result
{
  enum hwpgo_load_status status;
  /* Counts are those of the settled profile, scaled.  */
  uint64_t samples; /* that the profile has for the function.  */
  uint64_t matched; /* those whose places are in the code.  */
  uint64_t entry;   /* after inference; 0 unless loaded.  */
  unsigned blocks, measured;
};

/* Take over counts of SETTLED in the function of NODE, which is cfun.  MASK
   are the bits of discriminators to look at.  Unless the result is 'loaded'
   nothing is changed.  */
struct hwpgo_load_result
hwpgo_load_function (cgraph_node *node, const struct hwpgo_settled *settled,
                     uint32_t mask);

#endif
