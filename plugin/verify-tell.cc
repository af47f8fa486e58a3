/* What the verifier says: a line for each finding, and a summary.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/report.h"
#include "plugin/verify-gcc.h"

/* What the table has, for the GCC that this is built for.  */
static const struct
{
  int first, last;
  const char *pass;
  enum hwpgo_verify_rule rule;
  const char *reason;
} unknowns[] = {
#define HWPGO_VERIFY_UNKNOWN(first, last, pass, rule, reason)                 \
  { first, last, pass, HWPGO_VERIFY_##rule, reason },
#include "plugin/verify-unknown.def"
};

static const char *
reason_of (const opt_pass *pass, enum hwpgo_verify_rule rule)
{
  for (unsigned i = 0; i < sizeof unknowns / sizeof *unknowns; i++)
    if (unknowns[i].rule == rule && unknowns[i].first <= HWPGO_GCC_MAJOR
        && HWPGO_GCC_MAJOR <= unknowns[i].last
        && (strcmp (unknowns[i].pass, "*") == 0
            || strcmp (unknowns[i].pass, pass->name) == 0))
      return unknowns[i].reason;
  return NULL;
}

const char *
hwpgo_verify_pass_name (const opt_pass *pass)
{
  dump_file_info *info
      = pass->static_pass_number >= 0
            ? g->get_dumps ()->get_dump_file_info (pass->static_pass_number)
            : NULL;
  return info && info->suffix && *info->suffix == '.' ? info->suffix + 1
                                                      : pass->name;
}

/* --- the summary ---------------------------------------------------------
 */

/* Of one pass and rule.  */
struct sum
{
  const opt_pass *pass;
  enum hwpgo_verify_rule rule;
  bool unknown;
  uint64_t findings, executions;
};

static vec<sum> sums;

static void
add_up (const opt_pass *pass, const struct hwpgo_verify_finding *f,
        bool unknown)
{
  for (unsigned i = 0; i < sums.length (); i++)
    if (sums[i].pass == pass && sums[i].rule == f->rule
        && sums[i].unknown == unknown)
      {
        sums[i].findings++;
        sums[i].executions = hwpgo_add (sums[i].executions, f->executions);
        return;
      }
  struct sum sum = { pass, f->rule, unknown, 1, f->executions };
  sums.safe_push (sum);
}

static int
by_pass (const void *a, const void *b)
{
  const struct sum *x = (const struct sum *) a, *y = (const struct sum *) b;
  int xn = x->pass->static_pass_number, yn = y->pass->static_pass_number;
  if (xn != yn)
    return xn < yn ? -1 : 1;
  if (x->rule != y->rule)
    return x->rule < y->rule ? -1 : 1;
  return x->unknown - y->unknown;
}

void
hwpgo_verify_sum_up (void)
{
  sums.qsort (by_pass);
  for (unsigned i = 0; i < sums.length (); i++)
    {
      hwpgo_report_begin ("verify-pass");
      hwpgo_report_string ("pass", hwpgo_verify_pass_name (sums[i].pass));
      hwpgo_report_string ("rule", hwpgo_verify_rule_name (sums[i].rule));
      if (sums[i].unknown)
        hwpgo_report_string ("unknown", "yes");
      hwpgo_report_u64 ("findings", sums[i].findings);
      hwpgo_report_u64 ("executions", sums[i].executions);
      hwpgo_report_end ();
    }
  sums.release ();
}

/* --- findings ------------------------------------------------------------
 */

static location_t
place_of (function *fn, const struct hwpgo_verify_block *block)
{
  return block->place ? (location_t) block->place
                      : DECL_SOURCE_LOCATION (fn->decl);
}

static void
report (const char *pass, function *fn, const struct hwpgo_verify_block *block,
        const struct hwpgo_verify_finding *f, const char *reason)
{
  expanded_location at = expand_location (place_of (fn, block));
  hwpgo_report_begin ("verify");
  hwpgo_report_string ("pass", pass);
  hwpgo_report_string ("rule", hwpgo_verify_rule_name (f->rule));
  hwpgo_report_string ("function",
                       IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn->decl)));
  hwpgo_report_string ("file", at.file ? at.file : "");
  hwpgo_report_u64 ("line", at.line);
  hwpgo_report_u64 ("block", block->number);
  if (f->is >= 0)
    hwpgo_report_fraction ("is", f->is);
  if (f->should >= 0)
    hwpgo_report_fraction ("should", f->should);
  if (f->before >= 0)
    hwpgo_report_fraction ("before", f->before);
  hwpgo_report_string ("quality", hwpgo_quality_name (block->count.quality));
  hwpgo_report_u64 ("executions", f->executions);
  if (reason)
    hwpgo_report_string ("unknown", reason);
  hwpgo_report_end ();
}

/* "250, not 750".  */
static const char *
values (const struct hwpgo_verify_finding *f)
{
  static char text[128];
  if (f->is < 0 && f->should < 0)
    return "none";
  if (f->is < 0)
    snprintf (text, sizeof text, "none, was %.6g", f->should);
  else if (f->rule == HWPGO_VERIFY_PROBABILITY_MISSING)
    snprintf (text, sizeof text, "%.0f of them", f->is);
  else
    snprintf (text, sizeof text, "%.10g, not %.10g", f->is, f->should);
  return text;
}

static void
warn (const char *pass, function *fn, const struct hwpgo_verify_block *block,
      const struct hwpgo_verify_finding *f)
{
  const char *text = hwpgo_verify_rule_text (f->rule);
  const char *name = hwpgo_verify_rule_name (f->rule);
  location_t at = place_of (fn, block);
  if (hwpgo_plugin.args.verify == HWPGO_VERIFY_ERROR)
    error_at (at, "hwpgo: after pass %qs, block %u of %qD: %s: %s [%s]", pass,
              block->number, fn->decl, text, values (f), name);
  else
    warning_at (at, 0, "hwpgo: after pass %qs, block %u of %qD: %s: %s [%s]",
                pass, block->number, fn->decl, text, values (f), name);
}

void
hwpgo_verify_tell (const opt_pass *pass, function *fn,
                   const struct hwpgo_verify_snapshot *after,
                   const struct hwpgo_verify_findings *findings,
                   const char *const *unknown)
{
  const char *name = hwpgo_verify_pass_name (pass);
  for (size_t i = 0; i < findings->n; i++)
    {
      const struct hwpgo_verify_finding *f = &findings->list[i];
      const struct hwpgo_verify_block *block = &after->blocks[f->block];
      const char *reason = unknown && unknown[f->rule]
                               ? unknown[f->rule]
                               : reason_of (pass, f->rule);
      add_up (pass, f, reason != NULL);
      report (name, fn, block, f, reason);
      if (!reason && hwpgo_plugin.args.verify != HWPGO_VERIFY_REPORT)
        warn (name, fn, block, f);
    }
}
