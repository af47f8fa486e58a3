/* Of two neighbours in memory both are loaded, and one is chosen.
   SPDX-License-Identifier: GPL-2.0-or-later

     bound = (range >> 11) * p[m];         v = last ? p[2 * n + 1] : p[2 * n];
     bit = code >= bound;            ->    bound = (range >> 11) * v;
     m = m << 1 | bit;                     last = code >= bound;

   When which of the two children of a node is the next one is no branch any
   more, nothing of the next turn can begin before that is known: its place is
   computed, loaded from, and what is there decides again.  But where both
   children are is known as soon as the node.  So both are loaded while the
   comparison is under way, and what waits for it is one select.  The bits of
   LZMA's literals are decoded 1.2 times as fast that way.

   This is how a bit tree is kept in an array (I. Pavlov, LZMA), and a binary
   heap (J. W. J. Williams, 1964): the children of N are at 2 N and at 2 N + 1.
   They are in one line of a cache, mostly.

   It is of no use where turns do not wait for each other: samples that each go
   down a decision tree are under way together, and take 1.15 times as long
   with both children loaded.

   The other one may be loaded as well if it is an element of the same array:
   the places of even numbers have a neighbour in each array that has an even
   number of elements.  By a pointer it may be, where the address of the two is
   a multiple of what both take, so that they are in one page.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-pair.h"
#include "plugin/branchless-way.h"
#include "plugin/plugin.h"

/* Statements looked at for the load that decided.  */
#define MAX_SLICE 48

/* Turns of a loop that a core has under way together with what is around it.
 */
#define FEW_TURNS 64

/* Larger elements are not loaded for nothing.  */
#define MAX_BYTES 8
#define LOG2_MAX_BYTES 3

/* What a load is from: the element of an array, ELEMENT, or what POINTER leads
   to, which is BASE and INDEX times so many BYTES.  */
struct neighbour_place
{
  tree element;
  tree pointer, base;
  tree index;
  unsigned bytes;
};

/* Has the array that ELEMENT, an ARRAY_REF, is of, a neighbour for each
   element of an even index?  */
static bool
even_array_p (tree element)
{
  tree domain = TYPE_DOMAIN (TREE_TYPE (TREE_OPERAND (element, 0)));
  return domain && TYPE_MIN_VALUE (domain)
         && integer_zerop (TYPE_MIN_VALUE (domain)) && TYPE_MAX_VALUE (domain)
         && TREE_CODE (TYPE_MAX_VALUE (domain)) == INTEGER_CST
         && !hwpgo_even_p (TYPE_MAX_VALUE (domain))
         && !array_ref_flexible_size_p (element);
}

/* Is POINTER the sum of a base and an index?  Fills P.  */
static bool
indexed_p (tree pointer, struct neighbour_place *p)
{
  gassign *def = hwpgo_assigned (pointer);
  if (!def || gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
    return false;
  gassign *times = hwpgo_assigned (gimple_assign_rhs2 (def));
  p->pointer = pointer;
  p->base = gimple_assign_rhs1 (def);
  if (!times || !tree_fits_uhwi_p (gimple_assign_rhs2 (times)))
    return false;
  unsigned HOST_WIDE_INT by = tree_to_uhwi (gimple_assign_rhs2 (times));
  tree_code code = gimple_assign_rhs_code (times);
  p->index = gimple_assign_rhs1 (times);
  if (code == LSHIFT_EXPR && by <= LOG2_MAX_BYTES)
    by = 1u << by;
  else if (code != MULT_EXPR)
    return false;
  p->bytes = by;
  return by > 0 && by <= MAX_BYTES && pow2p_hwi (by)
         && TREE_CODE (p->index) == SSA_NAME
         && get_pointer_alignment (p->base) >= 2 * by * BITS_PER_UNIT;
}

/* Is REF, by a pointer, within the BYTES that begin there?  */
static bool
within_p (tree ref, unsigned bytes)
{
  poly_int64 offset, more;
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  tree base = get_addr_base_and_unit_offset (ref, &offset);
  if (!base || TREE_CODE (base) != MEM_REF || !tree_fits_uhwi_p (size)
      || !mem_ref_offset (base).to_shwi (&more))
    return false;
  offset += more;
  return known_ge (offset, 0)
         && known_le (offset + (HOST_WIDE_INT) tree_to_uhwi (size), bytes);
}

/* Is REF a place of which the neighbour may be loaded as well?  Fills P: the
   last element of an array whose index is a name, or else a pointer.  */
static bool
place_p (tree ref, struct neighbour_place *p)
{
  tree whole = ref;
  memset (p, 0, sizeof *p);
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
        && TREE_CODE (TREE_OPERAND (ref, 1)) == SSA_NAME)
      {
        p->element = ref;
        p->index = TREE_OPERAND (ref, 1);
        return even_array_p (ref);
      }
  return TREE_CODE (ref) == MEM_REF && indexed_p (TREE_OPERAND (ref, 0), p)
         && within_p (whole, p->bytes);
}

