/* Where a statement stands in the source: line, discriminator, inlined calls.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_SOURCE_PLACE_H
#define HWPGO_PLUGIN_SOURCE_PLACE_H

#include "plugin/lookup.h"

/* The place of LOCATION in function FNDECL: the frames as lookup.h has them.
   False for an unknown location.  The frames are overwritten by the next
   call.  */
bool hwpgo_source_place (tree fndecl, location_t location,
                         struct hwpgo_place *place);

/* LINE of the file, in FNDECL, as places have it.  */
unsigned hwpgo_source_line (tree fndecl, unsigned line);

/* The number of the call at LOCATION, among those on its line.  */
unsigned hwpgo_source_call_number (location_t location);

/* The name for FNDECL, its clones and its parts: the linkage name of the
   origin, without the suffixes of clones.  Lives for ever.  */
const char *hwpgo_source_name (tree fndecl);

/* What hwpgo_source_name calls the function that a profile calls
   PROFILE_NAME; PROFILE_NAME itself when it is none of this unit.  */
const char *hwpgo_source_meaning (const char *profile_name);

/* Add to SPELLINGS what a profile may call the functions of NAMES, which are
   as hwpgo_source_name has them.  */
void hwpgo_source_spellings (hash_set<nofree_string_hash> *names,
                             vec<const char *> *spellings);

/* From now on PROFILE_NAME, so far of no function of this unit, means the
   function NAME.  */
void hwpgo_source_rename (const char *profile_name, const char *name);

/* The function whose inlined body BLOCK is; NULL_TREE when it is none.  */
tree hwpgo_source_inlined (tree block);

/* As hwpgo_source_place for the whole of inlined body BLOCK of CALLEE: frame 0
   is CALLEE, at no place, the others are the calls.  */
bool hwpgo_source_call (tree fndecl, tree callee, tree block,
                        struct hwpgo_place *place);

/* Does STMT call what GCC has split off the function that STMT was written in
   (partial inlining, ipa-split.cc)?  */
bool hwpgo_source_calls_part_p (const gimple *stmt);

/* As hwpgo_source_place for CALL, a statement for which the former is true.  Its
   line is that of the function's declaration.  False if CALL is none.  */
bool hwpgo_source_place_of_part (tree fndecl, const gimple *call,
                                 struct hwpgo_place *place);

/* Add to PLACE, a place in NODE, the calls that IPA has inlined NODE for, if it
   has.  False where one has no place.  */
bool hwpgo_source_add_calls (cgraph_node *node, struct hwpgo_place *place);

#endif
