/* Loops that look for something, some turns at once: which.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-effects.h"
#include "plugin/branchless-measure.h"

/* Instructions of a turn, and tests, more than which never pay.  */
#define MAX_INSNS 16
#define MAX_TESTS 3

/* Blocks of what a turn may do more, and ways from there back to one place.  */
#define MAX_ASIDE 8
#define MAX_WAYS 3

bool
hwpgo_ahead_block_p (const struct hwpgo_ahead_loop *a, basic_block bb)
{
  for (unsigned i = 0; i < a->n_blocks; i++)
    if (a->blocks[i] == bb)
      return true;
  return false;
}

const struct hwpgo_ahead_load *
hwpgo_ahead_load_of (const struct hwpgo_ahead_loop *a, gimple *stmt)
{
  for (unsigned i = 0; i < a->n_loads; i++)
    if (a->loads[i].stmt == stmt)
      return &a->loads[i];
  return NULL;
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
        if (!hwpgo_ahead_step_of (a, TREE_OPERAND (ref, 1),
                                  HWPGO_AHEAD_MAX_DEPTH, load, &step))
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
        if (!tree_fits_uhwi_p (size) || tree_to_uhwi (size) > HWPGO_AHEAD_MAX_STEP)
          return false;
        load->step += step * tree_to_shwi (size);
      }
  if (TREE_CODE (ref) == MEM_REF)
    {
      if (!hwpgo_ahead_step_of (a, TREE_OPERAND (ref, 0), HWPGO_AHEAD_MAX_DEPTH,
                                load, &step))
        return false;
      load->step += step;
    }
  return absu_hwi (load->step) <= (unsigned) HWPGO_AHEAD_MAX_STEP;
}

/* Does VALUE, in A, wait for anything loaded, in this turn or in one before?  */
static bool
loaded_p (const struct hwpgo_ahead_loop *a, tree value,
          hash_set<gimple *> *seen)
{
  if (!hwpgo_ahead_varies_p (a, value))
    return false;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (seen->add (def))
    return false;
  if (gphi *phi = dyn_cast<gphi *> (def))
    return loaded_p (a,
                     gimple_bb (phi) == a->blocks[0]
                         ? PHI_ARG_DEF_FROM_EDGE (phi, a->back)
                         : hwpgo_ahead_arg (a, phi),
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
      || !hwpgo_place_plain_p (ref)
      || TREE_CODE (get_base_address (ref)) == TARGET_MEM_REF)
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
  gassign *stmt = hwpgo_ahead_varies_p (a, value)
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
      return hwpgo_ahead_varies_p (a, gimple_assign_rhs2 (stmt))
             && largest_count (a, gimple_assign_rhs2 (stmt), HWPGO_AHEAD_MAX_DEPTH,
                               bits)
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
  if (!hwpgo_ahead_step_of (a, gimple_assign_lhs (stmt), HWPGO_AHEAD_MAX_DEPTH,
                            &none, &step))
    a->insns += hwpgo_select_op_insns (hwpgo_statement_kind (stmt));
  return true;
}

/* Do all ways to BB, where A's turn may go on, but that from its last block, come from
   A's blocks before?  */
static bool
joins_p (const struct hwpgo_ahead_loop *a, basic_block bb)
{
  auto_vec<basic_block> left;
  hash_set<basic_block> seen;
  left.safe_push (bb);
  while (!left.is_empty ())
    {
      basic_block from = left.pop ();
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, from->preds)
        if (hwpgo_edge_complex_p (e) || e->src == bb
            || e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun)
            || seen.elements () == MAX_ASIDE)
          return false;
        else if (!hwpgo_ahead_block_p (a, e->src) && !seen.add (e->src))
          left.safe_push (e->src);
    }
  return true;
}

/* Follow a turn of A's loop from BB on, one block after the other, back to its
   header, the shortest way there is, and of two the likelier one.  What leads elsewhere
   leaves the loop, or comes back to the turn.  */
