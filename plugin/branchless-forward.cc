/* Is what one turn of a loop stores what the next one loads?
   SPDX-License-Identifier: GPL-2.0-or-later

     while (n > 0)
       {
         x = stack[--n];
         ...
         stack[n++] = c ? y : z;
       }

   Then the value is on the path from one turn to the next as if it were in a
   register, and five cycles more: the processor forwards it.  Places are
   compared by what they are made of: an array or a pointer, and an index that
   is another value and a constant.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"

/* Most pairs of a store and a load of a loop that are looked at.  */
#define MAX_PAIRS 8192

/* Most of these that are kept in memory.  */
#define MAX_KEPT 32

/* Ways that lead to a value at the end of a turn.  */
#define MAX_WAYS 8

/* Additions that make one.  */
#define MAX_ADDED 16

/* Statements, one of the other, that compute what is the same in all turns,
   before it is moved out of the loop.  */
#define MAX_INVARIANT 4

/* A reference as a place: the element INDEX of what begins at ORIGIN, of UNIT
   bytes each.  ORIGIN is NULL where the index is a pointer.  */
struct place
{
  tree origin;
  HOST_WIDE_INT unit;
  struct hwpgo_sum index;
};

/* Is DEF another name for the bits of its operand?  The ivopts pass has
   pointers as integers.  */
static bool
same_bits_p (gassign *def)
{
  tree_code code = gimple_assign_rhs_code (def);
  return code == SSA_NAME
         || (CONVERT_EXPR_CODE_P (code)
             && tree_nop_conversion_p (TREE_TYPE (gimple_assign_lhs (def)),
                                       TREE_TYPE (gimple_assign_rhs1 (def))));
}

/* The size of the ring that DEF takes its operand into; 0 if it does another
   thing.  */
static HOST_WIDE_INT
ring_of (gassign *def)
{
  tree_code code = gimple_assign_rhs_code (def);
  if (code != BIT_AND_EXPR && code != TRUNC_MOD_EXPR)
    return 0;
  tree by = gimple_assign_rhs2 (def);
  if (!tree_fits_shwi_p (by))
    return 0;
  HOST_WIDE_INT n = tree_to_shwi (by);
  if (code == TRUNC_MOD_EXPR)
    return MAX (n, 0);
  return n > 0 && n < HOST_WIDE_INT_MAX && exact_log2 (n + 1) > 0 ? n + 1 : 0;
}

/* OFFSET the shorter way around a ring of N.  */
static HOST_WIDE_INT
shorter_way (HOST_WIDE_INT offset, HOST_WIDE_INT n)
{
  offset %= n;
  if (offset > n / 2)
    return offset - n;
  return offset < -(n / 2) ? offset + n : offset;
}

struct hwpgo_sum
hwpgo_sum_of (tree value)
{
  struct hwpgo_sum s = { value, 0 };
  HOST_WIDE_INT around = 0; /* what was added outside of the last ring.  */
  HOST_WIDE_INT ring = 0;   /* its size; 0: there was none.  */
  for (unsigned i = 0; i < MAX_ADDED && TREE_CODE (s.base) == SSA_NAME; i++)
    {
      gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (s.base));
      if (!def)
        break;
      tree_code code = gimple_assign_rhs_code (def);
      HOST_WIDE_INT n = ring_of (def);
      if ((code == PLUS_EXPR || code == POINTER_PLUS_EXPR)
          && cst_and_fits_in_hwi (gimple_assign_rhs2 (def)))
        s.offset += (HOST_WIDE_INT) int_cst_value (gimple_assign_rhs2 (def));
      else if (n && ring == 0)
        {
          ring = n;
          around = s.offset;
          s.offset = 0;
        }
      else if (!same_bits_p (def) && !n)
        break;
      s.base = gimple_assign_rhs1 (def);
    }
  if (ring)
    s.offset = around + shorter_way (s.offset, ring);
  return s;
}

/* Is REF, an operand, computed of what is the same in all turns of LOOP by no
   more than LEFT statements, one of the other?  */
