/* A line that says how far work is, on terminals only.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/hwpgo/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "runtime/hwpgo/interrupt.h"

void
hwpgo_progress_begin (struct hwpgo_progress *progress, const char *what)
{
  progress->what = isatty (STDERR_FILENO) ? what : NULL;
  progress->shown = 0;
  progress->visible = false;
  clock_gettime (CLOCK_MONOTONIC, &progress->start);
}

static void
show (struct hwpgo_progress *progress, double done)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  double elapsed = (double) (now.tv_sec - progress->start.tv_sec)
                   + (double) (now.tv_nsec - progress->start.tv_nsec) / 1e9;
  if (elapsed < 1 || elapsed - progress->shown < 0.2)
    return;
  progress->shown = elapsed;
  progress->visible = true;
  if (done < 0)
    fprintf (stderr, "\rhwpgo: %s: %.0f s", progress->what, elapsed);
  else
    fprintf (stderr, "\rhwpgo: %s: %3.0f %% ", progress->what, done * 100);
  fflush (stderr);
}

bool
hwpgo_progress_show (double done, void *data)
{
  struct hwpgo_progress *progress = data;
  if (progress->what)
    show (progress, done);
  return !hwpgo_interrupt_noted ();
}

void
hwpgo_progress_end (struct hwpgo_progress *progress)
{
  if (progress->visible)
    fputs ("\r\033[K", stderr);
  progress->visible = false;
}
