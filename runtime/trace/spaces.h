/* The address spaces of a recording.
   SPDX-License-Identifier: GPL-2.0-or-later

   What was mapped where, by process and time.  Filled from all records of a
   perf.data before the first address is looked up, because the records of
   different CPUs are not in the order of their times.  */

#ifndef HWPGO_TRACE_SPACES_H
#define HWPGO_TRACE_SPACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"

struct hwpgo_spaces;

/* NULL when out of memory.  */
struct hwpgo_spaces *hwpgo_spaces_new (void);
void hwpgo_spaces_free (struct hwpgo_spaces *spaces);

/* Process PID mapped LENGTH bytes of file FILE (a number of the caller's)
   from OFFSET on to START.  */
int hwpgo_spaces_map (struct hwpgo_spaces *spaces, int32_t pid, uint64_t time,
                      uint64_t start, uint64_t length, uint64_t offset,
                      size_t file, struct hwpgo_error *err);
/* PID starts with what PARENT has mapped.  */
int hwpgo_spaces_fork (struct hwpgo_spaces *spaces, int32_t pid,
                       int32_t parent, uint64_t time, struct hwpgo_error *err);
/* PID starts again with nothing.  */
int hwpgo_spaces_exec (struct hwpgo_spaces *spaces, int32_t pid, uint64_t time,
                       struct hwpgo_error *err);

/* Everything is there: sort it, and forget the maps of files that are not
   WANTED (an array by number) except where they could hide a wanted one.  */
int hwpgo_spaces_finish (struct hwpgo_spaces *spaces, const bool *wanted,
                         struct hwpgo_error *err);

/* 0, or an error about the recording PATH if its maps and forks took so long
   to follow that this was given up, or memory ran out; the answers since then
   are all "none".  */
int hwpgo_spaces_check (const struct hwpgo_spaces *spaces, const char *path,
                        struct hwpgo_error *err);

/* True if PID ever had a map, was forked or has executed something.  */
bool hwpgo_spaces_known (const struct hwpgo_spaces *spaces, int32_t pid);

/* The file and the offset in it that process PID has at ADDRESS at TIME.
   False when it has none, or an unwanted one.  */
bool hwpgo_spaces_find (struct hwpgo_spaces *spaces, int32_t pid,
                        uint64_t time, uint64_t address, size_t *file,
                        uint64_t *offset);

/* A stretch of addresses and times for which hwpgo_spaces_find answers the
   same: from LOW up to and with LAST, at times from FROM up to and with TO. */
struct hwpgo_window
{
  uint64_t low, last, from, to;
  bool found;
  size_t file;     /* if FOUND.  */
  uint64_t offset; /* in the file, of LOW.  */
};

/* The window around ADDRESS and TIME, as wide as it is cheap to say.  */
void hwpgo_spaces_window (struct hwpgo_spaces *spaces, int32_t pid,
                          uint64_t time, uint64_t address,
                          struct hwpgo_window *window);

#endif
