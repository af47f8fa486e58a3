/* The verifier in the compiler.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_VERIFY_GCC_H
#define HWPGO_PLUGIN_VERIFY_GCC_H

#include "plugin/verify.h"

/* The words of the argument 'verify', in the order of args.def.  */
enum hwpgo_verify_mode
{
  HWPGO_VERIFY_OFF,
  HWPGO_VERIFY_REPORT,
  HWPGO_VERIFY_WARN,
  HWPGO_VERIFY_ERROR
};

/* Begin to watch the passes, if that is asked for.  Returns 0 or an error in
   the arguments.  */
int hwpgo_verify_watch (const char *plugin_name, struct hwpgo_error *err);

/* The pass that runs cannot know better, for the reason REASON, a text that
   lives for ever: what it breaks of RULE in function FNDECL is reported with
   that, and not warned of.  To be called while it runs.  */
void hwpgo_verify_unknown (tree fndecl, enum hwpgo_verify_rule rule,
                           const char *reason);

/* The counts of FN have just been loaded: say of what follows from that that it
   is no loss.  */
void hwpgo_verify_loaded (function *fn);

/* Fill SNAPSHOT, zeroed, with the profile of FN, which need not be cfun;
   APART: its callgraph node need not agree with it.  Nothing of FN changes.
   Returns 0 or -HWPGO_E_NOMEM.  */
int hwpgo_verify_see (function *fn, hwpgo_verify_rules rules, bool apart,
                      struct hwpgo_verify_snapshot *snapshot);

/* A pass as people know it, as its dumps are called.  Lives for ever.  */
const char *hwpgo_verify_pass_name (const opt_pass *pass);

/* Tell of what PASS has done to FN, which now is AFTER.  UNKNOWN are the
   reasons of hwpgo_verify_unknown, by rule; NULL: none.  */
void hwpgo_verify_tell (const opt_pass *pass, function *fn,
                        const struct hwpgo_verify_snapshot *after,
                        const struct hwpgo_verify_findings *findings,
                        const char *const *unknown);

/* Report what PASS has done to the branches of FN that 'verify-branch' names.
   BEFORE may be NULL.  */
void hwpgo_verify_follow (const opt_pass *pass, function *fn,
                          const struct hwpgo_verify_snapshot *before,
                          const struct hwpgo_verify_snapshot *after);

/* The summary by pass and rule.  */
void hwpgo_verify_sum_up (void);

#endif