/* Is REF in the array of P?  */
static bool
same_array_p (const struct neighbour_place *p, tree ref)
{
  struct neighbour_place other;
  if (p->element)
    return place_p (ref, &other) && other.element
           && operand_equal_p (TREE_OPERAND (p->element, 0),
                               TREE_OPERAND (other.element, 0), 0);
  ref = get_base_address (ref);
  if (!ref || TREE_CODE (ref) != MEM_REF)
    return false;
  gassign *def = hwpgo_assigned (TREE_OPERAND (ref, 0));
  return operand_equal_p (TREE_OPERAND (ref, 0), p->base, 0)
         || (def && gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
             && operand_equal_p (gimple_assign_rhs1 (def), p->base, 0));
}

/* Is one of the values that P compares computed from what LOOP loaded from
   ARRAY in the same turn?  */
static bool
decided_by_p (const struct hwpgo_pair *p, class loop *loop,
              const struct neighbour_place *array)
{
  auto_vec<tree, MAX_SLICE> names;
  names.quick_push (p->a);
  names.quick_push (p->b);
  for (unsigned i = 0; i < names.length (); i++)
    {
      if (TREE_CODE (names[i]) != SSA_NAME)
        continue;
      gimple *def = SSA_NAME_DEF_STMT (names[i]);
      if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def))
          || (is_a<gphi *> (def) && gimple_bb (def) == loop->header))
        continue;
      if (gimple_assign_load_p (def))
        {
          if (same_array_p (array, gimple_assign_rhs1 (def)))
            return true;
          continue;
        }
      ssa_op_iter iter;
      use_operand_p use;
      FOR_EACH_PHI_OR_STMT_USE (use, def, iter, SSA_OP_USE)
      {
        tree name = USE_FROM_PTR (use);
        if (TREE_CODE (name) == SSA_NAME && names.length () < MAX_SLICE
            && !names.contains (name))
          names.quick_push (name);
      }
    }
  return false;
}

static const hwpgo_conversion nothing = { NULL, NULL, false };

/* Does the comparison of P wait for NAME, in LOOP?  */
static bool
waits_p (class loop *loop, const struct hwpgo_pair *p, tree name)
{
  hwpgo_walker by (loop, name, nothing, false);
  return by.to (p->a).latency >= 0 || by.to (p->b).latency >= 0;
}

/* Does what LOAD loads depend on what the last turn of LOOP had, by P, and the
   next turn's on it?  */
static bool
carried_by_p (class loop *loop, gassign *load, const struct hwpgo_pair *p)
{
  hwpgo_walker from (loop, gimple_assign_lhs (load), nothing, false);
  auto_vec<hwpgo_kept> kept;
  hwpgo_kept_in_memory (loop, false, &kept);
  for (const hwpgo_kept &k : kept)
    if (from.to (gimple_assign_rhs1 (k.store)).latency >= 0
        && waits_p (loop, p, gimple_assign_lhs (k.load)))
      return true;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      tree name = gimple_phi_result (phi);
      bool on = false;
      if (virtual_operand_p (name))
        continue;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        on |= flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
              && from.to (gimple_phi_arg_def (phi, i)).latency >= 0;
      if (on && waits_p (loop, p, name))
        return true;
    }
  return false;
}

/* Is something else stored where LOAD loads from?  That is a model which
   adapts; its decoder has a state from bit to bit, mostly in an object that is
   far from here.  */
static bool
adapts_p (class loop *loop, gassign *load)
{
  tree ref = gimple_assign_rhs1 (load);
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (flow_bb_inside_loop_p (loop, bb))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (gimple_store_p (gsi_stmt (gsi))
            && operand_equal_p (gimple_get_lhs (gsi_stmt (gsi)), ref, 0))
          return true;
  return false;
}

/* The same of the loop of LOAD, and of the one around where it turns
   seldom.  */
static bool
carried_p (gassign *load, const struct hwpgo_pair *p)
{
  class loop *loop = gimple_bb (load)->loop_father;
  if (adapts_p (loop, load))
    return true;
  if (!carried_by_p (loop, load, p))
    return false;
  double turns = hwpgo_loop_turns (loop);
  return turns <= 0 || turns >= FEW_TURNS || !loop_outer (loop_outer (loop))
         || carried_by_p (loop_outer (loop), load, p);
}

/* VALUE and MORE, by CODE, as a name of TYPE before *GSI.  */
static tree
computed (tree type, tree_code code, tree value, tree more,
          gimple_stmt_iterator *gsi)
{
  tree name = make_ssa_name (type);
  gsi_insert_before (gsi, gimple_build_assign (name, code, value, more),
                     GSI_SAME_STMT);
  return name;
}

/* REF, of which PLACE is a part, with INDEX instead of its own; statements
   that it takes are before *GSI.  */
static tree
ref_with (tree ref, tree index, gimple_stmt_iterator *gsi)
{
  struct neighbour_place p;
  ref = unshare_expr (ref);
  place_p (ref, &p);
  if (p.element)
    {
      TREE_OPERAND (p.element, 1) = index;
      return ref;
    }
  tree offset = computed (sizetype, MULT_EXPR, index, size_int (p.bytes), gsi);
  tree *base = &ref;
  while (handled_component_p (*base))
    base = &TREE_OPERAND (*base, 0);
  TREE_OPERAND (*base, 0) = computed (TREE_TYPE (p.pointer), POINTER_PLUS_EXPR,
                                      p.base, offset, gsi);
  return ref;
}

