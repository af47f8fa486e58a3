/* Arms that may have been selects in the profiled build.
   SPDX-License-Identifier: GPL-2.0-or-later

   A select runs each time, and what the profile has of its place it has of both
   ways.  So a small arm that suddenly runs always, where something else was
   believed, is not measured.  */

#include "plugin/gcc-headers.h"
#include "plugin/round-measure.h"

/* What runs this part of the times that something else does, runs always.  */
#define ALWAYS 0.95

/* Statements, or insns, of an arm that may become a select.  */
#define MAX_SELECTED 4

static location_t
branch_location (basic_block bb)
{
  if (current_ir_type () != IR_GIMPLE)
    return JUMP_P (BB_END (bb)) ? INSN_LOCATION (BB_END (bb))
                                : UNKNOWN_LOCATION;
  const gimple *last = last_nondebug_stmt (bb);
  return last ? gimple_location (last) : UNKNOWN_LOCATION;
}

/* True if all that is known of BB stands on the line of the branch at the end
   of FROM.  */
static bool
same_line_p (const struct hwpgo_round_loading *r, basic_block bb,
             basic_block from)
{
  struct hwpgo_measurement branch
      = hwpgo_measure_location (&r->m, branch_location (from), from->index);
  for (unsigned i = r->first[bb->index];
       i < r->found.length () && r->found[i].block == bb->index
       && !r->found[i].on;
       i++)
    if (r->found[i].result.function != branch.function
        || r->found[i].result.at.line != branch.at.line)
      return false;
  return branch.function != NULL;
}

/* True if BB is so small that it may have become a select.  */
static bool
small_p (basic_block bb)
{
  int n = 0;
  rtx_insn *insn;
  if (!single_succ_p (bb))
    return false;
  if (current_ir_type () != IR_GIMPLE)
    {
      FOR_BB_INSNS (bb, insn)
      if (CALL_P (insn) || (NONDEBUG_INSN_P (insn) && ++n > MAX_SELECTED))
        return false;
      return true;
    }
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    if (is_gimple_call (gsi_stmt (gsi)) || ++n > MAX_SELECTED)
      return false;
  return true;
}

bool
hwpgo_round_always_p (const struct hwpgo_round_loading *r, basic_block from,
                      profile_probability probability, uint64_t count)
{
  const struct hwpgo_flow_block *f = &r->m.blocks[from->index];
  return count > 0 && f->known && count >= f->count * ALWAYS
         && probability.initialized_p ()
         && probability.to_reg_br_prob_base () < REG_BR_PROB_BASE * ALWAYS;
}

/* An arm that suddenly runs each time, and may have been a select in the
   profiled build, was as likely one.  */
static void
judge_arm (struct hwpgo_round_loading *r, basic_block bb)
{
  struct hwpgo_flow_block *b = &r->m.blocks[bb->index];
  if (!b->known || !single_pred_p (bb))
    return;
  edge e = single_pred_edge (bb);
  if (hwpgo_round_always_p (r, e->src, e->probability, b->count)
      && (small_p (bb) || same_line_p (r, bb, e->src)))
    b->known = false;
}

void
hwpgo_round_arms (struct hwpgo_round_loading *r)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, r->m.fn)
    judge_arm (r, bb);
}
