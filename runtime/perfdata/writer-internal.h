/* What the files of the perf.data writer share.
   SPDX-License-Identifier: GPL-2.0-or-later

   writer.c writes the records, writer-header.c what stands before and after
   them.  */

#ifndef HWPGO_PERFDATA_WRITER_INTERNAL_H
#define HWPGO_PERFDATA_WRITER_INTERNAL_H

#include "runtime/base/memory.h"
#include "runtime/perfdata/format.h"
#include "runtime/perfdata/writer.h"

enum
{
  /* What every sample has, whatever its event; IDENTIFIER tells which that
     is.  Some have BRANCH_STACK too.  */
  WRITER_SAMPLE_TYPE = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP
                       | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR
                       | PERF_SAMPLE_PERIOD,
  WRITER_ATTR_SIZE = 112, /* PERF_ATTR_SIZE_VER5, Linux 4.1 and later.  */
  WRITER_BUFFER_SIZE = 1 << 18
};

/* Bytes in memory that grow.  */
struct hwpgo_perf_blob
{
  uint8_t *data; /* malloc'ed.  */
  size_t size, capacity;
  bool failed; /* out of memory; sticky.  */
};

struct hwpgo_perf_writer
{
  FILE *out;                /* not owned.  */
  const char *name;         /* of the file; not owned.  */
  struct hwpgo_arena arena; /* events, names, strings.  */
  struct hwpgo_perf_event_spec *events;
  size_t n_events;
  const char *arch;
  const char **argv;
  size_t argc;

  /* Entries of the BUILD_ID feature in the order of their first mapping, and
     the set of those that are there: (pointer of the interned path, hash of
     the id).  */
  struct hwpgo_perf_blob build_ids;
  struct hwpgo_strings paths;
  struct hwpgo_map build_id_seen;

  uint64_t data_start, data_end; /* offsets; what is in BUFFER counts.  */
  int failed_errno;              /* of the first failed write; sticky.  */
  bool no_memory;                /* an allocation failed; sticky.  */
  size_t used;                   /* of BUFFER.  */
  uint8_t buffer[WRITER_BUFFER_SIZE];
};

/* SIZE more bytes of BLOB, zeroed, or NULL.  Valid until the next call.  */
uint8_t *hwpgo_perf_blob_add (struct hwpgo_perf_blob *blob, size_t size);

/* Append VALUE.  */
void hwpgo_perf_blob_u32 (struct hwpgo_perf_blob *blob, uint32_t value);
void hwpgo_perf_blob_u64 (struct hwpgo_perf_blob *blob, uint64_t value);

/* Write header and attributes for the records written so far, with FEATURES
   of the header's feature bits, and leave OUT behind them.  Failures go to
   WRITER.  */
void hwpgo_perf_write_header (struct hwpgo_perf_writer *writer,
                              uint64_t features);

/* Write the features at the end of the records and return their bits.
   Failures go to WRITER.  */
uint64_t hwpgo_perf_write_features (struct hwpgo_perf_writer *writer);

/* Remember the build id of MAP for the BUILD_ID feature.  */
void hwpgo_perf_note_build_id (struct hwpgo_perf_writer *writer,
                               const struct hwpgo_perf_mmap *map);

/* Write SIZE bytes at DATA to OUT, past the buffer.  */
void hwpgo_perf_write_bytes (struct hwpgo_perf_writer *writer,
                             const void *data, size_t size);

#endif
