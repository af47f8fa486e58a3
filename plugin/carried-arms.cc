/* What some turns of a loop store, and the next ones load, stays in a register.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = 1; i < n; i++)                  left = a[0];
       if (a[i - 1] > a[i])                   for (i = 1; i < n; i++)
         swap (&a[i - 1], &a[i]);       ->      {
                                                  right = a[i];
                                                  if (left > right)
                                                    a[i - 1] = right,
                                                    a[i] = right = left;
                                                  left = right;
                                                }

   With a select the place that is stored to is selected, and the next load waits
   until that is known.  In a register the value is there at once, whichever way was
   gone.  So it has to be known what is at the loaded place at the end of a turn
   before branches are converted: on each way what was stored there last, or loaded.
   GCC's elimination of partial redundancies does that, but comes later, and where the
   place moves it does not see that the next turn's is one of this turn's.

   A place that the first turn need not load is there for those behind a turn that has
   accessed it ahead, so that one is put in front (carried-peel.cc).  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"
#include "plugin/carried.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Loops of more blocks are left alone.  */
#define MAX_BLOCKS 32

/* Sums that one pointer may be.  */
#define MAX_ADDED 8

/* A load of a loop whose value one turn hands to the next.  */
struct handed
{
  class loop *loop;
  struct hwpgo_accesses *a;
  data_reference_p load;
  tree value; /* at the head of a turn: the result of a phi that is made last.  */
  hash_map<basic_block, tree> ends; /* what is there at the end of a block.  */
  auto_vec<basic_block> merged; /* those that have a phi for that.  */
};

/* DR of statement STMT, of which there is but one; NULL if that has no access.  */
static data_reference_p
access_of (const struct hwpgo_accesses *a, gimple *stmt)
{
  for (data_reference_p dr : a->stores)
    if (DR_STMT (dr) == stmt)
      return dr;
  for (data_reference_p dr : a->loads)
    if (DR_STMT (dr) == stmt)
      return dr;
  return NULL;
}

/* What STMT leaves where H's load is from in the next turn: a value; or NULL_TREE,
   and *LOST is set if it may have put something else there.  */
static tree
left_by (struct handed *h, gimple *stmt, bool *lost)
{
  data_reference_p dr = access_of (h->a, stmt);
  if (!dr)
    return NULL_TREE;
  tree value
      = DR_IS_READ (dr) ? gimple_assign_lhs (stmt) : gimple_assign_rhs1 (stmt);
  if (hwpgo_turns_between (dr, h->load) == 1)
    {
      *lost = !is_gimple_val (value)
              || (TREE_CODE (value) == SSA_NAME
                  && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value));
      return *lost ? NULL_TREE : value;
    }
  if (DR_IS_READ (dr))
    return NULL_TREE;
  /* Any other access to that place in this turn tells where it is.  */
  for (const auto &accesses : { &h->a->loads, &h->a->stores })
    for (data_reference_p there : *accesses)
      if (hwpgo_turns_between (there, h->load) == 1
          && hwpgo_elsewhere_p (dr, there))
        return NULL_TREE;
  *lost = true;
  return NULL_TREE;
}

/* Fill H->ends for BB, of H->loop, and those before it in the turn, with names for
   phis that are not made yet.  False if it is not known for all ways what is there
   in the end.  */
static bool
find_end (struct handed *h, basic_block bb)
{
  if (const tree *known = h->ends.get (bb))
    return *known;
  bool lost = false;
  for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi);
       gsi_prev (&gsi))
    if (tree value = left_by (h, gsi_stmt (gsi), &lost))
      {
        h->ends.put (bb, value);
        return true;
      }
    else if (lost)
      return false;
  if (bb == h->loop->header)
    {
      h->ends.put (bb, h->value);
      return hwpgo_stays_p (h->load);
    }
  /* What comes here again by an irreducible way does not know.  */
  h->ends.put (bb, NULL_TREE);
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if ((e->flags & EDGE_COMPLEX) || !find_end (h, e->src))
      return false;
  tree same = *h->ends.get (EDGE_PRED (bb, 0)->src);
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (same && !operand_equal_p (same, *h->ends.get (e->src), 0))
      same = NULL_TREE;
  if (!same)
    {
      same = make_ssa_name (TREE_TYPE (h->value));
      h->merged.safe_push (bb);
    }
  h->ends.put (bb, same);
  return true;
}

