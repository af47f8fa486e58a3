/* Unpredictable branches become selects.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each branch that the mispredict profile calls unpredictable is tried once:
   is it a hammock (branchless-shape.cc), may its arms always run
   (branchless-safe.cc), has the target such a select (branchless-target.cc),
   does it pay (branchless-chain.cc, select-cost.c).  The first no is the
   reason.  Inner branches come before the outer ones that they make
   convertible.

   Four passes do this.  The early one sees a function as it was written, and
   takes what the first loop analysis would tear apart: of a loop with two
   ways back it makes two loops.  The middle one has the inlined code, and is
   the one that explains its refusals; the one behind the loop optimisers takes
   what was unrolled completely before threading does, and the late one what is
   there at the end.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"
#include "plugin/branchless-bits.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-flatten.h"
#include "plugin/branchless-hide.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-merged.h"
#include "plugin/branchless-moved.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"

/* A branch of block INDEX that the converted one at LOCATION decides, so that
   it has HINT; BY_HISTORY as in struct hwpgo_moved.  */
struct decided
{
  int index;
  location_t location;
  struct hwpgo_hint hint;
  bool by_history;
};

/* A branch that goes with another one, which is tried.  */
struct converted_with
{
  location_t location;
  struct hwpgo_hint hint;
  double part; /* as for hwpgo_remember.  */
};

/* What is remembered of a branch that was none to speak of: how it went.  */
static const struct hwpgo_hint never_mispredicted = {};

/* Note those of R in OTHERS.  Without the unpredictable ones, R would not pay in
   the next build, and without the odds of each, what is behind it would seem to
   run as often as R there.  */
static void
note_others (const struct hwpgo_region *r, vec<converted_with> *others)
{
  for (unsigned i = 0; i < r->n_conds; i++)
    {
      struct hwpgo_hint hint = hwpgo_branch_hint (r->conds[i]);
      bool costs = hint.verdict == HWPGO_UNPREDICTABLE && hint.ratio > 0;
      location_t place = gimple_location (r->conds[i]);
      others->safe_push ({ place, costs ? hint : never_mispredicted,
                           hwpgo_remember_part (gimple_bb (r->conds[i]),
                                                place) });
    }
}

/* Convert the branch at the end of HEAD if it pays, as the first that it can
   be seen as.  Fills O; true if blocks have changed, which they may have even
   where it was not converted.  */
static bool
convert_branch (basic_block head, hwpgo_stage stage, struct hwpgo_outcome *o)
{
  struct hwpgo_hammock h;
  struct hwpgo_region r;
  bool changed = hwpgo_arms_factor (head, true);
  struct hwpgo_reload reload;
  bool reloads = stage != HWPGO_EARLY && hwpgo_reload_insert (head, &reload);
  o->why = hwpgo_judge (head, stage, &h, o);
  if (reloads && o->why != HWPGO_REFUSE_NONE)
    {
      hwpgo_reload_remove (&reload);
      o->why = hwpgo_judge (head, stage, &h, o);
    }
  changed |= reloads;
  if ((o->why == HWPGO_REFUSE_COST || o->why == HWPGO_REFUSE_TRAPS
       || o->why == HWPGO_REFUSE_FLOAT_FLAGS)
      && hwpgo_arms_factor (head, false))
    {
      changed = true;
      o->why = hwpgo_judge (head, stage, &h, o);
    }
  if (o->why == HWPGO_REFUSE_COST)
    o->why = hwpgo_judge_group (head, stage, o);
  if (o->why == HWPGO_REFUSE_SHAPE)
    {
      unsigned blocks = n_basic_blocks_for_fn (cfun);
      o->why = hwpgo_judge_three_way (head, stage, &h, o);
      changed |= blocks != (unsigned) n_basic_blocks_for_fn (cfun);
    }
  if (o->why == HWPGO_REFUSE_SHAPE && stage != HWPGO_EARLY
      && hwpgo_hammock_own_way (head))
    {
      changed = true;
      if (hwpgo_judge (head, stage, &h, o) == HWPGO_REFUSE_NONE)
        o->why = HWPGO_REFUSE_NONE;
    }
  if (o->why == HWPGO_REFUSE_NONE)
    {
      o->n_selects = hwpgo_hammock_convert (&h);
      return true;
    }
  if (o->why != HWPGO_REFUSE_SHAPE || stage == HWPGO_EARLY)
    return changed;
  changed |= hwpgo_stores_gather (head, stage > HWPGO_MIDDLE);
  o->why = hwpgo_judge_regions (head, stage, &r, o);
  if (o->why == HWPGO_REFUSE_NONE)
    {
      auto_vec<converted_with> others;
      note_others (&r, &others);
      o->n_selects = hwpgo_region_convert (&r);
      if (o->n_selects > 0)
        {
          for (const converted_with &other : others)
            hwpgo_remember (other.location, &other.hint, other.part);
          return true;
        }
      changed = true;
      o->why = HWPGO_REFUSE_SHAPE;
    }
  struct hwpgo_outcome other = *o;
  other.why = hwpgo_judge_exits (head, stage, &h, &other);
  if (other.why != HWPGO_REFUSE_SHAPE)
    *o = other;
  if (o->why != HWPGO_REFUSE_NONE)
    return changed;
  o->n_selects = hwpgo_hammock_convert (&h);
  return true;
}

