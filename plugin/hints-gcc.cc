/* The hint for a branch of the function being compiled.
   SPDX-License-Identifier: GPL-2.0-or-later

   Hints are looked up in the profiles as they were read, not in what the load
   pass has made of them: that has counts of inlined calls moved to where this
   build has the code at that moment, and this may be asked at any other.  */

#include "plugin/gcc-headers.h"
#include "plugin/hints.h"
#include "plugin/load.h"
#include "plugin/link.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "runtime/profile/discriminator.h"

/* The mispredicts of what the source calls unpredictable.  */
#define COIN 0.5

/* What was recorded; what earlier builds have converted, and how often that was
   mispredicted, or held.  */
static struct hwpgo_hint_source source, remembered, held;

/* How sure a ratio is was weighed when it was measured.  So each count that is
   remembered stands for many samples.  */
#define NO_DOUBT 1e-6

static struct hwpgo_lookup *
index_kind (enum hwpgo_kind kind)
{
  const struct hwpgo_profile *profile = hwpgo_plugin.bundle.profiles[kind];
  return profile ? hwpgo_lookup_new (profile, hwpgo_source_meaning) : NULL;
}

/* Index the profiles when the first hint is asked.  */
static void
index_profiles ()
{
  static bool done;
  if (done)
    return;
  done = true;
  hwpgo_unit_profiles ();
  const struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  source.threshold = hwpgo_plugin.args.min_mispredict_ratio;
  source.factor = hwpgo_plugin.args.mispredict_factor;
  source.execution_period = hwpgo_bundle_period (bundle, HWPGO_FREQUENCY);
  source.mispredict_period = hwpgo_bundle_period (bundle, HWPGO_MISPREDICT);
  source.executions = index_kind (HWPGO_FREQUENCY);
  source.mispredicts = index_kind (HWPGO_MISPREDICT);
  remembered.threshold = source.threshold;
  /* What was remembered has been multiplied before.  */
  remembered.factor = 1;
  remembered.execution_period = NO_DOUBT;
  remembered.mispredict_period = NO_DOUBT;
  remembered.executions = index_kind (HWPGO_REMEMBERED_FREQUENCY);
  remembered.mispredicts = index_kind (HWPGO_REMEMBERED_MISPREDICT);
  held = remembered;
  held.threshold = 0;
  held.mispredicts = index_kind (HWPGO_REMEMBERED_HELD);
}

void
hwpgo_hints_note_bodies (const struct hwpgo_contexts *contexts)
{
  index_profiles ();
  for (struct hwpgo_lookup *lookup :
       { source.executions, source.mispredicts, remembered.executions,
         remembered.mispredicts, held.mispredicts })
    if (lookup && hwpgo_lookup_note_bodies (lookup, contexts) != 0)
      hwpgo_warn (UNKNOWN_LOCATION, "no contexts in hints: out of memory");
}

/* The mark is a bit that bytecode has for each statement.  On a branch it
   keeps GCC from warning of it, and hardly any warning is of a branch.  */
static bool
marked_p (const gimple *stmt)
{
  return stmt->no_warning;
}

void
hwpgo_hint_pass_mark (gimple *to, const gimple *from)
{
  if (in_lto_p)
    to->no_warning = from->no_warning;
}

/* Is inlining over in FNDECL?  */
static bool
final_p (tree fndecl)
{
  const function *fn = DECL_STRUCT_FUNCTION (fndecl);
  return fn && fn->after_inlining;
}

/* As hwpgo_hint_for, of PLACE in FNDECL.  */
static struct hwpgo_hint
hint_at_place (tree fndecl, const struct hwpgo_place *place,
               const gimple *stmt, unsigned mask, bool final)
{
  struct hwpgo_hint none = {};
  bool fits = hwpgo_link_places_fit (fndecl);
  if (!fits && !marked_p (stmt))
    return none;
  index_profiles ();
  if (!fits)
    return hwpgo_hint_on_line (&source, place, final);
  return hwpgo_hint_of_all (&source, &remembered, place, mask, final);
}

