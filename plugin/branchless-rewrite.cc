/* Turning a hammock into selects.
   SPDX-License-Identifier: GPL-2.0-or-later

   Before:                            After:

     head:                              head:
       if (m_2 < key_5)                   lo_6 = (int) ((unsigned) mid_3 + 1);
         goto then; else goto join;       lo_9 = m_2 < key_5 ? lo_6 : lo_1;
     then:                                hi_8 = m_2 < key_5 ? hi_4 : mid_3;
       lo_6 = mid_3 + 1;                  goto join;
     join:                              join:
       lo_7 = PHI <lo_6, lo_1>            lo_7 = PHI <lo_9>
       hi_7 = PHI <hi_4, mid_3>           hi_7 = PHI <hi_8>

   1. What debug statements of the arms say is forgotten.
   2. The arms' statements move to the end of the head.  Each two effects of
      both arms become one (branchless-effects.cc): first goes what both arms
      have in front of it, behind it what they have there.
   3. A select for each value that the join merges.
   4. One way stays, the other and the branch go.

   Each select holds its own comparison, so that RTL sees one compare and a
   conditional move for each; a condition with several uses would be made a
   0 or 1 in a register first.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-emit.h"
#include "plugin/branchless-effects.h"
#include "plugin/hints.h"

/* Say at the end of the head that a debugger no longer knows the variables
   that STMT sets: which value they have depends on the branch that is gone.
   The join tells those that it merges.  */
static void
forget_variable (gimple *stmt, gimple_stmt_iterator *end)
{
  if (!gimple_debug_bind_p (stmt))
    return;
  gdebug *reset
      = gimple_build_debug_bind (gimple_debug_bind_get_var (stmt), NULL, stmt);
  gsi_insert_before (end, reset, GSI_SAME_STMT);
}

/* Let STMT, of arm number ARM of H, have the operand that GUARD says before *END
   where the arm does not run.  */
static void
guard_float (const struct hwpgo_hammock *h, unsigned arm, gimple *stmt,
             const struct hwpgo_float_guard *guard, gimple_stmt_iterator *end)
{
  tree value = *guard->operand, guarded = make_ssa_name (TREE_TYPE (value));
  hwpgo_insert_select (h->cond, guarded, arm == 0 ? value : guard->otherwise,
                       arm == 0 ? guard->otherwise : value, end);
  *guard->operand = guarded;
  update_stmt (stmt);
}

/* Move the statement at *FROM, of arm number ARM of H, before *END and *FROM to
   the next.  */
static void
hoist_statement (const struct hwpgo_hammock *h, unsigned arm,
                 gimple_stmt_iterator *from, gimple_stmt_iterator *end)
{
  gimple *stmt = gsi_stmt (*from);
  tree lhs = gimple_get_lhs (stmt);
  struct hwpgo_float_guard guard;
  if (hwpgo_float_guard (h, arm, stmt, &guard))
    guard_float (h, arm, stmt, &guard, end);
  if (hwpgo_overflow_matters_p (stmt))
    {
      gsi_remove (from, false);
      gimple_seq seq = rewrite_to_defined_unconditional (stmt);
      gsi_insert_seq_before (end, seq, GSI_SAME_STMT);
    }
  else
    gsi_move_before (from, end);
  /* What was known of the value held where the arm ran.  */
  if (lhs)
    reset_flow_sensitive_info (lhs);
}

/* Move what BB, of arm number ARM of H, computes before *END, up to the statement
   STOP; a branch stays.  False if STOP is not in BB.  Loads see MEMORY, unless it
   is NULL.  */
