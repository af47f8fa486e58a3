/* The base round: the profile's counts, before anything interprocedural.
   SPDX-License-Identifier: GPL-2.0-or-later

     1. See what calls are inlined in the unit now, and settle the profile
        there (settle.c).
     2. Tell GCC which counts are hot.
     3. Take over the counts of each function (load-measure.cc,
        load-counts.cc), and report.

   A function without a profile keeps GCC's static one: unknown is not
   cold.  */

#include "plugin/gcc-headers.h"
#include "plugin/bytecode.h"
#include "plugin/hints.h"
#include "plugin/load.h"
#include "plugin/plugin.h"
#include "plugin/promote.h"
#include "plugin/report.h"
#include "plugin/source-place.h"
#include "plugin/written.h"
#include "runtime/profile/discriminator.h"

static const struct
{
  const char *name, *text;
} statuses[] = {
#define HWPGO_LOAD_STATUS(id, name, text) { name, text },
#include "plugin/load-status.def"
};

/* The work on one unit.  */
struct loading
{
  const struct hwpgo_profile *profile;
  struct hwpgo_load load;
  uint64_t hot;
  uint64_t n[HWPGO_LOAD_STATUSES]; /* functions by what became of them.  */
  uint64_t samples, matched;
  uint64_t told; /* of the samples, those of functions that were warned of.  */
};

bool
hwpgo_load_gate (function *)
{
  return hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY] && optimize
         && !seen_error ();
}

static bool
wanted (cgraph_node *node)
{
  return gimple_has_body_p (node->decl) && !node->thunk
         && DECL_SOURCE_LOCATION (node->decl) > BUILTINS_LOCATION
         && opt_for_fn (node->decl, optimize);
}

/* --- 1: what is inlined --------------------------------------------------*/

static int
add_functions (struct hwpgo_contexts *contexts)
{
  cgraph_node *node;
  auto_vec<cgraph_node *> nodes;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (wanted (node))
      nodes.safe_push (node);
  return hwpgo_load_add_contexts (contexts, nodes);
}

/* The least count that is hot, where MAX is the largest one and HOT the least
   of those that make up nearly all.  Where a single loop does, what calls it
   is hot, too, by the fraction of the largest count that GCC has for that.  */
static uint64_t
hot_count (uint64_t max, uint64_t hot)
{
  uint64_t fraction = param_hot_bb_count_fraction;
  return MAX (fraction ? MIN (hot, max / fraction) : hot, UINT64_C (1));
}

/* How counts are scaled, the same in all units and at their link.  Returns 0 or
   -HWPGO_E_NOMEM.  */
static int
find_scale (struct loading *l)
{
  uint64_t max = 0;
  int ret = hwpgo_bundle_counts (&hwpgo_plugin.bundle, HWPGO_FREQUENCY, &max,
                                 &l->hot);
  l->load.shift = hwpgo_settle_shift (max, HWPGO_LOAD_COUNT_BITS);
  l->hot = hwpgo_settle_scale (hot_count (max, l->hot), l->load.shift);
  return ret;
}

/* Returns 0 or -HWPGO_E_NOMEM.  */
static int
settle (struct loading *l)
{
  struct hwpgo_contexts *contexts
      = hwpgo_contexts_new (hwpgo_profile_notes_calls ());
  int ret = contexts ? add_functions (contexts) : -HWPGO_E_NOMEM;
  if (ret == 0)
    ret = find_scale (l);
  if (ret == 0)
    ret = hwpgo_settle (&l->load.settled, l->profile, contexts,
                        hwpgo_source_meaning, l->load.shift);
  hwpgo_contexts_free (contexts);
  return ret;
}

/* --- 2: what is hot ------------------------------------------------------*/

/* Let GCC judge counts by this profile.  */
static void
announce (const struct loading *l)
{
  static struct gcov_summary summary;
  if (profile_info)
    return;
  summary.runs = 1;
  summary.sum_max = (gcov_type) 1 << HWPGO_LOAD_COUNT_BITS;
  profile_info = &summary;
  set_hot_bb_threshold (l->hot);
}

/* Nothing was loaded: as if there were no profile.  */
static void
withdraw ()
{
  profile_info = NULL;
}

/* --- 3: functions --------------------------------------------------------*/

static double
part (uint64_t of, uint64_t all)
{
  return all ? of / (double) all : 0;
}

/* COUNT in the profile's own unit.  */
static uint64_t
unscaled (const struct loading *l, uint64_t count)
{
  return hwpgo_settle_scale (count, -l->load.shift);
}

