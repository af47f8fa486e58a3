/* Requests to end while there is something to clean up.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/hwpgo/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

static volatile sig_atomic_t noted;

static void
note (int signal)
{
  noted = signal;
}

static void
go_on (int signal)
{
  (void) signal;
}

void
hwpgo_interrupt_no_limit (void)
{
  struct sigaction old, action;
  memset (&action, 0, sizeof action);
  /* Ignored, it would be so in what is executed, too.  */
  action.sa_handler = go_on;
  action.sa_flags = SA_RESTART;
  if (sigaction (SIGXFSZ, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
    sigaction (SIGXFSZ, &action, NULL);
}

void
hwpgo_interrupt_note (void)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    {
      struct sigaction old, action;
      memset (&action, 0, sizeof action);
      action.sa_handler = note;
      if (sigaction (signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction (signals[i], &action, NULL);
    }
}

int
hwpgo_interrupt_noted (void)
{
  return noted;
}

void
hwpgo_interrupt_obey (void)
{
  if (!noted)
    return;
  signal (noted, SIG_DFL);
  raise (noted);
}
