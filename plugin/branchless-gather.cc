/* What all ways through a region store is stored behind it.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (x < 0)                          if (x < 0)
       {                                   {
         p->weight -= delta;                 w = p->weight - delta;
         if (p->weight < -LIMIT)             if (w < -LIMIT)
           p->weight = -LIMIT;                 w = -LIMIT;
       }                           ->      }
     else                                else
       {                                   {
         p->weight += delta;                 w = p->weight + delta;
         if (p->weight > LIMIT)              if (w > LIMIT)
           p->weight = LIMIT;                  w = LIMIT;
       }                                   }
                                         p->weight = w;

   GCC does so as well, but not where other ways lead to the same join, as an
   if around this has one; nor does it see that the first store of a way is
   overwritten.  Each way stores as before, once, and a little later: behind
   statements that neither load from there nor store there, and that cannot
   keep from coming to the end.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless.h"

/* Stores that are looked at for one branch, and places that are gathered.  */
#define MAX_PLACES 16

gphi *
hwpgo_memory_phi (basic_block bb)
{
  for (gphi_iterator psi = gsi_start_phis (bb); !gsi_end_p (psi);
       gsi_next (&psi))
    if (virtual_operand_p (gimple_phi_result (psi.phi ())))
      return psi.phi ();
  return NULL;
}

void
hwpgo_store_remove (gassign *store)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (store);
  unlink_stmt_vdef (store);
  gsi_remove (&gsi, true);
  release_defs (store);
}

void
hwpgo_store_insert (gassign *store, basic_block bb)
{
  /* What came behind the arms sees memory as it is behind the store.  */
  gphi *memory = hwpgo_memory_phi (bb);
  tree after = gimple_phi_result (memory);
  tree before = make_ssa_name (gimple_vop (cfun), memory);
  gimple_phi_set_result (memory, before);
  gimple_set_vuse (store, before);
  gimple_set_vdef (store, after);
  SSA_NAME_DEF_STMT (after) = store;
  gimple_stmt_iterator gsi = gsi_after_labels (bb);
  gsi_insert_before (&gsi, store, GSI_SAME_STMT);
}

/* What is in a place at the end of blocks of a region.  */
struct gathering
{
  const struct hwpgo_region *region;
  tree place;
  ao_ref ref;
  bool stored[HWPGO_REGION_MAX_BLOCKS];
  tree values[HWPGO_REGION_MAX_BLOCKS]; /* NULL until it is needed.  */
  auto_vec<gassign *> stores;
};

/* Where BB is in R's blocks; -1 if it is not.  */
static int
index_in (const struct hwpgo_region *r, const_basic_block bb)
{
  for (unsigned i = 0; i < r->n_blocks; i++)
    if (r->blocks[i] == bb)
      return i;
  return -1;
}

/* A callback of walk_tree: *TP, if it is computed in the region DATA.  */
static tree
computed_inside (tree *tp, int *, void *data)
{
  if (TREE_CODE (*tp) != SSA_NAME || SSA_NAME_IS_DEFAULT_DEF (*tp))
    return NULL_TREE;
  const_basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (*tp));
  return index_in ((const struct hwpgo_region *) data, bb) >= 0 ? *tp
                                                                : NULL_TREE;
}

