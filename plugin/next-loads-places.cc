/* Loads from the next place: how places move from turn to turn.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-pair.h"
#include "plugin/branchless.h"
#include "plugin/next-loads.h"

/* Larger steps leave the page too soon.  */
#define MAX_STEP 64

/* Do values of FROM become those of TO, as addresses are counted, with all their bits?  */
static bool
same_bits_p (tree to, tree from)
{
  return (INTEGRAL_TYPE_P (to) || POINTER_TYPE_P (to))
         && (INTEGRAL_TYPE_P (from) || POINTER_TYPE_P (from))
         && TYPE_PRECISION (to) == TYPE_PRECISION (from);
}

/* --- what a turn adds ----------------------------------------------------*/

/* Is what STMT multiplies or shifts by a constant, *BY?  */
static bool
constant_factor_p (gassign *stmt, HOST_WIDE_INT *by)
{
  tree two = gimple_assign_rhs2 (stmt);
  if (!tree_fits_shwi_p (two) || absu_hwi (tree_to_shwi (two)) > MAX_STEP)
    return false;
  *by = tree_to_shwi (two);
  if (gimple_assign_rhs_code (stmt) == LSHIFT_EXPR)
    *by = *by >= 0 && *by <= exact_log2 (MAX_STEP) ? HOST_WIDE_INT_1 << *by : 0;
  return *by != 0;
}

bool
hwpgo_next_choice_p (tree value, tree *test, HOST_WIDE_INT chosen[2])
{
  HOST_WIDE_INT factor = 1;
  /* What is negative may have become a large number.  */
  bool extended = false;
  for (gassign *def = hwpgo_assigned (value); def; def = hwpgo_assigned (value))
    {
      tree_code code = gimple_assign_rhs_code (def);
      tree one = gimple_assign_rhs1 (def);
      if (TREE_CODE_CLASS (code) == tcc_comparison)
        {
          *test = build2 (code, boolean_type_node, one, gimple_assign_rhs2 (def));
          chosen[true] = factor;
          chosen[false] = 0;
          return !(extended && factor < 0)
                 && TYPE_UNSIGNED (TREE_TYPE (gimple_assign_lhs (def)));
        }
      if (code == COND_EXPR)
        {
          tree a = gimple_assign_rhs2 (def), b = gimple_assign_rhs3 (def);
          *test = hwpgo_select_condition (def);
          if (!*test || !cst_and_fits_in_hwi (a) || !cst_and_fits_in_hwi (b))
            return false;
          chosen[true] = int_cst_value (a);
          chosen[false] = int_cst_value (b);
          for (int k = 0; k < 2; k++)
            {
              if (absu_hwi (chosen[k]) > MAX_STEP)
                return false;
              chosen[k] *= factor;
              if (absu_hwi (chosen[k]) > MAX_STEP || (extended && chosen[k] < 0))
                return false;
            }
          return true;
        }
      if (code == LSHIFT_EXPR || code == MULT_EXPR)
        {
          HOST_WIDE_INT by;
          if (!constant_factor_p (def, &by))
            return false;
          factor *= by;
          if (absu_hwi (factor) > MAX_STEP)
            return false;
        }
      else if (!CONVERT_EXPR_CODE_P (code) || !INTEGRAL_TYPE_P (TREE_TYPE (one))
               || TYPE_PRECISION (TREE_TYPE (value)) < BITS_PER_UNIT)
        return false;
      else
        extended |= TYPE_PRECISION (TREE_TYPE (value)) != TYPE_PRECISION (TREE_TYPE (one));
      value = one;
    }
  return false;
}

static bool added_by_turn (class loop *loop, gphi *phi, tree value, unsigned left,
                           HOST_WIDE_INT *low, HOST_WIDE_INT *high);

/* Let *LOW and *HIGH be the range of what is added to PHI, of LOOP's header, in both A
   and B.  */
static bool
added_in_either (class loop *loop, gphi *phi, tree a, tree b, unsigned left,
                 HOST_WIDE_INT *low, HOST_WIDE_INT *high)
{
  HOST_WIDE_INT more_low, more_high;
  if (!added_by_turn (loop, phi, a, left, low, high)
      || !added_by_turn (loop, phi, b, left, &more_low, &more_high))
    return false;
  *low = MIN (*low, more_low);
  *high = MAX (*high, more_high);
  return true;
}

