/* What selects add to the path from one turn of a loop to the next.
   SPDX-License-Identifier: GPL-2.0-or-later

   A turn cannot be shorter than the longest path from a value at the head of
   the loop to what it is in the next turn.  With a branch that the processor
   guesses, nothing on such a path waits for the condition; with a select all
   that depends on its result does.  So the longest path is measured twice.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-way.h"
#include "plugin/carrier.h"
#include "plugin/plugin.h"
#include "runtime/profile/discriminator.h"

double
hwpgo_loop_turns (class loop *loop)
{
  profile_count entries = profile_count::zero (), all = loop->header->count;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!flow_bb_inside_loop_p (loop, e->src))
      entries += e->count ();
  if (!all.initialized_p () || !entries.initialized_p ()
      || all.quality () < AFDO || entries.to_gcov_type () <= 0)
    return 0;
  return (double) all.to_gcov_type () / entries.to_gcov_type ();
}

/* Calls in BB.  */
static unsigned
calls_in (basic_block bb)
{
  unsigned n = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    n += hwpgo_calls_p (gsi_stmt (gsi));
  return n;
}

/* Conversions have not kept the number of the loop's blocks, by which GCC would
   find them.  */
double
hwpgo_turn_insns (class loop *loop)
{
  double sum = 0;
  profile_count turns = loop->header->count;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      if (!flow_bb_inside_loop_p (loop, bb))
        continue;
      double share = 1;
      if (turns.initialized_p () && bb->count.initialized_p ()
          && turns.to_gcov_type () > 0)
        share = (double) bb->count.to_gcov_type () / turns.to_gcov_type ();
      sum += (hwpgo_block_insns (bb)
              + calls_in (bb) * hwpgo_plugin.select_params.call_insns)
             * share;
    }
  return sum;
}

/* The ways of WALK to what PHI, of LOOP's header, is in the next turn, and
   whether it goes on BY_STEPS.  Of several ways back, each of which is
   predicted, it is their mean, each as often as it is taken; the longest where
   nobody knows how often that is.  */
static hwpgo_way
ways_back (hwpgo_walker *walk, class loop *loop, gphi *phi, bool *by_steps)
{
  hwpgo_way longest = hwpgo_no_way, mean = { 0, 0 };
  unsigned left = HWPGO_WAY_NAMES;
  double all = 0;
  bool known = true;
  *by_steps = true;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      edge e = gimple_phi_arg_edge (phi, i);
      if (!flow_bb_inside_loop_p (loop, e->src))
        continue;
      tree next = gimple_phi_arg_def (phi, i);
      hwpgo_way one = walk->to (next);
      double runs
          = e->count ().initialized_p () ? e->count ().to_gcov_type () : 0;
      known &= e->count ().initialized_p ();
      longest = hwpgo_longer (longest, one);
      all += runs;
      if (one.latency > 0)
        {
          mean.latency += runs * one.latency;
          mean.loads += runs * one.loads;
        }
      *by_steps
          &= hwpgo_step_from_p (loop, gimple_phi_result (phi), next, &left);
    }
  if (!known || all <= 0 || longest.latency < 0)
    return longest;
  mean.latency /= all;
  mean.loads /= all;
  return mean;
}

/* The way of WALK to what PHI, of LOOP's header, is in the next turn.
   What goes on by a step, as the places of a merge do, searches nothing: loads
   are from beside those of the turn before, or from where the second cache has
   what the processor thought to come next.  */
static hwpgo_way
way_around (hwpgo_walker *walk, class loop *loop, gphi *phi)
{
  bool steps;
  hwpgo_way best = ways_back (walk, loop, phi, &steps);
  if (walk->selected_p (phi))
    best = hwpgo_longer (best, walk->to_selected (phi));
  if (!steps)
    return best;
  unsigned left = HWPGO_WAY_NAMES;
  if (best.loads > 0
      && hwpgo_far_step_p (loop, gimple_phi_result (phi), &left))
    best.latency += best.loads * hwpgo_plugin.select_params.l2_extra;
  best.loads = 0;
  return best;
}

