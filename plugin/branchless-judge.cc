/* Is a branch converted, and if not, why not?
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "runtime/profile/discriminator.h"

/* Arms of so many times the instructions that are ever converted are not
   looked at, even where cost does not count.  */
#define FAR_TOO_LONG 8

struct hwpgo_hint
hwpgo_branch_hint (const gimple *stmt)
{
  return hwpgo_hint_for (current_function_decl, stmt, hwpgo_copies_mask (cfun));
}

hwpgo_refusal
hwpgo_judge_cost (const struct hwpgo_select_case *c, struct hwpgo_outcome *o)
{
  struct hwpgo_select_case known = *c;
  known.kept = o->hint.age > 0;
  o->cost = hwpgo_select_weigh (&hwpgo_plugin.select_params, &known);
  o->weighed = true;
  if (o->cost.convert || hwpgo_plugin.args.force_branchless)
    return HWPGO_REFUSE_NONE;
  return o->cost.too_long ? HWPGO_REFUSE_LONG : HWPGO_REFUSE_COST;
}

/* Are H's arms so long that looking at each load takes longer than it is
   worth? The checks compare loads with each other.  */
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
               struct hwpgo_outcome *o, struct hwpgo_select_case *c)
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
  hwpgo_hammock_measure (h, c);
  c->insns += more;
  c->wasted += more;
  c->ratio = o->hint.ratio;
  return hwpgo_judge_cost (c, o);
}

/* Is WHY that effects do not go together, which can be made each for itself?
   Before inlining it would keep memory from becoming values.  */
static bool
effects_refused_p (hwpgo_refusal why, hwpgo_stage stage)
{
  return (why == HWPGO_REFUSE_STORE || why == HWPGO_REFUSE_LOAD_TRAPS)
         && stage != HWPGO_EARLY;
}

/* May the effects of H, which are apart, still change for the better?  GCC
   moves what both arms store behind them, and out of loops, and does not load
   again what it knows.  */
static bool
wait_for_effects_p (const struct hwpgo_hammock *h, hwpgo_stage stage)
{
  unsigned loads, stores[2];
  if (stage == HWPGO_MIDDLE && hwpgo_effects_reloaded_p (h))
    return true;
  for (unsigned arm = 0; arm < 2; arm++)
    hwpgo_effects_apart (h, arm, &loads, &stores[arm]);
  return stage == HWPGO_MIDDLE && stores[0] > 0 && stores[1] > 0;
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

hwpgo_refusal
hwpgo_judge_straight (basic_block head, hwpgo_stage stage,
                      struct hwpgo_hammock *h, struct hwpgo_outcome *o,
                      struct hwpgo_select_case *c)
{
  hwpgo_refusal why = hwpgo_hammock_match (head, h);
  if (why == HWPGO_REFUSE_NONE)
    why = judge_hammock (h, 0, o, c);
  /* For the same reason.  */
  if (why == HWPGO_REFUSE_NONE && stage == HWPGO_EARLY
      && hwpgo_effects_select_members_p (h))
    return HWPGO_REFUSE_STORE;
  if (!effects_refused_p (why, stage))
    return why;
  h->apart = true;
  if (wait_for_effects_p (h, stage))
    return why;
  return reason_of (why, judge_hammock (h, 0, o, c));
}

/* The same of region R.  */
static bool
wait_for_region_p (struct hwpgo_region *r, hwpgo_stage stage)
{
  struct hwpgo_hammock h = hwpgo_region_hammock (r);
  return hwpgo_effects_reloaded_p (&h)
         || (stage == HWPGO_MIDDLE && hwpgo_region_gathers_p (r));
}

/* Most branches in front of one that are looked at for a region with it.  */
#define MAX_FRONTS 3

/* Judge the regions that have the branch at the end of BB, which is no
   hammock, from the smallest on; fills R, and C where it comes to the cost. */
static hwpgo_refusal
judge_regions (basic_block bb, hwpgo_stage stage, struct hwpgo_region *r,
               struct hwpgo_outcome *o, struct hwpgo_select_case *c)
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
              if (hwpgo_region_check (r) == HWPGO_REFUSE_NONE
                  && !wait_for_region_p (r, stage))
                why = HWPGO_REFUSE_NONE;
            }
          if (why != HWPGO_REFUSE_NONE)
            return why;
          hwpgo_region_measure (r, c);
          c->ratio = hwpgo_region_ratio (r, own, &o->hint);
          return hwpgo_judge_cost (c, o);
        }
      if (!single_pred_p (bb)
          || !safe_dyn_cast<gcond *> (last_nondebug_stmt (single_pred (bb))))
        return why;
      bb = single_pred (bb);
    }
  return why;
}

