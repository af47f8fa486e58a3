/* What 'perf script' prints, as the records it was printed from.
   SPDX-License-Identifier: GPL-2.0-or-later

   A sample is a line

     COMM PID/TID [CPU] TIME: PERIOD EVENT: ADDR IP SYM 0xFROM/0xTO/P/-/-/0 ...

   of which everything but the branch stack (or, without that, EVENT: and IP)
   may be missing; or, of one with a call stack, such a line without IP, a line
   for each address of the call stack, and a line with the branch stack.  What
   was mapped is in lines of 'PERF_RECORD_' records, which may have the same
   beginning (--show-mmap-events, --show-task-events).  llvm-profgen reads the
   same, and so a line with a decimal number alone: how often the next sample
   was taken.  */

#ifndef HWPGO_TRACE_INPUT_SCRIPT_H
#define HWPGO_TRACE_INPUT_SCRIPT_H

#include "runtime/base/file.h"
#include "runtime/trace/input-forms.h"

enum hwpgo_script_kind
{
  HWPGO_SCRIPT_BLANK, /* or a comment.  */
  HWPGO_SCRIPT_OTHER, /* not known.  */
  HWPGO_SCRIPT_RECORD,
  HWPGO_SCRIPT_COUNT,  /* of the next sample.  */
  HWPGO_SCRIPT_HEADER, /* of a sample, without IP and stack.  */
  HWPGO_SCRIPT_FRAME,  /* of a call stack.  */
  HWPGO_SCRIPT_SAMPLE
};

/* What is on a line.  */
struct hwpgo_script_line
{
  enum hwpgo_script_kind kind;
  struct hwpgo_cursor event; /* its name without the colon; failed: none.  */
  struct hwpgo_cursor rest;  /* the branch stack; of a record, what comes
                                after PERF_RECORD_.  */
  uint64_t pid, tid, period, ip;
  uint64_t count; /* of COUNT.  */
  bool has_pid, has_tid, has_period, has_ip, has_header, has_stack;
};

/* Of LINES->words, which is taken.  */
struct hwpgo_script_line hwpgo_script_parse (struct hwpgo_lines *lines);

/* Take the branch stack REST off a line into BRANCHES, of which there is room
   for MAX.  WHOLE is whether the line has an end.  False if it is malformed.
   Branches that were not taken are left out.  */
bool hwpgo_script_stack (struct hwpgo_cursor rest, bool whole,
                         struct hwpgo_perf_branch *branches, size_t max,
                         size_t *n);

/* Room for the path of a map.  */
#define HWPGO_SCRIPT_PATH_MAX 4096

/* Take the record REST into RECORD, with the path in PATH.  False if it is
   malformed.  */
bool hwpgo_script_record (struct hwpgo_cursor rest,
                          struct hwpgo_perf_record *record,
                          char path[HWPGO_SCRIPT_PATH_MAX]);

struct hwpgo_script;

/* True if LINES begin like such a text.  */
bool hwpgo_script_is (struct hwpgo_lines lines);

/* Read TEXT, which outlives *SCRIPT.  */
int hwpgo_script_open (struct hwpgo_script **script,
                       const struct hwpgo_infile *text,
                       struct hwpgo_error *err);
void hwpgo_script_close (struct hwpgo_script *script);

/* As the functions of runtime/trace/input.h of the same names.  The time of a
   record is its line.  */
int hwpgo_script_next (struct hwpgo_script *script,
                       struct hwpgo_perf_record *record,
                       struct hwpgo_error *err);
void hwpgo_script_rewind (struct hwpgo_script *script, bool samples);
size_t hwpgo_script_n_events (const struct hwpgo_script *script);
const struct hwpgo_perf_event *
hwpgo_script_event (const struct hwpgo_script *script, size_t i);
uint64_t hwpgo_script_done (const struct hwpgo_script *script);
void hwpgo_script_tell (const struct hwpgo_script *script,
                        struct hwpgo_input_leftovers *left);
/* True if no map has been read.  */
bool hwpgo_script_unmapped (const struct hwpgo_script *script);

#endif
