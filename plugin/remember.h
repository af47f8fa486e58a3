/* Branches that have been converted, for the next build.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_REMEMBER_H
#define HWPGO_PLUGIN_REMEMBER_H

#include "plugin/hints.h"
#include "runtime/base/bytes.h"

/* The branch at LOCATION in FNDECL, by the discriminators under MASK, is no
   more, since HINT says that it was unpredictable.  */
void hwpgo_remember (tree fndecl, location_t location, unsigned mask,
                     const struct hwpgo_hint *hint);

/* Remember the SIZE bytes of records at DECISIONS, too, that a unit has
   written to bytecode; and all records so far, to write to bytecode.  */
void hwpgo_remember_these (const uint8_t *decisions, size_t size);
const struct hwpgo_bytes *hwpgo_remembered (void);

/* Put all of them into the object.  At the end of the unit.  */
void hwpgo_remember_in_object (void);

#endif
