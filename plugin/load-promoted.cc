/* What is left for an indirect call whose targets are compared with.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (p == f)                the body of f, inlined
     else                ...    p (), with the place of the call in the source

   The profile has all calls at that place.  Those that went to f are in the
   first way now, so the second one has the rest.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"
#include "plugin/promote.h"

/* What NAME was made from.  */
static tree
origin (tree name)
{
  while (TREE_CODE (name) == SSA_NAME)
    {
      gassign *stmt = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name));
      if (!stmt
          || (!gimple_assign_single_p (stmt)
              && !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt)))
          || gimple_assign_load_p (stmt))
        break;
      name = gimple_assign_rhs1 (stmt);
    }
  return name;
}

/* The function with which POINTER was compared and found to differ where E is
   taken; NULL if it was not.  */
static tree
differs_from (edge e, tree pointer)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (e->src));
  if (!cond
      || !((gimple_cond_code (cond) == EQ_EXPR
            && (e->flags & EDGE_FALSE_VALUE))
           || (gimple_cond_code (cond) == NE_EXPR
               && (e->flags & EDGE_TRUE_VALUE))))
    return NULL_TREE;
  tree a = origin (gimple_cond_lhs (cond)), b = origin (gimple_cond_rhs (cond));
  tree address = a == pointer ? b : b == pointer ? a : NULL_TREE;
  return address && TREE_CODE (address) == ADDR_EXPR
                 && TREE_CODE (TREE_OPERAND (address, 0)) == FUNCTION_DECL
             ? TREE_OPERAND (address, 0)
             : NULL_TREE;
}

/* The calls at one place that went to one function.  */
struct compared
{
  cgraph_node *target;
  uint64_t count;
};

static bool
add_target (const char *name, uint64_t count, void *data)
{
  struct compared *c = (struct compared *) data;
  cgraph_node *node = hwpgo_promote_find (name);
  if (node && node->ultimate_alias_target () == c->target)
    c->count = hwpgo_add (c->count, count);
  return true;
}

uint64_t
hwpgo_measure_promoted (const struct hwpgo_measuring *m, gimple *stmt,
                        const struct hwpgo_measurement &place)
{
  uint64_t sum = 0;
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt)
      || TREE_CODE (gimple_call_fn (stmt)) != SSA_NAME || !place.function)
    return 0;
  tree pointer = origin (gimple_call_fn (stmt));
  for (basic_block bb = gimple_bb (stmt); single_pred_p (bb);
       bb = single_pred (bb))
    {
      tree fndecl = differs_from (single_pred_edge (bb), pointer);
      cgraph_node *node = fndecl ? cgraph_node::get (fndecl) : NULL;
      if (!node)
        break;
      struct compared c = { node->ultimate_alias_target (), 0 };
      hwpgo_settled_each_target (&m->load->settled, place.function, place.at,
                                 m->load->mask, add_target, &c);
      sum = hwpgo_add (sum, c.count);
    }
  return sum;
}
