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
