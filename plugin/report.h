/* The report: one JSON object a line, appended to the file of 'report='.
   SPDX-License-Identifier: GPL-2.0-or-later

   Many compilers of one build may share the file: each line is written with
   one write to a file opened for appending.  The kinds of lines and their
   members are in doc/report.md.  */

#ifndef HWPGO_PLUGIN_REPORT_H
#define HWPGO_PLUGIN_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Open PATH.  UNIT, the main input file, goes into every line.  */
int hwpgo_report_open (const char *path, const char *unit,
                       struct hwpgo_error *err);

/* True if lines are wanted; building one is otherwise free of cost.  */
bool hwpgo_report_wanted (void);

/* Build a line: begin, members, end.  Does nothing when none is wanted.  A
   fraction that is not finite is left out.  */
void hwpgo_report_begin (const char *kind);
void hwpgo_report_string (const char *key, const char *value);
void hwpgo_report_u64 (const char *key, uint64_t value);
void hwpgo_report_fraction (const char *key, double value);
void hwpgo_report_end (void);

/* Close it.  Returns an error when a line could not be written; without a
   report there is none.  */
int hwpgo_report_close (struct hwpgo_error *err);

#ifdef __cplusplus
}
#endif

#endif
