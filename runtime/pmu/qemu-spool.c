/* Writing the spool.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/base/memory.h"
#include "runtime/pmu/qemu-parts.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* The most that a process may write.  Only what is written takes room on the
   disk; the rest is address space, of which there may be less.  */
#define SPOOL_LARGEST ((uint64_t) 16 << 30)
#define SPOOL_SMALLEST ((uint64_t) 16 << 20)
/* Room is asked for in such pieces.  */
#define GRANULE ((size_t) 32768)

static struct hwpgo_spool_header *header; /* the mapping; NULL: none.  */
static uint64_t mapped;                   /* bytes.  */

/* Stream 0, and the numbers of the others; under the lock.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hwpgo_spool_chunk *process_chunk;
static uint32_t n_streams, n_maps;

static uint64_t
size_limit (void)
{
  struct rlimit limit;
  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < SPOOL_LARGEST)
    return limit.rlim_cur / HWPGO_SPOOL_CHUNK * HWPGO_SPOOL_CHUNK;
  return SPOOL_LARGEST;
}

/* Map FD as large as can be.  */
static bool
map_file (int fd)
{
  for (uint64_t size = size_limit (); size >= SPOOL_SMALLEST; size /= 2)
    {
      if (ftruncate (fd, (off_t) size) != 0)
        continue;
      void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, fd, 0);
      if (p == MAP_FAILED)
        continue;
      header = p;
      mapped = size;
      return true;
    }
  return false;
}

/* Make SIZE bytes at P real; writing to what the disk has no room for would
   end the program with SIGBUS.  A kernel before 5.14 cannot say; trust.  */
static bool
have_room (void *p, size_t size)
{
  return madvise (p, size, MADV_POPULATE_WRITE) == 0
         || (errno != EFAULT && errno != ENOMEM);
}

static void
copy_text (char *to, size_t size, const char *from)
{
  size_t length = strnlen (from, size - 1);
  memcpy (to, from, length);
  to[length] = 0;
}

void
hwpgo_qemu_spool_start (void)
{
  const struct hwpgo_launch *l = &hwpgo_qemu_launch;
  if (strlen (l->process) >= HWPGO_SPOOL_PATH_MAX)
    return;
  char name[4096];
  int length = snprintf (
      name, sizeof name, "%s/%016llx-%llu" HWPGO_SPOOL_SUFFIX, l->spool,
      (unsigned long long) hwpgo_hash (l->process, strlen (l->process)),
      (unsigned long long) l->exec);
  if (length < 0 || (size_t) length >= sizeof name)
    return;
  int fd = open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  bool ok = map_file (fd);
  close (fd);
  if (!ok || !have_room (header, sizeof *header))
    {
      unlink (name);
      if (ok)
        hwpgo_qemu_spool_abandon ();
      return;
    }
  memcpy (header->magic, HWPGO_SPOOL_MAGIC, sizeof header->magic);
  header->version = HWPGO_SPOOL_VERSION;
  header->chunk = HWPGO_SPOOL_CHUNK;
  header->exec = l->exec;
  copy_text (header->guest, sizeof header->guest, hwpgo_qemu_guest->name);
  copy_text (header->path, sizeof header->path, l->process);
  copy_text (header->program, sizeof header->program, l->program);
}

void
hwpgo_qemu_spool_abandon (void)
{
  if (header)
    munmap (header, mapped);
  header = NULL;
  process_chunk = NULL;
  n_streams = n_maps = 0;
  pthread_mutex_init (&lock, NULL);
}

/* A new chunk for STREAM, or NULL when there is no room.  */
static struct hwpgo_spool_chunk *
new_chunk (uint32_t stream)
{
  if (!header || __atomic_load_n (&header->full, __ATOMIC_RELAXED))
    return NULL;
  uint64_t n = __atomic_add_fetch (&header->chunks, 1, __ATOMIC_RELAXED);
  struct hwpgo_spool_chunk *chunk
      = (void *) ((char *) header + n * HWPGO_SPOOL_CHUNK);
  if ((n + 1) * HWPGO_SPOOL_CHUNK > mapped || !have_room (chunk, GRANULE))
    {
      header->full = 1;
      return NULL;
    }
  chunk->stream = stream;
  return chunk;
}

