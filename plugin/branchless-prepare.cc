/* Selects as the expander makes the best of them.
   SPDX-License-Identifier: GPL-2.0-or-later

   A select whose comparison the target only has with its operands the other way
   around, such as A < B of floating-point values on x86, becomes a branch.  RTL if-conversion
   mends that where the arms are no loads.  Before, GCC has an order of its own
   for them.

   And so does a select that is part of another one: the expander takes what is
   used once as part of the expression that uses it, and makes a conditional
   move of the outermost alone.

   A comparison that two statements use is one whose truth is put into a
   register, and a select that tests it again waits two instructions longer than
   one with flags of its own.

   A condition of unsigned numbers that is added needs no select: x86-64 adds it
   with the carry, as AArch64 does any condition.  GCC's combine pass finds that,
   but not in

     i = 2 * i + (key > threshold[i]);

   of which it makes an address first, which needs the condition in a
   register.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless.h"

/* Statements that are looked at for what an expression is part of.  */
#define MAX_EXPRESSION 16

/* Can the target compare values of MODE by CODE as it stands?  The expander
   asks this for jumps, of conditional moves as well.  */
static bool
compares_p (tree_code code, machine_mode mode)
{
  return can_compare_p (get_rtx_code (code, false), mode, ccp_jump);
}

/* The code with which the operands of a comparison by CODE of values of TYPE
   have to be exchanged; ERROR_MARK if they need not.  */
static tree_code
turned_code (tree_code code, tree type)
{
  if (!SCALAR_FLOAT_TYPE_P (type) || compares_p (code, TYPE_MODE (type)))
    return ERROR_MARK;
  tree_code turned = swap_tree_comparison (code);
  return turned != code && compares_p (turned, TYPE_MODE (type)) ? turned
                                                                 : ERROR_MARK;
}

/* CONSTANT, of floating point, in a register before STMT.  As it stands the expander
   would make it the second operand of a comparison again.  */
static tree
in_register (tree constant, gassign *stmt)
{
  if (TREE_CODE (constant) != REAL_CST
      || !hwpgo_float_hidden_p (TREE_TYPE (constant)))
    return constant;
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  tree value = make_ssa_name (TREE_TYPE (constant));
  gsi_insert_before (&gsi, gimple_build_assign (value, constant),
                     GSI_SAME_STMT);
  return hwpgo_insert_hidden (value, &gsi);
}

static bool
abnormal_p (tree value)
{
  return TREE_CODE (value) == SSA_NAME
         && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value);
}

/* Turn SELECT's comparison, if it has one that the target has not.  */
static void
turn_comparison (gassign *select)
{
  tree test = gimple_assign_rhs1 (select);
  gassign *def = TREE_CODE (test) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (test))
                     : NULL;
  if (COMPARISON_CLASS_P (test))
    {
      tree_code turned = turned_code (TREE_CODE (test),
                                      TREE_TYPE (TREE_OPERAND (test, 0)));
      if (turned == ERROR_MARK)
        return;
      tree first = in_register (TREE_OPERAND (test, 1), select);
      gimple_assign_set_rhs1 (select, build2 (turned, TREE_TYPE (test), first,
                                              TREE_OPERAND (test, 0)));
      update_stmt (select);
    }
  else if (def
           && TREE_CODE_CLASS (gimple_assign_rhs_code (def)) == tcc_comparison)
    {
      tree a = gimple_assign_rhs1 (def);
      tree_code turned
          = turned_code (gimple_assign_rhs_code (def), TREE_TYPE (a));
      if (turned == ERROR_MARK)
        return;
      tree first = in_register (gimple_assign_rhs2 (def), def);
      gimple_assign_set_rhs_code (def, turned);
      gimple_assign_set_rhs1 (def, first);
      gimple_assign_set_rhs2 (def, a);
      update_stmt (def);
    }
}

/* Give SELECT, at GSI, which chooses by the truth of a comparison in its block,
   a comparison right before it.  The expander does not look for another that
   has more uses, or is behind an asm.  */
static void
compare_again (gassign *select, gimple_stmt_iterator gsi)
{
  tree test = gimple_assign_rhs1 (select);
  gassign *def = TREE_CODE (test) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (test))
                     : NULL;
  if (!def || gimple_bb (def) != gimple_bb (select)
      || TREE_CODE_CLASS (gimple_assign_rhs_code (def)) != tcc_comparison)
    return;
  gimple_stmt_iterator before = gsi;
  gsi_prev_nondebug (&before);
  if (gsi_stmt (before) == def && has_single_use (test))
    return;
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (!hwpgo_word_p (TREE_TYPE (a)) || abnormal_p (a) || abnormal_p (b))
    return;
  tree again = build2 (gimple_assign_rhs_code (def), boolean_type_node, a, b);
  gimple_assign_set_rhs1 (
      select, hwpgo_condition_before (again, gimple_location (select), &gsi));
  update_stmt (select);
  if (has_zero_uses (test))
    {
      gimple_stmt_iterator unused = gsi_for_stmt (def);
      gsi_remove (&unused, true);
      release_defs (def);
    }
}

