/* Sums of a few terms are not vectorised.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = 0; i < 6; i++)
       sum += b[i] * d[i] >> 15;

   A vector of four such terms has to be summed up across, right after the one
   turn that made it: that takes as long as the terms by themselves, which do
   not have to wait for each other, and the other two come after that one by
   one.  The predictor of G.722 took 1.17 times the time.  GCC's costs count
   instructions and know nothing of what waits for what.

   Such a loop is left to be unrolled.  */

#include "plugin/gcc-headers.h"
#include "plugin/plugin.h"

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

bool
hwpgo_short_sums_gate (function *fn)
{
  return hwpgo_plugin.args.options && hwpgo_plugin.args.use
         && flag_tree_loop_vectorize && loops_for_fn (fn);
}

unsigned int
hwpgo_short_sums_execute (function *fn)
{
  scalar_int_mode word = SCALAR_INT_TYPE_MODE (integer_type_node);
  machine_mode vector = targetm.vectorize.preferred_simd_mode (word);
  HOST_WIDE_INT bytes;
  if (!VECTOR_MODE_P (vector) || !GET_MODE_SIZE (vector).is_constant (&bytes))
    return 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = bb->loop_father;
      if (bb != loop->header || !loop_outer (loop) || loop->inner
          || loop->force_vectorize || loop->dont_vectorize)
        continue;
      /* What is known by now: to ask for more would change what others do.  */
      if (!loop->any_upper_bound
          || wi::gtu_p (loop->nb_iterations_upper_bound, MOST_TURNS))
        continue;
      HOST_WIDE_INT latches = loop->nb_iterations_upper_bound.to_shwi ();
      if ((latches + 1) * smallest_element (loop) >= FEW_VECTORS * bytes
          || !sums_p (loop))
        continue;
      loop->dont_vectorize = true;
      if (dump_enabled_p ())
        dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, find_loop_location (loop),
                         "loop not vectorised: it sums up few terms\n");
    }
  return 0;
}
