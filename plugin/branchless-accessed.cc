/* Is a place accessed whichever way a branch goes?
   SPDX-License-Identifier: GPL-2.0-or-later

     if (a <= up && a <= row[j - 1])     row[j - 1] is loaded on every way, and
       from = a;                         so it may be in front of the branch.
     else if (up < row[j - 1])
       from = up;
     else
       from = row[j - 1];

   Each way computes the address for itself, where nothing has found yet that it
   is the same.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* Statements looked at for an access that proves a load safe, behind it and in
   front of it: there in two turns of a loop.  */
#define MAX_SCAN 64
#define MAX_SCAN_BEFORE 200

/* Statements, one of the other, that two ways compute one address with.  */
#define MAX_COMPUTED 3

/* The member of which REF is, or is an element with an index that is known to
   be inside.  */
static tree
member_of (tree ref)
{
  if (TREE_CODE (ref) != ARRAY_REF
      || TREE_CODE (TREE_OPERAND (ref, 0)) != COMPONENT_REF)
    return ref;
  tree index = TREE_OPERAND (ref, 1);
  tree low = array_ref_low_bound (ref), high = array_ref_up_bound (ref);
  return TREE_CODE (index) == INTEGER_CST && high
                 && TREE_CODE (high) == INTEGER_CST
                 && TREE_CODE (low) == INTEGER_CST
                 && !array_ref_flexible_size_p (ref)
                 && tree_int_cst_le (low, index)
                 && tree_int_cst_le (index, high)
             ? TREE_OPERAND (ref, 0)
             : ref;
}

/* The statement that computes VALUE, an operand; NULL if there is none.  */
static gassign *
definition_of (tree value)
{
  return TREE_CODE (value) == SSA_NAME
             ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
             : NULL;
}

/* What VALUE, an operand, is another type for.  */
static tree
without_type (tree value)
{
  gassign *def = definition_of (value);
  return def && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
                 && tree_nop_conversion_p (TREE_TYPE (value),
                                           TREE_TYPE (gimple_assign_rhs1 (def)))
             ? gimple_assign_rhs1 (def)
             : value;
}

/* Is POINTER a sum, of BASE and OFFSET?  What was moved up to where it runs for
   nothing is one of integers.  */
static bool
pointer_sum_p (tree pointer, tree *base, tree *offset)
{
  gassign *def = definition_of (pointer);
  if (!def || !POINTER_TYPE_P (TREE_TYPE (pointer)))
    return false;
  if (gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
    {
      def = definition_of (without_type (pointer));
      if (!def || gimple_assign_rhs_code (def) != PLUS_EXPR)
        return false;
    }
  *base = without_type (gimple_assign_rhs1 (def));
  *offset = gimple_assign_rhs2 (def);
  return true;
}

/* Are A and B, operands, computed in the same way, by no more than LEFT
   statements one of the other?  They are the same then, but not in different
   turns of a loop.  */
static bool
same_value_p (tree a, tree b, unsigned left)
{
  if (operand_equal_p (a, b, 0))
    return true;
  if (left == 0 || TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME
      || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)))
    return false;
  tree base, offset, other_base, other_offset;
  if (pointer_sum_p (a, &base, &offset)
      && pointer_sum_p (b, &other_base, &other_offset))
    return same_value_p (base, other_base, left - 1)
           && same_value_p (offset, other_offset, left - 1);
  gassign *x = definition_of (a), *y = definition_of (b);
  if (!x || !y || gimple_vuse (x) || gimple_vuse (y)
      || gimple_assign_rhs_code (x) != gimple_assign_rhs_code (y)
      || gimple_num_ops (x) != gimple_num_ops (y))
    return false;
  for (unsigned op = 1; op < gimple_num_ops (x); op++)
    if (!same_value_p (gimple_op (x, op), gimple_op (y, op), left - 1))
      return false;
  return true;
}

/* The pointer from which REF, a MEM_REF, is *OFFSET bytes, by no more than LEFT
   statements: with none, it is the one that REF has, in any turn of a loop.  */
