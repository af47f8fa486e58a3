/* The order of a function's blocks, by its counts.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC grows traces along the likely ways and puts them one behind the other
   (bb-reorder.cc), which leaves more jumps than need be where no way is
   likely: it does not look at what a choice costs elsewhere.  With measured
   counts the search of block-order.c finds fewer.  It runs right behind GCC's,
   which has copied what is small and jumped to from afar, and of each
   section's blocks only those of the first are moved, so that there is still
   one change between sections.

   Fewer jumps are not all: what a predictor knows of a loop's turns is which
   branches were taken.  So some ways back fall through in no case (see_ends,
   see_kinds; doc/load.md has what that is worth).  */

#include "plugin/gcc-headers.h"
#include "plugin/block-order.h"
#include "plugin/hints.h"
#include "plugin/plugin.h"

/* Most edges from a branch back to it.  */
#define MAX_WAY 12

/* Turns are of two kinds if each is this part of them, at least.  */
#define LEAST_OF_KIND 0.3

/* The history of branches tells something of one that is mispredicted in no more than
   this part of the executions that go its less likely way.  */
#define MOST_MISSED 0.75

struct reordering
{
  function *fn;
  auto_vec<basic_block> blocks; /* of the first section, the first one and then by
                                   their indexes, which no count has a part in.  */
  auto_vec<uint32_t> layout;    /* the order that they have.  */
  auto_vec<int> numbers;        /* by basic_block's index: in BLOCKS; -1.  */
  auto_vec<int> ends;           /* by basic_block's index: that of the block to
                                   which it ends most runs of a loop; -1.  */
  auto_vec<int> turns;          /* the same where it goes on to the next turn of a
                                   loop with turns of two kinds; -1.  */
  auto_vec<struct hwpgo_order_block> sizes;
  auto_vec<struct hwpgo_order_jump> jumps;
};

static uint64_t
times (profile_count count)
{
  return count.initialized_p () ? MAX (count.to_gcov_type (), 0) : 0;
}

/* Does E leave the loop that E->src is directly in, an innermost one?  */
static bool
leaves_innermost_p (edge e)
{
  class loop *loop = e->src->loop_father;
  return loop_outer (loop) && !loop->inner && loop_exit_edge_p (loop, e);
}

/* Note what ends most runs of a loop that other tests end, too, while loops are
   known.  */
static void
see_ends (struct reordering *r)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  auto_vec<uint64_t> all; /* by loop: how often it ends, */
  auto_vec<int> tests;    /* and by how many of them.  */
  loop_optimizer_init (AVOID_CFG_MODIFICATIONS);
  all.safe_grow_cleared (number_of_loops (r->fn));
  tests.safe_grow_cleared (number_of_loops (r->fn));
  FOR_EACH_BB_FN (bb, r->fn)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (leaves_innermost_p (e))
        {
          all[bb->loop_father->num] += times (e->count ());
          tests[bb->loop_father->num]++;
        }
  FOR_EACH_BB_FN (bb, r->fn)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (leaves_innermost_p (e) && tests[bb->loop_father->num] > 1
          && times (e->count ()) > all[bb->loop_father->num] / 2)
        r->ends[bb->index] = e->dest->index;
  loop_optimizer_finalize ();
}

/* Set WAY to the edges by which FIRST usually comes back to where it begins, and *N to
   how many they are.  */
static bool
find_way_back (edge first, edge way[MAX_WAY], unsigned *n)
{
  way[0] = first;
  for (*n = 1; way[*n - 1]->dest != first->src; ++*n)
    {
      edge e, most = NULL;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, way[*n - 1]->dest->succs)
        if (!most || times (e->count ()) > times (most->count ()))
          most = e;
      if (*n == MAX_WAY || !most || most->flags & EDGE_COMPLEX)
        return false;
      way[*n] = most;
    }
  return true;
}

/* The branch by which WAY, of N edges, comes to MEET; NULL if that is the one with which
   WAY begins.  */
static edge
branch_to (edge *way, unsigned n, basic_block meet)
{
  unsigned i = 0;
  while (i < n && way[i]->dest != meet)
    i++;
  while (i > 0 && i < n && single_succ_p (way[i]->src))
    i--;
  return i > 0 && i < n ? way[i] : NULL;
}

