/* Can a load of the next turn of a loop be of what this one has stored?
   SPDX-License-Identifier: GPL-2.0-or-later

   Places are compared by what they are made of: an array or a pointer, an
   index that is another value and a constant, and a member.  What copies a
   structure stores all of its members.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"

/* Ways that lead to a value at the end of a turn.  */
#define MAX_WAYS 8

/* Additions that make one.  */
#define MAX_ADDED 16

/* Statements, one of the other, that compute what is the same in all turns,
   before it is moved out of the loop.  */
#define MAX_INVARIANT 4

/* A reference as a place: the byte WITHIN of the element INDEX of what begins
   at ORIGIN, of UNIT bytes each.  ORIGIN is NULL where the index is a pointer.
 */
struct place
{
  tree origin;
  HOST_WIDE_INT unit;
  struct hwpgo_sum index;
  HOST_WIDE_INT within;
};

/* Is DEF another name for its operand?  The ivopts pass has pointers as integers,
   and an index is widened for the address; that the sum wraps before does not
   count here.  */
static bool
same_number_p (gassign *def)
{
  tree_code code = gimple_assign_rhs_code (def);
  if (!CONVERT_EXPR_CODE_P (code))
    return code == SSA_NAME;
  tree to = TREE_TYPE (gimple_assign_lhs (def));
  tree from = TREE_TYPE (gimple_assign_rhs1 (def));
  return tree_nop_conversion_p (to, from)
         || (INTEGRAL_TYPE_P (to) && INTEGRAL_TYPE_P (from)
             && TYPE_PRECISION (to) > TYPE_PRECISION (from));
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
      else if (!same_number_p (def) && !n)
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
  tree origin = gimple_assign_rhs1 (def), number = gimple_assign_rhs2 (def);
  HOST_WIDE_INT unit = 1;
  def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (number));
  if (def && gimple_assign_rhs_code (def) == MULT_EXPR
      && cst_and_fits_in_hwi (gimple_assign_rhs2 (def)))
    {
      number = gimple_assign_rhs1 (def);
      unit = (HOST_WIDE_INT) int_cst_value (gimple_assign_rhs2 (def));
    }
  if (unit <= 0 || p->index.offset % unit != 0)
    return;
  struct hwpgo_sum index = hwpgo_sum_of (number);
  index.offset += p->index.offset / unit;
  *p = { origin, unit, index, 0 };
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
      *p = { NULL_TREE, 1, hwpgo_sum_of (base), 0 };
      p->index.offset += bytes;
      return true;
    }
  HOST_WIDE_INT unit = step ? (HOST_WIDE_INT) int_cst_value (step) : 1;
  if (!hwpgo_invariant_p (loop, base) || unit <= 0 || bytes % unit != 0)
    return false;
  *p = { base, unit, hwpgo_sum_of (index), 0 };
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

/* REF, no member, as a place in *P; false if it is none of these.  */
static bool
place_of_whole (const class loop *loop, tree ref, struct place *p)
{
  if (TREE_CODE (ref) == ARRAY_REF
      && hwpgo_same_place_p (loop, TREE_OPERAND (ref, 0)))
    {
      *p = { TREE_OPERAND (ref, 0), 0, hwpgo_sum_of (TREE_OPERAND (ref, 1)),
             0 };
      return true;
    }
  if (TREE_CODE (ref) == TARGET_MEM_REF)
    return target_place_of (loop, ref, p);
  /* The constant has the type of a pointer, and may be negative.  */
  if (TREE_CODE (ref) != MEM_REF
      || !cst_and_fits_in_hwi (TREE_OPERAND (ref, 1)))
    return false;
  *p = { NULL_TREE, 1, hwpgo_sum_of (TREE_OPERAND (ref, 0)), 0 };
  p->index.offset += (HOST_WIDE_INT) int_cst_value (TREE_OPERAND (ref, 1));
  split_pointer (loop, p);
  return true;
}

/* The same of any REF.  */
static bool
place_of (const class loop *loop, tree ref, struct place *p)
{
  HOST_WIDE_INT bytes = 0;
  for (; TREE_CODE (ref) == COMPONENT_REF; ref = TREE_OPERAND (ref, 0))
    {
      tree field = TREE_OPERAND (ref, 1);
      if (TREE_OPERAND (ref, 2) || DECL_BIT_FIELD (field)
          || !tree_fits_shwi_p (DECL_FIELD_OFFSET (field)))
        return false;
      bytes += int_byte_position (field);
    }
  if (!place_of_whole (loop, ref, p))
    return false;
  if (p->unit == 1)
    p->index.offset += bytes;
  else
    p->within = bytes;
  return true;
}

/* The bytes that a store of TYPE may have besides its first one; 0 where what
   is loaded is all of it.  */
static HOST_WIDE_INT
more_bytes (tree type)
{
  tree size = TYPE_SIZE_UNIT (type);
  return AGGREGATE_TYPE_P (type) && size && tree_fits_shwi_p (size)
             ? tree_to_shwi (size) - 1
             : 0;
}

