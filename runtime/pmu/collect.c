/* From spools to one perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later

   The same run gives the same bytes, although process ids, the clock and the
   order in which threads ran differ each time.  Processes and threads are
   put in the order of their tree and numbered from 1; time is the number of
   the record.

   Each thread sampled with a period that doubled as it went on.  Here
   samples are dropped, and their periods added to those of the next one
   kept, until all have about the same: a reader that ignores periods then
   still sees what is right, and the file stays small.  */

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory.h"
#include "runtime/perfdata/writer.h"
#include "runtime/pmu/collect-maps.h"
#include "runtime/pmu/collect.h"
#include "runtime/pmu/spool-read.h"

/* Samples kept at most, unless the periods are fixed.  */
static const uint64_t budget[HWPGO_SPOOL_EVENTS]
    = { [HWPGO_SPOOL_TAKEN] = 32768, [HWPGO_SPOOL_MISPREDICT] = 262144 };

/* The events as an Intel core numbers them; PERF_TYPE_RAW.  */
static const struct hwpgo_perf_event_spec events[HWPGO_SPOOL_EVENTS] = {
  [HWPGO_SPOOL_TAKEN] = { "br_inst_retired.near_taken", 4, 0x20c4, 0, true },
  [HWPGO_SPOOL_MISPREDICT]
  = { "br_misp_retired.all_branches", 4, 0xc5, 0, false },
};

struct collection
{
  struct hwpgo_spool *spools; /* in the order of the tree.  */
  size_t n_spools, room;
  unsigned keep_log2[HWPGO_SPOOL_EVENTS]; /* the stage of what is kept.  */
  struct hwpgo_pmu_totals totals;

  struct hwpgo_perf_writer *writer;
  uint64_t time; /* of the last record.  */
  int32_t last_id;
  struct hwpgo_map ids; /* spool's index: process id.  */
};

/* A thread that is being written.  */
struct thread
{
  const char *path;
  int32_t pid, tid;
  struct hwpgo_spool_iterator iterator;
  struct hwpgo_spool_item item;
  bool pending; /* ITEM is to be written.  */
  /* Of the samples since the last one kept.  */
  uint64_t units[HWPGO_SPOOL_EVENTS], period[HWPGO_SPOOL_EVENTS];
};

/* --- reading ------------------------------------------------------------- */

static bool
is_spool (const char *name)
{
  size_t n = strlen (name), m = strlen (HWPGO_SPOOL_SUFFIX);
  return n > m && strcmp (name + n - m, HWPGO_SPOOL_SUFFIX) == 0;
}

static int
add_spool (struct collection *c, const char *folder, const char *name,
           struct hwpgo_error *err)
{
  char *path = hwpgo_path_join (folder, name);
  if (!path || !HWPGO_GROW (c->spools, c->room, c->n_spools + 1))
    {
      free (path);
      return hwpgo_error_nomem (err);
    }
  int result = hwpgo_spool_open (&c->spools[c->n_spools++], path, err);
  free (path);
  return result;
}

static int
compare_spools (const void *a, const void *b)
{
  const struct hwpgo_spool *x = a, *y = b;
  int order = hwpgo_spool_path_compare (x->path, y->path);
  return order ? order : (x->exec > y->exec) - (x->exec < y->exec);
}

static int
read_spools (struct collection *c, const char *folder, struct hwpgo_error *err)
{
  DIR *dir = opendir (folder);
  if (!dir)
    return hwpgo_error_errno (err, folder, "open");
  int result = 0;
  const struct dirent *entry;
  while (result == 0 && (entry = readdir (dir)))
    if (is_spool (entry->d_name))
      result = add_spool (c, folder, entry->d_name, err);
  closedir (dir);
  if (result == 0 && c->n_spools == 0)
    result = hwpgo_error_set (
        err, HWPGO_E_EMPTY, folder,
        "the emulator recorded nothing: it could not run the program, or "
        "this folder is full or the size of files limited (ulimit -f); "
        "TMPDIR names another folder");
  if (result == 0)
    qsort (c->spools, c->n_spools, sizeof *c->spools, compare_spools);
  return result;
}

