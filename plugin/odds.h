/* How branches go, as it was when the profile was loaded.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_ODDS_H
#define HWPGO_PLUGIN_ODDS_H

#include "plugin/lookup.h"
#include "runtime/profile/discriminator.h"

/* Note how often the conditions of FN hold, whose counts have just been
   loaded, those of copies at ROUND 1.  */
void hwpgo_odds_note (function *fn, enum hwpgo_round round);

/* How often the condition at LOCATION, which is PLACE, held in all of its function, or
   of this copy where they are told apart, from 0 to 1, by what was noted in this process;
   less than 0 where that is not known.  */
double hwpgo_odds_of (const struct hwpgo_place *place, location_t location);

#endif
