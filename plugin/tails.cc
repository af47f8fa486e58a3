/* Copies of the ends of ways that meet.
   SPDX-License-Identifier: GPL-2.0-or-later  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-judge.h"
#include "plugin/tails.h"

bool
hwpgo_measured_p (profile_count count)
{
  return count.initialized_p () && count.quality () >= AFDO;
}

double
hwpgo_executions (profile_count count)
{
  return count.initialized_p () ? (double) count.to_gcov_type () : 0;
}

unsigned
hwpgo_tail_insns (basic_block bb)
{
  unsigned insns = 0;
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (!is_gimple_debug (gsi_stmt (gsi)))
      insns
          += (unsigned) estimate_num_insns (gsi_stmt (gsi), &eni_size_weights);
  return insns;
}

basic_block
hwpgo_tail_copy (edge e)
{
  basic_block copy = duplicate_block (e->dest, e, e->src);
  flush_pending_stmts (e);
  add_phi_args_after_copy (&copy, 1, NULL);
  return copy;
}

void
hwpgo_copies_in_order ()
{
  calculate_dominance_info (CDI_DOMINATORS);
  update_ssa (TODO_update_ssa);
  fix_loop_structure (NULL);
  free_dominance_info (CDI_DOMINATORS);
}

bool
hwpgo_ends_mispredicted_p (basic_block bb)
{
  gimple *branch = last_nondebug_stmt (bb);
  return branch && is_a<gcond *> (branch)
         && hwpgo_branch_hint (branch).verdict == HWPGO_UNPREDICTABLE;
}

double
hwpgo_less_likely (gimple *branch)
{
  profile_probability most = profile_probability::never ();
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, gimple_bb (branch)->succs)
    {
      if (!e->probability.initialized_p () || e->probability.quality () < AFDO)
        return 0.5;
      most = MAX (most, e->probability);
    }
  return 1 - (double) most.to_reg_br_prob_base () / REG_BR_PROB_BASE;
}

/* A branch goes either way if the rarer one is this part.  */
#define EITHER_PART 0.1

/* Most turns of a loop come to what this part of them comes to: less than a half, so
   that what is behind a coin is not by noise.  */
#define MOST_PART 0.4

struct hwpgo_turn_branches
hwpgo_find_turn_branches (class loop *loop)
{
  struct hwpgo_turn_branches found = {};
  double most = hwpgo_executions (loop->header->count) * MOST_PART;
  if (most <= 0)
    return found;
  basic_block *body = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes; i++)
    if (body[i]->loop_father == loop
        && hwpgo_executions (body[i]->count) > most
        && EDGE_COUNT (body[i]->succs) > 1 && !hwpgo_leaves_loop_p (body[i]))
      {
        gimple *branch = last_nondebug_stmt (body[i]);
        found.either += hwpgo_measured_p (EDGE_SUCC (body[i], 0)->count ())
                        && hwpgo_less_likely (branch) >= EITHER_PART;
        if (!found.missed && hwpgo_ends_mispredicted_p (body[i]))
          found.missed = branch;
      }
  free (body);
  return found;
}
