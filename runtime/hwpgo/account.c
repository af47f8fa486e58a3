/* What became of every sample.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "runtime/hwpgo/account.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/base/memory.h"

uint64_t
hwpgo_account_dropped (const struct hwpgo_convert_report *report,
                       const char *unit)
{
  uint64_t sum = 0;
  for (enum hwpgo_drop d = 0; d < HWPGO_DROPS; d++)
    if (strcmp (hwpgo_drop_unit (d), unit) == 0)
      sum = hwpgo_add (sum, report->dropped[d]);
  return sum;
}

/* One unit: its total, and a line for each reason that took any.  */
static void
print_unit (FILE *out, const struct hwpgo_convert_report *report,
            const char *unit, uint64_t total, uint64_t used)
{
  fprintf (out,
           "hwpgo: %" PRIu64 " %s: %" PRIu64 " used, %" PRIu64 " dropped\n",
           total, unit, used, hwpgo_account_dropped (report, unit));
  for (enum hwpgo_drop d = 0; d < HWPGO_DROPS; d++)
    {
      if (report->dropped[d] == 0 || strcmp (hwpgo_drop_unit (d), unit) != 0)
        continue;
      const char *cure = hwpgo_drop_cure (d);
      fprintf (out, "hwpgo:   %" PRIu64 " %s%s%s%s\n", report->dropped[d],
               hwpgo_drop_text (d), *cure ? " (" : "", cure, *cure ? ")" : "");
    }
}

static void
print_count (FILE *out, uint64_t n, const char *what)
{
  if (n)
    fprintf (out, "hwpgo: %" PRIu64 " %s\n", n, what);
}

void
hwpgo_account_print (FILE *out, const struct hwpgo_convert_report *report)
{
  print_unit (out, report, "samples", report->samples, report->samples_used);
  print_unit (out, report, "branches", report->branches,
              report->branches_used);
  print_unit (out, report, "ranges", report->ranges, report->ranges_used);
  print_count (out, report->lost, "records or samples lost while recording");
  print_count (out, report->throttled,
               "times the kernel paused the recording (use a longer period)");
  print_count (out, report->unknown_records,
               "records of unknown types, or lines of text");
  print_count (out, report->malformed_records, "malformed records");
  print_count (out, report->frames,
               "lines of call stacks, which are not needed");
  print_count (out, report->bad_units,
               "units with unreadable debug information");
  if (report->unfinished)
    fprintf (out,
             "hwpgo: note: %zu recording%s: perf was killed, or the file was "
             "cut; what is there was used\n",
             report->unfinished,
             report->unfinished == 1 ? " ends early" : "s end early");
  if (report->addresses)
    fputs ("hwpgo: note: the samples have no branch stacks, so that only "
           "their addresses count; perf record -b, where the processor can, "
           "makes a better profile of fewer samples\n",
           out);
  if (report->note[0])
    fprintf (out, "hwpgo: note: %s\n", report->note);
}

/* The reason that took most of UNIT, HWPGO_DROPS if none took any.  */
static enum hwpgo_drop
main_reason (const struct hwpgo_convert_report *report, const char *unit)
{
  enum hwpgo_drop most = HWPGO_DROPS;
  for (enum hwpgo_drop d = 0; d < HWPGO_DROPS; d++)
    if (d != HWPGO_DROP_OTHER_EVENT && report->dropped[d]
        && strcmp (hwpgo_drop_unit (d), unit) == 0
        && (most == HWPGO_DROPS || report->dropped[d] > report->dropped[most]))
      most = d;
  return most;
}

/* Of UNIT, USED of TOTAL could be used: true if that is little, and WHY, of
   SIZE bytes, then says why.  */
static bool
is_little (const struct hwpgo_convert_report *report, const char *unit,
           uint64_t total, uint64_t used, char *why, size_t size)
{
  enum hwpgo_drop reason = main_reason (report, unit);
  if (reason == HWPGO_DROPS || used >= total - total / 2)
    return false;
  const char *cure = hwpgo_drop_cure (reason);
  snprintf (why, size,
            "%" PRIu64 " of %" PRIu64 " %s can be used; most of the others "
            "are %s%s%s",
            used, total, unit, hwpgo_drop_text (reason), *cure ? ": " : "",
            cure);
  return true;
}

int
hwpgo_account_judge (FILE *out, const struct hwpgo_convert_report *report,
                     struct hwpgo_error *err)
{
  char why[256];
  /* Nobody asked for those of other events.  */
  uint64_t samples = report->samples - report->dropped[HWPGO_DROP_OTHER_EVENT];
  bool little = is_little (report, "samples", samples, report->samples_used,
                           why, sizeof why);
  if (little && report->samples_used == 0)
    return hwpgo_error_set (err, HWPGO_E_EMPTY, NULL, "%s", why);
  if (little
      || is_little (report, "ranges", report->ranges, report->ranges_used, why,
                    sizeof why))
    fprintf (out, "hwpgo: warning: only %s\n", why);
  return 0;
}
