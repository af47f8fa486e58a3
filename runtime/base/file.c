/* Whole files in, complete files out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/base/file.h"

#include <dirent.h>
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

/* Read FD to its end into malloc'ed memory.  */
static int
slurp (struct hwpgo_infile *file, int fd, struct hwpgo_error *err)
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
      ssize_t n = read (fd, data + size, capacity - size);
      if (n < 0 && errno == EINTR)
        continue;
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
load (struct hwpgo_infile *file, int fd, struct hwpgo_error *err)
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
      void *map = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd,
                        0);
      if (map != MAP_FAILED)
        {
          file->data = map;
          file->size = (size_t) st.st_size;
          file->mapped = true;
          return 0;
        }
    }
  return slurp (file, fd, err);
}

int
hwpgo_infile_open (struct hwpgo_infile *file, const char *path,
                   struct hwpgo_error *err)
{
  memset (file, 0, sizeof *file);
  bool standard = strcmp (path, "-") == 0;
  file->path = strdup (standard ? "standard input" : path);
  if (!file->path)
    return hwpgo_error_nomem (err);
  int fd = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  int ret = fd < 0 ? hwpgo_error_errno (err, path, "open")
                   : load (file, fd, err);
  if (fd >= 0 && !standard)
    close (fd);
  if (ret != 0)
    hwpgo_infile_close (file);
  return ret;
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

int
hwpgo_outfile_open (struct hwpgo_outfile *file, const char *path,
                    struct hwpgo_error *err)
{
  memset (file, 0, sizeof *file);
  if (!path || strcmp (path, "-") == 0)
    {
      file->stream = stdout;
      return 0;
    }
  file->path = strdup (path);
  if (!file->path || asprintf (&file->temporary, "%s.XXXXXX", path) < 0)
    {
      file->temporary = NULL;
      hwpgo_outfile_discard (file);
      return hwpgo_error_nomem (err);
    }
  int fd = mkostemp (file->temporary, O_CLOEXEC);
  if (fd < 0)
    {
      int ret = hwpgo_error_errno (err, path, "create a file beside it");
      free (file->temporary);
      file->temporary = NULL;
      hwpgo_outfile_discard (file);
      return ret;
    }
  /* mkostemp makes files for the owner only; a profile is like any output,
     so give it what the umask allows.  */
  mode_t mask = umask (0);
  umask (mask);
  fchmod (fd, 0666 & ~mask);
  file->stream = fdopen (fd, "w");
  if (!file->stream)
    {
      close (fd);
      hwpgo_outfile_discard (file);
      return hwpgo_error_nomem (err);
    }
  return 0;
}

int
hwpgo_outfile_commit (struct hwpgo_outfile *file, struct hwpgo_error *err)
{
  int ret = 0;
  FILE *stream = file->stream;
  if (fflush (stream) != 0 || ferror (stream)
      || (file->temporary && fsync (fileno (stream)) != 0))
    ret = hwpgo_error_errno (
        err, file->path ? file->path : "standard output", "write");
  if (ret == 0 && file->temporary)
    {
      file->stream = NULL;
      if (fclose (stream) != 0)
        ret = hwpgo_error_errno (err, file->path, "write");
      else if (rename (file->temporary, file->path) != 0)
        ret = hwpgo_error_errno (err, file->path, "rename into place");
      else
        {
          free (file->temporary);
          file->temporary = NULL;
        }
    }
  hwpgo_outfile_discard (file);
  return ret;
}

void
hwpgo_outfile_discard (struct hwpgo_outfile *file)
{
  if (file->stream && file->stream != stdout)
    fclose (file->stream);
  if (file->temporary)
    unlink (file->temporary);
  free (file->temporary);
  free (file->path);
  memset (file, 0, sizeof *file);
}

int
hwpgo_outdir_open (struct hwpgo_outdir *dir, const char *path,
                   const char *const *names, struct hwpgo_error *err)
{
  memset (dir, 0, sizeof *dir);
  dir->path = strdup (path);
  size_t n = dir->path ? strlen (dir->path) : 0;
  while (n > 1 && dir->path[n - 1] == '/')
    dir->path[--n] = '\0';
  if (!dir->path || asprintf (&dir->temporary, "%s.XXXXXX", dir->path) < 0)
    {
      dir->temporary = NULL;
      hwpgo_outdir_discard (dir, names);
      return hwpgo_error_nomem (err);
    }
  if (!mkdtemp (dir->temporary))
    {
      int ret = hwpgo_error_errno (err, path, "create a folder beside it");
      free (dir->temporary);
      dir->temporary = NULL;
      hwpgo_outdir_discard (dir, names);
      return ret;
    }
  mode_t mask = umask (0);
  umask (mask);
  chmod (dir->temporary, 0777 & ~mask);
  return 0;
}

/* Remove folder PATH and what in it bears one of NAMES.  */
static void
remove_folder (const char *path, const char *const *names)
{
  for (; *names; names++)
    {
      char *entry = hwpgo_path_join (path, *names);
      if (entry)
        unlink (entry);
      free (entry);
    }
  rmdir (path);
}

/* 0 if folder PATH may be replaced: it is not there, or holds nothing but
   NAMES.  */
static int
check_replaceable (const char *path, const char *const *names,
                   struct hwpgo_error *err)
{
  DIR *d = opendir (path);
  if (!d)
    return errno == ENOENT ? 0 : hwpgo_error_errno (err, path, "replace");
  int ret = 0;
  for (struct dirent *e; ret == 0 && (e = readdir (d));)
    {
      const char *const *n = names;
      while (*n && strcmp (*n, e->d_name) != 0)
        n++;
      if (!*n && strcmp (e->d_name, ".") != 0 && strcmp (e->d_name, "..") != 0)
        ret = hwpgo_error_set (err, HWPGO_E_MISMATCH, path,
                               "the folder holds '%s', so it is not replaced",
                               e->d_name);
    }
  closedir (d);
  return ret;
}

/* Make the entries of the folder durable before it gets its name.  */
static void
sync_folder (const char *path)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0)
    {
      fsync (fd);
      close (fd);
    }
}

int
hwpgo_outdir_commit (struct hwpgo_outdir *dir, const char *const *names,
                     struct hwpgo_error *err)
{
  int ret = check_replaceable (dir->path, names, err);
  if (ret == 0)
    {
      sync_folder (dir->temporary);
      /* Exchanged where there is one already; after that TEMPORARY is the
         old one, and discard removes it.  */
      if (rename (dir->temporary, dir->path) == 0)
        {
          free (dir->temporary);
          dir->temporary = NULL;
        }
      else if (renameat2 (AT_FDCWD, dir->temporary, AT_FDCWD, dir->path,
                          RENAME_EXCHANGE)
               != 0)
        ret = hwpgo_error_errno (err, dir->path, "rename into place");
    }
  hwpgo_outdir_discard (dir, names);
  return ret;
}

void
hwpgo_outdir_discard (struct hwpgo_outdir *dir, const char *const *names)
{
  if (dir->temporary)
    remove_folder (dir->temporary, names);
  free (dir->temporary);
  free (dir->path);
  memset (dir, 0, sizeof *dir);
}
