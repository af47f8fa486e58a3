/* Arms that may leave at several places, and do more behind these.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c)                         if (c)        s = c ? ... : s;
       {                              ...         leave = c & (i == n);
         ...                          leave = i == n;
         if (i == n)        ->      if (leave)    if (leave)
           goto out;                  goto out;     goto out;
         x = a[i];                  if (c)        x = c ? a[i] : y;
       }                              x = a[i];
     else                           else
       x = y;                         x = y;

   What is in front of a way out is one hammock, what is behind it another, by
   the same condition, which is not asked any more when both are selects.  In
   an arm with one way out behind which nothing but sums follow, one is enough
   (branchless-exits.cc).  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-pieces.h"

/* Let BB end in a branch as COND: its arm number ARM, which runs AGAIN of the
   time, leads to REST, whose PHIs have REST_VALUES for it, the other one to
   THERE.  */
static void
ask_again (basic_block bb, gcond *cond, unsigned arm,
           profile_probability again, basic_block rest,
           const vec<tree> &rest_values, basic_block there,
           const vec<tree> &other_values)
{
  const int flags[] = { EDGE_TRUE_VALUE, EDGE_FALSE_VALUE };
  gimple_stmt_iterator end = gsi_last_bb (bb);
  gsi_insert_after (&end, gimple_copy (cond), GSI_NEW_STMT);
  /* Both may lead to one block.  */
  basic_block way = hwpgo_block_new (bb, bb->count.apply_probability (again));
  make_edge (bb, way, flags[arm])->probability = again;
  hwpgo_edge_new (bb, there, flags[!arm], other_values)->probability
      = again.invert ();
  hwpgo_edge_new (way, rest, EDGE_FALLTHRU, rest_values)->probability
      = profile_probability::always ();
}

/* Take E away, the way out of arm ARM behind the branch at the end of HEAD.
   What is in front of it, and with WHOLE the other arm, which leads to JOIN,
   is a hammock there then; return the block behind, which asks for the rest.
 */
static basic_block
take_behind (basic_block head, unsigned arm, edge e, bool whole,
             basic_block join)
{
  edge ways[2];
  extract_true_false_edges_from_block (head, &ways[0], &ways[1]);
  edge mine = ways[arm], other = ways[!arm];
  /* What an arm accesses shows that the other may.  */
  while (whole && other->dest != join)
    other = single_succ_edge (other->dest);
  gcond *cond = as_a<gcond *> (last_nondebug_stmt (head));
  basic_block last = e->src, out = e->dest, there = other->dest;
  edge on = EDGE_SUCC (last, EDGE_SUCC (last, 0) == e);
  basic_block rest = on->dest;
  auto_vec<tree> out_values, rest_values, other_values;
  hwpgo_phi_values_save (e, &out_values);
  hwpgo_phi_values_save (on, &rest_values);
  hwpgo_phi_values_save (other, &other_values);
  profile_probability leaves = mine->probability * e->probability;
  profile_probability again = (mine->probability - leaves) / leaves.invert ();
  profile_count stays = head->count - e->count ();

  gcond *test = as_a<gcond *> (last_nondebug_stmt (last));
  gimple_stmt_iterator gsi = gsi_for_stmt (test);
  tree taken = hwpgo_insert_truth (test, e, &gsi);
  on = hwpgo_way_drop (e);

  basic_block own = hwpgo_block_new (head, head->count);
  basic_block next = hwpgo_block_new (own, stays);
  on = redirect_edge_and_branch (on, own);
  redirect_edge_var_map_clear (on);
  other = redirect_edge_and_branch (other, own);
  redirect_edge_var_map_clear (other);
  gphi *leave = create_phi_node (make_ssa_name (boolean_type_node), own);
  add_phi_arg (leave, taken, on, UNKNOWN_LOCATION);
  add_phi_arg (leave, boolean_false_node, other, UNKNOWN_LOCATION);
  hwpgo_branch_append (own, NE_EXPR, gimple_phi_result (leave),
                       boolean_false_node, UNKNOWN_LOCATION);
  hwpgo_edge_new (own, out, EDGE_TRUE_VALUE, out_values)->probability = leaves;
  make_edge (own, next, EDGE_FALSE_VALUE)->probability = leaves.invert ();

  ask_again (next, cond, arm, again, rest, rest_values, there, other_values);
  return next;
}

/* Is USE outside of BLOCKS?  */
static bool
outside_p (use_operand_p use, const vec<basic_block> &blocks)
{
  gimple *stmt = USE_STMT (use);
  basic_block bb = gimple_bb (stmt);
  if (gphi *phi = dyn_cast<gphi *> (stmt))
    bb = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src;
  return !blocks.contains (bb);
}

