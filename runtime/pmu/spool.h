/* The spool: what one emulated process writes while it runs.
   SPDX-License-Identifier: GPL-2.0-or-later

   A spool is a file that its process maps, shared, once and as large as it
   may ever get (it is sparse, and cut by nobody: what counts is the number of
   chunks in its header).  No descriptor stays open that the program could
   close, nothing has to be flushed, and whatever ends the process, SIGKILL
   included, the file is complete up to the last record.

     file:   header, padded to a chunk; chunk...
     chunk:  struct hwpgo_spool_chunk; record...   (HWPGO_SPOOL_CHUNK bytes)
     record: struct hwpgo_spool_record; then by its type
             MAP: struct hwpgo_spool_map; path, NUL, padding to 8
             SAMPLE: struct hwpgo_spool_sample; COUNT branches

   Each chunk belongs to one stream: 0 is the process, the others its
   threads; only the thread writes to it.  Its USED is stored after the record
   it covers.  All is in the host's byte order: a spool never leaves the
   machine and lives only as long as the recording.  */

#ifndef HWPGO_PMU_SPOOL_H
#define HWPGO_PMU_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/error.h"
#include "runtime/perfdata/reader.h"

#define HWPGO_SPOOL_MAGIC "hwpgospl"
#define HWPGO_SPOOL_VERSION 2
#define HWPGO_SPOOL_CHUNK (256 * 1024)
#define HWPGO_SPOOL_BRANCHES 32
/* The names of spools end so.  */
#define HWPGO_SPOOL_SUFFIX ".spool"

/* The place of a process in the tree of processes, as text: empty for the
   first; its N-th child appends "/EXEC:THREAD:N", where EXEC counts the
   execs of the parent so far and THREAD is the path of the thread that
   forked (empty for the first, else ".N" for each generation).  It does not
   depend on process ids or on the clock.  */
#define HWPGO_SPOOL_PATH_MAX 1024

struct hwpgo_spool_header
{
  char magic[8];
  uint32_t version;
  uint32_t chunk;  /* bytes.  */
  uint64_t chunks; /* begun so far.  */
  uint64_t full;   /* not 0: there was no room for all.  */
  uint64_t exec;   /* programs that this process ran before.  */
  char guest[16]; /* a name of guests.def.  */
  char path[HWPGO_SPOOL_PATH_MAX];
  char program[4096];
};

enum hwpgo_spool_event
{
  HWPGO_SPOOL_TAKEN,
  HWPGO_SPOOL_MISPREDICT,
  HWPGO_SPOOL_EVENTS
};

/* Counted by the threads as they run.  */
struct hwpgo_spool_counts
{
  uint64_t instructions, conditional, mispredicts;
  uint64_t taken, not_taken; /* all branches in sum.  */
};

struct hwpgo_spool_chunk
{
  uint64_t used; /* bytes of records.  */
  uint32_t stream;
  uint32_t parent;  /* the stream of the thread that made this one.  */
  uint64_t ordinal; /* as which of its threads, from 1.  */
  struct hwpgo_spool_counts counts; /* in a stream's first chunk only.  */
  uint64_t reserved;
};

enum hwpgo_spool_type
{
  HWPGO_SPOOL_MAP = 1,
  HWPGO_SPOOL_SAMPLE
};

struct hwpgo_spool_record
{
  uint32_t type;
  uint32_t size; /* bytes after this header, a multiple of 8.  */
};

struct hwpgo_spool_map
{
  uint64_t start, length, file_offset;
  uint32_t build_id_size;
  uint8_t build_id[HWPGO_BUILD_ID_MAX];
};

struct hwpgo_spool_sample
{
  uint8_t event; /* enum hwpgo_spool_event.  */
  uint8_t count; /* of branches.  */
  uint8_t stage; /* the nominal period is the first one << STAGE.  */
  uint8_t reserved;
  uint32_t maps;   /* MAP records written before.  */
  uint64_t ip;     /* of the branch.  */
  uint64_t target; /* where it went.  */
  uint64_t period; /* events that this sample stands for.  */
};

/* Newest first.  The flags are in the upper bits of TO, which user-mode
   addresses leave free.  */
struct hwpgo_spool_branch
{
  uint64_t from, to;
};

#define HWPGO_SPOOL_TO_BITS 56
#define HWPGO_SPOOL_MISPREDICTED ((uint64_t)1 << 63)
#define HWPGO_SPOOL_KIND_SHIFT HWPGO_SPOOL_TO_BITS
#define HWPGO_SPOOL_KIND_MASK 15 /* PERF_BR_ numbers.  */

_Static_assert(sizeof (struct hwpgo_spool_header) <= HWPGO_SPOOL_CHUNK,
               "the header fits its chunk");
_Static_assert(sizeof (struct hwpgo_spool_chunk) % 8 == 0
                   && sizeof (struct hwpgo_spool_map) % 8 == 0
                   && sizeof (struct hwpgo_spool_sample) % 8 == 0,
               "records stay aligned");

#endif
