/* Probes: branches beside the selects that they have become.
   SPDX-License-Identifier: GPL-2.0-or-later

   A select is never mispredicted, so no recording shows what its branch would
   be today.  In every second build that remembers a conversion

                                        turn = 0;
                                        do
                                          {
                                            if (a < b)
                                              asm volatile ("nop");
     do                                     x = a < b ? c : d;
       {                                    ...
         x = a < b ? c : d;      ->       }
         ...                              while (more && ++turn < 8);
       }                                if (more)
     while (more);                        do
                                            {
                                              x = a < b ? c : d;
                                              ...
                                            }
                                          while (more);

   the first turns of its loop are a loop of their own, which runs the branch
   for nothing but the recording.  Its place in the line table is one of its
   own (hwpgo_discriminator_probe), from which the next build reads how
   predictable it is.  The other turns, 63 of 64 or more, are as fast as
   without.  Where no loop turns so often, some calls of the function have a
   probe instead (branchless-probe-loop.cc), and the select alone if it is in
   no loop.

   The first turns, or these calls, stand for all of them.  Where they do not,
   a branch comes back that the build after converts again, and that has no
   probe then until it is forgotten.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-probe.h"
#include "plugin/branchless.h"
#include "plugin/carrier.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"
#include "runtime/profile/discriminator.h"

/* STMT, at LOCATION, goes to *END.  */
static void
append (gimple_stmt_iterator *end, gimple *stmt, location_t location)
{
  gimple_set_location (stmt, location);
  gsi_insert_after (end, stmt, GSI_NEW_STMT);
}

/* LOCATION, which has a number for its place, where nothing is counted.  */
static location_t
elsewhere (location_t location)
{
  uint32_t discriminator = hwpgo_location_discriminator (location);
  hwpgo_discriminator_set (&discriminator, HWPGO_ROUND_BASE,
                           HWPGO_BASE_ELSEWHERE);
  return hwpgo_location_with_discriminator (location, discriminator);
}

location_t
hwpgo_probe_location (location_t location)
{
  uint32_t discriminator = hwpgo_location_discriminator (location);
  return hwpgo_discriminator_probe (&discriminator)
             ? hwpgo_location_with_discriminator (location, discriminator)
             : UNKNOWN_LOCATION;
}

/* A branch by TEST at *END.  All that has the location PROBE runs with it, and
   can be no part of anything else; what the comparison is made of may be.  */
static void
append_probe (gimple_stmt_iterator *end, tree test, location_t probe)
{
  tree value = make_ssa_name (boolean_type_node);
  gassign *compare = gimple_build_assign (
      value, TREE_CODE (test), TREE_OPERAND (test, 0), TREE_OPERAND (test, 1));
  append (end, compare, elsewhere (probe));
  gcond *branch = gimple_build_cond (NE_EXPR, value, boolean_false_node,
                                     NULL_TREE, NULL_TREE);
  append (end, branch, probe);
  tree hidden = hwpgo_insert_hidden (value, end);
  gimple_set_location (SSA_NAME_DEF_STMT (hidden), probe);
  gimple_cond_set_lhs (branch, hidden);
  update_stmt (branch);
}

/* Put a probe in front of SELECT, whose condition is TEST; with CHOICE into
   the calls that it chooses, one of PART.  What is behind it, SELECT first, is in the block
   that is returned then.  */
static basic_block
insert_probe (gassign *select, tree test, tree choice, double part)
{
  location_t probe = hwpgo_probe_location (gimple_location (select));
  gimple_stmt_iterator gsi = gsi_for_stmt (select);
  basic_block head = gimple_bb (select);
  test = unshare_expr (test);
  gsi_prev (&gsi);
  edge past = gsi_end_p (gsi) ? split_block_after_labels (head)
                              : split_block (head, gsi_stmt (gsi));
  basic_block behind = past->dest, nothing = split_edge (past);
  if (choice)
    {
      basic_block chosen = split_edge (single_pred_edge (nothing));
      edge to = single_succ_edge (head);
      redirect_edge_and_branch (to, behind);
      chosen->count = hwpgo_probe_choose (head, chosen, choice, part)->count ();
      /* Threading would copy all between the probes of a call.  */
      gcond *test_choice = as_a<gcond *> (last_nondebug_stmt (head));
      gsi = gsi_last_bb (head);
      gimple_cond_set_lhs (test_choice, hwpgo_insert_hidden (choice, &gsi));
      update_stmt (test_choice);
      head = chosen;
    }
  gsi = gsi_last_bb (head);
  append_probe (&gsi, test, probe);
  edge in = single_pred_edge (nothing);
  in->flags = (in->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  in->probability = profile_probability::even ();
  make_edge (head, behind, EDGE_FALSE_VALUE)->probability
      = profile_probability::even ();
  nothing->count = in->count ();
  /* An instruction: a jump to the next one goes there in any case.  */
  gasm *text = gimple_build_asm_vec ("nop", NULL, NULL, NULL, NULL);
  gimple_asm_set_volatile (text, true);
  gsi = gsi_last_bb (nothing);
  append (&gsi, text, probe);
  return behind;
}

/* The first select of BB whose place is none of SEEN that wants a probe, with
   its condition in *TEST and its hint in *HINT; NULL if there is none.  */
static gassign *
find_select (basic_block bb, const vec<location_t> &seen, tree *test,
             struct hwpgo_hint *hint)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gassign *select = dyn_cast<gassign *> (gsi_stmt (gsi));
      if (!select || gimple_assign_rhs_code (select) != COND_EXPR
          || !gimple_has_location (select)
          || seen.contains (gimple_location (select)))
        continue;
      *test = hwpgo_select_condition (select);
      uint32_t discriminator
          = hwpgo_location_discriminator (gimple_location (select));
      if (!*test || !hwpgo_discriminator_probe (&discriminator))
        continue;
      *hint = hwpgo_branch_hint (select);
      if (hwpgo_plugin.args.probes == HWPGO_PROBES_ALL
          || hwpgo_hint_wants_probe (hint))
        return select;
    }
  return NULL;
}

