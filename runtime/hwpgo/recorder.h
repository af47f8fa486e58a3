/* The ways to record a command into a perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HWPGO_HWPGO_RECORDER_H
#define HWPGO_HWPGO_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/error.h"

struct hwpgo_recording
{
  char *const *argv;                  /* the command.  */
  const char *perf_data;              /* to write.  */
  uint64_t period, mispredict_period; /* 0: the recorder's own.  */
  const char *predictor;              /* NULL: the default; emulated only.  */
  bool exact; /* count all instead of sampling; emulated only.  */
  int status;                         /* out: of the command, as waitpid's.  */
  uint64_t cut_short; /* out: processes for whose samples no room was left.  */
  /* Out: events in user code of all processes; emulated only, where those of a
     long run are estimates unless all is counted.  */
  uint64_t instructions, taken, mispredicts;
};

/* Both run the command to its end and write the recording, whatever the
   status of the command.  */
int hwpgo_record_hardware (struct hwpgo_recording *recording,
                           struct hwpgo_error *err);
int hwpgo_record_emulated (struct hwpgo_recording *recording,
                           struct hwpgo_error *err);

/* Run ARGV on our own standard streams and wait for it.  Keys on the terminal
   that interrupt go to it and not to us; other requests to end are handed
   on.  Afterwards they are noted, see interrupt.h.  */
int hwpgo_run_command (char *const *argv, int *status,
                       struct hwpgo_error *err);

/* A new folder for temporary files: malloc'ed, or NULL with an error.  */
char *hwpgo_scratch_new (struct hwpgo_error *err);
/* Remove it with the files in it, and free it.  NULL is fine.  */
void hwpgo_scratch_free (char *folder);

#endif
