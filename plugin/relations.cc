/* What comparisons say.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/gcc-headers.h"
#include "plugin/relations.h"

static const tree_code codes[] = { ERROR_MARK, LT_EXPR, EQ_EXPR, LE_EXPR,
                                   GT_EXPR,    NE_EXPR, GE_EXPR, ERROR_MARK };

unsigned
hwpgo_relations (tree_code code)
{
  for (unsigned i = HWPGO_LESS; i < HWPGO_ANY_ORDER; i++)
    if (codes[i] == code)
      return i;
  return 0;
}

tree_code
hwpgo_relations_code (unsigned relations)
{
  return relations & HWPGO_NO_ORDER ? ERROR_MARK : codes[relations];
}

gassign *
hwpgo_asks_both (gcond *cond, bool *if_both)
{
  tree name = gimple_cond_lhs (cond);
  tree_code code = gimple_cond_code (cond);
  if (TREE_CODE (name) != SSA_NAME || !integer_zerop (gimple_cond_rhs (cond))
      || TREE_CODE (TREE_TYPE (name)) != BOOLEAN_TYPE
      || (code != NE_EXPR && code != EQ_EXPR))
    return NULL;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name));
  *if_both = code == NE_EXPR;
  return def && gimple_assign_rhs_code (def) == BIT_AND_EXPR ? def : NULL;
}