/* Try the branch at the end of HEAD, which is as predictable as HOW says; NULL:
   it has a hint of its own.  True if there are fewer branches.  Adds what has to
   be converted as well then to MOVED.  */
static bool
try_branch (basic_block head, hwpgo_stage stage, const struct decided *how,
            vec<decided> *moved)
{
  gimple *last = last_nondebug_stmt (head);
  if (!last || gimple_code (last) != GIMPLE_COND
      || !(optimize_bb_for_speed_p (head)
           || hwpgo_plugin.args.force_branchless))
    return false;
  struct hwpgo_outcome o = hwpgo_outcome_of (last);
  o.hinted = how ? how->location : UNKNOWN_LOCATION;
  if (how)
    o.hint = how->hint;
  if (o.hint.verdict != HWPGO_UNPREDICTABLE)
    {
      bool back
          = o.hint.verdict == HWPGO_PREDICTABLE && o.hint.back && !how;
      if ((stage == HWPGO_MIDDLE || stage == HWPGO_LATE) && !back
          && hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY])
        hwpgo_branch_doubt (head, stage, &o.hint);
      if (stage == HWPGO_LATE && !how)
        hwpgo_branch_keep_predictable (head, &o.hint);
      if (stage == HWPGO_MIDDLE && !how && (back || o.hint.probed))
        hwpgo_branch_bring_back (&o);
      return false;
    }
  /* Told already, of the loop before it was unrolled.  */
  if (stage > HWPGO_MIDDLE
      && hwpgo_branch_kept_path (head)
             > o.hint.ratio * hwpgo_plugin.select_params.mispredict_penalty)
    return false;
  struct hwpgo_hammock h;
  if (stage < HWPGO_LATE && hwpgo_hammock_match (head, &h) == HWPGO_REFUSE_NONE
      && hwpgo_hammock_idiom_p (&h))
    return false;
  if (stage == HWPGO_EARLY && !how
      && (hwpgo_hint_waits_p (current_function_decl, last,
                              hwpgo_copies_mask (cfun))
          || (!hwpgo_plugin.args.force_branchless
              && hwpgo_decides_answer_p (head))))
    return false;
  double part = hwpgo_remember_part (head, o.location);
  o.hint.executions = (uint64_t) ((double) o.hint.executions * part);
  bool changed = false;
  if (stage <= HWPGO_MIDDLE && !how && hwpgo_bits_counted_p (head))
    {
      /* As a hammock it would turn as often as before.  */
      if (stage == HWPGO_EARLY)
        return false;
      changed = hwpgo_bits_ahead (head, &o);
    }
  basic_block front = how ? NULL : hwpgo_merged_test (head);
  int merged = front ? front->index : -1;
  if (!changed)
    changed = convert_branch (head, stage, &o);
  if (merged >= 0 && o.why == HWPGO_REFUSE_NONE)
    moved->safe_push ({ merged, o.location, o.hint, true });
  if (o.why == HWPGO_REFUSE_SHAPE && hwpgo_leaves_loop_p (head))
    o.why = HWPGO_REFUSE_EXIT;
  /* What is decided by another one will be so again.  */
  if (o.why == HWPGO_REFUSE_NONE && (!how || how->by_history)
      && o.hint.ratio > 0)
    hwpgo_remember (o.location, &o.hint, part);
  if (o.why == HWPGO_REFUSE_NONE && o.moved_ratio > 0)
    {
      struct hwpgo_hint hint = o.hint;
      hint.ratio = o.moved_ratio;
      moved->safe_push (
          { o.moved, o.location, hint, o.moved_by_history });
    }
  if (o.why == HWPGO_REFUSE_COST && stage == HWPGO_MIDDLE && o.cost.carried)
    hwpgo_branch_keep_path (
        o.location, hwpgo_select_needed (&hwpgo_plugin.select_params,
                                         o.cost.work, o.cost.latency, false));
  else if (o.why == HWPGO_REFUSE_COST && stage != HWPGO_EARLY)
    hwpgo_branch_keep (o.location);
  if (o.why == HWPGO_REFUSE_NONE || stage == HWPGO_MIDDLE)
    {
      hwpgo_outcome_remark (&o);
      hwpgo_outcome_report (&o);
    }
  return changed;
}