bool
hwpgo_judge_too (gimple *branch, double ratio, struct hwpgo_select_case *c,
                 struct hwpgo_outcome *o)
{
  struct hwpgo_hammock h;
  struct hwpgo_region r;
  basic_block head = gimple_bb (branch);
  *o = {};
  o->hint.ratio = ratio;
  o->hint.verdict = HWPGO_UNPREDICTABLE;
  if (!is_a<gcond *> (branch))
    return false;
  hwpgo_refusal why = hwpgo_judge_straight (head, HWPGO_LATE, &h, o, c);
  if (why == HWPGO_REFUSE_SHAPE)
    why = judge_regions (head, HWPGO_LATE, &r, o, c);
  return why == HWPGO_REFUSE_NONE;
}

hwpgo_refusal
hwpgo_judge (basic_block head, hwpgo_stage stage, struct hwpgo_hammock *h,
             struct hwpgo_outcome *o)
{
  struct hwpgo_select_case c;
  struct hwpgo_region r;
  hwpgo_refusal why = hwpgo_judge_straight (head, stage, h, o, &c);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  hwpgo_region_of_hammock (h, &r);
  return hwpgo_judge_others (&r, stage, &c, o);
}

/* Instructions that exits behind the join take: the truth of two tests, and
   the test of the one that counts.  */
#define EXIT_INSNS 5

/* Judge X, whose arms may leave, and MORE instructions.  Fills C, and whether
   the effects of its arms are apart.  */
static hwpgo_refusal
judge_leaving (struct hwpgo_exits *x, hwpgo_stage stage, unsigned more,
               struct hwpgo_outcome *o, struct hwpgo_select_case *c)
{
  more += EXIT_INSNS;
  hwpgo_refusal why = judge_hammock (&x->hammock, more, o, c);
  if (effects_refused_p (why, stage))
    {
      x->hammock.apart = true;
      if (!wait_for_effects_p (&x->hammock, stage))
        why = reason_of (why, judge_hammock (&x->hammock, more, o, c));
    }
  if (why == HWPGO_REFUSE_NONE && x->away > HWPGO_EXITS_RARE
      && o->hint.age == 0)
    {
      /* The one test of both mispredicts no more often than it leaves.  In the
         next build neither is there to tell, and nothing says that it did not
         pay.  */
      c->ratio += hwpgo_exits_ratio (x) - x->away;
      why = hwpgo_judge_cost (c, o);
    }
  return why == HWPGO_REFUSE_NONE ? hwpgo_exits_check (x) : why;
}

hwpgo_refusal
hwpgo_judge_exits (basic_block head, hwpgo_stage stage,
                   struct hwpgo_hammock *h, struct hwpgo_outcome *o)
{
  struct hwpgo_exits x;
  struct hwpgo_select_case c;
  struct hwpgo_region r;
  if (stage == HWPGO_EARLY
      || (!hwpgo_exits_match (head, HWPGO_EXITS_RARE, &x)
          && (stage != HWPGO_LAST
              || !hwpgo_exits_match (head, HWPGO_EXITS_OFTEN, &x))))
    return HWPGO_REFUSE_SHAPE;
  hwpgo_refusal why = judge_leaving (&x, stage, 0, o, &c);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  hwpgo_region_of_hammock (&x.hammock, &r);
  why = hwpgo_judge_others (&r, stage, &c, o);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  bool apart = x.hammock.apart;
  hwpgo_exits_behind (&x);
  why = hwpgo_hammock_match (head, h);
  h->apart = apart;
  return why;
}