static bool
follow_turn (struct hwpgo_ahead_loop *a, basic_block bb)
{
  if (a->n_blocks == HWPGO_AHEAD_MAX_BLOCKS || EDGE_COUNT (bb->succs) > 2
      || (a->n_blocks > 0
          && (hwpgo_ahead_block_p (a, bb)
              || (!single_pred_p (bb) && !joins_p (a, bb)))))
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
  struct hwpgo_ahead_loop best = *a;
  for (unsigned i = 0; !a->back && i < EDGE_COUNT (bb->succs); i++)
    {
      struct hwpgo_ahead_loop way = *a;
      e = EDGE_SUCC (bb, i);
      if (follow_turn (&way, e->dest)
          && (!on || way.n_blocks < best.n_blocks
              || (way.n_blocks == best.n_blocks
                  && e->probability > on->probability)))
        {
          best = way;
          on = e;
        }
    }
  if (!on)
    return false;
  *a = best;
  if (EDGE_COUNT (bb->succs) == 1)
    return true;
  a->outs[n] = EDGE_SUCC (bb, EDGE_SUCC (bb, 0) == on);
  a->n_tests++;
  gimple *last = last_nondebug_stmt (bb);
  return last && is_a<gcond *> (last);
}

/* Note which of A's ways out come back to the turn.  */
static void
note_aside (struct hwpgo_ahead_loop *a)
{
  hash_set<basic_block> seen;
  auto_vec<basic_block> left;
  for (unsigned i = 1; i < a->n_blocks; i++)
    left.safe_push (a->blocks[i]);
  while (!left.is_empty ())
    {
      edge e;
      edge_iterator ei;
      basic_block bb = left.pop ();
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (!hwpgo_ahead_block_p (a, e->src))
          {
            if (!seen.add (e->src))
              left.safe_push (e->src);
          }
        else
          for (unsigned i = 0; i < a->n_blocks; i++)
            a->aside[i] |= a->outs[i] == e;
    }
}

/* Follow a turn, of which the block TEST is a part, from BB on, or from what is up to
   LEFT blocks in front of it.  */
static bool
follow_from (struct hwpgo_ahead_loop *a, basic_block bb, basic_block test,
             unsigned left)
{
  edge e;
  edge_iterator ei;
  if (EDGE_COUNT (bb->preds) > 1)
    {
      *a = {};
      if (follow_turn (a, bb) && hwpgo_ahead_block_p (a, test))
        return true;
    }
  if (left == 0 || EDGE_COUNT (bb->preds) > MAX_WAYS)
    return false;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->src != ENTRY_BLOCK_PTR_FOR_FN (cfun)
        && follow_from (a, e->src, test, left - 1))
      return true;
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
    if (a->outs[i] && !a->aside[i])
      {
        gimple *test = last_nondebug_stmt (a->blocks[i]);
        for (unsigned k = 0; k < 2; k++)
          if (!hwpgo_ahead_step_of (a, gimple_op (test, k), HWPGO_AHEAD_MAX_DEPTH,
                                    &none, &step))
            return true;
      }
  return false;
}

/* Find masks for A's tests, all of which is known but that.  Values that have to be
   selected need each turn's tests.  */
static void
note_masks (struct hwpgo_ahead_loop *a)
{
  for (unsigned i = 0; i < a->n_blocks && a->n_chosen == 0; i++)
    if (a->outs[i])
      a->n_masks += hwpgo_ahead_match_mask (a, i, &a->masks[i]);
  /* No turn has to be made.  */
  if (a->n_masks == a->n_tests && a->n_loads == 0)
    a->insns = 0;
}

bool
hwpgo_ahead_match (basic_block head, struct hwpgo_ahead_loop *a)
{
  bool ends = false;
  if (!follow_from (a, head, head, HWPGO_AHEAD_MAX_BLOCKS - 1)
      || a->n_tests > MAX_TESTS)
    return false;
  note_aside (a);
  for (unsigned i = 0; i < a->n_blocks; i++)
    ends |= a->blocks[i] == head && a->outs[i] && !a->aside[i];
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
      tree_code code;
      unsigned bits;
      if (virtual_operand_p (value))
        continue;
      if (!hwpgo_word_p (TREE_TYPE (value))
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value))
        return false;
      a->n_chosen += !hwpgo_ahead_counter_p (a, psi.phi (), &step)
                     && !hwpgo_ahead_shifted_p (a, psi.phi (), &code, &bits);
    }
  for (unsigned i = 0; i < a->n_blocks; i++)
    for (gimple_stmt_iterator gsi = gsi_start_bb (a->blocks[i]);
         !gsi_end_p (gsi); gsi_next (&gsi))
      if (!note_statement (a, gsi_stmt (gsi)))
        return false;
  note_masks (a);
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