static void
add_counts (struct hwpgo_pmu_totals *t, const struct hwpgo_spool_counts *c)
{
  t->instructions = hwpgo_add (t->instructions, c->instructions);
  t->conditional = hwpgo_add (t->conditional, c->conditional);
  t->taken = hwpgo_add (t->taken, c->taken);
  t->branches = hwpgo_add (t->branches, hwpgo_add (c->taken, c->not_taken));
  t->mispredicts = hwpgo_add (t->mispredicts, c->mispredicts);
}

/* Look at all samples once, to decide which are kept.  */
static int
choose_periods (struct collection *c, const struct hwpgo_pmu_config *config,
                struct hwpgo_error *err)
{
  uint64_t units[HWPGO_SPOOL_EVENTS] = { 0 };
  struct hwpgo_spool_item item;
  int more = 0;
  for (size_t i = 0; i < c->n_spools; i++)
    for (size_t s = 1; s < c->spools[i].n_streams; s++)
      {
        struct hwpgo_spool_iterator it
            = hwpgo_spool_iterate (&c->spools[i], s);
        while ((more = hwpgo_spool_next (&it, &item, err)) == 1)
          if (item.type == HWPGO_SPOOL_SAMPLE)
            units[item.sample.event] = hwpgo_add (
                units[item.sample.event], (uint64_t) 1 << item.sample.stage);
        if (more < 0)
          return more;
        add_counts (&c->totals, &c->spools[i].streams[s].counts);
      }
  const bool adaptive[HWPGO_SPOOL_EVENTS]
      = { config->adaptive, config->mispredict_adaptive };
  for (int e = 0; e < HWPGO_SPOOL_EVENTS; e++)
    while (adaptive[e] && units[e] >> c->keep_log2[e] > budget[e])
      c->keep_log2[e]++;
  return 0;
}

/* --- records ------------------------------------------------------------- */

static void
write_map (struct collection *c, int32_t pid,
           const struct hwpgo_spool_item *item)
{
  struct hwpgo_perf_mmap map = {
    .start = item->map.start,
    .length = item->map.length,
    .file_offset = item->map.file_offset,
    .path = item->path,
    .build_id_size = (uint8_t) item->map.build_id_size,
  };
  memcpy (map.build_id, item->map.build_id, sizeof map.build_id);
  hwpgo_perf_write_mmap (c->writer, pid, pid, ++c->time, &map);
}

static void
write_sample (struct collection *c, const struct thread *t, uint64_t period)
{
  const struct hwpgo_spool_sample *s = &t->item.sample;
  struct hwpgo_perf_branch branches[HWPGO_SPOOL_BRANCHES];
  for (unsigned i = 0; i < s->count; i++)
    {
      const struct hwpgo_spool_branch *b = &t->item.branches[i];
      uint64_t kind = b->to >> HWPGO_SPOOL_KIND_SHIFT & HWPGO_SPOOL_KIND_MASK;
      branches[i] = (struct hwpgo_perf_branch){
        .from = b->from,
        .to = b->to & (((uint64_t) 1 << HWPGO_SPOOL_TO_BITS) - 1),
        .flags = (b->to & HWPGO_SPOOL_MISPREDICTED ? 1 : 2) | kind << 20,
      };
    }
  hwpgo_perf_write_sample (c->writer, s->event, t->pid, t->tid, ++c->time,
                           s->ip, s->target, period, branches, s->count);
  if (s->event == HWPGO_SPOOL_TAKEN)
    c->totals.samples++;
  else
    c->totals.mispredict_samples++;
}

