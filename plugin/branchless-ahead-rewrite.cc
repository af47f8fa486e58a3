/* Loops that look for something, some turns at once: how.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-emit.h"

namespace
{

/* The work in front of a loop.  */
struct ahead_work
{
  const struct hwpgo_ahead_loop *a;
  unsigned turns;
  location_t place;
  basic_block bb, join; /* code goes to the end of BB; JOIN is in front of the
                           loop.  */
  basic_block aside;    /* for what is not in one page: JOIN, or a copy of the loop,
                           whose PHIs get BEFORE.  */
  auto_vec<tree> before;
  gimple_seq seq;       /* what is not yet there.  */
  tree stays; /* the conditions that hold before more is loaded, or NULL.  */
  hash_map<tree, tree> values[HWPGO_AHEAD_MAX_TURNS + 1]; /* by turn.  */
  hash_map<tree, tree> addresses[HWPGO_AHEAD_MAX_TURNS]; /* by what is loaded. */
};

}

static tree value_at (struct ahead_work *w, unsigned turn, tree value);

static tree
emit (struct ahead_work *w, tree_code code, tree type, tree a, tree b)
{
  return gimple_build (&w->seq, w->place, code, type, a, b);
}

/* A copy of STMT, of W's loop, for TURN, but for its result, which is NAME.  */
static void
emit_copy (struct ahead_work *w, unsigned turn, gimple *stmt, tree name)
{
  use_operand_p use;
  ssa_op_iter iter;
  auto_vec<tree> operands;
  FOR_EACH_SSA_USE_OPERAND (use, stmt, iter, SSA_OP_USE)
    operands.safe_push (value_at (w, turn, USE_FROM_PTR (use)));
  hwpgo_emit_copy (&w->seq, stmt, name, operands, w->place);
}

/* REF, of W's loop, with the values of TURN.  */
static tree
ref_at (struct ahead_work *w, unsigned turn, tree ref)
{
  ref = unshare_expr (ref);
  tree *t = &ref;
  for (; handled_component_p (*t); t = &TREE_OPERAND (*t, 0))
    if (TREE_CODE (*t) == ARRAY_REF)
      TREE_OPERAND (*t, 1) = value_at (w, turn, TREE_OPERAND (*t, 1));
  if (TREE_CODE (*t) == MEM_REF)
    TREE_OPERAND (*t, 0) = value_at (w, turn, TREE_OPERAND (*t, 0));
  return ref;
}

/* The address of what LOAD loads in TURN.  */
static tree
address_at (struct ahead_work *w, unsigned turn,
            const struct hwpgo_ahead_load *load)
{
  tree &known = w->addresses[turn].get_or_insert (gimple_assign_lhs (load->stmt));
  if (known)
    return known;
  tree ref = ref_at (w, turn, gimple_assign_rhs1 (load->stmt));
  tree address = hwpgo_emit_address (&w->seq, ref);
  /* What was inserted meanwhile may have moved the entry.  */
  w->addresses[turn].put (gimple_assign_lhs (load->stmt), address);
  return address;
}

/* The memory that the loads of W's loop see in front of it.  */
static tree
memory_before (struct ahead_work *w, gimple *load)
{
  tree memory = gimple_vuse (load);
  for (;;)
    {
      gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (memory));
      if (!phi || !hwpgo_ahead_block_p (w->a, gimple_bb (phi)))
        return memory;
      if (gimple_bb (phi) == w->a->blocks[0])
        return PHI_ARG_DEF_FROM_EDGE (phi, single_succ_edge (w->join));
      memory = hwpgo_ahead_arg (w->a, phi);
    }
}

