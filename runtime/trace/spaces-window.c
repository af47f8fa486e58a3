/* What a process has at an address at a time.
   SPDX-License-Identifier: GPL-2.0-or-later

   The maps that hold at one time are put together when an address of that time
   is first asked for, and stay until another time needs the place: between two
   events of a process nothing changes.  */

#include <string.h>

#include "runtime/trace/spaces-parts.h"

/* A process that forks a process that forks, and none ever executes.  */
#define MAX_ANCESTORS 32
/* Events looked at for a map that came late.  */
#define MAX_LATE 64
/* Steps of following maps and forks; no sane recording takes so many, but a
   malicious one has a process with many maps fork many others.  */
#define MAX_WORK (UINT64_C (1) << 24)
/* Maps that are moved in memory in the time of such a step.  */
#define MOVED_AT_ONCE 16

/* Map M over what is there.  */
static bool
put_map (struct hwpgo_spaces *spaces, struct maps *maps, struct map m)
{
  if (!HWPGO_GROW (maps->items, maps->capacity, maps->n + 2))
    {
      spaces->no_memory = true;
      return false;
    }
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
   Returns the index of the first event after TIME.  Out of memory loses maps;
   hwpgo_spaces_check tells.  */
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

int
hwpgo_spaces_check (const struct hwpgo_spaces *spaces, const char *path,
                    struct hwpgo_error *err)
{
  if (spaces->no_memory)
    return hwpgo_error_nomem (err);
  if (spaces->work <= MAX_WORK)
    return 0;
  return hwpgo_error_set (err, HWPGO_E_LIMIT, path,
                          "the number of maps in processes that fork");
}
