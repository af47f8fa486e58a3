/* Unpredictable branches become selects.
   SPDX-License-Identifier: GPL-2.0-or-later

   Each branch that the mispredict profile calls unpredictable is tried once:
   is it a hammock (branchless-shape.cc), may its arms always run
   (branchless-safe.cc), has the target such a select (branchless-target.cc),
   does it pay (branchless-chain.cc, select-cost.c).  The first no is the
   reason.  Inner branches come before the outer ones that they make
   convertible.

   Three passes do this.  The early one sees a function as it was written, and
   takes what the first loop analysis would tear apart: of a loop with two
   ways back it makes two loops.  The middle one has the inlined code, and is
   the one that explains its refusals; the late one takes what the loop
   optimisers made.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/copies.h"
#include "plugin/hints.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "runtime/profile/discriminator.h"

/* Arms of so many times the instructions that are ever converted are not looked
   at, even where cost does not count.  */
#define FAR_TOO_LONG 8

/* The three passes.  */
enum stage
{
  EARLY,  /* GCC looks for the idioms later, */
  MIDDLE, /* and here, too.  */
  LATE
};

/* The bits of discriminators that are known by now.  */
static uint32_t
known_mask ()
{
  bool told = hwpgo_copies_wanted (cfun)
              && hwpgo_copies_round (cfun) > HWPGO_ROUND_1;
  return hwpgo_discriminator_mask (told ? HWPGO_ROUND_1 : HWPGO_ROUND_BASE);
}

/* The hint for the branch STMT, or what was one.  */
static struct hwpgo_hint
hint_for (const gimple *stmt)
{
  return hwpgo_hint_for (current_function_decl, stmt, known_mask ());
}

/* Does C pay?  Fills O's cost.  */
static hwpgo_refusal
weigh (const struct hwpgo_select_case *c, struct hwpgo_outcome *o)
{
  o->cost = hwpgo_select_weigh (&hwpgo_plugin.select_params, c);
  o->weighed = true;
  if (o->cost.convert || hwpgo_plugin.args.force_branchless)
    return HWPGO_REFUSE_NONE;
  return o->cost.too_long ? HWPGO_REFUSE_LONG : HWPGO_REFUSE_COST;
}

/* Are H's arms so long that looking at each load takes longer than it is worth?
   The checks compare loads with each other.  */
static bool
far_too_long_p (const struct hwpgo_hammock *h)
{
  unsigned insns = 0;
  for (const hwpgo_arm &arm : h->arms)
    for (unsigned i = 0; i < arm.n_blocks; i++)
      insns += hwpgo_block_insns (arm.blocks[i]);
  return insns > hwpgo_plugin.select_params.max_insns * FAR_TOO_LONG;
}

/* The first reason not to convert H, whose conversion makes MORE instructions
   run than selects.  */
static hwpgo_refusal
judge_hammock (const struct hwpgo_hammock *h, unsigned more,
               struct hwpgo_outcome *o)
{
  if (far_too_long_p (h))
    return HWPGO_REFUSE_LONG;
  hwpgo_refusal why = hwpgo_hammock_check (h);
  if (why == HWPGO_REFUSE_NONE)
    why = hwpgo_hammock_check_results (h);
  if (why == HWPGO_REFUSE_NONE)
    why = hwpgo_hammock_check_target (h);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  struct hwpgo_select_case c;
  hwpgo_hammock_measure (h, &c);
  c.insns += more;
  c.wasted += more;
  c.ratio = o->hint.ratio;
  return weigh (&c, o);
}

/* Is WHY that effects do not go together, which can be made each for itself?
   Before inlining it would keep memory from becoming values.  */
static bool
effects_refused_p (hwpgo_refusal why, enum stage stage)
{
  return (why == HWPGO_REFUSE_STORE || why == HWPGO_REFUSE_LOAD_TRAPS)
         && stage != EARLY;
}

/* May the effects of H, which are apart, still come together?  GCC moves what
   both arms store behind them, and out of loops.  */
