/* What is mapped where in the guest.
   SPDX-License-Identifier: GPL-2.0-or-later

   The interface does not say when the guest maps a file.  It says when code
   is translated for the first time, and that must have been mapped then: if
   the address is not in a range that was reported before, the host's map of
   this process, less the guest's base, tells what is there.  */

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/memory.h"
#include "runtime/pmu/mapped-elf.h"
#include "runtime/pmu/qemu-parts.h"

struct range
{
  uint64_t start, end; /* guest addresses, half open.  */
};

/* Taken by translation and by the system calls that unmap.  */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct range *known;
static size_t n_known, room;

static bool
is_known (uint64_t address)
{
  for (size_t i = 0; i < n_known; i++)
    if (address >= known[i].start && address < known[i].end)
      return true;
  return false;
}

/* The kernel writes a newline in PATH as "\\012", and a backslash as it is: so
   that means a newline if there is no file of the other name.  */
static void
unescape (char *path)
{
  static const char escape[] = "\\012";
  if (path[0] != '/' || !strstr (path, escape) || access (path, F_OK) == 0)
    return;
  size_t n = strlen (escape);
  for (char *at; (at = strstr (path, escape));)
    {
      *at = '\n';
      memmove (at + 1, at + n, strlen (at + n) + 1);
    }
}

/* One line of /proc/self/maps: false if it is not one.  */
static bool
parse_line (char *line, struct hwpgo_spool_map *map, char **path)
{
  uint64_t start, end, offset;
  int at = 0;
  if (sscanf (line, "%" SCNx64 "-%" SCNx64 " %*4s %" SCNx64 " %*s %*u %n",
              &start, &end, &offset, &at)
          < 3
      || at == 0 || end <= start)
    return false;
  line[strcspn (line, "\n")] = 0;
  *map = (struct hwpgo_spool_map){ .start = start,
                                   .length = end - start,
                                   .file_offset = offset };
  *path = line + at;
  unescape (*path);
  return true;
}

/* Spool the part of MAP from file offset LOW to HIGH.  */
static bool
report_part (const struct hwpgo_spool_map *map, uint64_t low, uint64_t high,
             const char *path)
{
  struct hwpgo_spool_map part = *map;
  uint64_t end = hwpgo_add (map->file_offset, map->length);
  if (low < map->file_offset)
    low = map->file_offset;
  if (high > end)
    high = end;
  if (low >= high)
    return false;
  part.start += low - map->file_offset;
  part.length = high - low;
  part.file_offset = low;
  hwpgo_qemu_spool_map (&part, path);
  return true;
}

/* The emulator maps the guest's code without the right to execute it, so that
   the kernel joins it with the read-only segments at its sides.  What is told
   are the maps that a kernel would have made of the guest's: readers of
   perf.data look for the one of the first executable segment.  */
static void
report (struct hwpgo_spool_map *map, const char *path)
{
  struct hwpgo_mapped_elf elf = { .n_code = 0 };
  bool told = false;
  map->start -= hwpgo_qemu_guest_base;
  struct range r = { map->start, map->start + map->length };
  if (path[0] == '/')
    hwpgo_mapped_elf_read (&elf, path);
  else
    path = "//anon"; /* as perf calls it.  */
  map->build_id_size = (uint32_t) elf.build_id_size;
  memcpy (map->build_id, elf.build_id, sizeof map->build_id);
  for (size_t i = 0; i < elf.n_code; i++)
    told |= report_part (map, elf.code[i].offset, elf.code[i].end, path);
  if (!told)
    hwpgo_qemu_spool_map (map, path);
  if (HWPGO_GROW (known, room, n_known + 1))
    known[n_known++] = r;
}

/* Report what holds host address ADDRESS.  */
static void
look_up (uint64_t address)
{
  /* Opened for a moment, far from the numbers that programs expect.  */
  int low = open ("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  int fd = low < 0 ? -1 : fcntl (low, F_DUPFD_CLOEXEC, 512);
  if (fd >= 0)
    close (low);
  else
    fd = low;
  FILE *maps = fd < 0 ? NULL : fdopen (fd, "re");
  if (!maps)
    {
      if (fd >= 0)
        close (fd);
      return;
    }
  char *line = NULL, *path;
  size_t size = 0;
  struct hwpgo_spool_map map;
  while (getline (&line, &size, maps) > 0)
    if (parse_line (line, &map, &path) && address >= map.start
        && address - map.start < map.length)
      {
        report (&map, path);
        break;
      }
  free (line);
  fclose (maps);
}

void
hwpgo_qemu_map_code (uint64_t address)
{
  pthread_mutex_lock (&lock);
  if (!is_known (address))
    look_up (address + hwpgo_qemu_guest_base);
  pthread_mutex_unlock (&lock);
}

void
hwpgo_qemu_map_forget (uint64_t address, uint64_t length)
{
  uint64_t end = hwpgo_add (address, length);
  pthread_mutex_lock (&lock);
  size_t kept = 0;
  for (size_t i = 0; i < n_known; i++)
    if (known[i].end <= address || known[i].start >= end)
      known[kept++] = known[i];
  n_known = kept;
  pthread_mutex_unlock (&lock);
}

void
hwpgo_qemu_map_forked (void)
{
  /* Another thread may have held it when the process was copied.  */
  pthread_mutex_init (&lock, NULL);
  size_t n = n_known;
  n_known = 0;
  for (size_t i = 0; i < n; i++)
    {
      struct range r = known[i];
      if (!is_known (r.start))
        look_up (r.start + hwpgo_qemu_guest_base);
    }
}
