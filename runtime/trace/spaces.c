/* The address spaces of a recording.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each process has a list of events by time.  The maps that hold at one time
   are put together when an address of that time is first asked for, and stay
   until another time or process needs the place: between two events of a
   process nothing changes.  */

#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory.h"
#include "runtime/trace/spaces.h"

/* A process that forks a process that forks, and none ever executes.  */
#define MAX_ANCESTORS 32
/* Events looked at for a map that came late.  */
#define MAX_LATE 64

/* What is kept for a recording.  */
#define MAX_PROCESSES (1u << 20)
#define MAX_EVENTS (1u << 22)
/* Steps of following maps and forks; no sane recording takes so many, but a
   malicious one has a process with many maps fork many others.  */
#define MAX_WORK (UINT64_C (1) << 28)
/* Maps that are moved in memory in the time of such a step.  */
#define MOVED_AT_ONCE 16

enum kind
{
  MAP,
  FORK,
  EXEC
};

struct event
{
  uint64_t time, order; /* ORDER: position in the file.  */
  enum kind kind;
  uint64_t start, end, offset; /* MAP.  */
  size_t file;
  int32_t parent; /* FORK.  */
};

struct map
{
  uint64_t start, end, offset;
  size_t file;
};

struct maps
{
  struct map *items; /* by address, without overlaps.  */
  size_t n, capacity;
};

struct process
{
  struct event *events;
  size_t n_events, capacity;

  struct maps maps; /* that hold from FROM (inclusive) to TO.  */
  bool built;
  uint64_t from, to;
  size_t next_event; /* the first that is not in MAPS.  */
};

struct hwpgo_spaces
{
  struct hwpgo_map pids; /* to index in PROCESSES, plus 1.  */
  struct process *processes;
  size_t n_processes, capacity;
  uint64_t order;          /* of the next event.  */
  uint64_t work;           /* steps so far.  */
  struct maps wanted_maps; /* of all processes, joined; FILE unused.  */
};

struct hwpgo_spaces *
hwpgo_spaces_new (void)
{
  return calloc (1, sizeof (struct hwpgo_spaces));
}

void
hwpgo_spaces_free (struct hwpgo_spaces *spaces)
{
  if (!spaces)
    return;
  for (size_t i = 0; i < spaces->n_processes; i++)
    {
      free (spaces->processes[i].events);
      free (spaces->processes[i].maps.items);
    }
  free (spaces->processes);
  free (spaces->wanted_maps.items);
  hwpgo_map_free (&spaces->pids);
  free (spaces);
}

static struct process *
find_process (const struct hwpgo_spaces *spaces, int32_t pid)
{
  const uint64_t *i = hwpgo_map_find (&spaces->pids, (uint32_t) pid, 0);
  return i ? &spaces->processes[*i - 1] : NULL;
}

static int
add_event (struct hwpgo_spaces *spaces, int32_t pid, struct event event,
           struct hwpgo_error *err)
{
  uint64_t *slot = hwpgo_map_slot (&spaces->pids, (uint32_t) pid, 0);
  if (!slot)
    return hwpgo_error_nomem (err);
  if (spaces->n_processes > MAX_PROCESSES || spaces->order > MAX_EVENTS)
    return hwpgo_error_set (err, HWPGO_E_LIMIT, NULL,
                            "over %u processes or %u maps and forks; record "
                            "a shorter time",
                            MAX_PROCESSES, MAX_EVENTS);
  if (*slot == 0)
    {
      if (!HWPGO_GROW (spaces->processes, spaces->capacity,
                       spaces->n_processes + 1))
        return hwpgo_error_nomem (err);
      spaces->processes[spaces->n_processes++] = (struct process){ 0 };
      *slot = spaces->n_processes;
    }
  struct process *p = &spaces->processes[*slot - 1];
  /* Most have one or two.  */
  if (!p->capacity && (p->events = calloc (2, sizeof *p->events)))
    p->capacity = 2;
  if (!HWPGO_GROW (p->events, p->capacity, p->n_events + 1))
    return hwpgo_error_nomem (err);
  event.order = spaces->order++;
  p->events[p->n_events++] = event;
  return 0;
}

