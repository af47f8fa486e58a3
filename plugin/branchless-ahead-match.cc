/* Loops that look for something, some turns at once: which.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-measure.h"

/* Operations, one of the other's result, that make an address.  */
#define MAX_DEPTH 8

/* Larger steps leave the page.  */
#define MAX_STEP 1024

/* Instructions of a turn, and tests, more than which never pay.  */
#define MAX_INSNS 16
#define MAX_TESTS 3

bool
hwpgo_ahead_block_p (const struct hwpgo_ahead_loop *a, basic_block bb)
{
  for (unsigned i = 0; i < a->n_blocks; i++)
    if (a->blocks[i] == bb)
      return true;
  return false;
}

/* Is VALUE computed in A's loop?  */
static bool
in_loop_p (const struct hwpgo_ahead_loop *a, tree value)
{
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  return hwpgo_ahead_block_p (a, gimple_bb (SSA_NAME_DEF_STMT (value)));
}

const struct hwpgo_ahead_load *
hwpgo_ahead_load_of (const struct hwpgo_ahead_loop *a, gimple *stmt)
{
  for (unsigned i = 0; i < a->n_loads; i++)
    if (a->loads[i].stmt == stmt)
      return &a->loads[i];
  return NULL;
}

bool
hwpgo_ahead_counter_p (const struct hwpgo_ahead_loop *a, gphi *phi,
                       HOST_WIDE_INT *step)
{
  tree value = gimple_phi_result (phi);
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, a->back);
  *step = 0;
  for (unsigned left = MAX_DEPTH; next != value; left--)
    {
      gassign *sum = in_loop_p (a, next)
                         ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (next))
                         : NULL;
      if (!sum || left == 0 || gimple_num_ops (sum) != 3)
        return false;
      tree_code code = gimple_assign_rhs_code (sum);
      tree by = gimple_assign_rhs2 (sum);
      if ((code != PLUS_EXPR && code != MINUS_EXPR
           && code != POINTER_PLUS_EXPR)
          || TREE_CODE (by) != INTEGER_CST)
        return false;
      /* An unsigned one is as large as its negative.  */
      widest_int number = widest_int::from (wi::to_wide (by), SIGNED);
      if (!wi::fits_shwi_p (number)
          || wi::gtu_p (wi::abs (number), (unsigned) MAX_STEP))
        return false;
      *step += code == MINUS_EXPR ? -number.to_shwi () : number.to_shwi ();
      next = gimple_assign_rhs1 (sum);
    }
  return absu_hwi (*step) <= (unsigned) MAX_STEP;
}

/* How VALUE, in A, changes from turn to turn: by *STEP, as long as LOAD's NARROW does
   not wrap.  False if that is not known.  */
