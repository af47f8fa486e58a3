/* What both arms do is done once, behind them.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (x > level)                    if (x > level)
       level += attack * (x - level);    k = attack;
     else                         ->   else
       level += release * (x - level);   k = release;
                                       level += k * (x - level);

   The last thing that both do may be to store what they have computed in one
   place, as what LEVEL is a member of: then that is done once as well.

   Each operation runs as often as before and with the same operands, so it may
   trap and raise exceptions, which what runs always may not.  In floating
   point a select takes the place of one for each operation
   (hwpgo_float_guarded_p).  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless.h"

/* Most operations of which one works on what the one before gave.  */
#define MAX_DEPTH 4

/* Values of the two arms of which one is chosen first.  */
struct leaf
{
  tree values[2];
  tree chosen; /* NULL until it is built.  */
};

/* What it takes to do the same of both arms once.  */
struct factoring
{
  unsigned operations; /* that each arm has less.  */
  unsigned guarded;    /* those of them in floating point.  */
  auto_vec<leaf> leaves;
  bool impossible;
};

/* The operation that computes VALUE, in ARM and for nothing else; NULL if
   there is none such.  */
static gassign *
operation_in (const struct hwpgo_arm *arm, tree value)
{
  if (TREE_CODE (value) != SSA_NAME || !has_single_use (value)
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value)
      || VECTOR_TYPE_P (TREE_TYPE (value)))
    return NULL;
  gassign *stmt = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!stmt || gimple_vuse (stmt) || stmt_could_throw_p (cfun, stmt)
      || (gimple_assign_rhs_class (stmt) != GIMPLE_UNARY_RHS
          && gimple_assign_rhs_class (stmt) != GIMPLE_BINARY_RHS))
    return NULL;
  for (unsigned i = 0; i < arm->n_blocks; i++)
    if (arm->blocks[i] == gimple_bb (stmt))
      return stmt;
  return NULL;
}

/* A value of each arm, and, if they are results of one operation, what these
   work on.  */
struct both
{
  tree values[2];
  gassign *stmts[2]; /* NULL: they are no such results.  */
  bool crossed; /* the first operand of one goes with the other's second.  */
};

static tree
operand (const struct both *b, unsigned arm, unsigned op)
{
  if (arm == 1 && b->crossed)
    op = 3 - op;
  return gimple_op (b->stmts[arm], op);
}

static bool
same_p (tree a, tree b)
{
  return a == b || operand_equal_p (a, b, 0);
}

static struct both
match (const struct hwpgo_hammock *h, tree a, tree b)
{
  struct both pair = { { a, b }, { NULL, NULL }, false };
  gassign *s = operation_in (&h->arms[0], a);
  gassign *t = operation_in (&h->arms[1], b);
  if (!s || !t || gimple_assign_rhs_code (s) != gimple_assign_rhs_code (t)
      || gimple_num_ops (s) != gimple_num_ops (t)
      || !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b)))
    return pair;
  for (unsigned op = 1; op < gimple_num_ops (s); op++)
    if (!types_compatible_p (TREE_TYPE (gimple_op (s, op)),
                             TREE_TYPE (gimple_op (t, op))))
      return pair;
  pair.stmts[0] = s;
  pair.stmts[1] = t;
  pair.crossed = gimple_num_ops (s) == 3
                 && commutative_tree_code (gimple_assign_rhs_code (s))
                 && !same_p (gimple_op (s, 1), gimple_op (t, 1))
                 && !same_p (gimple_op (s, 2), gimple_op (t, 2))
                 && (same_p (gimple_op (s, 1), gimple_op (t, 2))
                     || same_p (gimple_op (s, 2), gimple_op (t, 1)));
  return pair;
}

/* F's leaf of A and B, which is added if it is not there.  */
static leaf *
leaf_of (struct factoring *f, tree a, tree b)
{
  for (leaf &l : f->leaves)
    if (same_p (l.values[0], a) && same_p (l.values[1], b))
      return &l;
  f->leaves.safe_push ({ { a, b }, NULL_TREE });
  return &f->leaves.last ();
}

/* Add to F what it takes for A of the first arm and B of the second one.  */
static void
measure (const struct hwpgo_hammock *h, tree a, tree b, unsigned depth,
         struct factoring *f)
{
  if (same_p (a, b))
    return;
  struct both pair = match (h, a, b);
  if (!pair.stmts[0] || depth == MAX_DEPTH)
    {
      leaf_of (f, a, b);
      f->impossible |= !types_compatible_p (TREE_TYPE (a), TREE_TYPE (b));
      return;
    }
  f->operations++;
  f->guarded += FLOAT_TYPE_P (TREE_TYPE (a)) && flag_trapping_math;
  for (unsigned op = 1; op < gimple_num_ops (pair.stmts[0]); op++)
    measure (h, operand (&pair, 0, op), operand (&pair, 1, op), depth + 1, f);
}

/* Does that pay?  What is guarded in floating point takes a select in each arm
   otherwise.  Another operation on two values that have to be chosen had
   better run twice, and its result be chosen.  */
static bool
pays_p (const struct factoring *f, bool floats_only)
{
  if (f->impossible || f->operations == 0)
    return false;
  return f->guarded > 0 ? f->leaves.length () <= 2 * f->guarded
                        : f->leaves.length () <= 1 && !floats_only;
}

/* The value behind the arms of H that is one of L's.  */
static tree
choose (const struct hwpgo_hammock *h, leaf *l)
{
  if (!l->chosen)
    {
      l->chosen = make_ssa_name (TREE_TYPE (l->values[0]));
      gphi *phi = create_phi_node (l->chosen, h->join);
      for (unsigned arm = 0; arm < 2; arm++)
        add_phi_arg (phi, l->values[arm], h->arms[arm].last, UNKNOWN_LOCATION);
    }
  return l->chosen;
}

