/* Stores of both arms.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c)                        place = c ? p : q;
       *p = x;                     value = c ? x : y;
     else                 ->       *place = value;
       *q = y;

   Both stores must be of one type.  That the same bytes are written in the
   same order is the work of branchless-effects.cc.

   Where one arm alone stores, the other one may write what is there, but only
   where nobody can tell.  So it is with each of two stores for itself, which
   leaves the places what they are: a variable whose address is selected stays
   in memory, and what a turn of a loop has stored the next one has to load.
   Nobody can tell where

   - the source has stored to the same place on all ways to the branch, and
     nothing happened since that another thread could wait for, or stores
     there on the only way on, before anything of that kind;
   - the object is a variable of this function whose address nobody has.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* Statements looked at for another store.  */
#define MAX_SCAN 200

/* Does STORE copy an object from memory to memory?  */
static bool
copies_p (gassign *store)
{
  return gimple_assign_load_p (store);
}

gassign *
hwpgo_store_plain (gimple *stmt)
{
  gassign *store = dyn_cast<gassign *> (stmt);
  if (!store || !gimple_vdef (store) || !gimple_assign_single_p (store)
      || gimple_has_volatile_ops (store) || gimple_clobber_p (store)
      || stmt_could_throw_p (cfun, store))
    return NULL;
  tree type = TREE_TYPE (gimple_assign_lhs (store));
  bool plain = copies_p (store)
                   ? !TREE_ADDRESSABLE (type) && TYPE_SIZE_UNIT (type)
                         && tree_fits_uhwi_p (TYPE_SIZE_UNIT (type))
                   : is_gimple_val (gimple_assign_rhs1 (store))
                         && is_gimple_reg_type (type);
  return plain ? store : NULL;
}

/* Does nothing but this function see the variable DECL?  What has its address,
   as a call that fills it, has not kept it.  */
static bool
kept_p (tree decl)
{
  return !may_be_aliased (decl)
         || !pt_solution_includes (&cfun->gimple_df->escaped, decl);
}

/* Is REF a part of a variable that nothing but this function sees?  */
static bool
private_p (tree ref)
{
  tree base = get_base_address (ref);
  return base && VAR_P (base) && auto_var_in_fn_p (base, cfun->decl)
         && kept_p (base) && !TREE_READONLY (base)
         && !DECL_HARD_REGISTER (base) && !tree_could_trap_p (ref);
}

/* Does STMT store to REF, and nothing besides?  */
static bool
stores_to_p (gimple *stmt, tree ref)
{
  return gimple_assign_single_p (stmt) && gimple_vdef (stmt)
         && !gimple_clobber_p (stmt) && !gimple_has_volatile_ops (stmt)
         && TYPE_MODE (TREE_TYPE (gimple_assign_lhs (stmt)))
                == TYPE_MODE (TREE_TYPE (ref))
         && operand_equal_p (gimple_assign_lhs (stmt), ref, 0);
}

/* Can another thread see when STMT is done, or may it not come to an end?  */
static bool
noticed_p (gimple *stmt)
{
  return gimple_has_volatile_ops (stmt)
         || (gimple_vuse (stmt) && !is_gimple_assign (stmt));
}

/* The same on a way from a store, from where another thread may learn of that, or
   that ends what is stored to.  */
static bool
divides_p (gimple *stmt)
{
  return gimple_clobber_p (stmt)
         || (noticed_p (stmt) && !gimple_call_builtin_p (stmt, BUILT_IN_MEMSET)
             && !gimple_call_builtin_p (stmt, BUILT_IN_MEMCPY)
             && !gimple_call_builtin_p (stmt, BUILT_IN_MEMMOVE));
}

/* Go back from the end of BB, and take what was looked at from *LEFT: 1 if that
   comes to a store to REF first, -1 to what divides one from here, else 0.  */
static int
store_in (basic_block bb, tree ref, unsigned *left)
{
  for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi);
       gsi_prev (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt))
        continue;
      if (stores_to_p (stmt, ref))
        return 1;
      if (*left == 0 || divides_p (stmt))
        return -1;
      --*left;
    }
  return 0;
}

/* For walk_tree: is *TP computed in the block DATA?  */
static tree
computed_in (tree *tp, int *, void *data)
{
  return TREE_CODE (*tp) == SSA_NAME
                 && gimple_bb (SSA_NAME_DEF_STMT (*tp)) == (basic_block) data
             ? *tp
             : NULL_TREE;
}

/* Has the source stored to REF on all ways to the end of H's head, with nothing
   since that another thread could see or wait for?  */