static bool
hoist_until (const struct hwpgo_hammock *h, unsigned arm, basic_block bb,
             gimple *stop, tree memory, gimple_stmt_iterator *end)
{
  gimple_stmt_iterator gsi = gsi_start_bb (bb);
  while (!gsi_end_p (gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (stmt == stop)
        return true;
      forget_variable (stmt, end);
      if (is_gimple_debug (stmt))
        gsi_remove (&gsi, true);
      else if (gimple_code (stmt) == GIMPLE_LABEL
               || gimple_code (stmt) == GIMPLE_COND
               || hwpgo_statement_empty (stmt))
        gsi_next (&gsi);
      else
        {
          if (memory && gimple_vuse (stmt))
            {
              gimple_set_vuse (stmt, memory);
              update_stmt (stmt);
            }
          hoist_statement (h, arm, &gsi, end);
        }
    }
  return false;
}

/* The same of the rest of the arm, up to STOP.  */
static void
hoist_arm (const struct hwpgo_hammock *h, unsigned arm, gimple *stop,
           tree memory, gimple_stmt_iterator *end)
{
  for (unsigned i = 0; i < h->arms[arm].n_blocks; i++)
    if (hoist_until (h, arm, h->arms[arm].blocks[i], stop, memory, end))
      return;
}

tree
hwpgo_comparison_of (tree test)
{
  if (COMPARISON_CLASS_P (test))
    return test;
  gassign *def = TREE_CODE (test) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (test))
                     : NULL;
  if (!def || TREE_CODE_CLASS (gimple_assign_rhs_code (def)) != tcc_comparison)
    return NULL_TREE;
  return build2 (gimple_assign_rhs_code (def), boolean_type_node,
                 unshare_expr (gimple_assign_rhs1 (def)),
                 unshare_expr (gimple_assign_rhs2 (def)));
}

tree
hwpgo_select_condition (gimple *select)
{
  return hwpgo_comparison_of (gimple_assign_rhs1 (select));
}

tree
hwpgo_condition_before (tree test, location_t location, gimple_stmt_iterator *end)
{
  if (!HWPGO_SELECTS_TAKE_VALUES)
    return test;
  gimple_stmt_iterator gsi = *end;
  gsi_prev_nondebug (&gsi);
  gimple *last = gsi_end_p (gsi) ? NULL : gsi_stmt (gsi);
  if (last && is_gimple_assign (last)
      && gimple_assign_rhs_code (last) == COND_EXPR)
    {
      tree before = hwpgo_select_condition (last);
      if (before && operand_equal_p (before, test, 0))
        return gimple_assign_rhs1 (last);
    }
  tree value = make_ssa_name (boolean_type_node);
  gassign *compare = gimple_build_assign (
      value, TREE_CODE (test), TREE_OPERAND (test, 0), TREE_OPERAND (test, 1));
  gimple_set_location (compare, location);
  gsi_insert_before (end, compare, GSI_SAME_STMT);
  return value;
}

/* The bits of VALUE as a value of TYPE before *END.  */
static tree
insert_bits (tree type, tree value, gimple_stmt_iterator *end)
{
  tree bits = fold_build1 (VIEW_CONVERT_EXPR, type, value);
  if (is_gimple_min_invariant (bits))
    return bits;
  tree name = make_ssa_name (type);
  gsi_insert_before (end, gimple_build_assign (name, bits), GSI_SAME_STMT);
  return name;
}

/* Let COND, before *END, test a truth value in a register.  */
static void
insert_condition_truth (gcond *cond, gimple_stmt_iterator *end)
{
  tree truth = make_ssa_name (boolean_type_node);
  gassign *stmt
      = gimple_build_assign (truth, gimple_cond_code (cond),
                             gimple_cond_lhs (cond), gimple_cond_rhs (cond));
  gimple_set_location (stmt, gimple_location (cond));
  gsi_insert_before (end, stmt, GSI_SAME_STMT);
  gimple_cond_set_condition (cond, NE_EXPR, hwpgo_insert_hidden (truth, end),
                             boolean_false_node);
  update_stmt (cond);
}

void
hwpgo_insert_select (gcond *cond, tree name, tree a, tree b,
                     gimple_stmt_iterator *end)
{
  if (hwpgo_condition_needs_truth_p (cond))
    insert_condition_truth (cond, end);
  tree type = TREE_TYPE (name), selected = hwpgo_type_selected (cond, type);
  tree value = name;
  if (selected != type)
    {
      value = make_ssa_name (selected);
      a = insert_bits (selected, a, end);
      b = insert_bits (selected, b, end);
    }
  tree test = build2 (gimple_cond_code (cond), boolean_type_node,
                      unshare_expr (gimple_cond_lhs (cond)),
                      unshare_expr (gimple_cond_rhs (cond)));
  test = hwpgo_condition_before (test, gimple_location (cond), end);
  gassign *select = gimple_build_assign (value, COND_EXPR, test, a, b);
  gimple_set_location (select, gimple_location (cond));
  hwpgo_hint_pass_mark (select, cond);
  gsi_insert_before (end, select, GSI_SAME_STMT);
  if (value != name)
    gsi_insert_before (
        end,
        gimple_build_assign (name, build1 (VIEW_CONVERT_EXPR, type, value)),
        GSI_SAME_STMT);
}

