/* What a condition is computed from, and was moved above the branch that asked
   for it.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (low < limit                  high_1 = low >> 32;      line 2
         || (low >> 32) != 0)         if (low < limit) ...     line 1
       *out = low >> 32;              if (high_1 != 0) ...     line 2

   Where all ways need a value, it is computed above them (tree-ssa-pre.cc), and
   keeps the line of one.  There it runs more often than the condition, and with
   it the condition seems to have run as often, so that the first branch always
   goes on to the second one.  The condition has no statement of its own whose
   beginning would tell.  So what was moved becomes another place.  */

#include "plugin/gcc-headers.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "runtime/profile/discriminator.h"

/* Statements looked at for one condition.  */
#define MAX_STATEMENTS 8

/* Are A and B of one place, as it was before code was copied?  */
static bool
same_place_p (location_t a, location_t b)
{
  unsigned base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  return LOCATION_LINE (a) == LOCATION_LINE (b)
         && LOCATION_BLOCK (a) == LOCATION_BLOCK (b)
         && strcmp (LOCATION_FILE (a), LOCATION_FILE (b)) == 0
         && ((hwpgo_location_discriminator (a)
              ^ hwpgo_location_discriminator (b))
             & base)
                == 0;
}

/* Add the statements of BRANCH's place that it is computed from, but those of
   its own block, to MOVED.  */
static void
computed_above (gimple *branch, vec<gimple *> *moved)
{
  location_t place = gimple_location (branch);
  auto_vec<gimple *, MAX_STATEMENTS> from;
  from.safe_push (branch);
  for (unsigned i = 0; i < from.length (); i++)
    {
      ssa_op_iter iter;
      tree use;
      FOR_EACH_SSA_TREE_OPERAND (use, from[i], iter, SSA_OP_USE)
      {
        gimple *def = SSA_NAME_DEF_STMT (use);
        location_t location = gimple_location (def);
        if (!is_gimple_assign (def)
            || LOCATION_LOCUS (location) < RESERVED_LOCATION_COUNT
            || !same_place_p (location, place) || from.contains (def)
            || from.length () == MAX_STATEMENTS)
          continue;
        from.quick_push (def);
        if (gimple_bb (def) != gimple_bb (branch) && !moved->contains (def))
          moved->safe_push (def);
      }
    }
}

void
hwpgo_hoisted_separate (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      gimple *branch = last_nondebug_stmt (bb);
      if (!branch || (!is_a<gcond *> (branch) && !is_a<gswitch *> (branch))
          || LOCATION_LOCUS (gimple_location (branch))
                 < RESERVED_LOCATION_COUNT)
        continue;
      auto_vec<gimple *> moved;
      computed_above (branch, &moved);
      for (gimple *stmt : moved)
        {
          /* In a block that does nothing but lead to the branch's it was not
             moved.  */
          basic_block above = gimple_bb (stmt);
          while (above != bb && single_succ_p (above)
                 && single_pred_p (single_succ (above)))
            above = single_succ (above);
          if (above != bb)
            gimple_set_location (stmt, hwpgo_location_with_discriminator (
                                           gimple_location (stmt),
                                           HWPGO_BASE_ELSEWHERE));
        }
    }
}
