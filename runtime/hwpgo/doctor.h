/* What 'hwpgo doctor' finds.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_DOCTOR_H
#define HWPGO_HWPGO_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "runtime/hwpgo/verb.h"

/* The findings so far.  In text each is a line "yes WHAT: DETAIL" or "no
   WHAT: DETAIL", the latter with a line that tells the cure; in JSON an object
   { good, what, detail, cure? } of one list.  */
struct hwpgo_findings
{
  bool json;
  bool bad; /* one was.  */
  size_t n;
};

/* Print a finding.  CURE is not printed of a good one; it may be NULL or
   empty.  */
void hwpgo_finding (struct hwpgo_findings *findings, bool good,
                    const char *what, const char *detail, const char *cure);

/* doctor-files.c: look at FILES: recordings, programs, profiles and bundles.
   The programs are those that ran when the recordings were made.  */
void hwpgo_doctor_files (struct hwpgo_findings *findings,
                         const struct hwpgo_list *files);

#endif
