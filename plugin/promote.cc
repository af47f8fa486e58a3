/* Indirect calls become comparisons with the functions that they went to.
   SPDX-License-Identifier: GPL-2.0-or-later

   A call through a pointer cannot be inlined; one behind a comparison of the
   pointer with the function that it mostly is can be.  In the callgraph that
   is a speculative edge beside the indirect one, which the inliner weighs as
   any other, dissolves when it gains nothing, and makes code of otherwise.

     1. The profile tells where the calls of a place went: branch records, or
        what was inlined there when the profiled binary had promoted the call.
        What a direct call of the same line goes to is left out.
     2. The most frequent targets get edges (promote-choice.h), if they fit
        (promote-target.cc).  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/promote-choice.h"
#include "plugin/promote.h"
#include "plugin/report.h"
#include "plugin/source-place.h"

static const char *const refusals[] = {
#define HWPGO_REFUSAL(id, text) text,
#include "plugin/promote-refusals.def"
};

/* A function that a call went to.  */
struct target
{
  const char *name;  /* in the profile.  */
  cgraph_node *node; /* NULL: not of this unit.  */
  uint64_t count;
};

/* A call and where it went, by falling count.  Counts are those of the settled
   profile.  */
struct indirect_call
{
  cgraph_edge *e;
  auto_vec<struct target> targets;
  uint64_t all; /* calls, those to other targets included.  */
};

/* The work on one caller.  */
struct promoting
{
  const struct hwpgo_load *load;
  cgraph_node *caller;
  bool have_direct;        /* 'direct' is complete.  */
  struct hwpgo_map direct; /* direct calls: (function, line and callee).  */
};

/* --- 1: where calls went -------------------------------------------------*/

/* The function of the settled profile that has call STMT, and the place in
   it; NULL when there is none.  */
static const struct hwpgo_function *
find_place (const struct promoting *p, const gimple *stmt,
            struct hwpgo_location *at)
{
  struct hwpgo_place place;
  if (!hwpgo_source_place (p->caller->decl, gimple_location (stmt), &place))
    return NULL;
  *at = place.frames[0].at;
  return hwpgo_settled_function (&p->load->settled, &place);
}

static uint64_t
direct_key (struct hwpgo_location at, cgraph_node *callee)
{
  return (uint64_t) at.line << 32
         | (uint32_t) callee->ultimate_alias_target ()->order;
}

/* See what is called directly, line by line.  */
static void
note_direct (struct promoting *p)
{
  struct hwpgo_location at;
  if (p->have_direct)
    return;
  p->have_direct = true;
  for (cgraph_edge *e = p->caller->callees; e; e = e->next_callee)
    if (!e->speculative && e->call_stmt)
      if (const struct hwpgo_function *f = find_place (p, e->call_stmt, &at))
        if (uint64_t *slot = hwpgo_map_slot (&p->direct, (uintptr_t) f,
                                             direct_key (at, e->callee)))
          *slot = 1;
}

/* True if NODE is called directly on the line of AT in F.  */
static bool
direct_p (const struct promoting *p, const struct hwpgo_function *f,
          struct hwpgo_location at, cgraph_node *node)
{
  return hwpgo_map_find (&p->direct, (uintptr_t) f, direct_key (at, node));
}

static bool
add_target (const char *name, uint64_t count, void *data)
{
  struct indirect_call *call = (struct indirect_call *) data;
  call->targets.safe_push ({ name, hwpgo_promote_find (name), count });
  return true;
}

/* Equal ones side by side: functions of this unit, then the others by
   name.  */
static int
compare_functions (const void *a, const void *b)
{
  const struct target *s = (const struct target *) a;
  const struct target *t = (const struct target *) b;
  int s_order = s->node ? s->node->order : INT_MAX;
  int t_order = t->node ? t->node->order : INT_MAX;
  if (s_order != t_order)
    return s_order < t_order ? -1 : 1;
  return s->node ? 0 : strcmp (s->name, t->name);
}

static int
compare_counts (const void *a, const void *b)
{
  const struct target *s = (const struct target *) a;
  const struct target *t = (const struct target *) b;
  if (s->count != t->count)
    return s->count > t->count ? -1 : 1;
  return compare_functions (a, b);
}

/* Let each function be once in TARGETS.  */
static void
unite (vec<struct target> *targets)
{
  unsigned n = 0;
  targets->qsort (compare_functions);
  for (unsigned i = 0; i < targets->length (); i++)
    {
      struct target t = (*targets)[i];
      if (n > 0 && compare_functions (&(*targets)[n - 1], &t) == 0)
        (*targets)[n - 1].count = hwpgo_add ((*targets)[n - 1].count, t.count);
      else
        (*targets)[n++] = t;
    }
  targets->truncate (n);
}

/* Collect where CALL went.  */
static void
collect_targets (struct promoting *p, struct indirect_call *call)
{
  struct hwpgo_location at;
  const struct hwpgo_function *f = find_place (p, call->e->call_stmt, &at);
  uint64_t sum = 0, count = 0;
  unsigned n = 0;
  if (!f)
    return;
  hwpgo_settled_each_target (&p->load->settled, f, at, p->load->mask,
                             add_target, call);
  unite (&call->targets);
  note_direct (p);
  for (unsigned i = 0; i < call->targets.length (); i++)
    {
      struct target t = call->targets[i];
      if (t.node && direct_p (p, f, at, t.node))
        continue;
      sum = hwpgo_add (sum, t.count);
      call->targets[n++] = t;
    }
  call->targets.truncate (n);
  call->targets.qsort (compare_counts);
  hwpgo_function_count (f, at, p->load->mask, &count);
  call->all = MAX (sum, count);
}

