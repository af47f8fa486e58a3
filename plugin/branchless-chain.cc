/* Measuring a region for the cost model: instructions.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-measure.h"

/* Is STMT part of the address of a memory access, which does such sums for
   nothing?  */
static bool
addressing_p (gimple *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  use_operand_p use;
  gimple *user;
  tree lhs = gimple_assign_lhs (stmt);
  if (code == MULT_EXPR)
    return tree_fits_uhwi_p (gimple_assign_rhs2 (stmt))
           && pow2p_hwi (tree_to_uhwi (gimple_assign_rhs2 (stmt)))
           && tree_to_uhwi (gimple_assign_rhs2 (stmt)) <= 8
           && single_imm_use (lhs, &use, &user) && is_gimple_assign (user)
           && gimple_assign_rhs_code (user) == POINTER_PLUS_EXPR;
  return code == POINTER_PLUS_EXPR && single_imm_use (lhs, &use, &user)
         && gimple_vuse (user);
}

/* What dividing as STMT does is.  */
static hwpgo_select_op
kind_of_division (gimple *stmt)
{
  tree by = gimple_assign_rhs2 (stmt);
  if (TREE_CODE (by) == INTEGER_CST)
    return !integer_pow2p (by)              ? HWPGO_OP_DIVIDE
           : TYPE_UNSIGNED (TREE_TYPE (by)) ? HWPGO_OP_SIMPLE
                                            : HWPGO_OP_DIVIDE_POWER;
  return tree_to_uhwi (TYPE_SIZE (TREE_TYPE (by))) > 32 ? HWPGO_OP_DIVIDE_WIDE
                                                        : HWPGO_OP_DIVIDE_BY;
}

bool
hwpgo_calls_p (gimple *stmt)
{
  return is_gimple_call (stmt) && !gimple_call_internal_p (stmt)
         && !hwpgo_call_harmless_p (stmt);
}

hwpgo_select_op
hwpgo_statement_kind (gimple *stmt)
{
  if (is_gimple_call (stmt) && hwpgo_call_harmless_p (stmt))
    return HWPGO_OP_BIT_COUNT;
  if (!is_gimple_assign (stmt))
    return HWPGO_OP_COPY;
  if (gimple_assign_load_p (stmt))
    return HWPGO_OP_LOAD;
  tree_code code = gimple_assign_rhs_code (stmt);
  if (gimple_assign_single_p (stmt) || CONVERT_EXPR_CODE_P (code)
      || code == VIEW_CONVERT_EXPR || addressing_p (stmt))
    return HWPGO_OP_COPY;
  if (code == COND_EXPR)
    return FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
               ? HWPGO_OP_FLOAT_SELECT
               : HWPGO_OP_SELECT;
  if (FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt))))
    return code == RDIV_EXPR ? HWPGO_OP_FLOAT_DIVIDE : HWPGO_OP_FLOAT;
  switch (code)
    {
    case MULT_EXPR:
      return integer_pow2p (gimple_assign_rhs2 (stmt)) ? HWPGO_OP_SIMPLE
                                                       : HWPGO_OP_MULTIPLY;
    case MIN_EXPR:
    case MAX_EXPR:
      return HWPGO_OP_LIMIT;
    case WIDEN_MULT_EXPR:
    case MULT_HIGHPART_EXPR:
      return HWPGO_OP_MULTIPLY;
    case TRUNC_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case FLOOR_DIV_EXPR:
    case FLOOR_MOD_EXPR:
    case EXACT_DIV_EXPR:
      return kind_of_division (stmt);
    default:
      return HWPGO_OP_SIMPLE;
    }
}

/* Instructions that put one element into a vector.  */
#define ELEMENT_INSNS 2

/* Bits from which on what is computed needs no extension, and less is loaded
   with it.  */
#define WHOLE_BITS 32

/* Instructions of STMT, which is none of control.  */
static unsigned
statement_insns (gimple *stmt)
{
  if (is_gimple_assign (stmt))
    {
      tree value = gimple_assign_rhs1 (stmt);
      if (TREE_CODE (value) == CONSTRUCTOR
          && VECTOR_TYPE_P (TREE_TYPE (value)))
        return CONSTRUCTOR_NELTS (value) * ELEMENT_INSNS;
      if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt))
          && TREE_CODE (value) == SSA_NAME
          && INTEGRAL_TYPE_P (TREE_TYPE (value))
          && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
          && TYPE_PRECISION (TREE_TYPE (value)) < WHOLE_BITS
          && TYPE_PRECISION (TREE_TYPE (value)) > 1
          && TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (stmt)))
                 > TYPE_PRECISION (TREE_TYPE (value))
          && !gimple_assign_load_p (SSA_NAME_DEF_STMT (value)))
        return hwpgo_select_op_insns (HWPGO_OP_SIMPLE);
    }
  return hwpgo_select_op_insns (hwpgo_statement_kind (stmt));
}