static bool
step_of (const struct hwpgo_ahead_loop *a, tree value, unsigned left,
         struct hwpgo_ahead_load *load, HOST_WIDE_INT *step)
{
  *step = 0;
  if (!in_loop_p (a, value))
    return true;
  if (left == 0)
    return false;
  tree type = TREE_TYPE (value);
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (gphi *phi = dyn_cast<gphi *> (def))
    return gimple_bb (phi) == a->blocks[0]
           && hwpgo_ahead_counter_p (a, phi, step);
  gassign *stmt = dyn_cast<gassign *> (def);
  if (!stmt || gimple_vuse (stmt))
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree x = gimple_assign_rhs1 (stmt), y = gimple_assign_rhs2 (stmt);
  HOST_WIDE_INT other;
  if (CONVERT_EXPR_CODE_P (code))
    {
      tree from = TREE_TYPE (x);
      if (!(INTEGRAL_TYPE_P (from) || POINTER_TYPE_P (from))
          || !(INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
          || TYPE_PRECISION (type) < TYPE_PRECISION (from)
          || !step_of (a, x, left - 1, load, step))
        return false;
      if (TYPE_PRECISION (type) == TYPE_PRECISION (from)
          || TYPE_OVERFLOW_UNDEFINED (from) || *step == 0)
        return TYPE_PRECISION (type) == TYPE_PRECISION (sizetype)
               || TYPE_PRECISION (type) > TYPE_PRECISION (from);
      if (!TYPE_UNSIGNED (from) || (load->narrow && load->narrow != x))
        return false;
      load->narrow = x;
      load->narrow_step = *step;
      return true;
    }
  /* What is computed in fewer bits may wrap around somewhere on its way.  */
  if (TYPE_PRECISION (type) != TYPE_PRECISION (sizetype)
      && !TYPE_OVERFLOW_UNDEFINED (type)
      && !((code == PLUS_EXPR || code == MINUS_EXPR)
           && TREE_CODE (y) == INTEGER_CST))
    return false;
  switch (code)
    {
    case SSA_NAME:
      return step_of (a, x, left - 1, load, step);
    case PLUS_EXPR:
    case POINTER_PLUS_EXPR:
    case MINUS_EXPR:
      if (!step_of (a, x, left - 1, load, step)
          || !step_of (a, y, left - 1, load, &other))
        return false;
      *step += code == MINUS_EXPR ? -other : other;
      return absu_hwi (*step) <= (unsigned) MAX_STEP;
    case MULT_EXPR:
    case LSHIFT_EXPR:
      if (!tree_fits_uhwi_p (y) || !step_of (a, x, left - 1, load, step)
          || tree_to_uhwi (y) > (code == MULT_EXPR ? MAX_STEP : 10))
        return false;
      *step *= code == MULT_EXPR ? tree_to_shwi (y)
                                 : HOST_WIDE_INT_1 << tree_to_shwi (y);
      return absu_hwi (*step) <= (unsigned) MAX_STEP;
    default:
      return false;
    }
}

/* The same of the address of REF, for LOAD's STEP.  */
static bool
address_step (const struct hwpgo_ahead_loop *a, tree ref,
              struct hwpgo_ahead_load *load)
{
  HOST_WIDE_INT step;
  load->step = 0;
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF)
      {
        tree size = array_ref_element_size (ref);
        if (!step_of (a, TREE_OPERAND (ref, 1), MAX_DEPTH, load, &step))
          return false;
        if (step == 0)
          continue;
        /* An index is extended to the bits of an address.  */
        tree index = TREE_OPERAND (ref, 1), type = TREE_TYPE (index);
        if (TYPE_PRECISION (type) < TYPE_PRECISION (sizetype)
            && !TYPE_OVERFLOW_UNDEFINED (type))
          {
            if (!TYPE_UNSIGNED (type)
                || (load->narrow && load->narrow != index))
              return false;
            load->narrow = index;
            load->narrow_step = step;
          }
        if (!tree_fits_uhwi_p (size) || tree_to_uhwi (size) > MAX_STEP)
          return false;
        load->step += step * tree_to_shwi (size);
      }
  if (TREE_CODE (ref) == MEM_REF)
    {
      if (!step_of (a, TREE_OPERAND (ref, 0), MAX_DEPTH, load, &step))
        return false;
      load->step += step;
    }
  return absu_hwi (load->step) <= (unsigned) MAX_STEP;
}