static void
report_function (const struct loading *l, tree decl,
                 const struct hwpgo_load_result *r)
{
  hwpgo_report_begin ("function");
  hwpgo_report_string ("function", hwpgo_source_name (decl));
  hwpgo_report_u64 ("line", DECL_SOURCE_LINE (decl));
  hwpgo_report_string ("status", statuses[r->status].name);
  if (r->samples)
    {
      hwpgo_report_u64 ("samples", unscaled (l, r->samples));
      hwpgo_report_fraction ("coverage", part (r->matched, r->samples));
      hwpgo_report_u64 ("blocks", r->blocks);
      hwpgo_report_u64 ("measured", r->measured);
    }
  if (r->status == HWPGO_LOAD_LOADED)
    hwpgo_report_u64 ("entry", unscaled (l, r->entry));
  hwpgo_report_end ();
}

/* The same for people: in the dump and for -fopt-info.  */
static void
remark_function (const struct loading *l, tree decl,
                 const struct hwpgo_load_result *r)
{
  if (!dump_enabled_p ())
    return;
  const char *name = hwpgo_source_name (decl);
  dump_user_location_t where = dump_user_location_t::from_function_decl (decl);
  if (r->status == HWPGO_LOAD_LOADED)
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, where,
                     "profile of %s loaded: entered %" PRIu64
                     " times, %u of %u blocks measured, coverage %d %%\n",
                     name, unscaled (l, r->entry), r->measured, r->blocks,
                     (int) (part (r->matched, r->samples) * 100));
  else
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, where,
                     "profile of %s not loaded: %s, coverage %d %%\n", name,
                     statuses[r->status].text,
                     (int) (part (r->matched, r->samples) * 100));
}

/* Returns true for a rare function.  */
static bool
load_function (struct loading *l, cgraph_node *node)
{
  push_cfun (DECL_STRUCT_FUNCTION (node->decl));
  if (dump_file)
    fprintf (dump_file, "\n;; Function %s\n", node->dump_name ());
  struct hwpgo_load_result r = hwpgo_load_function (node, &l->load);
  pop_cfun ();

  l->n[r.status]++;
  if (!node->split_part) /* it has the record of the other part.  */
    {
      l->samples = hwpgo_add (l->samples, r.samples);
      l->matched = hwpgo_add (l->matched, r.matched);
    }
  report_function (l, node->decl, &r);
  remark_function (l, node->decl, &r);
  /* Where little ran, a few samples say nothing of it.  */
  if (r.status == HWPGO_LOAD_MISMATCH && r.samples >= l->hot)
    {
      l->told = hwpgo_add (l->told, r.samples);
      hwpgo_warn (DECL_SOURCE_LOCATION (node->decl),
                  "the profile does not match function %s: %d %% of its"
                  " samples are at places that the function has",
                  hwpgo_source_name (node->decl),
                  (int) (part (r.matched, r.samples) * 100));
    }
  return r.rare && r.status == HWPGO_LOAD_LOADED;
}

static void
report_unit (const struct loading *l)
{
  hwpgo_report_begin ("profile");
  for (int i = 0; i < HWPGO_LOAD_STATUSES; i++)
    hwpgo_report_u64 (statuses[i].name, l->n[i]);
  hwpgo_report_u64 ("samples", unscaled (l, l->samples));
  hwpgo_report_fraction ("coverage", part (l->matched, l->samples));
  hwpgo_report_u64 ("rematched", hwpgo_rematched_functions);
  hwpgo_report_u64 ("renamed", hwpgo_renamed_functions);
  hwpgo_report_u64 ("hot", unscaled (l, l->hot));
  hwpgo_report_end ();
  if (dump_enabled_p () && l->n[HWPGO_LOAD_LOADED] == 0)
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, dump_user_location_t (),
                     "no function of this unit has a profile\n");
}

/* The profile may be of an old version of all that is here, or of a build with
   other options, without a function that stands out.  Where little ran, a few
   samples say nothing of it.  */
static void
warn_coverage (struct loading *l)
{
  cgraph_node *node;
  uint64_t samples = l->samples - MIN (l->told, l->samples);
  uint64_t matched = l->matched;
  double least = hwpgo_plugin.args.min_coverage;
  if (samples == 0 || samples < l->hot || part (matched, samples) >= least)
    return;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (wanted (node))
      matched = hwpgo_add (matched, hwpgo_load_marked (node, &l->load));
  double coverage = part (matched, samples);
  if (coverage < least)
    hwpgo_warn (UNKNOWN_LOCATION,
                "%d %% of the samples that the profile has of this unit are at"
                " places that its code has: record again",
                (int) (coverage * 100));
}