int
hwpgo_spaces_map (struct hwpgo_spaces *spaces, int32_t pid, uint64_t time,
                  uint64_t start, uint64_t length, uint64_t offset,
                  size_t file, struct hwpgo_error *err)
{
  if (length == 0)
    return 0;
  struct event e = { .time = time,
                     .kind = MAP,
                     .start = start,
                     .end = hwpgo_add (start, length),
                     .offset = offset,
                     .file = file };
  return add_event (spaces, pid, e, err);
}

int
hwpgo_spaces_fork (struct hwpgo_spaces *spaces, int32_t pid, int32_t parent,
                   uint64_t time, struct hwpgo_error *err)
{
  /* A new thread.  */
  if (pid == parent)
    return 0;
  struct event e = { .time = time, .kind = FORK, .parent = parent };
  return add_event (spaces, pid, e, err);
}

int
hwpgo_spaces_exec (struct hwpgo_spaces *spaces, int32_t pid, uint64_t time,
                   struct hwpgo_error *err)
{
  struct event e = { .time = time, .kind = EXEC };
  return add_event (spaces, pid, e, err);
}

static int
events_by_time (const void *a, const void *b)
{
  const struct event *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

static int
maps_by_address (const void *a, const void *b)
{
  const struct map *x = a, *y = b;
  return (x->start > y->start) - (x->start < y->start);
}

/* The index of the first of MAPS that ends after ADDRESS.  */
static size_t
first_after (const struct maps *maps, uint64_t address)
{
  size_t first = 0, last = maps->n;
  while (first < last)
    {
      size_t middle = first + (last - first) / 2;
      if (maps->items[middle].end <= address)
        first = middle + 1;
      else
        last = middle;
    }
  return first;
}

static bool
collect_wanted (struct hwpgo_spaces *spaces, const bool *wanted)
{
  struct maps *all = &spaces->wanted_maps;
  for (size_t i = 0; i < spaces->n_processes; i++)
    for (size_t j = 0; j < spaces->processes[i].n_events; j++)
      {
        const struct event *e = &spaces->processes[i].events[j];
        if (e->kind != MAP || !wanted[e->file])
          continue;
        if (!HWPGO_GROW (all->items, all->capacity, all->n + 1))
          return false;
        all->items[all->n++] = (struct map){ e->start, e->end, 0, 0 };
      }
  if (all->n == 0)
    return true;
  qsort (all->items, all->n, sizeof *all->items, maps_by_address);
  size_t kept = 1;
  for (size_t i = 1; i < all->n; i++)
    if (all->items[i].start > all->items[kept - 1].end)
      all->items[kept++] = all->items[i];
    else if (all->items[i].end > all->items[kept - 1].end)
      all->items[kept - 1].end = all->items[i].end;
  all->n = kept;
  return true;
}

#define UNWANTED SIZE_MAX

int
hwpgo_spaces_finish (struct hwpgo_spaces *spaces, const bool *wanted,
                     struct hwpgo_error *err)
{
  if (!collect_wanted (spaces, wanted))
    return hwpgo_error_nomem (err);
  const struct maps *all = &spaces->wanted_maps;
  for (size_t i = 0; i < spaces->n_processes; i++)
    {
      struct process *p = &spaces->processes[i];
      size_t kept = 0;
      for (size_t j = 0; j < p->n_events; j++)
        {
          struct event e = p->events[j];
          if (e.kind == MAP && !wanted[e.file])
            {
              size_t k = first_after (all, e.start);
              if (k == all->n || all->items[k].start >= e.end)
                continue;
              e.file = UNWANTED;
            }
          p->events[kept++] = e;
        }
      p->n_events = kept;
      if (kept)
        qsort (p->events, kept, sizeof *p->events, events_by_time);
    }
  return 0;
}

int
hwpgo_spaces_check (const struct hwpgo_spaces *spaces, const char *path,
                    struct hwpgo_error *err)
{
  if (spaces->work <= MAX_WORK)
    return 0;
  return hwpgo_error_set (err, HWPGO_E_LIMIT, path,
                          "the number of maps in processes that fork");
}

bool
hwpgo_spaces_known (const struct hwpgo_spaces *spaces, int32_t pid)
{
  return find_process (spaces, pid) != NULL;
}

/* Map M over what is there.  */
static bool
put_map (struct hwpgo_spaces *spaces, struct maps *maps, struct map m)
{
  if (!HWPGO_GROW (maps->items, maps->capacity, maps->n + 2))
    return false;
  size_t first = first_after (maps, m.start), last = first;
  struct map head = { 0 }, tail = { 0 };
  if (first < maps->n && maps->items[first].start < m.start)
    {
      head = maps->items[first];
      head.end = m.start;
    }
  while (last < maps->n && maps->items[last].start < m.end)
    {
      tail = maps->items[last++];
      tail.offset += m.end - tail.start;
      tail.start = m.end;
    }
  spaces->work += (maps->n - first) / MOVED_AT_ONCE;
  struct map new[3];
  size_t n = 0;
  if (head.start < head.end)
    new[n++] = head;
  new[n++] = m;
  if (tail.start < tail.end)
    new[n++] = tail;
  memmove (maps->items + first + n, maps->items + last,
           (maps->n - last) * sizeof *maps->items);
  memcpy (maps->items + first, new, n * sizeof *new);
  maps->n = maps->n - (last - first) + n;
  return true;
}

/* Make of MAPS, which hold before event FIRST of process P, those at TIME.
   Returns the index of the first event after TIME.  Out of memory loses maps,
   which shows as samples outside the binaries.  */
static size_t
maps_at (struct hwpgo_spaces *spaces, const struct process *p, size_t first,
         uint64_t time, struct maps *maps, unsigned depth)
{
  size_t i, start = first;
  if (spaces->work > MAX_WORK)
    return p->n_events;
  for (i = first; i < p->n_events && p->events[i].time <= time; i++)
    if (p->events[i].kind != MAP)
      start = i;
  spaces->work += i - first;
  for (size_t j = start; j < i; j++)
    {
      const struct event *e = &p->events[j];
      const struct process *parent
          = e->kind == FORK ? find_process (spaces, e->parent) : NULL;
      if (e->kind != MAP)
        maps->n = 0;
      if (parent && depth < MAX_ANCESTORS)
        maps_at (spaces, parent, 0, e->time, maps, depth + 1);
      if (e->kind == MAP
          && !put_map (spaces, maps,
                       (struct map){ e->start, e->end, e->offset, e->file }))
        break;
    }
  return i;
}

static void
build_maps (struct hwpgo_spaces *spaces, struct process *p, uint64_t time)
{
  bool last = p->next_event == p->n_events;
  if (p->built && time >= p->from && (last || time < p->to))
    return;
  /* Time mostly goes on.  */
  if (!p->built || time < p->from)
    p->maps.n = p->next_event = 0;
  p->next_event = maps_at (spaces, p, p->next_event, time, &p->maps, 0);
  p->from = p->next_event ? p->events[p->next_event - 1].time : 0;
  p->to = p->next_event < p->n_events ? p->events[p->next_event].time
                                      : UINT64_MAX;
  p->built = true;
}

/* Narrow WINDOW, which is around ADDRESS, to what is outside [START, END).  */
static void
cut_out (struct hwpgo_window *window, uint64_t address, uint64_t start,
         uint64_t end)
{
  if (end <= address && end > window->low)
    window->low = end;
  if (start > address && start - 1 < window->last)
    window->last = start - 1;
}

/* Narrow WINDOW to [START, END) of FILE, whose byte OFFSET is at START.  */
static void
take_map (struct hwpgo_window *window, uint64_t start, uint64_t end,
          uint64_t offset, size_t file)
{
  if (start > window->low)
    window->low = start;
  if (end - 1 < window->last)
    window->last = end - 1;
  window->found = file != UNWANTED;
  window->file = file;
  window->offset = offset + (window->low - start);
}

/* A map whose record bears a later time than the first sample in it: the
   clocks of two CPUs differ, or the recorder wrote down at its end what was
   mapped all along.  */
static void
take_late (const struct process *p, uint64_t address,
           struct hwpgo_window *window)
{
  for (size_t i = p->next_event;
       i < p->n_events && i - p->next_event < MAX_LATE; i++)
    {
      const struct event *e = &p->events[i];
      if (e->kind != MAP)
        return;
      if (address >= e->start && address < e->end)
        {
          take_map (window, e->start, e->end, e->offset, e->file);
          return;
        }
      cut_out (window, address, e->start, e->end);
    }
}

/* What process P, which may be NULL, has at ADDRESS, in WINDOW.  */
static void
window_in (struct hwpgo_spaces *spaces, struct process *p, uint64_t time,
           uint64_t address, struct hwpgo_window *window)
{
  *window = (struct hwpgo_window){ .last = UINT64_MAX, .to = UINT64_MAX };
  if (!p)
    return;
  build_maps (spaces, p, time);
  window->from = p->from;
  if (p->next_event < p->n_events)
    window->to = p->to - 1;
  const struct maps *maps = &p->maps;
  size_t i = first_after (maps, address);
  if (i < maps->n && maps->items[i].start <= address)
    {
      const struct map *m = &maps->items[i];
      take_map (window, m->start, m->end, m->offset, m->file);
      return;
    }
  if (i)
    window->low = maps->items[i - 1].end;
  if (i < maps->n)
    window->last = maps->items[i].start - 1;
  take_late (p, address, window);
}

/* Narrow WINDOW to what it has in common with OTHER.  */
static void
intersect (struct hwpgo_window *window, const struct hwpgo_window *other)
{
  if (other->low > window->low)
    {
      window->offset += other->low - window->low;
      window->low = other->low;
    }
  if (other->last < window->last)
    window->last = other->last;
  if (other->from > window->from)
    window->from = other->from;
  if (other->to < window->to)
    window->to = other->to;
}

void
hwpgo_spaces_window (struct hwpgo_spaces *spaces, int32_t pid, uint64_t time,
                     uint64_t address, struct hwpgo_window *window)
{
  /* Most addresses outside are the kernel's or of other libraries.  */
  const struct maps *wanted = &spaces->wanted_maps;
  size_t i = first_after (wanted, address);
  if (i == wanted->n || address < wanted->items[i].start)
    {
      *window = (struct hwpgo_window){ .last = UINT64_MAX, .to = UINT64_MAX };
      if (i)
        window->low = wanted->items[i - 1].end;
      if (i < wanted->n)
        window->last = wanted->items[i].start - 1;
      return;
    }
  window_in (spaces, find_process (spaces, pid), time, address, window);
  if (window->found || pid == -1)
    return;
  /* Maps of pid -1 are in every process.  */
  struct hwpgo_window hole = *window;
  window_in (spaces, find_process (spaces, -1), time, address, window);
  intersect (window, &hole);
}

bool
hwpgo_spaces_find (struct hwpgo_spaces *spaces, int32_t pid, uint64_t time,
                   uint64_t address, size_t *file, uint64_t *offset)
{
  struct hwpgo_window w;
  hwpgo_spaces_window (spaces, pid, time, address, &w);
  if (w.found)
    {
      *file = w.file;
      *offset = address - w.low + w.offset;
    }
  return w.found;
}
