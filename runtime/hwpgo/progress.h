/* A line that says how far work is, on terminals only.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_PROGRESS_H
#define HWPGO_HWPGO_PROGRESS_H

#include <stdbool.h>
#include <time.h>

struct hwpgo_progress
{
  const char *what; /* "converting"; NULL: say nothing.  */
  struct timespec start;
  double shown; /* seconds after START of the last line.  */
  bool visible; /* there is a line to wipe.  */
};

/* Start; silent for the first second, and unless standard error is a
   terminal.  WHAT must live until the end.  */
void hwpgo_progress_begin (struct hwpgo_progress *progress, const char *what);
/* DONE is 0..1; DATA the struct.  False when the work is to end, see
   interrupt.h.  Fits hwpgo_convert_options.  */
bool hwpgo_progress_show (double done, void *data);
/* Wipe the line.  */
void hwpgo_progress_end (struct hwpgo_progress *progress);

#endif