/* See what the code has of the profile.  */
static bool
match_all (struct loading *l)
{
  cgraph_node *node;
  bool good = true;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      if (!good || !wanted (node))
        continue;
      push_cfun (DECL_STRUCT_FUNCTION (node->decl));
      good = hwpgo_load_match (node, &l->load);
      pop_cfun ();
    }
  return good;
}

static void
load_all (struct loading *l)
{
  cgraph_node *node;
  bool first = !profile_info;
  announce (l);
  /* Callers come first: they tell how often a function is entered.  */
  auto_vec<cgraph_node *> order, rare;
  order.safe_grow (symtab->cgraph_count, true);
  int n = ipa_reverse_postorder (order.address ());
  order.truncate (n);
  for (int i = 0; i < n; i++)
    {
      node = order[i];
      if (gimple_has_body_p (node->decl) && wanted (node)
          && load_function (l, node))
        rare.safe_push (node);
    }
  hwpgo_load_raise (rare, l->load.shift);
  hwpgo_promote_calls (order, &l->load);
  for (int i = 0; i < n; i++)
    if (gimple_has_body_p (order[i]->decl) && wanted (order[i]))
      hwpgo_load_agree (order[i], l->load.shift);
  if (l->n[HWPGO_LOAD_LOADED] || l->n[HWPGO_LOAD_COLD])
    {
      hwpgo_load_options ();
      hwpgo_load_keep (&l->load);
    }
  else if (first)
    withdraw ();
  report_unit (l);
  warn_coverage (l);
}

/* See hwpgo_hint_mark.  */
static void
mark_all ()
{
  cgraph_node *node;
  if (!flag_generate_lto || !hwpgo_plugin.bundle.profiles[HWPGO_MISPREDICT])
    return;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (wanted (node))
      hwpgo_hint_mark (DECL_STRUCT_FUNCTION (node->decl));
}

/* Take the profile.  */
static void
begin (struct loading *l)
{
  hwpgo_unit_profiles ();
  l->profile = l->load.profile = hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY];
  /* Without numbers in the code or in the profile, the places of one line are
     one.  */
  l->load.mask = hwpgo_plugin.args.discriminators && hwpgo_profile_numbered ()
                     ? hwpgo_discriminator_mask (HWPGO_ROUND_BASE)
                     : 0;
}

unsigned int
hwpgo_load_execute (function *)
{
  struct loading l = {};
  begin (&l);
  hwpgo_load_list (&l.load);
  if (settle (&l) == 0 && match_all (&l))
    load_all (&l);
  else
    hwpgo_warn (UNKNOWN_LOCATION, "no profile loaded: out of memory");
  hwpgo_load_free (&l.load);
  hwpgo_written_free ();
  mark_all ();
  return 0;
}

/* --- at the link ---------------------------------------------------------*/

void
hwpgo_load_link ()
{
  struct loading l = {};
  begin (&l);
  if (find_scale (&l) != 0)
    return;
  hwpgo_load_keep (&l.load);
  hwpgo_contexts_execute (NULL);
}

/* From the bytecode of all units GCC has just chosen a threshold of its own,
   by which of two blocks that ran equally often one may be hot.  What it sets
   is handed on to where the code is made.  */
bool
hwpgo_hot_gate (function *)
{
  return in_lto_p && !flag_ltrans && profile_info
         && hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY];
}

/* True if a function has the counts of -fprofile-use, which are of another
   size.  */
static bool
other_profile_p ()
{
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    if (node->count.initialized_p () && node->count.quality () == PRECISE)
      return true;
  return false;
}

/* A function is entered as often as it is called from all units; see
   load-entries.cc.  */
static void
agree_all ()
{
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    {
      gcov_type calls = hwpgo_load_calls (node);
      if (!node->alias && !node->thunk && node->count.initialized_p ()
          && node->count.quality () == AFDO && hwpgo_bytecode_known (node)
          && calls > node->count.to_gcov_type ())
        hwpgo_bytecode_set_entries (node, calls);
    }
}

unsigned int
hwpgo_hot_execute (function *)
{
  uint64_t max, hot;
  if (other_profile_p ())
    return 0;
  agree_all ();
  if (hwpgo_bundle_counts (&hwpgo_plugin.bundle, HWPGO_FREQUENCY, &max, &hot)
      == 0)
    set_hot_bb_threshold (hwpgo_settle_scale (
        hot_count (max, hot),
        hwpgo_settle_shift (max, HWPGO_LOAD_COUNT_BITS)));
  return 0;
}
