/* What a turn of a loop stores, and the next loads again, stays in a register.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (j = 1; j < n; j++)              left = row[0];
       row[j] = f (row[j - 1],       ->   for (j = 1; j < n; j++)
                   above[j]);               row[j] = left = f (left, above[j]);

   A value that goes through memory is there seven cycles later where the
   processor does not keep track of what was stored: dynamic time warping,
   which Zen 4 has to wait for in floating point, took twice the time.  GCC's
   predictive commoning does the same, but in what runs in each turn, and where
   it knows of any two accesses how far they are apart.  Here the first turn
   may do without, as has no left neighbour, and only stores matter: that loads
   from ABOVE may be from ROW is no obstacle.

   What is in one place in all turns GCC itself moves to registers, but behind
   the pass that makes vectors of neighbouring stores, and then not: the state
   of a filter, of which each turn shifts a few values, would be put together
   in memory.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-way.h"
#include "plugin/carried.h"
#include "plugin/plugin.h"

/* Loops with more accesses are left alone.  */
#define MAX_ACCESSES 64

/* The accesses of a loop; the references are freed with it.  */
struct accesses
{
  auto_vec<data_reference_p, MAX_ACCESSES> loads, stores;
  bool stored_before; /* a turn of the loop is in front of it.  */
  bool wants_peeling; /* one that is not would let a load run.  */

  ~accesses ()
  {
    for (data_reference_p dr : loads)
      free_data_ref (dr);
    for (data_reference_p dr : stores)
      free_data_ref (dr);
  }
};

/* Can STMT do nothing but compute, load, and store what is in its left side,
   and does it always end?  */
static bool
plain_p (gimple *stmt)
{
  if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND
      || gimple_code (stmt) == GIMPLE_LABEL
      || gimple_code (stmt) == GIMPLE_PREDICT)
    return true;
  if (gimple_call_internal_p (stmt) || gimple_call_builtin_p (stmt))
    return !gimple_vdef (stmt) && !gimple_vuse (stmt)
           && !gimple_has_side_effects (stmt)
           && !stmt_could_throw_p (cfun, stmt);
  return is_gimple_assign (stmt) && !gimple_has_volatile_ops (stmt)
         && !stmt_could_throw_p (cfun, stmt);
}

bool
hwpgo_plain_loop_p (class loop *loop)
{
  basic_block *body = get_loop_body (loop);
  bool plain = true;
  for (unsigned i = 0; plain && i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
         plain && !gsi_end_p (gsi); gsi_next (&gsi))
      plain = plain_p (gsi_stmt (gsi));
  free (body);
  return plain;
}

/* Find the accesses A of LOOP, which is plain.  What is copied from memory to
   memory is a store: no register has it.  False if there are too many.  */
static bool
find_accesses (class loop *loop, struct accesses *a)
{
  basic_block *body = get_loop_body (loop);
  bool good = true;
  for (unsigned i = 0; good && i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
         good && !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!is_gimple_assign (stmt) || !gimple_vuse (stmt))
          continue;
        bool load = TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME;
        good = !load || gimple_assign_load_p (stmt);
        if (!good)
          break;
        (load ? a->loads : a->stores)
            .safe_push (create_data_ref (loop_preheader_edge (loop), loop,
                                         load ? gimple_assign_rhs1 (stmt)
                                              : gimple_assign_lhs (stmt),
                                         stmt, load, true));
        good = a->loads.length () + a->stores.length () <= MAX_ACCESSES;
      }
  free (body);
  return good;
}

/* Is REF all that memory has of a value that a register can have?  */
static bool
whole_value_p (tree ref)
{
  tree type = TREE_TYPE (ref);
  if (!is_gimple_reg_type (type))
    return false;
  poly_int64 size, position;
  tree offset;
  machine_mode mode;
  int is_unsigned, reversed, is_volatile = 0; /* only set where it is.  */
  get_inner_reference (ref, &size, &position, &offset, &mode, &is_unsigned,
                       &reversed, &is_volatile);
  return mode != VOIDmode && !reversed && !is_volatile
         && known_eq (size, GET_MODE_BITSIZE (TYPE_MODE (type)));
}

