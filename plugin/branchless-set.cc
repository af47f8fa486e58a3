/* What a turn of a loop has set before it loads it.
   SPDX-License-Identifier: GPL-2.0-or-later

   Between the middle pass and the loops a structure is still copied as a
   whole:

     b = points[best];
     _1 = b.x;

   And what a turn has stored it may load again, since one way in between has
   stored something else.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-way.h"

/* Stores passed on the way back to one.  */
#define STORES_PASSED 64

gassign *
hwpgo_set_before (gimple *load)
{
  tree place = gimple_assign_rhs1 (load), base = get_base_address (place);
  if (!base || !auto_var_p (base) || TREE_ADDRESSABLE (base))
    return NULL;
  tree memory = gimple_vuse (load);
  for (unsigned i = 0; memory && i < STORES_PASSED; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (memory);
      gassign *set = dyn_cast<gassign *> (def);
      if (set && get_base_address (gimple_assign_lhs (set)) == base)
        return gimple_assign_lhs (set) == base
                       || operand_equal_p (gimple_assign_lhs (set), place, 0)
                   ? set
                   : NULL;
      memory = gimple_vuse (def);
    }
  return NULL;
}

/* Add to STORES those of this turn of LOOP that put something where LOAD loads
   from, as far back from MEMORY as *LEFT definitions of memory.  SEEN has
   those where ways meet, by their versions.  */
static void
stored_before (const class loop *loop, gimple *load, tree memory,
               vec<gassign *> *stores, bitmap seen, unsigned *left)
{
  for (; memory && *left > 0; --*left)
    {
      gimple *def = SSA_NAME_DEF_STMT (memory);
      basic_block bb = gimple_bb (def);
      if (!bb || !flow_bb_inside_loop_p (loop, bb))
        return;
      if (gphi *phi = dyn_cast<gphi *> (def))
        {
          if (bb == loop->header
              || !bitmap_set_bit (seen,
                                  SSA_NAME_VERSION (gimple_phi_result (phi))))
            return;
          --*left;
          for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
            stored_before (loop, load, gimple_phi_arg_def (phi, i), stores,
                           seen, left);
          return;
        }
      if (gimple_store_p (def)
          && operand_equal_p (gimple_get_lhs (def), gimple_assign_rhs1 (load),
                              0))
        {
          if (gimple_assign_single_p (def))
            stores->safe_push (as_a<gassign *> (def));
          return;
        }
      memory = gimple_vuse (def);
    }
}

void
hwpgo_stored_before (const class loop *loop, gimple *load,
                     vec<gassign *> *stores)
{
  unsigned left = STORES_PASSED;
  auto_bitmap seen;
  stored_before (loop, load, gimple_vuse (load), stores, seen, &left);
}
