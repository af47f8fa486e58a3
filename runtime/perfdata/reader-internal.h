/* What the files of the perf.data reader share.
   SPDX-License-Identifier: GPL-2.0-or-later

   header.c opens the file and reads header and attributes, features.c the
   features, events.c finds the event of a record, records.c walks the
   records and decodes all but samples, samples.c decodes these; source.c
   opens files, pipes and folders, pipe.c reads a header that is spread over
   records, compressed.c unpacks records.  */

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

/* What comes out of compressed records.  */
struct hwpgo_perf_plain
{
  void *stream;  /* of zstd; NULL at first.  */
  uint8_t *data; /* malloc'ed; [pos, used) is yet to be read.  */
  size_t pos, used;
  const uint8_t *in; /* what is left of the compressed record.  */
  size_t in_left;
  uint64_t offset;  /* of that record.  */
  uint64_t discard; /* bytes of a payload to pass over.  */
  bool active;      /* the stream may have more.  */
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
  struct hwpgo_perf_event *pipe_events; /* malloc'ed; NULL or EVENTS.  */
  size_t pipe_events_capacity;
  struct hwpgo_map pmus; /* (type, 0) to its name's address.  */
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

  /* The records are file.data[data_start, data_end), and those of a folder
     the whole of PARTS, too.  */
  uint64_t data_start, data_end;
  struct hwpgo_infile *parts; /* malloc'ed.  */
  size_t n_parts, parts_capacity;
  uint64_t parts_size;

  /* The file being read, 0 or 1 + its index in PARTS, and where in it.  */
  const struct hwpgo_infile *in;
  size_t part;
  uint64_t begin, end, pos;
  uint64_t before;   /* bytes of the files before.  */
  uint64_t released; /* pages before this offset are not resident.  */
  bool skip_samples;
  struct hwpgo_perf_plain plain;
  bool unfinished; /* perf was killed, or the file was cut.  */
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

/* Read the feature BIT, which C holds; nothing for those of no use.  */
int hwpgo_perf_read_feature (struct hwpgo_perf_reader *reader, unsigned bit,
                             struct hwpgo_cursor c, struct hwpgo_error *err);

/* Add the entry of the table of build ids at C.  */
int hwpgo_perf_add_build_id (struct hwpgo_perf_reader *reader,
                             struct hwpgo_cursor c, struct hwpgo_error *err);

/* Read what a file in pipe mode tells in place of a header.  */
int hwpgo_perf_read_pipe (struct hwpgo_perf_reader *reader,
                          struct hwpgo_error *err);

/* Bytes that follow a record with BODY without being counted in its
   size.  */
uint64_t hwpgo_perf_payload_size (struct hwpgo_cursor body,
                                  uint32_t raw_type);

/* Open data.0, data.1, ... of FOLDER as reader->parts.  */
int hwpgo_perf_open_parts (struct hwpgo_perf_reader *reader,
                           const char *folder, struct hwpgo_error *err);
/* Go on with the first record of PART.  */
void hwpgo_perf_enter_part (struct hwpgo_perf_reader *reader, size_t part);

/* Take the compressed record at OFFSET with BODY.  0, or an error that is
   also kept.  */
int hwpgo_perf_compressed (struct hwpgo_perf_reader *reader,
                           uint32_t raw_type, struct hwpgo_cursor body,
                           uint64_t offset);
/* More bytes into reader->plain: 1, 0 if there are none before the next
   compressed record, or an error that is also kept.  */
int hwpgo_perf_decompress (struct hwpgo_perf_reader *reader);
/* Before another stream.  */
void hwpgo_perf_plain_reset (struct hwpgo_perf_plain *plain);
void hwpgo_perf_plain_free (struct hwpgo_perf_plain *plain);

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
