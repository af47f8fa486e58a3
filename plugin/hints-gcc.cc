/* The hint for a branch of the function being compiled.
   SPDX-License-Identifier: GPL-2.0-or-later

   Hints are looked up in the profiles as they were read, not in what the load
   pass has made of them: that has counts of inlined calls moved to where this
   build has the code at that moment, and this may be asked at any other.  */

#include "plugin/gcc-headers.h"
#include "plugin/hints.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"

static struct hwpgo_hint_source source;

/* Index the profiles when the first hint is asked.  */
static void
index_profiles ()
{
  static bool done;
  if (done)
    return;
  done = true;
  const struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  source.threshold = hwpgo_plugin.args.min_mispredict_ratio;
  source.factor = hwpgo_plugin.args.mispredict_factor;
  source.execution_period = hwpgo_bundle_period (bundle, HWPGO_FREQUENCY);
  source.mispredict_period = hwpgo_bundle_period (bundle, HWPGO_MISPREDICT);
  if (bundle->profiles[HWPGO_FREQUENCY])
    source.executions = hwpgo_lookup_new (bundle->profiles[HWPGO_FREQUENCY],
                                          hwpgo_source_meaning);
  if (bundle->profiles[HWPGO_MISPREDICT])
    source.mispredicts = hwpgo_lookup_new (bundle->profiles[HWPGO_MISPREDICT],
                                           hwpgo_source_meaning);
}

struct hwpgo_hint
hwpgo_hint_at (tree fndecl, location_t location, unsigned mask)
{
  struct hwpgo_hint hint = {};
  struct hwpgo_place place;
  index_profiles ();
  if (hwpgo_source_place (fndecl, location, &place))
    {
      const function *fn = DECL_STRUCT_FUNCTION (fndecl);
      hint = hwpgo_hint_lookup (&source, &place, mask,
                                fn && fn->after_inlining);
    }
  if (hwpgo_plugin.args.force_branchless)
    hint.verdict = HWPGO_UNPREDICTABLE;
  return hint;
}
