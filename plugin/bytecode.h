/* Discriminators through LTO bytecode.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h; bytecode.cc tells how.  */

#ifndef HWPGO_PLUGIN_BYTECODE_H
#define HWPGO_PLUGIN_BYTECODE_H

/* The hooks of the pass hwpgo-bytecode, as ipa_opt_pass_d has them.  */
void hwpgo_bytecode_write_section ();
void hwpgo_bytecode_read_section ();
void hwpgo_bytecode_fixup (cgraph_node *node, gimple **stmts);

/* True if the locations of what is compiled have our numbers: those of a unit
   that was made of source have, and those of bytecode if some of it was
   written with the plugin.  */
bool hwpgo_bytecode_numbered ();

/* True if copies of code can be told apart through bytecode, or if there is
   none.  */
bool hwpgo_bytecode_keeps_copies ();

/* True if there are numbers for the code of NODE, which is from bytecode.  */
bool hwpgo_bytecode_known (cgraph_node *node);

/* What became of the profiles in the units of a link (rematch.h); NULL if
   nobody has told.  */
struct hwpgo_code *hwpgo_bytecode_changes ();

/* Let NODE, whose body has numbers, be entered ENTRIES times, in the callgraph
   now and in the body when it is read.  */
void hwpgo_bytecode_set_entries (cgraph_node *node, gcov_type entries);

/* What the bytecode says of the body of NODE, of which a part of a link has not
   all; NULL when there is nothing to say.  */
const struct hwpgo_bytecode_body *hwpgo_bytecode_body_of (cgraph_node *node);

#endif
