/* What may run although the source would not run it.
   SPDX-License-Identifier: GPL-2.0-or-later

   A statement of an arm runs for nothing when the branch would have gone the
   other way.  It must then do nothing but compute: no store, no trap, no
   exception flag, nothing that a sanitizer would report.  Arithmetic that is
   undefined on overflow may run: branchless-rewrite.cc makes it unsigned.
   Loads are judged in branchless-loads.cc.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-effects.h"

/* Does STMT convert an integer to a floating-point value of TYPE that has room
   for all of its digits?  */
static bool
exact_p (gimple *stmt, tree type)
{
  tree from = TREE_TYPE (gimple_assign_rhs1 (stmt));
  return gimple_assign_rhs_code (stmt) == FLOAT_EXPR && INTEGRAL_TYPE_P (from)
         && SCALAR_FLOAT_TYPE_P (type)
         && REAL_MODE_FORMAT (TYPE_MODE (type))->b == 2
         && TYPE_PRECISION (from) - !TYPE_UNSIGNED (from)
                <= REAL_MODE_FORMAT (TYPE_MODE (type))->p;
}

/* Does STMT raise floating-point exceptions that GCC's own predicate does not
   count?  */
static bool
float_flags_p (gimple *stmt)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  if (CONVERT_EXPR_CODE_P (code) || code == FIX_TRUNC_EXPR
      || code == FLOAT_EXPR)
    return (FLOAT_TYPE_P (type)
            || FLOAT_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (stmt))))
           && flag_trapping_math && !exact_p (stmt, type);
  return false;
}

/* Is STMT a shift or rotate by a constant that no type of that width has?  */
static bool
undefined_shift_p (gimple *stmt)
{
  switch (gimple_assign_rhs_code (stmt))
    {
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
    case LROTATE_EXPR:
    case RROTATE_EXPR:
      {
        tree count = gimple_assign_rhs2 (stmt);
        tree type = TREE_TYPE (gimple_assign_lhs (stmt));
        if (VECTOR_TYPE_P (type))
          type = TREE_TYPE (type);
        return TREE_CODE (count) == INTEGER_CST
               && (tree_int_cst_sgn (count) < 0
                   || wi::geu_p (wi::to_wide (count), TYPE_PRECISION (type)));
      }
    default:
      return false;
    }
}

/* Is STMT, of arm number ARM, the sum in floating point of an accumulation?
   It does not move, but becomes the sum of what is selected.  */
static bool
accumulated_p (const struct hwpgo_hammock *h, unsigned arm, gimple *stmt)
{
  use_operand_p use;
  gimple *user;
  hwpgo_accumulation acc;
  if (h->region || !SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
      || !single_imm_use (gimple_assign_lhs (stmt), &use, &user)
      || gimple_code (user) != GIMPLE_PHI || gimple_bb (user) != h->join)
    return false;
  gphi *phi = as_a<gphi *> (user);
  tree values[2];
  for (unsigned i = 0; i < 2; i++)
    values[i] = PHI_ARG_DEF_FROM_EDGE (phi, h->arms[i].last);
  return values[arm] == gimple_assign_lhs (stmt)
         && hwpgo_accumulates (h->head->loop_father, &h->cond, 1, values, 2,
                               &acc)
         && acc.code == gimple_assign_rhs_code (stmt);
}

bool
hwpgo_float_guard (const struct hwpgo_hammock *h, unsigned arm, gimple *stmt,
                   struct hwpgo_float_guard *guard)
{
  if (!is_gimple_assign (stmt) || h->region || h->leaves)
    return false;
  if (hwpgo_comparison_guard (h, stmt, guard))
    return true;
  if (gimple_num_ops (stmt) != 3)
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  tree_code code = gimple_assign_rhs_code (stmt);
  if (!SCALAR_FLOAT_TYPE_P (type) || !hwpgo_neutral_p (code, type)
      || !gimple_could_trap_p (stmt) || accumulated_p (h, arm, stmt)
      || hwpgo_target_check (h->cond, type) != HWPGO_REFUSE_NONE)
    return false;
  *guard = { gimple_assign_rhs2_ptr (stmt), hwpgo_neutral (code, type) };
  return true;
}

bool
hwpgo_float_guarded_p (const struct hwpgo_hammock *h, unsigned arm,
                       gimple *stmt)
{
  struct hwpgo_float_guard guard;
  return hwpgo_float_guard (h, arm, stmt, &guard);
}

unsigned
hwpgo_floats_guarded (const struct hwpgo_hammock *h)
{
  unsigned n = 0;
  for (unsigned arm = 0; arm < 2; arm++)
    for (unsigned i = 0; i < h->arms[arm].n_blocks; i++)
      for (gimple_stmt_iterator gsi = gsi_start_bb (h->arms[arm].blocks[i]);
           !gsi_end_p (gsi); gsi_next (&gsi))
        n += hwpgo_float_guarded_p (h, arm, gsi_stmt (gsi));
  return n;
}

