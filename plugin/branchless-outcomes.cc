/* Selects in selects by comparisons of the same two values.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (p[i] == q[j])
       i++, j++;
     else if (p[i] < q[j])
       i++;
     else
       j++;

   Branch by branch, I becomes two selects, one behind the other:

     i = p[i] == q[j] ? i + 1 : p[i] < q[j] ? i + 1 : i;

   But two integers compare in three ways only.  Where those choose from no more
   than two values, one comparison does: i = p[i] <= q[j] ? i + 1 : i.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Most selects behind each other.  */
#define MAX_DEPTH 4

/* How A and B compare, a bit each.  */
enum outcome
{
  LESS = 1,
  EQUAL = 2,
  GREATER = 4
};

static const outcome outcomes[] = { LESS, EQUAL, GREATER };

/* Those for which CODE holds; 0 for what is no comparison of integers.  */
static unsigned
outcomes_of (tree_code code)
{
  switch (code)
    {
    case LT_EXPR:
      return LESS;
    case LE_EXPR:
      return LESS | EQUAL;
    case EQ_EXPR:
      return EQUAL;
    case NE_EXPR:
      return LESS | GREATER;
    case GE_EXPR:
      return GREATER | EQUAL;
    case GT_EXPR:
      return GREATER;
    default:
      return 0;
    }
}

static tree_code
code_of (unsigned set)
{
  for (tree_code code : { LT_EXPR, LE_EXPR, EQ_EXPR, NE_EXPR, GE_EXPR, GT_EXPR })
    if (outcomes_of (code) == set)
      return code;
  return ERROR_MARK;
}

/* A select.  */
struct choice
{
  tree a, b; /* compared.  */
  unsigned holds;
  tree yes, no;
};

/* Fill C with what STMT is.  */
static bool
choice_p (gimple *stmt, choice *c)
{
  if (!is_gimple_assign (stmt) || gimple_assign_rhs_code (stmt) != COND_EXPR)
    return false;
  tree test = hwpgo_select_condition (stmt);
  if (!test || !COMPARISON_CLASS_P (test))
    return false;
  c->a = TREE_OPERAND (test, 0);
  c->b = TREE_OPERAND (test, 1);
  c->holds = outcomes_of (TREE_CODE (test));
  c->yes = gimple_assign_rhs2 (stmt);
  c->no = gimple_assign_rhs3 (stmt);
  for (tree value : { c->a, c->b })
    if (TREE_CODE (value) == SSA_NAME
        && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
      return false;
  return c->holds
         && (INTEGRAL_TYPE_P (TREE_TYPE (c->a))
             || POINTER_TYPE_P (TREE_TYPE (c->a)));
}

/* What VALUE is where A and B compare as HOW says.  */
static tree
chosen (tree value, tree a, tree b, outcome how, unsigned depth)
{
  choice c;
  if (depth == MAX_DEPTH || TREE_CODE (value) != SSA_NAME
      || !choice_p (SSA_NAME_DEF_STMT (value), &c))
    return value;
  if (operand_equal_p (c.a, b, 0) && operand_equal_p (c.b, a, 0))
    how = how == LESS ? GREATER : how == GREATER ? LESS : EQUAL;
  else if (!operand_equal_p (c.a, a, 0) || !operand_equal_p (c.b, b, 0))
    return value;
  tree next = c.holds & how ? c.yes : c.no;
  return TREE_CODE (next) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (next)
             ? value
             : chosen (next, a, b, how, depth + 1);
}

/* Let STMT be one select, if it has others in it.  */
static bool
merge (gassign *stmt)
{
  choice c;
  if (!choice_p (stmt, &c))
    return false;
  tree first = NULL_TREE, second = NULL_TREE;
  unsigned set = 0;
  bool deeper = false;
  for (outcome how : outcomes)
    {
      tree arm = c.holds & how ? c.yes : c.no;
      tree leaf = chosen (arm, c.a, c.b, how, 0);
      deeper |= leaf != arm;
      if (!first || operand_equal_p (leaf, first, 0))
        {
          first = leaf;
          set |= how;
        }
      else if (!second || operand_equal_p (leaf, second, 0))
        second = leaf;
      else
        return false;
    }
  if (!deeper)
    return false;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  if (!second)
    gimple_assign_set_rhs_from_tree (&gsi, first);
  else
    {
      tree test = build2 (code_of (set), boolean_type_node,
                          unshare_expr (c.a), unshare_expr (c.b));
      test = hwpgo_condition_before (test, gimple_location (stmt), &gsi);
      gimple_assign_set_rhs_with_ops (&gsi, COND_EXPR, test, first, second);
    }
  update_stmt (gsi_stmt (gsi));
  return true;
}

/* Remove STMT, if it is a select that nothing uses.  */
static void
remove_unused (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree result = gimple_get_lhs (stmt);
  if (is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == COND_EXPR
      && TREE_CODE (result) == SSA_NAME && has_zero_uses (result))
    {
      gimple_stmt_iterator old = *gsi;
      gsi_prev (gsi);
      gsi_remove (&old, true);
      release_defs (stmt);
    }
  else
    gsi_prev (gsi);
}

void
hwpgo_selects_merge (function *fn)
{
  basic_block bb;
  bool any = false;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi)))
        any |= merge (stmt);
  if (any)
    FOR_EACH_BB_FN (bb, fn)
      for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi);)
        remove_unused (&gsi);
}
