/* Loops that load from computed places are not vectorised.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (s = 0; s < 64; s++)
       next[s] = metric[s >> 1] + cost[sent[s]];

   Where the processor has no instruction for it, each element's index is taken out
   of one vector, and what is loaded from there is put into another.  GCC 12 counts
   the latter as two instructions, and the former, which is two or three, not at all
   (tree-vect-stmts.c, vectorizable_load; later ones do).  A Viterbi decoder took 1.2
   times the time.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/plugin.h"
#include "plugin/scalar-loops.h"

/* A loop of fewer instructions for each such load has too little besides to gain by
   vectors: they do away with three quarters of it, and need three instructions more
   for each load.  */
#define INSNS_OF_GATHER 5

/* Can the processor load elements of MODE from anywhere?  */
static bool
gathers_p (scalar_mode mode)
{
  machine_mode vector = targetm.vectorize.preferred_simd_mode (mode);
  if (!VECTOR_MODE_P (vector))
    return true;
  if (!targetm.vectorize.builtin_gather)
    return false;
  unsigned bits = GET_MODE_BITSIZE (mode);
  tree element = SCALAR_FLOAT_MODE_P (mode)
                     ? lang_hooks.types.type_for_mode (mode, 0)
                     : build_nonstandard_integer_type (bits, 0);
  tree type = element ? build_vector_type_for_mode (element, vector) : NULL;
  return type
         && targetm.vectorize.builtin_gather (type, integer_type_node,
                                              bits / BITS_PER_UNIT);
}

/* Is STMT, of LOOP, a load that would gather, one element after the other?  */
static bool
gather_p (class loop *loop, gimple *stmt)
{
  if (!gimple_assign_load_p (stmt)
      || !is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (stmt))))
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  scalar_mode mode;
  if (!is_a<scalar_mode> (TYPE_MODE (type), &mode) || gathers_p (mode))
    return false;
  data_reference_p dr
      = create_data_ref (loop_preheader_edge (loop), loop,
                         gimple_assign_rhs1 (stmt), stmt, true, false);
  bool gather = !DR_STEP (dr) || TREE_CODE (DR_STEP (dr)) != INTEGER_CST;
  free_data_ref (dr);
  return gather;
}

/* Loads of LOOP that would gather.  */
static unsigned
gathers_of (class loop *loop)
{
  unsigned n = 0;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]); !gsi_end_p (gsi);
         gsi_next (&gsi))
      n += gather_p (loop, gsi_stmt (gsi));
  free (body);
  return n;
}

/* Does LOOP end by one test alone, which counts?  Others are not vectorised, and better
   not touched.  */
static bool
counts_p (class loop *loop)
{
  edge out = single_exit (loop);
  class tree_niter_desc niter;
  return out && !(out->flags & EDGE_COMPLEX)
         && number_of_iterations_exit (loop, out, &niter, false);
}

bool
hwpgo_gathers_gate (function *fn)
{
  return HWPGO_GATHERS_FOR_LITTLE && hwpgo_plugin.args.options
         && hwpgo_plugin.args.use && flag_tree_loop_vectorize
         && loops_for_fn (fn);
}

unsigned int
hwpgo_gathers_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = hwpgo_vectorisable_loop (bb);
      unsigned n = loop && counts_p (loop) ? gathers_of (loop) : 0;
      if (n != 0 && hwpgo_turn_insns (loop) <= INSNS_OF_GATHER * n)
        hwpgo_leave_scalar (loop, "it loads from anywhere");
    }
  return 0;
}