/* Make the phis that H->ends has names for.  */
static void
define_ends (struct handed *h)
{
  for (basic_block bb : h->merged)
    {
      gphi *phi = create_phi_node (*h->ends.get (bb), bb);
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->preds)
        add_phi_arg (phi, *h->ends.get (e->src), e, UNKNOWN_LOCATION);
    }
}

/* Forget the names that H would have made phis for.  */
static void
forget_ends (struct handed *h)
{
  for (basic_block bb : h->merged)
    release_ssa_name (*h->ends.get (bb));
  release_ssa_name (h->value);
}

/* Has nothing in the turn stored where H's load is from, before that?  */
static bool
first_there_p (const struct handed *h)
{
  tree memory = gimple_vuse (DR_STMT (h->load));
  for (unsigned i = 0; i < HWPGO_MOST_ACCESSES; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (memory);
      if (gimple_bb (def) == h->loop->header && is_a<gphi *> (def))
        return true;
      data_reference_p dr
          = gimple_bb (def)
                    && flow_bb_inside_loop_p (h->loop, gimple_bb (def))
                ? access_of (h->a, def)
                : NULL;
      if (!dr || !hwpgo_elsewhere_p (dr, h->load))
        return false;
      memory = gimple_vuse (def);
    }
  return false;
}

/* Does STORE run in an arm of a branch that is mispredicted?  */
static bool
in_arm_p (gimple *store)
{
  basic_block bb = gimple_bb (store);
  return single_pred_p (bb) && hwpgo_ends_mispredicted_p (single_pred (bb));
}

/* Does each turn access the place that H's load is from in the next one?  */
static bool
accessed_ahead_p (const struct handed *h)
{
  for (const auto &accesses : { &h->a->loads, &h->a->stores })
    for (data_reference_p dr : *accesses)
      if (dominated_by_p (CDI_DOMINATORS, h->loop->latch,
                          gimple_bb (DR_STMT (dr)))
          && hwpgo_turns_between (dr, h->load) == 1)
        return true;
  return false;
}

/* Let LOAD of LOOP, which has the accesses A, be carried, if it can and some arm
   stores what the next turn loads.  PEELED: a turn of it is in front.  Sets
   *WANTS_PEELING if that would help.  */
static bool
carry (class loop *loop, struct hwpgo_accesses *a, data_reference_p load,
       bool peeled, bool *wants_peeling)
{
  bool wanted = false;
  for (data_reference_p store : a->stores)
    wanted |= in_arm_p (DR_STMT (store))
              && hwpgo_turns_between (store, load) == 1
              && !dominated_by_p (CDI_DOMINATORS, loop->latch,
                                  gimple_bb (DR_STMT (store)));
  if (!wanted || hwpgo_has_abnormal_p (DR_STMT (load)))
    return false;
  struct handed h;
  h.loop = loop;
  h.a = a;
  h.load = load;
  if (!first_there_p (&h))
    return false;
  bool ahead = accessed_ahead_p (&h);
  bool safe = hwpgo_first_turn_loads_p (loop, DR_STMT (load))
              || (peeled && ahead);
  gcond *test = safe ? NULL : hwpgo_guarding_test (loop, DR_STMT (load));
  if (!safe && !test && (peeled || !ahead))
    return false;
  h.value = make_ssa_name (TREE_TYPE (DR_REF (load)));
  bool known = find_end (&h, loop->latch);
  *wants_peeling |= known && !safe && !test;
  if (!known || (!safe && !test))
    {
      forget_ends (&h);
      return false;
    }
  define_ends (&h);
  tree first
      = safe ? hwpgo_load_first (loop, loop_preheader_edge (loop), load)
             : hwpgo_load_guarded (loop, test, load);
  gphi *phi = create_phi_node (h.value, loop->header);
  add_phi_arg (phi, first, loop_preheader_edge (loop), UNKNOWN_LOCATION);
  add_phi_arg (phi, *h.ends.get (loop->latch), loop_latch_edge (loop),
               UNKNOWN_LOCATION);
  gimple_stmt_iterator gsi = gsi_for_stmt (DR_STMT (load));
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, DR_STMT (load),
                     "what some turns store stays in a register\n");
  gimple_assign_set_rhs_from_tree (&gsi, h.value);
  update_stmt (gsi_stmt (gsi));
  return true;
}

