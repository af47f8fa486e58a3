/* Superblocks: loops whose usual way is a loop of its own.
   SPDX-License-Identifier: GPL-2.0-or-later

   W. W. Hwu et al., "The Superblock: An Effective Technique for VLIW and
   Superscalar Compilation", The Journal of Supercomputing 7, 1993.

   In

     for (i = 1; i < n; i++)
       if (p[i] == last)
         length++;
       else
         ...;

   long runs go through the first arm.  The end of the loop, which both arms
   share, gets a copy for the second.  So the first is a loop inside the loop
   for GCC, which sees two ways back of which the profile shows one to be
   usual, has an exit where there was a branch, and no merge; and it is
   unrolled.

   GCC's -ftracer makes such copies everywhere, and loses more than it gains:
   what has no merge any more is no conditional move any more.  Here a branch
   must be measured to go nearly always one way, in long runs.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* The end of the loop, for all copies together, in instructions.  */
#define MAX_COPIED 40

/* The end of LOOP: a block where ways through a turn merge, in TAIL[0], and
   those behind it, one after the other up to the latch; nothing if that is not
   so, or more.  */
static void
find_tail (class loop *loop, vec<basic_block> &tail)
{
  basic_block bb = loop->latch;
  while (bb != loop->header && single_pred_p (bb))
    {
      tail.safe_push (bb);
      bb = single_pred (bb);
    }
  tail.safe_push (bb);
  tail.reverse ();
  if (bb == loop->header)
    tail.truncate (0);

  /* Other ways out of it must leave the loop.  */
  for (unsigned i = 0; i < tail.length (); i++)
    {
      basic_block next = i + 1 < tail.length () ? tail[i + 1] : loop->header;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, tail[i]->succs)
        if ((e->flags & EDGE_COMPLEX)
            || (e->dest != next && flow_bb_inside_loop_p (loop, e->dest)))
          {
            tail.truncate (0);
            return;
          }
    }
}

/* The edge into JOIN, the beginning of LOOP's end, by which nearly all turns
   come, in long runs; NULL if there is none.  */
static edge
usual_way (class loop *loop, basic_block join)
{
  edge e, usual = NULL;
  edge_iterator ei;
  double all = 0, entered = 0;
  FOR_EACH_EDGE (e, ei, join->preds)
    {
      if ((e->flags & EDGE_COMPLEX) || !hwpgo_measured_p (e->count ()))
        return NULL;
      all += hwpgo_executions (e->count ());
      if (!usual || usual->count () < e->count ())
        usual = e;
    }
  double way = hwpgo_executions (usual->count ());
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (e->src != loop->latch)
      entered += hwpgo_executions (e->count ());
  return way >= HWPGO_SUPERBLOCK_RUN * (all - way + entered) ? usual : NULL;
}

/* Most additions to what a test compares, in a turn.  */
#define MAX_STEPS 8

/* The phi at LOOP's header that NAME is, but for constants added, on the way
   that comes into the end of LOOP by E; by all ways if E is NULL.  NULL if
   there is none.  *STEPPED is set where something was added.  */
static gphi *
phi_behind (class loop *loop, edge e, tree name, bool *stepped)
{
  for (unsigned i = 0; i < MAX_STEPS && TREE_CODE (name) == SSA_NAME; i++)
    {
      gimple *def = SSA_NAME_DEF_STMT (name);
      basic_block bb = gimple_bb (def);
      gphi *phi = dyn_cast<gphi *> (def);
      if (phi && bb == loop->header)
        return phi;
      if (phi && e && bb == e->dest)
        name = gimple_phi_arg_def (phi, e->dest_idx);
      else if (is_gimple_assign (def) && bb && flow_bb_inside_loop_p (loop, bb)
               && (gimple_assign_rhs_code (def) == PLUS_EXPR
                   || gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR)
               && TREE_CODE (gimple_assign_rhs2 (def)) == INTEGER_CST)
        {
          name = gimple_assign_rhs1 (def);
          *stepped = true;
        }
      else
        return NULL;
    }
  return NULL;
}

/* Does NAME change by a constant in each turn of LOOP that comes into its end
   by E; in each turn if E is NULL?  */
static bool
steps_p (class loop *loop, edge e, tree name)
{
  bool stepped = false;
  gphi *phi = phi_behind (loop, e, name, &stepped);
  stepped = false;
  return phi
         && phi
                == phi_behind (
                    loop, e,
                    PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)),
                    &stepped)
         && stepped;
}

/* Does BB end LOOP by a test of what changes by a constant in each turn that
   comes into its end by E; in each turn if E is NULL?  */
static bool
counts_p (class loop *loop, edge e, basic_block bb)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
  if (!cond)
    return false;
  tree lhs = gimple_cond_lhs (cond), rhs = gimple_cond_rhs (cond);
  if (hwpgo_invariant_p (loop, lhs))
    std::swap (lhs, rhs);
  return hwpgo_invariant_p (loop, rhs) && steps_p (loop, e, lhs);
}

/* Is there a way out of LOOP behind BB?  */
static bool
ends_p (class loop *loop, basic_block bb)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!flow_bb_inside_loop_p (loop, e->dest))
      return true;
  return false;
}

/* Does a test end LOOP, whose end is TAIL, on the way that E ends, by which
   RTL's unroller can count that way's turns, and none in all of its turns?  It
   looks for tests in all turns, and sees one in the superblock and none in
   LOOP.  Where LOOP has others inside, it does not look.  */