static bool
wait_for_effects_p (const struct hwpgo_hammock *h, enum stage stage)
{
  unsigned loads, stores[2];
  for (unsigned arm = 0; arm < 2; arm++)
    hwpgo_effects_apart (h, arm, &loads, &stores[arm]);
  return stage == MIDDLE && stores[0] > 0 && stores[1] > 0;
}

/* The reason to tell where WHY spoke against the effects together, and APART
   against each for itself.  */
static hwpgo_refusal
reason_of (hwpgo_refusal why, hwpgo_refusal apart)
{
  return apart == HWPGO_REFUSE_NONE || apart == HWPGO_REFUSE_COST
                 || apart == HWPGO_REFUSE_LONG
             ? apart
             : why;
}

/* The same of the branch at the end of HEAD; fills H.  */
static hwpgo_refusal
judge (basic_block head, enum stage stage, struct hwpgo_hammock *h,
       struct hwpgo_outcome *o)
{
  hwpgo_refusal why = hwpgo_hammock_match (head, h);
  if (why == HWPGO_REFUSE_NONE)
    why = judge_hammock (h, 0, o);
  if (!effects_refused_p (why, stage))
    return why;
  h->apart = true;
  if (wait_for_effects_p (h, stage))
    return why;
  return reason_of (why, judge_hammock (h, 0, o));
}

/* The same of a comparison with three results there.  If it is worth while,
   the third one is tested first, and H is what is left.  */
static hwpgo_refusal
judge_three_way (basic_block head, enum stage stage, struct hwpgo_hammock *h,
                 struct hwpgo_outcome *o)
{
  struct hwpgo_three_way t[HWPGO_THREE_WAYS];
  hwpgo_refusal why = HWPGO_REFUSE_SHAPE;
  unsigned n = hwpgo_three_way_match (head, t);
  for (unsigned i = 0; i < n; i++)
    {
      /* The second comparison and its branch, each time.  */
      hwpgo_refusal whether = judge_hammock (&t[i].hammock, 2, o);
      if (whether == HWPGO_REFUSE_NONE)
        return judge (hwpgo_three_way_first (&t[i]), stage, h, o);
      if (i == 0)
        why = whether;
    }
  return why;
}

/* The mispredicts of all of R's branches for one execution of the first.  The
   one that O is of has the hint there; of the others, what too few samples
   say is not believed.  */
static double
region_ratio (const struct hwpgo_region *r, const struct hwpgo_outcome *o,
              gimple *own)
{
  double sum = 0;
  for (unsigned i = 0; i < r->n_conds; i++)
    {
      struct hwpgo_hint hint = r->conds[i] == own ? o->hint
                                                  : hint_for (r->conds[i]);
      sum += r->cond_shares[i]
             * (hint.verdict == HWPGO_UNKNOWN ? hint.ratio_low : hint.ratio);
    }
  return sum;
}

/* Most branches in front of one that are looked at for a region with it.  */
#define MAX_FRONTS 3

/* Judge the regions that have the branch at the end of BB, which is no
   hammock, from the smallest on.  */
static hwpgo_refusal
judge_regions (basic_block bb, enum stage stage, struct hwpgo_region *r,
               struct hwpgo_outcome *o)
{
  gimple *own = last_nondebug_stmt (bb);
  hwpgo_refusal why = HWPGO_REFUSE_SHAPE;
  for (unsigned i = 0; i <= MAX_FRONTS; i++)
    {
      if (hwpgo_region_match (bb, r))
        {
          why = hwpgo_region_check (r);
          if (effects_refused_p (why, stage))
            {
              r->apart = true;
              if (hwpgo_region_check (r) == HWPGO_REFUSE_NONE)
                why = HWPGO_REFUSE_NONE;
            }
          if (why != HWPGO_REFUSE_NONE)
            return why;
          struct hwpgo_select_case c;
          hwpgo_region_measure (r, &c);
          c.ratio = region_ratio (r, o, own);
          return weigh (&c, o);
        }
      if (!single_pred_p (bb)
          || !safe_dyn_cast<gcond *> (last_nondebug_stmt (single_pred (bb))))
        return why;
      bb = single_pred (bb);
    }
  return why;
}