static bool
stored_before_p (const struct hwpgo_hammock *h, tree ref)
{
  unsigned left = MAX_SCAN;
  auto_vec<basic_block, 16> ways;
  auto_bitmap seen;
  ways.safe_push (h->head);
  while (!ways.is_empty ())
    {
      basic_block bb = ways.pop ();
      int stored = store_in (bb, ref, &left);
      /* Before that, REF is another place, of the turn before.  */
      if (stored < 0
          || (stored == 0 && walk_tree (&ref, computed_in, bb, NULL)))
        return false;
      edge e;
      edge_iterator ei;
      if (stored == 0)
        FOR_EACH_EDGE (e, ei, bb->preds)
          {
            if ((e->flags & EDGE_COMPLEX)
                || e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
              return false;
            if (bitmap_set_bit (seen, e->src->index))
              ways.safe_push (e->src);
          }
    }
  return true;
}

/* May STMT, without a trap, not be followed by the next?  */
static bool
may_not_return_p (gimple *stmt)
{
  if (!is_gimple_call (stmt))
    return stmt_could_throw_p (cfun, stmt);
  int flags = gimple_call_flags (stmt);
  return !(flags & ECF_CONST) || (flags & ECF_LOOPING_CONST_OR_PURE)
         || !(flags & ECF_NOTHROW);
}

/* Will the source store to REF on the only way on from H's join, with nothing
   in between that another thread could see or wait for?  Blocks that other
   ways come to may be of another turn of a loop, where REF is another place.
 */
static bool
stored_behind_p (const struct hwpgo_hammock *h, tree ref)
{
  unsigned left = MAX_SCAN;
  if (h->leaves)
    return false;
  for (basic_block bb = h->join;; bb = single_succ (bb))
    {
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          gimple *stmt = gsi_stmt (gsi);
          if (is_gimple_debug (stmt))
            continue;
          if (stores_to_p (stmt, ref))
            return true;
          if (left-- == 0 || noticed_p (stmt) || may_not_return_p (stmt))
            return false;
        }
      if (!single_succ_p (bb) || (single_succ_edge (bb)->flags & EDGE_COMPLEX)
          || !single_pred_p (single_succ (bb)) || left-- == 0)
        return false;
    }
}

/* May the store STMT be made where the source has none?  */
static bool
unconditional_p (const struct hwpgo_hammock *h, gassign *stmt)
{
  tree ref = gimple_assign_lhs (stmt);
  return !sanitize_flags_p (SANITIZE_ADDRESS | SANITIZE_HWADDRESS
                            | SANITIZE_THREAD)
         && (private_p (ref) || stored_before_p (h, ref)
             || stored_behind_p (h, ref));
}

bool
hwpgo_store_places_differ_p (gassign *a, gassign *b)
{
  return a && b
         && !operand_equal_p (gimple_assign_lhs (a), gimple_assign_lhs (b), 0);
}

bool
hwpgo_members_p (tree a, tree b)
{
  poly_int64 offset_a, offset_b;
  tree base_a = get_addr_base_and_unit_offset (a, &offset_a);
  tree base_b = get_addr_base_and_unit_offset (b, &offset_b);
  if (!base_a || !base_b || !maybe_ne (offset_a, offset_b))
    return false;
  if (TREE_CODE (base_a) == MEM_REF && TREE_CODE (base_b) == MEM_REF)
    return TREE_OPERAND (base_a, 0) == TREE_OPERAND (base_b, 0);
  return base_a == base_b;
}

/* What is there is loaded right before it is stored again, so the places may
   overlap.  */
bool
hwpgo_stores_separate_p (const struct hwpgo_hammock *h, gassign *a, gassign *b)
{
  return hwpgo_store_places_differ_p (a, b) && !copies_p (a) && !copies_p (b)
         && hwpgo_place_addressable_p (gimple_assign_lhs (a))
         && hwpgo_place_addressable_p (gimple_assign_lhs (b))
         && unconditional_p (h, a) && unconditional_p (h, b);
}

/* May A and B, which copy objects, be one?  */
static hwpgo_refusal
check_copies (const struct hwpgo_hammock *h, gassign *a, gassign *b)
{
  tree from = gimple_assign_rhs1 (a), other = gimple_assign_rhs1 (b);
  if (!types_compatible_p (TREE_TYPE (from), TREE_TYPE (other)))
    return HWPGO_REFUSE_STORE;
  if (!operand_equal_p (from, other, 0)
      && (!hwpgo_place_addressable_p (from)
          || !hwpgo_place_addressable_p (other)))
    return HWPGO_REFUSE_STORE;
  return hwpgo_target_check (h->cond, ptr_type_node);
}

