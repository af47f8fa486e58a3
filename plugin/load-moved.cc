/* What was moved: measurements that are of other blocks than their own.
   SPDX-License-Identifier: GPL-2.0-or-later

   The profiled binary may have a statement where another block's code is:
   hoisted above the branch that decides over it, sunk below where its arms
   join, or merged with its like in another arm.  In the recording both are one
   straight run then, so that the place has the count of that other block.
   Taken for the block's own it makes a branch of which both arms seem to run
   each time, and inference has to guess whom to believe.

   So a measurement that equals that of a block above or below, which runs on
   other paths, too, is doubted; and given up where something contradicts it:

     1. the arms of one branch together have more than the branch;
     2. a call, which is neither moved nor lost, is in a block that runs as
        often as this one, and says otherwise;
     3. the arm is one that GCC makes a conditional move of, or sets to a
        constant above the branch, and then runs each time;
     4. most of the block's own statements do.

   Then the block's other statements count, or nothing does.  */

#include "plugin/gcc-headers.h"
#include "plugin/hints.h"
#include "plugin/load-measure.h"

/* Look so far up and down, and at so many different counts of arms: a switch
   may have thousands.  */
#define MAX_STEPS 32

struct moving
{
  struct hwpgo_measuring *m;
  function *fn;
  auto_vec<uint64_t> before; /* the blocks' measurements as they were.  */
  auto_vec<unsigned> first;  /* by block: of M->seen; not set without.  */
};

/* True if A and B run equally often, B being below A.  */
static bool
equivalent_p (basic_block a, basic_block b)
{
  return a->loop_father == b->loop_father
         && dominated_by_p (CDI_DOMINATORS, b, a)
         && dominated_by_p (CDI_POST_DOMINATORS, a, b);
}

/* True if COUNT, measured in BB, is that of a block in its chain of DIRECTION
   that runs on other paths, too; of one that runs without BRANCH, if that is not
   NULL.  */
static bool
found_p (const struct moving *mv, basic_block bb, uint64_t count,
         enum cdi_direction direction, basic_block branch)
{
  basic_block at = get_immediate_dominator (direction, bb);
  for (int i = 0; at && i < MAX_STEPS; i++)
    {
      bool same = direction == CDI_DOMINATORS ? equivalent_p (at, bb)
                                              : equivalent_p (bb, at);
      if (!same && at->index >= NUM_FIXED_BLOCKS
          && mv->m->blocks[at->index].known
          && hwpgo_counts_near_p (mv->before[at->index], count)
          && (!branch || !dominated_by_p (CDI_DOMINATORS, at, branch)))
        return true;
      at = get_immediate_dominator (direction, at);
    }
  return false;
}

static bool
moved_p (const struct moving *mv, basic_block bb, uint64_t count,
         basic_block branch = NULL)
{
  return count > 0
         && (found_p (mv, bb, count, CDI_DOMINATORS, branch)
             || found_p (mv, bb, count, CDI_POST_DOMINATORS, branch));
}

/* Doubt BB's measurement: the largest that was not moved is the better one;
   none is none.  */
static void
doubt (struct moving *mv, basic_block bb)
{
  struct hwpgo_flow_block *b = &mv->m->blocks[bb->index];
  uint64_t best = 0;
  const vec<struct hwpgo_seen> &seen = mv->m->seen;
  for (unsigned i = mv->first[bb->index];
       i < seen.length () && seen[i].block == bb->index; i++)
    if (seen[i].count > best && !moved_p (mv, bb, seen[i].count))
      best = seen[i].count;
  if (best == b->count)
    return;
  if (mv->m->dump)
    fprintf (dump_file,
             ";; block %d measured " HOST_WIDE_INT_PRINT_UNSIGNED
             " by what was moved, else " HOST_WIDE_INT_PRINT_UNSIGNED "\n",
             bb->index, b->count, best);
  b->count = best;
  b->known = best > 0;
}

/* --- 1: branches ---------------------------------------------------------*/

/* The measurement of the block that E is the only way into, 0 if there is
   none.  */
static uint64_t
arm_count (const struct moving *mv, edge e)
{
  const struct hwpgo_flow_block *b = &mv->m->blocks[e->dest->index];
  return single_pred_p (e->dest) && b->known ? b->count : 0;
}

/* The largest measurement under LIMIT of BB's arms that was moved; 0 if there
   is none.  */
static uint64_t
largest_moved (const struct moving *mv, basic_block bb, uint64_t limit)
{
  edge e;
  edge_iterator ei;
  uint64_t most = 0;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      uint64_t count = arm_count (mv, e);
      if (count > most && count < limit && moved_p (mv, e->dest, count))
        most = count;
    }
  return most;
}

/* Is BB the head of a loop that it may leave, and did it run as often as the rest of a
   turn?  That is a loop whose test stands at its end in the recording, and whose first
   one was known: BB ran once more for each entry.  Where copies are not told apart, a
   first test that was made is not seen, either.  */
