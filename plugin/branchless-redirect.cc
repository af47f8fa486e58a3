/* Accesses of memory that only one of the two ways has.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (c)                        place = c ? p : &discarded;
       {                           x = place->count;
         p->count++;       ->      place->count = x + 1;
         q->last = y;              other = c ? q : &discarded;
       }                           other->last = y;

   Where the source does not run the arm, its loads and stores are of variables
   of the function that nobody else sees.  So the program reads and
   writes what it did before, and nothing besides; no other thread can tell,
   and nothing traps.  A load finds zero there, or what was stored so.  It
   takes part in what is dropped only, but what was never written would be told
   of by valgrind, and could be what slows arithmetic down.

   Members of one object share a select, for loads and stores alike where each
   load is of no more than one store wrote.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* Most bytes of an object that is copied as a whole: what takes no loop and
   no call.  */
#define MAX_COPIED 16

/* --- may it be done --------------------------------------------------------
 */

/* Is REF, but for a constant number of bytes, *OFFSET, at another place?
   Returns that: a pointer, or a reference whose address is it.  */
static tree
core_of (tree ref, HOST_WIDE_INT *offset)
{
  tree core = ref;
  *offset = 0;
  while (TREE_CODE (core) == COMPONENT_REF && !TREE_OPERAND (core, 2)
         && tree_fits_uhwi_p (DECL_FIELD_OFFSET (TREE_OPERAND (core, 1))))
    {
      *offset += int_byte_position (TREE_OPERAND (core, 1));
      core = TREE_OPERAND (core, 0);
    }
  if (TREE_CODE (core) == MEM_REF
      && TREE_CODE (TREE_OPERAND (core, 0)) == SSA_NAME
      && tree_fits_shwi_p (TREE_OPERAND (core, 1)))
    {
      *offset += tree_to_shwi (TREE_OPERAND (core, 1));
      core = TREE_OPERAND (core, 0);
    }
  else if (TREE_CODE (core) == TARGET_MEM_REF
           && tree_fits_shwi_p (TMR_OFFSET (core)))
    {
      *offset += tree_to_shwi (TMR_OFFSET (core));
      if (!TMR_INDEX (core) && !TMR_INDEX2 (core)
          && TREE_CODE (TMR_BASE (core)) == SSA_NAME)
        core = TMR_BASE (core);
      else
        {
          core = copy_node (core);
          TMR_OFFSET (core) = build_zero_cst (TREE_TYPE (TMR_OFFSET (core)));
        }
    }
  if (*offset < 0 || *offset >= HWPGO_DISCARDED_SIZE)
    {
      *offset = 0;
      return ref;
    }
  return core;
}

/* May REF be of a selected place?  */
static bool
redirectable_p (tree ref)
{
  tree type = TREE_TYPE (ref), size = TYPE_SIZE_UNIT (type);
  HOST_WIDE_INT offset;
  if (!hwpgo_place_addressable_p (ref) || !size || !tree_fits_uhwi_p (size)
      || tree_to_uhwi (size) == 0 || TREE_ADDRESSABLE (type))
    return false;
  core_of (ref, &offset);
  return (is_gimple_reg_type (type) || tree_to_uhwi (size) <= MAX_COPIED)
         && tree_to_uhwi (size)
                <= HWPGO_DISCARDED_SIZE - (unsigned HOST_WIDE_INT) offset;
}

/* Is STMT an assignment whose sides in memory may be of selected places?  */
static bool
movable_p (gimple *stmt)
{
  return gimple_assign_single_p (stmt) && !gimple_has_volatile_ops (stmt)
         && !gimple_clobber_p (stmt) && !stmt_could_throw_p (cfun, stmt)
         && TREE_CODE (gimple_assign_rhs1 (stmt)) != CONSTRUCTOR;
}

static bool
in_memory_p (tree value)
{
  return TREE_CODE (value) != SSA_NAME && !is_gimple_min_invariant (value);
}

hwpgo_refusal
hwpgo_redirect_check (const struct hwpgo_hammock *h, gimple *stmt)
{
  bool stores = gimple_vdef (stmt);
  hwpgo_refusal why = stores ? HWPGO_REFUSE_STORE : HWPGO_REFUSE_LOAD_TRAPS;
  if (is_gimple_call (stmt))
    return HWPGO_REFUSE_CALL;
  if (!movable_p (stmt)
      || sanitize_flags_p (SANITIZE_ADDRESS | SANITIZE_HWADDRESS
                           | SANITIZE_THREAD))
    return why;
  const tree sides[] = { gimple_assign_lhs (stmt), gimple_assign_rhs1 (stmt) };
  for (tree side : sides)
    if (in_memory_p (side) && !redirectable_p (side))
      return why;
  return hwpgo_target_check (h->cond, ptr_type_node);
}

