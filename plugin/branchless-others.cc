/* Does a conversion still pay with what it does to branches that stay?
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/plugin.h"

/* The part of M's mispredicts that what is converted, of RATIO, has to answer
   for.  A test of several flags mispredicts no more often than it goes its
   less likely way, however many branches have become the flags.  */
static double
moved_part (const struct hwpgo_moved *m, double ratio)
{
  auto_vec<hwpgo_moved_source> sources;
  struct hwpgo_select_case c;
  struct hwpgo_outcome o;
  double all = ratio;
  if (m->most <= 0 || ratio <= 0)
    return m->mispredicts;
  hwpgo_moved_sources (m, &sources);
  for (const hwpgo_moved_source &s : sources)
    if (!is_a<gcond *> (s.decider)
        || hwpgo_judge_too (s.decider, hwpgo_branch_hint (s.decider).ratio, &c,
                            &o))
      all += s.mispredicts;
  return MIN (m->mispredicts, m->most * ratio / all);
}

/* Can M's branch be converted as well, and does that pay together with what O
   is of?  What moves is saved once, and what is in its arms is part of it.  */
static bool
both_pay_p (const struct hwpgo_moved *m, const struct hwpgo_outcome *o)
{
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  struct hwpgo_select_case c;
  struct hwpgo_outcome other;
  if (m->turns || !hwpgo_judge_too (m->branch, m->ratio, &c, &other))
    return false;
  double ratio = hwpgo_branch_hint (m->branch).ratio;
  if (m->around)
    {
      c.ratio -= m->ratio - ratio;
      return hwpgo_select_weigh (params, &c).convert;
    }
  c.ratio = ratio;
  struct hwpgo_select_verdict v = hwpgo_select_weigh (params, &c);
  double times = m->executions;
  return hwpgo_select_pays (params, o->cost.saved + times * v.saved,
                            o->cost.work + times * other.cost.work,
                            o->cost.latency + times * other.cost.latency,
                            false);
}

hwpgo_refusal
hwpgo_judge_moved (const struct hwpgo_moved *m, struct hwpgo_select_case *c,
                   struct hwpgo_outcome *o)
{
  if (!m->branch || hwpgo_plugin.args.force_branchless)
    return HWPGO_REFUSE_NONE;
  if (both_pay_p (m, o))
    {
      o->moved = gimple_bb (m->branch)->index;
      o->moved_ratio = m->ratio;
      o->moved_by_history = m->by_history;
      return HWPGO_REFUSE_NONE;
    }
  if (m->next_turn)
    return HWPGO_REFUSE_NONE;
  c->ratio -= moved_part (m, c->ratio);
  return hwpgo_judge_cost (c, o) == HWPGO_REFUSE_NONE ? HWPGO_REFUSE_NONE
                                                      : HWPGO_REFUSE_MOVES;
}

/* Does R, which C is of, still pay where a branch that is no select waits for
   it?  Where the
   profiled build had the selects, which of the other branch's mispredicts have
   moved there, and were as late before, is not known.  */
static hwpgo_refusal
judge_waiting (const struct hwpgo_region *r, struct hwpgo_select_case *c,
               struct hwpgo_outcome *o)
{
  auto_vec<hwpgo_waiting> found;
  if (o->hint.age == 0)
    hwpgo_branches_waiting (r, c->n_loads + c->n_late_loads > 0, c->carried,
                            &found);
  for (const hwpgo_waiting &w : found)
    {
      struct hwpgo_select_case other;
      struct hwpgo_outcome of_other;
      if (w.mispredicts * w.cycles > c->waiting
          && !hwpgo_judge_too (w.branch, hwpgo_branch_hint (w.branch).ratio,
                               &other, &of_other))
        c->waiting = w.mispredicts * w.cycles;
    }
  return c->waiting > 0 ? hwpgo_judge_cost (c, o) : HWPGO_REFUSE_NONE;
}

/* Branches to which mispredicts move that are looked at.  */
#define MAX_MOVED 4

/* Does R, which C is of, still pay with what moves from it?  A branch that can be
   converted as well does not stand for one that cannot.  */
static hwpgo_refusal
judge_all_moved (const struct hwpgo_region *r, struct hwpgo_select_case *c,
                 struct hwpgo_outcome *o)
{
  auto_vec<gimple *, MAX_MOVED> seen;
  struct hwpgo_moved m
      = hwpgo_mispredicts_moved_from (r, &o->hint, c->ratio, seen);
  hwpgo_refusal why = hwpgo_judge_moved (&m, c, o);
  struct hwpgo_outcome first = *o;
  while (why == HWPGO_REFUSE_NONE && m.branch && seen.length () < MAX_MOVED
         && !hwpgo_plugin.args.force_branchless
         && both_pay_p (&m, o))
    {
      seen.quick_push (m.branch);
      m = hwpgo_mispredicts_moved_from (r, &o->hint, c->ratio, seen);
      why = hwpgo_judge_moved (&m, c, o);
    }
  o->moved = first.moved;
  o->moved_ratio = first.moved_ratio;
  o->moved_by_history = first.moved_by_history;
  return why;
}

/* The early stage does not know how often what is asked.  */
hwpgo_refusal
hwpgo_judge_others (const struct hwpgo_region *r, hwpgo_stage stage,
                    struct hwpgo_select_case *c, struct hwpgo_outcome *o)
{
  if (stage == HWPGO_EARLY)
    return HWPGO_REFUSE_NONE;
  hwpgo_refusal why = judge_waiting (r, c, o);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  return judge_all_moved (r, c, o);
}