bool
hwpgo_runs_before_p (gimple *a, gimple *b)
{
  if (gimple_bb (a) != gimple_bb (b))
    return dominated_by_p (CDI_DOMINATORS, gimple_bb (b), gimple_bb (a));
  for (gimple_stmt_iterator gsi = gsi_for_stmt (a); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (gsi_stmt (gsi) == b)
      return a != b;
  return false;
}

/* In how many turns LOAD is from where this one has put something by STORE: 0
   or 1, or -1 if neither.  */
static int
turns_between (data_reference_p store, data_reference_p load)
{
  tree step = DR_STEP (store);
  tree type = TREE_TYPE (DR_REF (load));
  if (!step || TREE_CODE (step) != INTEGER_CST || !DR_STEP (load)
      || !DR_BASE_ADDRESS (store) || !DR_BASE_ADDRESS (load)
      || !operand_equal_p (DR_STEP (load), step)
      || !operand_equal_p (DR_BASE_ADDRESS (load), DR_BASE_ADDRESS (store))
      || !operand_equal_p (DR_OFFSET (load), DR_OFFSET (store))
      || !types_compatible_p (type, TREE_TYPE (DR_REF (store)))
      || !whole_value_p (DR_REF (load)) || !whole_value_p (DR_REF (store)))
    return -1;
  offset_int by = wi::to_offset (step);
  offset_int ahead
      = wi::to_offset (DR_INIT (store)) - wi::to_offset (DR_INIT (load));
  /* Of one place, what is not loaded behind the store is what it was before.
   */
  if (ahead == 0)
    return by == 0 && !hwpgo_runs_before_p (DR_STMT (store), DR_STMT (load));
  return ahead == by
                 && wi::geu_p (wi::abs (by),
                               wi::to_offset (TYPE_SIZE_UNIT (type)))
             ? 1
             : -1;
}

bool
hwpgo_has_abnormal_p (gimple *stmt)
{
  ssa_op_iter iter;
  tree name;
  FOR_EACH_SSA_TREE_OPERAND (name, stmt, iter, SSA_OP_USE | SSA_OP_DEF)
  if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
    return true;
  return false;
}

bool
hwpgo_first_turn_loads_p (class loop *loop, gimple *stmt)
{
  if (!tree_could_trap_p (gimple_assign_rhs1 (stmt)))
    return true;
  basic_block bb = gimple_bb (stmt);
  bool always = dominated_by_p (CDI_DOMINATORS, loop->latch, bb);
  auto_vec<edge> exits = get_loop_exit_edges (loop);
  for (edge e : exits)
    always &= dominated_by_p (CDI_DOMINATORS, e->src, bb);
  return always;
}

/* The value of OPERAND in the first turn of LOOP.  */
static tree
first_value (class loop *loop, tree operand)
{
  gphi *phi = TREE_CODE (operand) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (operand))
                  : NULL;
  return phi && gimple_bb (phi) == loop->header
             ? PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop))
             : operand;
}

/* Is it known that LOAD, of LOOP, does not run in the first turn, as what has
   no left neighbour is told by its index?  */
static bool
first_turn_skips_p (class loop *loop, data_reference_p load)
{
  for (basic_block bb = gimple_bb (DR_STMT (load)); bb != loop->header;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      edge e = single_pred_p (bb) ? single_pred_edge (bb) : NULL;
      gcond *cond
          = e ? safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src)) : NULL;
      if (!cond)
        continue;
      tree a = first_value (loop, gimple_cond_lhs (cond));
      tree b = first_value (loop, gimple_cond_rhs (cond));
      if (TREE_CODE (a) != INTEGER_CST || TREE_CODE (b) != INTEGER_CST)
        continue;
      tree result
          = fold_binary (gimple_cond_code (cond), boolean_type_node, a, b);
      if (result
          && ((e->flags & EDGE_TRUE_VALUE) ? integer_zerop (result)
                                           : integer_onep (result)))
        return true;
    }
  return false;
}

/* LOAD from where the first turn of LOOP does, in front of it.  */
static tree
load_first (class loop *loop, data_reference_p load)
{
  tree type = TREE_TYPE (DR_REF (load));
  edge enters = loop_preheader_edge (loop);
  tree offset
      = size_binop (PLUS_EXPR, fold_convert (sizetype, DR_OFFSET (load)),
                    fold_convert (sizetype, DR_INIT (load)));
  tree address = fold_build_pointer_plus (DR_BASE_ADDRESS (load), offset);
  gimple_seq seq = NULL, part;
  address
      = force_gimple_operand (unshare_expr (address), &part, true, NULL_TREE);
  gimple_seq_add_seq (&seq, part);
  tree ref
      = build2 (MEM_REF, type, address,
                build_zero_cst (reference_alias_ptr_type (DR_REF (load))));
  tree first = make_ssa_name (type);
  gassign *before = gimple_build_assign (first, ref);
  gimple_set_location (before, gimple_location (DR_STMT (load)));
  gimple_set_vuse (
      before, PHI_ARG_DEF_FROM_EDGE (get_virtual_phi (loop->header), enters));
  gimple_seq_add_stmt (&seq, before);
  gsi_insert_seq_on_edge_immediate (enters, seq);
  return first;
}

/* What the turn before, of LOOP, has put by STORE where LOAD is from.  */
static tree
carried (class loop *loop, data_reference_p store, data_reference_p load)
{
  tree type = TREE_TYPE (DR_REF (load));
  tree first = first_turn_skips_p (loop, load) ? build_zero_cst (type)
                                               : load_first (loop, load);
  gphi *phi = create_phi_node (make_ssa_name (type), loop->header);
  add_phi_arg (phi, first, loop_preheader_edge (loop), UNKNOWN_LOCATION);
  add_phi_arg (phi, gimple_assign_rhs1 (DR_STMT (store)),
               loop_latch_edge (loop), UNKNOWN_LOCATION);
  return gimple_phi_result (phi);
}