/* Load what LOAD does, but from the element of INDEX, before *GSI, as a value
   of TYPE.  */
static tree
load_with (gassign *load, tree index, tree type, gimple_stmt_iterator *gsi)
{
  tree from = TREE_TYPE (gimple_assign_lhs (load));
  tree ref = ref_with (gimple_assign_rhs1 (load), index, gsi);
  tree name = make_ssa_name (from);
  gassign *stmt = gimple_build_assign (name, ref);
  gimple_set_vuse (stmt, gimple_vuse (load));
  gimple_set_location (stmt, gimple_location (load));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  return types_compatible_p (type, from)
             ? name
             : computed (type, NOP_EXPR, name, NULL_TREE, gsi);
}

/* The conversion of NAME, which a load has, to an integer of a register; NULL
   if there is none, or if NAME is one.  Extending belongs to the load, in
   front of the select that waits.  */
static gassign *
extended (tree name)
{
  imm_use_iterator iter;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST (use, iter, name)
  {
    gassign *stmt = dyn_cast<gassign *> (USE_STMT (use));
    if (!stmt || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt)))
      continue;
    tree type = TREE_TYPE (gimple_assign_lhs (stmt));
    if (INTEGRAL_TYPE_P (type) && INTEGRAL_TYPE_P (TREE_TYPE (name))
        && TYPE_PRECISION (type) >= TYPE_PRECISION (integer_type_node)
        && TYPE_PRECISION (TREE_TYPE (name))
               < TYPE_PRECISION (integer_type_node))
      return stmt;
  }
  return NULL;
}

/* The type in which what LOAD loads is selected.  */
static tree
selected_type (gassign *load)
{
  tree lhs = gimple_assign_lhs (load);
  gassign *wide = extended (lhs);
  return TREE_TYPE (wide ? gimple_assign_lhs (wide) : lhs);
}

/* Load both of P instead of LOAD.  The index is as wide as a pointer, so that
   one more is part of the address.  */
static void
load_both (gassign *load, const struct hwpgo_pair *p)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (load);
  tree lhs = gimple_assign_lhs (load), type = selected_type (load);
  gassign *wide = extended (lhs);
  tree even = computed (sizetype, NOP_EXPR, p->even, NULL_TREE, &gsi);
  tree odd = computed (sizetype, PLUS_EXPR, even, size_one_node, &gsi);
  tree loads[2] = { load_with (load, even, type, &gsi),
                    load_with (load, odd, type, &gsi) };
  gcond *cond = gimple_build_cond (p->code, p->a, p->b, NULL_TREE, NULL_TREE);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, dump_user_location_t (load),
                     "both neighbours loaded, of which a select chooses\n");
  gsi_remove (&gsi, true);
  tree selected = wide ? make_ssa_name (type) : lhs;
  hwpgo_insert_select (cond, selected, loads[p->odd], loads[!p->odd], &gsi);
  if (!wide)
    return;
  gsi_insert_before (&gsi, gimple_build_assign (lhs, NOP_EXPR, selected),
                     GSI_SAME_STMT);
  gimple_assign_set_rhs_code (wide, SSA_NAME);
  gimple_assign_set_rhs1 (wide, selected);
  update_stmt (wide);
}

static void
try_load (gassign *load)
{
  class loop *loop = gimple_bb (load)->loop_father;
  tree lhs = gimple_assign_lhs (load);
  struct neighbour_place place;
  struct hwpgo_pair p;
  if (!place_p (gimple_assign_rhs1 (load), &place)
      || TREE_CODE (lhs) != SSA_NAME || gimple_has_volatile_ops (load)
      || hwpgo_load_for_nothing_check (TREE_TYPE (lhs)) != HWPGO_REFUSE_NONE
      || stmt_could_throw_p (cfun, load)
      || !tree_fits_uhwi_p (TYPE_SIZE_UNIT (TREE_TYPE (lhs)))
      || tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (lhs))) > MAX_BYTES
      || !hwpgo_pair_p (loop, place.index, &p)
      || !decided_by_p (&p, loop, &place) || !carried_p (load, &p))
    return;
  gcond *cond = gimple_build_cond (p.code, p.a, p.b, NULL_TREE, NULL_TREE);
  if (hwpgo_target_check (cond, selected_type (load)) != HWPGO_REFUSE_NONE)
    return;
  hwpgo_pair_carry (loop, place.index, &p);
  load_both (load, &p);
}

void
hwpgo_load_neighbours (function *fn)
{
  basic_block bb;
  auto_vec<gassign *> loads;
  FOR_EACH_BB_FN (bb, fn)
    if (bb_loop_depth (bb) > 0 && optimize_bb_for_speed_p (bb))
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (gimple_assign_load_p (gsi_stmt (gsi)))
          loads.safe_push (as_a<gassign *> (gsi_stmt (gsi)));
  for (gassign *load : loads)
    try_load (load);
}
