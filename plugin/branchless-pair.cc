/* Indexes of pairs.
   SPDX-License-Identifier: GPL-2.0-or-later

     m = m << 1 | (code >= bound);
     m = code < bound ? 2 * m : 2 * m + 1;  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-pair.h"
#include "plugin/branchless.h"

/* Does each value of FROM, an integer type, stay what it is as one of TO, or as an
   offset?  What is extended as signed, and then as unsigned, does not.  */
static bool
keeps_values_p (const_tree from, const_tree to)
{
  if (TYPE_PRECISION (from) >= TYPE_PRECISION (to))
    return TYPE_PRECISION (from) == TYPE_PRECISION (to)
           && TYPE_UNSIGNED (from) == TYPE_UNSIGNED (to);
  return TYPE_UNSIGNED (from) || !TYPE_UNSIGNED (to)
         || TYPE_PRECISION (to) == TYPE_PRECISION (sizetype);
}

/* What VALUE is but for conversions of integers; for those that may change it
   only if it is a TRUTH, 0 or 1.  */
static tree
converted_from (tree value, bool truth)
{
  for (gassign *def = hwpgo_assigned (value);
       def && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def));
       def = hwpgo_assigned (value))
    {
      tree from = gimple_assign_rhs1 (def), type = TREE_TYPE (value);
      if (!INTEGRAL_TYPE_P (TREE_TYPE (from)) || !INTEGRAL_TYPE_P (type)
          || (!truth && !keeps_values_p (TREE_TYPE (from), type)))
        break;
      value = from;
    }
  return value;
}

bool
hwpgo_even_p (tree value)
{
  if (TREE_CODE (value) == INTEGER_CST)
    return (TREE_INT_CST_LOW (value) & 1) == 0;
  gassign *def = hwpgo_assigned (value);
  if (def && gimple_assign_rhs_code (def) == LSHIFT_EXPR)
    return tree_fits_uhwi_p (gimple_assign_rhs2 (def))
           && tree_to_uhwi (gimple_assign_rhs2 (def)) > 0;
  if (def && gimple_assign_rhs_code (def) == MULT_EXPR)
    return TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST
           && hwpgo_even_p (gimple_assign_rhs2 (def));
  if (def && gimple_assign_rhs_code (def) == COND_EXPR)
    return TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST
           && TREE_CODE (gimple_assign_rhs3 (def)) == INTEGER_CST
           && hwpgo_even_p (gimple_assign_rhs2 (def))
           && hwpgo_even_p (gimple_assign_rhs3 (def));
  return (tree_nonzero_bits (value) & 1) == 0;
}

/* Let P have the comparison TEST.  */
static bool
take_test (struct hwpgo_pair *p, tree test)
{
  if (!test || !COMPARISON_CLASS_P (test))
    return false;
  p->code = TREE_CODE (test);
  p->a = TREE_OPERAND (test, 0);
  p->b = TREE_OPERAND (test, 1);
  return true;
}

/* Is VALUE 1 or 0 as a comparison, for P, tells?  */
static bool
truth_p (tree value, struct hwpgo_pair *p)
{
  gassign *def = hwpgo_assigned (converted_from (value, true));
  if (!def)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  if (TREE_CODE_CLASS (code) == tcc_comparison
      && TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (def))))
    {
      p->code = code;
      p->a = gimple_assign_rhs1 (def);
      p->b = gimple_assign_rhs2 (def);
      p->odd = true;
      return true;
    }
  if (code != COND_EXPR)
    return false;
  tree then = gimple_assign_rhs2 (def), other = gimple_assign_rhs3 (def);
  p->odd = integer_onep (then);
  return (p->odd ? integer_zerop (other)
                 : integer_zerop (then) && integer_onep (other))
         && take_test (p, hwpgo_select_condition (def));
}

/* Is ODD one more than EVEN?  */
static bool
one_more_p (tree odd, tree even)
{
  gassign *def = hwpgo_assigned (odd);
  return def
         && (gimple_assign_rhs_code (def) == PLUS_EXPR
             || gimple_assign_rhs_code (def) == BIT_IOR_EXPR)
         && gimple_assign_rhs1 (def) == even
         && integer_onep (gimple_assign_rhs2 (def));
}

