/* Where in a large function to look for lines that are the same.
   SPDX-License-Identifier: GPL-2.0-or-later

   For align.c alone.  */

#ifndef HWPGO_PLUGIN_ALIGN_BAND_H
#define HWPGO_PLUGIN_ALIGN_BAND_H

#include "plugin/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The lines of the code that are looked at for one of the profile,
   [BEGIN, END), never none.  */
struct hwpgo_band
{
  uint32_t begin, end;
};

/* Fill BANDS for lines 0 to ROWS - 1: all of COLUMNS lines.  */
void hwpgo_band_whole (struct hwpgo_band *bands, uint32_t rows,
                       uint32_t columns);
/* The same: those of TO that are close to where a longest common subsequence
   of both sequences of calls puts the line of FROM.  0 or
   -HWPGO_E_NOMEM.  */
int hwpgo_band_around_calls (struct hwpgo_band *bands, uint32_t rows,
                             uint32_t columns,
                             const struct hwpgo_outline *from,
                             const struct hwpgo_outline *to);

#ifdef __cplusplus
}
#endif

#endif
