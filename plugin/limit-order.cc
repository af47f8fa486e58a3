/* Of many, the one that a loop waits for is compared last.
   SPDX-License-Identifier: GPL-2.0-or-later

     m = min (left + 1, diagonal);         m = min (diagonal, up + 1);
     here = min (m, up + 1);          ->   here = min (left + 1, m);
     left = here;                          left = here;

   A turn of the loop cannot begin to compare before LEFT is there, so all that
   does not depend on it comes first: dynamic programming has three cycles a
   turn in the place of five.  GCC sorts such operands by how deep each is
   computed, and only a sum by whether a loop carries it; the innermost pair of
   a nest is whatever was so before the value was carried in a register.

   The least of integers is the same in any order.  That of floating point is
   not, where there are NaNs or zeros of both signs, and is left alone.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-way.h"
#include "plugin/carried.h"
#include "plugin/plugin.h"

/* More operands than that are not looked at.  */
#define MAX_OPERANDS 16

/* When a value is there, in cycles from when the turn's first is; one that
   waits for nothing of the turn before is there at any time.  */
#define ALWAYS (-1e6)

static double
limit_latency ()
{
  return hwpgo_select_op_latency (HWPGO_OP_COMPARE)
         + hwpgo_select_op_latency (HWPGO_OP_SELECT);
}

struct operand
{
  tree value;
  double ready;
};

/* A nest of minima, or of maxima, of integers.  */
struct nest
{
  gassign *root;
  auto_vec<operand, MAX_OPERANDS> operands;
  auto_vec<gassign *, MAX_OPERANDS> inner; /* all but ROOT, which uses them. */
};

gassign *
hwpgo_integer_limit (gimple *stmt)
{
  gassign *assign = dyn_cast<gassign *> (stmt);
  if (!assign
      || (gimple_assign_rhs_code (assign) != MIN_EXPR
          && gimple_assign_rhs_code (assign) != MAX_EXPR)
      || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (assign))))
    return NULL;
  return assign;
}

/* The part of a nest like ROOT that VALUE, used there alone, is; or NULL.  */
static gassign *
part_of (tree value, gassign *root)
{
  if (TREE_CODE (value) != SSA_NAME || !has_single_use (value)
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
    return NULL;
  gassign *part = hwpgo_integer_limit (SSA_NAME_DEF_STMT (value));
  return part && gimple_bb (part) == gimple_bb (root)
                 && gimple_assign_rhs_code (part)
                        == gimple_assign_rhs_code (root)
             ? part
             : NULL;
}

/* Is ROOT no part of a larger nest itself?  */
static bool
outermost_p (gassign *root)
{
  use_operand_p use;
  gimple *user;
  tree lhs = gimple_assign_lhs (root);
  if (!single_imm_use (lhs, &use, &user) || !hwpgo_integer_limit (user))
    return true;
  return part_of (lhs, as_a<gassign *> (user)) != root;
}

/* Fill N from its root.  False if it has too many operands, or such as cannot
   be used later.  */
static bool
collect (struct nest *n)
{
  auto_vec<gassign *, MAX_OPERANDS> left;
  left.safe_push (n->root);
  while (!left.is_empty ())
    {
      gassign *stmt = left.pop ();
      if (hwpgo_has_abnormal_p (stmt))
        return false;
      if (stmt != n->root)
        n->inner.safe_push (stmt);
      for (unsigned i = 2; i > 0; i--)
        {
          tree value = gimple_op (stmt, i);
          if (gassign *part = part_of (value, n->root))
            left.safe_push (part);
          else
            n->operands.safe_push ({ value, ALWAYS });
        }
      if (n->operands.length () + left.length () > MAX_OPERANDS)
        return false;
    }
  return true;
}

/* Does what PHI, of LOOP's header, is in the next turn wait for ROOT?  */
static bool
waits_for_p (class loop *loop, gphi *phi, gassign *root)
{
  hwpgo_walker walk (loop, gimple_assign_lhs (root), { NULL, NULL, false },
                     false);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src)
        && walk.to (gimple_phi_arg_def (phi, i)).latency >= 0)
      return true;
  return false;
}

/* Fill in when the operands of N, in LOOP, are there.  False if no turn waits
   for N in the turn before.  */