/* Is VALUE one of a pair?  Fills P.  */
static bool
pair_p (tree value, struct hwpgo_pair *p)
{
  gassign *def = hwpgo_assigned (value);
  if (!def)
    return false;
  tree one = gimple_assign_rhs1 (def), two = gimple_assign_rhs2 (def);
  switch (gimple_assign_rhs_code (def))
    {
    case PLUS_EXPR:
    case BIT_IOR_EXPR:
      if (hwpgo_even_p (two) && truth_p (one, p))
        std::swap (one, two);
      else if (!hwpgo_even_p (one) || !truth_p (two, p))
        return false;
      p->even = one;
      return TREE_CODE (one) == SSA_NAME;
    case COND_EXPR:
      one = gimple_assign_rhs3 (def);
      p->odd = one_more_p (two, one);
      if (!p->odd)
        std::swap (one, two);
      p->even = one;
      return TREE_CODE (one) == SSA_NAME && hwpgo_even_p (one)
             && one_more_p (two, one)
             && take_test (p, hwpgo_select_condition (def));
    default:
      return false;
    }
}

/* Constants that are as CODE says, or with !TRUTH are not, in *A and *B, of
   their types.  */
static bool
constants_for (tree_code code, bool truth, tree *a, tree *b)
{
  for (int i = 0; i < 3; i++)
    {
      tree one = build_int_cst (TREE_TYPE (*a), i == 1);
      tree two = build_int_cst (TREE_TYPE (*b), i == 2);
      tree is = fold_binary (code, boolean_type_node, one, two);
      if (is && (truth ? integer_onep (is) : integer_zerop (is)))
        {
          *a = one;
          *b = two;
          return true;
        }
    }
  return false;
}

static bool
countable_p (tree value)
{
  return INTEGRAL_TYPE_P (TREE_TYPE (value))
         && TYPE_PRECISION (TREE_TYPE (value)) > 1;
}

/* A name for what VALUE was in the turn before, and FIRST when the loop of E,
   which goes back to its header, was entered by ENTRY.  */
static tree
carried (tree value, tree first, edge e, edge entry)
{
  tree name = make_ssa_name (TREE_TYPE (value));
  gphi *phi = create_phi_node (name, e->dest);
  add_phi_arg (phi, value, e, UNKNOWN_LOCATION);
  add_phi_arg (phi, first, entry, UNKNOWN_LOCATION);
  return name;
}

/* If INDEX, in LOOP, is what its header's PHI has, one value when the loop is
   entered and one for each other turn, return that PHI and fill E with the way
   back and ENTRY with the other.  */
static gphi *
carried_index (class loop *loop, tree index, edge *e, edge *entry)
{
  tree narrow = converted_from (index, false);
  gphi *phi = TREE_CODE (narrow) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (narrow))
                  : NULL;
  if (!phi || gimple_bb (phi) != loop->header
      || gimple_phi_num_args (phi) != 2)
    return NULL;
  *e = gimple_phi_arg_edge (phi, 0);
  *entry = gimple_phi_arg_edge (phi, 1);
  if (!flow_bb_inside_loop_p (loop, (*e)->src))
    std::swap (*e, *entry);
  return flow_bb_inside_loop_p (loop, (*e)->src)
                 && !flow_bb_inside_loop_p (loop, (*entry)->src)
             ? phi
             : NULL;
}

/* Let *A and *B be constants that P compares when the loop is entered with
   FIRST.  */
static bool
first_compared (const struct hwpgo_pair *p, tree first, tree *a, tree *b)
{
  *a = p->a;
  *b = p->b;
  return countable_p (p->a) && countable_p (p->b)
         && constants_for (p->code, hwpgo_even_p (first) != p->odd, a, b);
}

/* May NAME be used where it is no longer, or not yet, its variable's?  */
static bool
movable_p (tree name)
{
  return TREE_CODE (name) != SSA_NAME
         || !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name);
}

bool
hwpgo_pair_p (class loop *loop, tree index, struct hwpgo_pair *p)
{
  edge e, entry;
  tree a, b;
  gphi *phi = carried_index (loop, index, &e, &entry);
  tree value = phi ? PHI_ARG_DEF_FROM_EDGE (phi, e) : converted_from (index, false);
  if (!pair_p (value, p) || !movable_p (p->even) || !movable_p (p->a)
      || !movable_p (p->b))
    return false;
  if (!phi)
    return true;
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, entry);
  return TREE_CODE (first) == INTEGER_CST && first_compared (p, first, &a, &b);
}

void
hwpgo_pair_carry (class loop *loop, tree index, struct hwpgo_pair *p)
{
  edge e, entry;
  tree a, b, type = TREE_TYPE (p->even);
  gphi *phi = carried_index (loop, index, &e, &entry);
  if (!phi)
    return;
  tree first = PHI_ARG_DEF_FROM_EDGE (phi, entry);
  first_compared (p, first, &a, &b);
  wide_int even = wi::to_wide (first) - (hwpgo_even_p (first) ? 0 : 1);
  p->even = carried (p->even, wide_int_to_tree (type, even), e, entry);
  p->a = carried (p->a, a, e, entry);
  p->b = carried (p->b, b, e, entry);
}
