/* What a loop loads and stores, and how far apart that is.
   SPDX-License-Identifier: GPL-2.0-or-later

   By how accesses move from turn to turn, which scalar evolution knows.  */

#include "plugin/gcc-headers.h"
#include "plugin/carried.h"

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

bool
hwpgo_find_accesses (class loop *loop, struct hwpgo_accesses *a)
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
        good = a->loads.length () + a->stores.length () <= HWPGO_MOST_ACCESSES;
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

int
hwpgo_turns_between (data_reference_p store, data_reference_p load)
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
hwpgo_stays_p (data_reference_p dr)
{
  return DR_STEP (dr) && integer_zerop (DR_STEP (dr));
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

tree
hwpgo_load_first (class loop *loop, edge enters, data_reference_p load)
{
  tree type = TREE_TYPE (DR_REF (load));
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
  gimple_set_vuse (before,
                   PHI_ARG_DEF_FROM_EDGE (get_virtual_phi (loop->header),
                                          loop_preheader_edge (loop)));
  gimple_seq_add_stmt (&seq, before);
  gsi_insert_seq_on_edge_immediate (enters, seq);
  return first;
}