/* Is STMT in most turns of LOOP?  */
static bool
usual_p (class loop *loop, gimple *stmt)
{
  profile_count runs = gimple_bb (stmt)->count, turns = loop->header->count;
  return !runs.initialized_p () || !turns.initialized_p ()
         || runs.to_gcov_type () >= turns.to_gcov_type () / 2;
}

/* The way from LOAD to the place, which the conversion of R selects, that the
   next turn of LOOP may load from again.  A store in few turns is no part of
   most ways.  */
static hwpgo_way
way_by_chance (class loop *loop, const struct hwpgo_region *r, gassign *load)
{
  if (!r->apart || !usual_p (loop, r->conds[0])
      || !hwpgo_stored_by_chance_p (loop, r, load))
    return hwpgo_no_way;
  hwpgo_walker selected (loop, gimple_assign_lhs (load), { r, NULL, false },
                         true);
  return hwpgo_later (selected.to_conditions (r->conds, r->n_conds),
                      hwpgo_select_op_latency (HWPGO_OP_SELECT) * r->depth
                          + hwpgo_select_op_latency (HWPGO_OP_LOAD)
                          + hwpgo_plugin.select_params.store_guess);
}

/* What a value takes that LOOP stores to REF and loads from there in the next
   turn.  */
static unsigned
forwarding (class loop *loop, tree ref)
{
  return hwpgo_promotable_p (loop, ref)
             ? 0
             : hwpgo_select_op_latency (HWPGO_OP_LOAD);
}

/* The ways from LOAD to what R stores for the next turn of LOOP to load there;
   WITH where that, or its place, is selected.  */
static void
ways_through_memory (class loop *loop, const struct hwpgo_region *r,
                     gassign *load, hwpgo_way *without, hwpgo_way *with)
{
  auto_vec<hwpgo_forwarding> stores;
  hwpgo_forwarded_stores (loop, r, load, &stores);
  if (stores.is_empty ())
    {
      *with = way_by_chance (loop, r, load);
      return;
    }
  hwpgo_conversion what = { r, NULL, false };
  tree from = gimple_assign_lhs (load);
  hwpgo_walker guessed (loop, from, what, false);
  hwpgo_walker selected (loop, from, what, true);
  *without = { 0, 0 };
  *with = selected.to_conditions (r->conds, r->n_conds);
  bool decides = with->latency >= 0;
  double meets = 0;
  unsigned forward = forwarding (loop, gimple_assign_rhs1 (load));
  for (const hwpgo_forwarding &f : stores)
    {
      tree value = gimple_assign_rhs1 (f.store);
      hwpgo_way one = guessed.to (value);
      if (one.latency >= 0)
        {
          without->latency += f.share * (one.latency + forward);
          without->loads += f.share * one.loads;
        }
      *with = hwpgo_longer (*with, selected.to (value));
      meets = MAX (meets, f.meets);
    }
  double select = hwpgo_select_op_latency (HWPGO_OP_SELECT) * r->depth;
  /* One condition alone is known early enough, unless what is loaded decides
     it: a CVSD decoder lost 8 % by being left a branch, and a distance
     transform 14 % by being none.  */
  if (r->apart && (r->n_conds > 1 || decides))
    select += hwpgo_plugin.select_params.store_guess;
  *with = hwpgo_later (*with, forward + select);
  /* Where the place goes on in some turns, those in between wait alone.  */
  if (with->latency > 0)
    with->latency *= meets;
}

/* What is known of the ways through memory of a region, by its first branch,
   from passes before.  Later ones cannot tell: induction variable optimisation
   takes places apart.  */
struct memory_ways
{
  location_t branch;
  hwpgo_way without, with;
};

static auto_vec<memory_ways> known;
static tree known_function;

/* The place of the branch COND as it was before anything copied it.  */
static location_t
place_of_branch (const gcond *cond)
{
  location_t place = gimple_location (cond);
  unsigned discriminator = hwpgo_location_discriminator (place);
  return hwpgo_location_with_discriminator (
      place, discriminator & hwpgo_discriminator_mask (HWPGO_ROUND_BASE));
}

