/* Loops in loops whose turns nobody can predict.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (p < end)                        v = shift = 0;
       {                                    while (p < end)
         v = shift = 0;                       {
         do                                     b = *p++;
           {                                    v |= (b & 127) << shift;
             b = *p++;               ->         shift += 7;
             v |= (b & 127) << shift;           last = b < 128;
             shift += 7;                        *(last ? o : &discarded) = v;
           }                                    o = last ? o + 1 : o;
         while (b >= 128);                      v = last ? 0 : v;
         *o++ = v;                              shift = last ? 0 : shift;
       }                                      }

   A. M. Ghuloum and A. L. Fisher, "Flattening and Parallelizing Irregular,
   Recurrent Loop Nests", PPoPP 1995, for machines with vectors.

   How often the loop inside turns is what the data say, and no select has
   that. But where it ends, a way leads through the loop around it back to
   where it begins.  What is on that way, and belongs to others as well (the
   test of the loop around), is copied for it; then both ways from the branch
   at the end of the loop inside meet at its head, and it is a branch like any
   other, but for ways out of its arms, which branchless-pieces.cc can take.
   What each of the two loops did in a turn is done always, so it pays where
   turns are few and there is not much around the loop.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-flatten.h"
#include "plugin/branchless-pieces.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/tails.h"

/* --- the ways --------------------------------------------------------------
 */

struct flat
{
  class loop *loop, *outer;
  struct hwpgo_hammock h;
  struct hwpgo_ways_out out;
  unsigned leaving; /* the arm that ends the loop inside.  */
};

/* May BB be a part of an arm of F?  */
static bool
part_p (const struct flat *f, unsigned arm, basic_block bb)
{
  class loop *own = arm == f->leaving ? f->outer : f->loop;
  if (bb == EXIT_BLOCK_PTR_FOR_FN (cfun) || bb->loop_father != own
      || bb == f->h.head || (arm != f->leaving && !single_pred_p (bb)))
    return false;
  for (const hwpgo_arm &a : f->h.arms)
    for (unsigned i = 0; i < a.n_blocks; i++)
      if (a.blocks[i] == bb)
        return false;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (hwpgo_edge_complex_p (e))
      return false;
  return single_succ_p (bb)
         || (EDGE_COUNT (bb->succs) == 2
             && safe_dyn_cast<gcond *> (last_nondebug_stmt (bb)));
}

/* Follow arm number ARM of F from edge FIRST the usual way to the head of the
   loop inside.  False if that is not where it leads.  */
static bool
follow (struct flat *f, unsigned arm, edge first)
{
  struct hwpgo_arm *a = &f->h.arms[arm];
  a->first = a->last = first;
  while (a->last->dest != f->loop->header)
    {
      basic_block bb = a->last->dest;
      if (a->n_blocks == HWPGO_ARM_MAX_BLOCKS || !part_p (f, arm, bb))
        return false;
      a->blocks[a->n_blocks++] = bb;
      a->last = EDGE_SUCC (bb, 0);
      if (single_succ_p (bb))
        continue;
      edge other = EDGE_SUCC (bb, 1);
      if (a->last->probability < other->probability)
        std::swap (a->last, other);
      if (f->out.n == HWPGO_MAX_WAYS_OUT || other->dest == f->loop->header)
        return false;
      f->out.arms[f->out.n] = arm;
      f->out.ways[f->out.n++] = other;
    }
  return true;
}

/* Are the ways out of F's arms, together, taken rarely, as branches that are
   predicted are?  */
static bool
seldom_p (const struct flat *f)
{
  double all = hwpgo_executions (f->h.head->count), away = 0;
  if (!hwpgo_measured_p (f->h.head->count))
    return hwpgo_plugin.args.force_branchless;
  for (unsigned i = 0; i < f->out.n; i++)
    away += hwpgo_executions (f->out.ways[i]->count ());
  return away <= HWPGO_EXITS_RARE * all;
}

/* Has the source asked for something to be done with LOOP?  */
static bool
asked_for_p (const class loop *loop)
{
  return loop->unroll || loop->safelen || loop->force_vectorize
         || loop->dont_vectorize || loop->simduid;
}

