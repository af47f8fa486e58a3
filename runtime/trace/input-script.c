/* What 'perf script' prints, as the records it was printed from.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#include "runtime/base/memory.h"
#include "runtime/trace/input-script.h"

#define SAMPLE_IP (1u << 0)            /* PERF_SAMPLE_IP.  */
#define SAMPLE_PERIOD (1u << 8)        /* PERF_SAMPLE_PERIOD.  */
#define SAMPLE_BRANCH_STACK (1u << 11) /* PERF_SAMPLE_BRANCH_STACK.  */

#define PERF_RECORD_SAMPLE 9

/* More different names of events are none.  */
#define MAX_EVENTS 1024
/* As many as perf.data has room for in a record.  */
#define MAX_BRANCHES 2728

/* A sample of which there may be more on the next line.  */
struct pending
{
  bool header;                /* it has its first line.  */
  struct hwpgo_script_line l; /* that.  */
  bool has_ip;
  uint64_t ip; /* of the first frame.  */
};

struct hwpgo_script
{
  const struct hwpgo_infile *text;
  struct hwpgo_lines lines;
  bool samples;          /* are wanted.  */
  bool processes;        /* samples tell theirs.  */
  bool mapped;           /* there was a map.  */
  struct hwpgo_map tids; /* (thread, 0) to its process plus 1.  */
  int32_t process;       /* of all maps, if ONE_PROCESS.  */
  bool one_process;
  struct pending pending;
  uint64_t repeat; /* of the next sample.  */
  struct hwpgo_input_leftovers left;

  struct hwpgo_arena arena;
  struct hwpgo_strings names;
  struct hwpgo_map by_name; /* (name's address, 0) to the event plus 1.  */
  struct hwpgo_perf_event **events; /* malloc'ed.  */
  size_t n_events, capacity;
  struct hwpgo_perf_event *last; /* the one looked up last.  */

  char path[HWPGO_SCRIPT_PATH_MAX];
  struct hwpgo_perf_branch branches[MAX_BRANCHES];
};

/* --- processes ------------------------------------------------------------
 */

/* Remember the thread of RECORD.  */
static int
note_thread (struct hwpgo_script *s, const struct hwpgo_perf_record *record,
             struct hwpgo_error *err)
{
  if (record->pid < 0 || record->tid < 0)
    return 0;
  uint64_t *slot = hwpgo_map_slot (&s->tids, (uint64_t) record->tid, 0);
  uint64_t *own
      = slot ? hwpgo_map_slot (&s->tids, (uint64_t) record->pid, 0) : NULL;
  if (!own)
    return hwpgo_error_nomem (err);
  *own = (uint64_t) record->pid + 1;
  slot = hwpgo_map_slot (&s->tids, (uint64_t) record->tid, 0);
  *slot = (uint64_t) record->pid + 1;
  if (record->type == HWPGO_PERF_MMAP)
    {
      s->one_process
          = !s->mapped || (s->one_process && s->process == record->pid);
      s->process = record->pid;
      s->mapped = true;
    }
  return 0;
}

/* The process of ID, which may be a thread.  What no line tells of was forked
   by one that is told of, unless there are several.  */
static int32_t
process_of (const struct hwpgo_script *s, uint64_t id)
{
  const uint64_t *known = hwpgo_map_find (&s->tids, id, 0);
  if (known)
    return (int32_t) (*known - 1);
  return s->one_process ? s->process : (int32_t) id;
}

/* --- events ---------------------------------------------------------------
 */

static int
add_event (struct hwpgo_script *s, const char *name,
           struct hwpgo_perf_event **event, struct hwpgo_error *err)
{
  if (s->n_events == MAX_EVENTS)
    return hwpgo_error_set (err, HWPGO_E_LIMIT, s->text->path,
                            "over %d different events", MAX_EVENTS);
  struct hwpgo_perf_event *e = hwpgo_arena_alloc (&s->arena, sizeof *e);
  if (!e || !HWPGO_GROW (s->events, s->capacity, s->n_events + 1))
    return hwpgo_error_nomem (err);
  e->name = name;
  e->pmu = "";
  /* No event has this type: only the name tells.  */
  e->type = UINT32_MAX;
  *event = s->events[s->n_events++] = e;
  return 0;
}

