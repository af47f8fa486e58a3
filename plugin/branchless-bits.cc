/* Loops that count bits.
   SPDX-License-Identifier: GPL-2.0-or-later

     while ((x & 1) == 0)         k = __builtin_ctz (x | 1u << 31);
       {                          x >>= k;
         x >>= 1;          ->     n += k;
         n++;                     while ((x & 1) == 0)
       }                            ...

     while (x != 0)               k = 31 - __builtin_clz (x | 1);
       {                   ->     ...

   How often such a loop turns is a coin, and no select helps.  So in front of
   it, all turns that there will be in any case are made at once.  The loop stays
   as it was, and does the rest of them: none, or always as many.  The bit that
   is added makes the count right for zero, too, of which the first loop does
   not end: 31 turns are made at once then, and more follow.

   What is shifted or counted in a turn is nothing but that: each value that the
   loop has from turn to turn is its own half, its double, itself and a constant,
   or stays what it is, and a turn has no effects.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-bits.h"
#include "plugin/plugin.h"
#include "plugin/verify-gcc.h"

/* Values that a loop has from turn to turn.  */
#define MAX_VALUES 8

/* Conversions looked through.  */
#define MAX_CONVERSIONS 3

/* --- shape -----------------------------------------------------------------
 */

/* VALUE without conversions between integers.  */
static tree
unconverted (tree value)
{
  for (unsigned i = 0; i < MAX_CONVERSIONS; i++)
    {
      gassign *def = TREE_CODE (value) == SSA_NAME
                         ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                         : NULL;
      if (!def || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
          || !INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (def))))
        break;
      value = gimple_assign_rhs1 (def);
    }
  return value;
}

static gassign *
assignment_of (tree value, tree_code code)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  return def && gimple_assign_rhs_code (def) == code ? def : NULL;
}

/* What VALUE, a PHI result of the header of B, is in the next turn.  */
static tree
next_value (const struct hwpgo_bits_loop *b, tree value)
{
  gphi *phi = as_a<gphi *> (SSA_NAME_DEF_STMT (value));
  return PHI_ARG_DEF_FROM_EDGE (phi, b->back);
}

static bool
header_value_p (const struct hwpgo_bits_loop *b, tree value)
{
  return TREE_CODE (value) == SSA_NAME
         && gimple_code (SSA_NAME_DEF_STMT (value)) == GIMPLE_PHI
         && gimple_bb (SSA_NAME_DEF_STMT (value)) == b->header;
}

/* Is NEXT half of VALUE, rounded down?  What is negative is rounded up by a
   division, but only what is even is divided while zeros are counted.  */
static bool
half_p (const struct hwpgo_bits_loop *b, tree value, tree next)
{
  gassign *shift = assignment_of (next, RSHIFT_EXPR);
  if (shift)
    return gimple_assign_rhs1 (shift) == value
           && integer_onep (gimple_assign_rhs2 (shift));
  gassign *division = assignment_of (next, TRUNC_DIV_EXPR);
  return division && b->zeros && gimple_assign_rhs1 (division) == value
         && TREE_CODE (gimple_assign_rhs2 (division)) == INTEGER_CST
         && wi::to_wide (gimple_assign_rhs2 (division)) == 2;
}

/* Is VALUE tested by B?  */
static bool
tested_p (const struct hwpgo_bits_loop *b, tree value)
{
  for (unsigned i = 0; i < b->n_tested; i++)
    if (b->tested[i] == value)
      return true;
  return false;
}

hwpgo_bits_change
hwpgo_bits_change_of (const struct hwpgo_bits_loop *b, tree value, tree *step)
{
  tree next = next_value (b, value);
  if (next == value)
    return HWPGO_BITS_STAYS;
  /* What is not tested may be negative and odd.  */
  if (half_p (b, value, next))
    return tested_p (b, value) ? HWPGO_BITS_HALF : HWPGO_BITS_OTHER;
  gassign *shift = assignment_of (next, LSHIFT_EXPR);
  if (shift && gimple_assign_rhs1 (shift) == value
      && integer_onep (gimple_assign_rhs2 (shift)))
    return HWPGO_BITS_DOUBLE;
  gassign *sum = assignment_of (next, PLUS_EXPR);
  if (!sum || gimple_assign_rhs1 (sum) != value
      || TREE_CODE (gimple_assign_rhs2 (sum)) != INTEGER_CST)
    return HWPGO_BITS_OTHER;
  *step = gimple_assign_rhs2 (sum);
  return HWPGO_BITS_STEP;
}

