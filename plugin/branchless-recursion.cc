/* What selects add to the path from one call of a function to the next.
   SPDX-License-Identifier: GPL-2.0-or-later

     merge (a, b)
       {
         if (b->time < a->time)
           swap a and b;
         a->right = merge (a->right, b);
         if (a->left->distance < a->right->distance)
           swap a->left and a->right;
         a->distance = a->right->distance + 1;
         return a;
       }

   Calls that follow each other, one in each, are the turns of a loop.  What a
   parameter is, the next call has it from that; and what a call returns, with
   what it has stored there, the one that made it goes on with.  Both are paths
   that branches, guessed, do not wait on.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-way.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* Most calls of itself.  */
#define MAX_CALLS 8

/* PHIs looked at for what is returned.  */
#define MAX_RETURNED 16

/* A function calls itself so often, for each time that it is called, or it is
   no loop.  */
#define USUAL_SHARE 0.5

/* FROM in one call is what TO was in the one before, or after, it; or is what
   the other has stored.  */
struct passed
{
  tree from, to;
  bool stored;
};

struct recursion
{
  class loop *whole; /* that of all blocks.  */
  auto_vec<gcall *> calls;
  auto_vec<struct passed> passed;
  double share; /* calls for one of the function.  */
  double turns; /* calls that follow each other; 0: unknown.  */
};

/* Does a way lead from the end of FROM to one of CALLS?  */
static bool
leads_to_calls_p (basic_block from, const vec<gcall *> &calls)
{
  auto_sbitmap seen (last_basic_block_for_fn (cfun));
  auto_vec<basic_block> left;
  bitmap_clear (seen);
  left.safe_push (from);
  while (!left.is_empty ())
    {
      basic_block bb = left.pop ();
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
        {
          if (bitmap_bit_p (seen, e->dest->index))
            continue;
          bitmap_set_bit (seen, e->dest->index);
          for (gcall *call : calls)
            if (gimple_bb (call) == e->dest)
              return true;
          left.safe_push (e->dest);
        }
    }
  return false;
}

/* Add the calls of itself that the function makes to R; false if there are
   none, or two in one call, which would not wait for each other: a tree of
   calls has as many of them under way as there is room for.  */
static bool
find_calls (struct recursion *r)
{
  basic_block bb;
  double runs = 0;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi));
        if (!call || gimple_call_fndecl (call) != current_function_decl)
          continue;
        if (r->calls.length () == MAX_CALLS
            || (!r->calls.is_empty () && gimple_bb (r->calls.last ()) == bb))
          return false;
        runs += hwpgo_executions (bb->count);
        r->calls.safe_push (call);
      }
  double entries = hwpgo_executions (ENTRY_BLOCK_PTR_FOR_FN (cfun)->count);
  /* Before inlining there are no counts.  */
  if (r->calls.is_empty () || runs < entries * USUAL_SHARE)
    return false;
  for (gcall *call : r->calls)
    if (leads_to_calls_p (gimple_bb (call), r->calls))
      return false;
  r->share = entries > 0 ? MIN (runs / entries, 1) : 1;
  r->turns = r->share < 1 ? 1 / (1 - r->share) : 0;
  return true;
}

/* Add to VALUES what VALUE may be, with what PHIs and selects choose.  */
static void
chosen_values (tree value, vec<tree> *values)
{
  if (TREE_CODE (value) != SSA_NAME || values->contains (value)
      || values->length () >= MAX_RETURNED)
    return;
  values->safe_push (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
      chosen_values (gimple_phi_arg_def (phi, i), values);
  else if (is_gimple_assign (def) && gimple_assign_rhs_code (def) == COND_EXPR)
    {
      chosen_values (gimple_assign_rhs2 (def), values);
      chosen_values (gimple_assign_rhs3 (def), values);
    }
}

/* What the function may return.  */
static void
returned_values (vec<tree> *values)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    {
      greturn *last = safe_dyn_cast<greturn *> (last_nondebug_stmt (e->src));
      if (last && gimple_return_retval (last))
        chosen_values (gimple_return_retval (last), values);
    }
}

/* The pointer by which REF is accessed, and how far from it.  */
static tree
pointer_of (tree ref, poly_int64 *offset)
{
  tree base = get_addr_base_and_unit_offset (ref, offset);
  if (!base || TREE_CODE (base) != MEM_REF)
    return NULL_TREE;
  *offset += mem_ref_offset (base).force_shwi ();
  return TREE_OPERAND (base, 0);
}

/* Add to PASSED, of R, what a call stores where what it returns points to, and
   the one that made it loads from there.  */
static void
find_stored (struct recursion *r)
{
  auto_vec<gassign *> loads, stores;
  auto_vec<tree> returned, results;
  returned_values (&returned);
  for (gcall *call : r->calls)
    if (gimple_call_lhs (call)
        && TREE_CODE (gimple_call_lhs (call)) == SSA_NAME)
      results.safe_push (gimple_call_lhs (call));
  if (returned.is_empty () || results.is_empty ()
      || !hwpgo_loop_accesses (r->whole, &loads, &stores))
    return;
  for (gassign *load : loads)
    {
      poly_int64 from, to;
      tree pointer = pointer_of (gimple_assign_rhs1 (load), &from);
      if (!pointer || !results.contains (pointer))
        continue;
      for (gassign *store : stores)
        {
          tree place = pointer_of (gimple_assign_lhs (store), &to);
          if (place && returned.contains (place) && known_eq (from, to))
            r->passed.safe_push ({ gimple_assign_lhs (load),
                                   gimple_assign_rhs1 (store), true });
        }
    }
}

/* Add to PASSED what each call gets for the function's parameters, and what
   it returns.  */
static void
find_passed (struct recursion *r)
{
  auto_vec<tree> returned;
  unsigned n = 0;
  for (tree parm = DECL_ARGUMENTS (current_function_decl); parm;
       parm = DECL_CHAIN (parm), n++)
    {
      tree name = is_gimple_reg (parm) ? ssa_default_def (cfun, parm) : NULL;
      for (gcall *call : r->calls)
        if (name && n < gimple_call_num_args (call))
          r->passed.safe_push ({ name, gimple_call_arg (call, n), false });
    }
  returned_values (&returned);
  for (gcall *call : r->calls)
    if (gimple_call_lhs (call)
        && TREE_CODE (gimple_call_lhs (call)) == SSA_NAME)
      for (tree value : returned)
        r->passed.safe_push ({ gimple_call_lhs (call), value, false });
}

void
hwpgo_recursion_measure (hwpgo_conversion what, struct hwpgo_select_case *c)
{
  struct recursion r;
  r.whole = get_loop (cfun, 0);
  if (!r.whole || !find_calls (&r))
    return;
  find_passed (&r);
  find_stored (&r);
  hwpgo_way before = { 0, 0 }, after = { 0, 0 };
  for (const struct passed &p : r.passed)
    {
      hwpgo_walker guessed (r.whole, p.from, what, false);
      hwpgo_walker selected (r.whole, p.from, what, true);
      unsigned more = p.stored ? hwpgo_select_op_latency (HWPGO_OP_LOAD) : 0;
      hwpgo_way without = hwpgo_later (guessed.to (p.to), more);
      hwpgo_way with = hwpgo_later (selected.to (p.to), more);
      c->carried |= with.latency > without.latency;
      before = hwpgo_longer (before, without);
      after = hwpgo_longer (after, with);
    }
  /* The call itself is what it does.  */
  double insns = hwpgo_turn_insns (r.whole)
                 - r.share * hwpgo_plugin.select_params.call_insns;
  hwpgo_paths_note (before, after, insns, r.turns, c);
}
