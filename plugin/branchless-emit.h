/* Statements made again where the source does not have them.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_EMIT_H
#define HWPGO_PLUGIN_BRANCHLESS_EMIT_H

/* Must STMT be rewritten so that overflow, which a branch may have kept from
   happening, is defined?  */
bool hwpgo_overflow_matters_p (gimple *stmt);

/* Add a copy of STMT, an assignment, with OPERANDS for the names that it uses, in their
   order, and defined overflow, to SEQ, at PLACE.  Its result is NAME.  */
void hwpgo_emit_copy (gimple_seq *seq, gimple *stmt, tree name,
                      const vec<tree> &operands, location_t place);

/* The address of REF, in statements for SEQ.  */
tree hwpgo_emit_address (gimple_seq *seq, tree ref);

/* What REF names, but OFFSET bytes behind ADDRESS, for a load: it may be behind an
   object, of which nobody is to be warned.  */
tree hwpgo_ref_behind (tree ref, tree address, HOST_WIDE_INT offset);

#endif
