/* The global history and what branches keep of their own.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "runtime/pmu/predictor-parts.h"

void
hwpgo_history_start (struct hwpgo_history *history)
{
  memset (history, 0, sizeof *history);
  history->newest = history->bits + HWPGO_HISTORY_ROOM;
}

void
hwpgo_history_make_room (struct hwpgo_history *history)
{
  uint8_t *to = history->bits + HWPGO_HISTORY_ROOM;
  memmove (to, history->newest, HWPGO_HISTORY_LONGEST + 1);
  history->newest = to;
}

void
hwpgo_site_loop_exit (struct hwpgo_site *site)
{
  if (site->run == HWPGO_RUN_UNKNOWN)
    {
      /* The next run is a whole one again.  */
      site->run = 0;
      return;
    }
  if (site->run == 0)
    {
      /* Twice in a row: this is the direction that repeats.  */
      site->body = !site->body;
      site->run = 2;
      site->trip = 0;
      site->repeats = 0;
      return;
    }
  if (site->run == site->trip)
    site->repeats += site->repeats < UINT8_MAX;
  else
    site->repeats = 0;
  site->trip = site->run;
  site->run = 0;
}