static bool
counted_p (class loop *loop, edge e, const vec<basic_block> &tail)
{
  bool counted = false;
  for (basic_block bb : tail)
    {
      if (!ends_p (loop, bb))
        continue;
      if (counts_p (loop, NULL, bb))
        return loop->inner;
      counted |= counts_p (loop, e, bb);
    }
  for (basic_block bb = e->src;;
       bb = get_immediate_dominator (CDI_DOMINATORS, bb))
    {
      if (ends_p (loop, bb))
        {
          if (!dominated_by_p (CDI_DOMINATORS, loop->latch, bb))
            counted = true;
          else if (counts_p (loop, NULL, bb))
            return loop->inner;
          else
            counted |= counts_p (loop, e, bb);
        }
      if (bb == loop->header)
        return counted;
    }
}

/* Most blocks of a loop that is searched for loads.  */
#define MAX_SEARCHED 16

/* Has a block with COUNT, of LOOP, hardly any of its turns?  */
static bool
rare_p (class loop *loop, profile_count count)
{
  return hwpgo_measured_p (count)
         && hwpgo_executions (count) * HWPGO_SUPERBLOCK_RUN
                <= hwpgo_executions (loop->header->count);
}

/* Do the stores and calls in some of BODY, the blocks of LOOP, the rare ones
   or all others, write to REF?  */
static bool
written_p (class loop *loop, const basic_block *body, bool rare, tree ref)
{
  for (unsigned i = 0; i < loop->num_nodes; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
         rare_p (loop, body[i]->count) == rare && !gsi_end_p (gsi);
         gsi_next (&gsi))
      if (gimple_vdef (gsi_stmt (gsi))
          && stmt_may_clobber_ref_p (gsi_stmt (gsi), ref))
        return true;
  return false;
}

/* Is something loaded in each turn of LOOP that rare ones alone write to?  The
   superblock, which has none of these, loads it once.  */
static bool
loads_once_p (class loop *loop)
{
  if (loop->num_nodes > MAX_SEARCHED)
    return false;
  basic_block *body = get_loop_body (loop);
  bool found = false;
  for (unsigned i = 0; i < loop->num_nodes && !found; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (body[i]);
         !rare_p (loop, body[i]->count) && !gsi_end_p (gsi) && !found;
         gsi_next (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!gimple_assign_load_p (stmt) || gimple_has_volatile_ops (stmt))
          continue;
        tree ref = gimple_assign_rhs1 (stmt);
        found = hwpgo_same_place_p (loop, ref)
                && written_p (loop, body, true, ref)
                && !written_p (loop, body, false, ref);
      }
  free (body);
  return found;
}

/* Instructions of TAIL, or -1 if it must not be copied.  */
static int
insns_of (const vec<basic_block> &tail)
{
  unsigned insns = 0;
  for (unsigned i = 0; i < tail.length (); i++)
    {
      if (!can_duplicate_block_p (tail[i]))
        return -1;
      insns += hwpgo_tail_insns (tail[i]);
    }
  return (int) insns;
}

/* Make a copy of TAIL for edge E, which goes into it.  */
static void
copy_tail (edge e, const vec<basic_block> &tail)
{
  for (unsigned i = 0; i < tail.length (); i++)
    {
      basic_block copy = hwpgo_tail_copy (e);
      if (i + 1 < tail.length ())
        e = find_edge (copy, tail[i + 1]);
    }
}

/* Do hardly any turns of LOOP come into a loop inside?  */
static bool
alone_p (class loop *loop)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    {
      edge e;
      edge_iterator ei;
      profile_count entries = profile_count::zero ();
      FOR_EACH_EDGE (e, ei, inner->header->preds)
        if (!flow_bb_inside_loop_p (inner, e->src))
          entries += e->count ();
      if (!rare_p (loop, entries))
        return false;
    }
  return true;
}

static bool
try_loop (class loop *loop)
{
  if (!loop->latch || !optimize_loop_for_speed_p (loop) || !alone_p (loop))
    return false;
  auto_vec<basic_block> tail;
  find_tail (loop, tail);
  if (tail.is_empty ())
    return false;
  edge usual = usual_way (loop, tail[0]);
  int insns = usual && (counted_p (loop, usual, tail) || loads_once_p (loop))
                  ? insns_of (tail)
                  : -1;
  unsigned others = EDGE_COUNT (tail[0]->preds) - 1;
  if (insns < 0 || (uint64_t) insns * others > MAX_COPIED)
    return false;

  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, find_loop_location (loop),
                     "the usual way of a loop made a loop of its own\n");
  auto_vec<edge> rare;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, tail[0]->preds)
    if (e != usual)
      rare.safe_push (e);
  for (unsigned i = 0; i < rare.length (); i++)
    copy_tail (rare[i], tail);
  return true;
}

bool
hwpgo_superblocks_gate (function *fn)
{
  return hwpgo_plugin.args.options && flag_unroll_loops && loops_for_fn (fn)
         && hwpgo_measured_p (ENTRY_BLOCK_PTR_FOR_FN (fn)->count);
}

unsigned int
hwpgo_superblocks_execute (function *fn)
{
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  calculate_dominance_info (CDI_DOMINATORS);
  initialize_original_copy_tables ();
  bool changed = false;
  for (unsigned i = 1; i < number_of_loops (fn); i++)
    {
      class loop *loop = get_loop (fn, i);
      changed |= loop && try_loop (loop);
    }
  free_original_copy_tables ();
  loop_optimizer_finalize ();
  if (!changed)
    return 0;
  free_dominance_info (CDI_DOMINATORS);
  loops_state_set (LOOPS_NEED_FIXUP);
  return TODO_cleanup_cfg | TODO_update_ssa;
}