tree
hwpgo_insert_hidden (tree value, gimple_stmt_iterator *end)
{
  tree hidden = copy_ssa_name (value);
  const char *registers
      = SCALAR_FLOAT_TYPE_P (TREE_TYPE (value)) ? "=x" : "=r";
  tree to = build_tree_list (
      build_tree_list (NULL_TREE, build_string (2, registers)), hidden);
  tree from = build_tree_list (
      build_tree_list (NULL_TREE, build_string (1, "0")), value);
  vec<tree, va_gc> *outputs = NULL, *inputs = NULL;
  vec_safe_push (outputs, to);
  vec_safe_push (inputs, from);
  gasm *nothing = gimple_build_asm_vec ("", inputs, outputs, NULL, NULL);
  SSA_NAME_DEF_STMT (hidden) = nothing;
  gsi_insert_before (end, nothing, GSI_SAME_STMT);
  return hidden;
}

bool
hwpgo_statement_hides (gimple *stmt)
{
  gasm *text = dyn_cast<gasm *> (stmt);
  return text && !*gimple_asm_string (text) && !gimple_asm_volatile_p (text)
         && gimple_asm_noutputs (text) == 1 && gimple_asm_ninputs (text) == 1
         && gimple_asm_nclobbers (text) == 0 && gimple_asm_nlabels (text) == 0
         && !gimple_vuse (text)
         && TREE_CODE (TREE_VALUE (gimple_asm_output_op (text, 0)))
                == SSA_NAME;
}

/* X CODE (COND ? ADDEND : ANOTHER) before *END, in NAME.  It overflows only
   where the source does.  */
static void
insert_accumulation (const struct hwpgo_hammock *h, tree name,
                     const struct hwpgo_accumulation *acc,
                     gimple_stmt_iterator *end)
{
  tree addend = make_ssa_name (TREE_TYPE (acc->addends[0]));
  hwpgo_insert_select (h->cond, addend, acc->addends[0], acc->addends[1], end);
  gassign *sum
      = gimple_build_assign (name, acc->code, acc->x_first ? acc->x : addend,
                             acc->x_first ? addend : acc->x);
  gimple_set_location (sum, acc->location);
  gsi_insert_before (end, sum, GSI_SAME_STMT);
}

/* Drop all blocks of ARM and its edges.  The loop whose latch goes gets
   KEPT's source as its latch if that edge closes it.  */
static void
drop_arm (struct hwpgo_arm *arm, edge kept)
{
  if (arm->n_blocks == 0)
    {
      remove_edge (arm->first);
      return;
    }
  for (unsigned i = 0; i < arm->n_blocks; i++)
    {
      basic_block bb = arm->blocks[i];
      class loop *loop = bb->loop_father;
      if (loop && loop->latch == bb)
        loop->latch = loop->header == kept->dest ? kept->src : NULL;
    }
  for (unsigned i = arm->n_blocks; i-- > 0;)
    delete_basic_block (arm->blocks[i]);
}

/* Make ARM the only way from the head to the join.  */
static void
keep_arm (struct hwpgo_hammock *h, struct hwpgo_arm *arm)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (h->cond);
  gsi_remove (&gsi, true);
  edge e = arm->first;
  e->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE);
  e->flags |= EDGE_FALLTHRU;
  e->probability = profile_probability::always ();
  for (unsigned i = 0; i < arm->n_blocks; i++)
    arm->blocks[i]->count = h->head->count;
}

/* So that an enclosing hammock sees one block.  */
static void
merge_chain (basic_block bb)
{
  while (single_succ_p (bb) && can_merge_blocks_p (bb, single_succ (bb)))
    merge_blocks (bb, single_succ (bb));
}

/* A value that the join merges.  */
struct result
{
  gphi *phi;
  tree values[2];
  bool sum; /* ACC is set.  */
  struct hwpgo_accumulation acc;
};

/* The value that takes the place of R's two.  ALONE is set if nothing else
   shows later that H was converted.  */
