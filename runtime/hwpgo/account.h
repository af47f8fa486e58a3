/* What became of every sample.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_ACCOUNT_H
#define HWPGO_HWPGO_ACCOUNT_H

#include <stdio.h>

#include "runtime/base/error.h"
#include "runtime/trace/convert.h"

/* Print REPORT to OUT: samples, branches and ranges, each with those used and
   those dropped by reason, and the cure of each reason that has one.  */
void hwpgo_account_print (FILE *out,
                          const struct hwpgo_convert_report *report);

/* What to think of REPORT.  When less than half of the samples or ranges could
   be used, prints a warning to OUT that names the likely cause and its cure;
   when not one sample could, that is the error.  */
int hwpgo_account_judge (FILE *out, const struct hwpgo_convert_report *report,
                         struct hwpgo_error *err);

/* The samples, branches or ranges (UNIT) that REPORT drops.  */
uint64_t hwpgo_account_dropped (const struct hwpgo_convert_report *report,
                                const char *unit);

#endif