/* --- 2: promotion --------------------------------------------------------*/

/* What became of T; REFUSAL is 'none' where it is promoted, here or, with
   LINK, perhaps at the link.  */
static void
report (const struct indirect_call *call, const struct target *t,
        enum hwpgo_promote_refusal refusal, bool link)
{
  const gimple *stmt = call->e->call_stmt;
  bool refused = refusal != HWPGO_PROMOTE_NONE;
  double part = call->all ? t->count / (double) call->all : 0;
  hwpgo_report_begin ("promote");
  hwpgo_report_string ("function", hwpgo_source_name (call->e->caller->decl));
  hwpgo_report_string ("file", gimple_filename (stmt));
  hwpgo_report_u64 ("line", gimple_lineno (stmt));
  hwpgo_report_string ("target", t->name);
  hwpgo_report_fraction ("part", part);
  hwpgo_report_string ("promoted", refused ? "no" : link ? "link" : "yes");
  if (refused)
    hwpgo_report_string ("reason", refusals[refusal]);
  hwpgo_report_end ();
  if (!dump_enabled_p ())
    return;
  if (refused)
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, stmt,
                     "indirect call of %s, %d %% of the calls,"
                     " not promoted: %s\n",
                     t->name, (int) (part * 100), refusals[refusal]);
  else
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, stmt,
                     "indirect call promoted to %s, %d %% of the calls%s\n",
                     t->name, (int) (part * 100),
                     link ? ", if the link has it" : "");
}

/* How many of the CALLS in the code go to T.  */
static profile_count
count_of (const struct indirect_call *call, const struct target *t,
          profile_count calls)
{
  /* Into what has a sign; of what was counted once something is left.  */
  unsigned shift = call->all >> 63;
  return calls.apply_probability (
      profile_probability::probability_in_gcov_type (
          (gcov_type) (t->count >> shift),
          (gcov_type) MAX (call->all >> shift, 1))
          .afdo ());
}

static enum hwpgo_promote_refusal
refuse (const struct indirect_call *call, const struct target *t)
{
  profile_count count = count_of (call, t, call->e->count);
  if (!t->node)
    return HWPGO_PROMOTE_ABSENT;
  if (!maybe_hot_count_p (DECL_STRUCT_FUNCTION (call->e->caller->decl), count))
    return HWPGO_PROMOTE_COLD;
  return hwpgo_promote_refuse (call->e, t->node);
}

/* True if CALL goes mostly to T, of another unit, and the link is told.  */
static bool
left_to_link (const struct promoting *p, const struct indirect_call *call,
              const struct target *t)
{
  if (t->node && t->node->definition)
    return false;
  if (!hwpgo_promote_at_link_p (call->e, t->count, call->all))
    return false;
  hwpgo_promote_at_link (call->e, t->name, t->count, call->all, p->load);
  report (call, t, HWPGO_PROMOTE_NONE, true);
  return true;
}

/* Choose among the targets of CALL.  */
static void
choose (const struct promoting *p, const struct indirect_call *call,
        vec<const struct target *> *chosen)
{
  uint64_t taken = 0;
  for (const struct target &t : call->targets)
    {
      if (!hwpgo_promote_worth (t.count, taken, call->all, chosen->length ()))
        {
          report (call, &t, HWPGO_PROMOTE_RARE, false);
          break;
        }
      if (chosen->is_empty () && left_to_link (p, call, &t))
        break;
      enum hwpgo_promote_refusal refusal = refuse (call, &t);
      report (call, &t, refusal, false);
      if (refusal != HWPGO_PROMOTE_NONE)
        continue;
      chosen->safe_push (&t);
      taken = hwpgo_add (taken, t.count);
    }
}

static void
promote_call (const struct promoting *p, const struct indirect_call *call)
{
  auto_vec<const struct target *> chosen;
  profile_count calls = call->e->count;
  choose (p, call, &chosen);
  /* GCC compares first with what came last.  */
  for (unsigned i = chosen.length (); i-- > 0;)
    call->e->make_speculative (hwpgo_promote_alias (chosen[i]->node),
                               count_of (call, chosen[i], calls), i);
}

/* True if call E is hot, and GCC could make a comparison of it.  */
static bool
candidate_p (cgraph_edge *e)
{
  gcall *call = e->call_stmt;
  if (!call || e->speculative || !e->count.initialized_p ()
      || e->count.quality () != AFDO || !e->maybe_hot_p ())
    return false;
  tree lhs = gimple_call_lhs (call);
  return !gimple_call_internal_p (call) && !gimple_call_chain (call)
         && !gimple_call_must_tail_p (call)
         && !(gimple_call_flags (call) & ECF_RETURNS_TWICE)
         && !(lhs && TREE_CODE (lhs) == SSA_NAME
              && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (lhs));
}

static void
promote_calls_of (cgraph_node *node, const struct hwpgo_load *load)
{
  struct promoting p = {};
  p.load = load;
  p.caller = node;
  for (cgraph_edge *e = node->indirect_calls; e; e = e->next_callee)
    if (candidate_p (e))
      {
        struct indirect_call call = {};
        call.e = e;
        collect_targets (&p, &call);
        promote_call (&p, &call);
      }
  hwpgo_map_free (&p.direct);
}

void
hwpgo_promote_calls (const vec<cgraph_node *> &nodes,
                     const struct hwpgo_load *load)
{
  if (!hwpgo_plugin.args.promote)
    return;
  for (cgraph_node *node : nodes)
    promote_calls_of (node, load);
  hwpgo_promote_number (load);
}
