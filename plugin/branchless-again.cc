/* What is stored decides again soon.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = low; i < low + m; i++)
       if (a[i] > a[i + m])
         exchange (&a[i], &a[i + m]);

   A network that sorts goes round such a loop a few times, and then with
   another M over what it has just exchanged.  With a branch the core has
   compared long before what it will find there is stored, by its guess.  To a
   selected place nothing is stored before it has compared, and what is loaded
   behind may be that.  So there is a path through memory, from one entry of
   the loop to the next.

     while (t)
       if (t->key < key)
         {
           *less = t;
           less = &t->right;
           t = t->right;
         }
       else
         ...

   A tree that is taken apart has such a path in each of its turns: the places are
   what is followed when it is put together again.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-measure.h"

/* Statements that a condition may be computed by, from what is loaded.  */
#define MAX_COMPUTED 8

/* Is VALUE computed from what is loaded from the place of REF, or from beside
   it?  *LEFT statements are looked at.  */
static bool
loaded_from_p (tree value, tree ref, unsigned *left)
{
  if (TREE_CODE (value) != SSA_NAME || *left == 0)
    return false;
  --*left;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def)
    return false;
  if (gimple_assign_load_p (def))
    return hwpgo_beside_p (gimple_assign_rhs1 (def), ref);
  for (unsigned op = 1; op < gimple_num_ops (def); op++)
    if (loaded_from_p (gimple_op (def, op), ref, left))
      return true;
  return false;
}

/* Is COND, computed from what is loaded from where STMT stores?  */
static bool
decided_by_p (gcond *cond, gimple *stmt)
{
  unsigned left = MAX_COMPUTED;
  tree ref = gimple_get_lhs (stmt);
  return loaded_from_p (gimple_cond_lhs (cond), ref, &left)
         || loaded_from_p (gimple_cond_rhs (cond), ref, &left);
}

double
hwpgo_effects_again (const struct hwpgo_effects *e, gcond *const *conds,
                     unsigned n)
{
  class loop *loop = gimple_bb (conds[0])->loop_father;
  double turns
      = loop_outer (loop) && !loop->inner ? hwpgo_loop_turns (loop) : 0;
  if (turns < 1)
    return 0;
  for (unsigned i = 0; i < e->n; i++)
    for (unsigned arm = 0; arm < 2; arm++)
      {
        gimple *stmt = e->by_arm[i][arm];
        for (unsigned k = 0; stmt && gimple_store_p (stmt) && k < n; k++)
          if (decided_by_p (conds[k], stmt))
            return 1 / turns;
      }
  return 0;
}

/* Is what VALUE is in the next turn of LOOP loaded by this one, a pointer of TYPE?
   *LEFT statements are looked at.  */
static bool
followed_p (tree value, class loop *loop, tree type, unsigned *left)
{
  if (TREE_CODE (value) != SSA_NAME || *left == 0)
    return false;
  --*left;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gimple_assign_load_p (def))
    return gimple_bb (def) && flow_bb_inside_loop_p (loop, gimple_bb (def))
           && useless_type_conversion_p (type, TREE_TYPE (value));
  gphi *phi = dyn_cast<gphi *> (def);
  if (!phi || !flow_bb_inside_loop_p (loop, gimple_bb (phi)))
    return false;
  /* Both arms may end in the header.  */
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
        && followed_p (gimple_phi_arg_def (phi, i), loop, type, left))
      return true;
  return false;
}

/* Is VALUE computed from what is loaded by a pointer of TYPE that LOOP follows?
   *LEFT statements are looked at.  */
static bool
loaded_by_followed_p (tree value, class loop *loop, tree type, unsigned *left)
{
  if (TREE_CODE (value) != SSA_NAME || *left == 0)
    return false;
  --*left;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def || !gimple_bb (def)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return false;
  if (gimple_assign_load_p (def))
    {
      tree base = get_base_address (gimple_assign_rhs1 (def));
      return base && TREE_CODE (base) == MEM_REF
             && followed_p (TREE_OPERAND (base, 0), loop, type, left);
    }
  for (unsigned op = 1; op < gimple_num_ops (def); op++)
    if (loaded_by_followed_p (gimple_op (def, op), loop, type, left))
      return true;
  return false;
}

bool
hwpgo_effects_relink_p (const struct hwpgo_effects *e, gcond *cond)
{
  class loop *loop = gimple_bb (cond)->loop_father;
  if (!loop_outer (loop) || loop->inner)
    return false;
  for (unsigned i = 0; i < e->n; i++)
    {
      gassign *store = safe_dyn_cast<gassign *> (e->by_arm[i][0]);
      gassign *other = safe_dyn_cast<gassign *> (e->by_arm[i][1]);
      if (!store || !other || e->separate[i] || !gimple_store_p (store)
          || !gimple_assign_single_p (store)
          || !POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (store)))
          || !hwpgo_store_places_differ_p (store, other))
        continue;
      tree type = TREE_TYPE (gimple_assign_lhs (store));
      unsigned left = MAX_COMPUTED;
      if (loaded_by_followed_p (gimple_cond_lhs (cond), loop, type, &left)
          || loaded_by_followed_p (gimple_cond_rhs (cond), loop, type, &left))
        return true;
    }
  return false;
}
