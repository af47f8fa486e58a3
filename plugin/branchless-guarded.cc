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

/* Does WALK, in LOOP, come to what a turn stores for the next one to load?  Where
   there are too many stores to tell, it is assumed.  */
static bool
reaches_next_load_p (class loop *loop, hwpgo_walker *walk)
{
  auto_vec<gassign *> loads, stores;
  if (!hwpgo_loop_accesses (loop, &loads, &stores))
    return true;
  for (gassign *store : stores)
    {
      if (walk->to (gimple_assign_rhs1 (store)).latency < 0)
        continue;
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