struct hwpgo_hint
hwpgo_hint_for (tree fndecl, const gimple *stmt, unsigned mask)
{
  struct hwpgo_hint hint = {};
  struct hwpgo_place place;
  if (hwpgo_source_place (fndecl, gimple_location (stmt), &place))
    {
      hint = hint_at_place (fndecl, &place, stmt, mask, final_p (fndecl));
      hwpgo_hint_of_piece (&hint, hwpgo_times_cut (&place), source.threshold);
    }
  if (hwpgo_unpredictable_p (stmt) && hint.verdict != HWPGO_UNPREDICTABLE)
    hint.ratio = COIN;
  if (hwpgo_unpredictable_p (stmt) || hwpgo_plugin.args.force_branchless)
    hint.verdict = HWPGO_UNPREDICTABLE;
  return hint;
}

bool
hwpgo_hint_waits_p (tree fndecl, const gimple *stmt, unsigned mask)
{
  struct hwpgo_place place;
  if (final_p (fndecl) || hwpgo_unpredictable_p (stmt)
      || hwpgo_plugin.args.force_branchless || !hwpgo_link_places_fit (fndecl)
      || !hwpgo_source_place (fndecl, gimple_location (stmt), &place))
    return false;
  index_profiles ();
  return hwpgo_hint_contexts_differ (&source, &remembered, &place, mask);
}

double
hwpgo_share_of (tree fndecl, const struct hwpgo_place *place, unsigned mask)
{
  index_profiles ();
  return hwpgo_hint_share (&source, place, mask, final_p (fndecl));
}

/* Make PLACE that of LOCATION in FNDECL, and be ready to look it up.  False if it
   has none that the profiles know.  */
static bool
recorded_place (tree fndecl, location_t location, struct hwpgo_place *place)
{
  if (!hwpgo_link_places_fit (fndecl)
      || !hwpgo_source_place (fndecl, location, place))
    return false;
  index_profiles ();
  return true;
}

bool
hwpgo_hint_odds (tree fndecl, const gimple *stmt, unsigned mask, double *odds)
{
  struct hwpgo_place place;
  return recorded_place (fndecl, gimple_location (stmt), &place)
         && hwpgo_hint_held (&source, &remembered, &held, &place, mask,
                             final_p (fndecl), odds);
}

double
hwpgo_probe_part (const struct hwpgo_hint *hint)
{
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  index_profiles ();
  double period = source.mispredict_period * source.factor;
  return hwpgo_hint_probe_part (
      hint, params->probe_samples * MAX (period, params->probe_period),
      params->probe_part, params->probe_most);
}

struct hwpgo_hint
hwpgo_probe_hint (tree fndecl, const gimple *stmt)
{
  struct hwpgo_hint none = {};
  struct hwpgo_place place;
  return recorded_place (fndecl, gimple_location (stmt), &place)
             ? hwpgo_hint_at_probe (&source, &place, final_p (fndecl))
             : none;
}

struct hwpgo_hint
hwpgo_hint_at (tree fndecl, location_t location)
{
  struct hwpgo_hint none = {};
  struct hwpgo_place place;
  return recorded_place (fndecl, location, &place)
             ? hwpgo_hint_of_all (&source, &remembered, &place,
                                  hwpgo_discriminator_mask (HWPGO_ROUND_BASE),
                                  final_p (fndecl))
             : none;
}

uint64_t
hwpgo_executions_at (tree fndecl, location_t location)
{
  struct hwpgo_place place;
  if (!recorded_place (fndecl, location, &place))
    return 0;
  return hwpgo_hint_executions (&source, &place,
                                hwpgo_discriminator_mask (HWPGO_ROUND_BASE));
}

unsigned
hwpgo_copies_at (tree fndecl, location_t location)
{
  struct hwpgo_place place;
  if (!recorded_place (fndecl, location, &place) || !source.executions)
    return 0;
  uint64_t values
      = hwpgo_lookup_copies (source.executions, &place, HWPGO_ROUND_1);
  if (!values)
    return 0;
  unsigned n = 1;
  while (n < hwpgo_discriminator_untold (HWPGO_ROUND_1)
         && !hwpgo_discriminator_of (HWPGO_ROUND_1, values, n))
    n++;
  return n < hwpgo_discriminator_untold (HWPGO_ROUND_1) ? n : 0;
}

void
hwpgo_hint_mark (function *fn)
{
  basic_block bb;
  unsigned mask = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (gimple_code (stmt) == GIMPLE_COND
            || (is_gimple_assign (stmt)
                && gimple_assign_rhs_code (stmt) == COND_EXPR))
          stmt->no_warning = hwpgo_hint_for (fn->decl, stmt, mask).verdict
                             == HWPGO_UNPREDICTABLE;
      }
}
