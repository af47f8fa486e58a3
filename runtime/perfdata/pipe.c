/* What perf wrote to a pipe: the header is spread over records.
   SPDX-License-Identifier: GPL-2.0-or-later

   All of them are read when the file is opened, since what is known of an
   event may come after the first records of it.  */

#include <string.h>

#include "runtime/perfdata/reader-internal.h"

/* perf_event_attr, then ids of 8 bytes each.  */
static int
read_header_attr (struct hwpgo_perf_reader *reader, struct hwpgo_cursor body,
                  uint64_t offset, struct hwpgo_error *err)
{
  struct hwpgo_cursor peek = body;
  hwpgo_cursor_u32 (&peek);
  uint32_t size = hwpgo_cursor_u32 (&peek);
  struct hwpgo_cursor attr
      = hwpgo_cursor_sub (&body, size ? size : PERF_ATTR_SIZE_MIN);
  struct hwpgo_perf_event event = { 0 };
  if (attr.failed || !hwpgo_perf_read_attr (attr, &event))
    return hwpgo_error_at_offset (err, HWPGO_E_FORMAT, reader->file.path,
                                  offset, "event attribute %zu",
                                  reader->n_events + 1);
  if (!HWPGO_GROW (reader->pipe_events, reader->pipe_events_capacity,
                   reader->n_events + 1))
    return hwpgo_error_nomem (err);
  reader->events = reader->pipe_events;
  reader->events[reader->n_events++] = event;
  return hwpgo_perf_add_ids (reader, reader->n_events - 1, &body,
                             hwpgo_cursor_left (&body) / 8, err);
}

/* u64 kind, u64 id, and what that kind of update tells: here, a name.  */
static void
read_event_update (struct hwpgo_perf_reader *reader, struct hwpgo_cursor body)
{
  enum
  {
    UPDATE_NAME = 2
  };
  uint64_t kind = hwpgo_cursor_u64 (&body);
  uint64_t id = hwpgo_cursor_u64 (&body);
  const char *name = hwpgo_cursor_string (&body, hwpgo_cursor_left (&body));
  const uint64_t *index = hwpgo_map_find (&reader->ids, id, 0);
  if (kind == UPDATE_NAME && name && *name && index)
    reader->events[*index].name = name;
}

static int
read_feature_record (struct hwpgo_perf_reader *reader,
                     struct hwpgo_cursor body, struct hwpgo_error *err)
{
  uint64_t bit = hwpgo_cursor_u64 (&body);
  if (body.failed || bit >= PERF_FEATURES || bit == PERF_FEATURE_BUILD_ID)
    return 0;
  return hwpgo_perf_read_feature (reader, (unsigned) bit, body, err);
}

int
hwpgo_perf_read_pipe (struct hwpgo_perf_reader *reader,
                      struct hwpgo_error *err)
{
  uint64_t size = reader->file.size;
  uint64_t pos = PERF_HEADER_SIZE_PIPE;
  reader->data_start = pos;
  reader->data_end = size;
  int ret = 0;
  while (ret == 0 && pos < size)
    {
      struct hwpgo_cursor all = hwpgo_perf_section (reader, pos, size - pos);
      struct hwpgo_cursor c = all;
      uint32_t type = hwpgo_cursor_u32 (&c);
      hwpgo_cursor_u16 (&c);
      uint16_t bytes = hwpgo_cursor_u16 (&c);
      struct hwpgo_cursor whole = hwpgo_cursor_sub (&all, bytes);
      struct hwpgo_cursor body = whole;
      hwpgo_cursor_bytes (&body, PERF_RECORD_HEADER_SIZE);
      uint64_t payload = hwpgo_perf_payload_size (body, type);
      /* A writer that was killed; reading tells.  */
      if (c.failed || body.failed || payload > size - pos - bytes)
        break;
      if (type == PERF_RECORD_HEADER_ATTR)
        ret = read_header_attr (reader, body, pos, err);
      else if (type == PERF_RECORD_EVENT_UPDATE)
        read_event_update (reader, body);
      else if (type == PERF_RECORD_HEADER_FEATURE)
        ret = read_feature_record (reader, body, err);
      else if (type == PERF_RECORD_HEADER_BUILD_ID)
        ret = hwpgo_perf_add_build_id (reader, whole, err);
      pos += bytes + payload;
      hwpgo_infile_release (&reader->file, &reader->released, pos);
    }
  reader->unfinished = pos < size;
  if (ret == 0 && reader->n_events == 0)
    return hwpgo_error_set (err, HWPGO_E_EMPTY, reader->file.path, "no event");
  return ret;
}
