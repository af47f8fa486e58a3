/* Indirect calls become comparisons with the functions that they went to.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_PROMOTE_H
#define HWPGO_PLUGIN_PROMOTE_H

#include "plugin/load.h"

/* Why a target is not promoted; the first is 'none'.  */
enum hwpgo_promote_refusal
{
#define HWPGO_REFUSAL(id, text) HWPGO_PROMOTE_##id,
#include "plugin/promote-refusals.def"
};

/* Promote the hot indirect calls of NODES, all functions, the counts of which
   are loaded.  The callgraph alone changes: calls get speculative edges, of
   which GCC's inliner keeps those that it inlines.  */
void hwpgo_promote_calls (const vec<cgraph_node *> &nodes,
                          const struct hwpgo_load *load);

/* The symbol of NODE; NULL for a clone or a part, which no pointer has.  */
const char *hwpgo_promote_symbol (cgraph_node *node);

/* The function of this unit that a profile calls NAME, as a symbol or in
   another way; NULL when there is none or there are several.  */
cgraph_node *hwpgo_promote_find (const char *name);

/* What speaks against comparing call E with TARGET.  */
enum hwpgo_promote_refusal hwpgo_promote_refuse (cgraph_edge *e,
                                                 cgraph_node *target);

/* What to compare with: TARGET, or another name of it that other modules
   cannot replace.  */
cgraph_node *hwpgo_promote_alias (cgraph_node *target);

/* Number the functions of this unit, so that a link finds them.  */
void hwpgo_promote_number (const struct hwpgo_load *load);

/* True if a link may promote E, of ALL calls of which COUNT went to one
   function of another unit: GCC wants half of them.  */
bool hwpgo_promote_at_link_p (const cgraph_edge *e, uint64_t count,
                              uint64_t all);

/* Let it do so.  E gets no other promotion.  NAME is the function's in the
   profile.  */
void hwpgo_promote_at_link (cgraph_edge *e, const char *name, uint64_t count,
                            uint64_t all, const struct hwpgo_load *load);

#endif