/* --- places ----------------------------------------------------------------
 */

/* Are A and B, cores of places, one pointer?  Induction variable optimisation
   makes one of an integer for each access.  */
static bool
same_core_p (tree a, tree b)
{
  if (operand_equal_p (a, b, 0))
    return true;
  if (TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME)
    return false;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (a));
  gassign *other = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (b));
  return def && other && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
         && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (other))
         && gimple_assign_rhs1 (def) == gimple_assign_rhs1 (other);
}

bool
hwpgo_beside_p (tree a, tree b)
{
  HOST_WIDE_INT offset;
  return same_core_p (core_of (a, &offset), core_of (b, &offset));
}

/* Where the place of REF in arm ARM is among those of E; it is added if it is
   not there and there is room.  -1 if there is none.  */
static int
place_number (struct hwpgo_effects *e, unsigned arm, tree core)
{
  for (unsigned i = 0; i < e->n_places; i++)
    if (e->places[i].arm == arm && same_core_p (e->places[i].core, core))
      return (int) i;
  if (e->n_places == HWPGO_MAX_PLACES)
    return -1;
  memset (&e->places[e->n_places], 0, sizeof *e->places);
  e->places[e->n_places].arm = arm;
  e->places[e->n_places].core = core;
  return (int) e->n_places++;
}

/* Does STMT store what was loaded in the same block?  */
static bool
copies_p (gimple *stmt)
{
  tree value = gimple_assign_rhs1 (stmt);
  if (TREE_CODE (value) != SSA_NAME)
    return in_memory_p (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  return gimple_bb (def) == gimple_bb (stmt) && gimple_assign_load_p (def);
}

bool
hwpgo_redirect_note (struct hwpgo_effects *e, unsigned arm, gimple *stmt)
{
  const tree sides[] = { gimple_assign_lhs (stmt), gimple_assign_rhs1 (stmt) };
  for (unsigned i = 0; i < 2; i++)
    if (in_memory_p (sides[i]))
      {
        HOST_WIDE_INT offset;
        int n = place_number (e, arm, core_of (sides[i], &offset));
        if (n < 0)
          return false;
        struct hwpgo_place_selected *p = &e->places[n];
        if (p->n_accesses == ARRAY_SIZE (p->accesses))
          return false;
        unsigned HOST_WIDE_INT size
            = tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (sides[i])));
        p->accesses[p->n_accesses++]
            = { i == 0, i == 0 && copies_p (stmt), (unsigned char) offset,
                (unsigned char) size };
      }
  return true;
}

static bool
accessed_p (const struct hwpgo_place_selected *p, bool stores)
{
  for (unsigned i = 0; i < p->n_accesses; i++)
    if (p->accesses[i].stores == stores)
      return true;
  return false;
}

/* Is a load of P of bytes which a store of P writes in part?  The next time
   that both are of the variable the processor could not forward what is
   stored, and the load would wait until it is in the cache.  Members that are
   copied are no such stores: GCC makes one of them.  */
static bool
partly_stored_p (const struct hwpgo_place_selected *p)
{
  for (unsigned i = 0; i < p->n_accesses; i++)
    for (unsigned j = 0; j < p->n_accesses; j++)
      {
        const struct hwpgo_place_access *load = &p->accesses[i],
                                        *store = &p->accesses[j];
        int load_end = load->offset + load->size,
            store_end = store->offset + store->size;
        if (!load->stores && store->stores && !store->copies
            && store->offset < load_end && load->offset < store_end
            && (store->offset > load->offset || store_end < load_end))
          return true;
      }
  return false;
}

/* Has P a pointer for both its loads and its stores?  */
static bool
shared_p (const struct hwpgo_place_selected *p)
{
  return accessed_p (p, false) && accessed_p (p, true) && !partly_stored_p (p);
}

unsigned
hwpgo_effects_place_selects (const struct hwpgo_effects *e)
{
  unsigned n = 0;
  for (unsigned i = 0; i < e->n_places; i++)
    n += shared_p (&e->places[i]) ? 1
                                  : accessed_p (&e->places[i], false)
                                        + accessed_p (&e->places[i], true);
  return n;
}

unsigned
hwpgo_effects_places_hidden (const struct hwpgo_effects *e)
{
  unsigned n = 0;
  for (unsigned i = 0; i < e->n_places; i++)
    n += accessed_p (&e->places[i], false);
  return n;
}