/* What LOAD loads in TURN, in NAME.  */
static void
emit_load (struct ahead_work *w, unsigned turn,
           const struct hwpgo_ahead_load *load, tree name)
{
  tree ref = gimple_assign_rhs1 (load->stmt), from;
  if (load->place == HWPGO_AHEAD_SAFE)
    from = ref_at (w, turn, ref);
  else
    {
      bool steps = load->place == HWPGO_AHEAD_STEPS;
      tree address = address_at (w, steps ? 0 : turn, load);
      from = hwpgo_ref_behind (ref, address,
                               steps ? load->step * (HOST_WIDE_INT) turn : 0);
    }
  gassign *copy = gimple_build_assign (name, from);
  gimple_set_location (copy, w->place);
  gimple_set_vuse (copy, memory_before (w, load->stmt));
  gimple_seq_add_stmt (&w->seq, copy);
}

/* What VALUE, of W's loop, is in TURN.  */
static tree
value_at (struct ahead_work *w, unsigned turn, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return value;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !hwpgo_ahead_block_p (w->a, gimple_bb (def)))
    return value;
  gphi *phi = dyn_cast<gphi *> (def);
  if (phi && gimple_bb (phi) != w->a->blocks[0])
    return value_at (w, turn, hwpgo_ahead_arg (w->a, phi));
  if (phi)
    return turn == 0
               ? PHI_ARG_DEF_FROM_EDGE (phi, single_succ_edge (w->join))
               : value_at (w, turn - 1, PHI_ARG_DEF_FROM_EDGE (phi, w->a->back));
  const struct hwpgo_ahead_load *load = hwpgo_ahead_load_of (w->a, def);
  if (load && load->place == HWPGO_AHEAD_STAYS)
    turn = 0;
  if (tree *known = w->values[turn].get (value))
    return *known;
  tree name = make_ssa_name (TREE_TYPE (value));
  if (load)
    emit_load (w, turn, load, name);
  else
    emit_copy (w, turn, def, name);
  w->values[turn].put (value, name);
  return name;
}

/* A and B, or B alone where A is NULL.  */
static tree
emit_and (struct ahead_work *w, tree a, tree b)
{
  return a ? emit (w, BIT_AND_EXPR, boolean_type_node, a, b) : b;
}

/* Does block number I of W's loop end it in TURN, or, with INVERT, not?  */
static tree
emit_test (struct ahead_work *w, unsigned turn, unsigned i, bool invert)
{
  const edge out = w->a->outs[i];
  gcond *cond = as_a<gcond *> (last_nondebug_stmt (w->a->blocks[i]));
  tree_code code = gimple_cond_code (cond);
  if (((out->flags & EDGE_TRUE_VALUE) == 0) != invert)
    code = invert_tree_comparison (code, false);
  tree a = value_at (w, turn, gimple_cond_lhs (cond));
  tree b = value_at (w, turn, gimple_cond_rhs (cond));
  return emit (w, code, boolean_type_node, a, b);
}

/* Put what there is into W's block, and go on in another one only if W's conditions
   hold.  The other way, to OTHERS, is taken in FAILS.  */
static void
go_on (struct ahead_work *w, basic_block others, profile_probability fails)
{
  gimple_stmt_iterator gsi = gsi_last_bb (w->bb);
  tree stays = w->stays ? w->stays : boolean_true_node;
  gimple_seq_add_stmt (&w->seq, gimple_build_cond (NE_EXPR, stays,
                                                   boolean_false_node,
                                                   NULL_TREE, NULL_TREE));
  gsi_insert_seq_after (&gsi, w->seq, GSI_NEW_STMT);
  w->seq = NULL;
  w->stays = NULL_TREE;
  edge on = single_succ_edge (w->bb);
  basic_block next = split_edge (on);
  on = single_pred_edge (next);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  edge other = others == w->join
                   ? make_edge (w->bb, others, EDGE_FALSE_VALUE)
                   : hwpgo_edge_new (w->bb, others, EDGE_FALSE_VALUE, w->before);
  other->probability = fails;
  on->probability = fails.invert ();
  next->count = on->count ();
  w->bb = next;
}

