/* The verifier's snapshots of GIMPLE and RTL.
   SPDX-License-Identifier: GPL-2.0-or-later

   A block is the same in two snapshots if its basic_block_def is at the same
   address: garbage is collected between passes alone, so that within one no
   address gets a new meaning.  Addresses are compared and never shown.  */

#include "plugin/gcc-headers.h"
#include "plugin/block-count.h"
#include "plugin/verify-gcc.h"

static struct hwpgo_verify_count
count_of (profile_count count)
{
  struct hwpgo_verify_count result
      = { count.initialized_p () ? (uint64_t) count.to_gcov_type () : 0,
          hwpgo_quality_of (count) };
  return result;
}

static double
probability_of (profile_probability probability)
{
  return probability.initialized_p () ? probability.to_sreal ().to_double ()
                                      : -1;
}

/* --- places and contents -------------------------------------------------
 */

static uint64_t
mix_in (uint64_t hash, uint64_t value)
{
  uint64_t pair[2] = { hash, value };
  return hwpgo_hash (pair, sizeof pair);
}

/* The place of LOCATION with the calls that it was inlined by.  */
static uint64_t
inlined_place (location_t location)
{
  uint64_t hash = LOCATION_LOCUS (location);
  tree block = LOCATION_BLOCK (location);
  for (; block && TREE_CODE (block) == BLOCK;
       block = BLOCK_SUPERCONTEXT (block))
    if (inlined_function_outer_scope_p (block))
      hash = mix_in (hash, LOCATION_LOCUS (BLOCK_SOURCE_LOCATION (block)));
  return hash;
}

/* What describes a basic block but its edges and its count.  */
struct contents
{
  uint64_t hash;
  location_t location; /* of the last statement that has one.  */
  location_t end;      /* of the last statement.  */
};

static void
add_statement (struct contents *c, uint64_t code, location_t location)
{
  c->hash = mix_in (c->hash, code);
  c->end = location;
  if (LOCATION_LOCUS (location) > BUILTINS_LOCATION)
    c->location = location;
}

static uint64_t
code_of (const gimple *stmt)
{
  uint64_t code = gimple_code (stmt);
  if (is_gimple_assign (stmt))
    code = code << 16 | gimple_assign_rhs_code (stmt);
  else if (is_gimple_call (stmt) && gimple_call_fndecl (stmt))
    code = code << 32 | DECL_UID (gimple_call_fndecl (stmt));
  return code;
}

static struct contents
contents_of (basic_block bb)
{
  struct contents c = { 1, UNKNOWN_LOCATION, UNKNOWN_LOCATION };
  if (bb->index < NUM_FIXED_BLOCKS)
    return c;
  if (!(bb->flags & BB_RTL))
    {
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
           gsi_next (&gsi))
        if (!is_gimple_debug (gsi_stmt (gsi))
            && gimple_code (gsi_stmt (gsi)) != GIMPLE_LABEL)
          add_statement (&c, code_of (gsi_stmt (gsi)),
                         gimple_location (gsi_stmt (gsi)));
      return c;
    }
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
  if (NONDEBUG_INSN_P (insn))
    add_statement (&c, GET_CODE (PATTERN (insn)), INSN_LOCATION (insn));
  return c;
}

/* --- how blocks end ------------------------------------------------------
 */

static enum hwpgo_verify_terminator
rtl_terminator (const rtx_insn *last)
{
  if (!JUMP_P (last))
    return HWPGO_VERIFY_FALL;
  if (any_condjump_p (last))
    return HWPGO_VERIFY_CONDITIONAL;
  if (tablejump_p (last, NULL, NULL))
    return HWPGO_VERIFY_SWITCH;
  return computed_jump_p (last) ? HWPGO_VERIFY_COMPUTED : HWPGO_VERIFY_FALL;
}

static enum hwpgo_verify_terminator
gimple_terminator (const gimple *last)
{
  switch (last ? gimple_code (last) : GIMPLE_NOP)
    {
    case GIMPLE_COND:
      return HWPGO_VERIFY_CONDITIONAL;
    case GIMPLE_SWITCH:
      return HWPGO_VERIFY_SWITCH;
    case GIMPLE_GOTO:
      return HWPGO_VERIFY_COMPUTED;
    default:
      return HWPGO_VERIFY_FALL;
    }
}

static enum hwpgo_verify_terminator
terminator_of (basic_block bb)
{
  enum hwpgo_verify_terminator kind = HWPGO_VERIFY_FALL;
  if (EDGE_COUNT (bb->succs) < 2)
    return kind;
  kind = bb->flags & BB_RTL ? rtl_terminator (BB_END (bb))
                            : gimple_terminator (last_nondebug_stmt (bb));
  if (kind != HWPGO_VERIFY_FALL)
    return kind;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_EH)
      kind = HWPGO_VERIFY_EXCEPTION;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_ABNORMAL && !(e->flags & EDGE_EH))
      return HWPGO_VERIFY_OTHER;
  return kind == HWPGO_VERIFY_FALL ? HWPGO_VERIFY_OTHER : kind;
}

