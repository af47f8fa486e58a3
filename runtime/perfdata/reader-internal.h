/* What the files of the perf.data reader share.
   SPDX-License-Identifier: GPL-2.0-or-later

   header.c opens the file and reads header and attributes, features.c the
   features, events.c finds the event of a record, records.c walks the
   records and decodes all but samples, samples.c decodes these.  */

#ifndef HWPGO_PERFDATA_READER_INTERNAL_H
#define HWPGO_PERFDATA_READER_INTERNAL_H

#include "runtime/base/cursor.h"
#include "runtime/base/file.h"
#include "runtime/base/memory.h"
#include "runtime/perfdata/format.h"
#include "runtime/perfdata/reader.h"

/* Most branches that a record has room for.  */
#define HWPGO_PERF_BRANCHES_MAX (PERF_RECORD_SIZE_MAX / PERF_BRANCH_SIZE)

struct hwpgo_perf_build_id_entry
{
  const char *path; /* points into the file.  */
  uint8_t id[HWPGO_BUILD_ID_MAX];
  uint8_t size; /* bytes of ID in use.  */
};

struct hwpgo_perf_reader
{
  struct hwpgo_infile file;
  struct hwpgo_arena arena; /* events and their names.  */
  bool swap;                /* the file has the other byte order.  */

  /* From the header and the features.  */
  uint64_t features[PERF_FEATURES / 64];
  uint64_t features_offset; /* of their table.  */
  struct hwpgo_perf_event *events;
  size_t n_events;
  const char *arch; /* "" if the file does not say.  */
  struct hwpgo_perf_build_id_entry *build_ids; /* malloc'ed; by path.  */
  size_t n_build_ids, build_ids_capacity;

  /* Which event a record belongs to.  */
  struct hwpgo_map ids; /* (id, 0) to the index of the event.  */
  uint64_t n_ids;       /* added so far, equal ones too.  */
  int sample_id_word;   /* of a sample's body that is the id; -1: one event,
                           no id needed.  */
  int trailer_id_word;  /* the same, counted back from the record's end:
                           1 is the last word.  */
  uint64_t last_id;     /* the one looked up last, and its event.  */
  const struct hwpgo_perf_event *last_event;

  /* The records are file.data[data_start, data_end).  */
  uint64_t data_start, data_end, pos;
  uint64_t missing; /* bytes of records after the end of the file.  */
  bool unfinished;  /* perf was killed before it wrote their size.  */
  uint64_t unknown_records, malformed_records;
  struct hwpgo_error error; /* sticky; code 0 while all is well.  */

  /* A stack that cannot be used where it lies in the file.  */
  struct hwpgo_perf_branch branches[HWPGO_PERF_BRANCHES_MAX];
};

/* A cursor over SIZE bytes at OFFSET of the file.  Failed if they are not
   all there.  */
struct hwpgo_cursor hwpgo_perf_section (const struct hwpgo_perf_reader *reader,
                                        uint64_t offset, uint64_t size);

static inline bool
hwpgo_perf_has_feature (const struct hwpgo_perf_reader *reader, unsigned bit)
{
  return reader->features[bit / 64] >> bit % 64 & 1;
}

/* Read the features that matter; those of a file without any are empty.  */
int hwpgo_perf_read_features (struct hwpgo_perf_reader *reader,
                              struct hwpgo_error *err);

/* Decode one perf_event_attr, whose bytes ATTR holds, into *EVENT, all but
   the name.  False if it is malformed.  */
bool hwpgo_perf_read_attr (struct hwpgo_cursor attr,
                           struct hwpgo_perf_event *event);

/* Give EVENT the N ids at C.  */
int hwpgo_perf_add_ids (struct hwpgo_perf_reader *reader, size_t event,
                        struct hwpgo_cursor *c, uint64_t n,
                        struct hwpgo_error *err);

/* Find out where records keep their event's id.  Call when all events are
   known.  */
int hwpgo_perf_place_ids (struct hwpgo_perf_reader *reader,
                          struct hwpgo_error *err);

/* The event of a sample with BODY, NULL if its id is nobody's.  */
const struct hwpgo_perf_event *
hwpgo_perf_sample_event (struct hwpgo_perf_reader *reader,
                         const struct hwpgo_cursor *body);

/* The event that says how the trailer of another record with BODY looks.
   Never NULL.  */
const struct hwpgo_perf_event *
hwpgo_perf_trailer_event (struct hwpgo_perf_reader *reader,
                          const struct hwpgo_cursor *body);

/* Decode the body of a SAMPLE into RECORD.  MISC is not needed.  False if it
   is malformed.  */
bool hwpgo_perf_read_sample (struct hwpgo_perf_reader *reader,
                             struct hwpgo_cursor *body, unsigned misc,
                             struct hwpgo_perf_record *record);

#endif