/* The bits of the address A, as an unsigned number.  */
static tree
emit_bits (struct ahead_work *w, tree a, HOST_WIDE_INT more)
{
  tree bits = gimple_convert (&w->seq, w->place, sizetype, a);
  return more == 0 ? bits
                   : emit (w, PLUS_EXPR, sizetype, bits,
                           build_int_cst (sizetype, more));
}

/* Let the conditions of W have it that all that LOAD loads in its turns is in one
   page, with what the first of them loads.  */
static void
guard_load (struct ahead_work *w, const struct hwpgo_ahead_load *load)
{
  tree ref = gimple_assign_rhs1 (load->stmt);
  HOST_WIDE_INT last_byte
      = tree_to_shwi (TYPE_SIZE_UNIT (TREE_TYPE (ref))) - 1;
  HOST_WIDE_INT most = (HOST_WIDE_INT) w->turns - 1;
  unsigned page = hwpgo_ahead_page (
      load, absu_hwi (load->step) * most + last_byte, w->aside != w->join);
  tree apart = NULL_TREE;
  if (load->place == HWPGO_AHEAD_STEPS)
    {
      HOST_WIDE_INT to = load->step * most;
      tree first = address_at (w, 0, load);
      apart = emit (w, BIT_XOR_EXPR, sizetype,
                    emit_bits (w, first, MIN (to, 0)),
                    emit_bits (w, first, MAX (to, 0) + last_byte));
    }
  else
    {
      bool whole = get_object_alignment (ref) >= (last_byte + 1) * BITS_PER_UNIT;
      for (unsigned t = 1; t < w->turns; t++)
        for (int end = 0; end < (whole ? 1 : 2); end++)
          {
            tree here = emit (w, BIT_XOR_EXPR, sizetype,
                              emit_bits (w, address_at (w, 0, load), 0),
                              emit_bits (w, address_at (w, t, load),
                                         end == 0 ? 0 : last_byte));
            apart = apart ? emit (w, BIT_IOR_EXPR, sizetype, apart, here) : here;
          }
    }
  w->stays = emit_and (w, w->stays,
                       emit (w, LT_EXPR, boolean_type_node, apart,
                             build_int_cst (sizetype, page)));
  if (!load->narrow)
    return;
  tree type = TREE_TYPE (load->narrow);
  HOST_WIDE_INT by = load->narrow_step * most;
  tree first = value_at (w, 0, load->narrow);
  tree limit = by < 0 ? build_int_cst (type, -by)
                      : wide_int_to_tree (type,
                                          wi::max_value (type)
                                              - wi::uhwi (by, TYPE_PRECISION (type)));
  w->stays = emit_and (w, w->stays,
                       emit (w, by < 0 ? GE_EXPR : LE_EXPR, boolean_type_node,
                             first, limit));
}

/* Is what a load of W's loop before number I loads at the same place, so that it is
   guarded already?  */
static bool
guarded_p (struct ahead_work *w, unsigned i)
{
  const struct hwpgo_ahead_load *loads = w->a->loads;
  for (unsigned k = 0; k < i; k++)
    if (loads[k].place == loads[i].place
        && operand_equal_p (gimple_assign_rhs1 (loads[k].stmt),
                            gimple_assign_rhs1 (loads[i].stmt), 0))
      return true;
  return false;
}

/* The first turn of W, up to the last load that is not known to be safe: it is made
   if the source makes it.  */
static void
emit_first_turn (struct ahead_work *w)
{
  const struct hwpgo_ahead_loop *a = w->a;
  unsigned last = hwpgo_ahead_first_test (a);
  profile_probability fails = profile_probability::very_unlikely ();
  bool any = false;
  for (unsigned i = 0; i <= last && i < a->n_blocks; i++)
    {
      for (unsigned k = 0; k < a->n_loads; k++)
        {
          const struct hwpgo_ahead_load *load = &a->loads[k];
          if (gimple_bb (load->stmt) != a->blocks[i]
              || load->place == HWPGO_AHEAD_SAFE)
            continue;
          if (any)
            go_on (w, w->join, fails);
          any = false;
          fails = profile_probability::very_unlikely ();
          value_at (w, 0, gimple_assign_lhs (load->stmt));
          if (load->place == HWPGO_AHEAD_STAYS || guarded_p (w, k))
            continue;
          guard_load (w, load);
          /* What the source's own tests end is none of the probe's.  */
          if (w->aside != w->join)
            go_on (w, w->aside, hwpgo_ahead_probe_part ());
        }
      if (i == last || !a->outs[i])
        continue;
      w->stays = emit_and (w, w->stays, emit_test (w, 0, i, true));
      if (a->outs[i]->probability.initialized_p ())
        fails = a->outs[i]->probability;
      any = true;
    }
  if (w->stays)
    go_on (w, w->join, fails);
}

