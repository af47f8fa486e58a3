/* The ways to record a command into a perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "runtime/hwpgo/recorder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/hwpgo/parts.h"
#include "runtime/pmu/collect.h"

/* --- emulated ------------------------------------------------------------ */

static int
run_emulated (const struct hwpgo_pmu_config *config,
              struct hwpgo_recording *recording, struct hwpgo_error *err)
{
  char **command = hwpgo_pmu_command (config, recording->argv, err);
  if (!command)
    return -(int) err->code;
  int ret = hwpgo_run_command (command, &recording->status, err);
  hwpgo_pmu_command_free (command);
  struct hwpgo_pmu_totals totals = { 0 };
  if (ret == 0)
    ret = hwpgo_pmu_collect (config, recording->argv, recording->perf_data,
                             &totals, err);
  recording->cut_short = totals.cut_short;
  recording->instructions = totals.instructions;
  recording->taken = totals.taken;
  recording->mispredicts = totals.mispredicts;
  return ret;
}

int
hwpgo_record_emulated (struct hwpgo_recording *recording,
                       struct hwpgo_error *err)
{
  int ret = 0;
  char *plugin = hwpgo_part ("hwpgo-pmu.so", err);
  char *spool = plugin ? hwpgo_scratch_new (err) : NULL;
  if (spool)
    {
      struct hwpgo_pmu_config config = {
        .plugin = plugin,
        .spool = spool,
        .predictor = recording->predictor,
        .period = recording->period,
        .mispredict_period = recording->mispredict_period,
        .exact = recording->exact,
      };
      hwpgo_pmu_defaults (&config);
      ret = run_emulated (&config, recording, err);
    }
  else
    ret = -(int) err->code;
  hwpgo_scratch_free (spool);
  free (plugin);
  return ret;
}

/* --- hardware ------------------------------------------------------------ */

struct hardware
{
  const char *vendor, *taken, *mispredicts;
};

static const struct hardware hardware[] = {
#define HWPGO_HARDWARE(vendor, taken, mispredicts)                            \
  { vendor, taken, mispredicts },
#include "runtime/hwpgo/hardware.def"
#undef HWPGO_HARDWARE
};

/* The row of this machine's processor, or NULL.  */
static const struct hardware *
this_hardware (void)
{
  FILE *f = fopen ("/proc/cpuinfo", "re");
  const struct hardware *found = NULL;
  char line[512];
  while (f && !found && fgets (line, sizeof line, f))
    for (size_t i = 0; i < sizeof hardware / sizeof hardware[0]; i++)
      if (strncmp (line, "vendor_id", 9) == 0
          && strstr (line, hardware[i].vendor))
        found = &hardware[i];
  if (f)
    fclose (f);
  return found;
}

/* The event of FORMAT with PERIOD put in; malloc'ed or NULL.  */
static char *
event_text (const char *format, uint64_t period)
{
  const char *hole = strstr (format, "%llu");
  char *text = NULL;
  if (!hole
      || asprintf (&text, "%.*s%llu%s", (int) (hole - format), format,
                   (unsigned long long) period, hole + 4)
             < 0)
    return NULL;
  return text;
}

int
hwpgo_record_hardware (struct hwpgo_recording *recording,
                       struct hwpgo_error *err)
{
  const struct hardware *row = this_hardware ();
  if (!row)
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, NULL,
                            "the branch events of this processor are not "
                            "known; use --pmu=emulated");
  /* Primes, so that samples do not keep step with loops.  */
  uint64_t period = recording->period ? recording->period : 1000003;
  uint64_t missed
      = recording->mispredict_period ? recording->mispredict_period : 100003;
  size_t n = 0;
  while (recording->argv[n])
    n++;
  char *taken = event_text (row->taken, period);
  char *mispredicts = event_text (row->mispredicts, missed);
  const char **argv = calloc (n + 16, sizeof *argv);
  int ret;
  if (taken && mispredicts && argv)
    {
      const char *const start[]
          = { "perf", "record", "-q", "-b",        "-o", recording->perf_data,
              "-e",   taken,    "-e", mispredicts, "--" };
      size_t used = sizeof start / sizeof start[0];
      memcpy (argv, start, sizeof start);
      memcpy (argv + used, recording->argv, n * sizeof *argv);
      ret = hwpgo_run_command ((char *const *) argv, &recording->status, err);
      if (ret == 0 && access (recording->perf_data, R_OK) != 0)
        {
          /* The status is perf's: it did not get as far as the command.  */
          recording->status = 0;
          ret = hwpgo_error_set (err, HWPGO_E_NOT_FOUND, recording->perf_data,
                                 "perf record did not write it");
        }
    }
  else
    ret = hwpgo_error_nomem (err);
  free (taken);
  free (mispredicts);
  free (argv);
  return ret;
}