/* Put probes in front of the first select of each branch in BB that wants one
   and is not in SEEN, which gets it.  CHOICE and PART as above.  */
static void
insert_probes (basic_block bb, tree choice, double part,
               vec<location_t> *seen)
{
  tree test;
  struct hwpgo_hint hint;
  while (gassign *select = find_select (bb, *seen, &test, &hint))
    {
      seen->safe_push (gimple_location (select));
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, dump_user_location_t (select),
                         "probe beside the select\n");
      bb = insert_probe (select, test, choice, part);
    }
}

/* --- the pass ------------------------------------------------------------*/

/* Note P in ALL.  Of two, one in the other, it is the inner one.  */
static void
note_loop (const struct hwpgo_probed &p, vec<hwpgo_probed> *all)
{
  for (unsigned i = all->length (); i-- > 0;)
    if ((*all)[i].loop == p.loop
        || flow_loop_nested_p (p.loop, (*all)[i].loop))
      return;
    else if (flow_loop_nested_p ((*all)[i].loop, p.loop))
      all->ordered_remove (i);
  all->safe_push (p);
}

/* Does anything in BB want a probe?  If so, and that is measured by less than one of
   *PART executions, or *PART is 0, it becomes what is enough; and *ONCE is BB's count for
   one execution.  */
static bool
wanted_p (basic_block bb, double *part, double *once)
{
  auto_vec<location_t> seen;
  tree test;
  struct hwpgo_hint hint;
  if (!optimize_bb_for_speed_p (bb))
    return false;
  while (gassign *select = find_select (bb, seen, &test, &hint))
    {
      seen.safe_push (gimple_location (select));
      double enough = hwpgo_probe_part (&hint);
      if (enough > 0 && (*part == 0 || enough < *part))
        *part = enough;
      if (hint.executions > 0)
        *once = hwpgo_executions (bb->count) / (double) hint.executions;
    }
  return !seen.is_empty ();
}

/* Find what wants probes, one of PART executions: loops, and blocks in none.  */
static void
find_places (function *fn, double part, vec<hwpgo_probed> *loops,
             vec<basic_block> *blocks)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      double enough = 0, once = 0;
      if (!wanted_p (bb, &enough, &once))
        continue;
      struct hwpgo_probed p = hwpgo_probe_loop (bb, part, once);
      if (p.loop)
        note_loop (p, loops);
      else if (!loop_outer (bb->loop_father))
        blocks->safe_push (bb);
    }
  for (hwpgo_probed &p : *loops)
    p.bbs = get_loop_body (p.loop);
}

/* Put probes into P, by CALLS where calls are chosen.  False if that cannot
   be. Dominators must be free.  */
static bool
probe_loop (const struct hwpgo_probed *p, tree calls)
{
  if (p->turns == 0 && !p->counted && !calls)
    return false;
  auto_vec<location_t> seen;
  unsigned n = p->loop->num_nodes;
  basic_block *copies = XNEWVEC (basic_block, n);
  hwpgo_probe_copy (p, calls, copies);
  for (unsigned i = 0; i < n; i++)
    insert_probes (copies[i], NULL_TREE, 0, &seen);
  free (copies);
  return true;
}

bool
hwpgo_probe_gate (function *fn)
{
  bool remembered = hwpgo_plugin.bundle.profiles[HWPGO_REMEMBERED_FREQUENCY]
                    && hwpgo_discriminate_gate (fn);
  return (hwpgo_plugin.args.probes == HWPGO_PROBES_ALL
          || (hwpgo_plugin.args.probes == HWPGO_PROBES_ON && remembered))
         && hwpgo_branchless_gate (fn) && !flag_sanitize;
}

unsigned int
hwpgo_probe_execute (function *fn)
{
  auto_vec<hwpgo_probed> loops;
  auto_vec<basic_block> blocks;
  auto_vec<location_t> seen;
  basic_block bb;
  bool any = false;
  double part = 0, once;
  FOR_EACH_BB_FN (bb, fn)
    any |= wanted_p (bb, &part, &once);
  if (!any)
    return 0;
  if (part == 0)
    part = hwpgo_plugin.select_params.probe_part;
  loop_optimizer_init (LOOPS_HAVE_PREHEADERS | LOOPS_HAVE_SIMPLE_LATCHES);
  find_places (fn, part, &loops, &blocks);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  bool by_calls = !blocks.is_empty ();
  for (const hwpgo_probed &p : loops)
    by_calls |= p.turns == 0 && !p.counted;
  tree calls = by_calls ? hwpgo_probe_choice_of_calls (fn) : NULL_TREE;
  bool changed = calls != NULL_TREE;
  for (const hwpgo_probed &p : loops)
    {
      changed |= probe_loop (&p, calls);
      free (p.bbs);
    }
  if (calls)
    for (basic_block block : blocks)
      insert_probes (block, calls, part, &seen);
  loop_optimizer_finalize ();
  return changed ? TODO_cleanup_cfg | TODO_update_ssa : 0;
}
