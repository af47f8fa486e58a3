/* Loops that are entered again before they have ended.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (k = 0; k < n; k++)
       sum += search (table, keys[k]);

   Where the turns of a search wait for each other, but one search not for the one
   before, a core is at several searches at a time: as many as it has room for the
   instructions of, if it knows when each ends.  So what a select adds to the path from
   turn to turn is not what a search takes longer.  Branches that are mispredicted
   prevent that.  Knuth's uniform binary search takes 0.3 of the time with selects,
   whose path is as long as half of the mispredicts.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Statements that are looked at for what one value is made of, and pairs of them for
   whether one changes what the other loads.  */
#define MAX_LOOKED_AT 64
#define MAX_PAIRS 4096

bool
hwpgo_made_in_p (hash_set<basic_block> *blocks, class loop *around,
                 tree value, hash_set<gimple *> *seen)
{
  if (TREE_CODE (value) != SSA_NAME || seen->elements () == MAX_LOOKED_AT)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  basic_block bb = gimple_bb (def);
  if (!bb || !flow_bb_inside_loop_p (around, bb) || seen->add (def))
    return false;
  if (blocks->contains (bb))
    return true;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        if (hwpgo_made_in_p (blocks, around, gimple_phi_arg_def (phi, i), seen))
          return true;
      return false;
    }
  use_operand_p use;
  ssa_op_iter iter;
  FOR_EACH_SSA_USE_OPERAND (use, def, iter, SSA_OP_USE)
    if (hwpgo_made_in_p (blocks, around, USE_FROM_PTR (use), seen))
      return true;
  return false;
}

/* Does LOOP, in AROUND, begin with what it came to before?  */
static bool
goes_on_p (class loop *loop, class loop *around, hash_set<basic_block> *blocks)
{
  edge e;
  edge_iterator ei;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    if (!virtual_operand_p (gimple_phi_result (psi.phi ())))
      FOR_EACH_EDGE (e, ei, loop->header->preds)
        {
          hash_set<gimple *> seen;
          if (!flow_bb_inside_loop_p (loop, e->src)
              && (hwpgo_made_in_p (blocks, around,
                                   PHI_ARG_DEF_FROM_EDGE (psi.phi (), e), &seen)
                  || seen.elements () == MAX_LOOKED_AT))
            return true;
        }
  return false;
}

/* May AROUND, which has LOOP, change what LOOP loads?  */
static bool
changes_loaded_p (class loop *loop, class loop *around)
{
  auto_vec<gimple *> loads, stores;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (around, bb))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          if (gimple_vdef (stmt))
            stores.safe_push (stmt);
          else if (gimple_vuse (stmt) && flow_bb_inside_loop_p (loop, bb))
            loads.safe_push (stmt);
        }
  if (loads.length () * stores.length () > MAX_PAIRS)
    return true;
  for (gimple *load : loads)
    for (gimple *store : stores)
      if (!gimple_assign_load_p (load)
          || stmt_may_clobber_ref_p (store, gimple_assign_rhs1 (load)))
        return true;
  return false;
}

/* Mispredicts of the branches that leave LOOP, for each of ENTRIES, 1 at most.  */
static double
ends_missed (class loop *loop, double entries)
{
  double missed = 0;
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (loop, bb))
      FOR_EACH_EDGE (e, ei, bb->succs)
        {
          gcond *test = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
          if (!test || flow_bb_inside_loop_p (loop, e->dest))
            continue;
          struct hwpgo_hint hint = hwpgo_branch_hint (test);
          if (hint.verdict != HWPGO_UNKNOWN)
            missed += hint.ratio * hwpgo_executions (bb->count);
        }
  return entries > 0 ? MIN (missed / entries, 1) : 1;
}

double
hwpgo_entries_at_once (class loop *loop)
{
  class loop *around = loop_outer (loop);
  double turns = hwpgo_loop_turns (loop);
  if (!around || !loop_outer (around) || !around->header || turns <= 0
      || loop->inner)
    return 1;
  hash_set<basic_block> blocks;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (loop, bb))
      blocks.add (bb);
  double entries = hwpgo_executions (loop->header->count) / turns;
  double all = hwpgo_executions (around->header->count);
  if (all <= 0 || entries <= 0 || goes_on_p (loop, around, &blocks)
      || changes_loaded_p (loop, around))
    return 1;
  double insns = MAX (hwpgo_turn_insns (around) * all / entries, 1);
  double room = hwpgo_plugin.select_params.window / insns;
  return room > 1 ? 1 + (room - 1) * (1 - ends_missed (loop, entries)) : 1;
}
