/* The address spaces of a recording.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each process has a list of events by time.  */

#include <stdlib.h>
#include <string.h>

#include "runtime/trace/spaces-parts.h"

/* What is kept for a recording.  */
#define MAX_PROCESSES (1u << 20)
#define MAX_EVENTS (1u << 22)

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

bool
hwpgo_spaces_known (const struct hwpgo_spaces *spaces, int32_t pid)
{
  return find_process (spaces, pid) != NULL;
}
