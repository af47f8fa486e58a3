/* Arms that may leave.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (x[i] <= x[j])              c = x[i] <= x[j];
       {                            *out++ = c ? x[i] : x[j];
         *out++ = x[i++];           i_2 = i + 1, j_2 = j + 1;
         if (i == middle)     ->    leave = c ? i_2 == middle : j_2 == end;
           break;                   if (leave)
       }                              { if (c) break; else return; }
     else                           i = c ? i_2 : i;
       {                            j = c ? j : j_2;
         *out++ = x[j++];
         if (j == end)
           return;
       }

   The source often has it so, and jump threading makes it of a loop that ends
   when one of two lists is empty.  What leaves is tested for behind the join,
   by one branch for both arms, so that what is left is a hammock
   (branchless-shape.cc).  Behind its test an arm may only compute.

   With an arm that does nothing but leave it is

     if (a) if (b) f ();     ->     if (a & b) f ();

   which is mispredicted no more often than F is called.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-exits.h"
#include "plugin/carrier.h"
#include "plugin/plugin.h"
#include "runtime/profile/discriminator.h"

/* --- shape -----------------------------------------------------------------
 */

/* Follow the arm that begins with edge FIRST, and where it has a branch, its
   way number GO_ON (0 or 1; -1: the arm ends there).  False if it is longer
   than an arm may be.  */
static bool
follow (edge first, int go_on, struct hwpgo_arm *arm, edge *exit)
{
  *exit = NULL;
  arm->first = arm->last = first;
  arm->n_blocks = 0;
  for (;;)
    {
      basic_block bb = arm->last->dest;
      if (!single_pred_p (bb) || bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
        return true;
      bool branches = EDGE_COUNT (bb->succs) == 2 && !*exit && go_on >= 0
                      && safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
      if (!single_succ_p (bb) && !branches)
        return true;
      if (arm->n_blocks == HWPGO_ARM_MAX_BLOCKS)
        return false;
      arm->blocks[arm->n_blocks++] = bb;
      arm->last = EDGE_SUCC (bb, branches ? go_on : 0);
      if (branches)
        *exit = EDGE_SUCC (bb, !go_on);
    }
}

/* Are the exits of X, together, taken no more often than MOST for one
   execution of the branch?  Sets X's share of them.  */
static bool
seldom_p (struct hwpgo_exits *x, double most)
{
  profile_count executions = x->hammock.head->count;
  /* A probability of one count in another overflows where they are large.  */
  double away = 0;
  for (edge e : x->exits)
    if (e && !e->count ().initialized_p ())
      return false;
    else if (e)
      away += e->count ().to_gcov_type ();
  if (!executions.initialized_p () || executions.to_gcov_type () == 0)
    return false;
  x->away = away / executions.to_gcov_type ();
  /* Where there are two, what asks which one it is mispredicts as often as the
     branch.  */
  bool two = x->exits[0] && x->exits[1];
  if (two && !hwpgo_plugin.args.force_branchless)
    most = MIN (most, HWPGO_EXITS_RARE);
  return x->away <= most;
}

/* May the exits of X be taken behind its join?  */
static bool
exits_fit_p (struct hwpgo_exits *x, double most)
{
  const struct hwpgo_hammock *h = &x->hammock;
  for (edge e : x->exits)
    if (e
        && (hwpgo_edge_complex_p (e) || e->dest == h->join
            || e->dest == h->head))
      return false;
  for (const hwpgo_arm &arm : h->arms)
    {
      if (hwpgo_edge_complex_p (arm.first) || hwpgo_edge_complex_p (arm.last))
        return false;
      for (unsigned i = 0; i < arm.n_blocks; i++)
        {
          edge to;
          edge_iterator ei;
          FOR_EACH_EDGE (to, ei, arm.blocks[i]->succs)
            if (hwpgo_edge_complex_p (to))
              return false;
          for (edge e : x->exits)
            if (e && e->dest == arm.blocks[i])
              return false;
        }
    }
  return (x->exits[0] || x->exits[1]) && seldom_p (x, most);
}

bool
hwpgo_exits_match_ways (basic_block head, edge true_edge, edge false_edge,
                        double most, struct hwpgo_exits *x)
{
  struct hwpgo_hammock *h = &x->hammock;
  memset (x, 0, sizeof *x);
  h->head = head;
  h->cond = as_a<gcond *> (last_nondebug_stmt (head));
  h->leaves = true;
  for (int a = -1; a < 2; a++)
    for (int b = -1; b < 2; b++)
      {
        if (!follow (true_edge, a, &h->arms[0], &x->exits[0])
            || !follow (false_edge, b, &h->arms[1], &x->exits[1]))
          continue;
        h->join = h->arms[0].last->dest;
        /* It may be the head, as it gets a join of its own.  */
        if (h->join == h->arms[1].last->dest
            && h->join != EXIT_BLOCK_PTR_FOR_FN (cfun)
            && exits_fit_p (x, most))
          return true;
      }
  return false;
}

bool
hwpgo_exits_match (basic_block head, double most, struct hwpgo_exits *x)
{
  edge ways[2];
  extract_true_false_edges_from_block (head, &ways[0], &ways[1]);
  return hwpgo_exits_match_ways (head, ways[0], ways[1], most, x);
}

hwpgo_refusal
hwpgo_exits_check (const struct hwpgo_exits *x)
{
  const struct hwpgo_hammock *h = &x->hammock;
  struct hwpgo_effects e;
  hwpgo_refusal why = hwpgo_effects_match (h, &e);
  if (why != HWPGO_REFUSE_NONE)
    return why;
  for (unsigned arm = 0; arm < 2; arm++)
    {
      bool behind = false;
      for (unsigned i = 0; i < h->arms[arm].n_blocks; i++)
        {
          basic_block bb = h->arms[arm].blocks[i];
          for (unsigned k = 0; behind && k < e.n; k++)
            if (e.by_arm[k][arm] && gimple_bb (e.by_arm[k][arm]) == bb)
              return HWPGO_REFUSE_SHAPE;
          behind |= x->exits[arm] && x->exits[arm]->src == bb;
        }
    }
  return hwpgo_target_check (h->cond, boolean_type_node);
}

/* --- rewrite ---------------------------------------------------------------
 */

/* A way out of an arm that has been taken away.  */
struct way_out
{
  basic_block dest;
  auto_vec<tree> values; /* for the PHIs of DEST.  */
  tree taken;            /* if it would be.  */
  location_t test;       /* the place of its test.  */
  gimple *begin;         /* the marker of the statement with that, or NULL.  */
  profile_probability chance;
};

/* The last beginning of a statement in BB, or NULL.  */
static gimple *
last_marker (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_last_bb (bb); !gsi_end_p (gsi);
       gsi_prev (&gsi))
    if (gimple_debug_begin_stmt_p (gsi_stmt (gsi)))
      return gsi_stmt (gsi);
  return NULL;
}