hwpgo_refusal
hwpgo_stores_check (const struct hwpgo_hammock *h, gassign *a, gassign *b)
{
  bool copies = (a && copies_p (a)) || (b && copies_p (b));
  if (copies && (!a || !b || !copies_p (a) || !copies_p (b)))
    return HWPGO_REFUSE_STORE;
  tree ref = gimple_assign_lhs (a ? a : b), type = TREE_TYPE (ref);
  if (hwpgo_stores_separate_p (h, a, b))
    {
      hwpgo_refusal why
          = hwpgo_target_check (h->cond, TREE_TYPE (gimple_assign_lhs (b)));
      if (why != HWPGO_REFUSE_NONE)
        return why;
    }
  else if (a && b)
    {
      tree other = gimple_assign_lhs (b);
      if (!types_compatible_p (type, TREE_TYPE (other)))
        return HWPGO_REFUSE_STORE;
      if (!operand_equal_p (ref, other, 0)
          && (!hwpgo_place_addressable_p (ref)
              || !hwpgo_place_addressable_p (other)))
        return HWPGO_REFUSE_STORE;
    }
  else if (!hwpgo_place_addressable_p (ref) || !unconditional_p (h, a ? a : b))
    return HWPGO_REFUSE_STORE;
  return copies ? check_copies (h, a, b) : hwpgo_target_check (h->cond, type);
}

static bool
values_differ_p (const struct hwpgo_hammock *h, gassign *a, gassign *b)
{
  return !a || !b
         || hwpgo_values_differ (h, gimple_assign_rhs1 (a),
                                 gimple_assign_rhs1 (b));
}

unsigned
hwpgo_stores_selects (const struct hwpgo_hammock *h, gassign *a, gassign *b)
{
  return hwpgo_store_places_differ_p (a, b) + values_differ_p (h, a, b);
}

/* --- sinking ---------------------------------------------------------------
 */

/* What A stores, or what is in REF where the arm does not store, before
 *END.  MEMORY is the state of memory there.  */
static tree
insert_old (gassign *a, tree ref, tree memory, gimple_stmt_iterator *end)
{
  if (a)
    return gimple_assign_rhs1 (a);
  tree name = make_ssa_name (TYPE_MAIN_VARIANT (TREE_TYPE (ref)));
  gassign *load = gimple_build_assign (name, unshare_expr (ref));
  gimple_set_vuse (load, memory);
  gsi_insert_before (end, load, GSI_SAME_STMT);
  return name;
}

/* What A and B store, of which one may be NULL, before *END: the one of them,
   where they differ.  REF is where they store, and MEMORY what its state
   is.  */
static tree
insert_value (const struct hwpgo_hammock *h, gassign *a, gassign *b, tree ref,
              tree memory, gimple_stmt_iterator *end)
{
  if (copies_p (a ? a : b))
    return hwpgo_insert_place (h, gimple_assign_rhs1 (a),
                               gimple_assign_rhs1 (b), true, end);
  tree value = insert_old (a, ref, memory, end);
  if (!values_differ_p (h, a, b))
    return value;
  tree other = insert_old (b, ref, memory, end);
  tree name = make_ssa_name (TYPE_MAIN_VARIANT (TREE_TYPE (ref)));
  hwpgo_insert_select (h->cond, name, value, other, end);
  return name;
}

static void
remove_store (gassign *store)
{
  if (!store)
    return;
  gimple_stmt_iterator gsi = gsi_for_stmt (store);
  unlink_stmt_vdef (store);
  gsi_remove (&gsi, true);
  release_defs (store);
}

void
hwpgo_store_sink (const struct hwpgo_hammock *h, gassign *a, gassign *b,
                  tree *memory, gimple_stmt_iterator *end)
{
  tree ref = gimple_assign_lhs (a ? a : b);
  if (!*memory)
    *memory = gimple_vuse (a ? a : b);
  tree place = hwpgo_insert_place (h, ref, b ? gimple_assign_lhs (b) : ref,
                                   false, end);
  gassign *store
      = gimple_build_assign (place, insert_value (h, a, b, ref, *memory, end));
  gimple_set_location (store, gimple_location (a ? a : b));
  gimple_set_vuse (store, *memory);
  *memory = make_ssa_name (gimple_vop (cfun), store);
  gimple_set_vdef (store, *memory);
  gsi_insert_before (end, store, GSI_SAME_STMT);
  remove_store (a);
  remove_store (b);
}
