/* Places that any turn of a loop may look at again.
   SPDX-License-Identifier: GPL-2.0-or-later

     c = &contexts[hash (x[i])];
     if (c->bias > 0)
       c->bias -= c->count;

   Which context the next turn has, nobody knows, but it has this one often
   enough that the core finds out, and from then on lets the load wait for the
   place of that store (G. Z. Chrysos and J. S. Emer, "Memory dependence
   prediction using store sets", ISCA 1998).  With a branch, which is guessed,
   the place is known early; a selected one when the condition is.  So there is
   a path from one turn to the next through what was loaded, the condition, and
   the place: LOCO-I's contexts took 50 cycles a turn instead of 30.

   Places that go on by steps are never those of the turn before, and what a
   list or a tree leads to is not soon looked at again.  But what is loaded at
   a place that goes on so and a distance that is not known, p[offset[k]], may
   be what was stored at the place in the turn before: the neighbours of a
   pixel are.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"

/* Statements that compute an index.  */
#define MAX_COMPUTED 64

/* Is VALUE, in LOOP, computed from what is loaded in it, or chosen by it?
   *LEFT statements are looked at.  */
static bool
by_chance_p (const class loop *loop, tree value, unsigned *left)
{
  if (TREE_CODE (value) != SSA_NAME || *left == 0)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  --*left;
  if (gphi *phi = dyn_cast<gphi *> (def))
    {
      bool chance = false;
      if (gimple_bb (phi) == gimple_bb (phi)->loop_father->header)
        return false;
      for (unsigned i = 0; !chance && i < gimple_phi_num_args (phi); i++)
        chance = by_chance_p (loop, gimple_phi_arg_def (phi, i), left);
      return chance;
    }
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt)
    return false;
  if (gimple_vuse (stmt))
    return !POINTER_TYPE_P (TREE_TYPE (value));
  bool chance = false;
  for (unsigned op = 1; !chance && op < gimple_num_ops (stmt); op++)
    chance = by_chance_p (loop, gimple_op (stmt, op), left);
  return chance;
}

/* Is the place of REF in LOOP such a one?  */
static bool
place_by_chance_p (const class loop *loop, tree ref)
{
  unsigned left = MAX_COMPUTED;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
        && by_chance_p (loop, TREE_OPERAND (ref, 1), &left))
      return true;
  if (TREE_CODE (ref) == TARGET_MEM_REF)
    return (TMR_INDEX (ref) && by_chance_p (loop, TMR_INDEX (ref), &left))
           || (TMR_INDEX2 (ref) && by_chance_p (loop, TMR_INDEX2 (ref), &left))
           || by_chance_p (loop, TMR_BASE (ref), &left);
  return TREE_CODE (ref) == MEM_REF
         && by_chance_p (loop, TREE_OPERAND (ref, 0), &left);
}

/* The pointer of REF, without a constant, if that is what it is made of; else
   NULL.  */
static tree
pointer_of (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) != COMPONENT_REF)
      return NULL_TREE;
  return TREE_CODE (ref) == MEM_REF ? hwpgo_sum_of (TREE_OPERAND (ref, 0)).base
                                    : NULL_TREE;
}

/* Is LOADED beside STORED, references in LOOP that go on from turn to turn, by
   a distance that differs?  Those of a table of neighbours are.  */
static bool
beside_p (const class loop *loop, tree loaded, tree stored)
{
  tree from = pointer_of (loaded), to = pointer_of (stored);
  if (!from || !to || TREE_CODE (from) != SSA_NAME
      || hwpgo_invariant_p (loop, to)
      || !types_compatible_p (TREE_TYPE (loaded), TREE_TYPE (stored)))
    return false;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (from));
  return def && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
         && hwpgo_sum_of (gimple_assign_rhs1 (def)).base == to
         && !hwpgo_invariant_p (loop, gimple_assign_rhs2 (def));
}

bool
hwpgo_stored_by_chance_p (const class loop *loop, const struct hwpgo_region *r,
                          gassign *load)
{
  tree ref = gimple_assign_rhs1 (load);
  bool chance = place_by_chance_p (loop, ref);
  for (unsigned i = 0; i < r->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      {
        if (!gimple_store_p (gsi_stmt (gsi)))
          continue;
        tree stored = gimple_get_lhs (gsi_stmt (gsi));
        if ((chance && operand_equal_p (stored, ref, 0))
            || beside_p (loop, ref, stored))
          return true;
      }
  return false;
}
