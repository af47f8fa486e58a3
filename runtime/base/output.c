/* Complete files and folders out.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What PATH stands for if it is a symbolic link, which then stays one; else
   a copy of PATH.  A link to nothing is taken for what it is.  */
static char *
follow_link (const char *path)
{
  struct stat st;
  char *target = NULL;
  if (lstat (path, &st) == 0 && S_ISLNK (st.st_mode))
    target = realpath (path, NULL);
  return target ? target : strdup (path);
}

/* True if PATH is neither a regular file nor to become one: a device, a
   pipe, which nothing may take the place of.  */
static bool
in_place (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && !S_ISREG (st.st_mode);
}

/* Write to what is there already.  */
static int
open_in_place (struct hwpgo_outfile *file, struct hwpgo_error *err)
{
  int ret = 0;
  int fd = open (file->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
  file->stream = fd < 0 ? NULL : fdopen (fd, "w");
  if (!file->stream)
    ret = hwpgo_error_errno (err, file->path, "write");
  if (ret != 0 && fd >= 0)
    close (fd);
  if (ret != 0)
    hwpgo_outfile_discard (file);
  return ret;
}

int
hwpgo_outfile_check (const char *path, struct hwpgo_error *err)
{
  struct hwpgo_outfile file;
  struct stat st;
  if (path && in_place (path) && stat (path, &st) == 0
      && !S_ISDIR (st.st_mode))
    /* To open a pipe would wait for its reader.  */
    return access (path, W_OK) == 0 ? 0
                                    : hwpgo_error_errno (err, path, "write");
  int ret = hwpgo_outfile_open (&file, path, err);
  if (ret == 0)
    hwpgo_outfile_discard (&file);
  return ret;
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
  file->path = follow_link (path);
  if (file->path && in_place (file->path))
    return open_in_place (file, err);
  if (!file->path || asprintf (&file->temporary, "%s.XXXXXX", file->path) < 0)
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
    ret = hwpgo_error_errno (err, file->path ? file->path : "standard output",
                             "write");
  if (ret == 0 && file->path)
    {
      file->stream = NULL;
      if (fclose (stream) != 0)
        ret = hwpgo_error_errno (err, file->path, "write");
    }
  if (ret == 0 && file->temporary)
    {
      if (rename (file->temporary, file->path) != 0)
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

/* Remove folder PATH and what in it bears one of NAMES; when memory has run
   out, too.  */
static void
remove_folder (const char *path, const char *const *names)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0)
    {
      for (; *names; names++)
        unlinkat (fd, *names, 0);
      close (fd);
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

int
hwpgo_outdir_check (const char *path, const char *const *names,
                    struct hwpgo_error *err)
{
  struct hwpgo_outdir dir;
  int ret = hwpgo_outdir_open (&dir, path, names, err);
  if (ret == 0)
    hwpgo_outdir_discard (&dir, names);
  return ret;
}

int
hwpgo_outdir_open (struct hwpgo_outdir *dir, const char *path,
                   const char *const *names, struct hwpgo_error *err)
{
  memset (dir, 0, sizeof *dir);
  dir->path = follow_link (path);
  size_t n = dir->path ? strlen (dir->path) : 0;
  while (n > 1 && dir->path[n - 1] == '/')
    dir->path[--n] = '\0';
  if (!dir->path || asprintf (&dir->temporary, "%s.XXXXXX", dir->path) < 0)
    {
      dir->temporary = NULL;
      hwpgo_outdir_discard (dir, names);
      return hwpgo_error_nomem (err);
    }
  int ret = check_replaceable (dir->path, names, err);
  if (ret == 0 && !mkdtemp (dir->temporary))
    ret = hwpgo_error_errno (err, path, "create a folder beside it");
  if (ret != 0)
    {
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

/* Let the folders FROM and TO change their names.  */
static int
exchange (const char *from, const char *to)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  /* NFS, for one, cannot do it at once.  */
  char *aside = NULL;
  if (asprintf (&aside, "%s.old", from) < 0)
    return -1;
  int ret = rename (to, aside);
  if (ret == 0)
    {
      ret = rename (from, to);
      int saved = errno;
      if (rename (aside, ret == 0 ? from : to) != 0)
        ret = -1;
      else
        errno = saved;
    }
  free (aside);
  return ret;
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
      else if (exchange (dir->temporary, dir->path) != 0)
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