/* Look at a branch that is not known to be unpredictable.  */
static void
doubt_branch (basic_block head, const struct hwpgo_hint *hint)
{
  struct hwpgo_hammock h;
  dump_user_location_t place (last_nondebug_stmt (head));
  if (hwpgo_hammock_match (head, &h) == HWPGO_REFUSE_NONE
      && hwpgo_hammock_check (&h) == HWPGO_REFUSE_NONE
      && hwpgo_hammock_check_results (&h) == HWPGO_REFUSE_NONE
      && hwpgo_hammock_check_target (&h) == HWPGO_REFUSE_NONE
      && hwpgo_hammock_doubt (&h, hint->mispredicts > 0)
      && dump_enabled_p ())
    dump_printf_loc (MSG_NOTE, place,
                     "branch given even odds: the profile may be that of a"
                     " conditional move\n");
}

/* Make a branch again of the selects in BB that are known now not to pay.
   True if there were any; more may be left.  */
static bool
undo_selects (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gassign *select = dyn_cast<gassign *> (gsi_stmt (gsi));
      if (!select || gimple_assign_rhs_code (select) != COND_EXPR
          || !hwpgo_select_condition (select))
        continue;
      struct hwpgo_outcome o = {};
      o.hint = hint_for (select);
      if (o.hint.verdict != HWPGO_UNPREDICTABLE)
        continue;
      auto_vec<gassign *> selects;
      struct hwpgo_select_case c;
      hwpgo_selects_like (select, &selects);
      hwpgo_selects_measure (selects, &c);
      c.ratio = o.hint.ratio;
      if (weigh (&c, &o) == HWPGO_REFUSE_NONE)
        continue;
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, dump_user_location_t (select),
                         "%u selects made a branch again\n",
                         selects.length ());
      hwpgo_selects_undo (selects);
      return true;
    }
  return false;
}

/* Keep the branch at the end of HEAD, which HINT calls predictable, from
   becoming a conditional move if that does not pay.  The profile may be that
   of one, though: only what was mispredicted now and then was a branch.  */
static void
keep_predictable (basic_block head, const struct hwpgo_hint *hint)
{
  struct hwpgo_hammock h;
  struct hwpgo_outcome o = {};
  o.hint = *hint;
  if (hint->verdict == HWPGO_PREDICTABLE && hint->mispredicts > 0
      && judge (head, LATE, &h, &o) == HWPGO_REFUSE_COST)
    hwpgo_branch_keep (gimple_location (h.cond));
}

/* A branch of block INDEX that the converted one at LOCATION, which has HINT,
   decides.  */
struct decided
{
  int index;
  location_t location;
  struct hwpgo_hint hint;
};

/* Try the branch at the end of HEAD, which is as predictable as what HOW is
   decided by; NULL: it has a hint of its own.  True if there are fewer
   branches.  */