/* The first block on WAYS, of N edges each, that is on both.  */
static basic_block
first_meeting (edge ways[2][MAX_WAY], const unsigned n[2])
{
  for (unsigned i = 0; i < n[0]; i++)
    for (unsigned k = 0; k < n[1]; k++)
      if (ways[0][i]->dest == ways[1][k]->dest)
        return ways[0][i]->dest;
  return NULL;
}

/* Is the branch of BB one that a predictor guesses by history, and sometimes fails?  */
static bool
guessed_p (const struct reordering *r, basic_block bb)
{
  struct hwpgo_hint hint
      = hwpgo_hint_at (r->fn->decl, INSN_LOCATION (BB_END (bb)));
  uint64_t less = MIN (times (EDGE_SUCC (bb, 0)->count ()),
                       times (EDGE_SUCC (bb, 1)->count ()));
  return hint.verdict == HWPGO_UNPREDICTABLE
         && hint.ratio * times (bb->count) <= less * MOST_MISSED;
}

/* If BB ends in a branch behind which a turn of a loop is of either kind, each with a
   branch back of its own, note these.  */
static void
see_kinds (struct reordering *r, basic_block bb)
{
  edge ways[2][MAX_WAY], turns[2];
  unsigned n[2];
  if (EDGE_COUNT (bb->succs) != 2 || !any_condjump_p (BB_END (bb)))
    return;
  for (int i = 0; i < 2; i++)
    if (times (EDGE_SUCC (bb, i)->count ()) < times (bb->count) * LEAST_OF_KIND
        || !find_way_back (EDGE_SUCC (bb, i), ways[i], &n[i]))
      return;
  basic_block meet = first_meeting (ways, n);
  for (int i = 0; i < 2; i++)
    if (!(turns[i] = branch_to (ways[i], n[i], meet)))
      return;
  if (guessed_p (r, bb))
    for (int i = 0; i < 2; i++)
      r->turns[turns[i]->src->index] = turns[i]->dest->index;
}

/* Is E the one that NOTED, by its source's index, has?  */
static bool
noted_p (const vec<int> &noted, edge e)
{
  return (unsigned) e->src->index < noted.length ()
         && noted[e->src->index] == e->dest->index;
}

static void
add_jump (struct reordering *r, edge e)
{
  if (e->dest->index < NUM_FIXED_BLOCKS || e->dest == e->src
      || r->numbers[e->dest->index] < 0)
    return;
  bool falls = (e->flags & (EDGE_COMPLEX | EDGE_CROSSING)) == 0
               && (e->flags & EDGE_FALLTHRU || any_condjump_p (BB_END (e->src))
                   || simplejump_p (BB_END (e->src)));
  struct hwpgo_order_jump jump;
  jump.from = r->numbers[e->src->index];
  jump.to = r->numbers[e->dest->index];
  jump.count = times (e->count ());
  jump.kind = !falls                   ? HWPGO_JUMP_INDIRECT
              : single_succ_p (e->src) ? HWPGO_JUMP_ALONE
              : noted_p (r->turns, e)  ? HWPGO_JUMP_TURN
              : noted_p (r->ends, e)   ? HWPGO_JUMP_ENDING
                                       : HWPGO_JUMP_CONDITIONAL;
  r->jumps.safe_push (jump);
}

/* Give BB the next number.  */
static void
add_block (struct reordering *r, basic_block bb)
{
  struct hwpgo_order_block block = { 0, times (bb->count) };
  rtx_insn *insn;
  /* A jump alone is not there if the target is next.  */
  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn) && !simplejump_p (insn))
      block.size += MAX (get_attr_min_length (insn), 0);
  r->numbers[bb->index] = r->blocks.length ();
  r->blocks.safe_push (bb);
  r->sizes.safe_push (block);
}

/* See the blocks of the section in which the function begins.  */
static void
see (struct reordering *r)
{
  basic_block bb, first = ENTRY_BLOCK_PTR_FOR_FN (r->fn)->next_bb;
  edge e;
  edge_iterator ei;
  for (int i = 0; i < last_basic_block_for_fn (r->fn); i++)
    r->numbers.safe_push (-1);
  add_block (r, first);
  for (int i = NUM_FIXED_BLOCKS; i < last_basic_block_for_fn (r->fn); i++)
    {
      bb = BASIC_BLOCK_FOR_FN (r->fn, i);
      if (bb && bb != first && BB_PARTITION (bb) == BB_PARTITION (first))
        add_block (r, bb);
    }
  FOR_EACH_BB_FN (bb, r->fn)
    if (r->numbers[bb->index] >= 0)
      r->layout.safe_push (r->numbers[bb->index]);
  for (unsigned i = 0; i < r->blocks.length (); i++)
    FOR_EACH_EDGE (e, ei, r->blocks[i]->succs)
      add_jump (r, e);
}

