/* Functions that say which of three cases it is.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (x < y) return -1;
     if (x > y) return 1;
     return 0;

   Who calls a comparison asks what it has returned, and asks again: behind
   inlining, jump threading makes what these branches choose of the answers, and
   what becomes of the branches can be weighed by that.  As selects in the
   function they would leave it to the caller's tests to mispredict, the later by
   all that the answer takes to compute.  An answer of two cases is asked but
   once, and as good as its condition.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Values, and blocks on the ways from one branch, that are looked at.  */
#define MAX_VALUES 16
#define MAX_BLOCKS 16

/* What FN returns, or NULL.  */
static tree
returned (function *fn)
{
  tree value = NULL_TREE;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (fn)->preds)
    {
      greturn *last = safe_dyn_cast<greturn *> (last_nondebug_stmt (e->src));
      if (!last)
        continue;
      if (value)
        return NULL_TREE;
      value = gimple_return_retval (last);
    }
  return value;
}

/* Add the blocks of the PHIs that choose VALUE to BLOCKS.  True if what they
   choose are three constants or more.  */
static bool
chosen_answer_p (tree value, vec<basic_block> *blocks)
{
  auto_vec<tree, MAX_VALUES> values;
  auto_vec<tree, MAX_VALUES> constants;
  values.quick_push (value);
  for (unsigned i = 0; i < values.length (); i++)
    {
      gphi *phi = TREE_CODE (values[i]) == SSA_NAME
                      ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (values[i]))
                      : NULL;
      if (!phi)
        return false;
      blocks->safe_push (gimple_bb (phi));
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
        {
          tree arg = gimple_phi_arg_def (phi, k);
          bool constant = TREE_CODE (arg) == INTEGER_CST;
          vec<tree> *to = constant ? &constants : &values;
          bool known = false;
          for (tree one : *to)
            known |= operand_equal_p (one, arg, 0);
          if (!known && to->length () == MAX_VALUES)
            return false;
          if (!known)
            to->quick_push (arg);
        }
    }
  return constants.length () > 2;
}

bool
hwpgo_decides_answer_p (basic_block head)
{
  auto_vec<basic_block> joins;
  tree value = returned (cfun);
  if (!value || !chosen_answer_p (value, &joins))
    return false;
  auto_vec<basic_block, MAX_BLOCKS> ways;
  ways.quick_push (head);
  for (unsigned i = 0; i < ways.length (); i++)
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, ways[i]->succs)
        {
          if (joins.contains (e->dest) || ways.contains (e->dest))
            continue;
          if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun)
              || ways.length () == MAX_BLOCKS)
            return false;
          ways.quick_push (e->dest);
        }
    }
  return true;
}
