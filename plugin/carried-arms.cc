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
   place moves it does not see that the next turn's is one of this turn's.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"
#include "plugin/carried.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Loops of more blocks are left alone.  */
#define MAX_BLOCKS 32

/* Conditions that are looked at for the reason that two elements are not the
   same.  */
#define MAX_CONDITIONS 8

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

/* --- places ----------------------------------------------------------------*/

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

/* Index and array of REF, a whole element; false if it is none.  */
static bool
element_p (tree ref, tree *array, tree *index)
{
  if (TREE_CODE (ref) != ARRAY_REF)
    return false;
  *array = TREE_OPERAND (ref, 0);
  *index = TREE_OPERAND (ref, 1);
  while (TREE_CODE (*index) == SSA_NAME)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (*index));
      if (!def || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
          || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def)))
          || TYPE_PRECISION (TREE_TYPE (*index))
                 < TYPE_PRECISION (TREE_TYPE (gimple_assign_rhs1 (def))))
        break;
      *index = gimple_assign_rhs1 (def);
    }
  return true;
}

/* Is it known where BB is entered that NAME is not CST?  */
static bool
never_p (basic_block bb, tree name, tree cst)
{
  tree value = int_const_binop (PLUS_EXPR, build_zero_cst (TREE_TYPE (name)),
                                fold_convert (TREE_TYPE (name), cst));
  for (unsigned i = 0; bb && i < MAX_CONDITIONS;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      edge e = single_pred_p (bb) ? single_pred_edge (bb) : NULL;
      gcond *cond
          = e ? safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src)) : NULL;
      if (!cond || gimple_cond_lhs (cond) != name)
        continue;
      i++;
      if (TREE_CODE (gimple_cond_rhs (cond)) != INTEGER_CST)
        continue;
      tree holds = fold_binary (gimple_cond_code (cond), boolean_type_node,
                                value, gimple_cond_rhs (cond));
      if (holds
          && ((e->flags & EDGE_TRUE_VALUE) ? integer_zerop (holds)
                                           : integer_onep (holds)))
        return true;
    }
  return false;
}

/* Are REF, of a statement in BB, and OTHER elements of one array, one of a constant
   index and the other one not, by what is known in BB?  */
static bool
other_element_p (basic_block bb, tree ref, tree other)
{
  tree array, index, other_array, other_index;
  if (!element_p (ref, &array, &index)
      || !element_p (other, &other_array, &other_index)
      || !operand_equal_p (array, other_array, 0))
    return false;
  if (TREE_CODE (index) == INTEGER_CST)
    std::swap (index, other_index);
  return TREE_CODE (index) == SSA_NAME
         && TREE_CODE (other_index) == INTEGER_CST
         && int_fits_type_p (other_index, TREE_TYPE (index))
         && never_p (bb, index, other_index);
}

/* Is A, which begins AHEAD bytes behind B in the first turn, of SIZE bytes, while B
   has OTHER, beside B in all turns of their loop?  */
static bool
apart_p (data_reference_p a, data_reference_p b, const offset_int &ahead,
         HOST_WIDE_INT size, HOST_WIDE_INT other)
{
  bool behind = wi::ges_p (ahead, other), before = wi::les_p (ahead, -size);
  if (operand_equal_p (DR_STEP (a), DR_STEP (b)))
    return behind || before;
  if (TREE_CODE (DR_STEP (a)) != INTEGER_CST
      || TREE_CODE (DR_STEP (b)) != INTEGER_CST)
    return false;
  /* They only get further apart.  */
  return tree_int_cst_lt (DR_STEP (b), DR_STEP (a)) ? behind : before;
}

/* Is STORE to another place than that at which DR, of the same loop, is in the same
   turn?  */
