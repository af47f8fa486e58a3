/* Which event a record belongs to.
   SPDX-License-Identifier: GPL-2.0-or-later

   Events may have different sample types, and the sample type is what tells
   how a record is to be read.  So the id of the event must be found before
   anything is known about the record: either as IDENTIFIER, the first word
   of a sample and the last of other records, or as ID where all events have
   it in the same place.  */

#include "runtime/perfdata/reader-internal.h"

int
hwpgo_perf_add_ids (struct hwpgo_perf_reader *reader, size_t event,
                    struct hwpgo_cursor *c, uint64_t n,
                    struct hwpgo_error *err)
{
  /* An id for each processor of each event.  The limit also holds against
     many events that point at the same long list.  */
  enum
  {
    IDS_MAX = 1 << 20
  };
  if (!hwpgo_cursor_fits (c, n, 8))
    return hwpgo_cursor_check (c, "the event ids", err);
  if (n > IDS_MAX - reader->n_ids)
    return hwpgo_error_at_offset (err, HWPGO_E_LIMIT, reader->file.path,
                                  hwpgo_cursor_offset (c),
                                  "more than %d event ids", (int) IDS_MAX);
  reader->n_ids += n;
  for (uint64_t i = 0; i < n; i++)
    {
      uint64_t *slot = hwpgo_map_slot (&reader->ids, hwpgo_cursor_u64 (c), 0);
      if (!slot)
        return hwpgo_error_nomem (err);
      *slot = event;
    }
  return 0;
}

/* How many words the fields in MASK take in samples of EVENT.  Each of those
   before READ takes one.  */
static int
words (const struct hwpgo_perf_event *event, uint64_t mask)
{
  return __builtin_popcountll (event->sample_type & mask);
}

int
hwpgo_perf_place_ids (struct hwpgo_perf_reader *reader,
                      struct hwpgo_error *err)
{
  const struct hwpgo_perf_event *first = &reader->events[0];
  bool identifier = true, id = true;
  reader->sample_id_word = reader->trailer_id_word = -1;
  if (reader->n_events == 1)
    return 0;
  for (size_t i = 0; i < reader->n_events; i++)
    {
      const struct hwpgo_perf_event *event = &reader->events[i];
      identifier &= words (event, PERF_SAMPLE_IDENTIFIER) != 0;
      id &= words (event, PERF_SAMPLE_ID) != 0
            && words (event, PERF_SAMPLE_BEFORE_ID)
                   == words (first, PERF_SAMPLE_BEFORE_ID)
            && words (event, PERF_SAMPLE_AFTER_ID)
                   == words (first, PERF_SAMPLE_AFTER_ID);
    }
  if (!identifier && !id)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, reader->file.path,
                            "%zu events, and nothing in the samples says "
                            "which they belong to",
                            reader->n_events);
  reader->sample_id_word
      = identifier ? 0 : words (first, PERF_SAMPLE_BEFORE_ID);
  reader->trailer_id_word
      = identifier ? 1 : 1 + words (first, PERF_SAMPLE_AFTER_ID);
  return 0;
}

/* The event with ID, NULL if there is none.  perf makes up records with an
   id of 0, which are in the form of the first event.  */
static const struct hwpgo_perf_event *
find_event (struct hwpgo_perf_reader *reader, uint64_t id)
{
  if (reader->last_event && id == reader->last_id)
    return reader->last_event;
  const uint64_t *index = hwpgo_map_find (&reader->ids, id, 0);
  if (!index && id != 0)
    return NULL;
  reader->last_id = id;
  reader->last_event = &reader->events[index ? *index : 0];
  return reader->last_event;
}

const struct hwpgo_perf_event *
hwpgo_perf_sample_event (struct hwpgo_perf_reader *reader,
                         const struct hwpgo_cursor *body)
{
  if (reader->sample_id_word < 0)
    return &reader->events[0];
  struct hwpgo_cursor c = *body;
  hwpgo_cursor_bytes (&c, (uint64_t) reader->sample_id_word * 8);
  uint64_t id = hwpgo_cursor_u64 (&c);
  return c.failed ? NULL : find_event (reader, id);
}

const struct hwpgo_perf_event *
hwpgo_perf_trailer_event (struct hwpgo_perf_reader *reader,
                          const struct hwpgo_cursor *body)
{
  const struct hwpgo_perf_event *first = &reader->events[0];
  size_t back = (size_t) reader->trailer_id_word * 8;
  if (reader->trailer_id_word < 0 || !first->sample_id_all
      || hwpgo_cursor_left (body) < back)
    return first;
  struct hwpgo_cursor c = *body;
  c.pos = c.end - back;
  const struct hwpgo_perf_event *event
      = find_event (reader, hwpgo_cursor_u64 (&c));
  return event ? event : first;
}