/* Is BB on the straight way that E ends?  */
static bool
leads_p (basic_block bb, edge e)
{
  while (bb != e->src && single_succ_p (bb) && single_succ (bb) != e->dest)
    bb = single_succ (bb);
  return bb == e->src;
}

/* NAME is computed in BB, of one of two arms, which are BLOCKS.  What uses it
   behind JOIN, where these meet, gets what JOIN merges; on the way through the
   other arm that is not used.  */
static void
merge_value (tree name, basic_block bb, const vec<basic_block> &blocks,
             basic_block join)
{
  imm_use_iterator iter;
  use_operand_p use;
  gimple *user;
  bool any = false;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
  any |= outside_p (use, blocks);
  if (!any)
    return;
  edge e;
  edge_iterator ei;
  tree merged = copy_ssa_name (name);
  FOR_EACH_IMM_USE_STMT (user, iter, name)
  {
    FOR_EACH_IMM_USE_ON_STMT (use, iter)
    if (outside_p (use, blocks))
      SET_USE (use, merged);
    update_stmt (user);
  }
  gphi *phi = create_phi_node (merged, join);
  FOR_EACH_EDGE (e, ei, join->preds)
    add_phi_arg (phi,
                 leads_p (bb, e) ? name : build_zero_cst (TREE_TYPE (name)), e,
                 UNKNOWN_LOCATION);
}

/* The branch at the end of HEAD stays, and so do its arms, which meet in JOIN.
   What they compute does not dominate what is behind it, which uses that where
   the arm has run.  */
static void
stay (basic_block head, basic_block join)
{
  edge e;
  edge_iterator ei;
  auto_vec<basic_block> blocks;
  FOR_EACH_EDGE (e, ei, head->succs)
    for (basic_block bb = e->dest; bb != join; bb = single_succ (bb))
      blocks.safe_push (bb);
  for (basic_block bb : blocks)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        ssa_op_iter iter;
        tree name;
        FOR_EACH_SSA_TREE_OPERAND (name, gsi_stmt (gsi), iter, SSA_OP_DEF)
        merge_value (name, bb, blocks, join);
      }
}

/* What was computed in an arm, of values that had been set there, is computed
   always in BB, behind LAST (NULL: from its beginning).  GCC, which sees no
   branch any more, would warn of uninitialised ones where there are none.  */
static void
keep_quiet (basic_block bb, gimple *last)
{
  gimple_stmt_iterator gsi = last ? gsi_for_stmt (last) : gsi_start_bb (bb);
  for (; !gsi_end_p (gsi); gsi_next (&gsi))
    if (gsi_stmt (gsi) != last && is_gimple_assign (gsi_stmt (gsi)))
      gsi_stmt (gsi)->no_warning = true;
}

/* Convert the branch at the end of HEAD if it passes all checks.  Returns the
   number of selects, 0 if it is still there.  */
static unsigned
convert_piece (basic_block head)
{
  struct hwpgo_hammock h;
  if (hwpgo_hammock_match (head, &h) != HWPGO_REFUSE_NONE)
    return 0;
  h.apart = true;
  if (hwpgo_hammock_check (&h) != HWPGO_REFUSE_NONE
      || hwpgo_hammock_check_results (&h) != HWPGO_REFUSE_NONE
      || hwpgo_hammock_check_target (&h) != HWPGO_REFUSE_NONE)
    return 0;
  gimple_stmt_iterator gsi = gsi_for_stmt (h.cond);
  gsi_prev (&gsi);
  gimple *last = gsi_end_p (gsi) ? NULL : gsi_stmt (gsi);
  unsigned n = hwpgo_hammock_convert (&h);
  keep_quiet (head, last);
  return n;
}

unsigned
hwpgo_pieces_convert (const struct hwpgo_hammock *h,
                      const struct hwpgo_ways_out *out)
{
  basic_block head = h->head;
  unsigned n = 0;
  for (unsigned i = 0; i < out->n; i++)
    {
      mark_virtual_operands_for_renaming (cfun);
      bool whole = true;
      for (unsigned k = i + 1; k < out->n; k++)
        whole &= out->arms[k] == out->arms[i];
      basic_block next
          = take_behind (head, out->arms[i], out->ways[i], whole, h->join);
      basic_block own = single_pred (next);
      unsigned selects = convert_piece (head);
      if (selects == 0)
        stay (head, own);
      n += selects;
      /* The checks of what follows look at memory.  */
      calculate_dominance_info (CDI_DOMINATORS);
      update_ssa (TODO_update_ssa_only_virtuals);
      free_dominance_info (CDI_DOMINATORS);
      head = next;
    }
  n += convert_piece (head);
  loops_state_set (LOOPS_NEED_FIXUP);
  return n;
}
