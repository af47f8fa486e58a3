/* Walking the records, and all of them but samples.
   SPDX-License-Identifier: GPL-2.0-or-later

   There are two kinds of trouble.  A record whose size cannot be right means
   that nobody knows where the next one starts: reading ends with an error.
   A record that is malformed inside is skipped and counted.  */

#include "runtime/perfdata/reader-internal.h"

/* Decoders of bodies: false if the body is malformed.  Those of kernel
   records see the body without its trailer.  */
typedef bool (*record_reader) (struct hwpgo_perf_reader *reader,
                               struct hwpgo_cursor *body, unsigned misc,
                               struct hwpgo_perf_record *record);

static void
read_pid_tid (struct hwpgo_cursor *c, struct hwpgo_perf_record *record)
{
  record->pid = (int32_t) hwpgo_cursor_u32 (c);
  record->tid = (int32_t) hwpgo_cursor_u32 (c);
}

/* What MMAP and MMAP2 begin with.  */
static void
read_mmap_start (struct hwpgo_cursor *c, unsigned misc,
                 struct hwpgo_perf_record *record)
{
  struct hwpgo_perf_mmap *map = &record->mmap;
  read_pid_tid (c, record);
  map->start = hwpgo_cursor_u64 (c);
  map->length = hwpgo_cursor_u64 (c);
  map->file_offset = hwpgo_cursor_u64 (c);
  map->build_id_size = 0;
  map->data = misc & PERF_MISC_MMAP_DATA;
}

static bool
read_mmap (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
           unsigned misc, struct hwpgo_perf_record *record)
{
  (void) reader;
  read_mmap_start (c, misc, record);
  record->mmap.path = hwpgo_cursor_string (c, hwpgo_cursor_left (c));
  return !c->failed;
}

static bool
read_mmap2 (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
            unsigned misc, struct hwpgo_perf_record *record)
{
  enum
  {
    EXECUTE = 4 /* PROT_EXEC.  */
  };
  (void) reader;
  struct hwpgo_perf_mmap *map = &record->mmap;
  read_mmap_start (c, misc, record);
  /* u32 maj, min, u64 ino, ino_generation; or u8 size, 3 unused, id.  */
  const uint8_t *file = hwpgo_cursor_bytes (c, 24);
  uint32_t prot = hwpgo_cursor_u32 (c);
  hwpgo_cursor_u32 (c); /* flags.  */
  map->path = hwpgo_cursor_string (c, hwpgo_cursor_left (c));
  if (c->failed)
    return false;
  /* The first kernels with MMAP2 left PROT at 0.  */
  map->data |= prot != 0 && !(prot & EXECUTE);
  if (misc & PERF_MISC_MMAP_BUILD_ID)
    {
      if (file[0] > HWPGO_BUILD_ID_MAX)
        return false;
      map->build_id_size = file[0];
      memcpy (map->build_id, file + 4, HWPGO_BUILD_ID_MAX);
    }
  return true;
}

static bool
read_comm (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
           unsigned misc, struct hwpgo_perf_record *record)
{
  (void) reader;
  read_pid_tid (c, record);
  record->comm.name = hwpgo_cursor_string (c, hwpgo_cursor_left (c));
  record->comm.exec = misc & PERF_MISC_COMM_EXEC;
  return !c->failed;
}

/* FORK and EXIT.  */
static bool
read_task (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
           unsigned misc, struct hwpgo_perf_record *record)
{
  (void) reader, (void) misc;
  record->pid = (int32_t) hwpgo_cursor_u32 (c);
  record->fork.parent_pid = (int32_t) hwpgo_cursor_u32 (c);
  record->tid = (int32_t) hwpgo_cursor_u32 (c);
  record->fork.parent_tid = (int32_t) hwpgo_cursor_u32 (c);
  record->time = hwpgo_cursor_u64 (c);
  record->has_time = true;
  return !c->failed;
}