/* Note in FOUND the branches that a converted one decides in any case, but for
   those of TRIED, which gets them.  Their conditions become its.  */
static void
find_decided (function *fn, hash_set<gcond *> *tried, vec<decided> *found)
{
  basic_block bb;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fn)
    {
      gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
      bool inverted;
      /* What asks which arm has left has no place, and seldom runs.  */
      gassign *select = cond && gimple_has_location (cond)
                            ? hwpgo_condition_decided (cond, &inverted)
                            : NULL;
      if (!select)
        continue;
      struct hwpgo_hint hint = hwpgo_branch_hint (select);
      if (hint.verdict != HWPGO_UNPREDICTABLE || tried->contains (cond)
          || !hwpgo_condition_take (cond, select, inverted))
        continue;
      tried->add (cond);
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, dump_user_location_t (cond),
                         "branch decided by the converted one in line %d\n",
                         gimple_lineno (select));
      found->safe_push ({ bb->index, gimple_location (select), hint, false });
    }
  free_dominance_info (CDI_DOMINATORS);
}

/* Note in FOUND the branches to which the mispredicts of a converted one have
   moved.  */
static void
find_moved (function *fn, vec<decided> *found)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        gassign *select = dyn_cast<gassign *> (gsi_stmt (gsi));
        if (!select || gimple_assign_rhs_code (select) != COND_EXPR)
          continue;
        struct hwpgo_hint hint = hwpgo_branch_hint (select);
        if (hint.verdict != HWPGO_UNPREDICTABLE)
          continue;
        struct hwpgo_choice choice = hwpgo_choice_of_select (select);
        struct hwpgo_moved m
            = hwpgo_mispredicts_moved (&choice, bb, &hint, hint.ratio, vNULL);
        if (!m.branch || !is_a<gcond *> (m.branch))
          continue;
        struct hwpgo_hint known = hwpgo_branch_hint (m.branch);
        if (known.verdict == HWPGO_UNPREDICTABLE && known.ratio >= m.ratio)
          continue;
        hint.ratio = m.ratio;
        found->safe_push ({ gimple_bb (m.branch)->index,
                            gimple_location (select), hint, m.by_history });
      }
}

/* Try those of FOUND.  True if any was converted.  */
static bool
try_found (function *fn, hwpgo_stage stage, const vec<decided> &found)
{
  bool changed = false;
  auto_vec<decided> moved;
  for (unsigned i = found.length (); i-- > 0;)
    if (basic_block head = BASIC_BLOCK_FOR_FN (fn, found[i].index))
      changed |= try_branch (head, stage, &found[i], &moved);
  if (!moved.is_empty ())
    try_found (fn, stage, moved);
  return changed;
}

/* Try what converted branches decide, but for TRIED.  True if any was
   converted.  */
static bool
try_decided (function *fn, hwpgo_stage stage, hash_set<gcond *> *tried)
{
  auto_vec<decided> found;
  find_decided (fn, tried, &found);
  return try_found (fn, stage, found);
}

/* Try what mispredicts in the place of converted branches.  True if any was
   converted.  */
static bool
try_moved (function *fn, hwpgo_stage stage)
{
  auto_vec<decided> found;
  if (stage != HWPGO_EARLY)
    find_moved (fn, &found);
  return try_found (fn, stage, found);
}

/* An arm follows its branch in reverse postorder, so going backwards meets
   inner branches first.  Conversion deletes blocks: keep indexes.  */