/* Write T's pending sample, or add it to the next one.  */
static void
keep_or_add (struct collection *c, struct thread *t)
{
  const struct hwpgo_spool_sample *s = &t->item.sample;
  unsigned e = s->event;
  t->units[e] += (uint64_t) 1 << s->stage;
  t->period[e] = hwpgo_add (t->period[e], s->period);
  if (t->units[e] >> c->keep_log2[e] == 0)
    return;
  write_sample (c, t, t->period[e]);
  t->units[e] = t->period[e] = 0;
}

/* Write the samples of T that were taken when at most MAPS maps were
   known.  */
static int
write_thread (struct collection *c, struct thread *t, uint64_t maps,
              struct hwpgo_error *err)
{
  while (true)
    {
      if (!t->pending)
        {
          int more = hwpgo_spool_next (&t->iterator, &t->item, err);
          if (more <= 0)
            return more;
          t->pending = true;
        }
      if (t->item.type == HWPGO_SPOOL_SAMPLE)
        {
          if (t->item.sample.maps > maps)
            return 0;
          keep_or_add (c, t);
        }
      t->pending = false;
    }
}

static int
write_all (struct collection *c, struct thread *threads, size_t n_threads,
           const struct hwpgo_spool_maps *maps, int32_t pid,
           struct hwpgo_error *err)
{
  int result = 0;
  for (size_t m = 0; m < maps->n; m++)
    {
      write_map (c, pid, &maps->items[m]);
      for (size_t i = 0; maps->overlap && result == 0 && i < n_threads; i++)
        result = write_thread (c, &threads[i], m + 1, err);
    }
  for (size_t i = 0; result == 0 && i < n_threads; i++)
    result = write_thread (c, &threads[i], UINT64_MAX, err);
  return result;
}

/* --- processes ----------------------------------------------------------- */

static int
compare_threads (const void *a, const void *b)
{
  const struct thread *x = a, *y = b;
  return hwpgo_spool_path_compare (x->path, y->path);
}

/* The threads of SPOOL in order, numbered; the first has the number of the
   process.  */
static struct thread *
make_threads (struct collection *c, const struct hwpgo_spool *spool,
              int32_t pid)
{
  size_t n = spool->n_streams ? spool->n_streams - 1 : 0;
  struct thread *threads = calloc (n + 1, sizeof *threads);
  if (!threads)
    return NULL;
  for (size_t i = 0; i < n; i++)
    {
      threads[i].path = spool->streams[i + 1].path;
      threads[i].pid = pid;
      threads[i].iterator = hwpgo_spool_iterate (spool, i + 1);
    }
  qsort (threads, n, sizeof *threads, compare_threads);
  for (size_t i = 0; i < n; i++)
    threads[i].tid = i == 0 ? pid : ++c->last_id;
  return threads;
}

/* The process that spool I belongs to, and whether it is a new one; the one
   that forked it, 0 if that left no spool.  */
static int32_t
process_of (struct collection *c, size_t i, bool *new, int32_t *parent)
{
  const struct hwpgo_spool *s = &c->spools[i];
  *parent = 0;
  *new = i == 0 || strcmp (c->spools[i - 1].path, s->path) != 0;
  uint64_t *id = hwpgo_map_slot (&c->ids, i, 0);
  if (!id)
    return -1;
  if (!*new)
    return (int32_t) (*id = *hwpgo_map_find (&c->ids, i - 1, 0));
  *id = (uint64_t) ++c->last_id;
  int32_t pid = c->last_id;
  const char *slash = strrchr (s->path, '/');
  size_t length = slash ? (size_t) (slash - s->path) : 0;
  /* Parents are before their children.  */
  for (size_t j = i; slash && j-- > 0 && !*parent;)
    if (strncmp (c->spools[j].path, s->path, length) == 0
        && !c->spools[j].path[length])
      *parent = (int32_t) *hwpgo_map_find (&c->ids, j, 0);
  return pid;
}