/* Is turn number TURN of W the last one?  FIRST is the first test that is not
   decided in turn 0.  */
static tree
emit_ends (struct ahead_work *w, unsigned turn, unsigned first)
{
  tree ends = NULL_TREE;
  for (unsigned i = turn == 0 ? first : 0; i < w->a->n_blocks; i++)
    if (w->a->outs[i] && w->a->masks[i].kind == HWPGO_AHEAD_NO_MASK)
      {
        tree one = emit_test (w, turn, i, false);
        ends = ends ? emit (w, BIT_IOR_EXPR, boolean_type_node, ends, one) : one;
      }
  return ends ? ends : boolean_false_node;
}

/* What the result of PHI is after COUNT turns, an int, of W's loop, where each of
   ENDS tells if its turn is the last.  */
static tree
emit_after (struct ahead_work *w, gphi *phi, tree count,
            const vec<tree> &ends)
{
  HOST_WIDE_INT step;
  tree_code code;
  unsigned bits;
  tree type = TREE_TYPE (gimple_phi_result (phi));
  tree start = value_at (w, 0, gimple_phi_result (phi));
  if (hwpgo_ahead_shifted_p (w->a, phi, &code, &bits))
    {
      tree by = emit (w, MULT_EXPR, unsigned_type_node,
                      gimple_convert (&w->seq, w->place, unsigned_type_node, count),
                      build_int_cst (unsigned_type_node, bits));
      return emit (w, code, type, start, by);
    }
  if (!hwpgo_ahead_counter_p (w->a, phi, &step))
    {
      tree value = value_at (w, w->turns, gimple_phi_result (phi));
      for (unsigned t = w->turns; t-- > 0;)
        {
          tree there = value_at (w, t, gimple_phi_result (phi));
          if (TREE_CODE (ends[t]) == INTEGER_CST)
            {
              value = integer_zerop (ends[t]) ? value : there;
              continue;
            }
          tree name = make_ssa_name (type);
          tree test = HWPGO_SELECTS_TAKE_VALUES
                          ? ends[t]
                          : build2 (NE_EXPR, boolean_type_node, ends[t],
                                    boolean_false_node);
          gassign *select
              = gimple_build_assign (name, COND_EXPR, test, there, value);
          gimple_set_location (select, w->place);
          gimple_seq_add_stmt (&w->seq, select);
          value = name;
        }
      return value;
    }
  if (step == 0)
    return start;
  tree wrapping = POINTER_TYPE_P (type) ? sizetype : unsigned_type_for (type);
  tree by = emit (w, MULT_EXPR, wrapping,
                  gimple_convert (&w->seq, w->place, wrapping, count),
                  build_int_cst (wrapping, step));
  if (POINTER_TYPE_P (type))
    return emit (w, POINTER_PLUS_EXPR, type, start, by);
  start = gimple_convert (&w->seq, w->place, wrapping, start);
  return gimple_convert (&w->seq, w->place, type,
                         emit (w, PLUS_EXPR, wrapping, start, by));
}

/* How many turns of W come before the first of which ENDS, or a mask, says that it is
   the last: an int.  */
