/* Does the next turn of a loop wait for what is guarded?
   SPDX-License-Identifier: GPL-2.0-or-later

     if (left < right)
       *out++ = a[i++];
     else
       *out++ = beta * b[j++];

   The product is one of 1 where the other arm would have been taken, so that it
   raises no exception, and waits for the condition.  What goes on is I and J:
   nothing of the next turn waits for the product.  It would if it were a sum, or
   if that turn loaded it.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-way.h"

/* Most pairs of a store and a load that are looked at.  */
#define MAX_PAIRS 1024

/* Does WALK, in LOOP, come to what a turn hands to the next one in a
   register?  */
static bool
reaches_next_turn_p (class loop *loop, hwpgo_walker *walk)
{
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    for (unsigned i = 0; i < gimple_phi_num_args (psi.phi ()); i++)
      if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (psi.phi (), i)->src)
          && !virtual_operand_p (gimple_phi_result (psi.phi ()))
          && walk->to (gimple_phi_arg_def (psi.phi (), i)).latency >= 0)
        return true;
  return false;
}

/* Does WALK, in LOOP, come to what a turn stores for the next one to load?  */
static bool
reaches_next_load_p (class loop *loop, hwpgo_walker *walk)
{
  auto_vec<gassign *> loads, stores;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      bool inside = flow_bb_inside_loop_p (loop, bb);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
           inside && !gsi_end_p (gsi); gsi_next (&gsi))
        {
          gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
          if (!stmt || !gimple_assign_single_p (stmt))
            continue;
          if (gimple_assign_load_p (stmt))
            loads.safe_push (stmt);
          else if (gimple_store_p (stmt) && !gimple_clobber_p (stmt)
                   && walk->to (gimple_assign_rhs1 (stmt)).latency >= 0)
            stores.safe_push (stmt);
        }
    }
  if ((uint64_t) loads.length () * stores.length () > MAX_PAIRS)
    return true;
  for (gassign *store : stores)
    {
      if (hwpgo_same_place_p (loop, gimple_assign_lhs (store)))
        return true;
      for (gassign *load : loads)
        if (hwpgo_forwarded_p (loop, store, load))
          return true;
    }
  return false;
}

bool
hwpgo_guarded_carried_p (const struct hwpgo_region *r, gimple *stmt)
{
  class loop *loop = r->head->loop_father;
  if (!loop_outer (loop) || !loop->header)
    return false;
  hwpgo_walker walk (loop, gimple_assign_lhs (stmt), { r, NULL, false }, true);
  return reaches_next_turn_p (loop, &walk) || reaches_next_load_p (loop, &walk);
}
