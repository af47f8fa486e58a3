/* Loads from the next place: what is wanted.
   SPDX-License-Identifier: GPL-2.0-or-later

   As the loop makes the place of the next turn of this one's, by selects and where ways
   meet, so the value that is there is made of the two that there may be.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-pair.h"
#include "plugin/branchless.h"
#include "plugin/next-loads.h"

namespace
{

struct selecting
{
  const struct hwpgo_next_loop *n;
  const struct hwpgo_next_load *l;
  bool asks;       /* nothing is to be changed; KEPT and NEXT are anything.  */
  tree kept, next;
  HOST_WIDE_INT by; /* what L's PHI has more where NEXT is wanted.  */
  vec<tree> *decide;
  hash_map<tree, tree> done;
};

}

tree
hwpgo_next_kept_type (const struct hwpgo_next_load *l)
{
  tree type = TREE_TYPE (gimple_assign_lhs (l->stmt));
  return INTEGRAL_TYPE_P (type)
                 && TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node)
             ? (TYPE_UNSIGNED (type) ? unsigned_type_node : integer_type_node)
             : type;
}

/* TEST ? A : B in front of AT; only if the target has such a select.  */
static tree
select_before (struct selecting *s, gassign *at, tree test, tree a, tree b)
{
  tree type = hwpgo_next_kept_type (s->l);
  gcond *cond = gimple_build_cond (TREE_CODE (test), TREE_OPERAND (test, 0),
                                   TREE_OPERAND (test, 1), NULL_TREE, NULL_TREE);
  if (s->asks)
    {
      s->decide->safe_push (TREE_OPERAND (test, 0));
      s->decide->safe_push (TREE_OPERAND (test, 1));
      return hwpgo_target_check (cond, type) == HWPGO_REFUSE_NONE ? a : NULL_TREE;
    }
  if (a == b)
    return a;
  tree name = make_ssa_name (type);
  gimple_stmt_iterator gsi = gsi_for_stmt (at);
  hwpgo_insert_select (cond, name, a, b, &gsi);
  return name;
}

static tree value_for (struct selecting *s, tree place, unsigned left);

/* That for what PHI, where ways of a turn meet, has.  */
static tree
value_for_join (struct selecting *s, gphi *phi, unsigned left)
{
  auto_vec<tree> values;
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      tree value = value_for (s, gimple_phi_arg_def (phi, i), left);
      if (!value)
        return NULL_TREE;
      values.safe_push (value);
    }
  if (s->asks)
    return values[0];
  tree name = make_ssa_name (hwpgo_next_kept_type (s->l));
  gphi *merged = create_phi_node (name, gimple_bb (phi));
  for (unsigned i = 0; i < values.length (); i++)
    add_phi_arg (merged, values[i], gimple_phi_arg_edge (phi, i), UNKNOWN_LOCATION);
  return name;
}

/* What is BY further than the place of S's load; NULL if that is not known.  */
static tree
value_further (const struct selecting *s, HOST_WIDE_INT by)
{
  return by == 0 ? s->kept : by == s->by ? s->next : NULL_TREE;
}

/* That for what DEF adds to the PHI of S's load.  */
static tree
value_for_sum (struct selecting *s, gassign *def)
{
  tree one = gimple_assign_rhs1 (def), two = gimple_assign_rhs2 (def), test;
  HOST_WIDE_INT low, high, chosen[2];
  tree_code code = gimple_assign_rhs_code (def);
  if (code == PLUS_EXPR && hwpgo_next_choice_p (one, &test, chosen))
    two = one, one = gimple_assign_rhs2 (def);
  if (!hwpgo_next_added (s->n->loop, s->l->phi, one, &low, &high) || low != high
      || !hwpgo_next_choice_p (two, &test, chosen))
    return NULL_TREE;
  int sign = code == MINUS_EXPR ? -1 : 1;
  tree a = value_further (s, low + sign * chosen[true]);
  tree b = value_further (s, low + sign * chosen[false]);
  return a && b ? select_before (s, def, test, a, b) : NULL_TREE;
}

/* What is at PLACE, which is the result of S's PHI or more than that; NULL if that is
   not known.  */
static tree
value_for (struct selecting *s, tree place, unsigned left)
{
  HOST_WIDE_INT low, high;
  if (left == 0 || !hwpgo_next_added (s->n->loop, s->l->phi, place, &low, &high))
    return NULL_TREE;
  if (low == high)
    return value_further (s, low);
  if (tree *known = s->done.get (place))
    return *known;
  tree value = NULL_TREE;
  gimple *def = SSA_NAME_DEF_STMT (place);
  if (gphi *phi = dyn_cast<gphi *> (def))
    value = value_for_join (s, phi, left - 1);
  else
    {
      gassign *stmt = as_a<gassign *> (def);
      tree_code code = gimple_assign_rhs_code (stmt);
      if (code == SSA_NAME || CONVERT_EXPR_CODE_P (code))
        value = value_for (s, gimple_assign_rhs1 (stmt), left - 1);
      else if (code == COND_EXPR)
        {
          tree test = hwpgo_select_condition (stmt);
          tree a = value_for (s, gimple_assign_rhs2 (stmt), left - 1);
          tree b = value_for (s, gimple_assign_rhs3 (stmt), left - 1);
          value = test && a && b ? select_before (s, stmt, test, a, b) : NULL_TREE;
        }
      else
        value = value_for_sum (s, stmt);
    }
  if (value)
    s->done.put (place, value);
  return value;
}

tree
hwpgo_next_select (const struct hwpgo_next_loop *n, const struct hwpgo_next_load *l,
                   tree kept, tree next, vec<tree> *decide)
{
  HOST_WIDE_INT low, high;
  tree place = PHI_ARG_DEF_FROM_EDGE (l->phi, loop_latch_edge (n->loop));
  if (!hwpgo_next_added (n->loop, l->phi, place, &low, &high)
      || (low == 0) == (high == 0))
    return NULL_TREE;
  struct selecting s;
  s.n = n;
  s.l = l;
  s.asks = !kept;
  s.kept = kept ? kept : integer_zero_node;
  s.next = next ? next : integer_zero_node;
  s.by = low + high;
  s.decide = decide;
  return value_for (&s, place, HWPGO_NEXT_MAX_DEPTH);
}