static unsigned int
try_all (function *fn, hwpgo_stage stage)
{
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  bool changed = false;
  /* What is behind undone selects is in the next block then.  */
  basic_block bb;
  if (stage == HWPGO_MIDDLE)
    FOR_EACH_BB_FN (bb, fn)
      while (hwpgo_selects_reconsider (bb))
        changed = true;
  auto_vec<int> order;
  order.safe_grow (n_basic_blocks_for_fn (fn), true);
  int n = post_order_compute (order.address (), false, false);
  auto_vec<decided> moved;
  const hwpgo_stage last = stage == HWPGO_LATE ? HWPGO_LAST : stage;
  for (int round = stage; round <= last; round++)
    for (int i = 0; i < n; i++)
      if ((bb = BASIC_BLOCK_FOR_FN (fn, order[i])))
        changed |= try_branch (bb, (hwpgo_stage) round, NULL, &moved);
  try_found (fn, stage, moved);
  hash_set<gcond *> tried;
  while (changed && try_decided (fn, stage, &tried))
    continue;
  /* Blocks may change without a branch less, so this needs a bound.  */
  for (int left = n; left > 0 && try_moved (fn, stage); left--)
    changed = true;
  bool counted = hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY] != NULL;
  if (stage == HWPGO_MIDDLE && counted)
    for (int i = 0; i < n; i++)
      if ((bb = BASIC_BLOCK_FOR_FN (fn, order[i])))
        changed |= hwpgo_branch_try_absent (bb);
  if (stage == HWPGO_MIDDLE)
    for (int i = 0; i < n; i++)
      if ((bb = BASIC_BLOCK_FOR_FN (fn, order[i])))
        changed |= hwpgo_branch_try_flatten (bb);
  if (stage == HWPGO_MIDDLE)
    for (int i = 0; i < n; i++)
      if ((bb = BASIC_BLOCK_FOR_FN (fn, order[i])))
        changed |= hwpgo_branch_try_ahead (bb);
  if (stage == HWPGO_LOOPS && counted)
    changed |= hwpgo_branches_before_split (fn);
  hwpgo_groups_forget ();
  if (changed || stage == HWPGO_MIDDLE)
    hwpgo_hide_comparisons (fn);
  if (changed && stage == HWPGO_EARLY && flag_generate_lto)
    hwpgo_hide_for_link (fn);
  return changed ? TODO_cleanup_cfg | TODO_update_ssa : 0;
}

static bool
wanted (function *fn)
{
  return hwpgo_plugin.args.branchless && loops_for_fn (fn)
         && (hwpgo_plugin.args.force_branchless || hwpgo_unpredictable_any ()
             || hwpgo_plugin.args.use
             || hwpgo_plugin.args.mispredicts);
}

/* -fprofile-generate and -fprofile-use come later and must see the same CFG,
   but may have different bundles, or only one of them any.  */
bool
hwpgo_branchless_early_gate (function *fn)
{
  return wanted (fn) && !profile_arc_flag && !flag_profile_use
         && !flag_branch_probabilities;
}

unsigned int
hwpgo_branchless_early_execute (function *fn)
{
  return try_all (fn, HWPGO_EARLY);
}

bool
hwpgo_branchless_gate (function *fn)
{
  return wanted (fn);
}

unsigned int
hwpgo_branchless_execute (function *fn)
{
  return try_all (fn, HWPGO_MIDDLE);
}

bool
hwpgo_branchless_loops_gate (function *fn)
{
  return wanted (fn);
}

unsigned int
hwpgo_branchless_loops_execute (function *fn)
{
  return try_all (fn, HWPGO_LOOPS);
}

bool
hwpgo_trains_p ()
{
  return hwpgo_plugin.args.train && !hwpgo_plugin.args.use
         && !hwpgo_plugin.args.mispredicts;
}

bool
hwpgo_branchless_late_gate (function *fn)
{
  return wanted (fn) || hwpgo_trains_p ();
}

unsigned int
hwpgo_branchless_late_execute (function *fn)
{
  if (hwpgo_trains_p ())
    {
      free_dominance_info (CDI_DOMINATORS);
      free_dominance_info (CDI_POST_DOMINATORS);
      return hwpgo_limits_to_branches (fn) ? TODO_cleanup_cfg : 0;
    }
  unsigned int todo = try_all (fn, HWPGO_LATE);
  if (hwpgo_plugin.args.use && hwpgo_limits_to_branches (fn))
    todo |= TODO_cleanup_cfg;
  hwpgo_selects_merge (fn);
  hwpgo_load_neighbours (fn);
  hwpgo_indexes_unsigned (fn);
  hwpgo_addresses_fix (fn);
  hwpgo_target_prepare_selects (fn);
  return todo;
}
