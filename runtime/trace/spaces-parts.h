/* What the files of the address spaces share: spaces.c gathers events,
   spaces-window.c looks addresses up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_TRACE_SPACES_PARTS_H
#define HWPGO_TRACE_SPACES_PARTS_H

#include "runtime/base/bisect.h"
#include "runtime/base/memory.h"
#include "runtime/trace/spaces.h"

/* The file of maps that only hide others.  */
#define UNWANTED SIZE_MAX

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
  bool no_memory;          /* a map was left out for want of it.  */
  struct maps wanted_maps; /* of all processes, joined; FILE unused.  */
};

static inline struct process *
find_process (const struct hwpgo_spaces *spaces, int32_t pid)
{
  const uint64_t *i = hwpgo_map_find (&spaces->pids, (uint32_t) pid, 0);
  return i ? &spaces->processes[*i - 1] : NULL;
}

/* The index of the first of MAPS that ends after ADDRESS.  */
static inline size_t
first_after (const struct maps *maps, uint64_t address)
{
  size_t first;
  HWPGO_BISECT (first, maps->n, i, maps->items[i].end <= address);
  return first;
}

#endif
