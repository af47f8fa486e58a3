/* Steps of loops that the profiled binary has in common with what is in front.
   SPDX-License-Identifier: GPL-2.0-or-later

     i++;                                     goto step;
     while (digit_p (text[i]))     ->     step: i++;
       i++;                                   if (digit_p (text[i])) goto step;

   GCC enters a loop at its step where the statement in front of it is the same.
   The one statement has the place in front of the loop, with a count of both,
   which is that of the loop's tests; and that in the loop has none.  Taken as it
   is, the loop never turns, and the branch in front of it goes that way far too
   often.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"

/* True if A and B compute the same of one value and a constant.  */
static bool
same_step_p (tree a, tree b)
{
  if (TREE_CODE (a) != SSA_NAME || TREE_CODE (b) != SSA_NAME)
    return false;
  gassign *one = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (a));
  gassign *two = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (b));
  return one && two && gimple_num_ops (one) == 3
         && gimple_num_ops (two) == 3
         && gimple_assign_rhs_code (one) == gimple_assign_rhs_code (two)
         && is_gimple_min_invariant (gimple_assign_rhs2 (one))
         && operand_equal_p (gimple_assign_rhs2 (one),
                             gimple_assign_rhs2 (two), 0);
}

/* The block in front of LOOP's header that takes a step as each turn does:

     i++;
     while (digit_p (text[i]))
       i++;

   NULL if there is none.  */
static basic_block
step_before (class loop *loop)
{
  basic_block header = loop->header;
  /* Between loop optimisers a loop may have lost its latch.  */
  edge back = loop->latch ? find_edge (loop->latch, header) : NULL;
  if (!back || EDGE_COUNT (header->preds) != 2)
    return NULL;
  edge in = EDGE_PRED (header, EDGE_PRED (header, 0) == back);
  for (gphi_iterator gpi = gsi_start_phis (header); !gsi_end_p (gpi);
       gsi_next (&gpi))
    {
      tree first = PHI_ARG_DEF_FROM_EDGE (gpi.phi (), in);
      tree next = PHI_ARG_DEF_FROM_EDGE (gpi.phi (), back);
      if (same_step_p (first, next) && single_succ_p (in->src)
          && gimple_bb (SSA_NAME_DEF_STMT (first)) == in->src)
        return in->src;
    }
  return NULL;
}

/* True if nothing but LOOP's header was measured.  */
static bool
turns_unmeasured_p (const struct hwpgo_measuring *m, class loop *loop)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, m->fn)
    if (bb != loop->header && m->blocks[bb->index].known
        && flow_bb_inside_loop_p (loop, bb))
      return false;
  return true;
}

/* A loop that never turned would have been measured to be so.  With one turn for
   each entry, half of the steps are those in front of it.  */
static void
judge_loop (struct hwpgo_measuring *m, class loop *loop)
{
  basic_block before = step_before (loop);
  if (!before)
    return;
  struct hwpgo_flow_block *b = &m->blocks[before->index];
  const struct hwpgo_flow_block *tests = &m->blocks[loop->header->index];
  if (!b->known || b->count == 0 || !tests->known
      || !hwpgo_counts_near_p (b->count, tests->count)
      || !turns_unmeasured_p (m, loop))
    return;
  if (m->dump)
    fprintf (dump_file,
             ";; block %d measured " HOST_WIDE_INT_PRINT_UNSIGNED
             " with the turns of loop %d\n",
             before->index, b->count, loop->num);
  b->count /= 2;
}

void
hwpgo_measure_steps (struct hwpgo_measuring *m)
{
  if (current_ir_type () != IR_GIMPLE || !loops_for_fn (m->fn))
    return;
  for (unsigned i = 1; i < number_of_loops (m->fn); i++)
    if (class loop *loop = get_loop (m->fn, i))
      judge_loop (m, loop);
}