static hwpgo_refusal
check_assign (const struct hwpgo_hammock *h, unsigned arm, gimple *stmt)
{
  if (gimple_has_volatile_ops (stmt))
    return HWPGO_REFUSE_VOLATILE;
  if (TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME)
    return HWPGO_REFUSE_STORE;
  if (gimple_assign_load_p (stmt))
    return hwpgo_effect_sinks (h, stmt) ? HWPGO_REFUSE_NONE
                                        : hwpgo_load_check (h, arm, stmt);
  if (gimple_vuse (stmt))
    return HWPGO_REFUSE_STATEMENT;
  if (gimple_could_trap_p (stmt)
      && (exact_p (stmt, TREE_TYPE (gimple_assign_lhs (stmt)))
          || accumulated_p (h, arm, stmt)
          || hwpgo_float_guarded_p (h, arm, stmt)
          || hwpgo_comparison_quiet_p (h, stmt)))
    return HWPGO_REFUSE_NONE;
  if (gimple_could_trap_p (stmt))
    return FLOAT_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (stmt)))
               ? HWPGO_REFUSE_FLOAT_FLAGS
               : HWPGO_REFUSE_TRAPS;
  if (float_flags_p (stmt))
    return HWPGO_REFUSE_FLOAT_FLAGS;
  if (undefined_shift_p (stmt))
    return HWPGO_REFUSE_UNDEFINED;
  return HWPGO_REFUSE_NONE;
}

/* What speaks against the SSA names of STMT.  */
static hwpgo_refusal
check_operands (gimple *stmt)
{
  ssa_op_iter iter;
  tree name;
  FOR_EACH_SSA_TREE_OPERAND (name, stmt, iter, SSA_OP_USE | SSA_OP_DEF)
  {
    if (SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
      return HWPGO_REFUSE_ABNORMAL;
    if (ssa_undefined_value_p (name))
      return HWPGO_REFUSE_UNDEFINED;
  }
  return HWPGO_REFUSE_NONE;
}

/* A branch in a region, whose condition is then always computed.  */
static hwpgo_refusal
check_cond (const struct hwpgo_hammock *h, gimple *stmt)
{
  if (stmt_could_throw_p (cfun, stmt))
    return HWPGO_REFUSE_TRAPS;
  if (gimple_could_trap_p (stmt) && !hwpgo_comparison_quiet_p (h, stmt))
    return HWPGO_REFUSE_FLOAT_FLAGS;
  return check_operands (stmt);
}

hwpgo_refusal
hwpgo_statement_check (const struct hwpgo_hammock *h, unsigned arm,
                       gimple *stmt)
{
  if (hwpgo_statement_empty (stmt))
    return HWPGO_REFUSE_NONE;
  if (glabel *label = dyn_cast<glabel *> (stmt))
    {
      tree decl = gimple_label_label (label);
      return FORCED_LABEL (decl) || DECL_NONLOCAL (decl)
                     || EH_LANDING_PAD_NR (decl)
                 ? HWPGO_REFUSE_LABEL
                 : HWPGO_REFUSE_NONE;
    }
  if (gimple_code (stmt) == GIMPLE_COND)
    return check_cond (h, stmt);
  if (gimple_code (stmt) == GIMPLE_ASM)
    return hwpgo_statement_hides (stmt) ? check_operands (stmt)
                                        : HWPGO_REFUSE_ASM;
  bool calls = is_gimple_call (stmt) && !hwpgo_call_harmless_p (stmt);
  if (calls || gimple_vdef (stmt))
    return hwpgo_effect_sinks (h, stmt) ? check_operands (stmt)
           : calls                      ? HWPGO_REFUSE_CALL
                                        : HWPGO_REFUSE_STORE;
  if (stmt_could_throw_p (cfun, stmt))
    return HWPGO_REFUSE_TRAPS;
  hwpgo_refusal why = check_operands (stmt);
  if (why != HWPGO_REFUSE_NONE || is_gimple_call (stmt))
    return why;
  return is_gimple_assign (stmt) ? check_assign (h, arm, stmt)
                                 : HWPGO_REFUSE_STATEMENT;
}

hwpgo_refusal
hwpgo_hammock_check (const struct hwpgo_hammock *h)
{
  if (stmt_could_throw_p (cfun, h->cond))
    return HWPGO_REFUSE_TRAPS;
  for (unsigned arm = 0; arm < 2; arm++)
    for (unsigned i = 0; i < h->arms[arm].n_blocks; i++)
      {
        basic_block bb = h->arms[arm].blocks[i];
        if (!gimple_seq_empty_p (phi_nodes (bb)))
          return HWPGO_REFUSE_SHAPE;
        for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
             gsi_next (&gsi))
          {
            hwpgo_refusal why = hwpgo_statement_check (h, arm, gsi_stmt (gsi));
            if (why != HWPGO_REFUSE_NONE)
              return why;
          }
      }
  return HWPGO_REFUSE_NONE;
}
