/* Loops of a few turns that are not vectorised.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = 0; i < 6; i++)
       sum += b[i] * d[i] >> 15;

   A vector of four such terms has to be summed up across, right after the one
   turn that made it: that takes as long as the terms by themselves, which do
   not have to wait for each other, and the other two come after that one by
   one.  The predictor of G.722 took 1.17 times the time.

     for (i = 0; i < 4; i++)
       weights[i] += history[i] < 0 ? -delta : delta;
     ...
     history[3] = sample;

   A vector of what the turn before has stored in pieces cannot be had from the stores,
   as the pieces by themselves can: the load waits until they are in the cache.  An
   encoder of QOA took 1.1 times the time.

   GCC's costs count instructions and know nothing of what waits for what.  Such
   loops are left to be unrolled.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"
#include "plugin/scalar-loops.h"

/* So many turns of the vectorised loop are too few.  */
#define FEW_VECTORS 2

/* And so many turns are not few for any vector.  */
#define MOST_TURNS 256

/* Bytes of the smallest number that LOOP computes, loads or stores, but for
   truth values: those of as many elements as the vectoriser puts in one
   vector.  */
static unsigned
smallest_element (class loop *loop)
{
  unsigned least = UNITS_PER_WORD;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        tree lhs = gimple_get_lhs (gsi_stmt (gsi));
        tree type = lhs ? TREE_TYPE (lhs) : NULL_TREE;
        if (!type || TREE_CODE (type) == BOOLEAN_TYPE
            || !(INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)))
          continue;
        least = MIN (least, GET_MODE_SIZE (SCALAR_TYPE_MODE (type)));
      }
  free (body);
  return MAX (least, 1);
}

/* Does LOOP hand something on from turn to turn that does not just go on by
   steps?  Sums of floating point have to be made in order, and are not
   vectorised.  */
static bool
sums_p (class loop *loop)
{
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree name = gimple_phi_result (psi.phi ());
      affine_iv iv;
      if (!virtual_operand_p (name)
          && (flag_associative_math || !FLOAT_TYPE_P (TREE_TYPE (name)))
          && !simple_iv (loop, loop, name, &iv, false))
        return true;
    }
  return false;
}

/* The array of which STMT loads or stores one element, as LOADS says; NULL_TREE if
   it does not.  */
static tree
array_of (gimple *stmt, bool loads)
{
  if (!gimple_assign_single_p (stmt)
      || !(loads ? gimple_assign_load_p (stmt) : gimple_store_p (stmt)))
    return NULL_TREE;
  tree place = loads ? gimple_assign_rhs1 (stmt) : gimple_assign_lhs (stmt);
  return TREE_CODE (place) == ARRAY_REF ? TREE_OPERAND (place, 0) : NULL_TREE;
}

/* Does the loop around LOOP store single elements of ARRAY behind LOOP in about each
   of its turns?  */
static bool
stored_in_pieces_p (class loop *loop, tree array)
{
  class loop *outer = loop_outer (loop);
  basic_block *body = get_loop_body (outer);
  profile_count turns = loop_preheader_edge (loop)->count ();
  bool stored = false;
  for (unsigned i = 0; i < outer->num_nodes && !stored; i++)
    {
      basic_block bb = body[i];
      if (flow_bb_inside_loop_p (loop, bb)
          || bb->count.apply_scale (2, 1) < turns
          || !dominated_by_p (CDI_DOMINATORS, bb, loop->header))
        continue;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          tree other = array_of (gsi_stmt (gsi), false);
          stored |= other && operand_equal_p (array, other, 0);
        }
    }
  free (body);
  return stored;
}

/* Does LOOP load an array that the loop around it stores in pieces?  */
static bool
loads_pieces_p (class loop *loop)
{
  if (!loop_outer (loop_outer (loop)))
    return false;
  bool pieces = false;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        tree array = array_of (gsi_stmt (gsi), true);
        pieces |= array && stored_in_pieces_p (loop, array);
      }
  free (body);
  return pieces;
}

bool
hwpgo_short_vectors_gate (function *fn)
{
  return hwpgo_plugin.args.options && hwpgo_plugin.args.use
         && flag_tree_loop_vectorize && loops_for_fn (fn);
}

unsigned int
hwpgo_short_vectors_execute (function *fn)
{
  scalar_int_mode word = SCALAR_INT_TYPE_MODE (integer_type_node);
  machine_mode vector = targetm.vectorize.preferred_simd_mode (word);
  HOST_WIDE_INT bytes;
  if (!VECTOR_MODE_P (vector) || !GET_MODE_SIZE (vector).is_constant (&bytes))
    return 0;
  calculate_dominance_info (CDI_DOMINATORS);
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = hwpgo_vectorisable_loop (bb);
      /* What is known by now: to ask for more would change what others do.  */
      if (!loop || !loop->any_upper_bound
          || wi::gtu_p (loop->nb_iterations_upper_bound, MOST_TURNS))
        continue;
      HOST_WIDE_INT latches = loop->nb_iterations_upper_bound.to_shwi ();
      if ((latches + 1) * smallest_element (loop) >= FEW_VECTORS * bytes)
        continue;
      if (sums_p (loop))
        hwpgo_leave_scalar (loop, "it sums up few terms");
      else if (loads_pieces_p (loop))
        hwpgo_leave_scalar (loop, "what it loads was stored in pieces");
    }
  return 0;
}