/* Carry what can be in LOOP; true if that would be more behind a turn in front of
   it, which is there if it is PEELED.  */
static bool
carry_in_loop (class loop *loop, bool peeled)
{
  struct hwpgo_accesses a;
  bool wants_peeling = false;
  if (loop->inner || !loop_latch_edge (loop) || !get_virtual_phi (loop->header)
      || !hwpgo_plain_loop_p (loop) || !hwpgo_find_accesses (loop, &a))
    return false;
  for (unsigned i = 0; i < a.loads.length ();)
    if (carry (loop, &a, a.loads[i], peeled, &wants_peeling))
      {
        /* It is no load any more.  */
        free_data_ref (a.loads[i]);
        a.loads.ordered_remove (i);
      }
    else
      i++;
  return wants_peeling;
}

/* What REF, of a store or load, is a part of: a variable, or where a pointer came from
   that something was added to.  */
static tree
origin_of (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) != MEM_REF)
    return ref;
  tree pointer = TREE_OPERAND (ref, 0);
  for (unsigned i = 0; i < MAX_ADDED && TREE_CODE (pointer) == SSA_NAME; i++)
    {
      gassign *sum = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (pointer));
      if (!sum || gimple_assign_rhs_code (sum) != POINTER_PLUS_EXPR)
        break;
      pointer = gimple_assign_rhs1 (sum);
    }
  return TREE_CODE (pointer) == ADDR_EXPR ? TREE_OPERAND (pointer, 0) : pointer;
}

/* Does an arm of a mispredicted branch in LOOP, an innermost one, seem to store what
   the next turn loads?  This asks without loops being prepared for the answer, which
   changes the function.  */
static bool
may_carry_p (class loop *loop)
{
  auto_vec<gassign *> loads, stores;
  if (!loop->header || loop->inner || loop->num_nodes > MAX_BLOCKS
      || !optimize_loop_for_speed_p (loop)
      || !hwpgo_loop_accesses (loop, &loads, &stores))
    return false;
  for (gassign *store : stores)
    for (gassign *load : loads)
      if (in_arm_p (store)
          && types_compatible_p (TREE_TYPE (gimple_assign_lhs (load)),
                                 TREE_TYPE (gimple_assign_lhs (store)))
          && operand_equal_p (origin_of (gimple_assign_lhs (store)),
                              origin_of (gimple_assign_rhs1 (load)), 0))
        return true;
  return false;
}

bool
hwpgo_carried_arms_gate (function *fn)
{
  return hwpgo_branchless_gate (fn) && loops_for_fn (fn);
}

unsigned int
hwpgo_carried_arms_execute (function *fn)
{
  auto_vec<class loop *> loops;
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    {
      class loop *loop = get_loop (fn, i);
      if (loop && may_carry_p (loop))
        loops.safe_push (loop);
    }
  if (loops.is_empty ())
    return 0;
  loop_optimizer_init (LOOPS_HAVE_PREHEADERS | LOOPS_HAVE_SIMPLE_LATCHES);
  calculate_dominance_info (CDI_DOMINATORS);
  scev_initialize ();
  for (class loop *loop : loops)
    if (carry_in_loop (loop, false) && hwpgo_peel_first (loop))
      carry_in_loop (loop, true);
  scev_finalize ();
  loop_optimizer_finalize ();
  return TODO_cleanup_cfg;
}
