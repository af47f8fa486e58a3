/* From evidence about addresses to counts at places of the source.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_TRACE_ATTRIBUTE_H
#define HWPGO_TRACE_ATTRIBUTE_H

#include "runtime/profile/model.h"
#include "runtime/trace/evidence.h"

/* Add to PROFILE what the branch stacks in EVIDENCE say about binary B: the
   executions of each place are the sum over its instances (places.h) of the
   highest of any of their instructions; every place of a function in which
   anything ran gets a record, 0 where nothing did.  Branches to the entry of a
   function are its head count, and a target of the call where they come from.
   Sets 'least_told' of B, which goes for its addresses, too: so the same
   copies are told apart in both profiles.  */
int hwpgo_attribute_ranges (struct hwpgo_profile *profile,
                            const struct hwpgo_binaries *binaries,
                            struct hwpgo_traced *b,
                            const struct hwpgo_evidence *evidence,
                            struct hwpgo_error *err);

/* Add to PROFILE what the addresses in EVIDENCE say about binary B: the
   samples of each place are the sum over its instances of the sums, or with
   'mean' the means, over their instructions.  Where FREQUENCY, which may be
   NULL, knows how often the branches of the place ran, the sum
   is scaled to the record of the same place in the frequency profile; see
   doc/convert.md.  Counts what has no line in REPORT.  */
int hwpgo_attribute_addresses (struct hwpgo_profile *profile,
                               const struct hwpgo_binaries *binaries,
                               const struct hwpgo_traced *b,
                               struct hwpgo_evidence *evidence,
                               const struct hwpgo_evidence *frequency,
                               struct hwpgo_convert_report *report,
                               struct hwpgo_error *err);

#endif