/* Room for a record of type TYPE and SIZE bytes in *CHUNK, which becomes
   another one when it is full; NULL when there is none.  */
static void *
begin (struct hwpgo_spool_chunk **chunk, uint32_t stream, uint32_t type,
       size_t size)
{
  size_t need = sizeof (struct hwpgo_spool_record) + size;
  if (!*chunk)
    return NULL;
  if ((*chunk)->used + need > HWPGO_SPOOL_CHUNK - sizeof **chunk)
    {
      *chunk = new_chunk (stream);
      if (!*chunk)
        return NULL;
    }
  char *at = (char *) (*chunk + 1) + (*chunk)->used;
  /* The first granule of a chunk was asked for with it; ask for the others
     before the first record that touches them.  */
  uintptr_t next = ((uintptr_t) at + GRANULE - 1) & ~(uintptr_t) (GRANULE - 1);
  if (next < (uintptr_t) at + need && !have_room ((void *) next, GRANULE))
    {
      header->full = 1;
      *chunk = NULL;
      return NULL;
    }
  *(struct hwpgo_spool_record *) at
      = (struct hwpgo_spool_record){ type, (uint32_t) size };
  return at + sizeof (struct hwpgo_spool_record);
}

static void
commit (struct hwpgo_spool_chunk *chunk, size_t size)
{
  __atomic_store_n (&chunk->used,
                    chunk->used + sizeof (struct hwpgo_spool_record) + size,
                    __ATOMIC_RELEASE);
}

void
hwpgo_qemu_spool_enter (struct hwpgo_vcpu *v)
{
  v->totals = NULL;
  pthread_mutex_lock (&lock);
  v->stream = ++n_streams;
  pthread_mutex_unlock (&lock);
  v->chunk = new_chunk (v->stream);
  if (!v->chunk)
    return;
  v->chunk->parent = v->parent;
  v->chunk->ordinal = v->ordinal;
  v->totals = &v->chunk->counts;
}

void
hwpgo_qemu_spool_map (const struct hwpgo_spool_map *map, const char *path)
{
  size_t length = strnlen (path, 4095);
  size_t size = sizeof *map + (length + 8) / 8 * 8;
  pthread_mutex_lock (&lock);
  if (!process_chunk)
    process_chunk = new_chunk (0);
  char *at = begin (&process_chunk, 0, HWPGO_SPOOL_MAP, size);
  if (at)
    {
      memcpy (at, map, sizeof *map);
      memset (at + sizeof *map, 0, size - sizeof *map);
      memcpy (at + sizeof *map, path, length);
      commit (process_chunk, size);
      n_maps++;
    }
  pthread_mutex_unlock (&lock);
}

uint32_t
hwpgo_qemu_spool_maps (void)
{
  return __atomic_load_n (&n_maps, __ATOMIC_RELAXED);
}

struct hwpgo_spool_sample *
hwpgo_qemu_spool_sample (struct hwpgo_vcpu *v, enum hwpgo_spool_event event,
                         uint64_t ip, uint64_t target, uint64_t period,
                         uint32_t branches)
{
  size_t n = event == HWPGO_SPOOL_TAKEN ? v->valid : 0;
  n = n < branches ? n : branches;
  size_t size = sizeof (struct hwpgo_spool_sample)
                + n * sizeof (struct hwpgo_spool_branch);
  struct hwpgo_spool_sample *s
      = begin (&v->chunk, v->stream, HWPGO_SPOOL_SAMPLE, size);
  if (!s)
    return NULL;
  *s = (struct hwpgo_spool_sample){
    .event = (uint8_t) event,
    .count = (uint8_t) n,
    .stage = (uint8_t) v->samplers[event].stage,
    .maps = hwpgo_qemu_spool_maps (),
    .ip = ip,
    .target = target,
    .period = period,
  };
  struct hwpgo_spool_branch *to = (struct hwpgo_spool_branch *) (s + 1);
  for (size_t i = 0; i < n; i++)
    to[i] = v->stack[(v->newest - i) % HWPGO_SPOOL_BRANCHES];
  commit (v->chunk, size);
  return s;
}
