/* Writing perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later

   Writes what 'perf record' would: a version 2 file, records in host byte
   order, then the features that do not depend on host or time: BUILD_ID,
   ARCH, CMDLINE, EVENT_DESC, BRANCH_STACK.  The same calls give the same
   bytes.  Until it is finished, the file says that it holds no records; perf
   and our reader take it for one whose recorder was killed.

   Limits of the format, beyond which values are shortened: 15 letters of a
   command's name, 4095 of a path, the 2727 newest branches of a stack.  */

#ifndef HWPGO_PERFDATA_WRITER_H
#define HWPGO_PERFDATA_WRITER_H

#include <stdio.h>

#include "runtime/perfdata/reader.h"

/* An event to write.  IDs are the index plus 1.  The 'p's after the last
   colon of NAME become precise_ip.  */
struct hwpgo_perf_event_spec
{
  const char *name;
  uint32_t type;
  uint64_t config;
  uint64_t period;
  bool branch_stack; /* its samples carry one, with hw_index absent.  */
};

struct hwpgo_perf_writer;

/* Start a file on OUT, which must be seekable, is written from its offset 0
   and stays the caller's.  ARCH is as uname -m; ARGV the command
   (NULL-terminated, NULL if there is none).  At least one event.  The strings
   are copied.  On success hwpgo_perf_writer_finish frees *WRITER.  */
int hwpgo_perf_writer_new (struct hwpgo_perf_writer **writer, FILE *out,
                           const char *arch, const char *const *argv,
                           const struct hwpgo_perf_event_spec *events,
                           size_t n_events, struct hwpgo_error *err);

/* The name of the file for messages, which must live until the end; it is
   "perf.data" where this is not called.  */
void hwpgo_perf_writer_name (struct hwpgo_perf_writer *writer,
                             const char *name);

/* Records.  TIME (ns) orders the file for readers that sort.  Failures are
   kept for hwpgo_perf_writer_finish.  */
void hwpgo_perf_write_comm (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, uint64_t time, const char *name,
                            bool exec);
void hwpgo_perf_write_fork (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, int32_t parent_pid,
                            int32_t parent_tid, uint64_t time);
void hwpgo_perf_write_exit (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, uint64_t time);
/* A build id of size 1 to 20 in MAP is written with it and in the table.  */
void hwpgo_perf_write_mmap (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, uint64_t time,
                            const struct hwpgo_perf_mmap *map);
/* EVENT indexes the specs; PERIOD is what this sample stands for.  BRANCHES
   is used if the event has a branch stack.  */
void hwpgo_perf_write_sample (struct hwpgo_perf_writer *writer, size_t event,
                              int32_t pid, int32_t tid, uint64_t time,
                              uint64_t ip, uint64_t addr, uint64_t period,
                              const struct hwpgo_perf_branch *branches,
                              size_t n_branches);

/* Write the features, patch the header and free WRITER.  Reports any earlier
   failure of OUT.  */
int hwpgo_perf_writer_finish (struct hwpgo_perf_writer *writer,
                              struct hwpgo_error *err);

#endif