unsigned
hwpgo_block_insns (basic_block bb)
{
  unsigned n = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_COND)
        n += hwpgo_select_op_insns (HWPGO_OP_COMPARE);
      else if (gimple_code (stmt) != GIMPLE_LABEL
               && !hwpgo_statement_empty (stmt))
        n += statement_insns (stmt);
    }
  return n;
}

void
hwpgo_region_values (const struct hwpgo_region *r, gphi *phi, tree *values)
{
  for (unsigned i = 0; i < r->n_exits; i++)
    values[i] = PHI_ARG_DEF_FROM_EDGE (phi, r->exits[i]);
}

/* Selects that it takes for PHI: one for each change of the value, from one
   exit to the next.  */
static unsigned
selects_for (const struct hwpgo_region *r, gphi *phi)
{
  tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
  unsigned n = 0;
  hwpgo_region_values (r, phi, values);
  for (unsigned i = 1; i < r->n_exits; i++)
    n += values[i] != values[i - 1]
         && !operand_equal_p (values[i], values[i - 1], 0);
  return n;
}

/* Does PHI become the smaller or larger of two numbers that R's only branch
   compares?  That is one instruction.  */
static bool
least_or_most_p (const struct hwpgo_region *r, gphi *phi)
{
  tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
  tree a = gimple_cond_lhs (r->conds[0]), b = gimple_cond_rhs (r->conds[0]);
  if (r->n_conds != 1 || r->n_exits != 2)
    return false;
  hwpgo_region_values (r, phi, values);
  return (values[0] == a && values[1] == b)
         || (values[0] == b && values[1] == a);
}

/* Is PHI, of an integer, a count of how often R's condition holds?  The truth
   of a comparison is a byte, which has to be extended before it can be added,
   unless it is the carry.  */
static bool
counts_p (const struct hwpgo_region *r, gphi *phi)
{
  tree values[2 * HWPGO_REGION_MAX_BLOCKS + 2];
  hwpgo_accumulation acc;
  tree_code code = gimple_cond_code (r->conds[0]);
  tree compared = TREE_TYPE (gimple_cond_lhs (r->conds[0]));
  if (!INTEGRAL_TYPE_P (TREE_TYPE (gimple_phi_result (phi)))
      || (INTEGRAL_TYPE_P (compared) && TYPE_UNSIGNED (compared)
          && code != EQ_EXPR && code != NE_EXPR))
    return false;
  hwpgo_region_values (r, phi, values);
  if (!hwpgo_accumulates (r->head->loop_father, r->conds, r->n_conds, values,
                          r->n_exits, &acc))
    return false;
  for (unsigned i = 0; i < r->n_exits; i++)
    if (!integer_zerop (acc.addends[i]) && !integer_onep (acc.addends[i])
        && !integer_minus_onep (acc.addends[i]))
      return false;
  return true;
}

/* Instructions that this takes.  */
#define EXTEND_INSNS 1

/* Instructions for each place that is hidden from GCC where effects are apart:
   the condition is tested again for the next one.  */
#define RETEST_INSNS 1

/* Add to C what hiding the places of E takes.  */
static void
measure_hidden (const struct hwpgo_effects *e, struct hwpgo_select_case *c)
{
  unsigned insns = hwpgo_effects_places_hidden (e) * RETEST_INSNS;
  c->insns += insns;
  c->wasted += insns;
}

/* Selects that it takes for PHI inside of a region, one for each change of the
   value.  */
static unsigned
inner_selects_for (gphi *phi)
{
  unsigned n = 0;
  for (unsigned i = 1; i < gimple_phi_num_args (phi); i++)
    n += !operand_equal_p (gimple_phi_arg_def (phi, i),
                           gimple_phi_arg_def (phi, i - 1), 0);
  return n;
}

/* Add N selects to C that are no results, and so need no registers behind the
   join.  */
static void
add_inner_selects (unsigned n, struct hwpgo_select_case *c)
{
  n *= hwpgo_select_op_insns (HWPGO_OP_SELECT);
  c->insns += n;
  c->wasted += n;
}

/* Add to C what the effects of R, each made for itself, take.  */
static void
measure_apart (const struct hwpgo_region *r, struct hwpgo_select_case *c)
{
  struct hwpgo_effects e;
  if (!hwpgo_effects_of_region (r, &e))
    return;
  c->again = hwpgo_effects_again (&e, r->conds, r->n_conds);
  measure_hidden (&e, c);
  unsigned around[HWPGO_REGION_MAX_BLOCKS], branches = 0;
  hwpgo_region_around (r, around);
  for (unsigned i = 0; i < e.n; i++)
    {
      gimple *stmt = e.by_arm[i][0];
      unsigned at = hwpgo_region_position (r, gimple_bb (stmt)) - 1;
      branches += around[at];
      c->n_late_loads += gimple_assign_load_p (stmt);
      if (!gimple_vdef (stmt))
        continue;
      c->insns++;
      c->wasted += 1 - MIN (r->shares[at], 1.0);
    }
  unsigned selects = hwpgo_effects_place_selects (&e);
  c->n_selects += selects;
  /* Each branch around one selects its place again.  */
  if (branches > e.n)
    add_inner_selects (selects * (branches - e.n) / e.n, c);
}

