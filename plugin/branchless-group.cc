/* Branches of one loop that pay only together.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (diff >= step)
       code |= 4, diff -= step;
     step >>= 1;
     if (diff >= step)
       code |= 2, diff -= step;
     ...
     index += change[code];
     step = steps[index];

   The select of a single one lets the next turn wait for its condition through
   both tables, which is more than its mispredicts cost.  But then the selects of
   the others add little to that path.  So what is weighed is a group: the
   mispredicts of all of its branches, against what the path gets longer by all
   their selects.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/plugin.h"

/* Most branches in a group.  Each of those left out once is a path more to
   measure.  */
#define MAX_GROUP 6

struct member
{
  struct hwpgo_hammock hammock;
  struct hwpgo_region region;
  struct hwpgo_select_case c;
  double share; /* executions for one of the first.  */
  bool kept;    /* the profiled build has its selects.  */
};

/* The branches of groups that pay, and are not converted yet.  */
static hash_set<gcond *> accepted;

void
hwpgo_groups_forget ()
{
  accepted.empty ();
}

/* Executions of BB for one of HEAD; 0 where nobody knows.  */
static double
share_of (basic_block bb, basic_block head)
{
  if (bb == head)
    return 1;
  if (!bb->count.initialized_p () || !head->count.initialized_p ()
      || head->count.to_gcov_type () <= 0)
    return 0;
  return (double) bb->count.to_gcov_type () / head->count.to_gcov_type ();
}

/* What runs in this part of the turns in which another branch of a group runs, or so
   many times as often, is beside it.  */
#define MIN_SHARE 0.5
#define MAX_SHARE 2

/* Is V all right but for what the path from turn to turn gets longer?  */
static bool
latency_alone_p (const struct hwpgo_select_verdict &v)
{
  return v.carried && !v.too_long
         && hwpgo_select_pays (&hwpgo_plugin.select_params, v.saved, v.work, 0,
                               false);
}

/* Fill M with the branch at the end of BB, if it may be one of the group of
   HEAD's.  */
static bool
member_p (basic_block bb, basic_block head, hwpgo_stage stage, member *m)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
  struct hwpgo_outcome o = {};
  if (!cond || bb->loop_father != head->loop_father)
    return false;
  o.hint = hwpgo_branch_hint (cond);
  m->share = share_of (bb, head);
  if (o.hint.verdict != HWPGO_UNPREDICTABLE || m->share < MIN_SHARE
      || m->share > MAX_SHARE)
    return false;
  hwpgo_refusal why
      = hwpgo_judge_straight (bb, stage, &m->hammock, &o, &m->c);
  /* What pays alone must not pay for others.  */
  if (why != HWPGO_REFUSE_COST || !latency_alone_p (o.cost)
      || (stage < HWPGO_LATE && hwpgo_hammock_idiom_p (&m->hammock)))
    return false;
  hwpgo_region_of_hammock (&m->hammock, &m->region);
  m->region.apart = m->hammock.apart;
  m->kept = o.hint.age > 0;
  /* What would mispredict in its place is not saved.  */
  struct hwpgo_moved moved
      = hwpgo_mispredicts_moved_from (&m->region, &o.hint, m->c.ratio, vNULL);
  return !moved.branch || moved.next_turn;
}

static int
more_saved (const void *a, const void *b)
{
  const member *x = (const member *) a, *y = (const member *) b;
  double p = x->share * x->c.ratio, q = y->share * y->c.ratio;
  if (p != q)
    return p > q ? -1 : 1;
  return x->hammock.head->index - y->hammock.head->index;
}

/* Fill GROUP with the branch at the end of HEAD, and then those beside it, the
   most mispredicted first.  */
static bool
find_group (basic_block head, hwpgo_stage stage, vec<member> *group)
{
  member m;
  if (!member_p (head, head, stage, &m))
    return false;
  group->safe_push (m);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (bb != head && member_p (bb, head, stage, &m))
      group->safe_push (m);
  if (group->length () > 2)
    qsort (group->address () + 1, group->length () - 1, sizeof m, more_saved);
  if (group->length () > MAX_GROUP)
    group->truncate (MAX_GROUP);
  return group->length () > 1;
}

/* Weigh all of GROUP as one.  */
static struct hwpgo_select_verdict
weigh (const vec<member> &group)
{
  struct hwpgo_select_case all = group[0].c;
  auto_vec<hwpgo_region> along;
  double predicted = 1 - MIN (all.ratio, 1.0), insns = 0, selects = 0;
  double float_selects = 0, stores = 0, loads = 0, late_loads = 0;
  all.kept = true;
  for (unsigned i = 0; i < group.length (); i++)
    {
      const member &m = group[i];
      all.kept &= m.kept;
      insns += m.share * m.c.insns;
      selects += m.share * m.c.n_selects;
      float_selects += m.share * m.c.n_float_selects;
      stores += m.share * m.c.n_stores;
      loads += m.share * m.c.n_loads;
      late_loads += m.share * m.c.n_late_loads;
      if (i == 0)
        continue;
      along.safe_push (m.region);
      all.ratio += m.share * m.c.ratio;
      all.branches += m.share * m.c.branches;
      all.wasted += m.share * m.c.wasted;
      all.again += m.c.again;
      all.wait = MIN (all.wait, m.c.wait);
      predicted *= 1 - MIN (m.share * m.c.ratio, 1.0);
    }
  /* What runs more often than the first may be several times in a turn.  */
  all.insns = (unsigned) (insns + 0.5);
  all.n_selects = (unsigned) (selects + 0.5);
  all.n_float_selects = (unsigned) MIN (float_selects + 0.5, selects);
  all.n_stores = (unsigned) (stores + 0.5);
  all.n_loads = (unsigned) (loads + 0.5);
  all.n_late_loads = (unsigned) (late_loads + 0.5);
  all.missed = 1 - predicted;
  all.carried = false;
  hwpgo_recurrence_measure (group[0].hammock.head->loop_father,
                            &group[0].region, NULL, &along, &all);
  struct hwpgo_select_params params = hwpgo_plugin.select_params;
  /* Each of them is short enough.  */
  params.max_insns *= group.length ();
  params.max_selects *= group.length ();
  return hwpgo_select_weigh (&params, &all);
}

hwpgo_refusal
hwpgo_judge_group (basic_block head, hwpgo_stage stage,
                   struct hwpgo_outcome *o)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (head));
  auto_vec<member> group;
  if (!cond || stage == HWPGO_EARLY || !head->loop_father
      || !loop_outer (head->loop_father))
    return HWPGO_REFUSE_COST;
  if (accepted.contains (cond))
    return HWPGO_REFUSE_NONE;
  if (!find_group (head, stage, &group))
    return HWPGO_REFUSE_COST;
  for (; group.length () > 1; group.truncate (group.length () - 1))
    {
      struct hwpgo_select_verdict v = weigh (group);
      if (!v.convert)
        continue;
      o->cost = v;
      for (const member &m : group)
        accepted.add (m.hammock.cond);
      return HWPGO_REFUSE_NONE;
    }
  return HWPGO_REFUSE_COST;
}