void
hwpgo_memory_ways_forget (class loop *loop)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gcond *cond = flow_bb_inside_loop_p (loop, bb)
                        ? safe_dyn_cast<gcond *> (last_nondebug_stmt (bb))
                        : NULL;
      for (unsigned i = known.length (); cond && i-- > 0;)
        if (known[i].branch == place_of_branch (cond))
          known.unordered_remove (i);
    }
}

/* Add the longest ways through memory of R, in LOOP, to *BEFORE and *AFTER. */
static void
add_ways_through_memory (class loop *loop, const struct hwpgo_region *r,
                         hwpgo_way *before, hwpgo_way *after)
{
  memory_ways found
      = { place_of_branch (r->conds[0]), hwpgo_no_way, hwpgo_no_way };
  auto_vec<gassign *> loads;
  hwpgo_forwarded_loads (loop, r, &loads);
  for (gassign *load : loads)
    {
      hwpgo_way without = hwpgo_no_way, with = hwpgo_no_way;
      ways_through_memory (loop, r, load, &without, &with);
      found.without = hwpgo_longer (found.without, without);
      found.with = hwpgo_longer (found.with, with);
    }
  if (known_function != current_function_decl)
    known.truncate (0);
  known_function = current_function_decl;
  if (found.with.latency >= 0)
    known.safe_push (found);
  else
    for (const memory_ways &k : known)
      if (k.branch == found.branch)
        found = k;
  *before = hwpgo_longer (*before, found.without);
  *after = hwpgo_longer (*after, found.with);
}

/* Does R, which may be NULL, have STMT?  */
static bool
inside_p (const struct hwpgo_region *r, gimple *stmt)
{
  for (unsigned i = 0; r && i < r->n_blocks; i++)
    if (r->blocks[i] == gimple_bb (stmt))
      return true;
  return false;
}

/* Add the longest ways to *BEFORE and *AFTER that WHAT, in LOOP, makes of what
   is loaded from a variable, or by a pointer, and stored for the next turn to load
   it there, or from the next place.  */
static void
add_ways_of_kept (class loop *loop, hwpgo_conversion what, hwpgo_way *before,
                  hwpgo_way *after)
{
  auto_vec<hwpgo_kept> kept;
  hwpgo_kept_in_memory (loop, true, &kept);
  for (const hwpgo_kept &k : kept)
    {
      /* Those are ways through memory.  */
      if (inside_p (what.region, k.store) || !usual_p (loop, k.store))
        continue;
      tree from = gimple_assign_lhs (k.load);
      tree value = gimple_assign_rhs1 (k.store);
      unsigned forward = forwarding (loop, gimple_assign_rhs1 (k.load));
      hwpgo_walker guessed (loop, from, what, false);
      hwpgo_walker selected (loop, from, what, true);
      *before
          = hwpgo_longer (*before, hwpgo_later (guessed.to (value), forward));
      *after
          = hwpgo_longer (*after, hwpgo_later (selected.to (value), forward));
    }
}

/* Is VALUE loaded from a place that is computed?  */
static bool
from_table_p (tree value)
{
  value = hwpgo_copied_from (value);
  gassign *load = TREE_CODE (value) == SSA_NAME
                      ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                      : NULL;
  if (!load || !gimple_assign_load_p (load))
    return false;
  tree ref = gimple_assign_rhs1 (load);
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
        && TREE_CODE (TREE_OPERAND (ref, 1)) == SSA_NAME)
      return true;
  if (TREE_CODE (ref) == TARGET_MEM_REF)
    return TMR_INDEX (ref) || TMR_INDEX2 (ref);
  tree pointer = TREE_CODE (ref) == MEM_REF
                     ? hwpgo_copied_from (TREE_OPERAND (ref, 0))
                     : NULL_TREE;
  gassign *sum = pointer && TREE_CODE (pointer) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (pointer))
                     : NULL;
  return sum && gimple_assign_rhs_code (sum) == POINTER_PLUS_EXPR
         && TREE_CODE (gimple_assign_rhs2 (sum)) == SSA_NAME;
}