static tree
insert_result (const struct hwpgo_hammock *h, const struct result *r,
               bool alone, gimple_stmt_iterator *end)
{
  tree name = copy_ssa_name (gimple_phi_result (r->phi));
  if (r->sum)
    insert_accumulation (h, name, &r->acc, end);
  else if (alone
           || !hwpgo_insert_range (h->cond, name, r->values[0], r->values[1],
                                   end))
    hwpgo_insert_select (h->cond, name, r->values[0], r->values[1], end);
  return name;
}

/* What H's join merges.  Hoisting rewrites the operations, so this comes
   before.  */
static void
collect_results (const struct hwpgo_hammock *h, vec<result> *results)
{
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      result r;
      r.phi = psi.phi ();
      if (virtual_operand_p (gimple_phi_result (r.phi))
          || !hwpgo_hammock_selects (h, r.phi))
        continue;
      for (unsigned i = 0; i < 2; i++)
        r.values[i] = PHI_ARG_DEF_FROM_EDGE (r.phi, h->arms[i].last);
      r.sum = hwpgo_accumulates (h->head->loop_father, &h->cond, 1, r.values,
                                 2, &r.acc);
      results->safe_push (r);
    }
}

/* Drop the sums in floating point that R's are, so that they do not run beside
   the sum of what is selected.  */
static void
drop_sums (const struct hwpgo_hammock *h, struct result *r)
{
  if (!r->sum || !SCALAR_FLOAT_TYPE_P (TREE_TYPE (gimple_phi_result (r->phi))))
    return;
  for (unsigned i = 0; i < 2; i++)
    {
      tree value = r->values[i];
      gimple *stmt
          = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
      bool inside = false;
      for (unsigned k = 0; stmt && k < h->arms[i].n_blocks; k++)
        inside |= h->arms[i].blocks[k] == gimple_bb (stmt);
      SET_PHI_ARG_DEF (r->phi, h->arms[i].last->dest_idx, r->acc.x);
      if (!inside || !has_zero_uses (value))
        continue;
      gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
      gsi_remove (&gsi, true);
      release_defs (stmt);
    }
}

/* Let the virtual operand that comes from E be MEMORY.  */
static void
set_memory (edge e, tree memory)
{
  for (gphi_iterator psi = gsi_start_phis (e->dest); !gsi_end_p (psi);
       gsi_next (&psi))
    if (virtual_operand_p (gimple_phi_result (psi.phi ())))
      SET_PHI_ARG_DEF (psi.phi (), e->dest_idx, memory);
}

unsigned
hwpgo_hoist_arms (const struct hwpgo_hammock *h, tree *memory,
                  gimple_stmt_iterator *end)
{
  struct hwpgo_effects effects;
  unsigned n = hwpgo_floats_guarded (h);
  hwpgo_effects_match (h, &effects);
  for (unsigned i = 0; i < effects.n; i++)
    {
      for (unsigned arm = 0; arm < 2; arm++)
        if (effects.by_arm[i][arm] || effects.n_by_arm[arm] == 0)
          hoist_arm (h, arm, effects.by_arm[i][arm], *memory, end);
      n += hwpgo_effect_sink (h, &effects, i, memory, end);
    }
  for (unsigned arm = 0; arm < 2; arm++)
    hoist_arm (h, arm, NULL, *memory, end);
  return n;
}

unsigned
hwpgo_hammock_convert (struct hwpgo_hammock *h)
{
  struct hwpgo_arm *keep = &h->arms[h->arms[0].n_blocks != 0];
  struct hwpgo_arm *drop = &h->arms[keep == &h->arms[0]];
  auto_vec<result> results;
  collect_results (h, &results);

  gimple_stmt_iterator end = gsi_for_stmt (h->cond);
  tree memory = NULL_TREE;
  for (result &r : results)
    drop_sums (h, &r);
  unsigned n = results.length () + hwpgo_hoist_arms (h, &memory, &end);
  if (memory)
    set_memory (keep->last, memory);
  for (unsigned i = 0; i < results.length (); i++)
    SET_PHI_ARG_DEF (results[i].phi, keep->last->dest_idx,
                     insert_result (h, &results[i], n == 1, &end));

  if (h->join->loop_father && h->join->loop_father->header == h->join)
    loops_state_set (LOOPS_NEED_FIXUP);
  keep_arm (h, keep);
  drop_arm (drop, keep->last);
  merge_chain (h->head);
  return n;
}
