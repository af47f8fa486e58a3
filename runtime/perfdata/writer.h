/* Writing perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later

   Writes what 'perf record' would: a version 2 file, records in host byte
   order, then the features HOSTNAME-free and time-free ones only (ARCH,
   CMDLINE, EVENT_DESC, BUILD_ID), so that the same run gives the same
   bytes.  */

#ifndef HWPGO_PERFDATA_WRITER_H
#define HWPGO_PERFDATA_WRITER_H

#include <stdio.h>

#include "runtime/perfdata/reader.h"

/* An event to write.  IDs are the index plus 1.  */
struct hwpgo_perf_event_spec
{
  const char *name;
  uint32_t type;
  uint64_t config;
  uint64_t period;
  bool branch_stack; /* its samples carry one, with hw_index absent.  */
};

struct hwpgo_perf_writer;

/* Start a file on OUT, which must be seekable and stays the caller's.  ARCH
   is as uname -m; ARGV the command (NULL-terminated).  */
int hwpgo_perf_writer_new (struct hwpgo_perf_writer **writer, FILE *out,
                           const char *arch, const char *const *argv,
                           const struct hwpgo_perf_event_spec *events,
                           size_t n_events, struct hwpgo_error *err);

/* Records.  TIME orders the file for readers that sort.  */
void hwpgo_perf_write_comm (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, uint64_t time, const char *name,
                            bool exec);
void hwpgo_perf_write_fork (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, int32_t parent_pid,
                            int32_t parent_tid, uint64_t time);
void hwpgo_perf_write_exit (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, uint64_t time);
void hwpgo_perf_write_mmap (struct hwpgo_perf_writer *writer, int32_t pid,
                            int32_t tid, uint64_t time,
                            const struct hwpgo_perf_mmap *map);
/* EVENT indexes the specs; PERIOD is what this sample stands for.  */
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