/* The same for what the statement DEF has.  */
static bool
added_by_assign (class loop *loop, gphi *phi, gassign *def, unsigned left,
                 HOST_WIDE_INT *low, HOST_WIDE_INT *high)
{
  tree one = gimple_assign_rhs1 (def);
  tree two = gimple_num_ops (def) > 2 ? gimple_assign_rhs2 (def) : NULL_TREE;
  tree_code code = gimple_assign_rhs_code (def);
  switch (code)
    {
    case SSA_NAME:
      return added_by_turn (loop, phi, one, left, low, high);
    CASE_CONVERT:
      return same_bits_p (TREE_TYPE (gimple_assign_lhs (def)), TREE_TYPE (one))
             && added_by_turn (loop, phi, one, left, low, high);
    case COND_EXPR:
      return added_in_either (loop, phi, two, gimple_assign_rhs3 (def), left, low, high);
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MINUS_EXPR:
      {
        HOST_WIDE_INT chosen[2];
        tree test;
        if (code == PLUS_EXPR && hwpgo_next_choice_p (one, &test, chosen))
          std::swap (one, two);
        if (!added_by_turn (loop, phi, one, left, low, high))
          return false;
        if (cst_and_fits_in_hwi (two))
          chosen[0] = chosen[1] = int_cst_value (two);
        else if (!hwpgo_next_choice_p (two, &test, chosen))
          return false;
        HOST_WIDE_INT less = MIN (chosen[0], chosen[1]);
        HOST_WIDE_INT more = MAX (chosen[0], chosen[1]);
        *low += code == MINUS_EXPR ? -more : less;
        *high += code == MINUS_EXPR ? -less : more;
        return *low >= -MAX_STEP && *high <= MAX_STEP;
      }
    default:
      return false;
    }
}

static bool
added_by_turn (class loop *loop, gphi *phi, tree value, unsigned left,
               HOST_WIDE_INT *low, HOST_WIDE_INT *high)
{
  *low = *high = 0;
  if (value == gimple_phi_result (phi))
    return true;
  if (expr_invariant_in_loop_p (loop, value) || left == 0)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gassign *stmt = dyn_cast<gassign *> (def))
    return added_by_assign (loop, phi, stmt, left - 1, low, high);
  gphi *join = dyn_cast<gphi *> (def);
  if (!join || gimple_bb (join) == loop->header)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (join); i++)
    {
      HOST_WIDE_INT more_low, more_high;
      if (!added_by_turn (loop, phi, gimple_phi_arg_def (join, i), left - 1, &more_low,
                          &more_high))
        return false;
      *low = i == 0 ? more_low : MIN (*low, more_low);
      *high = i == 0 ? more_high : MAX (*high, more_high);
    }
  return true;
}

bool
hwpgo_next_added (class loop *loop, gphi *phi, tree value, HOST_WIDE_INT *low,
                  HOST_WIDE_INT *high)
{
  return added_by_turn (loop, phi, value, HWPGO_NEXT_MAX_DEPTH, low, high);
}

/* --- places --------------------------------------------------------------*/

/* N's entry for PHI, of its loop's header; NULL if what it goes on by is not
   known.  */
static struct hwpgo_next_phi *
phi_of (struct hwpgo_next_loop *n, gphi *phi)
{
  for (unsigned i = 0; i < n->n_phis; i++)
    if (n->phis[i].phi == phi)
      return &n->phis[i];
  if (n->n_phis == HWPGO_NEXT_MAX_PHIS)
    return NULL;
  struct hwpgo_next_phi *p = &n->phis[n->n_phis];
  *p = { phi, 0, 0, false };
  if (!added_by_turn (n->loop, phi,
                      PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (n->loop)),
                      HWPGO_NEXT_MAX_DEPTH, &p->low, &p->high))
    return NULL;
  n->n_phis++;
  return p;
}

/* What an address is made of.  */
struct address
{
  struct hwpgo_next_loop *n;
  struct hwpgo_next_place *place;
  gphi *phi; /* one that moves it, or NULL, */
  bool more; /* and there are others.  */
};

static bool add_value (struct address *a, tree value, HOST_WIDE_INT factor,
                       unsigned left);

/* Add the header's PHI, FACTOR times, to A.  */
static bool
add_phi (struct address *a, gphi *phi, HOST_WIDE_INT factor)
{
  struct hwpgo_next_phi *p = phi_of (a->n, phi);
  if (!p || absu_hwi (factor) > MAX_STEP)
    return false;
  /* What adds to it may be unsigned, so that it wraps whatever its own type is.  */
  p->narrow = TYPE_PRECISION (TREE_TYPE (gimple_phi_result (phi)))
              < TYPE_PRECISION (sizetype);
  a->more |= a->phi && a->phi != phi;
  a->phi = phi;
  a->place->low += factor * (factor < 0 ? p->high : p->low);
  a->place->high += factor * (factor < 0 ? p->low : p->high);
  return true;
}

/* Is VALUE, of a type in which overflow is undefined, made by sums and products of
   that type alone, so that it is the same in more bits?  */
static bool
same_wider_p (class loop *loop, tree value, unsigned left)
{
  if (expr_invariant_in_loop_p (loop, value))
    return true;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (is_a<gphi *> (def))
    return gimple_bb (def) == loop->header;
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || left == 0)
    return false;
  switch (gimple_assign_rhs_code (stmt))
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
    case MULT_EXPR:
      return same_wider_p (loop, gimple_assign_rhs1 (stmt), left - 1)
             && same_wider_p (loop, gimple_assign_rhs2 (stmt), left - 1);
    default:
      return false;
    }
}

