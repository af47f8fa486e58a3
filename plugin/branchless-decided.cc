/* Branches that a converted branch has decided.
   SPDX-License-Identifier: GPL-2.0-or-later

     code_2 = d_1 < 0 ? 8 : 0;          code_2 = d_1 < 0 ? 8 : 0;
     code_4 = e_3 >= s_9 ? 4 : 0;       code_4 = e_3 >= s_9 ? 4 : 0;
     code_5 = code_2 | code_4;          code_5 = code_2 | code_4;
     t_6 = code_5 & 8;                  t_6 = code_5 & 8;
     if (t_6 != 0)               ->     if (d_1 < 0)

   While both were branches, the second always went the way of the first, and
   the processor knew: its profile says that it is well predicted.  With the
   first one gone, the second costs what the first did.  So it gets the first
   one's condition and the first one's hint.

   What decides is found by following the known bits of the second condition
   for both values of the select.  Unless all that is merged on the way is
   decided by the select, some bit is not known; hence a value that comes from
   an earlier turn of a loop never passes.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-follow.h"

/* Does the select decide COND?  *INVERTED: COND is true where the select's
   condition is false.  */
static bool
decides_p (gassign *select, gcond *cond, bool *inverted)
{
  struct hwpgo_choice choice = hwpgo_choice_of_select (select);
  int if_true = hwpgo_follow_condition (cond, &choice, 0, HWPGO_FOLLOW_ALL);
  int if_false = hwpgo_follow_condition (cond, &choice, 1, HWPGO_FOLLOW_ALL);
  *inverted = if_true == 0;
  return if_true >= 0 && if_false >= 0 && if_true != if_false;
}

gassign *
hwpgo_condition_decided (gcond *cond, bool *inverted)
{
  auto_vec<gassign *> selects;
  hwpgo_follow_selects (cond, &selects);
  for (gassign *select : selects)
    if (decides_p (select, cond, inverted))
      return select;
  return NULL;
}

bool
hwpgo_condition_take (gcond *cond, gimple *select, bool inverted)
{
  tree test = hwpgo_select_condition (select);
  if (!test
      || !dominated_by_p (CDI_DOMINATORS, gimple_bb (cond),
                          gimple_bb (select)))
    return false;
  tree_code code = TREE_CODE (test);
  tree a = TREE_OPERAND (test, 0), b = TREE_OPERAND (test, 1);
  if (inverted)
    code = invert_tree_comparison (code, HONOR_NANS (a));
  if (code == ERROR_MARK)
    return false;
  gimple_cond_set_condition (cond, code, unshare_expr (a), unshare_expr (b));
  update_stmt (cond);
  return true;
}