static tree
emit_count (struct ahead_work *w, const vec<tree> &ends)
{
  bool masks = w->a->n_masks > 0;
  tree type = masks ? long_long_unsigned_type_node : unsigned_type_node;
  tree bits = wide_int_to_tree (
      type, wi::set_bit_in_zero (w->turns, TYPE_PRECISION (type)));
  for (unsigned t = ends.length (); t-- > 0;)
    {
      tree bit = gimple_convert (&w->seq, w->place, type, ends[t]);
      bit = emit (w, LSHIFT_EXPR, type, bit,
                  build_int_cst (unsigned_type_node, t));
      bits = emit (w, BIT_IOR_EXPR, type, bits, bit);
    }
  for (unsigned i = 0; i < w->a->n_blocks; i++)
    if (w->a->masks[i].kind != HWPGO_AHEAD_NO_MASK)
      {
        const struct hwpgo_ahead_mask *m = &w->a->masks[i];
        tree mask = hwpgo_ahead_emit_mask (&w->seq, w->place, m,
                                           value_at (w, 0, m->value));
        bits = emit (w, BIT_IOR_EXPR, type, bits, mask);
      }
  gcall *call = gimple_build_call (
      builtin_decl_implicit (masks ? BUILT_IN_CTZLL : BUILT_IN_CTZ), 1, bits);
  tree count = make_ssa_name (integer_type_node);
  gimple_call_set_lhs (call, count);
  gimple_set_location (call, w->place);
  gimple_seq_add_stmt (&w->seq, call);
  return count;
}

bool
hwpgo_ahead_countable_p ()
{
  return direct_internal_fn_supported_p (IFN_CTZ, unsigned_type_node,
                                         OPTIMIZE_FOR_SPEED)
         && builtin_decl_implicit (BUILT_IN_CTZ);
}

void
hwpgo_ahead_enter (const struct hwpgo_ahead_loop *a, edge entry,
                   unsigned turns, basic_block aside)
{
  struct ahead_work w;
  w.a = a;
  w.turns = turns;
  w.seq = NULL;
  w.stays = NULL_TREE;
  w.place = UNKNOWN_LOCATION;
  for (unsigned i = 0; i < a->n_blocks; i++)
    if (a->outs[i] && !a->aside[i])
      w.place = gimple_location (last_nondebug_stmt (a->blocks[i]));
  w.join = split_edge (entry);
  w.bb = split_edge (single_pred_edge (w.join));
  w.aside = aside ? aside : w.join;
  hwpgo_phi_values_save (single_succ_edge (w.join), &w.before);
  unsigned first = hwpgo_ahead_first_test (a);
  emit_first_turn (&w);
  auto_vec<tree> ends, values;
  for (unsigned t = 0; t < turns && a->n_masks < a->n_tests; t++)
    ends.safe_push (emit_ends (&w, t, first));
  tree count = emit_count (&w, ends);
  edge into = single_succ_edge (w.join);
  for (gphi_iterator psi = gsi_start_phis (a->blocks[0]); !gsi_end_p (psi);
       gsi_next (&psi))
    values.safe_push (virtual_operand_p (gimple_phi_result (psi.phi ()))
                          ? NULL_TREE
                          : emit_after (&w, psi.phi (), count, ends));
  gimple_stmt_iterator gsi = gsi_last_bb (w.bb);
  gsi_insert_seq_after (&gsi, w.seq, GSI_NEW_STMT);
  unsigned i = 0;
  for (gphi_iterator psi = gsi_start_phis (a->blocks[0]); !gsi_end_p (psi);
       gsi_next (&psi), i++)
    {
      if (!values[i])
        continue;
      tree start = PHI_ARG_DEF_FROM_EDGE (psi.phi (), into);
      gphi *merged = create_phi_node (
          make_ssa_name (TREE_TYPE (gimple_phi_result (psi.phi ()))), w.join);
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, w.join->preds)
        add_phi_arg (merged, e->src == w.bb ? values[i] : start, e,
                     UNKNOWN_LOCATION);
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (psi.phi (), into),
               gimple_phi_result (merged));
    }
}
