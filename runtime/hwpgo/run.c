/* Running the command that is recorded.
   SPDX-License-Identifier: GPL-2.0-or-later

   The command shares our process group, so that it may use the terminal and
   gets SIGINT and SIGQUIT from the keyboard itself.  We ignore those two, as
   a shell does, and live on to write what was recorded.  SIGTERM and SIGHUP
   are usually sent to us alone, so they are handed on.  When the command has
   ended, all but SIGQUIT are meant for us again.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/base/file.h"
#include "runtime/hwpgo/interrupt.h"
#include "runtime/hwpgo/recorder.h"

static const int handled[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
#define N_HANDLED (sizeof handled / sizeof handled[0])

static volatile sig_atomic_t command_pid;

static void
hand_on (int signal)
{
  int saved = errno;
  if (command_pid > 0)
    kill (command_pid, signal);
  errno = saved;
}

/* Set our dispositions and remember the earlier ones in OLD.  A signal that
   is ignored already (nohup) stays so.  */
static void
set_signals (struct sigaction *old)
{
  for (size_t i = 0; i < N_HANDLED; i++)
    {
      struct sigaction action;
      memset (&action, 0, sizeof action);
      bool keyboard = handled[i] == SIGINT || handled[i] == SIGQUIT;
      action.sa_handler = keyboard ? SIG_IGN : hand_on;
      sigaction (handled[i], NULL, &old[i]);
      if (old[i].sa_handler != SIG_IGN)
        sigaction (handled[i], &action, NULL);
    }
}

static void
restore_signals (const struct sigaction *old)
{
  for (size_t i = 0; i < N_HANDLED; i++)
    sigaction (handled[i], &old[i], NULL);
}

/* The child: becomes ARGV, or tells FD why not.  */
static void __attribute__ ((noreturn))
become (char *const *argv, int fd, const struct sigaction *old,
        const sigset_t *mask)
{
  restore_signals (old);
  sigprocmask (SIG_SETMASK, mask, NULL);
  execvp (argv[0], argv);
  int error = errno;
  if (write (fd, &error, sizeof error) < 0)
    _exit (126);
  _exit (127);
}

static int
start_and_wait (char *const *argv, int *status, const struct sigaction *old,
                const sigset_t *mask, struct hwpgo_error *err)
{
  int fds[2];
  if (pipe2 (fds, O_CLOEXEC) != 0)
    return hwpgo_error_errno (err, NULL, "make a pipe");
  pid_t pid = fork ();
  if (pid == 0)
    become (argv, fds[1], old, mask);
  close (fds[1]);
  int error = pid < 0 ? errno : 0;
  if (pid > 0)
    {
      command_pid = pid;
      sigprocmask (SIG_SETMASK, mask, NULL);
      /* Nothing comes when exec closes the other end.  */
      ssize_t n;
      do
        n = read (fds[0], &error, sizeof error);
      while (n < 0 && errno == EINTR);
      if (n != sizeof error)
        error = 0;
      while (waitpid (pid, status, 0) < 0 && errno == EINTR)
        ;
      command_pid = 0;
    }
  close (fds[0]);
  errno = error;
  return error ? hwpgo_error_errno (err, argv[0], "run") : 0;
}

int
hwpgo_run_command (char *const *argv, int *status, struct hwpgo_error *err)
{
  struct sigaction old[N_HANDLED];
  sigset_t block, mask;
  sigemptyset (&block);
  for (size_t i = 0; i < N_HANDLED; i++)
    sigaddset (&block, handled[i]);
  /* Blocked until the child has its own dispositions and we its number.  */
  sigprocmask (SIG_BLOCK, &block, &mask);
  set_signals (old);
  fflush (NULL);
  int ret = start_and_wait (argv, status, old, &mask, err);
  sigprocmask (SIG_BLOCK, &block, NULL);
  restore_signals (old);
  hwpgo_interrupt_note ();
  sigprocmask (SIG_SETMASK, &mask, NULL);
  return ret;
}

char *
hwpgo_scratch_new (struct hwpgo_error *err)
{
  const char *base = getenv ("TMPDIR");
  char *folder
      = hwpgo_path_join (base && *base ? base : "/tmp", "hwpgo.XXXXXX");
  if (!folder)
    hwpgo_error_nomem (err);
  else if (!mkdtemp (folder))
    {
      hwpgo_error_errno (err, folder, "create the folder");
      free (folder);
      folder = NULL;
    }
  return folder;
}

void
hwpgo_scratch_free (char *folder)
{
  DIR *d = folder ? opendir (folder) : NULL;
  for (struct dirent *e; d && (e = readdir (d));)
    {
      char *file = hwpgo_path_join (folder, e->d_name);
      if (file && strcmp (e->d_name, ".") != 0
          && strcmp (e->d_name, "..") != 0)
        unlink (file);
      free (file);
    }
  if (d)
    {
      closedir (d);
      rmdir (folder);
    }
  free (folder);
}