static bool
invariant_p (const class loop *loop, tree ref, unsigned left)
{
  if (TREE_CODE (ref) != SSA_NAME)
    return DECL_P (ref) || is_gimple_min_invariant (ref);
  gimple *def = SSA_NAME_DEF_STMT (ref);
  if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
    return true;
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || gimple_vuse (stmt) || left == 0)
    return false;
  for (unsigned op = 1; op < gimple_num_ops (stmt); op++)
    if (!invariant_p (loop, gimple_op (stmt, op), left - 1))
      return false;
  return true;
}

bool
hwpgo_invariant_p (const class loop *loop, tree ref)
{
  return invariant_p (loop, ref, MAX_INVARIANT);
}

/* The pointer of P's index is an invariant one and a number of elements.  */
static void
split_pointer (const class loop *loop, struct place *p)
{
  tree pointer = p->index.base;
  gassign *def = TREE_CODE (pointer) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (pointer))
                     : NULL;
  if (!def || gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR
      || !hwpgo_invariant_p (loop, gimple_assign_rhs1 (def))
      || TREE_CODE (gimple_assign_rhs2 (def)) != SSA_NAME)
    return;
  tree origin = gimple_assign_rhs1 (def);
  def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (gimple_assign_rhs2 (def)));
  if (!def || gimple_assign_rhs_code (def) != MULT_EXPR
      || !cst_and_fits_in_hwi (gimple_assign_rhs2 (def)))
    return;
  HOST_WIDE_INT unit
      = (HOST_WIDE_INT) int_cst_value (gimple_assign_rhs2 (def));
  if (unit <= 0 || p->index.offset % unit != 0)
    return;
  struct hwpgo_sum index = hwpgo_sum_of (gimple_assign_rhs1 (def));
  index.offset += p->index.offset / unit;
  *p = { origin, unit, index };
}

/* What the ivopts pass has made of a place.  */
static bool
target_place_of (const class loop *loop, tree ref, struct place *p)
{
  tree base = TMR_BASE (ref), index = TMR_INDEX (ref), step = TMR_STEP (ref);
  tree offset = TMR_OFFSET (ref);
  if (TMR_INDEX2 (ref) || !cst_and_fits_in_hwi (offset)
      || (step && !cst_and_fits_in_hwi (step)))
    return false;
  HOST_WIDE_INT bytes = (HOST_WIDE_INT) int_cst_value (offset);
  if (!index)
    {
      *p = { NULL_TREE, 1, hwpgo_sum_of (base) };
      p->index.offset += bytes;
      return true;
    }
  HOST_WIDE_INT unit = step ? (HOST_WIDE_INT) int_cst_value (step) : 1;
  if (!hwpgo_invariant_p (loop, base) || unit <= 0 || bytes % unit != 0)
    return false;
  *p = { base, unit, hwpgo_sum_of (index) };
  p->index.offset += bytes / unit;
  return true;
}

bool
hwpgo_same_place_p (const class loop *loop, tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
            ? !hwpgo_invariant_p (loop, TREE_OPERAND (ref, 1))
            : TREE_CODE (ref) != COMPONENT_REF)
      return false;
  if (TREE_CODE (ref) == TARGET_MEM_REF)
    return (!TMR_INDEX (ref) || hwpgo_invariant_p (loop, TMR_INDEX (ref)))
           && (!TMR_INDEX2 (ref) || hwpgo_invariant_p (loop, TMR_INDEX2 (ref)))
           && hwpgo_invariant_p (loop, TMR_BASE (ref));
  if (TREE_CODE (ref) == MEM_REF)
    ref = TREE_OPERAND (ref, 0);
  return hwpgo_invariant_p (loop, ref)
         || (TREE_CODE (ref) == ADDR_EXPR && is_gimple_min_invariant (ref));
}

