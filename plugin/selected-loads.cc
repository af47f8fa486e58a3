/* What is loaded from a selected place is selected of what was loaded.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (j = i + 1; j < n; j++)             least = a[m];
       if (a[j] < a[m])                      for (j = i + 1; j < n; j++)
         m = j;                        ->      x = a[j],
                                               m = x < least ? j : m,
                                               least = x < least ? x : least;

   As long as M is set behind a branch, GCC sees that A[M] is one of two values
   that it has, and does not load it again.  When M is selected, the next turn,
   or the next of several comparisons in a row, loads from a place that is
   known only then: five cycles more on the way from one turn to the next.  A
   heap with four children took 1.5 times the time of plain -O2, which makes
   conditional moves of both when the value is known.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"
#include "plugin/carried.h"
#include "plugin/plugin.h"

/* Operations from a place to its index, and selects in selects.  */
#define MAX_DEPTH 6
#define MAX_SELECTS 3

/* Loads of the same state of memory that are looked at.  */
#define MAX_LOADS 64

/* LOAD takes its value from a place that depends on PLACE: a select, or, in
   LOOP, what the turn before has selected.  */
struct selected_load
{
  gassign *load;
  tree place;
  class loop *loop; /* or NULL.  */
};

/* The select that computes VALUE; NULL if there is none.  */
static gassign *
select_of (tree value)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  return def && gimple_assign_rhs_code (def) == COND_EXPR ? def : NULL;
}

/* An operation on values alone that computes VALUE; NULL if there is none.  */
static gassign *
operation_of (tree value)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  return def && !gimple_vuse (def) && !gimple_could_trap_p (def)
                 && (gimple_assign_rhs_class (def) == GIMPLE_UNARY_RHS
                     || gimple_assign_rhs_class (def) == GIMPLE_BINARY_RHS)
             ? def
             : NULL;
}

/* Does NAME have one value all through S's loop?  */
static bool
invariant_p (const struct selected_load *s, tree name)
{
  basic_block bb = gimple_bb (SSA_NAME_DEF_STMT (name));
  return !bb || !flow_bb_inside_loop_p (s->loop, bb);
}

/* Is B what A is if S's place is VALUE?  Sets *USED if A depends on the place.
 */
static bool
same_but (const struct selected_load *s, tree a, tree b, tree value,
          unsigned depth, bool *used)
{
  if (!a || !b || depth > MAX_DEPTH)
    return !a && !b;
  if (a == s->place && operand_equal_p (b, value, 0))
    {
      *used = true;
      return true;
    }
  if (TREE_CODE (a) != TREE_CODE (b))
    return false;
  if (TREE_CODE (a) == SSA_NAME)
    {
      if (a == b && (!s->loop || invariant_p (s, a)))
        return true;
      gassign *x = operation_of (a), *y = operation_of (b);
      if (!x || !y || gimple_assign_rhs_code (x) != gimple_assign_rhs_code (y)
          || gimple_num_ops (x) != gimple_num_ops (y)
          || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)))
        return false;
      for (unsigned i = 1; i < gimple_num_ops (x); i++)
        if (!same_but (s, gimple_op (x, i), gimple_op (y, i), value, depth + 1,
                       used))
          return false;
      return true;
    }
  if (!EXPR_P (a))
    return a == b || operand_equal_p (a, b, 0);
  if (TREE_OPERAND_LENGTH (a) != TREE_OPERAND_LENGTH (b)
      || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)))
    return false;
  for (int i = 0; i < TREE_OPERAND_LENGTH (a); i++)
    if (!same_but (s, TREE_OPERAND (a, i), TREE_OPERAND (b, i), value,
                   depth + 1, used))
      return false;
  return true;
}

/* Does STMT run before AT, or before the end of each turn of S's loop, if AT
   is NULL?  */
static bool
before_p (const struct selected_load *s, gimple *stmt, gimple *at)
{
  return at ? hwpgo_runs_before_p (stmt, at)
            : dominated_by_p (CDI_DOMINATORS, s->loop->latch,
                              gimple_bb (stmt));
}

/* What S would load if its place were VALUE, which another load has brought
   before AT; NULL_TREE if none has.  */
static tree
loaded (const struct selected_load *s, tree value, gimple *at)
{
  imm_use_iterator iter;
  use_operand_p use;
  unsigned n = 0;
  FOR_EACH_IMM_USE_FAST (use, iter, gimple_vuse (s->load))
  {
    if (++n > MAX_LOADS)
      break;
    gassign *other = dyn_cast<gassign *> (USE_STMT (use));
    bool used = false;
    if (other && other != s->load && gimple_assign_load_p (other)
        && TREE_CODE (gimple_assign_lhs (other)) == SSA_NAME
        && !hwpgo_has_abnormal_p (other) && !gimple_has_volatile_ops (other)
        && types_compatible_p (TREE_TYPE (gimple_assign_lhs (other)),
                               TREE_TYPE (gimple_assign_lhs (s->load)))
        && same_but (s, gimple_assign_rhs1 (s->load),
                     gimple_assign_rhs1 (other), value, 0, &used)
        && used && before_p (s, other, at))
      return gimple_assign_lhs (other);
  }
  return NULL_TREE;
}

