/* The branchless conversion, inside.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  The files, in the order of the work:
   branchless-shape.cc finds the hammock, branchless-safe.cc decides if its
   statements may always run, branchless-chain.cc measures it for the cost
   model, branchless-rewrite.cc converts it; branchless-doubt.cc is for those
   that the profile cannot know, branchless-decided.cc for those that a
   converted one decides; branchless.cc drives them.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_H
#define HWPGO_PLUGIN_BRANCHLESS_H

#include "plugin/select-cost.h"

enum hwpgo_refusal
{
#define HWPGO_REFUSAL(id, text) HWPGO_REFUSE_##id,
#include "plugin/branchless-refusals.def"
#undef HWPGO_REFUSAL
};

/* Blocks in a row that an arm may have; cleanup leaves one, or two where the
   second is a latch.  */
#define HWPGO_ARM_MAX_BLOCKS 4

/* One way from the branch to the join.  */
struct hwpgo_arm
{
  edge first; /* out of the branch's block.  */
  edge last;  /* into the join; the same as FIRST when there is no block.  */
  unsigned n_blocks;
  basic_block blocks[HWPGO_ARM_MAX_BLOCKS];
};

/* A branch whose two ways meet after straight-line code.  The join may have
   other predecessors, and may be the header of a loop.  */
struct hwpgo_hammock
{
  basic_block head; /* ends in COND.  */
  gcond *cond;
  struct hwpgo_arm arms[2]; /* [0]: the condition is true.  */
  basic_block join;
};

/* Shape.  */

/* Fill H from the branch at the end of HEAD.  */
hwpgo_refusal hwpgo_hammock_match (basic_block head, struct hwpgo_hammock *h);

/* Can the values that the join merges be selected, as far as SSA goes?  */
hwpgo_refusal hwpgo_hammock_check_results (const struct hwpgo_hammock *h);

/* True if PHI gets different values from the two arms.  */
bool hwpgo_hammock_selects (const struct hwpgo_hammock *h, gphi *phi);

/* True if the only result is the smaller or larger of the values compared, or
   the absolute one: GCC makes that of it by itself, and better than of a
   select, in its phiopt pass.  */
bool hwpgo_hammock_idiom_p (const struct hwpgo_hammock *h);

/* True for a statement that makes no code and is dropped with its arm.  */
bool hwpgo_statement_empty (gimple *stmt);

/* Safety.  */

/* May all statements of both arms run whichever way the branch goes?  */
hwpgo_refusal hwpgo_hammock_check (const struct hwpgo_hammock *h);

/* Does the target have selects, without a branch, for all results?  */
hwpgo_refusal hwpgo_hammock_check_target (const struct hwpgo_hammock *h);

/* Measure.  */

/* The kind of STMT for the cost model.  */
hwpgo_select_op hwpgo_statement_kind (gimple *stmt);

/* Fill C, but for its ratio.  */
void hwpgo_hammock_measure (const struct hwpgo_hammock *h,
                            struct hwpgo_select_case *c);

/* Doubt.  */

/* Give H, which has passed all checks, even odds if the samples may come from
   a program that had no such branch.  True if that was done.  */
bool hwpgo_hammock_doubt (struct hwpgo_hammock *h);

/* Branches decided by others.  */

/* The select that decides COND: one value of its condition makes COND true,
   the other one, false (*INVERTED: the other way round).  NULL if there is
   none.  */
gimple *hwpgo_condition_decided (gcond *cond, bool *inverted);

/* Give COND the condition of SELECT, which decides it.  Dominators must be
   known.  False, with COND as it was, where that cannot be written.  */
bool hwpgo_condition_take (gcond *cond, gimple *select, bool inverted);

/* Rewrite.  */

/* A PHI that merges X and X CODE ADDEND.  Selecting ADDEND or NEUTRAL first
   keeps the select off the path from one X to the next.  */
struct hwpgo_accumulation
{
  unsigned arm; /* the one that has the operation.  */
  tree_code code;
  tree x, addend, neutral; /* NEUTRAL is NULL when PHI is no such merge.  */
  bool x_first;            /* X CODE ADDEND, or ADDEND CODE X.  */
  location_t location;
};

/* Is PHI such a merge, with a condition that does not wait for X?  Fills ACC
   in any case.  */
bool hwpgo_hammock_accumulates (const struct hwpgo_hammock *h, gphi *phi,
                                struct hwpgo_accumulation *acc);

/* Convert H, which has passed all checks.  Returns the number of selects.
   Dominators must be free.  H is no longer valid.  */
unsigned hwpgo_hammock_convert (struct hwpgo_hammock *h);

#endif