static bool
try_branch (basic_block head, enum stage stage, const struct decided *how)
{
  gimple *last = last_nondebug_stmt (head);
  if (!last || gimple_code (last) != GIMPLE_COND
      || !(optimize_bb_for_speed_p (head)
           || hwpgo_plugin.args.force_branchless))
    return false;
  struct hwpgo_outcome o = {};
  o.place = dump_user_location_t (last);
  o.location = gimple_location (last);
  o.hinted = how ? how->location : UNKNOWN_LOCATION;
  o.hint = how ? how->hint : hint_for (last);
  if (o.hint.verdict != HWPGO_UNPREDICTABLE)
    {
      if (stage != EARLY && hwpgo_plugin.bundle.profiles[HWPGO_FREQUENCY])
        doubt_branch (head, &o.hint);
      if (stage == LATE && !how)
        keep_predictable (head, &o.hint);
      return false;
    }
  struct hwpgo_hammock h;
  struct hwpgo_region r;
  bool changed = false;
  o.why = judge (head, stage, &h, &o);
  if (o.why == HWPGO_REFUSE_NONE && stage != LATE
      && hwpgo_hammock_idiom_p (&h))
    return false;
  if (o.why == HWPGO_REFUSE_SHAPE)
    {
      unsigned blocks = n_basic_blocks_for_fn (cfun);
      o.why = judge_three_way (head, stage, &h, &o);
      changed = blocks != (unsigned) n_basic_blocks_for_fn (cfun);
    }
  if (o.why == HWPGO_REFUSE_NONE)
    o.n_selects = hwpgo_hammock_convert (&h);
  else if (o.why == HWPGO_REFUSE_SHAPE && stage != EARLY)
    {
      o.why = judge_regions (head, stage, &r, &o);
      if (o.why == HWPGO_REFUSE_NONE)
        {
          changed = true;
          o.n_selects = hwpgo_region_convert (&r);
          if (o.n_selects == 0)
            o.why = HWPGO_REFUSE_SHAPE;
        }
    }
  if (o.why == HWPGO_REFUSE_SHAPE && hwpgo_leaves_loop_p (head))
    o.why = HWPGO_REFUSE_EXIT;
  /* What is decided by another one will be so again.  */
  if (o.why == HWPGO_REFUSE_NONE && !how && o.hint.ratio > 0)
    hwpgo_remember (current_function_decl, o.location, known_mask (), &o.hint);
  if (o.why == HWPGO_REFUSE_COST && stage != EARLY)
    hwpgo_branch_keep (o.location);
  if (o.why == HWPGO_REFUSE_NONE || stage == MIDDLE)
    {
      hwpgo_outcome_remark (&o);
      hwpgo_outcome_report (&o);
    }
  return changed || o.why == HWPGO_REFUSE_NONE;
}

/* Try what converted branches decide.  True if any was converted.  */
static bool
try_decided (function *fn, enum stage stage)
{
  auto_vec<decided> found;
  basic_block bb;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fn)
    {
      gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
      bool inverted;
      gimple *select = cond ? hwpgo_condition_decided (cond, &inverted) : NULL;
      if (!select)
        continue;
      struct hwpgo_hint hint = hint_for (select);
      if (hint.verdict != HWPGO_UNPREDICTABLE
          || !hwpgo_condition_take (cond, select, inverted))
        continue;
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, dump_user_location_t (cond),
                         "branch decided by the converted one in line %d\n",
                         gimple_lineno (select));
      found.safe_push ({ bb->index, gimple_location (select), hint });
    }
  free_dominance_info (CDI_DOMINATORS);
  bool changed = false;
  for (unsigned i = found.length (); i-- > 0;)
    if (basic_block head = BASIC_BLOCK_FOR_FN (fn, found[i].index))
      changed |= try_branch (head, stage, &found[i]);
  return changed;
}

/* An arm follows its branch in reverse postorder, so going backwards meets
   inner branches first.  Conversion deletes blocks: keep indexes.  */
static unsigned int
try_all (function *fn, enum stage stage)
{
  auto_vec<int> order;
  order.safe_grow (n_basic_blocks_for_fn (fn), true);
  int n = post_order_compute (order.address (), false, false);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  bool changed = false;
  for (int i = 0; stage == MIDDLE && i < n; i++)
    while (undo_selects (BASIC_BLOCK_FOR_FN (fn, order[i])))
      changed = true;
  if (changed)
    {
      order.safe_grow (n_basic_blocks_for_fn (fn), true);
      n = post_order_compute (order.address (), false, false);
    }
  for (int i = 0; i < n; i++)
    if (basic_block bb = BASIC_BLOCK_FOR_FN (fn, order[i]))
      changed |= try_branch (bb, stage, NULL);
  while (changed && try_decided (fn, stage))
    continue;
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
  return try_all (fn, EARLY);
}

bool
hwpgo_branchless_gate (function *fn)
{
  return wanted (fn);
}

unsigned int
hwpgo_branchless_execute (function *fn)
{
  return try_all (fn, MIDDLE);
}

bool
hwpgo_branchless_late_gate (function *fn)
{
  return wanted (fn);
}

unsigned int
hwpgo_branchless_late_execute (function *fn)
{
  return try_all (fn, LATE);
}