static int
write_process (struct collection *c, size_t i, struct hwpgo_error *err)
{
  const struct hwpgo_spool *s = &c->spools[i];
  bool new;
  int32_t parent, pid = process_of (c, i, &new, &parent);
  size_t n = s->n_streams ? s->n_streams - 1 : 0;
  struct hwpgo_spool_maps maps = { 0 };
  struct thread *threads = pid < 0 ? NULL : make_threads (c, s, pid);
  int result = threads ? hwpgo_spool_maps_read (&maps, s, err)
                       : hwpgo_error_nomem (err);
  if (result)
    goto out;
  const char *slash = strrchr (s->program, '/');
  if (new &&parent)
    hwpgo_perf_write_fork (c->writer, pid, pid, parent, parent, ++c->time);
  hwpgo_perf_write_comm (c->writer, pid, pid, ++c->time,
                         slash ? slash + 1 : s->program, !new || !parent);
  for (size_t t = 1; t < n; t++)
    hwpgo_perf_write_fork (c->writer, pid, threads[t].tid, pid, pid,
                           ++c->time);
  result = write_all (c, threads, n, &maps, pid, err);
  c->totals.processes += new;
  c->totals.cut_short += s->full;
out:
  free (maps.items);
  free (threads);
  return result;
}

static int
write_file (struct collection *c, const struct hwpgo_pmu_config *config,
            char *const *argv, const char *output, FILE *out,
            struct hwpgo_error *err)
{
  struct hwpgo_perf_event_spec specs[HWPGO_SPOOL_EVENTS];
  memcpy (specs, events, sizeof specs);
  specs[HWPGO_SPOOL_TAKEN].period = config->period
                                    << c->keep_log2[HWPGO_SPOOL_TAKEN];
  specs[HWPGO_SPOOL_MISPREDICT].period
      = config->mispredict_period << c->keep_log2[HWPGO_SPOOL_MISPREDICT];
  /* One emulator has run them all.  */
  int result = hwpgo_perf_writer_new (&c->writer, out,
                                      c->spools[0].guest->name,
                                      (const char *const *) argv, specs,
                                      HWPGO_SPOOL_EVENTS, err);
  if (result)
    return result;
  hwpgo_perf_writer_name (c->writer, output);
  for (size_t i = 0; result == 0 && i < c->n_spools; i++)
    result = write_process (c, i, err);
  /* Last of all, so that no process is forked by one that is gone.  */
  for (int32_t pid = 0, i = 0; result == 0 && (size_t) i < c->n_spools; i++)
    {
      int32_t next = (int32_t) *hwpgo_map_find (&c->ids, (uint64_t) i, 0);
      if (next != pid)
        hwpgo_perf_write_exit (c->writer, next, next, ++c->time);
      pid = next;
    }
  int finished = hwpgo_perf_writer_finish (c->writer, result ? NULL : err);
  return result ? result : finished;
}

int
hwpgo_pmu_collect (const struct hwpgo_pmu_config *config, char *const *argv,
                   const char *output, struct hwpgo_pmu_totals *totals,
                   struct hwpgo_error *err)
{
  struct collection c = { 0 };
  struct hwpgo_outfile out = { 0 };
  struct hwpgo_pmu_config full = *config;
  hwpgo_pmu_defaults (&full);
  int result = read_spools (&c, full.spool, err);
  if (result == 0)
    result = choose_periods (&c, &full, err);
  if (result == 0)
    result = hwpgo_outfile_open (&out, output, err);
  if (result == 0)
    {
      result = write_file (&c, &full, argv, output, out.stream, err);
      if (result == 0)
        result = hwpgo_outfile_commit (&out, err);
      else
        hwpgo_outfile_discard (&out);
    }
  if (result == 0 && totals)
    *totals = c.totals;
  for (size_t i = 0; i < c.n_spools; i++)
    hwpgo_spool_free (&c.spools[i]);
  free (c.spools);
  hwpgo_map_free (&c.ids);
  return result;
}
