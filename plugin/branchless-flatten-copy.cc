/* A way that others use as well gets a copy, which can be taken back.
   SPDX-License-Identifier: GPL-2.0-or-later

   SSA form merges the copies of a name where ways from both meet.  So whoever
   takes the copies back has to find the names again that were before: of what
   is merged there one is no copy, and that is it.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-flatten.h"
#include "plugin/tails.h"

/* Replace the PHIs of BB, which has one way in.  */
static void
drop_phis (basic_block bb)
{
  while (!gimple_seq_empty_p (phi_nodes (bb)))
    {
      gphi_iterator psi = gsi_start_phis (bb);
      tree result = gimple_phi_result (psi.phi ());
      tree value = gimple_phi_arg_def (psi.phi (), 0);
      if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (result))
        return;
      replace_uses_by (result, value);
      remove_phi_node (&psi, true);
    }
}

/* Drop those of the ways OUT that are known now never to be taken: a function
   that was inlined has returned one value on this way, and is asked for
   another.  */
static void
drop_ways (struct hwpgo_ways_out *out)
{
  unsigned left = 0;
  for (unsigned i = 0; i < out->n; i++)
    {
      edge e = out->ways[i];
      gcond *test = as_a<gcond *> (last_nondebug_stmt (e->src));
      tree holds
          = fold_binary (gimple_cond_code (test), boolean_type_node,
                         gimple_cond_lhs (test), gimple_cond_rhs (test));
      if (!holds
          || !(e->flags & EDGE_TRUE_VALUE ? integer_zerop (holds)
                                          : integer_onep (holds)))
        {
          out->arms[left] = out->arms[i];
          out->ways[left++] = e;
        }
      else
        hwpgo_way_drop (e);
    }
  out->n = left;
}

/* Note the PHIs that there are in MERGES.  */
static void
see_merges (hash_set<tree> *merges)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
         gsi_next (&psi))
      if (!virtual_operand_p (gimple_phi_result (psi.phi ())))
        merges->add (gimple_phi_result (psi.phi ()));
}

void
hwpgo_way_copy (struct hwpgo_arm *a, struct hwpgo_ways_out *out,
                struct hwpgo_copied_way *c)
{
  edge e = a->first;
  initialize_original_copy_tables ();
  for (unsigned i = 0; i < a->n_blocks; i++)
    {
      basic_block bb = a->blocks[i];
      edge next
          = i + 1 < a->n_blocks ? find_edge (bb, a->blocks[i + 1]) : a->last;
      if (c->first || !single_pred_p (bb))
        {
          if (!c->first)
            {
              c->first = e;
              c->was = bb;
              see_merges (&c->merges);
              for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
                   gsi_next (&psi))
                c->results.safe_push (gimple_phi_result (psi.phi ()));
              hwpgo_phi_values_save (e, &c->values);
            }
          basic_block copy = hwpgo_tail_copy (e);
          c->blocks.safe_push (copy);
          c->originals.safe_push (bb);
          for (unsigned k = 0; k < out->n; k++)
            if (out->ways[k]->src == bb)
              out->ways[k] = find_edge (copy, out->ways[k]->dest);
          a->blocks[i] = copy;
          next = find_edge (copy, next->dest);
        }
      e = next;
    }
  a->last = e;
  free_original_copy_tables ();
  if (!c->first)
    return;
  hwpgo_copies_in_order ();
  for (basic_block bb : c->blocks)
    drop_phis (bb);
  drop_ways (out);
}

/* What VALUE is, where PHIS have merged it with copies of it that are gone;
   NULL_TREE if they are all that there is of it.  */
static tree
merged_value (tree value, const vec<gphi *> &phis, hash_set<tree> *seen)
{
  gphi *phi = NULL;
  for (gphi *p : phis)
    if (gimple_phi_result (p) == value)
      phi = p;
  if (!phi)
    return value;
  if (seen->add (value))
    return NULL_TREE;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree arg = gimple_phi_arg_def (phi, i);
      tree found = arg ? merged_value (arg, phis, seen) : NULL_TREE;
      if (found)
        return found;
    }
  return NULL_TREE;
}

/* Take out the PHIs that merge with the copies of C, which are gone.  */
static void
take_out_merges (struct hwpgo_copied_way *c)
{
  auto_vec<gphi *> phis;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
         gsi_next (&psi))
      if (!virtual_operand_p (gimple_phi_result (psi.phi ()))
          && !c->merges.contains (gimple_phi_result (psi.phi ())))
        phis.safe_push (psi.phi ());
  auto_vec<tree> values;
  for (gphi *phi : phis)
    {
      hash_set<tree> seen;
      values.safe_push (merged_value (gimple_phi_result (phi), phis, &seen));
    }
  for (unsigned i = 0; i < phis.length (); i++)
    if (values[i])
      {
        replace_uses_by (gimple_phi_result (phis[i]), values[i]);
        gimple_stmt_iterator psi = gsi_for_stmt (phis[i]);
        remove_phi_node (&psi, true);
      }
}

void
hwpgo_way_take_back (struct hwpgo_copied_way *c)
{
  if (!c->first)
    return;
  edge e = redirect_edge_and_branch (c->first, c->was);
  redirect_edge_var_map_clear (e);
  for (unsigned i = c->blocks.length (); i-- > 0;)
    {
      c->originals[i]->count += c->blocks[i]->count;
      delete_basic_block (c->blocks[i]);
    }
  /* Before uses are replaced, which looks at what there is.  */
  for (gphi_iterator psi = gsi_start_phis (c->was); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree result = gimple_phi_result (psi.phi ()), value = result;
      for (unsigned i = 0; i < c->results.length (); i++)
        if (c->results[i] == result && !virtual_operand_p (result))
          value = c->values[i];
      add_phi_arg (psi.phi (), value, e, UNKNOWN_LOCATION);
    }
  take_out_merges (c);
  mark_virtual_operands_for_renaming (cfun);
  hwpgo_copies_in_order ();
}