static bool
first_test_known_p (const struct moving *mv, basic_block bb)
{
  class loop *loop = loops_for_fn (mv->fn) ? bb->loop_father : NULL;
  if (!hwpgo_copies_told_p () || !loop || loop->num == 0 || loop->header != bb
      || EDGE_COUNT (bb->succs) != 2)
    return false;
  bool leaves = !flow_bb_inside_loop_p (loop, EDGE_SUCC (bb, 0)->dest);
  edge on = EDGE_SUCC (bb, leaves);
  return leaves != !flow_bb_inside_loop_p (loop, EDGE_SUCC (bb, 1)->dest)
         && hwpgo_counts_near_p (arm_count (mv, on), mv->before[bb->index]);
}

/* If the arms of the branch at the end of BB together have more than it,
   doubt the largest of those of which it is the only way in, then the next,
   until they do not; equal ones together.  One that has more alone, and was not
   moved, or from where only the branch leads to, says that the branch has lost
   some of its own.  */
static void
judge_branch (struct moving *mv, basic_block bb)
{
  struct hwpgo_flow_block *b = &mv->m->blocks[bb->index];
  edge e;
  edge_iterator ei;
  if (EDGE_COUNT (bb->succs) < 2 || !b->known || b->count == 0)
    return;
  double limit = mv->before[bb->index] * (1 + HWPGO_EXCESS_PART);
  uint64_t below = UINT64_MAX, most = 1;
  for (int i = 0; most > 0 && i < MAX_STEPS; i++, below = most)
    {
      uint64_t sum = 0;
      FOR_EACH_EDGE (e, ei, bb->succs)
        {
          uint64_t count = arm_count (mv, e);
          sum = hwpgo_add (sum, count);
          if (count > limit && !moved_p (mv, e->dest, count, bb))
            return;
        }
      if (sum > limit && first_test_known_p (mv, bb))
        {
          b->known = false;
          return;
        }
      most = sum > limit ? largest_moved (mv, bb, below) : 0;
      if (most > 0)
        FOR_EACH_EDGE (e, ei, bb->succs)
          if (hwpgo_counts_near_p (arm_count (mv, e), most))
            doubt (mv, e->dest);
    }
}

bool
hwpgo_measured_by_moved (const struct hwpgo_measuring *m, edge e,
                         uint64_t count)
{
  const struct hwpgo_flow_block *from = &m->blocks[e->src->index];
  const struct hwpgo_flow_block *to = &m->blocks[e->dest->index];
  edge other;
  edge_iterator ei;
  uint64_t sum = count;
  bool moved = hwpgo_counts_near_p (count, from->count)
               || (to->known && hwpgo_counts_near_p (count, to->count));
  if (!from->known || !moved)
    return false;
  FOR_EACH_EDGE (other, ei, e->src->succs)
    if (other != e && single_pred_p (other->dest)
        && m->blocks[other->dest->index].known)
      sum = hwpgo_add (sum, m->blocks[other->dest->index].count);
  return sum > from->count * (1 + HWPGO_EXCESS_PART);
}

/* --- 2: calls ------------------------------------------------------------*/

/* COUNT is that of a call in BB: those that run as often above it and have
   been measured by what was moved have it, too.  */
static void
judge_call (struct moving *mv, basic_block bb, uint64_t count)
{
  basic_block at = bb;
  for (int i = 0; at && at->index >= NUM_FIXED_BLOCKS && i < MAX_STEPS;
       i++, at = get_immediate_dominator (CDI_DOMINATORS, at))
    {
      struct hwpgo_flow_block *b = &mv->m->blocks[at->index];
      uint64_t had = mv->before[at->index];
      if ((at != bb && !equivalent_p (at, bb)) || !b->known
          || had <= count * (1 + HWPGO_EXCESS_PART) || !moved_p (mv, at, had))
        continue;
      if (mv->m->dump)
        fprintf (dump_file,
                 ";; block %d measured " HOST_WIDE_INT_PRINT_UNSIGNED
                 " by what was moved, a call in block "
                 "%d " HOST_WIDE_INT_PRINT_UNSIGNED "\n",
                 at->index, had, bb->index, count);
      b->count = count;
    }
}

/* --- 3: conditional moves ------------------------------------------------*/

/* True if STMT stores where the block BEFORE stores, too, so that the branch
   can choose the value.  */
static bool
stored_anyway_p (const gimple *stmt, basic_block before)
{
  for (gimple_stmt_iterator gsi = gsi_last_bb (before); !gsi_end_p (gsi);
       gsi_prev (&gsi))
    {
      const gimple *other = gsi_stmt (gsi);
      if (gimple_assign_single_p (other) && gimple_store_p (other)
          && operand_equal_p (gimple_assign_lhs (other),
                              gimple_assign_lhs (stmt), 0))
        return true;
    }
  return false;
}