/* Instructions that make a condition a truth value and test it.  */
#define TRUTH_INSNS 4

/* Fill what C has of R but for paths.  */
static void
measure_code (const struct hwpgo_region *r, struct hwpgo_select_case *c)
{
  memset (c, 0, sizeof *c);
  c->depth = r->depth;
  for (unsigned i = 0; i < r->n_conds; i++)
    {
      c->branches += r->cond_shares[i];
      if (hwpgo_condition_needs_truth_p (r->conds[i]))
        {
          c->insns += TRUTH_INSNS;
          c->wasted += TRUTH_INSNS;
        }
    }
  for (unsigned i = 0; i < r->n_blocks; i++)
    {
      unsigned n = hwpgo_block_insns (r->blocks[i]);
      c->insns += n;
      c->wasted += n * (1 - MIN (r->shares[i], 1.0));
      for (gphi_iterator psi = gsi_start_phis (r->blocks[i]); !gsi_end_p (psi);
           gsi_next (&psi))
        if (!virtual_operand_p (gimple_phi_result (psi.phi ())))
          add_inner_selects (inner_selects_for (psi.phi ()), c);
    }
  for (gphi_iterator psi = gsi_start_phis (r->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_region_selects (r, psi.phi ())
        && !virtual_operand_p (gimple_phi_result (psi.phi ())))
      {
        unsigned n = selects_for (r, psi.phi ());
        c->n_selects += n;
        if (FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (psi.phi ())))
            && !least_or_most_p (r, psi.phi ()))
          c->n_float_selects += n;
        if (counts_p (r, psi.phi ()))
          {
            c->insns += EXTEND_INSNS;
            c->wasted += EXTEND_INSNS;
          }
      }
  if (r->apart)
    measure_apart (r, c);
}

/* And that.  */
static void
measure_paths (const struct hwpgo_region *r, struct hwpgo_select_case *c)
{
  c->wait = hwpgo_conditions_wait (r->head->loop_father, r->conds, r->n_conds);
  hwpgo_recurrence_measure (r->head->loop_father, r, NULL, NULL, c);
}

void
hwpgo_region_measure (const struct hwpgo_region *r,
                      struct hwpgo_select_case *c)
{
  measure_code (r, c);
  measure_paths (r, c);
}

/* The guarded statements of H, which is R, that the next turn waits for.  */
static unsigned
guards_carried (const struct hwpgo_hammock *h, const struct hwpgo_region *r)
{
  unsigned n = 0;
  for (unsigned arm = 0; arm < 2; arm++)
    for (unsigned i = 0; i < h->arms[arm].n_blocks; i++)
      for (gimple_stmt_iterator gsi = gsi_start_bb (h->arms[arm].blocks[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        n += hwpgo_float_guarded_p (h, arm, gsi_stmt (gsi))
             && hwpgo_guarded_carried_p (r, gsi_stmt (gsi));
  return n;
}

void
hwpgo_hammock_measure (const struct hwpgo_hammock *h,
                       struct hwpgo_select_case *c)
{
  struct hwpgo_region r;
  hwpgo_region_of_hammock (h, &r);
  measure_code (&r, c);
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    if (hwpgo_region_selects (&r, psi.phi ())
        && !virtual_operand_p (gimple_phi_result (psi.phi ()))
        && !hwpgo_hammock_selects (h, psi.phi ()))
      {
        c->n_selects--;
        c->n_float_selects
            -= FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (psi.phi ())));
      }
  c->n_selects += hwpgo_effects_selects (h);
  struct hwpgo_effects e;
  bool matches = hwpgo_effects_match (h, &e) == HWPGO_REFUSE_NONE;
  if (h->apart && matches)
    {
      measure_hidden (&e, c);
      c->again = hwpgo_effects_again (&e, &h->cond, 1);
    }
  else if (matches && hwpgo_effects_relink_p (&e, h->cond))
    c->again = 1;
  c->n_stores = hwpgo_effects_places (h);
  c->n_loads = hwpgo_effects_loads (h);
  for (unsigned arm = 0, block = 0; arm < 2; block += h->arms[arm++].n_blocks)
    {
      unsigned loads, stores;
      hwpgo_effects_apart (h, arm, &loads, &stores);
      c->n_late_loads += loads;
      c->insns += stores;
      if (stores)
        c->wasted += stores * (1 - MIN (r.shares[block], 1.0));
    }
  unsigned guards = hwpgo_floats_guarded (h);
  c->n_selects += guards;
  c->n_float_selects += guards;
  r.apart = h->apart;
  measure_paths (&r, c);
  /* What is guarded waits for the condition.  */
  if (c->carried && guards)
    c->after_latency += guards_carried (h, &r)
                        * (hwpgo_select_op_latency (HWPGO_OP_FLOAT_SELECT)
                           + hwpgo_select_op_latency (HWPGO_OP_FLOAT));
}