/* Take the exit of arm number ARM of X away.  */
static void
take_exit (struct hwpgo_exits *x, unsigned arm, struct way_out *out)
{
  edge e = x->exits[arm];
  out->dest = NULL;
  out->taken = boolean_false_node;
  out->test = UNKNOWN_LOCATION;
  out->begin = NULL;
  out->chance = profile_probability::never ();
  if (!e)
    return;
  basic_block bb = e->src;
  gcond *test = as_a<gcond *> (last_nondebug_stmt (bb));
  gimple_stmt_iterator gsi = gsi_for_stmt (test);
  out->dest = e->dest;
  out->test = gimple_location (test);
  out->begin = last_marker (bb);
  out->chance = x->hammock.arms[arm].first->probability * e->probability;
  hwpgo_phi_values_save (e, &out->values);
  out->taken = hwpgo_insert_truth (test, e, &gsi);
  hwpgo_way_drop (e);
}

/* Give the arms of H a join of their own in front of JOIN, the one that they
   have, and return it.  */
static basic_block
own_join (struct hwpgo_hammock *h)
{
  basic_block bb = hwpgo_block_new (h->head, h->head->count);
  class loop *loop = h->join->loop_father;
  auto_vec<tree> values[2];
  for (unsigned i = 0; i < 2; i++)
    {
      edge e = h->arms[i].last;
      if (loop && loop->header == h->join && loop->latch == e->src)
        loop->latch = bb;
      hwpgo_phi_values_save (e, &values[i]);
      redirect_edge_and_branch (e, bb);
    }
  edge on = make_edge (bb, h->join, EDGE_FALSE_VALUE);
  unsigned i = 0;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi), i++)
    {
      tree a = values[0][i], b = values[1][i];
      if (a != b && !virtual_operand_p (a) && !operand_equal_p (a, b, 0))
        {
          tree name = copy_ssa_name (gimple_phi_result (psi.phi ()));
          gphi *phi = create_phi_node (name, bb);
          add_phi_arg (phi, a, find_edge (h->arms[0].last->src, bb),
                       UNKNOWN_LOCATION);
          add_phi_arg (phi, b, find_edge (h->arms[1].last->src, bb),
                       UNKNOWN_LOCATION);
          a = name;
        }
      add_phi_arg (psi.phi (), a, on, UNKNOWN_LOCATION);
    }
  return bb;
}

