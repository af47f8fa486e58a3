/* Where the bytes of perf.data come from: files, pipes, folders.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/perfdata/reader-internal.h"

/* Copy FD to the file OUT.  */
static int
copy_all (int fd, int out, const char *path, struct hwpgo_error *err)
{
  char buffer[65536];
  ssize_t got;
  while ((got = read (fd, buffer, sizeof buffer)) > 0)
    for (ssize_t done = 0; done < got;)
      {
        ssize_t n = write (out, buffer + done, (size_t) (got - done));
        if (n < 0)
          return hwpgo_error_errno (err, path, "copy it to a file in $TMPDIR");
        done += n;
      }
  return got < 0 ? hwpgo_error_errno (err, path, "read") : 0;
}

/* An unlinked file in $TMPDIR, or -1 and errno.  */
static int
temporary_file (void)
{
  const char *folder = getenv ("TMPDIR");
  char *name;
  if (!folder || !*folder)
    folder = "/tmp";
  if (asprintf (&name, "%s/hwpgo.XXXXXX", folder) < 0)
    return -1;
  int fd = mkostemp (name, O_CLOEXEC);
  if (fd >= 0)
    unlink (name);
  free (name);
  return fd;
}

static int
spool (struct hwpgo_infile *file, int fd, const char *path,
       struct hwpgo_error *err)
{
  struct stat st;
  int out = temporary_file ();
  if (out < 0)
    return hwpgo_error_errno (err, path, "make a copy of it in $TMPDIR");
  int ret = copy_all (fd, out, path, err);
  if (ret == 0 && fstat (out, &st) != 0)
    ret = hwpgo_error_errno (err, path, "stat the copy of");
  if (ret == 0)
    {
      char name[64];
      snprintf (name, sizeof name, "/proc/self/fd/%d", out);
      ret = hwpgo_infile_open (file, name, err);
      char *own = ret == 0 ? strdup (path) : NULL;
      if (own)
        {
          free (file->path);
          file->path = own;
        }
    }
  close (out);
  return ret;
}

int
hwpgo_perf_open_file (struct hwpgo_infile *file, const char *path,
                      struct hwpgo_error *err)
{
  struct stat st;
  bool standard = strcmp (path, "-") == 0;
  bool known
      = standard ? fstat (STDIN_FILENO, &st) == 0 : stat (path, &st) == 0;
  if (!known || S_ISREG (st.st_mode) || S_ISDIR (st.st_mode))
    return hwpgo_infile_open (file, path, err);
  int fd = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return hwpgo_error_errno (err, path, "open");
  int ret = spool (file, fd, standard ? "standard input" : path, err);
  if (!standard)
    close (fd);
  return ret;
}

int
hwpgo_perf_open_parts (struct hwpgo_perf_reader *reader, const char *folder,
                       struct hwpgo_error *err)
{
  for (unsigned i = 0;; i++)
    {
      char name[32];
      snprintf (name, sizeof name, "data.%u", i);
      char *path = hwpgo_path_join (folder, name);
      if (!path
          || !HWPGO_GROW (reader->parts, reader->parts_capacity,
                          reader->n_parts + 1))
        {
          free (path);
          return hwpgo_error_nomem (err);
        }
      if (access (path, F_OK) != 0)
        {
          free (path);
          return 0;
        }
      int ret = hwpgo_infile_open (&reader->parts[reader->n_parts], path, err);
      free (path);
      if (ret)
        return ret;
      reader->parts_size += reader->parts[reader->n_parts++].size;
    }
}

void
hwpgo_perf_enter_part (struct hwpgo_perf_reader *reader, size_t part)
{
  reader->before
      = part == 0 ? 0 : reader->before + reader->end - reader->begin;
  reader->part = part;
  reader->in = part == 0 ? &reader->file : &reader->parts[part - 1];
  reader->begin = reader->pos = part == 0 ? reader->data_start : 0;
  reader->end = part == 0 ? reader->data_end : reader->in->size;
  reader->released = reader->pos;
  hwpgo_perf_plain_reset (&reader->plain);
}
