/* What a file is that somebody wants to execute.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "runtime/pmu/launch.h"

/* As many scripts whose interpreter is a script as the kernel allows.  */
#define SCRIPTS_MAX 5
#define LINE_MAX_BYTES 256

void
hwpgo_program_free (struct hwpgo_program *program)
{
  free (program->path);
  hwpgo_strings_array_free (program->argv);
  memset (program, 0, sizeof *program);
}

/* Replace argv[0] by FIRST, SECOND (unless NULL) and THIRD.  */
static bool
replace_first (struct hwpgo_program *p, const char *first, const char *second,
               const char *third)
{
  size_t n = 0, to = 0;
  while (p->argv[n])
    n++;
  char **argv = calloc (n + 4, sizeof *argv);
  bool ok = argv && (argv[to++] = strdup (first));
  if (ok && second)
    ok = (argv[to++] = strdup (second));
  ok = ok && (argv[to++] = strdup (third));
  if (!ok)
    {
      hwpgo_strings_array_free (argv);
      return false;
    }
  if (n > 0)
    {
      free (p->argv[0]);
      memcpy (argv + to, p->argv + 1, (n - 1) * sizeof *argv);
    }
  free (p->argv);
  p->argv = argv;
  return true;
}

/* P is a script that starts with LINE ("#!", NUL-terminated): make it the
   interpreter.  */
static int
to_interpreter (struct hwpgo_program *p, char *line, struct hwpgo_error *err)
{
  line[strcspn (line, "\n")] = 0;
  char *name = line + 2 + strspn (line + 2, " \t");
  size_t length = strcspn (name, " \t");
  char *rest = name + length + strspn (name + length, " \t");
  name[length] = 0;
  for (size_t n = strlen (rest); n && strchr (" \t", rest[n - 1]); n--)
    rest[n - 1] = 0;
  if (!*name)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, p->path,
                            "no interpreter after #!");
  char *path = strdup (name);
  if (!path || !replace_first (p, name, *rest ? rest : NULL, p->path))
    {
      free (path);
      return hwpgo_error_nomem (err);
    }
  free (p->path);
  p->path = path;
  return 0;
}

static int
check_elf (struct hwpgo_program *p, const char *bytes, size_t size,
           struct hwpgo_error *err)
{
  Elf64_Ehdr h;
  if (size < sizeof h || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return hwpgo_error_set (err, HWPGO_E_MAGIC, p->path,
                            "neither an ELF file nor a script");
  memcpy (&h, bytes, sizeof h);
  p->guest = hwpgo_guest_of_elf (h.e_machine);
  if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB
      || !p->guest)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, p->path,
                            "only programs for x86-64 and AArch64 can be "
                            "emulated");
  return 0;
}

/* An error if the kernel would give program PATH rights that the emulator has
   not: it would fail for the want of them, or do something else.  */
static int
check_rights (const char *path, struct hwpgo_error *err)
{
  struct stat st;
  struct statvfs fs;
  if (stat (path, &st) != 0 || statvfs (path, &fs) != 0)
    return hwpgo_error_errno (err, path, "run");
  bool gains = (st.st_mode & S_ISUID && st.st_uid != geteuid ())
               || (st.st_mode & S_ISGID && st.st_mode & S_IXGRP
                   && st.st_gid != getegid ())
               || (geteuid () != 0
                   && getxattr (path, "security.capability", NULL, 0) > 0);
  if (!gains || fs.f_flag & ST_NOSUID)
    return 0;
  return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, path,
                          "a program with more rights than its caller "
                          "(setuid) would not get them in the emulator");
}

/* Up to SIZE bytes of the beginning of an executable file.  */
static int
read_start (const char *path, char *bytes, size_t size, size_t *got,
            struct hwpgo_error *err)
{
  struct stat st;
  if (stat (path, &st) != 0)
    return hwpgo_error_errno (err, path, "run");
  if (!S_ISREG (st.st_mode) || access (path, X_OK) != 0)
    {
      errno = EACCES;
      return hwpgo_error_errno (err, path, "run");
    }
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return hwpgo_error_errno (err, path, "read");
  ssize_t n = read (fd, bytes, size);
  int saved = errno;
  close (fd);
  errno = saved;
  if (n < 0)
    return hwpgo_error_errno (err, path, "read");
  *got = (size_t) n;
  return 0;
}

static bool
start (struct hwpgo_program *p, const char *path, char *const *argv)
{
  memset (p, 0, sizeof *p);
  size_t n = 0;
  while (argv[n])
    n++;
  p->path = strdup (path);
  p->argv = calloc (n + 1, sizeof *p->argv);
  bool ok = p->path && p->argv;
  for (size_t i = 0; ok && i < n; i++)
    ok = (p->argv[i] = strdup (argv[i]));
  return ok;
}

int
hwpgo_program_find (struct hwpgo_program *program, const char *path,
                    char *const *argv, struct hwpgo_error *err)
{
  int result = 0;
  if (!start (program, path, argv))
    result = hwpgo_error_nomem (err);
  for (int scripts = 0; result == 0; scripts++)
    {
      char bytes[LINE_MAX_BYTES];
      size_t got = 0;
      result = read_start (program->path, bytes, sizeof bytes - 1, &got, err);
      if (result)
        break;
      bytes[got] = 0;
      if (got < 2 || memcmp (bytes, "#!", 2) != 0)
        {
          result = check_elf (program, bytes, got, err);
          if (result == 0)
            result = check_rights (program->path, err);
          break;
        }
      if (scripts == SCRIPTS_MAX)
        result = hwpgo_error_set (err, HWPGO_E_LIMIT, path,
                                  "too many interpreters");
      else
        result = to_interpreter (program, bytes, err);
    }
  if (result)
    hwpgo_program_free (program);
  return result;
}