static bool
read_lost (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
           unsigned misc, struct hwpgo_perf_record *record)
{
  (void) reader, (void) misc;
  hwpgo_cursor_u64 (c); /* id.  */
  record->lost = hwpgo_cursor_u64 (c);
  return !c->failed;
}

static bool
read_lost_samples (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
                   unsigned misc, struct hwpgo_perf_record *record)
{
  (void) reader, (void) misc;
  record->lost = hwpgo_cursor_u64 (c);
  return !c->failed;
}

static bool
read_throttle (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
               unsigned misc, struct hwpgo_perf_record *record)
{
  (void) reader, (void) misc;
  record->time = hwpgo_cursor_u64 (c);
  record->has_time = true;
  return !c->failed;
}

static bool
read_other (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *c,
            unsigned misc, struct hwpgo_perf_record *record)
{
  (void) reader, (void) c, (void) misc, (void) record;
  return true;
}

static const struct record_kind
{
  const char *name; /* NULL: unknown.  */
  enum hwpgo_perf_type type;
  record_reader read;
} kinds[PERF_RECORD_TABLE_SIZE] = {
#define HWPGO_RECORD(number, name, type, read)                                \
  [number] = { #name, HWPGO_PERF_##type, read },
#include "runtime/perfdata/records.def"
#undef HWPGO_RECORD
};

static const struct record_kind *
find_kind (uint32_t raw_type)
{
  static const struct record_kind unknown
      = { NULL, HWPGO_PERF_OTHER, read_other };
  return raw_type < PERF_RECORD_TABLE_SIZE && kinds[raw_type].name
             ? &kinds[raw_type]
             : &unknown;
}

/* Read the trailer of a record other than a sample and take it off BODY.
   False if it does not fit.  */
static bool
read_trailer (struct hwpgo_perf_reader *reader, struct hwpgo_cursor *body,
              struct hwpgo_perf_record *record)
{
  const struct hwpgo_perf_event *event
      = hwpgo_perf_trailer_event (reader, body);
  if (!event->sample_id_all)
    return true;
  uint64_t type = event->sample_type;
  size_t size = 8
                * (size_t) __builtin_popcountll (
                    type & (uint64_t) PERF_SAMPLE_TRAILER);
  if (hwpgo_cursor_left (body) < size)
    return false;
  struct hwpgo_cursor c = *body;
  c.pos = body->end = c.end - size;
  if (type & PERF_SAMPLE_TID)
    read_pid_tid (&c, record);
  record->has_time = type & PERF_SAMPLE_TIME;
  if (record->has_time)
    record->time = hwpgo_cursor_u64 (&c);
  return true;
}

uint64_t
hwpgo_perf_payload_size (struct hwpgo_cursor body, uint32_t raw_type)
{
  if (raw_type == PERF_RECORD_AUXTRACE)
    return hwpgo_cursor_u64 (&body);
  if (raw_type == PERF_RECORD_HEADER_TRACING_DATA)
    return hwpgo_cursor_u32 (&body);
  return 0;
}

/* Reading cannot go on: SIZE bytes of WHAT, but only LEFT of them are
   there.  */
static int
stop (struct hwpgo_perf_reader *reader, uint64_t offset, uint32_t raw_type,
      uint64_t size, uint64_t left)
{
  const char *name = find_kind (raw_type)->name;
  return hwpgo_error_at_offset (
      &reader->error, HWPGO_E_FORMAT, reader->in->path, offset,
      "record of type %u (%s) and %llu bytes, of which %llu are there",
      (unsigned) raw_type, name ? name : "unknown", (unsigned long long) size,
      (unsigned long long) left);
}

/* True if what is read may end within a record: perf was killed, or the file
   was cut.  The files of a folder do not tell how long they should be.  */
static bool
may_end_early (const struct hwpgo_perf_reader *reader)
{
  return reader->unfinished || reader->part > 0;
}

/* Half a record is left.  */
static int
end_early (struct hwpgo_perf_reader *reader)
{
  reader->unfinished = true;
  reader->malformed_records++;
  reader->pos = reader->end;
  return 0;
}

static void
start_record (struct hwpgo_perf_record *record, uint32_t raw_type,
              unsigned misc, uint64_t offset)
{
  unsigned mode = misc & PERF_MISC_CPUMODE_MASK;
  record->raw_type = raw_type;
  record->type = find_kind (raw_type)->type;
  record->mode = mode <= HWPGO_PERF_MODE_GUEST_USER
                     ? (enum hwpgo_perf_mode) mode
                     : HWPGO_PERF_MODE_UNKNOWN;
  record->offset = offset;
  record->has_time = false;
  record->time = 0;
  record->pid = record->tid = -1;
}

/* Decode a whole record at OFFSET with BODY: 1, or 0 if it was malformed and
   is counted.  */
static int
decode (struct hwpgo_perf_reader *reader, uint32_t raw_type, unsigned misc,
        struct hwpgo_cursor body, uint64_t offset,
        struct hwpgo_perf_record *record)
{
  const struct record_kind *kind = find_kind (raw_type);
  start_record (record, raw_type, misc, offset);
  if (!kind->name)
    reader->unknown_records++;
  bool ok = raw_type == PERF_RECORD_SAMPLE
            || raw_type >= PERF_RECORD_USER_FIRST || !kind->name
            || read_trailer (reader, &body, record);
  if (ok && kind->read (reader, &body, misc, record))
    return 1;
  reader->malformed_records++;
  return 0;
}

/* Read the record at reader->pos and move on: 1, 0 if it was malformed, or
   passed over, or compressed, or an error.  */
static int
read_record (struct hwpgo_perf_reader *reader,
             struct hwpgo_perf_record *record)
{
  uint64_t left = reader->end - reader->pos, offset = reader->pos;
  const struct hwpgo_infile *in = reader->in;
  struct hwpgo_cursor c = hwpgo_cursor_new (in->path, in->data + offset, left);
  c.swap = reader->swap;
  c.base = offset;
  hwpgo_infile_release (in, &reader->released, offset);
  uint32_t raw_type = hwpgo_cursor_u32 (&c);
  unsigned misc = hwpgo_cursor_u16 (&c);
  uint16_t size = hwpgo_cursor_u16 (&c);
  if (c.failed)
    return may_end_early (reader)
               ? end_early (reader)
               : hwpgo_error_at_offset (&reader->error, HWPGO_E_FORMAT,
                                        in->path, offset,
                                        "%llu bytes after the last record",
                                        (unsigned long long) left);
  if (size < PERF_RECORD_HEADER_SIZE)
    return stop (reader, offset, raw_type, size, left);
  struct hwpgo_cursor body
      = hwpgo_cursor_sub (&c, (uint64_t) size - PERF_RECORD_HEADER_SIZE);
  uint64_t payload = hwpgo_perf_payload_size (body, raw_type);
  if (body.failed || payload > left - size)
    return may_end_early (reader) ? end_early (reader)
                                  : stop (reader, offset, raw_type,
                                          hwpgo_add (size, payload), left);
  reader->pos += size + payload;
  if (raw_type == PERF_RECORD_COMPRESSED
      || raw_type == PERF_RECORD_COMPRESSED2)
    return hwpgo_perf_compressed (reader, raw_type, body, offset);
  if (raw_type == PERF_RECORD_SAMPLE && reader->skip_samples)
    return 0;
  return decode (reader, raw_type, misc, body, offset, record);
}

/* The same for the next record that was compressed; 0 also if the rest of it
   is in another.  */
static int
read_plain (struct hwpgo_perf_reader *reader, struct hwpgo_perf_record *record)
{
  struct hwpgo_perf_plain *plain = &reader->plain;
  size_t left = plain->used - plain->pos;
  uint64_t over = plain->discard < left ? plain->discard : left;
  plain->discard -= over;
  plain->pos += over;
  left -= over;
  struct hwpgo_cursor c
      = hwpgo_cursor_new (reader->in->path, plain->data + plain->pos, left);
  c.swap = reader->swap;
  uint32_t raw_type = hwpgo_cursor_u32 (&c);
  unsigned misc = hwpgo_cursor_u16 (&c);
  uint16_t size = hwpgo_cursor_u16 (&c);
  if (!c.failed && size < PERF_RECORD_HEADER_SIZE)
    return stop (reader, plain->offset, raw_type, size, left);
  if (c.failed || size > left)
    {
      int ret = hwpgo_perf_decompress (reader);
      return ret < 0 ? ret : 0;
    }
  struct hwpgo_cursor body
      = hwpgo_cursor_sub (&c, (uint64_t) size - PERF_RECORD_HEADER_SIZE);
  plain->pos += size;
  plain->discard = hwpgo_perf_payload_size (body, raw_type);
  if (raw_type == PERF_RECORD_COMPRESSED
      || raw_type == PERF_RECORD_COMPRESSED2)
    return hwpgo_error_at_offset (&reader->error, HWPGO_E_FORMAT,
                                  reader->in->path, plain->offset,
                                  "a compressed record in another");
  if (raw_type == PERF_RECORD_SAMPLE && reader->skip_samples)
    return 0;
  return decode (reader, raw_type, misc, body, plain->offset, record);
}

/* A stream that ends within a record.  */
static int
end_plain (struct hwpgo_perf_reader *reader)
{
  struct hwpgo_perf_plain *plain = &reader->plain;
  size_t left = plain->used - plain->pos;
  plain->pos = plain->used = 0;
  if (may_end_early (reader))
    return end_early (reader);
  return hwpgo_error_at_offset (&reader->error, HWPGO_E_TRUNCATED,
                                reader->in->path, plain->offset,
                                "the compressed records end after %zu bytes "
                                "of one",
                                left);
}

int
hwpgo_perf_next (struct hwpgo_perf_reader *reader,
                 struct hwpgo_perf_record *record, struct hwpgo_error *err)
{
  int ret = 0;
  while (ret == 0 && !reader->error.code)
    {
      if (reader->plain.active)
        ret = read_plain (reader, record);
      else if (reader->pos < reader->end)
        ret = read_record (reader, record);
      else if (reader->plain.used > reader->plain.pos)
        ret = end_plain (reader);
      else if (reader->part < reader->n_parts)
        hwpgo_perf_enter_part (reader, reader->part + 1);
      else
        return 0;
    }
  if (ret == 1)
    return 1;
  if (err)
    *err = reader->error;
  return -(int) reader->error.code;
}

void
hwpgo_perf_rewind (struct hwpgo_perf_reader *reader)
{
  hwpgo_perf_enter_part (reader, 0);
  reader->error.code = HWPGO_OK;
  reader->unknown_records = reader->malformed_records = 0;
}

void
hwpgo_perf_skip_samples (struct hwpgo_perf_reader *reader, bool skip)
{
  reader->skip_samples = skip;
}

uint64_t
hwpgo_perf_data_size (const struct hwpgo_perf_reader *reader)
{
  return reader->data_end - reader->data_start + reader->parts_size;
}

uint64_t
hwpgo_perf_data_done (const struct hwpgo_perf_reader *reader)
{
  return reader->before + reader->pos - reader->begin;
}

uint64_t
hwpgo_perf_unknown_records (const struct hwpgo_perf_reader *reader)
{
  return reader->unknown_records;
}

uint64_t
hwpgo_perf_malformed_records (const struct hwpgo_perf_reader *reader)
{
  return reader->malformed_records;
}

bool
hwpgo_perf_unfinished (const struct hwpgo_perf_reader *reader)
{
  return reader->unfinished;
}
