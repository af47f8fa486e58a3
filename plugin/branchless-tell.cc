/* What is told of a branch: the remark, and the line of the report.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/report.h"

static const char *const refusal_texts[] = {
#define HWPGO_REFUSAL(id, text) text,
#include "plugin/branchless-refusals.def"
#undef HWPGO_REFUSAL
};

struct hwpgo_outcome
hwpgo_outcome_of (gimple *last)
{
  struct hwpgo_outcome o = {};
  o.place = dump_user_location_t (last);
  o.location = gimple_location (last);
  o.hint = hwpgo_branch_hint (last);
  return o;
}

/* One stable line: tests scan for it.  */
void
hwpgo_outcome_remark (const struct hwpgo_outcome *o)
{
  if (!dump_enabled_p ())
    return;
  bool done = o->why == HWPGO_REFUSE_NONE;
  char ratio[96], sum[128] = "";
  int n;
  if (o->hint.verdict == HWPGO_PREDICTABLE)
    n = snprintf (ratio, sizeof ratio,
                  "none of %llu executions (perhaps no branch there)",
                  (unsigned long long) o->hint.executions);
  else
    n = snprintf (ratio, sizeof ratio, "%.1f%% of %llu executions",
                  o->hint.ratio * 100,
                  (unsigned long long) o->hint.executions);
  if (o->hint.age > 0)
    snprintf (ratio + n, sizeof ratio - n, " (%u build%s ago)", o->hint.age,
              o->hint.age == 1 ? "" : "s");
  if (o->weighed)
    snprintf (sum, sizeof sum,
              " (cycles: saves %.2f, work %.2f, latency %.2f)", o->cost.saved,
              o->cost.work, o->cost.latency);
  if (done && o->n_selects == 0)
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, o->place,
                     "branch mispredicted in %s: turns of its loop made at"
                     " once%s\n",
                     ratio, sum);
  else if (done)
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, o->place,
                     "branch mispredicted in %s converted to %u select%s%s\n",
                     ratio, o->n_selects, o->n_selects == 1 ? "" : "s", sum);
  else
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, o->place,
                     "branch mispredicted in %s not converted: %s%s\n", ratio,
                     refusal_texts[o->why], sum);
}

void
hwpgo_outcome_report (const struct hwpgo_outcome *o)
{
  if (!hwpgo_report_wanted ())
    return;
  expanded_location at = expand_location (o->location);
  bool done = o->why == HWPGO_REFUSE_NONE;
  hwpgo_report_begin ("branchless");
  hwpgo_report_string ("function", current_function_name ());
  hwpgo_report_string ("file", at.file ? at.file : "");
  hwpgo_report_u64 ("line", at.line > 0 ? at.line : 0);
  if (o->hinted != UNKNOWN_LOCATION)
    hwpgo_report_u64 ("decided_by", LOCATION_LINE (o->hinted));
  hwpgo_report_u64 ("executions", o->hint.executions);
  hwpgo_report_fraction ("ratio", o->hint.ratio);
  if (o->hint.age > 0)
    hwpgo_report_u64 ("age", o->hint.age);
  hwpgo_report_string ("converted", done ? "yes" : "no");
  if (done)
    hwpgo_report_u64 ("selects", o->n_selects);
  else
    hwpgo_report_string ("reason", refusal_texts[o->why]);
  if (o->weighed)
    {
      hwpgo_report_fraction ("saved", o->cost.saved);
      hwpgo_report_fraction ("work", o->cost.work);
      hwpgo_report_fraction ("latency", o->cost.latency);
    }
  hwpgo_report_end ();
}