/* Fill F from the branch at the end of HEAD.  */
static bool
match (basic_block head, struct flat *f)
{
  memset (f, 0, sizeof *f);
  class loop *loop = f->loop = head->loop_father;
  if (!loop || !loop_outer (loop) || !loop_outer (loop_outer (loop))
      || loop->inner || asked_for_p (loop) || asked_for_p (loop_outer (loop)))
    return false;
  f->outer = loop_outer (loop);
  edge ways[2];
  extract_true_false_edges_from_block (head, &ways[0], &ways[1]);
  f->leaving = loop_exit_edge_p (loop, ways[1]);
  if (!loop_exit_edge_p (loop, ways[f->leaving])
      || loop_exit_edge_p (loop, ways[!f->leaving])
      || hwpgo_edge_complex_p (ways[0]) || hwpgo_edge_complex_p (ways[1]))
    return false;
  f->h.head = head;
  f->h.cond = as_a<gcond *> (last_nondebug_stmt (head));
  f->h.join = loop->header;
  f->h.apart = f->h.leaves = true;
  return follow (f, !f->leaving, ways[!f->leaving])
         && follow (f, f->leaving, ways[f->leaving]) && f->out.n > 0
         && seldom_p (f);
}

/* What goes either way in F's arms, and meets again, stands in the way:
   convert one such branch of whose odds nobody knows.  One that is measured is
   left: there is more to be chosen behind it than is worth while.  True if
   there was any; F is no longer valid then.  */
static bool
convert_inside (const struct flat *f)
{
  double most = HWPGO_EXITS_RARE * hwpgo_executions (f->h.head->count);
  for (unsigned i = 0; i < f->out.n; i++)
    if (hwpgo_executions (f->out.ways[i]->count ()) > most
        && hwpgo_branch_try_given (f->out.ways[i]->src))
      return true;
  return false;
}

/* May nothing that F's arms do ever be done always?  To copy them is for
   nothing then.  */
static bool
hopeless_p (const struct flat *f)
{
  unsigned insns = 0;
  for (const hwpgo_arm &a : f->h.arms)
    for (unsigned i = 0; i < a.n_blocks; i++)
      {
        insns += hwpgo_tail_insns (a.blocks[i]);
        if (!can_duplicate_block_p (a.blocks[i]))
          return true;
        for (gimple_stmt_iterator gsi = gsi_start_bb (a.blocks[i]);
             !gsi_end_p (gsi); gsi_next (&gsi))
          if ((is_gimple_call (gsi_stmt (gsi))
               && !hwpgo_call_harmless_p (gsi_stmt (gsi)))
              || gimple_has_volatile_ops (gsi_stmt (gsi))
              || (gimple_code (gsi_stmt (gsi)) == GIMPLE_ASM
                  && !hwpgo_statement_hides (gsi_stmt (gsi))))
            return true;
      }
  return insns > 4 * hwpgo_plugin.select_params.max_insns;
}

/* Nothing is known any more of how often LOOP turns.  */
static void
forget_turns (class loop *loop)
{
  free_numbers_of_iterations_estimates (loop);
  loop->any_upper_bound = false;
  loop->any_likely_upper_bound = false;
  loop->any_estimate = false;
  loop->nb_iterations = NULL_TREE;
}

/* Make one loop of those of which the branch at the end of HEAD, of O's hint,
   ends the one inside, if it pays; O tells then, and why not.  True if blocks
   have changed.  */
static bool
flatten (basic_block head, struct hwpgo_outcome *o)
{
  struct flat f;
  struct hwpgo_copied_way c;
  bool changed = false, found = match (head, &f);
  while (!found && f.out.n > 0 && convert_inside (&f))
    {
      changed = true;
      found = match (head, &f);
    }
  if (!found || hopeless_p (&f))
    return changed;
  hwpgo_way_copy (&f.h.arms[f.leaving], &f.out, &c);
  if (f.out.n > 0)
    o->why = hwpgo_judge_flat (&f.h, f.out.n, HWPGO_MIDDLE, o);
  if (o->why != HWPGO_REFUSE_NONE)
    {
      hwpgo_way_take_back (&c);
      return true;
    }
  forget_turns (head->loop_father);
  o->n_selects = hwpgo_pieces_convert (&f.h, &f.out);
  return true;
}

bool
hwpgo_branch_try_flatten (basic_block head)
{
  gcond *last = safe_dyn_cast<gcond *> (last_nondebug_stmt (head));
  if (!last || !hwpgo_leaves_loop_p (head)
      || !(optimize_bb_for_speed_p (head)
           || hwpgo_plugin.args.force_branchless))
    return false;
  struct hwpgo_outcome o = hwpgo_outcome_of (last);
  o.why = HWPGO_REFUSE_SHAPE;
  if (o.hint.verdict != HWPGO_UNPREDICTABLE)
    return false;
  bool changed = flatten (head, &o);
  /* That it leaves the loop has been told.  */
  if (o.why == HWPGO_REFUSE_SHAPE)
    return changed;
  if (o.why == HWPGO_REFUSE_NONE && o.hint.ratio > 0)
    hwpgo_remember (o.location, &o.hint, 1);
  hwpgo_outcome_remark (&o);
  hwpgo_outcome_report (&o);
  return changed;
}