/* Is a select by SELECT's condition of A and B cheap?  In floating point it is
   where it is the lesser or larger of them.  */
static bool
cheap_p (gassign *select, tree a, tree b)
{
  tree type = TREE_TYPE (a);
  if (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
    return TREE_INT_CST_LOW (TYPE_SIZE (type)) <= BITS_PER_WORD;
  tree test = hwpgo_select_condition (select);
  if (!SCALAR_FLOAT_TYPE_P (type) || !test
      || (TREE_CODE (test) != LT_EXPR && TREE_CODE (test) != GT_EXPR))
    return false;
  tree x = TREE_OPERAND (test, 0), y = TREE_OPERAND (test, 1);
  return (x == a && y == b) || (x == b && y == a);
}

/* What S would load if its place were VALUE, before AT, by selects like those
   that VALUE is by.  NULL_TREE if that is not known.  Unless BUILD, what has
   yet to be selected is void_node.  */
static tree
value_at (const struct selected_load *s, tree value, gimple *at,
          unsigned depth, bool build)
{
  if (s->loop && value == s->place)
    return before_p (s, s->load, at) ? gimple_assign_lhs (s->load) : NULL_TREE;
  if (tree name = loaded (s, value, at))
    return name;
  gassign *select = select_of (value);
  if (!select || depth == MAX_SELECTS || hwpgo_has_abnormal_p (select)
      || (s->loop && !flow_bb_inside_loop_p (s->loop, gimple_bb (select))))
    return NULL_TREE;
  tree a = value_at (s, gimple_assign_rhs2 (select), select, depth + 1, build);
  tree b
      = a ? value_at (s, gimple_assign_rhs3 (select), select, depth + 1, build)
          : NULL_TREE;
  if (!b || !before_p (s, select, at))
    return NULL_TREE;
  if (!build)
    return cheap_p (select, a == void_node ? gimple_assign_lhs (s->load) : a,
                    b)
               ? void_node
               : NULL_TREE;
  tree name = make_ssa_name (TREE_TYPE (gimple_assign_lhs (s->load)));
  gassign *stmt = gimple_build_assign (
      name, COND_EXPR, unshare_expr (gimple_assign_rhs1 (select)), a, b);
  gimple_set_location (stmt, gimple_location (select));
  gimple_stmt_iterator gsi = gsi_for_stmt (select);
  gsi_insert_after (&gsi, stmt, GSI_NEW_STMT);
  return name;
}

/* Can X be computed in front of S's loop?  */
static bool
copyable_p (const struct selected_load *s, tree x, unsigned depth)
{
  if (!x || x == s->place)
    return true;
  if (depth > MAX_DEPTH)
    return false;
  if (TREE_CODE (x) == SSA_NAME)
    {
      gassign *def = operation_of (x);
      if (invariant_p (s, x))
        return true;
      for (unsigned i = 1; def && i < gimple_num_ops (def); i++)
        if (!copyable_p (s, gimple_op (def, i), depth + 1))
          return false;
      return def;
    }
  for (int i = 0; EXPR_P (x) && i < TREE_OPERAND_LENGTH (x); i++)
    if (!copyable_p (s, TREE_OPERAND (x, i), depth + 1))
      return false;
  return true;
}

/* X where S's place is VALUE, what it takes going to *SEQ.  */
static tree
copy_for (const struct selected_load *s, tree x, tree value, gimple_seq *seq)
{
  if (!x || x == s->place)
    return x ? value : NULL_TREE;
  if (TREE_CODE (x) == SSA_NAME)
    {
      if (invariant_p (s, x))
        return x;
      gassign *def = operation_of (x);
      gassign *copy = as_a<gassign *> (gimple_copy (def));
      for (unsigned i = 1; i < gimple_num_ops (def); i++)
        gimple_set_op (copy, i, copy_for (s, gimple_op (def, i), value, seq));
      tree name = make_ssa_name (TREE_TYPE (x));
      gimple_assign_set_lhs (copy, name);
      gimple_seq_add_stmt (seq, copy);
      return name;
    }
  if (!EXPR_P (x))
    return x;
  tree copy = copy_node (x);
  for (int i = 0; i < TREE_OPERAND_LENGTH (x); i++)
    TREE_OPERAND (copy, i) = copy_for (s, TREE_OPERAND (x, i), value, seq);
  return copy;
}

/* Let the load of S be of VALUE.  */
static void
replace (const struct selected_load *s, tree value)
{
  if (dump_enabled_p ())
    dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, s->load,
                     "loaded from a selected place: selected of what was"
                     " loaded\n");
  gimple_stmt_iterator gsi = gsi_for_stmt (s->load);
  gimple_assign_set_rhs_from_tree (&gsi, value);
  update_stmt (gsi_stmt (gsi));
}

