/* Records of maps, forks and the like as 'perf script' prints them, and how
   its text is known. SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/trace/input-script.h"

#define PERF_RECORD_LOST_NUMBER 2

/* Lines that are looked at to find out whether it is such a text.  */
#define PROBED_LINES 1000

/* PID/TID or PID:TID, of which each may be -1.  */
static bool
take_ids (struct hwpgo_lines *l, const char *between, int32_t *pid,
          int32_t *tid)
{
  int32_t *ids[] = { pid, tid };
  for (int i = 0; i < 2; i++)
    {
      uint64_t n;
      bool minus = hwpgo_lines_take (l, "-");
      if (!hwpgo_lines_number (l, 10, &n) || n > INT32_MAX)
        return false;
      *ids[i] = minus ? -(int32_t) n : (int32_t) n;
      if (i == 0 && !hwpgo_lines_take (l, between))
        return false;
    }
  return true;
}

/* Hexadecimal, or 0.  */
static bool
take_hex (struct hwpgo_lines *l, uint64_t *value)
{
  hwpgo_lines_take (l, "0x");
  return hwpgo_lines_number (l, 16, value);
}

/* <BUILD-ID>; the angle is taken.  */
static void
take_build_id (struct hwpgo_lines *l, struct hwpgo_perf_mmap *map)
{
  struct hwpgo_cursor *c = &l->words;
  while (hwpgo_cursor_left (c) >= 2 && map->build_id_size < HWPGO_BUILD_ID_MAX)
    {
      uint64_t byte;
      struct hwpgo_lines two = { .words = *c };
      two.words.end = c->pos + 2;
      if (!hwpgo_lines_number (&two, 16, &byte) || !hwpgo_lines_done (&two))
        return;
      map->build_id[map->build_id_size++] = (uint8_t) byte;
      c->pos += 2;
    }
}

static bool
take_path (struct hwpgo_cursor c, char path[HWPGO_SCRIPT_PATH_MAX])
{
  size_t n = hwpgo_cursor_left (&c);
  if (n == 0 || n >= HWPGO_SCRIPT_PATH_MAX || memchr (c.pos, 0, n))
    return false;
  memcpy (path, c.pos, n);
  path[n] = 0;
  return true;
}

/* PID/TID: [START(LENGTH) @ OFFSET DEVICE INODE GENERATION]: r-xp PATH  */
static bool
take_map (struct hwpgo_lines *l, struct hwpgo_perf_record *record,
          char path[HWPGO_SCRIPT_PATH_MAX])
{
  struct hwpgo_perf_mmap *map = &record->mmap;
  *map = (struct hwpgo_perf_mmap){ .path = path };
  if (!hwpgo_lines_take (l, " ")
      || !take_ids (l, "/", &record->pid, &record->tid)
      || !hwpgo_lines_take (l, ": [") || !take_hex (l, &map->start)
      || !hwpgo_lines_take (l, "(") || !take_hex (l, &map->length)
      || !hwpgo_lines_take (l, ") @ ") || !take_hex (l, &map->file_offset))
    return false;
  if (hwpgo_lines_take (l, " <"))
    take_build_id (l, map);
  struct hwpgo_cursor *c = &l->words;
  const uint8_t *end = memmem (c->pos, hwpgo_cursor_left (c), "]: ", 3);
  if (!end)
    return false;
  c->pos = end + 3;
  end = memchr (c->pos, ' ', hwpgo_cursor_left (c));
  if (!end)
    return false;
  map->data = !memchr (c->pos, 'x', (size_t) (end - c->pos));
  c->pos = end + 1;
  /* The kernel and its modules are everybody's.  */
  record->mode
      = record->pid == -1 ? HWPGO_PERF_MODE_KERNEL : HWPGO_PERF_MODE_USER;
  record->type = HWPGO_PERF_MMAP;
  return take_path (*c, path);
}

/* [ exec]: NAME:PID/TID  */
static bool
take_comm (struct hwpgo_lines *l, struct hwpgo_perf_record *record)
{
  record->comm.exec = hwpgo_lines_take (l, " exec");
  record->comm.name = "";
  record->type = HWPGO_PERF_COMM;
  if (!hwpgo_lines_take (l, ": "))
    return false;
  struct hwpgo_cursor *c = &l->words;
  const uint8_t *last = memrchr (c->pos, ':', hwpgo_cursor_left (c));
  if (!last)
    return false;
  c->pos = last + 1;
  return take_ids (l, "/", &record->pid, &record->tid);
}

/* (PID:TID):(PARENT:TID)  */
static bool
take_fork (struct hwpgo_lines *l, struct hwpgo_perf_record *record)
{
  record->type = HWPGO_PERF_FORK;
  return hwpgo_lines_take (l, "(")
         && take_ids (l, ":", &record->pid, &record->tid)
         && hwpgo_lines_take (l, "):(")
         && take_ids (l, ":", &record->fork.parent_pid,
                      &record->fork.parent_tid);
}

static bool
take_lost (struct hwpgo_lines *l, struct hwpgo_perf_record *record)
{
  struct hwpgo_cursor *c = &l->words;
  const uint8_t *lost = memmem (c->pos, hwpgo_cursor_left (c), "lost ", 5);
  record->type = HWPGO_PERF_LOST;
  record->raw_type = PERF_RECORD_LOST_NUMBER;
  if (!lost)
    return false;
  c->pos = lost + 5;
  return hwpgo_lines_number (l, 10, &record->lost);
}

bool
hwpgo_script_record (struct hwpgo_cursor rest,
                     struct hwpgo_perf_record *record,
                     char path[HWPGO_SCRIPT_PATH_MAX])
{
  struct hwpgo_lines l = { .words = rest };
  record->pid = record->tid = -1;
  if (hwpgo_lines_take (&l, "MMAP2") || hwpgo_lines_take (&l, "MMAP"))
    return take_map (&l, record, path);
  if (hwpgo_lines_take (&l, "COMM"))
    return take_comm (&l, record);
  if (hwpgo_lines_take (&l, "FORK"))
    return take_fork (&l, record);
  if (hwpgo_lines_take (&l, "LOST"))
    return take_lost (&l, record);
  record->type = HWPGO_PERF_OTHER;
  return true;
}

bool
hwpgo_script_is (struct hwpgo_lines lines)
{
  for (unsigned i = 0; i < PROBED_LINES && hwpgo_lines_next (&lines); i++)
    {
      struct hwpgo_perf_record record;
      char path[HWPGO_SCRIPT_PATH_MAX];
      struct hwpgo_perf_branch branches[1];
      size_t n;
      struct hwpgo_script_line line = hwpgo_script_parse (&lines);
      if (line.kind == HWPGO_SCRIPT_RECORD
          && hwpgo_script_record (line.rest, &record, path))
        return true;
      if (line.has_stack)
        {
          /* The first entry will do.  */
          const uint8_t *end
              = memchr (line.rest.pos, ' ', hwpgo_cursor_left (&line.rest));
          if (end)
            line.rest.end = end;
          if (hwpgo_script_stack (line.rest, true, branches, 1, &n))
            return true;
        }
      if (line.kind == HWPGO_SCRIPT_SAMPLE && !line.event.failed)
        return true;
    }
  return false;
}