/* True if BB is the arm of a half diamond that stores a value and does nothing
   else.  What computes one is left alone here: whether it was a conditional
   move is asked where branches are converted (branchless-doubt.cc).  */
static bool
one_store_p (basic_block bb)
{
  int n = 0;
  if (!single_pred_p (bb) || !single_succ_p (bb)
      || EDGE_COUNT (single_pred (bb)->succs) != 2
      || !find_edge (single_pred (bb), single_succ (bb)))
    return false;
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_LABEL
          || gimple_code (stmt) == GIMPLE_PREDICT || gimple_clobber_p (stmt))
        continue;
      if (++n > 1 || !gimple_vdef (stmt) || !gimple_assign_single_p (stmt)
          || !stored_anyway_p (stmt, single_pred (bb)))
        return false;
    }
  return n == 1;
}

/* True if BB is an arm with nothing in it that gives the join a constant.  */
static bool
constant_arm_p (basic_block bb)
{
  if (!single_pred_p (bb) || !single_succ_p (bb)
      || EDGE_COUNT (single_pred (bb)->succs) != 2
      || last_nondebug_stmt (bb))
    return false;
  edge e = single_succ_edge (bb);
  for (gphi_iterator gpi = gsi_start_phis (e->dest); !gsi_end_p (gpi);
       gsi_next (&gpi))
    if (is_gimple_min_invariant (gimple_phi_arg_def (gpi.phi (), e->dest_idx)))
      return true;
  return false;
}

/* True if the branch at the end of BB was one in the profiled binary, and went
   either way.  */
static bool
mispredicted_p (const struct moving *mv, basic_block bb)
{
  const gimple *last = last_nondebug_stmt (bb);
  return last && gimple_code (last) == GIMPLE_COND
         && hwpgo_hint_for (mv->fn->decl, last, mv->m->load->mask).mispredicts
                > 0;
}

static void
judge_arm (struct moving *mv, basic_block bb)
{
  struct hwpgo_flow_block *b = &mv->m->blocks[bb->index];
  if (!b->known || b->count == 0)
    return;
  if (one_store_p (bb))
    {
      if (hwpgo_counts_near_p (b->count, mv->before[single_pred (bb)->index])
          && moved_p (mv, bb, b->count))
        doubt (mv, bb);
    }
  /* What a straight run has beside the branch has its very count, which is that
     of both ways.  */
  else if (constant_arm_p (bb)
           && b->count == mv->before[single_pred (bb)->index]
           && mispredicted_p (mv, single_pred (bb)))
    doubt (mv, bb);
}

/* --- 4: statements -------------------------------------------------------*/

/* Doubt BB's measurement if most of its statements, from number FIRST to END
   of those seen, have less and run only here.  */
static void
judge_majority (struct moving *mv, basic_block bb, unsigned first,
                unsigned end)
{
  const struct hwpgo_flow_block *b = &mv->m->blocks[bb->index];
  unsigned less = 0;
  for (unsigned i = first; i < end; i++)
    less += mv->m->seen[i].count > 0
            && mv->m->seen[i].count < b->count * (1 - HWPGO_EXCESS_PART);
  if (less * 2 > end - first && moved_p (mv, bb, b->count))
    doubt (mv, bb);
}

static void
judge_all_majorities (struct moving *mv)
{
  const vec<struct hwpgo_seen> &seen = mv->m->seen;
  for (unsigned first = 0, end; first < seen.length (); first = end)
    {
      for (end = first;
           end < seen.length () && seen[end].block == seen[first].block; end++)
        ;
      judge_majority (mv, BASIC_BLOCK_FOR_FN (mv->fn, seen[first].block),
                      first, end);
    }
}

void
hwpgo_measure_moved (struct hwpgo_measuring *m)
{
  basic_block bb;
  struct moving mv;
  bool insns = current_ir_type () != IR_GIMPLE;
  if (m->seen.is_empty () || (!insns && !loops_for_fn (m->fn)))
    return;
  mv.m = m;
  mv.fn = m->fn;
  bool had_dominators = dom_info_available_p (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  for (const struct hwpgo_flow_block &b : m->blocks)
    mv.before.safe_push (b.count);
  mv.first.safe_grow_cleared (m->blocks.length ());
  for (unsigned i = m->seen.length (); i-- > 0;)
    mv.first[m->seen[i].block] = i;
  judge_all_majorities (&mv);
  FOR_EACH_BB_FN (bb, m->fn)
    {
      judge_branch (&mv, bb);
      if (!insns)
        judge_arm (&mv, bb);
    }
  for (const struct hwpgo_seen &seen : m->seen)
    if (seen.call)
      judge_call (&mv, BASIC_BLOCK_FOR_FN (m->fn, seen.block), seen.count);
  free_dominance_info (CDI_POST_DOMINATORS);
  if (!had_dominators)
    free_dominance_info (CDI_DOMINATORS);
}
