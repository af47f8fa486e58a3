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

   What is in front of a way out is one hammock, what is behind it another, by the
   same condition, which is not asked any more when both are selects.  In an arm
   with one way out behind which nothing but sums follow, one is enough
   (branchless-exits.cc).  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-pieces.h"

/* Take E away, the way out of arm ARM behind the branch at the end of HEAD.  What
   is in front of it, and nothing of the other arm, is a hammock there then;
   return the block behind, which asks for the rest.  */
static basic_block
take_behind (basic_block head, unsigned arm, edge e)
{
  edge ways[2];
  extract_true_false_edges_from_block (head, &ways[0], &ways[1]);
  edge mine = ways[arm], other = ways[!arm];
  gcond *cond = as_a<gcond *> (last_nondebug_stmt (head));
  basic_block last = e->src, out = e->dest, there = other->dest;
  edge on = EDGE_SUCC (last, EDGE_SUCC (last, 0) == e);
  basic_block rest = on->dest;
  auto_vec<tree> out_values, rest_values, other_values;
  hwpgo_phi_values_save (e, &out_values);
  hwpgo_phi_values_save (on, &rest_values);
  hwpgo_phi_values_save (other, &other_values);
  profile_probability leaves = mine->probability * e->probability;
  profile_probability again
      = (mine->probability - leaves) / leaves.invert ();
  profile_count stays = head->count - e->count ();

  gcond *test = as_a<gcond *> (last_nondebug_stmt (last));
  gimple_stmt_iterator gsi = gsi_for_stmt (test);
  tree taken = hwpgo_insert_truth (test, e, &gsi);
  gsi_remove (&gsi, true);
  remove_edge (e);
  on->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  on->flags |= EDGE_FALLTHRU;
  on->probability = profile_probability::always ();

  basic_block join = hwpgo_block_new (head, head->count);
  basic_block next = hwpgo_block_new (join, stays);
  on = redirect_edge_and_branch (on, join);
  redirect_edge_var_map_clear (on);
  other = redirect_edge_and_branch (other, join);
  redirect_edge_var_map_clear (other);
  gphi *leave
      = create_phi_node (make_ssa_name (boolean_type_node), join);
  add_phi_arg (leave, taken, on, UNKNOWN_LOCATION);
  add_phi_arg (leave, boolean_false_node, other, UNKNOWN_LOCATION);
  hwpgo_branch_append (join, NE_EXPR, gimple_phi_result (leave),
                       boolean_false_node);
  hwpgo_edge_new (join, out, EDGE_TRUE_VALUE, out_values)->probability
      = leaves;
  make_edge (join, next, EDGE_FALSE_VALUE)->probability = leaves.invert ();

  gimple_stmt_iterator end = gsi_last_bb (next);
  gsi_insert_after (&end, gimple_copy (cond), GSI_NEW_STMT);
  /* Both ways may lead to one block.  */
  basic_block way = hwpgo_block_new (next, stays.apply_probability (again));
  make_edge (next, way, arm == 0 ? EDGE_TRUE_VALUE : EDGE_FALSE_VALUE)
      ->probability = again;
  hwpgo_edge_new (next, there, arm == 0 ? EDGE_FALSE_VALUE : EDGE_TRUE_VALUE,
                  other_values)
      ->probability = again.invert ();
  hwpgo_edge_new (way, rest, EDGE_FALLTHRU, rest_values)->probability
      = profile_probability::always ();
  return next;
}

/* What was computed in an arm, of values that had been set there, is computed
   always in BB.  GCC, which sees no branch any more, would warn of uninitialised
   ones where there are none.  */
static void
keep_quiet (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (is_gimple_assign (gsi_stmt (gsi)))
      gsi_stmt (gsi)->no_warning = true;
}

/* Convert the branch at the end of HEAD if it passes all checks.  Returns the
   number of selects.  */
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
  unsigned n = hwpgo_hammock_convert (&h);
  keep_quiet (head);
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
      basic_block next = take_behind (head, out->arms[i], out->ways[i]);
      n += convert_piece (head);
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