static bool
elsewhere_p (data_reference_p store, data_reference_p dr)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (DR_REF (dr)));
  tree stored = TYPE_SIZE_UNIT (TREE_TYPE (DR_REF (store)));
  if (!refs_may_alias_p (DR_REF (store), DR_REF (dr), true)
      || other_element_p (gimple_bb (DR_STMT (store)), DR_REF (store),
                          DR_REF (dr)))
    return true;
  if (!DR_BASE_ADDRESS (store) || !DR_BASE_ADDRESS (dr) || !DR_STEP (store)
      || !DR_STEP (dr) || !size || !stored || !tree_fits_shwi_p (size)
      || !tree_fits_shwi_p (stored)
      || !operand_equal_p (DR_BASE_ADDRESS (store), DR_BASE_ADDRESS (dr))
      || !operand_equal_p (DR_OFFSET (store), DR_OFFSET (dr)))
    return false;
  offset_int ahead
      = wi::to_offset (DR_INIT (store)) - wi::to_offset (DR_INIT (dr));
  return apart_p (store, dr, ahead, tree_to_shwi (stored),
                  tree_to_shwi (size));
}

/* --- values ----------------------------------------------------------------*/

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
      if (hwpgo_turns_between (there, h->load) == 1 && elsewhere_p (dr, there))
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
      if (!dr || !elsewhere_p (dr, h->load))
        return false;
      memory = gimple_vuse (def);
    }
  return false;
}

/* --- first turns -----------------------------------------------------------*/

/* What computes an operand of the test at the head of a loop, one of the other.  */
#define MAX_COPIED 3

/* Can OP, an operand in LOOP's header, be had before the loop, by no more than LEFT
   statements, one of the other?  */
static bool
first_known_p (class loop *loop, tree op, unsigned left)
{
  if (TREE_CODE (op) != SSA_NAME)
    return is_gimple_min_invariant (op);
  gimple *def = SSA_NAME_DEF_STMT (op);
  if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (op))
    return false;
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  if (gimple_bb (def) != loop->header)
    return false;
  if (is_a<gphi *> (def))
    return true;
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || left == 0 || gimple_vuse (stmt)
      || gimple_assign_rhs_class (stmt) == GIMPLE_SINGLE_RHS
      || gimple_could_trap_p (stmt))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    if (!first_known_p (loop, gimple_op (stmt, i), left - 1))
      return false;
  return true;
}

/* OP, which can be had before LOOP, as it is in the first turn, computed behind
   GSI.  */
static tree
first_operand (class loop *loop, tree op, gimple_stmt_iterator *gsi)
{
  gimple *def = TREE_CODE (op) == SSA_NAME ? SSA_NAME_DEF_STMT (op) : NULL;
  if (!def || gimple_bb (def) != loop->header)
    return op;
  if (gphi *phi = dyn_cast<gphi *> (def))
    return PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop));
  gimple *copy = gimple_copy (def);
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    gimple_set_op (copy, i, first_operand (loop, gimple_op (def, i), gsi));
  tree name = make_ssa_name (TREE_TYPE (op), copy);
  gimple_set_lhs (copy, name);
  gimple_set_location (copy, UNKNOWN_LOCATION);
  gsi_insert_after (gsi, copy, GSI_NEW_STMT);
  return name;
}

/* The test at the head of H's loop, if that alone decides whether the load runs, and
   can be asked before the loop; else NULL.  */
static gcond *
guarding_test (const struct handed *h)
{
  class loop *loop = h->loop;
  basic_block at = gimple_bb (DR_STMT (h->load));
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (loop->header));
  if (!cond || !dominated_by_p (CDI_DOMINATORS, loop->latch, at)
      || loop_exits_from_bb_p (loop, loop->header) == 0)
    return NULL;
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    if (e->src != loop->header && !dominated_by_p (CDI_DOMINATORS, e->src, at))
      return NULL;
  return first_known_p (loop, gimple_cond_lhs (cond), MAX_COPIED)
                 && first_known_p (loop, gimple_cond_rhs (cond), MAX_COPIED)
             ? cond
             : NULL;
}

/* Load for H what the first turn does, if TEST, which is at the head of the loop, lets
   it come there.  The copy that loop header copying makes of TEST is threaded with
   this one.  */
