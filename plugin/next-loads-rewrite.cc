/* Loads from the next place: how.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-emit.h"
#include "plugin/branchless.h"
#include "plugin/next-loads.h"
#include "plugin/tails.h"

/* Once in so many turns, about, a page ends.  */
#define PAGE_TURNS 512

/* --- the loads -----------------------------------------------------------*/

/* The memory that a turn of N's loop begins with, as IN brings it, or, if that is NULL,
   any turn.  */
static tree
memory_before (const struct hwpgo_next_loop *n, edge in, gimple *load)
{
  for (gphi_iterator psi = gsi_start_phis (n->loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    if (virtual_operand_p (gimple_phi_result (psi.phi ())))
      return in ? PHI_ARG_DEF_FROM_EDGE (psi.phi (), in)
                : gimple_phi_result (psi.phi ());
  /* Without one nothing is stored in the loop.  */
  return gimple_vuse (load);
}

/* What L loads, but from ADDRESS and BY bytes more, with MEMORY, as a value of TYPE in
   statements for SEQ.  */
static tree
load_from (const struct hwpgo_next_load *l, tree address, HOST_WIDE_INT by, tree memory,
           tree type, gimple_seq *seq)
{
  tree name = make_ssa_name (TREE_TYPE (gimple_assign_lhs (l->stmt)));
  gassign *stmt = gimple_build_assign (
      name, hwpgo_ref_behind (gimple_assign_rhs1 (l->stmt), address, by));
  gimple_set_vuse (stmt, memory);
  gimple_seq_add_stmt (seq, stmt);
  return gimple_convert (seq, type, name);
}

/* Let what L loads, of N's loop, which IN enters, be what was loaded in the turn before.
   In the first one its place is at ADDRESS.  */
static void
load_ahead (const struct hwpgo_next_loop *n, const struct hwpgo_next_load *l, edge in,
            tree address)
{
  tree lhs = gimple_assign_lhs (l->stmt), type = hwpgo_next_kept_type (l);
  gimple_seq seq = NULL;
  tree first
      = load_from (l, address, 0, memory_before (n, in, l->stmt), type, &seq);
  gimple_stmt_iterator gsi = gsi_last_bb (in->src);
  gsi_insert_seq_after (&gsi, seq, GSI_NEW_STMT);

  struct hwpgo_next_work w (n, NULL);
  tree here = hwpgo_next_address (&w, &l->place);
  tree next
      = load_from (l, here, l->by, memory_before (n, NULL, l->stmt), type, &w.seq);
  tree kept = make_ssa_name (type);
  gphi *phi = create_phi_node (kept, in->dest);
  gsi = gsi_after_labels (in->dest);
  gsi_insert_seq_before (&gsi, w.seq, GSI_SAME_STMT);

  gsi = gsi_for_stmt (l->stmt);
  gimple_assign_set_rhs_with_ops (&gsi,
                                  useless_type_conversion_p (TREE_TYPE (lhs), type)
                                      ? SSA_NAME
                                      : NOP_EXPR,
                                  kept);
  gimple_set_vuse (gsi_stmt (gsi), NULL_TREE);
  update_stmt (gsi_stmt (gsi));
  tree wanted = hwpgo_next_select (n, l, kept, next, NULL);
  add_phi_arg (phi, first, in, UNKNOWN_LOCATION);
  add_phi_arg (phi, wanted, loop_latch_edge (n->loop), UNKNOWN_LOCATION);
}

/* --- blocks --------------------------------------------------------------*/

/* Let the loop that IN enters and BACK turns end after TURNS turns, and go on with
   GUARD, whose PHIs have VALUES then, once in PART turns.  */
static void
leave_after (edge in, edge back, tree turns, basic_block guard,
             const vec<tree> &values, int64_t part)
{
  tree left = make_ssa_name (ssizetype), less = make_ssa_name (ssizetype);
  gphi *phi = create_phi_node (left, back->dest);
  gimple_stmt_iterator gsi = gsi_last_bb (back->src);
  gsi_insert_after (&gsi, gimple_build_assign (less, PLUS_EXPR, left, ssize_int (-1)),
                    GSI_NEW_STMT);
  hwpgo_branch_append (back->src, NE_EXPR, less, ssize_int (0), UNKNOWN_LOCATION);
  add_phi_arg (phi, turns, in, UNKNOWN_LOCATION);
  add_phi_arg (phi, less, back, UNKNOWN_LOCATION);
  back->flags = (back->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
  edge out = hwpgo_edge_new (back->src, guard, EDGE_FALSE_VALUE, values);
  out->probability = profile_probability::always ().apply_scale (1, part);
  back->probability = out->probability.invert ();
}

/* Give GUARD, in front of HEADER, PHIs with the same order, and what HEADER's had from
   it; OTHER, a copy of HEADER, gets them, too, with the edge that is returned, taken
   where TURNS are enough.  */
static edge
choose_copy (basic_block guard, basic_block other, tree turns)
{
  edge on = single_succ_edge (guard), from = single_pred_edge (guard);
  auto_vec<tree> values;
  for (gphi_iterator psi = gsi_start_phis (on->dest); !gsi_end_p (psi); gsi_next (&psi))
    {
      tree name = copy_ssa_name (gimple_phi_result (psi.phi ()));
      gphi *phi = create_phi_node (name, guard);
      add_phi_arg (phi, PHI_ARG_DEF_FROM_EDGE (psi.phi (), on), from,
                   gimple_phi_arg_location_from_edge (psi.phi (), on));
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (psi.phi (), on), name);
      values.safe_push (name);
    }
  hwpgo_branch_append (guard, GE_EXPR, turns, ssize_int (HWPGO_NEXT_TURNS), UNKNOWN_LOCATION);
  on->flags = (on->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  edge in = hwpgo_edge_new (guard, other, EDGE_TRUE_VALUE, values);
  on->probability
      = profile_probability::always ().apply_scale (HWPGO_NEXT_TURNS, PAGE_TURNS);
  in->probability = on->probability.invert ();
  return in;
}

/* Copy LOOP, which turns TURNS times and has BLOCKS, behind a guard, which asks if ALLOWED,
   a name that is 0, is enough.  Returns the copy's header.  */
static basic_block
copy_behind_guard (class loop *loop, basic_block *blocks, double turns, tree allowed)
{
  edge entry = loop_preheader_edge (loop), latch = loop_latch_edge (loop);
  unsigned n = loop->num_nodes;
  auto_vec<basic_block> copies;
  copies.safe_grow (n, true);
  auto_vec<tree> next;
  hwpgo_phi_values_save (latch, &next);
  profile_count entries = entry->count ();

  initialize_original_copy_tables ();
  duplicate_loop (loop, loop_outer (loop));
  copy_bbs (blocks, n, copies.address (), NULL, 0, NULL, loop_outer (loop), entry->src,
            false);
  add_phi_args_after_copy (copies.address (), n, NULL);
  basic_block header = get_bb_copy (loop->header);
  edge back = find_edge (get_bb_copy (latch->src), header);
  free_original_copy_tables ();

  basic_block guard = split_edge (entry);
  gimple_stmt_iterator gsi = gsi_after_labels (guard);
  gsi_insert_before (&gsi, gimple_build_assign (allowed, ssize_int (0)), GSI_SAME_STMT);
  edge in = choose_copy (guard, header, allowed);
  leave_after (find_edge (guard, loop->header), latch, ssize_int (HWPGO_NEXT_TURNS), guard, next,
               HWPGO_NEXT_TURNS);
  leave_after (in, back, allowed, guard, next, PAGE_TURNS);

  profile_probability rest
      = profile_probability::guessed_always ().apply_scale (HWPGO_NEXT_TURNS, PAGE_TURNS);
  scale_bbs_frequencies (copies.address (), (int) n, rest.invert ());
  scale_bbs_frequencies (blocks, (int) n, rest);
  if (entries.initialized_p ())
    guard->count
        = entries.apply_scale ((int64_t) (turns + PAGE_TURNS), PAGE_TURNS);
  return header;
}

void
hwpgo_next_insert (struct hwpgo_next_loop *n, basic_block *blocks, double turns)
{
  tree allowed = make_ssa_name (ssizetype);
  free_dominance_info (CDI_DOMINATORS);
  basic_block header = copy_behind_guard (n->loop, blocks, turns, allowed);
  hwpgo_copies_in_order ();
  /* Where that is not seen in the copy, the loop is as it was.  */
  class loop *copy = header->loop_father;
  calculate_dominance_info (CDI_DOMINATORS);
  bool matched = copy->header == header && hwpgo_next_match (copy, n);
  free_dominance_info (CDI_DOMINATORS);
  if (!matched)
    return;
  edge in = loop_preheader_edge (copy);
  struct hwpgo_next_work w (n, in);
  tree addresses[HWPGO_NEXT_MAX_LOADS];
  tree most = hwpgo_next_turns_allowed (&w, addresses);
  gassign *zero = as_a<gassign *> (SSA_NAME_DEF_STMT (allowed));
  gimple_stmt_iterator gsi = gsi_for_stmt (zero);
  gsi_insert_seq_before (&gsi, w.seq, GSI_SAME_STMT);
  gimple_assign_set_rhs1 (zero, most);
  update_stmt (zero);
  for (unsigned i = 0; i < n->n_loads; i++)
    load_ahead (n, &n->loads[i], in, addresses[i]);
}
