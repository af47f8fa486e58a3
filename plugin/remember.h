/* What was done to branches and loops, for the next build.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_REMEMBER_H
#define HWPGO_PLUGIN_REMEMBER_H

#include "plugin/hints.h"
#include "runtime/base/bytes.h"

/* What part of the executions of its place in the current function has the branch
   at the end of BB, which is at LOCATION, if it is a copy that the profile does
   not tell from the others?  Else 1, as while copies have no numbers.  */
double hwpgo_remember_part (basic_block bb, location_t location);

/* The branch at LOCATION in the current function is no more, since HINT says that
   it was unpredictable.  PART is hwpgo_remember_part, from in front of the
   conversion.  */
void hwpgo_remember (location_t location, const struct hwpgo_hint *hint,
                     double part);

/* One execution of the code at LOCATION in FNDECL, whose field of round 1 is
   assigned, is FACTOR iterations of the source, HWPGO_HINT_FACTOR_MAX at most.
   1, or a copy that is not told apart, is not worth remembering.  */
void hwpgo_remember_factor (tree fndecl, location_t location, unsigned factor);

/* Remember the SIZE bytes of records at DECISIONS, too, that a unit has
   written to bytecode; and all records so far, to write to bytecode.  */
void hwpgo_remember_these (const uint8_t *decisions, size_t size);
const struct hwpgo_bytes *hwpgo_remembered (void);

/* Put all of them into the object.  At the end of the unit.  */
void hwpgo_remember_in_object (void);

#endif