static bool
find_ready (struct nest *n, class loop *loop)
{
  bool carried = false;
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree from = gimple_phi_result (psi.phi ());
      if (virtual_operand_p (from) || !waits_for_p (loop, psi.phi (), n->root))
        continue;
      hwpgo_walker walk (loop, from, { NULL, NULL, false }, false);
      for (operand &o : n->operands)
        {
          double ready = walk.to (o.value).latency;
          if (ready < 0)
            continue;
          o.ready = MAX (o.ready, ready);
          carried = true;
        }
    }
  return carried;
}

/* When VALUE, of N, is there.  */
static double
ready_at (const struct nest *n, tree value)
{
  for (const operand &o : n->operands)
    if (o.value == value)
      return o.ready;
  gimple *stmt = SSA_NAME_DEF_STMT (value);
  return MAX (ready_at (n, gimple_op (stmt, 1)),
              ready_at (n, gimple_op (stmt, 2)))
         + limit_latency ();
}

/* Take the operand of N that is there first, of several the first one.  */
static operand
take_first (struct nest *n)
{
  unsigned first = 0;
  for (unsigned i = 1; i < n->operands.length (); i++)
    if (n->operands[i].ready < n->operands[first].ready)
      first = i;
  operand o = n->operands[first];
  n->operands.ordered_remove (first);
  return o;
}

/* When the result of N is there, if the two that are first are compared first;
   of a copy.  */
static double
ready_at_best (const struct nest *n)
{
  struct nest copy;
  copy.root = n->root;
  for (const operand &o : n->operands)
    copy.operands.safe_push (o);
  double ready = ALWAYS;
  while (copy.operands.length () > 1)
    {
      operand a = take_first (&copy), b = take_first (&copy);
      ready = MAX (a.ready, b.ready) + limit_latency ();
      copy.operands.safe_push ({ NULL_TREE, ready });
    }
  return ready;
}

/* Compare the operands of N as they come.  */
static void
rewrite (struct nest *n)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (n->root);
  tree_code code = gimple_assign_rhs_code (n->root);
  while (n->operands.length () > 2)
    {
      operand a = take_first (n), b = take_first (n);
      tree name = make_ssa_name (TREE_TYPE (gimple_assign_lhs (n->root)));
      gassign *stmt = gimple_build_assign (name, code, a.value, b.value);
      gimple_set_location (stmt, gimple_location (n->root));
      gsi_insert_before (&gsi, stmt, GSI_SAME_STMT);
      n->operands.safe_push (
          { name, MAX (a.ready, b.ready) + limit_latency () });
    }
  gimple_assign_set_rhs1 (n->root, n->operands[0].value);
  gimple_assign_set_rhs2 (n->root, n->operands[1].value);
  update_stmt (n->root);
  /* Whatever is used by another part comes after that.  */
  for (gassign *part : n->inner)
    {
      gimple_stmt_iterator at = gsi_for_stmt (part);
      insert_debug_temps_for_defs (&at);
      gsi_remove (&at, true);
      release_defs (part);
    }
}

static void
try_limit (gassign *root, class loop *loop)
{
  struct nest n;
  n.root = root;
  if (!outermost_p (root) || !collect (&n) || n.operands.length () < 3
      || !find_ready (&n, loop))
    return;
  double now = ready_at (&n, gimple_assign_lhs (root));
  double then = ready_at_best (&n);
  if (then >= now)
    return;
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, root,
                     "%u operands of a limit in another order: there after %d"
                     " cycles of a turn, not %d\n",
                     n.operands.length (), (int) then, (int) now);
  rewrite (&n);
}

bool
hwpgo_limit_order_gate (function *fn)
{
  return hwpgo_branchless_gate (fn);
}

unsigned int
hwpgo_limit_order_execute (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      class loop *loop = bb->loop_father;
      if (!loop || !loop_outer (loop) || !loop->header
          || !optimize_bb_for_speed_p (bb))
        continue;
      auto_vec<gassign *> limits;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (gassign *limit = hwpgo_integer_limit (gsi_stmt (gsi)))
          limits.safe_push (limit);
      /* From the end, so that a nest is met by its root, and its parts are
         gone before they could be met.  */
      for (unsigned i = limits.length (); i-- > 0;)
        if (gimple_bb (limits[i]) == bb)
          try_limit (limits[i], loop);
    }
  return 0;
}
