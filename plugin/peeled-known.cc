/* Turns in front of loops: what is known in them.
   SPDX-License-Identifier: GPL-2.0-or-later

   A decoder that tries one length of a code after the other begins each symbol with the
   same length, code and place in its table.  In copies of its turns these are constants,
   and what the table has for each is loaded once, in front of the loop over all
   symbols.  */

#include "plugin/gcc-headers.h"
#include "plugin/peeled-loops.h"

/* Where at least so many instructions of a turn, and this part of them, are known in front
   of the loop around once it is a copy, it saves them however it ends.  */
#define MIN_KNOWN 4
#define MIN_KNOWN_PART 0.4

/* Is VALUE known in front of AROUND: made of what is, and of KNOWN?  */
static bool
known_p (class loop *around, hash_set<tree> *known, tree value)
{
  return expr_invariant_in_loop_p (around, value) || known->contains (value);
}

/* May what STMT loads be stored in AROUND?  */
static bool
stored_p (class loop *around, gimple *stmt)
{
  basic_block bb;
  if (!gimple_vuse (stmt))
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (around, bb))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (gimple_vdef (gsi_stmt (gsi))
            && stmt_may_clobber_ref_p (gsi_stmt (gsi), gimple_assign_rhs1 (stmt)))
          return true;
  return false;
}

/* Is STMT one whose result, or choice, is known in front of AROUND?  */
static bool
all_known_p (class loop *around, hash_set<tree> *known, gimple *stmt)
{
  use_operand_p use;
  ssa_op_iter iter;
  if (!is_a<gcond *> (stmt)
      && (!is_gimple_assign (stmt) || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
          || (gimple_vuse (stmt) && !gimple_assign_load_p (stmt))))
    return false;
  FOR_EACH_SSA_USE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (!known_p (around, known, USE_FROM_PTR (use)))
      return false;
  return !stored_p (around, stmt);
}

/* The instructions of BB whose results are known in front of AROUND, which are added to
   KNOWN.  *ALL gets those of BB.  */
static double
known_insns (basic_block bb, class loop *around, hash_set<tree> *known, double *all)
{
  double sum = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt))
        continue;
      unsigned size = (unsigned) estimate_num_insns (stmt, &eni_size_weights);
      *all += size;
      if (!all_known_p (around, known, stmt))
        continue;
      sum += size;
      if (is_gimple_assign (stmt))
        known->add (gimple_assign_lhs (stmt));
    }
  return sum;
}

/* Drop from START those PHIs of LOOP's header that a turn makes of what is not KNOWN.
   True if there are any.  */
static bool
drop_unknown (class loop *loop, class loop *around, hash_set<tree> *known,
              hash_set<tree> *start)
{
  bool any = false;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree name = gimple_phi_result (psi.phi ());
      tree next = PHI_ARG_DEF_FROM_EDGE (psi.phi (), loop_latch_edge (loop));
      if (!start->contains (name) || known_p (around, known, next))
        continue;
      start->remove (name);
      any = true;
    }
  return any;
}

bool
hwpgo_much_known_p (class loop *loop)
{
  class loop *around = loop_outer (loop);
  if (!loop_outer (around) || !loop->latch)
    return false;
  hash_set<tree> start, nothing;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    if (known_p (around, &nothing,
                 PHI_ARG_DEF_FROM_EDGE (psi.phi (), loop_preheader_edge (loop))))
      start.add (gimple_phi_result (psi.phi ()));
  basic_block *body = get_loop_body_in_dom_order (loop);
  for (;;)
    {
      hash_set<tree> known;
      double insns = 0, all = 0;
      for (tree name : start)
        known.add (name);
      for (unsigned i = 0; i < loop->num_nodes; i++)
        insns += known_insns (body[i], around, &known, &all);
      if (drop_unknown (loop, around, &known, &start))
        continue;
      free (body);
      return insns >= MIN_KNOWN && insns >= MIN_KNOWN_PART * all;
    }
}

static tree
itself (tree name)
{
  return name;
}

/* Use constants for what the PHIs and statements of BB have, where these are.  */
static void
propagate_from (basic_block bb)
{
  for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi); gsi_next (&psi))
    {
      tree name = gimple_phi_result (psi.phi ());
      if (gimple_phi_num_args (psi.phi ()) == 1
          && is_gimple_min_invariant (gimple_phi_arg_def (psi.phi (), 0))
          && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
        replace_uses_by (name, gimple_phi_arg_def (psi.phi (), 0));
    }
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
      if (!stmt || gimple_vuse (stmt) || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_assign_lhs (stmt)))
        continue;
      tree value = gimple_fold_stmt_to_constant (stmt, itself);
      if (value && is_gimple_min_invariant (value))
        replace_uses_by (gimple_assign_lhs (stmt), value);
    }
}

void
hwpgo_propagate_constants (function *fn)
{
  auto_vec<int> order;
  order.safe_grow (n_basic_blocks_for_fn (fn), true);
  int n = pre_and_rev_post_order_compute (NULL, order.address (), false);
  for (int i = 0; i < n; i++)
    propagate_from (BASIC_BLOCK_FOR_FN (fn, order[i]));
}
