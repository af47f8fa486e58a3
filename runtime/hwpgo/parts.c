/* Where the parts of hwpgo and other programs are, and running them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/hwpgo/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/base/file.h"

extern char **environ;

/* Cut the last component of PATH.  False if there is none.  */
static bool
cut_component (char *path)
{
  char *slash = strrchr (path, '/');
  if (!slash)
    return false;
  *slash = '\0';
  return true;
}

char *
hwpgo_part (const char *name, struct hwpgo_error *err)
{
  char self[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  if (n < 0)
    {
      hwpgo_error_errno (err, "/proc/self/exe", "read the link");
      return NULL;
    }
  self[n] = '\0';
  if (!cut_component (self) || !cut_component (self))
    {
      hwpgo_error_set (err, HWPGO_E_NOT_FOUND, self,
                       "no folder lib/hwpgo beside it");
      return NULL;
    }
  char *path = NULL;
  if (asprintf (&path, "%s/lib/hwpgo/%s", self, name) < 0)
    {
      hwpgo_error_nomem (err);
      return NULL;
    }
  if (access (path, R_OK) != 0)
    {
      hwpgo_error_set (err, HWPGO_E_NOT_FOUND, path,
                       "hwpgo is not completely built or installed: %s",
                       strerror (errno));
      free (path);
      return NULL;
    }
  return path;
}

char *
hwpgo_program (const char *name)
{
  const char *path = getenv ("PATH");
  if (strchr (name, '/') || !path)
    return NULL;
  while (*path)
    {
      int n = (int) strcspn (path, ":");
      char *file = NULL;
      if (asprintf (&file, "%.*s/%s", n ? n : 1, n ? path : ".", name) < 0)
        return NULL;
      if (access (file, X_OK) == 0)
        return file;
      free (file);
      path += n + (path[n] == ':');
    }
  return NULL;
}

/* Start ARGV with its output going into FD.  */
static bool
spawn_into (int fd, char *const *argv, pid_t *pid)
{
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init (&actions) != 0)
    return false;
  bool started
      = posix_spawn_file_actions_addopen (&actions, 0, "/dev/null", O_RDONLY,
                                          0)
            == 0
        && posix_spawn_file_actions_adddup2 (&actions, fd, 1) == 0
        && posix_spawn_file_actions_adddup2 (&actions, fd, 2) == 0
        && posix_spawnp (pid, argv[0], &actions, NULL, argv, environ) == 0;
  posix_spawn_file_actions_destroy (&actions);
  return started;
}

/* What comes out of FD, up to SIZE - 1 bytes; the rest is read and dropped, so
   that the writer can end.  */
static void
drain (int fd, char *text, size_t size)
{
  char rest[4096];
  size_t used = 0;
  for (;;)
    {
      bool full = used == size - 1;
      ssize_t n = full ? read (fd, rest, sizeof rest)
                       : read (fd, text + used, size - 1 - used);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      used += full ? 0 : (size_t) n;
    }
  while (used && text[used - 1] == '\n')
    used--;
  text[used] = '\0';
}

char *
hwpgo_capture (char *const *argv, int *status)
{
  enum
  {
    SIZE = 65536
  };
  int fds[2];
  if (pipe2 (fds, O_CLOEXEC) != 0)
    return NULL;
  char *text = malloc (SIZE);
  pid_t pid = -1;
  bool started = text && spawn_into (fds[1], argv, &pid);
  close (fds[1]);
  if (started)
    {
      drain (fds[0], text, SIZE);
      while (waitpid (pid, status, 0) < 0 && errno == EINTR)
        ;
    }
  close (fds[0]);
  if (!started)
    {
      free (text);
      return NULL;
    }
  return text;
}

bool
hwpgo_branch_stacks_p (char *why, size_t why_size)
{
  struct perf_event_attr attr;
  memset (&attr, 0, sizeof attr);
  attr.size = sizeof attr;
  attr.type = PERF_TYPE_HARDWARE;
  attr.config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
  attr.sample_period = 1000003;
  attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_BRANCH_STACK;
  attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
  attr.disabled = 1;
  attr.exclude_kernel = 1;
  attr.exclude_hv = 1;
  long fd
      = syscall (SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd >= 0)
    {
      close ((int) fd);
      return true;
    }
  switch (errno)
    {
    case EACCES:
    case EPERM:
      snprintf (why, why_size,
                "perf_event_open is not permitted; the setting is"
                " /proc/sys/kernel/perf_event_paranoid");
      break;
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
    case EINVAL:
      snprintf (why, why_size, "this machine has no branch stacks");
      break;
    default:
      snprintf (why, why_size, "perf_event_open: %s", strerror (errno));
      break;
    }
  return false;
}