/* The same for each way out of one arm: the truth of its test, both, and the test
   of that.  */
#define WAY_OUT_INSNS 3

hwpgo_refusal
hwpgo_judge_flat (const struct hwpgo_hammock *h, unsigned n_out,
                  hwpgo_stage stage, struct hwpgo_outcome *o)
{
  struct hwpgo_select_case c;
  struct hwpgo_region r;
  if (hwpgo_effects_reloaded_p (h))
    return HWPGO_REFUSE_LOAD_TRAPS;
  hwpgo_refusal why = hwpgo_target_check (h->cond, boolean_type_node);
  if (why == HWPGO_REFUSE_NONE)
    why = judge_hammock (h, n_out * WAY_OUT_INSNS, o, &c);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  hwpgo_region_of_hammock (h, &r);
  return hwpgo_judge_others (&r, stage, &c, o);
}

/* What the second comparison of three ways and its branch take, each time.  */
#define THREE_WAY_INSNS 2

hwpgo_refusal
hwpgo_judge_three_way (basic_block head, hwpgo_stage stage,
                       struct hwpgo_hammock *h, struct hwpgo_outcome *o)
{
  struct hwpgo_three_way t[HWPGO_THREE_WAYS];
  struct hwpgo_select_case c;
  hwpgo_refusal why = HWPGO_REFUSE_SHAPE;
  unsigned n = hwpgo_three_way_match (head, t);
  for (unsigned i = 0; i < n; i++)
    {
      hwpgo_refusal whether;
      bool leaves = t[i].hammock.leaves;
      if (leaves && stage == HWPGO_EARLY)
        continue;
      if (leaves)
        {
          struct hwpgo_exits x
              = { t[i].hammock, { t[i].exits[0], t[i].exits[1] }, 0 };
          whether = judge_leaving (&x, stage, THREE_WAY_INSNS, o, &c);
        }
      else
        whether = judge_hammock (&t[i].hammock, THREE_WAY_INSNS, o, &c);
      if (whether == HWPGO_REFUSE_NONE)
        {
          basic_block rest = hwpgo_three_way_first (&t[i]);
          return leaves ? hwpgo_judge_exits (rest, stage, h, o)
                        : hwpgo_judge (rest, stage, h, o);
        }
      if (i == 0)
        why = whether;
    }
  return why;
}

hwpgo_refusal
hwpgo_judge_regions (basic_block bb, hwpgo_stage stage, struct hwpgo_region *r,
                     struct hwpgo_outcome *o)
{
  struct hwpgo_select_case c;
  hwpgo_refusal why = judge_regions (bb, stage, r, o, &c);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  return hwpgo_judge_others (r, stage, &c, o);
}

hwpgo_refusal
hwpgo_judge_selects (const vec<gassign *> &selects, struct hwpgo_outcome *o)
{
  struct hwpgo_select_case c;
  hwpgo_selects_measure (selects, &c);
  c.ratio = o->hint.ratio;
  hwpgo_refusal why = hwpgo_judge_cost (&c, o);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  struct hwpgo_moved worst = {};
  for (gassign *select : selects)
    {
      struct hwpgo_choice choice = hwpgo_choice_of (select);
      struct hwpgo_moved m = hwpgo_mispredicts_moved (
          &choice, gimple_bb (select), &o->hint, c.ratio, vNULL);
      if (hwpgo_moved_worse_p (m, worst))
        worst = m;
    }
  return hwpgo_judge_moved (&worst, &c, o);
}