bool
hwpgo_redirect_reloads_p (const struct hwpgo_effects *e, gimple *stmt)
{
  if (!gimple_assign_load_p (stmt)
      || !redirectable_p (gimple_assign_rhs1 (stmt)))
    return false;
  tree ref = gimple_assign_rhs1 (stmt);
  HOST_WIDE_INT offset;
  tree core = core_of (ref, &offset);
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  HOST_WIDE_INT end = offset + (HOST_WIDE_INT) tree_to_uhwi (size);
  for (unsigned i = 0; i < e->n_places; i++)
    {
      const struct hwpgo_place_selected *p = &e->places[i];
      if (!same_core_p (p->core, core))
        continue;
      for (unsigned j = 0; j < p->n_accesses; j++)
        {
          const struct hwpgo_place_access *a = &p->accesses[j];
          if (a->stores && a->offset < end && offset < a->offset + a->size)
            return true;
        }
    }
  return false;
}

/* Which variable the place number I of E has: what is only stored to and what
   is only loaded from have one each; others do not share theirs, or a load
   would wait for what was stored to another place.  */
static unsigned
variable_number (const struct hwpgo_effects *e, int i, bool loads)
{
  return shared_p (&e->places[i]) ? 2 + (unsigned) i : loads;
}

/* The pointer for loads (LOADS) or stores of the selected place number I of E,
   before *END.  */
static tree
insert_place (const struct hwpgo_hammock *h, struct hwpgo_effects *e, int i,
              bool loads, gimple_stmt_iterator *end)
{
  struct hwpgo_place_selected *p = &e->places[i];
  if (p->selected[loads])
    return p->selected[loads];
  tree there = p->core;
  if (TREE_CODE (there) != SSA_NAME)
    there = hwpgo_insert_address (there, end);
  tree elsewhere
      = build1 (ADDR_EXPR, TREE_TYPE (there),
                hwpgo_discarded_variable (variable_number (e, i, loads)));
  tree place = make_ssa_name (TREE_TYPE (there));
  hwpgo_insert_select (h->cond, place, p->arm == 0 ? there : elsewhere,
                       p->arm == 0 ? elsewhere : there, end);
  bool hidden = loads || shared_p (p);
  p->selected[loads] = hidden ? hwpgo_insert_hidden (place, end) : place;
  if (shared_p (p))
    p->selected[!loads] = p->selected[loads];
  return p->selected[loads];
}

/* REF, which is in arm ARM, of its selected place, to be loaded from (LOADS)
   or stored to.  */
static tree
redirect (const struct hwpgo_hammock *h, struct hwpgo_effects *e, unsigned arm,
          tree ref, bool loads, gimple_stmt_iterator *end)
{
  HOST_WIDE_INT offset;
  int i = place_number (e, arm, core_of (ref, &offset));
  tree alias = reference_alias_ptr_type (ref);
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (ref));
  unsigned discarded_align
      = least_bit_hwi (offset | HWPGO_DISCARDED_ALIGN) * BITS_PER_UNIT;
  unsigned align = MIN (get_object_alignment (ref), discarded_align);
  if (TYPE_ALIGN (type) != align)
    type = build_aligned_type (type, align);
  tree place = insert_place (h, e, i, loads, end);
  if (loads)
    hwpgo_discarded_clear (variable_number (e, i, loads), offset,
                           offset + tree_to_uhwi (TYPE_SIZE_UNIT (type)));
  return build2 (MEM_REF, type, place, build_int_cst (alias, offset));
}

static unsigned
places_selected (const struct hwpgo_effects *e)
{
  unsigned n = 0;
  for (unsigned i = 0; i < e->n_places; i++)
    n += (e->places[i].selected[0] != NULL_TREE)
         + (e->places[i].selected[1] != NULL_TREE
            && !shared_p (&e->places[i]));
  return n;
}

unsigned
hwpgo_redirect_sink (const struct hwpgo_hammock *h, struct hwpgo_effects *e,
                     unsigned arm, gassign *stmt, tree *memory,
                     gimple_stmt_iterator *end)
{
  unsigned before = places_selected (e);
  tree from = gimple_assign_rhs1 (stmt), to = gimple_assign_lhs (stmt);
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  if (in_memory_p (from))
    from = redirect (h, e, arm, from, true, end);
  if (gimple_vdef (stmt))
    {
      if (!*memory)
        *memory = gimple_vuse (stmt);
      gassign *store
          = gimple_build_assign (redirect (h, e, arm, to, false, end), from);
      gimple_set_location (store, gimple_location (stmt));
      gimple_set_vuse (store, *memory);
      *memory = make_ssa_name (gimple_vop (cfun), store);
      gimple_set_vdef (store, *memory);
      gsi_insert_before (end, store, GSI_SAME_STMT);
      unlink_stmt_vdef (stmt);
      gsi_remove (&gsi, true);
      release_defs (stmt);
      return places_selected (e) - before;
    }
  gsi_move_before (&gsi, end);
  gimple_assign_set_rhs1 (stmt, from);
  if (*memory)
    gimple_set_vuse (stmt, *memory);
  update_stmt (stmt);
  hwpgo_forget_result (to);
  return places_selected (e) - before;
}