static tree
fixed_part (tree ref, unsigned left, poly_offset_int *offset)
{
  tree pointer = TREE_OPERAND (ref, 0);
  *offset = mem_ref_offset (ref);
  for (; left > 0; left--)
    {
      gassign *def = definition_of (pointer);
      if (!def || gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR
          || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
        break;
      *offset += wi::sext (wi::to_offset (gimple_assign_rhs2 (def)),
                           TYPE_PRECISION (sizetype));
      pointer = gimple_assign_rhs1 (def);
    }
  return pointer;
}

/* Are A and B references to one place, with pointers of which same_value_p can
   tell by LEFT statements?  */
static bool
same_place_p (tree a, tree b, unsigned left)
{
  if (operand_equal_p (a, b, 0))
    return true;
  while (TREE_CODE (a) == COMPONENT_REF && TREE_CODE (b) == COMPONENT_REF
         && TREE_OPERAND (a, 1) == TREE_OPERAND (b, 1) && !TREE_OPERAND (a, 2)
         && !TREE_OPERAND (b, 2))
    {
      a = TREE_OPERAND (a, 0);
      b = TREE_OPERAND (b, 0);
    }
  if (TREE_CODE (a) != MEM_REF || TREE_CODE (b) != MEM_REF)
    return false;
  poly_offset_int offset, other_offset;
  tree pointer = fixed_part (a, left, &offset);
  tree other_pointer = fixed_part (b, left, &other_offset);
  return known_eq (offset, other_offset)
         && same_value_p (pointer, other_pointer, left);
}

/* Are A and B members of one object?  Where one member of an object in memory
   is, all are: GCC's phiopt pass takes it so, too.  */
static bool
same_object_p (tree a, tree b, unsigned left)
{
  a = member_of (a);
  b = member_of (b);
  return TREE_CODE (a) == COMPONENT_REF && TREE_CODE (b) == COMPONENT_REF
         && TREE_CODE (TREE_TYPE (TREE_OPERAND (a, 0))) == RECORD_TYPE
         && !DECL_BIT_FIELD (TREE_OPERAND (b, 1))
         && !DECL_BIT_FIELD (TREE_OPERAND (a, 1))
         && same_place_p (TREE_OPERAND (a, 0), TREE_OPERAND (b, 0), left);
}

/* Does an access of OUTER, at the place of INNER, include that?  The target may want
   either to be aligned.  */
static bool
includes_p (tree outer, tree inner)
{
  tree outer_type = TREE_TYPE (outer), inner_type = TREE_TYPE (inner);
  if (TYPE_MODE (outer_type) == TYPE_MODE (inner_type))
    return true;
  return TREE_CODE (outer) == MEM_REF && TREE_CODE (inner) == MEM_REF
         && is_gimple_reg_type (outer_type) && is_gimple_reg_type (inner_type)
         && TYPE_SIZE_UNIT (outer_type) && TYPE_SIZE_UNIT (inner_type)
         && tree_fits_uhwi_p (TYPE_SIZE_UNIT (outer_type))
         && tree_fits_uhwi_p (TYPE_SIZE_UNIT (inner_type))
         && tree_to_uhwi (TYPE_SIZE_UNIT (inner_type))
                <= tree_to_uhwi (TYPE_SIZE_UNIT (outer_type))
         && TYPE_ALIGN (inner_type) <= TYPE_ALIGN (outer_type);
}

/* Does STMT, an assignment, read or write all of REF, or another member of
   the same object, by what LEFT statements tell?  */
static bool
accesses_p (gimple *stmt, tree ref, unsigned left)
{
  if (!gimple_assign_single_p (stmt) || gimple_has_volatile_ops (stmt)
      || gimple_clobber_p (stmt))
    return false;
  const tree sides[] = { gimple_assign_lhs (stmt), gimple_assign_rhs1 (stmt) };
  for (tree side : sides)
    if (TREE_CODE (side) != SSA_NAME
        && ((includes_p (side, ref)
             && same_place_p (side, ref, left))
            || same_object_p (side, ref, left)))
      return true;
  return false;
}

/* May what comes before STMT have had memory that is gone after it?  */
static bool
may_free_p (gimple *stmt)
{
  if (is_gimple_call (stmt))
    return !nonfreeing_call_p (stmt);
  return gimple_code (stmt) == GIMPLE_ASM && !hwpgo_statement_hides (stmt);
}

/* REF, at the head of a loop, as it is where E comes in there; NULL_TREE if it is not a
   place that a PHI is the address of.  */
static tree
place_along (edge e, tree ref)
{
  if (TREE_CODE (ref) != MEM_REF || TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME)
    return NULL_TREE;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (TREE_OPERAND (ref, 0)));
  if (!phi || gimple_bb (phi) != e->dest)
    return NULL_TREE;
  tree base = PHI_ARG_DEF_FROM_EDGE (phi, e);
  return TREE_CODE (base) == SSA_NAME
             ? build2 (MEM_REF, TREE_TYPE (ref), base, TREE_OPERAND (ref, 1))
             : NULL_TREE;
}

/* What is looked at for an access in front of a branch.  */
struct search_before
{
  unsigned left;      /* statements and blocks.  */
  auto_bitmap proved; /* blocks of the branch's own turn, to whose end it is.  */
};