/* Is USER, which uses an operand alone, or what uses its value alone, a select
   in the same block?  */
static bool
part_of_select_p (gimple *user, basic_block bb)
{
  for (int i = 0; i < MAX_EXPRESSION; i++)
    {
      use_operand_p use;
      if (gimple_bb (user) != bb || !is_gimple_assign (user)
          || gimple_vdef (user))
        return false;
      if (gimple_assign_rhs_code (user) == COND_EXPR)
        return true;
      if (!single_imm_use (gimple_assign_lhs (user), &use, &user))
        return false;
    }
  return false;
}

/* Keep SELECT from becoming a part of another one.  */
static void
keep_apart (gassign *select)
{
  tree value = gimple_assign_lhs (select);
  use_operand_p use;
  gimple *user;
  if (!(hwpgo_word_p (TREE_TYPE (value))
        || hwpgo_float_hidden_p (TREE_TYPE (value)))
      || !single_imm_use (value, &use, &user)
      || !part_of_select_p (user, gimple_bb (select)))
    return;
  gimple_stmt_iterator next = gsi_for_stmt (select);
  gsi_next (&next);
  SET_USE (use, hwpgo_insert_hidden (value, &next));
  update_stmt (user);
}

/* The statement in BB that defines NAME, which is used once; NULL if there is
   none.  */
static gassign *
own_definition (tree name, basic_block bb)
{
  if (TREE_CODE (name) != SSA_NAME || !has_single_use (name)
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
    return NULL;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name));
  return def && gimple_bb (def) == bb ? def : NULL;
}

/* Is NAME, used in BB alone, the truth of an order of unsigned numbers?  */
static bool
carry_p (tree name, basic_block bb)
{
  gassign *def = own_definition (name, bb);
  if (def && CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
    def = own_definition (gimple_assign_rhs1 (def), bb);
  if (!def)
    return false;
  tree compared = TREE_TYPE (gimple_assign_rhs1 (def));
  bool order = hwpgo_word_p (compared) && TYPE_UNSIGNED (compared);
  switch (gimple_assign_rhs_code (def))
    {
    case LT_EXPR:
    case GT_EXPR:
      return order;
    case LE_EXPR:
    case GE_EXPR:
      return order && HWPGO_ADDS_NO_CARRY;
    default:
      return false;
    }
}

/* Is NAME, used in BB alone, what an address has of another value: its double,
   four or eight times that?  */
static bool
scaled_p (tree name, basic_block bb)
{
  gassign *def = own_definition (name, bb);
  if (!def || !tree_fits_uhwi_p (gimple_assign_rhs2 (def)))
    return false;
  unsigned HOST_WIDE_INT by = tree_to_uhwi (gimple_assign_rhs2 (def));
  tree_code code = gimple_assign_rhs_code (def);
  return code == MULT_EXPR ? by == 2 || by == 4 || by == 8
                           : code == LSHIFT_EXPR && by >= 1 && by <= 3;
}

/* Move what defines NAME, a carry, to right before *GSI.  A debugger does not know
   it in between.  */
static void
compare_before (tree name, gimple_stmt_iterator *gsi)
{
  gassign *def = as_a<gassign *> (SSA_NAME_DEF_STMT (name));
  gimple_stmt_iterator from = gsi_for_stmt (def);
  imm_use_iterator iter;
  gimple *use;
  FOR_EACH_IMM_USE_STMT (use, iter, name)
    if (gimple_debug_bind_p (use))
      {
        gimple_debug_bind_reset_value (use);
        update_stmt (use);
      }
  if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
    compare_before (gimple_assign_rhs1 (def), gsi);
  gsi_move_before (&from, gsi);
}

/* If SUM, at *GSI, adds a carry to what is scaled, keep the two apart.  What
   hides it may be no different from what sets flags, so the comparison comes
   behind that.  */
static void
keep_carry (gassign *sum, gimple_stmt_iterator *gsi)
{
  tree type = TREE_TYPE (gimple_assign_lhs (sum));
  if (gimple_assign_rhs_code (sum) != PLUS_EXPR || !INTEGRAL_TYPE_P (type)
      || !hwpgo_word_p (type))
    return;
  tree scaled = gimple_assign_rhs1 (sum), carry = gimple_assign_rhs2 (sum);
  basic_block bb = gimple_bb (sum);
  if (!scaled_p (scaled, bb))
    std::swap (scaled, carry);
  if (!scaled_p (scaled, bb) || !carry_p (carry, bb))
    return;
  gimple_assign_set_rhs1 (sum, hwpgo_insert_hidden (scaled, gsi));
  gimple_assign_set_rhs2 (sum, carry);
  update_stmt (sum);
  compare_before (carry, gsi);
}

void
hwpgo_target_prepare_selects (function *fn)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
         gsi_next (&gsi))
      {
        gassign *stmt = dyn_cast<gassign *> (gsi_stmt (gsi));
        if (!stmt)
          continue;
        if (gimple_assign_rhs_code (stmt) == COND_EXPR)
          {
            compare_again (stmt, gsi);
            turn_comparison (stmt);
            keep_apart (stmt);
          }
        else
          keep_carry (stmt, &gsi);
      }
}
