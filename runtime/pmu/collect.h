/* From the emulated PMU's spool files to one perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each emulated process writes its own spool file, through a shared mapping,
   so that what it wrote survives any way of dying.  Once the command is done
   the spools become one ordinary perf.data.  */

#ifndef HWPGO_PMU_COLLECT_H
#define HWPGO_PMU_COLLECT_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/error.h"
#include "runtime/pmu/guest.h"

struct hwpgo_pmu_config
{
  const char *plugin;         /* path of the emulator's plugin.  */
  const char *spool;          /* empty folder for the spools.  */
  const char *predictor;      /* a name from predictors.def.  */
  uint64_t period;            /* taken branches a sample.  */
  uint64_t mispredict_period; /* mispredicts a sample.  */
  /* The period is where sampling starts; it doubles as the program runs on.
     Each sample tells its own.  */
  bool adaptive, mispredict_adaptive;
  /* Count every taken branch, with all that ran between two of them, and
     every mispredict: each sample is one of those, and its period how often
     it happened.  The periods above do not count then.  */
  bool exact;
};

/* Periods that grow, from these on.  A program of a millisecond gives some
   hundred samples, one of ten milliseconds a few thousand, and one of a
   second or an hour between 16384 and 32768 with branch stacks and up to
   eight times as many mispredicts: at most 45 MB, or half that.  */
#define HWPGO_PMU_PERIOD 251
#define HWPGO_PMU_MISPREDICT_PERIOD 1
#define HWPGO_PMU_PERIOD_MAX UINT32_MAX

/* Defaults for the fields that are 0 or NULL; a period that was 0 becomes
   adaptive.  */
void hwpgo_pmu_defaults (struct hwpgo_pmu_config *config);

/* The names of the predictors, NULL-terminated; the first is the default.  */
const char *const *hwpgo_pmu_predictors (void);

/* The emulator for GUEST's programs, found in PATH: a malloc'ed path, or NULL
   with an error that names the package to install.  */
char *hwpgo_pmu_emulator (const struct hwpgo_guest *guest,
                          struct hwpgo_error *err);

/* The command line that runs ARGV under the emulated PMU: a malloc'ed,
   NULL-terminated array of malloc'ed strings.  ARGV[0] is looked up in PATH;
   scripts run under their interpreter.  NULL with an error for what cannot
   be emulated (not found, another architecture).  */
char **hwpgo_pmu_command (const struct hwpgo_pmu_config *config,
                          char *const *argv, struct hwpgo_error *err);
void hwpgo_pmu_command_free (char **command);

struct hwpgo_pmu_totals
{
  /* Beyond a program's first 2^25 blocks these are estimates.  */
  uint64_t processes, instructions, branches, taken, conditional, mispredicts;
  uint64_t samples, mispredict_samples;
  uint64_t cut_short; /* processes that ran out of disk space.  */
};

/* Make OUTPUT (a perf.data) from the spools.  ARGV is the command as typed.
   TOTALS may be NULL.  */
int hwpgo_pmu_collect (const struct hwpgo_pmu_config *config,
                       char *const *argv, const char *output,
                       struct hwpgo_pmu_totals *totals,
                       struct hwpgo_error *err);

#endif