/* Does VALUE, in A, wait for anything loaded, in this turn or in one before?  */
static bool
loaded_p (const struct hwpgo_ahead_loop *a, tree value,
          hash_set<gimple *> *seen)
{
  if (!in_loop_p (a, value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (seen->add (def))
    return false;
  if (gphi *phi = dyn_cast<gphi *> (def))
    return loaded_p (a,
                     gimple_bb (phi) == a->blocks[0]
                         ? PHI_ARG_DEF_FROM_EDGE (phi, a->back)
                         : gimple_phi_arg_def (phi, 0),
                     seen);
  if (gimple_vuse (def))
    return true;
  use_operand_p use;
  ssa_op_iter iter;
  FOR_EACH_SSA_USE_OPERAND (use, def, iter, SSA_OP_USE)
    if (loaded_p (a, USE_FROM_PTR (use), seen))
      return true;
  return false;
}

/* A's blocks as the arm of a branch, for what asks whether a place is there
   whatever it decides.  */
static void
as_arm (const struct hwpgo_ahead_loop *a, struct hwpgo_hammock *h)
{
  *h = {};
  h->head = a->blocks[0];
  h->arms[0].n_blocks = a->n_blocks;
  for (unsigned i = 0; i < a->n_blocks; i++)
    h->arms[0].blocks[i] = a->blocks[i];
}

/* Has what STMT loads a place that no value decides?  */
static bool
ssa_free_p (gimple *stmt)
{
  return NUM_SSA_OPERANDS (stmt, SSA_OP_USE) == 0;
}

/* Is REF made of nothing that varies, but for indexes and one pointer?  */
static bool
plain_p (tree ref)
{
  for (; handled_component_p (ref); ref = TREE_OPERAND (ref, 0))
    if (TREE_CODE (ref) == ARRAY_REF
            ? TREE_CODE (array_ref_low_bound (ref)) != INTEGER_CST
                  || TREE_CODE (array_ref_element_size (ref)) != INTEGER_CST
            : TREE_CODE (ref) != COMPONENT_REF || TREE_OPERAND (ref, 2))
      return false;
  return TREE_CODE (ref) == MEM_REF || DECL_P (ref);
}

/* Is REF in a variable of few turns of STEP bytes each?  GCC would see loads behind
   it.  */
static bool
small_p (tree ref, HOST_WIDE_INT step)
{
  tree base = get_base_address (ref);
  if (TREE_CODE (base) == MEM_REF
      && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = get_base_address (TREE_OPERAND (TREE_OPERAND (base, 0), 0));
  tree size = base && DECL_P (base) ? DECL_SIZE_UNIT (base) : NULL_TREE;
  return size && tree_fits_uhwi_p (size)
         && tree_to_uhwi (size) < 2 * HWPGO_AHEAD_MAX_TURNS * absu_hwi (step);
}

/* May A's load STMT be made in turns that the source does not make?  Notes it.  */
static bool
note_load (struct hwpgo_ahead_loop *a, gassign *stmt)
{
  tree ref = gimple_assign_rhs1 (stmt);
  if (a->n_loads == HWPGO_AHEAD_MAX_LOADS || gimple_has_volatile_ops (stmt)
      || stmt_could_throw_p (cfun, stmt)
      || hwpgo_load_for_nothing_check (TREE_TYPE (ref)) != HWPGO_REFUSE_NONE
      || !hwpgo_word_p (TREE_TYPE (ref)) || !hwpgo_place_addressable_p (ref)
      || !plain_p (ref))
    return false;
  struct hwpgo_ahead_load *load = &a->loads[a->n_loads++];
  *load = {};
  load->stmt = stmt;
  struct hwpgo_hammock h;
  as_arm (a, &h);
  if (hwpgo_inside_array_p (&h, ref)
      || (DECL_P (get_base_address (ref)) && !tree_could_trap_p (ref)
          && ssa_free_p (stmt)))
    {
      load->place = HWPGO_AHEAD_SAFE;
      return true;
    }
  if (address_step (a, ref, load))
    {
      load->place
          = load->step == 0 ? HWPGO_AHEAD_STAYS : HWPGO_AHEAD_STEPS;
      return load->step == 0 ? !load->narrow : !small_p (ref, load->step);
    }
  load->place = HWPGO_AHEAD_COMPUTED;
  load->narrow = NULL_TREE;
  hash_set<gimple *> seen;
  use_operand_p use;
  ssa_op_iter iter;
  FOR_EACH_SSA_USE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (loaded_p (a, USE_FROM_PTR (use), &seen))
      return false;
  return true;
}

/* The largest value that VALUE, a count in A, has by what it is made of, a mask and
   what it is subtracted from; MOST if nothing says so.  */
static unsigned HOST_WIDE_INT
largest_count (const struct hwpgo_ahead_loop *a, tree value, unsigned left,
               unsigned HOST_WIDE_INT most)
{
  gassign *stmt = in_loop_p (a, value)
                      ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                      : NULL;
  if (!stmt || left == 0)
    return most;
  tree_code code = gimple_assign_rhs_code (stmt);
  tree x = gimple_assign_rhs1 (stmt), y = gimple_assign_rhs2 (stmt);
  if (CONVERT_EXPR_CODE_P (code))
    return largest_count (a, x, left - 1, most);
  if (code == BIT_AND_EXPR && tree_fits_uhwi_p (y))
    return MIN (most, tree_to_uhwi (y));
  if (code == MINUS_EXPR && tree_fits_uhwi_p (x)
      && largest_count (a, y, left - 1, most) <= tree_to_uhwi (x))
    return MIN (most, tree_to_uhwi (x));
  return most;
}

/* Does STMT shift by a count that another turn has other than this one, and that may
   be more than there are bits where the source makes no such turn?  */
static bool
shifts_farther_p (const struct hwpgo_ahead_loop *a, gimple *stmt)
{
  unsigned bits = TYPE_PRECISION (TREE_TYPE (gimple_assign_lhs (stmt)));
  switch (gimple_assign_rhs_code (stmt))
    {
    case LSHIFT_EXPR:
    case RSHIFT_EXPR:
    case LROTATE_EXPR:
    case RROTATE_EXPR:
      return in_loop_p (a, gimple_assign_rhs2 (stmt))
             && largest_count (a, gimple_assign_rhs2 (stmt), MAX_DEPTH, bits)
                    >= bits;
    default:
      return false;
    }
}

/* May A's statement STMT run in turns that the source does not make?  Notes what it
   takes.  */
static bool
note_statement (struct hwpgo_ahead_loop *a, gimple *stmt)
{
  if (is_gimple_debug (stmt) || gimple_code (stmt) == GIMPLE_PREDICT
      || gimple_nop_p (stmt))
    return true;
  if (glabel *label = dyn_cast<glabel *> (stmt))
    return !FORCED_LABEL (gimple_label_label (label));
  if (is_a<gcond *> (stmt))
    return hwpgo_word_p (TREE_TYPE (gimple_cond_lhs (stmt)));
  gassign *assign = dyn_cast<gassign *> (stmt);
  if (!assign || TREE_CODE (gimple_assign_lhs (stmt)) != SSA_NAME
      || !hwpgo_word_p (TREE_TYPE (gimple_assign_lhs (stmt)))
      || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_assign_lhs (stmt)))
    return false;
  if (gimple_assign_load_p (stmt))
    {
      a->insns++;
      return note_load (a, assign);
    }
  if (gimple_vuse (stmt) || gimple_has_volatile_ops (stmt)
      || gimple_could_trap_p (stmt) || shifts_farther_p (a, stmt)
      || FLOAT_TYPE_P (TREE_TYPE (gimple_assign_rhs1 (stmt))))
    return false;
  struct hwpgo_ahead_load none = {};
  HOST_WIDE_INT step;
  if (!step_of (a, gimple_assign_lhs (stmt), MAX_DEPTH, &none, &step))
    a->insns += hwpgo_select_op_insns (hwpgo_statement_kind (stmt));
  return true;
}

/* Follow a turn of A's loop from BB on, one block after the other, back to its
   header.  What leads elsewhere leaves the loop.  */
static bool
follow_turn (struct hwpgo_ahead_loop *a, basic_block bb)
{
  if (a->n_blocks == HWPGO_AHEAD_MAX_BLOCKS || EDGE_COUNT (bb->succs) > 2
      || (a->n_blocks > 0 && (!single_pred_p (bb) || bb == a->blocks[0])))
    return false;
  unsigned n = a->n_blocks++;
  a->blocks[n] = bb;
  a->outs[n] = NULL;
  edge on = NULL, e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (hwpgo_edge_complex_p (e))
      return false;
    else if (e->dest == a->blocks[0])
      {
        if (on)
          return false;
        a->back = on = e;
      }
  for (unsigned i = 0; !on && i < EDGE_COUNT (bb->succs); i++)
    if (follow_turn (a, EDGE_SUCC (bb, i)->dest))
      on = EDGE_SUCC (bb, i);
    else
      a->n_blocks = n + 1;
  if (!on)
    return false;
  if (EDGE_COUNT (bb->succs) == 1)
    return true;
  a->outs[n] = EDGE_SUCC (bb, EDGE_SUCC (bb, 0) == on);
  a->n_tests++;
  gimple *last = last_nondebug_stmt (bb);
  return last && is_a<gcond *> (last);
}

/* The header of the loop that the branch at the end of BB may be a test of: BB, or
   what is in front of it, one block after the other.  */
static bool
follow_from (struct hwpgo_ahead_loop *a, basic_block bb)
{
  for (unsigned n = 0; n < HWPGO_AHEAD_MAX_BLOCKS; n++)
    {
      *a = {};
      if (EDGE_COUNT (bb->preds) > 1)
        return follow_turn (a, bb);
      if (!single_pred_p (bb) || single_pred (bb) == ENTRY_BLOCK_PTR_FOR_FN (cfun))
        return false;
      bb = single_pred (bb);
    }
  return false;
}

/* Does a test of A's ask for more than how many turns there were?  If none does, their
   number is known before the first one.  */
static bool
found_p (const struct hwpgo_ahead_loop *a)
{
  struct hwpgo_ahead_load none = {};
  HOST_WIDE_INT step;
  for (unsigned i = 0; i < a->n_blocks; i++)
    if (a->outs[i])
      {
        gimple *test = last_nondebug_stmt (a->blocks[i]);
        for (unsigned k = 0; k < 2; k++)
          if (!step_of (a, gimple_op (test, k), MAX_DEPTH, &none, &step))
            return true;
      }
  return false;
}

bool
hwpgo_ahead_match (basic_block head, struct hwpgo_ahead_loop *a)
{
  bool ends = false;
  if (!follow_from (a, head) || a->n_tests > MAX_TESTS)
    return false;
  for (unsigned i = 0; i < a->n_blocks; i++)
    ends |= a->blocks[i] == head && a->outs[i];
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, a->blocks[0]->preds)
    if (e != a->back)
      {
        if (hwpgo_edge_complex_p (e) || a->n_entries == HWPGO_AHEAD_MAX_ENTRIES)
          return false;
        a->entries[a->n_entries++] = e;
      }
  if (!ends || a->n_entries == 0)
    return false;
  for (gphi_iterator psi = gsi_start_phis (a->blocks[0]); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree value = gimple_phi_result (psi.phi ());
      HOST_WIDE_INT step;
      if (virtual_operand_p (value))
        continue;
      if (!hwpgo_word_p (TREE_TYPE (value))
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
        return false;
      a->n_chosen += !hwpgo_ahead_counter_p (a, psi.phi (), &step);
    }
  for (unsigned i = 0; i < a->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (a->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      if (!note_statement (a, gsi_stmt (gsi)))
        return false;
  return a->insns <= MAX_INSNS && found_p (a);
}

unsigned
hwpgo_ahead_first_test (const struct hwpgo_ahead_loop *a)
{
  for (unsigned i = a->n_blocks; i-- > 0;)
    for (unsigned k = 0; k < a->n_loads; k++)
      if (a->loads[k].place != HWPGO_AHEAD_SAFE
          && gimple_bb (a->loads[k].stmt) == a->blocks[i])
        return i;
  return 0;
}