static void
see_note (basic_block bb, struct hwpgo_verify_block *block)
{
  rtx note = bb->flags & BB_RTL && JUMP_P (BB_END (bb))
                     && any_condjump_p (BB_END (bb))
                     && EDGE_COUNT (bb->succs) == 2
                 ? find_reg_note (BB_END (bb), REG_BR_PROB, NULL_RTX)
                 : NULL_RTX;
  if (!note)
    return;
  block->note = probability_of (
      profile_probability::from_reg_br_prob_note (XINT (note, 0)));
  block->noted_edge = probability_of (BRANCH_EDGE (bb)->probability);
}

/* --- all ----------------------------------------------------------------- */

/* GCC's opinion of hot counts needs a profile that has a threshold.  */
static bool
hot_p (function *fn, basic_block bb)
{
  return (!bb->count.ipa_p () || profile_info) && maybe_hot_bb_p (fn, bb);
}

static bool
see_block (function *fn, basic_block bb, hwpgo_verify_rules rules,
           struct hwpgo_verify_snapshot *s)
{
  struct hwpgo_verify_block *block = hwpgo_verify_add_block (s);
  if (!block)
    return false;
  struct contents c = contents_of (bb);
  block->id = (uintptr_t) bb;
  block->number = bb->index;
  block->content = c.hash;
  block->count = count_of (bb->count);
  block->place = LOCATION_LOCUS (c.location);
  block->terminator = terminator_of (bb);
  if (c.location != UNKNOWN_LOCATION && block->terminator != HWPGO_VERIFY_FALL)
    block->branch = mix_in (inlined_place (c.location), block->terminator);
  profile_count ipa
      = bb->count.initialized_p () ? bb->count.ipa () : bb->count;
  if (ipa.initialized_p ())
    block->executions = ipa.to_gcov_type ();
  if (bb->index >= NUM_FIXED_BLOCKS && bb->count.initialized_p ()
      && rules & 1u << HWPGO_VERIFY_UNLIKELY_HOT)
    {
      block->rare = probably_never_executed_bb_p (fn, bb);
      block->hot = hot_p (fn, bb);
    }
  if (bb->index >= NUM_FIXED_BLOCKS)
    see_note (bb, block);
  return true;
}

static bool
see_edges (basic_block bb, const vec<size_t> &position,
           struct hwpgo_verify_snapshot *s)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      struct hwpgo_verify_edge *seen = hwpgo_verify_add_edge (s);
      if (!seen)
        return false;
      seen->from = position[e->src->index];
      seen->to = position[e->dest->index];
      seen->probability = probability_of (e->probability);
      seen->exception = e->flags & EDGE_EH;
      seen->abnormal = e->flags & EDGE_ABNORMAL && !(e->flags & EDGE_EH);
      seen->fake = e->flags & EDGE_FAKE;
    }
  return true;
}

/* Entry and exit, then the others.  */
static void
list_blocks (function *fn, vec<basic_block> *blocks, vec<size_t> *position)
{
  basic_block bb;
  blocks->safe_push (ENTRY_BLOCK_PTR_FOR_FN (fn));
  blocks->safe_push (EXIT_BLOCK_PTR_FOR_FN (fn));
  FOR_EACH_BB_FN (bb, fn)
    blocks->safe_push (bb);
  position->safe_grow_cleared (last_basic_block_for_fn (fn));
  unsigned i;
  FOR_EACH_VEC_ELT (*blocks, i, bb)
  (*position)[bb->index] = i;
}

int
hwpgo_verify_see (function *fn, hwpgo_verify_rules rules, bool apart,
                  struct hwpgo_verify_snapshot *s)
{
  auto_vec<basic_block> blocks;
  auto_vec<size_t> position;
  cgraph_node *node = cgraph_node::get (fn->decl);
  s->has_profile = profile_status_for_fn (fn) != PROFILE_ABSENT && node;
  if (!s->has_profile)
    return hwpgo_verify_finish (s);
  s->callgraph = count_of (node->count);
  s->callgraph_apart = apart;
  s->machine = fn->curr_properties & PROP_rtl;
  list_blocks (fn, &blocks, &position);
  unsigned i;
  basic_block bb;
  bool done = true;
  FOR_EACH_VEC_ELT (blocks, i, bb)
  done = done && see_block (fn, bb, rules, s);
  FOR_EACH_VEC_ELT (blocks, i, bb)
  done = done && see_edges (bb, position, s);
  return done ? hwpgo_verify_finish (s) : -HWPGO_E_NOMEM;
}