/* Does PHI, of LOOP's header, begin with a value from a table, as the search
   for what a hash value leads to does?  */
static bool
scattered_p (class loop *loop, gphi *phi)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
        && from_table_p (gimple_phi_arg_def (phi, i)))
      return true;
  return false;
}

double
hwpgo_turn_latency (class loop *loop)
{
  const hwpgo_conversion none = { NULL, NULL, false };
  hwpgo_way longest = { 0, 0 }, same = { 0, 0 };
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree from = gimple_phi_result (psi.phi ());
      HOST_WIDE_INT step;
      if (virtual_operand_p (from) || hwpgo_turn_step (loop, from, &step))
        continue;
      hwpgo_walker walk (loop, from, none, false);
      longest = hwpgo_longer (longest, way_around (&walk, loop, psi.phi ()));
    }
  add_ways_of_kept (loop, none, &longest, &same);
  return longest.latency;
}

void
hwpgo_paths_note (hwpgo_way before, hwpgo_way after, double insns,
                  double turns, struct hwpgo_select_case *c)
{
  c->before_latency = before.latency;
  c->turn_insns = insns;
  if (!c->carried)
    return;
  c->before_loads = before.loads;
  c->after_latency = after.latency;
  c->after_loads = after.loads;
  c->turns = turns;
}

void
hwpgo_recurrence_measure (class loop *loop, const struct hwpgo_region *r,
                          const vec<gassign *> *selects,
                          const vec<hwpgo_region> *along,
                          struct hwpgo_select_case *c)
{
  hwpgo_conversion what
      = { r, selects, c->n_loads + c->n_late_loads > 0, along };
  hwpgo_way before = { 0, 0 }, after = { 0, 0 };
  if (!loop || !loop_outer (loop) || !loop->header)
    {
      hwpgo_recursion_measure (what, c);
      return;
    }
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree from = gimple_phi_result (psi.phi ());
      if (virtual_operand_p (from))
        continue;
      hwpgo_walker guessed (loop, from, what, false);
      hwpgo_walker selected (loop, from, what, true);
      hwpgo_way without = way_around (&guessed, loop, psi.phi ());
      hwpgo_way with = way_around (&selected, loop, psi.phi ());
      c->carried |= with.latency > without.latency;
      c->scattered |= with.latency > without.latency
                      && with.loads > without.loads
                      && scattered_p (loop, psi.phi ());
      before = hwpgo_longer (before, without);
      after = hwpgo_longer (after, with);
    }
  if (c->carried)
    hwpgo_follow_turns (loop, what, &before, &after);
  for (unsigned i = 0; r && i <= what.n_along (); i++)
    {
      hwpgo_way without = hwpgo_no_way, with = hwpgo_no_way;
      add_ways_through_memory (loop, i == 0 ? r : &(*along)[i - 1], &without,
                               &with);
      c->carried |= with.latency > without.latency;
      before = hwpgo_longer (before, without);
      after = hwpgo_longer (after, with);
    }
  hwpgo_way without = hwpgo_no_way, with = hwpgo_no_way;
  add_ways_of_kept (loop, what, &without, &with);
  c->carried |= with.latency > without.latency;
  before = hwpgo_longer (before, without);
  after = hwpgo_longer (after, with);
  hwpgo_paths_note (before, after, hwpgo_turn_insns (loop),
                    hwpgo_search_turns (loop), c);
  if (c->carried)
    c->at_once = hwpgo_entries_at_once (loop);
}

void
hwpgo_selects_measure (const vec<gassign *> &selects,
                       struct hwpgo_select_case *c)
{
  memset (c, 0, sizeof *c);
  c->branches = c->depth = 1;
  c->n_selects = selects.length ();
  for (gassign *select : selects)
    c->n_float_selects
        += FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (select)));
  class loop *loop = gimple_bb (selects[0])->loop_father;
  c->wait = hwpgo_selects_wait (loop, selects);
  hwpgo_recurrence_measure (loop, NULL, &selects, NULL, c);
}
