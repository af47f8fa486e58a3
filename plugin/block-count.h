/* GCC's counts in the terms of the block map.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BLOCK_COUNT_H
#define HWPGO_PLUGIN_BLOCK_COUNT_H

#include "runtime/profile/block-map.h"

/* How far COUNT is trusted.  */
static inline enum hwpgo_quality
hwpgo_quality_of (profile_count count)
{
  if (!count.initialized_p ())
    return HWPGO_QUALITY_NONE;
  switch (count.quality ())
    {
    case GUESSED_LOCAL:
      return HWPGO_QUALITY_GUESSED_LOCAL;
    case GUESSED_GLOBAL0:
      return HWPGO_QUALITY_GUESSED_GLOBAL0;
    case GUESSED_GLOBAL0_ADJUSTED:
      return HWPGO_QUALITY_GUESSED_GLOBAL0_ADJUSTED;
    case GUESSED:
      return HWPGO_QUALITY_GUESSED;
    case AFDO:
      return HWPGO_QUALITY_AFDO;
    case ADJUSTED:
      return HWPGO_QUALITY_ADJUSTED;
    case PRECISE:
      return HWPGO_QUALITY_PRECISE;
    default:
      return HWPGO_QUALITY_NONE;
    }
}

#endif
