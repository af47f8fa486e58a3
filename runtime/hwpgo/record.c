/* hwpgo record: run a command under a performance monitoring unit.
   SPDX-License-Identifier: GPL-2.0-or-later

   In steps: choose the unit; run the command, into a perf.data; convert that;
   write the bundle; end with the status of the command.  */

#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "runtime/base/file.h"
#include "runtime/hwpgo/account.h"
#include "runtime/hwpgo/interrupt.h"
#include "runtime/hwpgo/parts.h"
#include "runtime/hwpgo/progress.h"
#include "runtime/hwpgo/recorder.h"
#include "runtime/hwpgo/verb.h"
#include "runtime/pmu/collect.h"
#include "runtime/trace/convert.h"

enum
{
  KEY_EXACT = 256,
  KEY_PMU,
  KEY_PERIOD,
  KEY_MISPREDICT_PERIOD,
  KEY_PERF_DATA,
  KEY_PREDICTOR
};

enum pmu
{
  PMU_AUTO,
  PMU_HARDWARE,
  PMU_EMULATED
};

struct record
{
  const char *output;
  enum pmu pmu;
  const char *perf_data; /* to keep; NULL: none.  */
  struct hwpgo_recording recording;
};

static const struct argp_option options[] = {
  { "exact", KEY_EXACT, 0, 0,
    "Count every branch and block instead of sampling; with the emulated PMU "
    "only",
    0 },
  { "mispredict-period", KEY_MISPREDICT_PERIOD, "N", 0,
    "Take a sample every N mispredicted branches", 0 },
  { "output", 'o', "BUNDLE", 0,
    "Write to folder BUNDLE (default: " HWPGO_DEFAULT_BUNDLE ")", 0 },
  { "perf-data", KEY_PERF_DATA, "FILE", 0, "Keep the recording in FILE", 0 },
  { "period", KEY_PERIOD, "N", 0, "Take a sample every N taken branches", 0 },
  { "pmu", KEY_PMU, "UNIT", 0,
    "'hardware', 'emulated', or 'auto' (default): hardware where branch "
    "stacks can be sampled",
    0 },
  { "predictor", KEY_PREDICTOR, "NAME", 0,
    "The branch predictor of the emulated PMU", 0 },
  { 0 }
};

static enum pmu
parse_pmu (const struct argp_state *state, const char *name)
{
  static const char *const names[] = { "auto", "hardware", "emulated" };
  for (enum pmu p = PMU_AUTO; p <= PMU_EMULATED; p++)
    if (strcmp (name, names[p]) == 0)
      return p;
  argp_error (state, "--pmu=%s: the units are auto, hardware and emulated",
              name);
  return PMU_AUTO;
}

