/* The branchless conversion: changing the graph of blocks.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"

edge
hwpgo_way_drop (edge e)
{
  basic_block bb = e->src;
  edge on = EDGE_SUCC (bb, EDGE_SUCC (bb, 0) == e);
  gimple_stmt_iterator gsi = gsi_for_stmt (last_nondebug_stmt (bb));
  gsi_remove (&gsi, true);
  remove_edge (e);
  on->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  on->flags |= EDGE_FALLTHRU;
  on->probability = profile_probability::always ();
  return on;
}

void
hwpgo_phi_values_save (edge e, vec<tree> *values)
{
  for (gphi_iterator psi = gsi_start_phis (e->dest); !gsi_end_p (psi);
       gsi_next (&psi))
    values->safe_push (PHI_ARG_DEF_FROM_EDGE (psi.phi (), e));
}

void
hwpgo_phi_values_restore (edge e, const vec<tree> &values)
{
  unsigned i = 0;
  for (gphi_iterator psi = gsi_start_phis (e->dest); !gsi_end_p (psi);
       gsi_next (&psi))
    add_phi_arg (psi.phi (), values[i++], e, UNKNOWN_LOCATION);
}

basic_block
hwpgo_block_new (basic_block from, profile_count count)
{
  basic_block bb = create_empty_bb (from);
  bb->count = count;
  if (current_loops)
    add_bb_to_loop (bb, from->loop_father);
  return bb;
}

edge
hwpgo_edge_new (basic_block bb, basic_block dest, int flags,
                const vec<tree> &values)
{
  edge e = make_edge (bb, dest, flags);
  hwpgo_phi_values_restore (e, values);
  return e;
}

edge
hwpgo_edges_join (const edge *ways, unsigned n)
{
  if (n == 1)
    return ways[0];
  basic_block to = ways[0]->dest;
  profile_count sum = profile_count::zero ();
  for (unsigned i = 0; i < n; i++)
    sum += ways[i]->count ();
  basic_block front = hwpgo_block_new (ways[0]->src, sum);
  auto_vec<tree> values, merged;
  for (unsigned i = 0; i < n; i++)
    hwpgo_phi_values_save (ways[i], &values);
  for (unsigned i = 0; i < n; i++)
    {
      edge e = redirect_edge_and_branch (ways[i], front);
      redirect_edge_var_map_clear (e);
    }
  unsigned n_phis = values.length () / n, k = 0;
  for (gphi_iterator psi = gsi_start_phis (to); !gsi_end_p (psi);
       gsi_next (&psi), k++)
    {
      tree result = copy_ssa_name (gimple_phi_result (psi.phi ()));
      gphi *phi = create_phi_node (result, front);
      for (unsigned i = 0; i < n; i++)
        add_phi_arg (phi, values[i * n_phis + k], find_edge (ways[i]->src, front),
                     UNKNOWN_LOCATION);
      merged.safe_push (result);
    }
  return hwpgo_edge_new (front, to, EDGE_FALLTHRU, merged);
}

void
hwpgo_branch_append (basic_block bb, tree_code code, tree a, tree b,
                     location_t place)
{
  gcond *cond = gimple_build_cond (code, a, b, NULL_TREE, NULL_TREE);
  gimple_set_location (cond, place);
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, cond, GSI_NEW_STMT);
}