/* The place for both of two tests, one in each arm.  Copies of one test run as
   often together as it did; other tests have none.  */
static location_t
place_of_copies (location_t a, location_t b)
{
  unsigned number
      = hwpgo_location_discriminator (a) | hwpgo_location_discriminator (b);
  return hwpgo_location_same_place_p (a, b)
             ? hwpgo_location_with_discriminator (
                 a, number
                        & (hwpgo_discriminator_mask (HWPGO_ROUND_BASE)
                           | HWPGO_DISCRIMINATOR_BEGIN))
             : UNKNOWN_LOCATION;
}

/* Let the statement that the markers A and B begin, if they are copies of one,
   begin in front of the branch at the end of BB: its executions are counted
   there.  */
static void
begin_here (basic_block bb, gimple *a, gimple *b)
{
  location_t place
      = a && b ? place_of_copies (gimple_location (a), gimple_location (b))
               : UNKNOWN_LOCATION;
  if (place == UNKNOWN_LOCATION)
    return;
  gimple *marker = gimple_copy (a);
  gimple_set_location (marker, place);
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_before (&gsi, marker, GSI_SAME_STMT);
}

void
hwpgo_exits_behind (struct hwpgo_exits *x)
{
  struct hwpgo_hammock *h = &x->hammock;
  struct way_out out[2];
  mark_virtual_operands_for_renaming (cfun);
  for (unsigned i = 0; i < 2; i++)
    take_exit (x, i, &out[i]);
  basic_block join = own_join (h);
  profile_probability leaves = out[0].chance + out[1].chance;

  tree leave = make_ssa_name (boolean_type_node);
  gphi *phi = create_phi_node (leave, join);
  for (unsigned i = 0; i < 2; i++)
    add_phi_arg (phi, out[i].taken, find_edge (h->arms[i].last->src, join),
                 UNKNOWN_LOCATION);
  location_t place = place_of_copies (out[0].test, out[1].test);
  hwpgo_branch_append (join, NE_EXPR, leave, boolean_false_node, place);
  if (place != UNKNOWN_LOCATION)
    begin_here (join, out[0].begin, out[1].begin);
  single_succ_edge (join)->probability = leaves.invert ();

  edge to;
  if (!out[0].dest || !out[1].dest)
    {
      struct way_out *one = &out[!out[0].dest];
      to = hwpgo_edge_new (join, one->dest, EDGE_TRUE_VALUE, one->values);
    }
  else
    {
      basic_block which
          = hwpgo_block_new (join, join->count.apply_probability (leaves));
      to = make_edge (join, which, EDGE_TRUE_VALUE);
      hwpgo_branch_append (which, gimple_cond_code (h->cond),
                           unshare_expr (gimple_cond_lhs (h->cond)),
                           unshare_expr (gimple_cond_rhs (h->cond)),
                           UNKNOWN_LOCATION);
      for (unsigned i = 0; i < 2; i++)
        {
          /* Both may lead to one block.  */
          basic_block way = hwpgo_block_new (which, which->count);
          edge e = make_edge (which, way,
                              i == 0 ? EDGE_TRUE_VALUE : EDGE_FALSE_VALUE);
          profile_probability p = out[i].chance / leaves;
          e->probability = p;
          way->count = e->count ();
          hwpgo_edge_new (way, out[i].dest, EDGE_FALLTHRU, out[i].values)
              ->probability
              = profile_probability::always ();
        }
    }
  to->probability = leaves;
  loops_state_set (LOOPS_NEED_FIXUP);
}
