/* How far a search through an implicit tree goes.
   SPDX-License-Identifier: GPL-2.0-or-later

     i = 0;
     while ((child = 2 * i + 1) < 12000000)
       {
         child += heap[child + 1] < heap[child];
         ...
         i = child;
       }

   J. W. J. Williams, "Algorithm 232: Heapsort", Communications of the ACM 7 (6), 1964.

   The profile has the mean of all turns that the function was seen to make, which is
   two where most calls were to make a heap of an array.  What begins at the root is
   another matter: it may go down to the last row, and its loads miss as those of
   any search in so many places.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"

/* Statements that are looked at for what one value is made of.  */
#define MAX_LOOKED_AT 64

/* Factors above this are no step to a child.  */
#define MAX_FACTOR 64

/* By how much NAME, in LOOP, is multiplied of what PHI, at its header, is, at least;
   constants may be added.  0 if it is made of something else, or of more than *LEFT
   statements, which become fewer.  */
static unsigned
factor_of (class loop *loop, gphi *phi, tree name, unsigned *left)
{
  if (name == gimple_phi_result (phi))
    return 1;
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (!def || *left == 0 || !gimple_bb (def)
      || !flow_bb_inside_loop_p (loop, gimple_bb (def))
      || (gimple_bb (def) == loop->header && is_a<gphi *> (def)))
    return 0;
  --*left;
  unsigned least = MAX_FACTOR;
  if (gphi *merge = dyn_cast<gphi *> (def))
    {
      for (unsigned i = 0; i < gimple_phi_num_args (merge) && least > 0; i++)
        {
          unsigned one
              = factor_of (loop, phi, gimple_phi_arg_def (merge, i), left);
          least = MIN (least, one);
        }
      return least;
    }
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || gimple_vuse (stmt))
    return 0;
  unsigned a = factor_of (loop, phi, gimple_assign_rhs1 (stmt), left);
  tree b = gimple_num_ops (stmt) > 2 ? gimple_assign_rhs2 (stmt) : NULL_TREE;
  unsigned second = b ? factor_of (loop, phi, b, left) : 0, third;
  switch (gimple_assign_rhs_code (stmt))
    {
    case SSA_NAME:
    CASE_CONVERT:
      return a;
    case COND_EXPR:
      third = factor_of (loop, phi, gimple_assign_rhs3 (stmt), left);
      return MIN (second, third);
    case PLUS_EXPR:
    case BIT_IOR_EXPR:
      /* A condition, as a number, chooses one of two neighbours.  */
      return MIN (MAX_FACTOR, a + second);
    case MINUS_EXPR:
      return TREE_CODE (b) == INTEGER_CST ? a : 0;
    case MULT_EXPR:
      return tree_fits_uhwi_p (b) && tree_to_uhwi (b) <= MAX_FACTOR
                 ? MIN (MAX_FACTOR, a * (unsigned) tree_to_uhwi (b))
                 : 0;
    case LSHIFT_EXPR:
      return tree_fits_uhwi_p (b) && tree_to_uhwi (b) < 6
                 ? MIN (MAX_FACTOR, a << tree_to_uhwi (b))
                 : 0;
    default:
      return 0;
    }
}

/* The factor of PHI, of LOOP's header, in the next turn; 0 if there is none.  */
static unsigned
factor_of_turn (class loop *loop, gphi *phi)
{
  unsigned least = MAX_FACTOR;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
      {
        unsigned left = MAX_LOOKED_AT;
        unsigned one
            = factor_of (loop, phi, gimple_phi_arg_def (phi, i), &left);
        least = MIN (least, one);
      }
  return least;
}

/* Does PHI, of LOOP's header, begin at the root?  */
static bool
from_root_p (class loop *loop, gphi *phi)
{
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (!flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
        && !integer_zerop (gimple_phi_arg_def (phi, i))
        && !integer_onep (gimple_phi_arg_def (phi, i)))
      return false;
  return true;
}

/* The least number that a multiple of PHI is compared with where a way leaves LOOP; 0
   if that is none.  Conversions have not kept the number of the loop's blocks, by
   which GCC would find them.  */
static double
places (class loop *loop, gphi *phi)
{
  double least = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gcond *cond = flow_bb_inside_loop_p (loop, bb)
                        ? safe_dyn_cast<gcond *> (last_nondebug_stmt (bb))
                        : NULL;
      unsigned left = MAX_LOOKED_AT;
      if (!cond || !hwpgo_leaves_loop_p (bb)
          || !tree_fits_uhwi_p (gimple_cond_rhs (cond))
          || factor_of (loop, phi, gimple_cond_lhs (cond), &left) < 2)
        continue;
      double n = (double) tree_to_uhwi (gimple_cond_rhs (cond));
      if (least <= 0 || n < least)
        least = n;
    }
  return least;
}

double
hwpgo_search_turns (class loop *loop)
{
  double turns = hwpgo_loop_turns (loop);
  if (turns <= 0)
    return turns;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      if (!INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
          || !from_root_p (loop, phi))
        continue;
      unsigned factor = factor_of_turn (loop, phi);
      double rows = 0, n = factor > 1 ? places (loop, phi) : 0;
      for (double before = 1; before < n; before *= factor)
        rows++;
      turns = MAX (turns, rows);
    }
  return turns;
}