/* Add VALUE, which is converted to the bits of an address, to A.  */
static bool
add_converted (struct address *a, tree value, HOST_WIDE_INT factor, unsigned left)
{
  tree type = TREE_TYPE (value);
  if (!INTEGRAL_TYPE_P (type) && !POINTER_TYPE_P (type))
    return false;
  if (TYPE_PRECISION (type) >= TYPE_PRECISION (sizetype))
    return TYPE_PRECISION (type) == TYPE_PRECISION (sizetype)
           && add_value (a, value, factor, left);
  if (TYPE_OVERFLOW_UNDEFINED (type))
    return same_wider_p (a->n->loop, value, left) && add_value (a, value, factor, left);
  gphi *phi = TREE_CODE (value) == SSA_NAME
                  ? dyn_cast<gphi *> (SSA_NAME_DEF_STMT (value))
                  : NULL;
  if (expr_invariant_in_loop_p (a->n->loop, value))
    return true;
  return phi && gimple_bb (phi) == a->n->loop->header && add_phi (a, phi, factor);
}

/* Add what STMT has, FACTOR times, to A.  */
static bool
add_assigned (struct address *a, gassign *stmt, HOST_WIDE_INT factor, unsigned left)
{
  tree one = gimple_assign_rhs1 (stmt);
  tree two = gimple_num_ops (stmt) > 2 ? gimple_assign_rhs2 (stmt) : NULL_TREE;
  tree_code code = gimple_assign_rhs_code (stmt);
  switch (code)
    {
    case SSA_NAME:
      return add_value (a, one, factor, left);
    CASE_CONVERT:
      return add_converted (a, one, factor, left);
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MINUS_EXPR:
      return add_value (a, one, factor, left)
             && add_value (a, two, code == MINUS_EXPR ? -factor : factor, left);
    case LSHIFT_EXPR:
    case MULT_EXPR:
      {
        HOST_WIDE_INT by;
        return constant_factor_p (stmt, &by) && absu_hwi (by * factor) <= MAX_STEP
               && add_value (a, one, by * factor, left);
      }
    default:
      return false;
    }
}

/* Add VALUE, FACTOR times, to A.  */
static bool
add_value (struct address *a, tree value, HOST_WIDE_INT factor, unsigned left)
{
  if (expr_invariant_in_loop_p (a->n->loop, value))
    return true;
  if (TREE_CODE (value) != SSA_NAME || left == 0)
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return gimple_bb (phi) == a->n->loop->header && add_phi (a, phi, factor);
  return is_a<gassign *> (def)
         && add_assigned (a, as_a<gassign *> (def), factor, left - 1);
}

/* Fill A and its place from REF.  */
static bool
fill_address (struct address *a, tree ref)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (ref));
  if (!size || !tree_fits_shwi_p (size) || !hwpgo_place_addressable_p (ref)
      || !hwpgo_place_plain_p (ref))
    return false;
  *a->place = { ref, tree_to_shwi (size), 0, 0 };
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      {
        tree bytes = array_ref_element_size (ref);
        if (!tree_fits_shwi_p (bytes) || tree_to_shwi (bytes) > MAX_STEP
            || !add_converted (a, TREE_OPERAND (ref, 1), tree_to_shwi (bytes),
                               HWPGO_NEXT_MAX_DEPTH))
          return false;
      }
  if (TREE_CODE (ref) == MEM_REF)
    return add_value (a, TREE_OPERAND (ref, 0), 1, HWPGO_NEXT_MAX_DEPTH);
  if (TREE_CODE (ref) != TARGET_MEM_REF)
    return true;
  tree step = TMR_STEP (ref);
  return (!TMR_INDEX (ref)
          || ((!step || tree_fits_shwi_p (step))
              && add_converted (a, TMR_INDEX (ref), step ? tree_to_shwi (step) : 1,
                                HWPGO_NEXT_MAX_DEPTH)))
         && (!TMR_INDEX2 (ref)
             || add_converted (a, TMR_INDEX2 (ref), 1, HWPGO_NEXT_MAX_DEPTH))
         && (TREE_CODE (TMR_BASE (ref)) == ADDR_EXPR
             || add_value (a, TMR_BASE (ref), 1, HWPGO_NEXT_MAX_DEPTH));
}

bool
hwpgo_next_place_of (struct hwpgo_next_loop *n, tree ref, struct hwpgo_next_place *place,
                     gphi **phi)
{
  struct address a = { n, place, NULL, false };
  if (!fill_address (&a, ref))
    return false;
  *phi = a.more ? NULL : a.phi;
  return true;
}
