/* What comparisons say.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  */

#ifndef HWPGO_PLUGIN_RELATIONS_H
#define HWPGO_PLUGIN_RELATIONS_H

/* How two values can be to each other.  */
enum
{
  HWPGO_LESS = 1,
  HWPGO_EQUAL = 2,
  HWPGO_GREATER = 4,
  HWPGO_ANY_ORDER = HWPGO_LESS | HWPGO_EQUAL | HWPGO_GREATER,
  HWPGO_NO_ORDER = 8 /* one of them is no number.  */
};

/* The relations of which CODE is true, if its operands are numbers; 0 if it is
   of another kind.  */
unsigned hwpgo_relations (tree_code code);

/* The comparison that is true of RELATIONS alone, or ERROR_MARK.  */
tree_code hwpgo_relations_code (unsigned relations);

/* If COND asks if both of two values are true, return what they are computed
   by, else NULL.  *IF_BOTH is true if the answer is that of the first way.  */
gassign *hwpgo_asks_both (gcond *cond, bool *if_both);

#endif