/* The event called like NAME, "" if that has failed.  */
static int
find_event (struct hwpgo_script *s, const struct hwpgo_cursor *name,
            struct hwpgo_perf_event **event, struct hwpgo_error *err)
{
  const char *text = name->failed ? "" : (const char *) name->pos;
  size_t size = name->failed ? 0 : hwpgo_cursor_left (name);
  int rc = 0;
  *event = s->last;
  if (s->last && strlen (s->last->name) == size
      && memcmp (s->last->name, text, size) == 0)
    return 0;
  const char *own = hwpgo_strings_intern (&s->names, text, size);
  if (!own)
    return hwpgo_error_nomem (err);
  uint64_t *slot = hwpgo_map_slot (&s->by_name, (uint64_t) (uintptr_t) own, 0);
  if (!slot)
    return hwpgo_error_nomem (err);
  if (*slot)
    *event = s->events[*slot - 1];
  else if ((rc = add_event (s, own, event, err)) == 0)
    *slot = s->n_events;
  s->last = rc ? NULL : *event;
  return rc;
}

/* --- samples --------------------------------------------------------------
 */

static void
reset_pending (struct hwpgo_script *s)
{
  s->pending = (struct pending){ 0 };
}

/* The process of the sample on LINE.  */
static int32_t
sample_process (const struct hwpgo_script *s,
                const struct hwpgo_script_line *line)
{
  if (!s->processes)
    return -1;
  if (line->has_pid)
    return process_of (s, line->pid);
  return s->one_process ? s->process : -1;
}

/* Make RECORD of LINE, the last of a sample: 1, or 0 if nobody wants it.
   WHOLE is as in hwpgo_script_stack.  */
static int
make_sample (struct hwpgo_script *s, const struct hwpgo_script_line *line,
             bool whole, struct hwpgo_perf_record *record,
             struct hwpgo_error *err)
{
  const struct pending pending = s->pending;
  const struct hwpgo_script_line *head
      = pending.header && !line->has_header ? &pending.l : line;
  struct hwpgo_perf_sample *sample = &record->sample;
  uint64_t repeat = s->repeat;
  s->repeat = 1;
  reset_pending (s);
  struct hwpgo_perf_event *event;
  int rc = find_event (s, &head->event, &event, err);
  if (rc)
    return rc;
  *sample = (struct hwpgo_perf_sample){ .event = event, .repeat = repeat };
  sample->has_ip = line->has_ip || pending.has_ip;
  sample->ip = line->has_ip ? line->ip : pending.ip;
  sample->has_period = head->has_period;
  sample->period = head->period;
  sample->has_branches = line->has_stack;
  event->sample_type |= (sample->has_ip ? SAMPLE_IP : 0)
                        | (sample->has_period ? SAMPLE_PERIOD : 0)
                        | (line->has_stack ? SAMPLE_BRANCH_STACK : 0);
  if (!s->samples)
    return 0;
  if (repeat == 0
      || (line->has_stack
          && !hwpgo_script_stack (line->rest, whole, s->branches, MAX_BRANCHES,
                                  &sample->n_branches)))
    {
      s->left.malformed++;
      return 0;
    }
  sample->branches = s->branches;
  record->type = HWPGO_PERF_SAMPLE;
  record->raw_type = PERF_RECORD_SAMPLE;
  record->pid = sample_process (s, head);
  record->tid = head->has_tid ? (int32_t) head->tid : record->pid;
  /* The kernel has the upper half.  */
  record->mode = sample->has_ip && sample->ip >> 63 ? HWPGO_PERF_MODE_KERNEL
                                                    : HWPGO_PERF_MODE_UNKNOWN;
  return 1;
}

static int
make_record (struct hwpgo_script *s, const struct hwpgo_script_line *line,
             struct hwpgo_perf_record *record, struct hwpgo_error *err)
{
  if (!hwpgo_script_record (line->rest, record, s->path))
    {
      s->left.malformed++;
      return 0;
    }
  int rc = note_thread (s, record, err);
  if (rc)
    return rc;
  if (s->processes)
    return 1;
  /* What one process has mapped all have, if we cannot tell them apart.  */
  if (record->type != HWPGO_PERF_MMAP && record->type != HWPGO_PERF_LOST)
    record->type = HWPGO_PERF_OTHER;
  record->pid = -1;
  return 1;
}

/* LINE has been read.  1 and *RECORD, 0 if there is none yet, or an error.
 *AGAIN: the line is to be read once more.  */
