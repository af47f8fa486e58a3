/* Reading spools.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_PMU_SPOOL_READ_H
#define HWPGO_PMU_SPOOL_READ_H

#include "runtime/base/cursor.h"
#include "runtime/base/file.h"
#include "runtime/pmu/guest.h"
#include "runtime/pmu/spool.h"

/* What one thread (or, for number 0, the process) wrote.  */
struct hwpgo_spool_stream
{
  char *path; /* of the thread, see spool.h; owned.  */
  uint32_t parent;
  uint64_t ordinal;
  struct hwpgo_spool_counts counts;
  uint64_t *chunks; /* numbers, in the order of writing; owned.  */
  size_t n_chunks, room;
};

struct hwpgo_spool
{
  struct hwpgo_infile file;
  const struct hwpgo_guest *guest;
  char path[HWPGO_SPOOL_PATH_MAX]; /* of the process.  */
  char program[4096];
  uint64_t exec;
  bool full;
  struct hwpgo_spool_stream *streams; /* by number; owned.  */
  size_t n_streams, room;
};

/* Open and index the spool PATH.  Free it in any case.  */
int hwpgo_spool_open (struct hwpgo_spool *spool, const char *path,
                      struct hwpgo_error *err);
void hwpgo_spool_free (struct hwpgo_spool *spool);

/* Order of paths of processes or threads: parents first, then by number.  */
int hwpgo_spool_path_compare (const char *a, const char *b);

/* Going through a stream.  */
struct hwpgo_spool_iterator
{
  const struct hwpgo_spool *spool;
  const struct hwpgo_spool_stream *stream;
  size_t next_chunk;
  struct hwpgo_cursor cursor;
};

struct hwpgo_spool_item
{
  enum hwpgo_spool_type type;
  struct hwpgo_spool_map map;
  const char *path; /* of the map; lives as long as the spool.  */
  struct hwpgo_spool_sample sample;
  struct hwpgo_spool_branch branches[HWPGO_SPOOL_BRANCHES];
};

struct hwpgo_spool_iterator
hwpgo_spool_iterate (const struct hwpgo_spool *spool, size_t stream);
/* The next record: 1 and *ITEM, 0 at the end, or an error.  */
int hwpgo_spool_next (struct hwpgo_spool_iterator *iterator,
                      struct hwpgo_spool_item *item, struct hwpgo_error *err);

#endif