static bool
word_p (tree type)
{
  return INTEGRAL_TYPE_P (type) && GET_MODE_CLASS (TYPE_MODE (type)) == MODE_INT
         && type_has_mode_precision_p (type) && TYPE_PRECISION (type) <= 64;
}

/* Do BB's statements only compute?  */
static bool
computes_p (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_COND
          || gimple_code (stmt) == GIMPLE_PREDICT)
        continue;
      if (!is_gimple_assign (stmt) || gimple_vuse (stmt)
          || gimple_could_trap_p (stmt))
        return false;
    }
  return true;
}

/* Fill B's blocks from the branch at the end of HEADER.  */
static bool
match_blocks (basic_block header, struct hwpgo_bits_loop *b)
{
  b->header = header;
  for (unsigned way = 0; way < 2; way++)
    {
      b->on = EDGE_SUCC (header, way);
      b->out = EDGE_SUCC (header, !way);
      b->back = b->on;
      for (unsigned n = 0; n < 2 && b->back->dest != header; n++)
        {
          basic_block bb = b->back->dest;
          if (!single_pred_p (bb) || !single_succ_p (bb) || !computes_p (bb))
            break;
          b->back = single_succ_edge (bb);
        }
      if (b->back->dest != header || b->back == b->on
          || b->out->dest == header)
        continue;
      b->n_entries = 0;
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, header->preds)
        if ((e->flags & EDGE_COMPLEX)
            || (e != b->back && b->n_entries == HWPGO_BITS_ENTRIES))
          return false;
        else if (e != b->back)
          b->entries[b->n_entries++] = e;
      return b->n_entries > 0 && !(b->out->flags & EDGE_COMPLEX)
             && computes_p (header);
    }
  return false;
}

/* Note VALUE, or what it is the bits of, as tested.  */
static bool
note_tested (struct hwpgo_bits_loop *b, tree value)
{
  value = unconverted (value);
  gassign *both = assignment_of (value, BIT_IOR_EXPR);
  tree values[2] = { value, NULL_TREE };
  if (both)
    {
      values[0] = unconverted (gimple_assign_rhs1 (both));
      values[1] = unconverted (gimple_assign_rhs2 (both));
    }
  for (b->n_tested = 0; b->n_tested < 2 && values[b->n_tested]; b->n_tested++)
    {
      tree v = values[b->n_tested];
      if (!header_value_p (b, v) || !word_p (TREE_TYPE (v)))
        return false;
      b->tested[b->n_tested] = v;
    }
  return b->n_tested == 1
         || TYPE_PRECISION (TREE_TYPE (b->tested[0]))
                == TYPE_PRECISION (TREE_TYPE (b->tested[1]));
}

/* Does the tested value of B get zero by shifting?  Negative ones never do.  */
static bool
shifts_to_zero_p (const struct hwpgo_bits_loop *b)
{
  return header_value_p (b, b->tested[0])
         && word_p (TREE_TYPE (b->tested[0]))
         && TYPE_UNSIGNED (TREE_TYPE (b->tested[0]));
}

/* Fill B's test.  */
static bool
match_test (struct hwpgo_bits_loop *b)
{
  gcond *cond = as_a<gcond *> (last_nondebug_stmt (b->header));
  tree_code code = gimple_cond_code (cond);
  tree lhs = gimple_cond_lhs (cond);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (lhs)))
    return false;
  b->behind = 0;
  b->n_tested = 1;
  b->tested[0] = lhs;
  if ((b->on->flags & EDGE_TRUE_VALUE) ? code == GT_EXPR : code == LE_EXPR)
    {
      b->behind = 1;
      return integer_onep (gimple_cond_rhs (cond)) && shifts_to_zero_p (b);
    }
  if (!integer_zerop (gimple_cond_rhs (cond))
      || (code != EQ_EXPR && code != NE_EXPR))
    return false;
  bool on_if_zero = (code == EQ_EXPR) == !!(b->on->flags & EDGE_TRUE_VALUE);
  b->zeros = on_if_zero;
  if (on_if_zero)
    {
      gassign *mask = assignment_of (unconverted (lhs), BIT_AND_EXPR);
      return mask && integer_onep (gimple_assign_rhs2 (mask))
             && note_tested (b, gimple_assign_rhs1 (mask));
    }
  gassign *shift = assignment_of (lhs, RSHIFT_EXPR);
  if (shift && integer_onep (gimple_assign_rhs2 (shift)))
    {
      b->tested[0] = gimple_assign_rhs1 (shift);
      b->behind = 1;
    }
  return shifts_to_zero_p (b);
}