static void
tell (const struct reordering *r, double before, double after)
{
  double all = 0;
  for (unsigned i = 0; i < r->jumps.length (); i++)
    all += r->jumps[i].count;
  if (dump_enabled_p () && all > 0)
    dump_printf_loc (MSG_NOTE,
                     dump_user_location_t::from_function_decl (r->fn->decl),
                     "blocks reordered: worth %d instead of %d of 100 jumps"
                     " that fall through\n",
                     (int) (after / all * 100), (int) (before / all * 100));
}

/* Put the blocks of R in ORDER, the others behind them as they are.  */
static void
relink (const struct reordering *r, const uint32_t *order)
{
  basic_block bb, last = NULL;
  auto_vec<basic_block> all;
  for (unsigned i = 0; i < r->blocks.length (); i++)
    all.safe_push (r->blocks[order[i]]);
  FOR_EACH_BB_FN (bb, r->fn)
    if (r->numbers[bb->index] < 0)
      all.safe_push (bb);
  for (unsigned i = 0; i < all.length (); i++)
    {
      if (last)
        last->aux = all[i];
      last = all[i];
    }
  last->aux = NULL;
}

static void
reorder (struct reordering *r)
{
  basic_block bb;
  see (r);
  struct hwpgo_order_graph g
      = { r->sizes.address (), r->jumps.address (), r->layout.address (),
          r->blocks.length (), r->jumps.length () };
  auto_vec<uint32_t> order;
  order.safe_grow (g.n_blocks);
  double before = hwpgo_order_value (&g, NULL);
  bool found = hwpgo_order_blocks (&g, order.address ());
  double after = found ? hwpgo_order_value (&g, order.address ()) : 0;
  /* What is worth as much is moved, too, so that it is where it is with another
     profile.  */
  if (found && after >= before
      && memcmp (order.address (), r->layout.address (),
                 g.n_blocks * sizeof order[0])
             != 0)
    {
      tell (r, before, after);
      relink (r, order.address ());
    }
  else
    FOR_EACH_BB_FN (bb, r->fn)
      bb->aux = bb->next_bb == EXIT_BLOCK_PTR_FOR_FN (r->fn) ? NULL : bb->next_bb;
}

/* True if control falls off the end of FN's last block, which then has to stay
   the last one.  */
static bool
falls_off_p (function *fn)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (fn)->preds)
    if (e->flags & EDGE_FALLTHRU)
      return true;
  return false;
}

bool
hwpgo_reorder_gate (function *fn)
{
  profile_count entry = ENTRY_BLOCK_PTR_FOR_FN (fn)->count;
  return hwpgo_plugin.args.reorder && optimize > 0 && flag_reorder_blocks
         && flag_reorder_blocks_algorithm == REORDER_BLOCKS_ALGORITHM_STC
         && !targetm.cannot_modify_jumps_p () && entry.initialized_p ()
         && entry.quality () == AFDO && entry.nonzero_p ()
         && optimize_function_for_speed_p (fn)
         && n_basic_blocks_for_fn (fn) > NUM_FIXED_BLOCKS + 2
         && !falls_off_p (fn);
}

unsigned int
hwpgo_reorder_execute (function *fn)
{
  basic_block bb;
  struct reordering r;
  r.fn = fn;
  for (int i = 0; i < last_basic_block_for_fn (fn); i++)
    {
      r.ends.safe_push (-1);
      r.turns.safe_push (-1);
    }
  see_ends (&r);
  FOR_EACH_BB_FN (bb, fn)
    see_kinds (&r, bb);
  /* Once blocks are ordered and there are two sections, the compiler refuses
     to enter this mode, where redirecting an edge could leave a block in the
     wrong one.  Here none is redirected.  */
  crtl->bb_reorder_complete = false;
  cfg_layout_initialize (CLEANUP_NO_PARTITIONING);
  reorder (&r);
  crtl->bb_reorder_complete = true;
  cfg_layout_finalize ();
  FOR_EACH_BB_FN (bb, fn)
    df_recompute_luids (bb);
  return 0;
}