static tree
load_guarded (struct handed *h, gcond *test)
{
  class loop *loop = h->loop;
  basic_block asks = split_edge (loop_preheader_edge (loop));
  basic_block loads = split_edge (single_succ_edge (asks));
  basic_block meets = split_edge (single_succ_edge (loads));
  edge stays = NULL, e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->succs)
    if (flow_bb_inside_loop_p (loop, e->dest))
      stays = e;
  int when = stays->flags & (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  gimple_stmt_iterator gsi = gsi_last_bb (asks);
  tree lhs = first_operand (loop, gimple_cond_lhs (test), &gsi);
  tree rhs = first_operand (loop, gimple_cond_rhs (test), &gsi);
  gcond *copy = gimple_build_cond (gimple_cond_code (test), lhs, rhs, NULL_TREE,
                                   NULL_TREE);
  gsi_insert_after (&gsi, copy, GSI_NEW_STMT);
  edge there = single_succ_edge (asks);
  there->flags = (there->flags & ~EDGE_FALLTHRU) | when;
  edge past = make_edge (
      asks, meets, when ^ (EDGE_TRUE_VALUE | EDGE_FALSE_VALUE));
  there->probability = profile_probability::very_likely ();
  past->probability = there->probability.invert ();
  loads->count = there->count ();
  set_immediate_dominator (CDI_DOMINATORS, meets, asks);
  tree first = hwpgo_load_first (loop, single_succ_edge (loads), h->load);
  gphi *phi = create_phi_node (make_ssa_name (TREE_TYPE (first)), meets);
  add_phi_arg (phi, first, find_edge (loads, meets), UNKNOWN_LOCATION);
  add_phi_arg (phi, build_zero_cst (TREE_TYPE (first)), past,
               UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}

/* --- loops -----------------------------------------------------------------*/

/* Does STORE run in an arm of a branch that is mispredicted?  */
static bool
in_arm_p (gimple *store)
{
  basic_block bb = gimple_bb (store);
  return single_pred_p (bb) && hwpgo_ends_mispredicted_p (single_pred (bb));
}

/* Let LOAD of LOOP, which has the accesses A, be carried, if it can and some arm
   stores what the next turn loads.  */
static bool
carry (class loop *loop, struct hwpgo_accesses *a, data_reference_p load)
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
  bool safe = hwpgo_first_turn_loads_p (loop, DR_STMT (load));
  gcond *test = safe ? NULL : guarding_test (&h);
  if (!safe && !test)
    return false;
  h.value = make_ssa_name (TREE_TYPE (DR_REF (load)));
  if (!find_end (&h, loop->latch))
    {
      forget_ends (&h);
      return false;
    }
  define_ends (&h);
  tree first
      = safe ? hwpgo_load_first (loop, loop_preheader_edge (loop), load)
             : load_guarded (&h, test);
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

static bool
carry_in_loop (class loop *loop)
{
  struct hwpgo_accesses a;
  if (loop->inner || !loop_latch_edge (loop)
      || !get_virtual_phi (loop->header)
      || !hwpgo_plain_loop_p (loop) || !hwpgo_find_accesses (loop, &a))
    return false;
  /* What was carried is no load any more.  */
  bool changed = false;
  for (unsigned i = 0; i < a.loads.length ();)
    if (carry (loop, &a, a.loads[i]))
      {
        free_data_ref (a.loads[i]);
        a.loads.ordered_remove (i);
        changed = true;
      }
    else
      i++;
  return changed;
}

/* Does an arm of a mispredicted branch in LOOP, an innermost one, seem to store what
   the next turn loads?  This asks without loops being prepared for the answer, which
   changes the function.  */
static bool
may_carry_p (class loop *loop)
{
  auto_vec<hwpgo_kept> kept;
  if (!loop->header || loop->inner || loop->num_nodes > MAX_BLOCKS
      || !optimize_loop_for_speed_p (loop))
    return false;
  hwpgo_kept_in_memory (loop, true, &kept);
  for (const hwpgo_kept &k : kept)
    if (in_arm_p (k.store))
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
    carry_in_loop (loop);
  scev_finalize ();
  loop_optimizer_finalize ();
  return TODO_cleanup_cfg;
}