static int
take_line (struct hwpgo_script *s, const struct hwpgo_script_line *line,
           bool whole, struct hwpgo_perf_record *record, bool *again,
           struct hwpgo_error *err)
{
  struct pending *p = &s->pending;
  bool complete = p->header && p->has_ip;
  *again = complete
           && !(line->kind == HWPGO_SCRIPT_FRAME
                || line->kind == HWPGO_SCRIPT_OTHER
                || (line->kind == HWPGO_SCRIPT_SAMPLE && !line->has_header));
  if (*again)
    {
      const struct hwpgo_script_line head = p->l;
      return make_sample (s, &head, true, record, err);
    }
  switch (line->kind)
    {
    case HWPGO_SCRIPT_SAMPLE:
      return make_sample (s, line, whole, record, err);
    case HWPGO_SCRIPT_FRAME:
      s->left.frames++;
      if (!p->has_ip)
        p->ip = line->ip;
      p->has_ip = true;
      return 0;
    case HWPGO_SCRIPT_HEADER:
      *p = (struct pending){ .header = true, .l = *line };
      return 0;
    case HWPGO_SCRIPT_COUNT:
      s->repeat = line->count;
      reset_pending (s);
      return 0;
    case HWPGO_SCRIPT_RECORD:
      reset_pending (s);
      return make_record (s, line, record, err);
    case HWPGO_SCRIPT_OTHER:
      /* There may be any between the frames, such as places in the source.  */
      s->left.unknown++;
      return 0;
    case HWPGO_SCRIPT_BLANK:
      reset_pending (s);
      return 0;
    }
  return 0;
}

/* --- the text -------------------------------------------------------------
 */

static struct hwpgo_lines
lines_of (const struct hwpgo_infile *text)
{
  return (struct hwpgo_lines){
    .rest = hwpgo_cursor_new (text->path, text->data, text->size), .file = text
  };
}

int
hwpgo_script_next (struct hwpgo_script *s, struct hwpgo_perf_record *record,
                   struct hwpgo_error *err)
{
  for (;;)
    {
      struct hwpgo_lines before = s->lines;
      struct hwpgo_script_line line = { .kind = HWPGO_SCRIPT_BLANK };
      bool again, more = hwpgo_lines_next (&s->lines);
      record->offset = hwpgo_cursor_offset (&before.rest);
      record->has_time = true;
      record->time = s->lines.number;
      record->mode = HWPGO_PERF_MODE_UNKNOWN;
      record->raw_type = 0;
      if (more)
        line = hwpgo_script_parse (&s->lines);
      bool whole = !more || s->lines.rest.pos[-1] == '\n';
      int rc = take_line (s, &line, whole, record, &again, err);
      if (again)
        s->lines = before;
      if (rc || (!more && !again))
        return rc;
    }
}

void
hwpgo_script_rewind (struct hwpgo_script *s, bool samples)
{
  s->lines = lines_of (s->text);
  s->samples = samples;
  s->left = (struct hwpgo_input_leftovers){ 0 };
  s->repeat = 1;
  reset_pending (s);
}

/* Learn from the first sample whether they tell their processes: all samples
   of a text have the same fields.  */
static int
probe (struct hwpgo_script *s, struct hwpgo_error *err)
{
  struct hwpgo_perf_record record;
  for (s->lines = lines_of (s->text); hwpgo_lines_next (&s->lines);)
    {
      struct hwpgo_script_line line = hwpgo_script_parse (&s->lines);
      if (line.kind == HWPGO_SCRIPT_RECORD
          && hwpgo_script_record (line.rest, &record, s->path))
        {
          int rc = note_thread (s, &record, err);
          if (rc)
            return rc;
        }
      if (line.kind == HWPGO_SCRIPT_SAMPLE || line.kind == HWPGO_SCRIPT_HEADER)
        {
          s->processes = line.has_pid;
          return 0;
        }
    }
  return 0;
}

int
hwpgo_script_open (struct hwpgo_script **script,
                   const struct hwpgo_infile *text, struct hwpgo_error *err)
{
  *script = NULL;
  struct hwpgo_script *s = calloc (1, sizeof *s);
  if (!s)
    return hwpgo_error_nomem (err);
  s->text = text;
  int rc = probe (s, err);
  hwpgo_script_rewind (s, true);
  if (rc)
    hwpgo_script_close (s);
  else
    *script = s;
  return rc;
}

void
hwpgo_script_close (struct hwpgo_script *s)
{
  hwpgo_map_free (&s->tids);
  hwpgo_map_free (&s->by_name);
  hwpgo_strings_free (&s->names);
  hwpgo_arena_free (&s->arena);
  free (s->events);
  free (s);
}

size_t
hwpgo_script_n_events (const struct hwpgo_script *s)
{
  return s->n_events;
}

const struct hwpgo_perf_event *
hwpgo_script_event (const struct hwpgo_script *s, size_t i)
{
  return s->events[i];
}

uint64_t
hwpgo_script_done (const struct hwpgo_script *s)
{
  return hwpgo_cursor_offset (&s->lines.rest);
}

void
hwpgo_script_tell (const struct hwpgo_script *s,
                   struct hwpgo_input_leftovers *left)
{
  *left = s->left;
}

bool
hwpgo_script_unmapped (const struct hwpgo_script *s)
{
  return !s->mapped;
}
