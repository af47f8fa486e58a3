/* Is what one turn of a loop stores what the next one loads?
   SPDX-License-Identifier: GPL-2.0-or-later

     while (n > 0)
       {
         x = stack[--n];
         ...
         stack[n++] = c ? y : z;
       }

   Then the value is on the path from one turn to the next as if it were in a
   register, and five cycles more: the processor forwards it.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"

/* Most pairs of a store and a load of a loop that are looked at.  */
#define MAX_PAIRS 8192

/* Accesses of a loop that are looked at for one place.  */
#define MAX_ACCESSES 128

/* Most of these that are kept in memory.  */
#define MAX_KEPT 32

void
hwpgo_forwarded_stores (class loop *loop, const struct hwpgo_region *r,
                        gassign *load, vec<hwpgo_forwarding> *stores)
{
  for (unsigned i = 0; i < r->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
        double meets = 0;
        if (stmt && gimple_store_p (stmt) && gimple_assign_single_p (stmt)
            && !gimple_clobber_p (stmt))
          meets = hwpgo_forwarded_share (loop, stmt, load);
        if (meets > 0)
          stores->safe_push ({ stmt, MIN (r->shares[i], 1.0), meets });
      }
}

bool
hwpgo_loop_accesses (class loop *loop, vec<gassign *> *loads,
                     vec<gassign *> *stores)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      bool inside = flow_bb_inside_loop_p (loop, bb);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
           inside && !gsi_end_p (gsi); gsi_next (&gsi))
        {
          gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
          if (!stmt || !gimple_assign_single_p (stmt)
              || gimple_clobber_p (stmt))
            continue;
          if (gimple_assign_load_p (stmt) && !gimple_vdef (stmt))
            loads->safe_push (stmt);
          else if (gimple_store_p (stmt)
                   && TREE_CODE (gimple_assign_rhs1 (stmt)) == SSA_NAME)
            stores->safe_push (stmt);
        }
    }
  return (uint64_t) loads->length () * stores->length () <= MAX_PAIRS;
}

/* Does STORE, in LOOP, leave what LOAD has in the next turn at a place that is the
   same in all turns?  */
static bool
kept_p (class loop *loop, gassign *store, gassign *load)
{
  tree place = gimple_assign_lhs (store);
  return hwpgo_same_place_p (loop, place)
         && operand_equal_p (place, gimple_assign_rhs1 (load), 0);
}

/* Does STMT access REF, a place, other than by that reference?  */
static bool
accesses_otherwise_p (gimple *stmt, tree ref)
{
  if (gassign *assign = dyn_cast<gassign *> (stmt))
    if (gimple_assign_single_p (assign) && !gimple_has_volatile_ops (stmt)
        && (operand_equal_p (gimple_assign_lhs (assign), ref, 0)
            || operand_equal_p (gimple_assign_rhs1 (assign), ref, 0)))
      return false;
  return (gimple_vdef (stmt) && stmt_may_clobber_ref_p (stmt, ref))
         || (gimple_vuse (stmt) && ref_maybe_used_by_stmt_p (stmt, ref));
}

bool
hwpgo_promotable_p (class loop *loop, tree ref)
{
  unsigned left = MAX_ACCESSES;
  if (!hwpgo_same_place_p (loop, ref))
    return false;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      bool inside = flow_bb_inside_loop_p (loop, bb);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
           inside && !gsi_end_p (gsi); gsi_next (&gsi))
        if (gimple_vuse (gsi_stmt (gsi))
            && (left-- == 0 || accesses_otherwise_p (gsi_stmt (gsi), ref)))
          return false;
    }
  return true;
}

void
hwpgo_kept_in_memory (class loop *loop, bool moving, vec<hwpgo_kept> *kept)
{
  auto_vec<gassign *> loads, stores;
  if (!hwpgo_loop_accesses (loop, &loads, &stores))
    return;
  for (gassign *store : stores)
    for (gassign *load : loads)
      if (kept->length () < MAX_KEPT
          && (kept_p (loop, store, load)
              || (moving && hwpgo_forwarded_p (loop, store, load))))
        kept->safe_push ({ load, store });
}

static bool
stores_p (const struct hwpgo_region *r)
{
  for (unsigned i = 0; i < r->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      if (gimple_store_p (gsi_stmt (gsi)))
        return true;
  return false;
}

void
hwpgo_forwarded_loads (class loop *loop, const struct hwpgo_region *r,
                       vec<gassign *> *loads)
{
  basic_block bb;
  if (!stores_p (r))
    return;
  FOR_EACH_BB_FN (bb, cfun)
    {
      bool inside = flow_bb_inside_loop_p (loop, bb);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb);
           inside && !gsi_end_p (gsi); gsi_next (&gsi))
        if (gimple_assign_load_p (gsi_stmt (gsi)))
          loads->safe_push (as_a<gassign *> (gsi_stmt (gsi)));
    }
}