/* Carry the value of S, whose place PHI carries from turn to turn.  */
static bool
carry (const struct selected_load *s, gphi *phi)
{
  edge enters = loop_preheader_edge (s->loop);
  edge latch = loop_latch_edge (s->loop);
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, latch);
  gassign *select = select_of (next);
  basic_block memory = gimple_bb (SSA_NAME_DEF_STMT (gimple_vuse (s->load)));
  if (!select || !flow_bb_inside_loop_p (s->loop, gimple_bb (select))
      || (memory && flow_bb_inside_loop_p (s->loop, memory))
      || !hwpgo_plain_loop_p (s->loop)
      || !hwpgo_first_turn_loads_p (s->loop, s->load))
    return false;
  if (!copyable_p (s, gimple_assign_rhs1 (s->load), 0)
      || !value_at (s, next, NULL, 0, false))
    return false;
  tree value = value_at (s, next, NULL, 0, true);
  gimple_seq seq = NULL;
  tree ref = copy_for (s, gimple_assign_rhs1 (s->load),
                       PHI_ARG_DEF_FROM_EDGE (phi, enters), &seq);
  tree first = make_ssa_name (TREE_TYPE (gimple_assign_lhs (s->load)));
  gassign *before = gimple_build_assign (first, ref);
  gimple_set_location (before, gimple_location (s->load));
  gimple_set_vuse (before, gimple_vuse (s->load));
  gimple_seq_add_stmt (&seq, before);
  gsi_insert_seq_on_edge_immediate (enters, seq);
  gphi *values
      = create_phi_node (make_ssa_name (TREE_TYPE (first)), s->loop->header);
  add_phi_arg (values, first, loop_preheader_edge (s->loop), UNKNOWN_LOCATION);
  add_phi_arg (values, value, loop_latch_edge (s->loop), UNKNOWN_LOCATION);
  replace (s, gimple_phi_result (values));
  return true;
}

/* Try all that the place X of LOAD depends on.  */
static bool
try_places (gassign *load, tree x, unsigned depth)
{
  if (!x || depth > MAX_DEPTH)
    return false;
  if (EXPR_P (x))
    {
      for (int i = 0; i < TREE_OPERAND_LENGTH (x); i++)
        if (try_places (load, TREE_OPERAND (x, i), depth + 1))
          return true;
      return false;
    }
  if (TREE_CODE (x) != SSA_NAME || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (x))
    return false;
  if (select_of (x))
    {
      struct selected_load s = { load, x, NULL };
      if (!value_at (&s, x, load, 0, false))
        return false;
      replace (&s, value_at (&s, x, load, 0, true));
      return true;
    }
  class loop *loop = gimple_bb (load)->loop_father;
  gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (x));
  if (phi)
    {
      struct selected_load s = { load, x, loop };
      return loop_outer (loop) && !loop->inner
             && loops_state_satisfies_p (LOOPS_HAVE_PREHEADERS
                                         | LOOPS_HAVE_SIMPLE_LATCHES)
             && gimple_bb (phi) == loop->header && carry (&s, phi);
    }
  gassign *def = operation_of (x);
  for (unsigned i = 1; def && i < gimple_num_ops (def); i++)
    if (try_places (load, gimple_op (def, i), depth + 1))
      return true;
  return false;
}

bool
hwpgo_selected_loads_gate (function *fn)
{
  return hwpgo_branchless_gate (fn);
}

/* Functions without loops do not have the passes that are for loops.  */
bool
hwpgo_selected_loads_rest_gate (function *fn)
{
  return hwpgo_branchless_gate (fn) && number_of_loops (fn) <= 1;
}

unsigned int
hwpgo_selected_loads_execute (function *fn)
{
  bool changed = false;
  basic_block bb;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fn)
    {
      if (!optimize_bb_for_speed_p (bb))
        continue;
      auto_vec<gassign *> loads;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        {
          gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
          if (stmt && gimple_assign_load_p (stmt)
              && !gimple_has_volatile_ops (stmt)
              && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
              && !stmt_could_throw_p (fn, stmt)
              && !hwpgo_has_abnormal_p (stmt))
            loads.safe_push (stmt);
        }
      for (gassign *load : loads)
        changed |= try_places (load, gimple_assign_rhs1 (load), 0);
    }
  if (changed && scev_initialized_p ())
    scev_reset ();
  return 0;
}

unsigned int
hwpgo_selected_loads_rest_execute (function *fn)
{
  return hwpgo_selected_loads_execute (fn);
}