/* Can all values of B be carried on at once?  */
static bool
match_values (const struct hwpgo_bits_loop *b)
{
  unsigned n = 0;
  for (gphi_iterator psi = gsi_start_phis (b->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree value = gimple_phi_result (psi.phi ()), step;
      if (virtual_operand_p (value))
        continue;
      hwpgo_bits_change change = hwpgo_bits_change_of (b, value, &step);
      if (++n > MAX_VALUES || change == HWPGO_BITS_OTHER
          || (change != HWPGO_BITS_HALF && tested_p (b, value))
          || (change != HWPGO_BITS_STAYS && !word_p (TREE_TYPE (value)))
          /* At once it may be shifted by no more than it has bits.  */
          || (change == HWPGO_BITS_DOUBLE
              && TYPE_PRECISION (TREE_TYPE (value))
                     < TYPE_PRECISION (TREE_TYPE (b->tested[0]))))
        return false;
    }
  return true;
}

/* --- judgement -------------------------------------------------------------
 */

/* How often B is entered.  */
static profile_count
entries_of (const struct hwpgo_bits_loop *b)
{
  profile_count sum = profile_count::zero ();
  for (unsigned i = 0; i < b->n_entries; i++)
    sum += b->entries[i]->count ();
  return sum;
}

/* Turns of B for each entry; 0 if they are not known.  */
static double
turns_of (const struct hwpgo_bits_loop *b)
{
  profile_count all = b->header->count, entries = entries_of (b);
  if (!all.initialized_p () || !entries.initialized_p ()
      || entries.to_gcov_type () <= 0)
    return 0;
  return (double) all.to_gcov_type () / entries.to_gcov_type ();
}

/* B turns once, or, where no bits are left, once more.  */
static void
few_turns (struct hwpgo_bits_loop *b)
{
  profile_count entries = entries_of (b);
  profile_probability on = b->zeros ? profile_probability::very_unlikely ()
                                    : profile_probability::even ().guessed ();
  b->header->count = b->zeros ? entries : entries.apply_scale (2, 1);
  b->on->probability = on;
  b->out->probability = on.invert ();
  for (edge e = b->on; e->dest != b->header; e = single_succ_edge (e->dest))
    e->dest->count = b->on->count ();
}

static bool
match (basic_block head, struct hwpgo_bits_loop *b)
{
  return match_blocks (head, b) && match_test (b) && match_values (b)
         && hwpgo_bits_countable_p (b);
}

bool
hwpgo_bits_counted_p (basic_block head)
{
  struct hwpgo_bits_loop b = {};
  return match (head, &b);
}

bool
hwpgo_bits_ahead (basic_block head, struct hwpgo_outcome *o)
{
  struct hwpgo_bits_loop b = {};
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  if (!match (head, &b))
    return false;
  o->cost.saved = o->hint.ratio * turns_of (&b) * params->mispredict_penalty;
  o->cost.work = params->count_bits;
  o->cost.latency = 0;
  o->weighed = true;
  /* What was made at once in the build that was measured turns no more.  */
  if (o->cost.saved < o->cost.work * params->margin && o->hint.age == 0
      && !hwpgo_plugin.args.force_branchless)
    return false;
  for (unsigned i = 0; i < b.n_entries; i++)
    b.entries[i] = hwpgo_bits_enter_ahead (&b, b.entries[i]);
  /* What is left turns always as often, and has no mispredicts: it loses its
     place, by which the hint would be found again.  */
  gimple_set_location (last_nondebug_stmt (head), UNKNOWN_LOCATION);
  few_turns (&b);
  hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                        "most of its turns are made at once");
  o->why = HWPGO_REFUSE_NONE;
  o->n_selects = 0;
  return true;
}