/* A value behind the arms that is A after the first and B after the second
   one, by F, in NAME unless that is NULL; what computes it goes before *GSI.
   Adds the operations of the arms to DEAD.  */
static tree
build (const struct hwpgo_hammock *h, tree a, tree b, tree name,
       unsigned depth, struct factoring *f, gimple_stmt_iterator *gsi,
       vec<gassign *> *dead)
{
  if (same_p (a, b))
    return a;
  struct both pair = match (h, a, b);
  if (!pair.stmts[0] || depth == MAX_DEPTH)
    return choose (h, leaf_of (f, a, b));
  dead->safe_push (pair.stmts[0]);
  dead->safe_push (pair.stmts[1]);
  tree operands[2] = { NULL_TREE, NULL_TREE };
  for (unsigned op = 1; op < gimple_num_ops (pair.stmts[0]); op++)
    operands[op - 1]
        = build (h, operand (&pair, 0, op), operand (&pair, 1, op), NULL_TREE,
                 depth + 1, f, gsi, dead);
  if (!name)
    name = make_ssa_name (TREE_TYPE (a));
  gassign *stmt = gimple_build_assign (
      name, gimple_assign_rhs_code (pair.stmts[0]), operands[0], operands[1]);
  /* It runs as often as the condition is tested.  */
  gimple_set_location (stmt, gimple_location (h->cond));
  gsi_insert_before (gsi, stmt, GSI_SAME_STMT);
  return name;
}

/* Do the same of what PHI, in the join of H, merges once, if that pays.  True
   if it was done.  */
static bool
factor (const struct hwpgo_hammock *h, gphi *phi, bool floats_only)
{
  tree result = gimple_phi_result (phi);
  tree a = PHI_ARG_DEF_FROM_EDGE (phi, h->arms[0].last);
  tree b = PHI_ARG_DEF_FROM_EDGE (phi, h->arms[1].last);
  struct factoring f = {};
  measure (h, a, b, 0, &f);
  if (!pays_p (&f, floats_only))
    return false;
  auto_vec<gassign *> dead;
  gimple_stmt_iterator gsi = gsi_after_labels (h->join);
  gimple_stmt_iterator at = gsi_for_stmt (phi);
  build (h, a, b, result, 0, &f, &gsi, &dead);
  remove_phi_node (&at, false);
  for (gassign *stmt : dead)
    {
      at = gsi_for_stmt (stmt);
      gsi_remove (&at, true);
      release_defs (stmt);
    }
  return true;
}

/* The store of a value that is the last thing in ARM that has to do with memory,
   else NULL.  What may throw behind it may be where the function ends.  */
static gassign *
last_store (const struct hwpgo_arm *arm)
{
  for (unsigned i = arm->n_blocks; i-- > 0;)
    for (gimple_stmt_iterator gsi = gsi_last_bb (arm->blocks[i]);
         !gsi_end_p (gsi); gsi_prev (&gsi))
      {
        gimple *stmt = gsi_stmt (gsi);
        if (!gimple_vuse (stmt) && !stmt_could_throw_p (cfun, stmt))
          continue;
        gassign *store = hwpgo_store_plain (stmt);
        return store && TREE_CODE (gimple_assign_rhs1 (store)) == SSA_NAME
                   ? store
                   : NULL;
      }
  return NULL;
}

/* Where both arms of H end with a store to one place, of values that are
   computed alike, let there be one store, of the value that the join merges.  True
   if that was done.  */
static bool
factor_stores (const struct hwpgo_hammock *h, bool floats_only)
{
  gassign *a = last_store (&h->arms[0]), *b = last_store (&h->arms[1]);
  struct factoring f = {};
  if (!a || !b || !hwpgo_memory_phi (h->join)
      || !same_p (gimple_assign_lhs (a), gimple_assign_lhs (b))
      || hwpgo_stores_check (h, a, b) != HWPGO_REFUSE_NONE)
    return false;
  measure (h, gimple_assign_rhs1 (a), gimple_assign_rhs1 (b), 0, &f);
  if (!pays_p (&f, floats_only))
    return false;
  tree value = make_ssa_name (TREE_TYPE (gimple_assign_lhs (a)));
  gphi *phi = create_phi_node (value, h->join);
  add_phi_arg (phi, gimple_assign_rhs1 (a), h->arms[0].last, UNKNOWN_LOCATION);
  add_phi_arg (phi, gimple_assign_rhs1 (b), h->arms[1].last, UNKNOWN_LOCATION);
  gassign *store
      = gimple_build_assign (unshare_expr (gimple_assign_lhs (a)), value);
  gimple_set_location (store, gimple_location (h->cond));
  hwpgo_store_remove (a);
  hwpgo_store_remove (b);
  hwpgo_store_insert (store, h->join);
  return true;
}

bool
hwpgo_arms_factor (basic_block head, bool floats_only)
{
  struct hwpgo_hammock h;
  if (hwpgo_hammock_match (head, &h) != HWPGO_REFUSE_NONE
      || EDGE_COUNT (h.join->preds) != 2)
    return false;
  bool any = false;
  while (factor_stores (&h, floats_only))
    any = true;
  auto_vec<gphi *> phis;
  for (gphi_iterator psi = gsi_start_phis (h.join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (!virtual_operand_p (gimple_phi_result (psi.phi ()))
        && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_phi_result (psi.phi ())))
      phis.safe_push (psi.phi ());
  for (gphi *phi : phis)
    any |= factor (&h, phi, floats_only);
  return any;
}