/* Is REF accessed on all ways to the end of BB, of the same turn of loops or, if
   REF's address is a PHI, the last one, of which BB is if LAST_TURN?  */
static bool
accessed_before_p (struct search_before *s, basic_block bb, tree ref,
                   bool last_turn)
{
  if (!last_turn && bitmap_bit_p (s->proved, bb->index))
    return true;
  for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi);
       gsi_prev (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt))
        continue;
      if (accesses_p (stmt, ref, MAX_COMPUTED))
        return true;
      if (s->left == 0 || may_free_p (stmt))
        return false;
      --s->left;
    }
  edge e;
  edge_iterator ei;
  bool head = bb->loop_father->header == bb;
  if (head && last_turn)
    return false;
  FOR_EACH_EDGE (e, ei, bb->preds)
    {
      tree there = head ? place_along (e, ref) : ref;
      if (!there || s->left == 0 || (e->flags & EDGE_COMPLEX)
          || e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
        return false;
      --s->left;
      if (!accessed_before_p (s, e->src, there, last_turn || head))
        return false;
    }
  if (!last_turn)
    bitmap_set_bit (s->proved, bb->index);
  return true;
}

/* Is REF accessed from the start of BB, as far as COMPUTED statements tell,
   before anything that could leave?  A statement that only might trap does not
   matter: if it does, there is no defined program to preserve, unless traps are
   caught.  */
static bool
accessed_at_start_p (basic_block bb, tree ref, unsigned computed)
{
  unsigned left = MAX_SCAN;
  for (gimple_stmt_iterator gsi = gsi_after_labels (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt))
        continue;
      if (accesses_p (stmt, ref, computed))
        return true;
      if (left-- == 0 || !is_gimple_assign (stmt)
          || gimple_has_volatile_ops (stmt) || stmt_could_throw_p (cfun, stmt))
        return false;
    }
  return false;
}

/* Does all of BB run, so that control comes to what is behind it?  */
static bool
runs_through_p (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_after_labels (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!is_gimple_debug (stmt) && gimple_code (stmt) != GIMPLE_COND
          && (!is_gimple_assign (stmt) || gimple_has_volatile_ops (stmt)
              || stmt_could_throw_p (cfun, stmt)))
        return false;
    }
  return true;
}

/* Do all ways through R access REF?  */
static bool
accessed_on_all_ways_p (const struct hwpgo_region *r, tree ref)
{
  /* Of the head, and each block, whether the ways from there on do: successors
     have higher positions.  */
  bool all[HWPGO_REGION_MAX_BLOCKS + 1];
  for (int i = r->n_blocks; i >= 0; i--)
    {
      basic_block bb = i ? r->blocks[i - 1] : r->head;
      all[i] = i && accessed_at_start_p (bb, ref, MAX_COMPUTED);
      if (all[i] || (i && !runs_through_p (bb)))
        continue;
      edge e;
      edge_iterator ei;
      all[i] = true;
      FOR_EACH_EDGE (e, ei, bb->succs)
        {
          int to = hwpgo_region_position (r, e->dest);
          all[i] &= to > i && all[to];
        }
    }
  return all[0];
}

/* Does the join compute a name that STMT uses?  Where the join heads a loop
   it then has the next turn's value there.  */
static bool
join_changes_p (const struct hwpgo_hammock *h, gimple *stmt)
{
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
  if (gimple_bb (SSA_NAME_DEF_STMT (use)) == h->join)
    return true;
  return false;
}

bool
hwpgo_accessed_anyway_p (const struct hwpgo_hammock *h, unsigned arm,
                         gimple *stmt)
{
  tree ref = gimple_assign_rhs1 (stmt);
  const struct hwpgo_arm *other = &h->arms[!arm];
  hwpgo_calls_before calls = hwpgo_effects_calls_before (h, arm, stmt);
  if (calls.frees)
    return false;
  bool first_only = calls.any || h->leaves;
  unsigned n = first_only ? MIN (other->n_blocks, 1u) : other->n_blocks;
  /* What is behind a way out of its own arm does not always run there.  */
  if (h->leaves && gimple_bb (stmt) != h->arms[arm].blocks[0])
    n = 0;
  for (unsigned i = 0; i < n; i++)
    if (accessed_at_start_p (other->blocks[i], ref, MAX_COMPUTED))
      return true;
  struct search_before before;
  before.left = MAX_SCAN_BEFORE;
  return accessed_before_p (&before, h->head, ref, false)
         || (h->region && !calls.any && accessed_on_all_ways_p (h->region, ref))
         || (!first_only && !join_changes_p (h, stmt)
             && accessed_at_start_p (h->join, ref, 0));
}