/* Is DR the same place in all turns?  */
static bool
stays_p (data_reference_p dr)
{
  return DR_STEP (dr) && integer_zerop (DR_STEP (dr));
}

/* Does anything but STORE write where LOAD loads, as far as LOOP is concerned?
 */
static bool
overwritten_p (class loop *loop, const struct accesses *a,
               data_reference_p store, data_reference_p load)
{
  for (data_reference_p other : a->stores)
    if (other != store
        && (stays_p (other) && stays_p (load)
                ? refs_may_alias_p (DR_REF (other), DR_REF (load), true)
                : dr_may_alias_p (other, load, loop)))
      return true;
  return false;
}

/* Is STORE, of LOOP, part of each turn, with a value that LOAD has something
   to do with?  What stays in its place need not: with its neighbours it may
   become a vector in memory, which waits for all of them.  */
static bool
waited_for_p (class loop *loop, data_reference_p store, data_reference_p load)
{
  gimple *stmt = DR_STMT (store);
  tree value = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (value) != SSA_NAME
      || !dominated_by_p (CDI_DOMINATORS, loop->latch, gimple_bb (stmt)))
    return false;
  if (stays_p (store))
    return true;
  hwpgo_walker walk (loop, gimple_assign_lhs (DR_STMT (load)),
                     { NULL, NULL, false }, false);
  return walk.to (value).latency >= 0;
}

/* What STORE, of LOOP, has put where LOAD is from, if it is known to be still
   there and worth a register; else NULL_TREE.  */
static tree
value_of (class loop *loop, struct accesses *a, data_reference_p store,
          data_reference_p load)
{
  int turns = turns_between (store, load);
  if (turns < 0 || overwritten_p (loop, a, store, load)
      || hwpgo_has_abnormal_p (DR_STMT (store)))
    return NULL_TREE;
  if (turns == 0)
    return hwpgo_runs_before_p (DR_STMT (store), DR_STMT (load))
               ? gimple_assign_rhs1 (DR_STMT (store))
               : NULL_TREE;
  if (!waited_for_p (loop, store, load))
    return NULL_TREE;
  if (a->stored_before || first_turn_skips_p (loop, load)
      || hwpgo_first_turn_loads_p (loop, DR_STMT (load)))
    return carried (loop, store, load);
  a->wants_peeling = true;
  return NULL_TREE;
}

/* Carry what can be in LOOP.  PEELED: a turn of it is in front.  Fills
   WANTS_PEELING.  */
static bool
carry_in_loop (class loop *loop, bool peeled, bool *wants_peeling)
{
  struct accesses a;
  a.stored_before = peeled;
  a.wants_peeling = false;
  *wants_peeling = false;
  if (!loop_latch_edge (loop) || !get_virtual_phi (loop->header)
      || !hwpgo_plain_loop_p (loop) || !find_accesses (loop, &a))
    return false;
  bool changed = false;
  for (data_reference_p load : a.loads)
    for (data_reference_p store : a.stores)
      {
        tree value = value_of (loop, &a, store, load);
        if (!value)
          continue;
        gimple_stmt_iterator gsi = gsi_for_stmt (DR_STMT (load));
        if (dump_enabled_p ())
          dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, DR_STMT (load),
                           "what a turn has stored stays in a"
                           " register\n");
        gimple_assign_set_rhs_from_tree (&gsi, value);
        update_stmt (gsi_stmt (gsi));
        changed = true;
        break;
      }
  if (changed)
    hwpgo_memory_ways_forget (loop);
  *wants_peeling = a.wants_peeling;
  return changed;
}

bool
hwpgo_carried_stores_gate (function *fn)
{
  return hwpgo_branchless_gate (fn);
}

unsigned int
hwpgo_carried_stores_execute (function *fn)
{
  bool changed = false, peel;
  basic_block bb;
  auto_vec<class loop *> loops;
  if (!loops_state_satisfies_p (LOOPS_HAVE_PREHEADERS
                                | LOOPS_HAVE_SIMPLE_LATCHES))
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = bb->loop_father;
      if (bb == loop->header && loop_outer (loop) && !loop->inner
          && optimize_loop_for_speed_p (loop))
        loops.safe_push (loop);
    }
  for (class loop *loop : loops)
    {
      changed |= carry_in_loop (loop, false, &peel);
      if (peel && hwpgo_peel_first (loop))
        {
          carry_in_loop (loop, true, &peel);
          changed = true;
        }
    }
  if (changed)
    scev_reset ();
  return 0;
}

bool
hwpgo_carried_stores_unrolled_gate (function *fn)
{
  return hwpgo_carried_stores_gate (fn);
}

unsigned int
hwpgo_carried_stores_unrolled_execute (function *fn)
{
  return hwpgo_carried_stores_execute (fn);
}
