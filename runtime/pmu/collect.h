/* From the emulated PMU's spool files to one perf.data.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each emulated process writes its own spool file, through a shared mapping,
   so that what it wrote survives any way of dying.  Once the command is done
   the spools become one ordinary perf.data.  */

#ifndef HWPGO_PMU_COLLECT_H
#define HWPGO_PMU_COLLECT_H

#include <stdint.h>

#include "runtime/base/error.h"

struct hwpgo_pmu_config
{
  const char *plugin;         /* path of the emulator's plugin.  */
  const char *spool;          /* empty folder for the spools.  */
  const char *predictor;      /* a name from predictors.def.  */
  uint64_t period;            /* taken branches a sample.  */
  uint64_t mispredict_period; /* mispredicts a sample.  */
};

/* Defaults for the fields that are 0 or NULL.  */
void hwpgo_pmu_defaults (struct hwpgo_pmu_config *config);

/* The names of the predictors, NULL-terminated; the first is the default.  */
const char *const *hwpgo_pmu_predictors (void);

/* The emulator for this machine's programs, found in PATH: a malloc'ed path,
   or NULL with an error that names the package to install.  */
char *hwpgo_pmu_emulator (struct hwpgo_error *err);

/* The command line that runs ARGV under the emulated PMU: a malloc'ed,
   NULL-terminated array of malloc'ed strings.  ARGV[0] is looked up in PATH;
   scripts run under their interpreter.  NULL with an error for what cannot
   be emulated (not found, another architecture).  */
char **hwpgo_pmu_command (const struct hwpgo_pmu_config *config,
                          char *const *argv, struct hwpgo_error *err);
void hwpgo_pmu_command_free (char **command);

struct hwpgo_pmu_totals
{
  uint64_t processes, instructions, branches, taken, conditional, mispredicts;
  uint64_t samples, mispredict_samples;
};

/* Make OUTPUT (a perf.data) from the spools.  ARGV is the command as typed.
   TOTALS may be NULL.  */
int hwpgo_pmu_collect (const struct hwpgo_pmu_config *config,
                       char *const *argv, const char *output,
                       struct hwpgo_pmu_totals *totals,
                       struct hwpgo_error *err);

#endif