/* REF as a place in *P; false if it is none of these.  */
static bool
place_of (const class loop *loop, tree ref, struct place *p)
{
  if (TREE_CODE (ref) == ARRAY_REF
      && hwpgo_same_place_p (loop, TREE_OPERAND (ref, 0)))
    {
      *p = { TREE_OPERAND (ref, 0), 0, hwpgo_sum_of (TREE_OPERAND (ref, 1)) };
      return true;
    }
  if (TREE_CODE (ref) == TARGET_MEM_REF)
    return target_place_of (loop, ref, p);
  /* The constant has the type of a pointer, and may be negative.  */
  if (TREE_CODE (ref) != MEM_REF
      || !cst_and_fits_in_hwi (TREE_OPERAND (ref, 1)))
    return false;
  *p = { NULL_TREE, 1, hwpgo_sum_of (TREE_OPERAND (ref, 0)) };
  p->index.offset += (HOST_WIDE_INT) int_cst_value (TREE_OPERAND (ref, 1));
  split_pointer (loop, p);
  return true;
}

/* Can VALUE, at the end of a turn of LOOP, be S?  */
static bool
may_be_p (const class loop *loop, tree value, struct hwpgo_sum s)
{
  auto_vec<struct hwpgo_sum, MAX_WAYS> ways;
  ways.quick_push (hwpgo_sum_of (value));
  for (unsigned i = 0; i < ways.length (); i++)
    {
      if (ways[i].base == s.base && ways[i].offset == s.offset)
        return true;
      gphi *phi = TREE_CODE (ways[i].base) == SSA_NAME
                      ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (ways[i].base))
                      : NULL;
      if (!phi || gimple_bb (phi) == loop->header)
        continue;
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
        if (ways.length () < MAX_WAYS)
          {
            struct hwpgo_sum way = hwpgo_sum_of (gimple_phi_arg_def (phi, k));
            way.offset += ways[i].offset;
            ways.quick_push (way);
          }
    }
  return false;
}

bool
hwpgo_forwarded_p (const class loop *loop, gassign *store, gassign *load)
{
  struct place to, from;
  tree type = TREE_TYPE (gimple_assign_lhs (store));
  if (!types_compatible_p (type, TREE_TYPE (gimple_assign_lhs (load)))
      || !place_of (loop, gimple_assign_lhs (store), &to)
      || !place_of (loop, gimple_assign_rhs1 (load), &from)
      || to.unit != from.unit || !to.origin != !from.origin
      || (to.origin && !operand_equal_p (to.origin, from.origin, 0)))
    return false;
  if (from.index.base == to.index.base
      && (TREE_CODE (to.index.base) != SSA_NAME
          || hwpgo_invariant_p (loop, to.index.base)))
    return from.index.offset == to.index.offset;
  HOST_WIDE_INT step;
  if (from.index.base == to.index.base
      && hwpgo_turn_step (loop, to.index.base, &step) && step != 0)
    return from.index.offset + step == to.index.offset;
  gphi *phi = TREE_CODE (from.index.base) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (from.index.base))
                  : NULL;
  if (!phi || gimple_bb (phi) != loop->header)
    return false;
  struct hwpgo_sum wanted = to.index;
  wanted.offset -= from.index.offset;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
        && may_be_p (loop, gimple_phi_arg_def (phi, i), wanted))
      return true;
  return false;
}

void
hwpgo_forwarded_stores (class loop *loop, const struct hwpgo_region *r,
                        gassign *load, vec<hwpgo_forwarding> *stores)
{
  for (unsigned i = 0; i < r->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (r->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      {
        gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
        if (stmt && gimple_store_p (stmt) && gimple_assign_single_p (stmt)
            && !gimple_clobber_p (stmt)
            && hwpgo_forwarded_p (loop, stmt, load))
          stores->safe_push ({ stmt, MIN (r->shares[i], 1.0) });
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

void
hwpgo_kept_in_memory (class loop *loop, vec<hwpgo_kept> *kept)
{
  auto_vec<gassign *> loads, stores;
  if (!hwpgo_loop_accesses (loop, &loads, &stores))
    return;
  for (gassign *store : stores)
    if (hwpgo_same_place_p (loop, gimple_assign_lhs (store)))
      for (gassign *load : loads)
        if (kept->length () < MAX_KEPT
            && operand_equal_p (gimple_assign_lhs (store),
                                gimple_assign_rhs1 (load), 0))
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