/* Is OFFSET up to MORE behind WANTED?  Constants of a source may be of any size:
   they wrap.  */
static bool
in_p (unsigned HOST_WIDE_INT offset, unsigned HOST_WIDE_INT wanted,
      unsigned HOST_WIDE_INT more)
{
  return offset - wanted <= more;
}

/* How often control comes to E's end by E; 1 where that is not known.  */
static double
share_of (edge e)
{
  profile_count part = e->count (), all = e->dest->count;
  return part.initialized_p () && all.initialized_p () && all.nonzero_p ()
             ? MIN ((double) part.to_gcov_type () / all.to_gcov_type (), 1.0)
             : 1;
}

/* A sum on one of the ways to a value, and how often that is taken.  */
struct way_to_sum
{
  struct hwpgo_sum sum;
  double share;
};

/* In which part of the turns of LOOP can VALUE, at the end of one, be S, or less
   by up to MORE?  */
static double
share_that_is (const class loop *loop, tree value, struct hwpgo_sum s,
               HOST_WIDE_INT more)
{
  double share = 0;
  auto_vec<way_to_sum, MAX_WAYS> ways;
  ways.quick_push ({ hwpgo_sum_of (value), 1 });
  for (unsigned i = 0; i < ways.length (); i++)
    {
      way_to_sum to = ways[i];
      if (to.sum.base == s.base && in_p (to.sum.offset, s.offset, more))
        {
          share += to.share;
          continue;
        }
      gphi *phi = TREE_CODE (to.sum.base) == SSA_NAME
                      ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (to.sum.base))
                      : NULL;
      if (!phi || gimple_bb (phi) == loop->header)
        continue;
      for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
        if (ways.length () < MAX_WAYS)
          {
            struct hwpgo_sum way = hwpgo_sum_of (gimple_phi_arg_def (phi, k));
            way.offset += to.sum.offset;
            ways.quick_push (
                { way, to.share * share_of (gimple_phi_arg_edge (phi, k)) });
          }
    }
  return MIN (share, 1.0);
}

/* In which part of the turns of LOOP can what is at TO at the end of one be at
   FROM in the next?  With MORE bytes, a part of it.  */
static double
share_that_meets (const class loop *loop, const struct place *to,
                  const struct place *from, HOST_WIDE_INT more)
{
  if (!in_p (from->within, to->within, to->unit == 1 ? 0 : more))
    return 0;
  if (to->unit != 1)
    more = 0;
  HOST_WIDE_INT step;
  tree base = to->index.base;
  if (from->index.base == base
      && (TREE_CODE (base) != SSA_NAME || hwpgo_invariant_p (loop, base)))
    return in_p (from->index.offset, to->index.offset, more);
  if (from->index.base == base && hwpgo_turn_step (loop, base, &step)
      && step != 0)
    return in_p ((unsigned HOST_WIDE_INT)from->index.offset + step,
                 to->index.offset, more);
  gphi *phi = TREE_CODE (from->index.base) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (from->index.base))
                  : NULL;
  if (!phi || gimple_bb (phi) != loop->header)
    return 0;
  struct hwpgo_sum wanted = to->index;
  wanted.offset -= from->index.offset;
  double most = 0;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
      {
        double share = share_that_is (loop, gimple_phi_arg_def (phi, i),
                                      wanted, more);
        most = MAX (most, share);
      }
  return most;
}

/* The same of the references TO and FROM.  */
static double
references_meet (const class loop *loop, tree to, tree from,
                 HOST_WIDE_INT more)
{
  struct place p, q;
  return place_of (loop, to, &p) && place_of (loop, from, &q)
                 && p.unit == q.unit && !p.origin == !q.origin
                 && (!p.origin || operand_equal_p (p.origin, q.origin, 0))
             ? share_that_meets (loop, &p, &q, more)
             : 0;
}

double
hwpgo_forwarded_share (const class loop *loop, gassign *store, gassign *load)
{
  tree type = TREE_TYPE (gimple_assign_lhs (store));
  HOST_WIDE_INT more = more_bytes (type);
  return more > 0
                 || types_compatible_p (type,
                                        TREE_TYPE (gimple_assign_lhs (load)))
             ? references_meet (loop, gimple_assign_lhs (store),
                                gimple_assign_rhs1 (load), more)
             : 0;
}

bool
hwpgo_forwarded_p (const class loop *loop, gassign *store, gassign *load)
{
  return hwpgo_forwarded_share (loop, store, load) > 0;
}

bool
hwpgo_loaded_again_p (const class loop *loop, gassign *now, gassign *later)
{
  return types_compatible_p (TREE_TYPE (gimple_assign_lhs (now)),
                             TREE_TYPE (gimple_assign_lhs (later)))
         && references_meet (loop, gimple_assign_rhs1 (now),
                             gimple_assign_rhs1 (later), 0)
                > 0;
}
