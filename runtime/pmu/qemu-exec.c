/* Following execve.
   SPDX-License-Identifier: GPL-2.0-or-later

   The emulator gives an execve to the kernel, which would run the new
   program natively and unseen.  Here the emulator is executed instead, with
   the new program as its argument.  Whatever is out of the ordinary (a file
   that is missing, of another architecture, setuid or no program, arguments
   that cannot be read) is left to the emulator, so that the program gets the
   error or the behaviour that it would have got.  */

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/memory.h"
#include "runtime/pmu/qemu-parts.h"

#define TEXT_MAX (128 * 1024)   /* the kernel's MAX_ARG_STRLEN.  */
#define STRINGS_MAX (64 * 1024) /* arguments, or variables.  */

/* SIZE bytes of guest memory, through the kernel because the address may be
   wrong: how many could be read.  */
static size_t
peek (int memory, uint64_t address, void *to, size_t size)
{
  uint64_t host = address + hwpgo_qemu_guest_base;
  if (host > INT64_MAX)
    return 0;
  ssize_t n = pread (memory, to, size, (off_t) host);
  return n < 0 ? 0 : (size_t) n;
}

/* A malloc'ed copy of the guest's string at ADDRESS, or NULL.  */
static char *
peek_string (int memory, uint64_t address)
{
  char *text = NULL;
  size_t room = 0, length = 0;
  while (length < TEXT_MAX)
    {
      /* Up to the end of a page, behind which nothing may be.  */
      size_t size = 4096 - (address + length) % 4096;
      if (!HWPGO_GROW (text, room, length + size + 1))
        break;
      size_t got = peek (memory, address + length, text + length, size);
      if (memchr (text + length, 0, got))
        return text;
      length += got;
      if (got < size)
        break;
    }
  free (text);
  return NULL;
}

/* The same for a NULL-terminated array of them.  */
static char **
peek_strings (int memory, uint64_t address)
{
  char **strings = NULL;
  size_t room = 0;
  for (size_t n = 0; n < STRINGS_MAX; n++)
    {
      uint64_t pointer = 0;
      if (!HWPGO_GROW (strings, room, n + 1))
        break;
      strings[n] = NULL;
      if (address
          && peek (memory, address + 8 * n, &pointer, sizeof pointer)
                 != sizeof pointer)
        break;
      if (!pointer)
        return strings;
      strings[n] = peek_string (memory, pointer);
      if (!strings[n])
        break;
    }
  hwpgo_strings_array_free (strings);
  return NULL;
}

/* The file that PATH relative to DIRECTORY means, malloc'ed.  */
static char *
resolve (int directory, const char *path, int flags)
{
  char name[PATH_MAX + 64], link[PATH_MAX];
  if (strcmp (path, "/proc/self/exe") == 0)
    /* The kernel would say that it is the emulator.  */
    return strdup (hwpgo_qemu_launch.program);
  if (path[0] == '/' || (directory == AT_FDCWD && path[0]))
    return strdup (path);
  if (!path[0] && !(flags & AT_EMPTY_PATH))
    return NULL;
  /* The descriptor may close on exec: name what it stands for.  */
  snprintf (name, sizeof name, "/proc/self/fd/%d", directory);
  ssize_t n = readlink (name, link, sizeof link - 1);
  if (n <= 0)
    return NULL;
  link[n] = 0;
  if (!path[0])
    return strdup (link);
  n = snprintf (name, sizeof name, "%s/%s", link, path);
  return n > 0 && (size_t) n < sizeof name ? strdup (name) : NULL;
}

static void
run (struct hwpgo_program *program, char **envp)
{
  char emulator[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", emulator, sizeof emulator - 1);
  if (n <= 0)
    return;
  emulator[n] = 0;
  struct hwpgo_launch launch = hwpgo_qemu_launch;
  launch.emulator = emulator;
  launch.program = program->path;
  launch.exec++;
  char **command = hwpgo_launch_command (&launch, program);
  if (command)
    execve (emulator, command, envp);
  hwpgo_strings_array_free (command);
}

void
hwpgo_qemu_exec (int directory, uint64_t path, uint64_t argv, uint64_t envp,
                 int flags)
{
  struct hwpgo_program program = { 0 };
  char *name = NULL, *file = NULL, **args = NULL, **vars = NULL;
  int memory = open ("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0)
    return;
  name = peek_string (memory, path);
  file = name ? resolve (directory, name, flags) : NULL;
  args = peek_strings (memory, argv);
  vars = peek_strings (memory, envp);
  if (file && args && vars
      && hwpgo_program_find (&program, file, args, NULL) == 0
      && program.guest == hwpgo_qemu_guest)
    run (&program, vars);
  /* Still here: not for us.  */
  close (memory);
  hwpgo_program_free (&program);
  hwpgo_strings_array_free (args);
  hwpgo_strings_array_free (vars);
  free (name);
  free (file);
}