/* May STORE go behind R, as far as its place and value go?  */
static bool
gatherable_p (const struct hwpgo_region *r, gassign *store)
{
  tree place = gimple_assign_lhs (store), value = gimple_assign_rhs1 (store);
  return is_gimple_val (value) && is_gimple_reg_type (TREE_TYPE (place))
         && (TREE_CODE (value) != SSA_NAME
             || !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
         && !walk_tree (&place, computed_inside,
                        const_cast<hwpgo_region *> (r), NULL);
}

/* STMT as a store to G's place; NULL if it is none.  */
static gassign *
store_to_place (const struct gathering *g, gimple *stmt)
{
  gassign *store = hwpgo_store_plain (stmt);
  return store && gatherable_p (g->region, store)
                 && types_compatible_p (TREE_TYPE (gimple_assign_lhs (store)),
                                        TREE_TYPE (g->place))
                 && operand_equal_p (gimple_assign_lhs (store), g->place, 0)
             ? store
             : NULL;
}

/* May a store to G's place be made behind STMT instead of before it?  Of two
   stores the later one may say of what type the place is, so that types tell
   nothing.  */
static bool
passes_p (struct gathering *g, gimple *stmt)
{
  if (!is_gimple_assign (stmt))
    return is_gimple_debug (stmt)
           || (!gimple_vuse (stmt) && !is_gimple_call (stmt)
               && !stmt_could_throw_p (cfun, stmt));
  return !gimple_has_volatile_ops (stmt) && !stmt_could_throw_p (cfun, stmt)
         && !ref_maybe_used_by_stmt_p (stmt, &g->ref)
         && !stmt_may_clobber_ref_p_1 (stmt, &g->ref, false);
}

/* Has each way to the block I of G's region stored, or none, which *STORED
   says?  */
static bool
ways_agree_p (const struct gathering *g, unsigned i, bool *stored)
{
  edge e;
  edge_iterator ei;
  unsigned n = 0;
  FOR_EACH_EDGE (e, ei, g->region->blocks[i]->preds)
    {
      int from = index_in (g->region, e->src);
      n += from >= 0 && g->stored[from];
    }
  *stored = n > 0;
  return n == 0 || n == EDGE_COUNT (g->region->blocks[i]->preds);
}

/* Do all ways through G's region store to its place, with nothing behind that
   would see the difference?  Notes the stores.  */
static bool
all_gather_p (struct gathering *g)
{
  const struct hwpgo_region *r = g->region;
  for (unsigned i = 0; i < r->n_blocks; i++)
    {
      bool stored;
      if (!ways_agree_p (g, i, &stored))
        return false;
      for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        if (gassign *store = store_to_place (g, gsi_stmt (gsi)))
          {
            stored = true;
            g->stores.safe_push (store);
          }
        else if (stored && !passes_p (g, gsi_stmt (gsi)))
          return false;
      g->stored[i] = stored;
    }
  for (unsigned i = 0; i < r->n_exits; i++)
    {
      int from = index_in (r, r->exits[i]->src);
      if (from < 0 || !g->stored[from])
        return false;
    }
  return true;
}

/* What G's place has at the end of the block I, all ways to which store.  */
static tree
value_behind (struct gathering *g, unsigned i)
{
  basic_block bb = g->region->blocks[i];
  if (g->values[i])
    return g->values[i];
  for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi);
       gsi_prev (&gsi))
    if (gassign *store = store_to_place (g, gsi_stmt (gsi)))
      return g->values[i] = gimple_assign_rhs1 (store);
  if (single_pred_p (bb))
    return g->values[i]
           = value_behind (g, index_in (g->region, single_pred (bb)));
  edge e;
  edge_iterator ei;
  tree value = make_ssa_name (TYPE_MAIN_VARIANT (TREE_TYPE (g->place)));
  gphi *phi = create_phi_node (value, bb);
  FOR_EACH_EDGE (e, ei, bb->preds)
    add_phi_arg (phi, value_behind (g, index_in (g->region, e->src)), e,
                 UNKNOWN_LOCATION);
  return g->values[i] = value;
}

/* A callback of make_forwarder_block.  */
static bool
exit_p (edge e)
{
  return e->aux != NULL;
}

/* Let R's exits alone lead to its join, and others to a block behind it.  */
static void
part_join (const struct hwpgo_region *r)
{
  if (EDGE_COUNT (r->join->preds) == r->n_exits)
    return;
  for (unsigned i = 0; i < r->n_exits; i++)
    r->exits[i]->aux = r->exits[i];
  make_forwarder_block (r->join, exit_p, NULL);
  for (unsigned i = 0; i < r->n_exits; i++)
    r->exits[i]->aux = NULL;
}

/* Can that be done?  */
static bool
partable_p (const struct hwpgo_region *r)
{
  edge e;
  edge_iterator ei;
  if (EDGE_COUNT (r->join->preds) == r->n_exits)
    return true;
  FOR_EACH_EDGE (e, ei, r->join->preds)
    if ((e->flags & EDGE_COMPLEX) || e->aux)
      return false;
  return r->join->loop_father->header != r->join;
}

/* Make one store of G's, in the join.  */
static void
gather (struct gathering *g)
{
  const struct hwpgo_region *r = g->region;
  part_join (r);
  tree value = make_ssa_name (TYPE_MAIN_VARIANT (TREE_TYPE (g->place)));
  gphi *phi = create_phi_node (value, r->join);
  for (unsigned i = 0; i < r->n_exits; i++)
    add_phi_arg (phi, value_behind (g, index_in (r, r->exits[i]->src)),
                 r->exits[i], UNKNOWN_LOCATION);
  gassign *one = gimple_build_assign (unshare_expr (g->place), value);
  gimple_set_location (one, gimple_location (r->conds[0]));
  for (gassign *store : g->stores)
    hwpgo_store_remove (store);
  hwpgo_store_insert (one, r->join);
}

/* The place of a store in R that all ways through it store to, in G; false if
   there is none among the first.  */
static bool
find_place (const struct hwpgo_region *r, struct gathering *g)
{
  unsigned left = MAX_PLACES;
  for (unsigned i = 0; i < r->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gassign *store = hwpgo_store_plain (gsi_stmt (gsi));
        if (!store || !gatherable_p (r, store))
          continue;
        if (left-- == 0)
          return false;
        g->region = r;
        g->place = gimple_assign_lhs (store);
        ao_ref_init (&g->ref, g->place);
        memset (g->stored, 0, sizeof g->stored);
        memset (g->values, 0, sizeof g->values);
        g->stores.truncate (0);
        if (all_gather_p (g))
          return true;
      }
  return false;
}

bool
hwpgo_stores_gather (basic_block head, bool always)
{
  struct hwpgo_region r;
  struct gathering g;
  unsigned n = 0;
  while (n < MAX_PLACES && hwpgo_region_match (head, &r) && r.n_conds > 1
         && (always || EDGE_COUNT (r.join->preds) > r.n_exits)
         && hwpgo_memory_phi (r.join) && partable_p (&r)
         && find_place (&r, &g))
    {
      gather (&g);
      n++;
    }
  return n > 0;
}