static const char *
parse_predictor (const struct argp_state *state, const char *name)
{
  char known[256] = "";
  size_t used = 0;
  for (const char *const *p = hwpgo_pmu_predictors (); *p; p++)
    {
      if (strcmp (*p, name) == 0)
        return *p;
      if (used < sizeof known)
        used += (size_t) snprintf (known + used, sizeof known - used, " %s",
                                   *p);
    }
  argp_error (state, "--predictor=%s: the predictors are%s", name, known);
  return NULL;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct record *record = state->input;
  switch (key)
    {
    case 'o':
      record->output = arg;
      return 0;
    case KEY_EXACT:
      record->recording.exact = true;
      return 0;
    case KEY_PMU:
      record->pmu = parse_pmu (state, arg);
      return 0;
    case KEY_PERF_DATA:
      record->perf_data = arg;
      return 0;
    case KEY_PERIOD:
      record->recording.period
          = hwpgo_option_u64 (state, "period", arg, 1, HWPGO_PMU_PERIOD_MAX);
      return 0;
    case KEY_MISPREDICT_PERIOD:
      record->recording.mispredict_period = hwpgo_option_u64 (
          state, "mispredict-period", arg, 1, HWPGO_PMU_PERIOD_MAX);
      return 0;
    case KEY_PREDICTOR:
      record->recording.predictor = parse_predictor (state, arg);
      return 0;
    case ARGP_KEY_ARG:
      /* The rest is the command, whatever it looks like.  */
      record->recording.argv = state->argv + state->next - 1;
      state->next = state->argc;
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error (state, "there is no command to run");
      return 0;
    case ARGP_KEY_END:
      if (record->recording.exact
          && (record->recording.period || record->recording.mispredict_period))
        argp_error (state, "--exact does not sample: it has no period");
      if (record->recording.exact && record->pmu == PMU_HARDWARE)
        argp_error (state, "--exact needs the emulated PMU");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp
    = { options,
        parse,
        "-- COMMAND [ARG...]",
        "Run COMMAND and make a bundle of what its branches do.  Ends with "
        "the exit status of COMMAND, 128 and the number of the signal when "
        "one has ended it.",
        NULL,
        NULL,
        NULL };

/* Decide between the units, and say so when it is not the real one.  */
static enum pmu
choose_pmu (void)
{
  char why[160];
  char *perf = NULL;
  if (!hwpgo_branch_stacks_p (why, sizeof why))
    hwpgo_say ("%s: using the emulated PMU", why);
  else if (!(perf = hwpgo_program ("perf")))
    hwpgo_say ("perf is not installed: using the emulated PMU");
  bool hardware = perf != NULL;
  free (perf);
  return hardware ? PMU_HARDWARE : PMU_EMULATED;
}

/* Make the bundle of what was recorded.  */
static int
make_bundle (const struct record *record, struct hwpgo_error *err)
{
  struct hwpgo_progress progress;
  struct hwpgo_convert_options convert = {
    .perf_data = &record->recording.perf_data,
    .n_perf_data = 1,
    .source = record->pmu == PMU_HARDWARE ? "hardware" : "emulated",
    .progress = hwpgo_progress_show,
    .progress_data = &progress,
  };
  struct hwpgo_bundle bundle;
  struct hwpgo_convert_report report = { 0 };
  hwpgo_progress_begin (&progress, "converting");
  int ret = hwpgo_convert (&convert, &bundle, &report, err);
  hwpgo_progress_end (&progress);
  if (ret != 0)
    return ret;
  ret = hwpgo_bundle_write (&bundle, record->output, err);
  if (ret == 0)
    hwpgo_say (
        "wrote %s: %zu functions, %" PRIu64 " of %" PRIu64 " samples used",
        record->output, report.functions, report.samples_used, report.samples);
  hwpgo_bundle_free (&bundle);
  return ret;
}

/* The exit status for STATUS, which is as waitpid's.  */
static int
exit_status (int status)
{
  return WIFSIGNALED (status) ? 128 + WTERMSIG (status) : WEXITSTATUS (status);
}

static void
say_how_it_ended (int status)
{
  if (WIFSIGNALED (status))
    hwpgo_say ("the command was ended by signal %d (%s); the bundle has what "
               "ran until then",
               WTERMSIG (status), strsignal (WTERMSIG (status)));
  else if (WEXITSTATUS (status) != 0)
    hwpgo_say ("the command failed with status %d; the bundle is of that run",
               WEXITSTATUS (status));
}

/* Whatever is written at the end can be written: nobody wants to hear that it
   cannot when the command has run for hours.  */
static int
check_outputs (const struct record *record, struct hwpgo_error *err)
{
  const char *path = record->perf_data;
  struct stat st;
  if (path
      && (strcmp (path, "-") == 0
          || (stat (path, &st) == 0 && !S_ISREG (st.st_mode))))
    return hwpgo_error_set (err, HWPGO_E_UNSUPPORTED, path,
                            "a recording is kept in a regular file only");
  int ret = path ? hwpgo_outfile_check (path, err) : 0;
  return ret ? ret : hwpgo_bundle_check_output (record->output, err);
}

/* All after the options, with SCRATCH for what is not kept.  */
static int
record_into (struct record *record, const char *scratch,
             struct hwpgo_error *err)
{
  char *temporary = NULL;
  if (!record->perf_data
      && !(temporary = hwpgo_path_join (scratch, "perf.data")))
    return hwpgo_error_nomem (err);
  record->recording.perf_data
      = record->perf_data ? record->perf_data : temporary;
  int ret = record->pmu == PMU_HARDWARE
                ? hwpgo_record_hardware (&record->recording, err)
                : hwpgo_record_emulated (&record->recording, err);
  if (ret == 0 && record->recording.cut_short)
    hwpgo_say ("%s is full: of %" PRIu64 " processes only the first samples "
               "are there; TMPDIR names another folder",
               scratch, record->recording.cut_short);
  if (ret == 0 && record->pmu == PMU_EMULATED)
    hwpgo_say ("counted %" PRIu64 " instructions, %" PRIu64
               " taken branches, %" PRIu64 " mispredicts",
               record->recording.instructions, record->recording.taken,
               record->recording.mispredicts);
  if (ret == 0)
    ret = make_bundle (record, err);
  free (temporary);
  return ret;
}

int
hwpgo_verb_record (int argc, char **argv)
{
  struct record record = { .output = HWPGO_DEFAULT_BUNDLE };
  hwpgo_parse (&argp, argc, argv, ARGP_IN_ORDER, &record);
  if (record.pmu == PMU_AUTO)
    record.pmu = record.recording.predictor || record.recording.exact
                     ? PMU_EMULATED
                     : choose_pmu ();
  struct hwpgo_error err;
  if (check_outputs (&record, &err) != 0)
    return hwpgo_fail (&err);
  char *scratch = hwpgo_scratch_new (&err);
  if (!scratch)
    return hwpgo_fail (&err);
  int ret = record_into (&record, scratch, &err);
  hwpgo_scratch_free (scratch);
  int status = exit_status (record.recording.status);
  if (ret == 0)
    {
      say_how_it_ended (record.recording.status);
      return status;
    }
  hwpgo_fail (&err);
  hwpgo_interrupt_obey ();
  return status ? status : HWPGO_EXIT_FAILED;
}
