/* Whole files in.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/memory.h"

char *
hwpgo_path_join (const char *directory, const char *name)
{
  char *joined = NULL;
  size_t n = strlen (directory);
  const char *slash = n && directory[n - 1] == '/' ? "" : "/";
  return asprintf (&joined, "%s%s%s", directory, slash, name) < 0 ? NULL
                                                                  : joined;
}

/* Read FD to its end, or LIMIT bytes, into malloc'ed memory.  */
static int
slurp (struct hwpgo_infile *file, int fd, uint64_t limit,
       struct hwpgo_error *err)
{
  uint8_t *data = NULL;
  size_t capacity = 0, size = 0;
  for (;;)
    {
      if (!HWPGO_GROW (data, capacity, size + 65536))
        {
          free (data);
          return hwpgo_error_nomem (err);
        }
      size_t room = capacity - size;
      room = room < limit - size ? room : limit - size;
      ssize_t n = read (fd, data + size, room);
      /* EINTR, too: whoever handles a signal wants to be obeyed.  */
      if (n < 0)
        {
          int ret = hwpgo_error_errno (err, file->path, "read");
          free (data);
          return ret;
        }
      if (n == 0)
        break;
      size += (size_t) n;
    }
  file->data = data;
  file->size = size;
  return 0;
}

static int
load (struct hwpgo_infile *file, int fd, uint64_t limit,
      struct hwpgo_error *err)
{
  struct stat st;
  if (fstat (fd, &st) != 0)
    return hwpgo_error_errno (err, file->path, "stat");
  if (S_ISDIR (st.st_mode))
    {
      errno = EISDIR;
      return hwpgo_error_errno (err, file->path, "read");
    }
  if (S_ISREG (st.st_mode) && st.st_size > 0)
    {
      uint64_t size = (uint64_t) st.st_size;
      size = size < limit ? size : limit;
      void *map = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (map != MAP_FAILED)
        {
          file->data = map;
          file->size = size;
          file->mapped = true;
          return 0;
        }
    }
  return slurp (file, fd, limit, err);
}

int
hwpgo_infile_open (struct hwpgo_infile *file, const char *path,
                   struct hwpgo_error *err)
{
  return hwpgo_infile_open_part (file, path, UINT64_MAX, err);
}

int
hwpgo_infile_open_part (struct hwpgo_infile *file, const char *path,
                        uint64_t limit, struct hwpgo_error *err)
{
  memset (file, 0, sizeof *file);
  bool standard = strcmp (path, "-") == 0;
  file->path = strdup (standard ? "standard input" : path);
  if (!file->path)
    return hwpgo_error_nomem (err);
  int fd = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  int ret = fd < 0 ? hwpgo_error_errno (err, path, "open")
                   : load (file, fd, limit, err);
  if (fd >= 0 && !standard)
    close (fd);
  if (ret != 0)
    hwpgo_infile_close (file);
  return ret;
}

enum
{
  WINDOW = 4 << 20 /* bytes that stay resident behind the reader.  */
};

void
hwpgo_infile_release (const struct hwpgo_infile *file, uint64_t *released,
                      uint64_t pos)
{
  if (!file->mapped || pos - *released < WINDOW)
    return;
  uint64_t from = *released & ~(uint64_t) (WINDOW - 1);
  uint64_t to = pos & ~(uint64_t) (WINDOW - 1);
  /* Pages that are needed again come back from the file.  */
  if (to > from)
    madvise ((void *) (file->data + from), to - from, MADV_DONTNEED);
  *released = to;
}

void
hwpgo_infile_close (struct hwpgo_infile *file)
{
  if (file->mapped)
    munmap ((void *) file->data, file->size);
  else
    free ((void *) file->data);
  free (file->path);
  memset (file, 0, sizeof *file);
}
