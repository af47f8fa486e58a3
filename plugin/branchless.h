/* The branchless conversion, inside.
   SPDX-License-Identifier: GPL-2.0-or-later

   Include after gcc-headers.h.  The files, in the order of the work:
   branchless-shape.cc finds the hammock, branchless-threeway.cc the one with a
   second test in an arm, branchless-exits.cc the one whose arms may leave,
   branchless-region.cc what has other branches inside; branchless-safe.cc and
   branchless-loads.cc decide if its statements may always run,
   branchless-effects.cc if what both arms store, load and call may be one for
   each two (branchless-stores.cc, branchless-loads.cc, branchless-calls.cc, with
   the place that branchless-selected-place.cc selects; branchless-reload.cc lets
   both arms load), or
   each go where nothing matters while its arm does not run
   (branchless-redirect.cc, branchless-discarded.cc); branchless-factor.cc does
   once what both arms do, and branchless-gather.cc stores once what all ways
   do; branchless-chain.cc, branchless-waiting.cc and branchless-recurrence.cc
   (by branchless-way.cc, and branchless-forward.cc, branchless-place.cc,
   branchless-chance.cc and branchless-step.cc through memory, and
   branchless-recursion.cc from call to call) measure it for the cost model
   (branchless-measure.h); branchless-rewrite.cc, branchless-sums.cc and
   branchless-reduce.cc convert it; branchless-tell.cc tells of it; branchless-doubt.cc, branchless-record.cc and branchless-wrap.cc
   are for those that the profile cannot know, branchless-keep.cc for those that
   stay, branchless-back.cc for those that were better left,
   branchless-limit.cc for minima and maxima that were, branchless-decided.cc
   for those that a converted one decides, branchless-moved.cc for those that
   would mispredict in its place (branchless-follow.cc, branchless-history.cc,
   branchless-asked-again.cc and branchless-same-way.cc tell which),
   branchless-answer.cc for those whose answer is asked again, and
   branchless-merged.cc for those that had no branch of their own; branchless-probe.cc measures what is
   converted, in copies of loops that branchless-probe-loop.cc makes;
   branchless-bits.cc is for loops that count bits, branchless-ahead.cc, with
   branchless-ahead-match.cc and branchless-ahead-rewrite.cc, for those that look
   for something, branchless-flatten.cc, with
   branchless-flatten-copy.cc, for loops in loops, whose ways out
   branchless-pieces.cc takes one by one;
   branchless-hide.cc hides what GCC would take wrong in selects;
   branchless-outcomes.cc, branchless-indexes.cc (by branchless-sign.cc) and
   branchless-addresses.cc make the way through them shorter;
   branchless-judge.cc,
   branchless-others.cc and branchless-group.cc put this together to a verdict; branchless.cc drives it.  */

#ifndef HWPGO_PLUGIN_BRANCHLESS_H
#define HWPGO_PLUGIN_BRANCHLESS_H

#include "plugin/hints.h"
#include "plugin/select-cost.h"

enum hwpgo_refusal
{
#define HWPGO_REFUSAL(id, text) HWPGO_REFUSE_##id,
#include "plugin/branchless-refusals.def"
#undef HWPGO_REFUSAL
};

/* Blocks in a row that an arm may have; cleanup leaves one, or two where the
   second is a latch, and one more for each way out.  Both arms together are a
   region.  */
#define HWPGO_ARM_MAX_BLOCKS 6

/* One way from the branch to the join.  */
struct hwpgo_arm
{
  edge first; /* out of the branch's block.  */
  edge last;  /* into the join; the same as FIRST when there is no block.  */
  unsigned n_blocks;
  basic_block blocks[HWPGO_ARM_MAX_BLOCKS];
};

struct hwpgo_region;

/* A branch whose two ways meet after straight-line code.  The join may have
   other predecessors, and may be the header of a loop.  */
struct hwpgo_hammock
{
  basic_block head; /* ends in COND.  */
  gcond *cond;
  struct hwpgo_arm arms[2]; /* [0]: the condition is true.  */
  basic_block join;
  const struct hwpgo_region *region; /* what takes the place of the arms when
                                        statements are checked, or NULL.  */
  bool apart;  /* no effect of one arm takes part in one of the other.  */
  bool leaves; /* an arm may lead elsewhere (branchless-exits.h).  */
};

/* Most blocks between a branch and where its ways meet.  */
#define HWPGO_REGION_MAX_BLOCKS 16

/* All that lies between a branch and where its ways meet: no loop, no other
   way in or out.  A hammock is one with a single branch.  */
struct hwpgo_region
{
  basic_block head, join;
  unsigned n_blocks;
  basic_block blocks[HWPGO_REGION_MAX_BLOCKS]; /* each behind those that lead
                                                  to it.  */
  double shares[HWPGO_REGION_MAX_BLOCKS]; /* how often each runs for one
                                             execution of the head.  */
  unsigned n_conds; /* the head's, and those of BLOCKS, in that order.  */
  gcond *conds[HWPGO_REGION_MAX_BLOCKS + 1];
  double cond_shares[HWPGO_REGION_MAX_BLOCKS + 1];
  unsigned depth; /* most branches on one way.  */
  unsigned n_exits;
  edge exits[2 * HWPGO_REGION_MAX_BLOCKS + 2]; /* into JOIN.  */
  bool apart; /* effects are made each for itself.  */
};

/* Shape.  */

/* Fill H from the branch at the end of HEAD.  */
hwpgo_refusal hwpgo_hammock_match (basic_block head, struct hwpgo_hammock *h);

/* Where a way from the branch at the end of HEAD to where both meet goes through a
   block that other blocks share, as the second test of `&&' does, let it have
   such a block of its own, so that it is a hammock: an empty block, or one of a
   few statements if the others are predictable.  True if that was done.
   Dominators must be free.  */
bool hwpgo_hammock_own_way (basic_block head);

/* The same where the arms begin with these edges, which need not be those of
   HEAD.  */
hwpgo_refusal hwpgo_hammock_match_ways (basic_block head, edge true_edge,
                                        edge false_edge,
                                        struct hwpgo_hammock *h);

/* Does the branch at the end of HEAD end its loop, one of its ways being out
   of it?  Such a branch tells how often the loop turns, and no select does.  */
bool hwpgo_leaves_loop_p (basic_block head);

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

/* Three ways.  */

/* A branch in one of whose arms the same two values are compared again, and a
   third way leaves.  */
struct hwpgo_three_way
{
  struct hwpgo_hammock hammock; /* without the second test.  */
  edge exits[2]; /* out of each arm, or NULL (branchless-exits.h).  */
  basic_block second;           /* which is all there is in this block.  */
  edge other;                   /* the third way, out of SECOND.  */
  tree_code code; /* of the operands of the branch, for OTHER.  */
};

/* So many can be seen in one: each of two tests in each of two arms.  */
#define HWPGO_THREE_WAYS 4

/* Fill T with what the branch at the end of HEAD can be seen as, the likeliest
   first.  Returns how many.  */
unsigned hwpgo_three_way_match (basic_block head,
                                struct hwpgo_three_way t[HWPGO_THREE_WAYS]);

/* Test for T's third way first.  Returns the block that has the branch now,
   which is a hammock, or one whose arms may leave.  Dominators must be free.  T
   is no longer valid.  */
basic_block hwpgo_three_way_first (struct hwpgo_three_way *t);

/* Regions.  */

/* Fill R from the branch at the end of HEAD.  False if its ways do not meet
   soon.  */
bool hwpgo_region_match (basic_block head, struct hwpgo_region *r);

/* Where BB is in R, the head being 0 and the others from 1 on; -1 if not.  */
int hwpgo_region_position (const struct hwpgo_region *r, const_basic_block bb);

/* How many of R's branches are around each of its blocks: those that decide whether
   it runs.  */
void hwpgo_region_around (const struct hwpgo_region *r,
                          unsigned around[HWPGO_REGION_MAX_BLOCKS]);

/* The same of a hammock, which is one.  */
void hwpgo_region_of_hammock (const struct hwpgo_hammock *h,
                              struct hwpgo_region *r);

/* True if PHI, in R's join, gets different values from R.  */
bool hwpgo_region_selects (const struct hwpgo_region *r, gphi *phi);

/* Do all ways through R store to one place, or load from one?  GCC has passes
   behind inlining that make one store behind the join of it, one load in the
   head.  */
bool hwpgo_region_gathers_p (const struct hwpgo_region *r);

/* The values that PHI, in R's join, merges from R, one for each exit.  */
void hwpgo_region_values (const struct hwpgo_region *r, gphi *phi,
                          tree *values);

/* Can all branches of R, as far as its shape goes, become selects?  */
bool hwpgo_region_reducible_p (const struct hwpgo_region *r);

/* The first reason why the branches of R cannot all be converted.  */
hwpgo_refusal hwpgo_region_check (const struct hwpgo_region *r);

/* R as a hammock, for what asks about single statements.  */
struct hwpgo_hammock hwpgo_region_hammock (const struct hwpgo_region *r);

/* Convert all branches of R, which has passed all checks, from the innermost
   on.  Returns the number of selects; 0 if the head's branch is still there.
   Dominators must be free.  R is no longer valid.  */
unsigned hwpgo_region_convert (struct hwpgo_region *r);

/* Safety.  */

/* May all statements of both arms run whichever way the branch goes?  */
hwpgo_refusal hwpgo_hammock_check (const struct hwpgo_hammock *h);

/* May STMT, of arm number ARM of H, run whichever way the branch goes?  */
hwpgo_refusal hwpgo_statement_check (const struct hwpgo_hammock *h,
                                     unsigned arm, gimple *stmt);

/* Is STMT, in an arm or the region of H, a condition, comparison or select by
   one of floating-point numbers, and of no NaN where the source does not run
   it?  Then it raises no exception there.  */
bool hwpgo_comparison_quiet_p (const struct hwpgo_hammock *h, gimple *stmt);

/* An operand of a statement in floating point, and what it is where the arm does
   not run, so that no exception is raised there.  */
struct hwpgo_float_guard
{
  tree *operand, otherwise;
};

/* Is STMT, in an arm of H, a comparison or select by one that raises no exception
   where the arm does not run, if it is of an operand in GUARD, which is filled?
   What H's own condition has compared is compared once more then, or a constant
   with itself.  */
bool hwpgo_comparison_guard (const struct hwpgo_hammock *h, gimple *stmt,
                             struct hwpgo_float_guard *guard);

/* The same of STMT, of arm number ARM of H, which may also be an operation, with a
   second operand that makes no difference there.  */
bool hwpgo_float_guard (const struct hwpgo_hammock *h, unsigned arm,
                        gimple *stmt, struct hwpgo_float_guard *guard);

bool hwpgo_float_guarded_p (const struct hwpgo_hammock *h, unsigned arm,
                            gimple *stmt);

/* How many of these the arms of H have: each takes a select.  */
unsigned hwpgo_floats_guarded (const struct hwpgo_hammock *h);

/* May a value of TYPE be loaded, from where that is no trap, that the source would
   not look at?  */
hwpgo_refusal hwpgo_load_for_nothing_check (tree type);

/* Is the memory that STMT loads, in arm number ARM of H, accessed whichever way
   the branch goes?  What a call of the other arm, which takes part in that of
   this arm, frees was there only before it; and what is behind a call, or a way
   out of an arm, may not run.  */
bool hwpgo_accessed_anyway_p (const struct hwpgo_hammock *h, unsigned arm,
                              gimple *stmt);

/* Is REF, in an arm of H, an element, or a member of one, of an array that is
   there, with an index that stays inside?  */
bool hwpgo_inside_array_p (const struct hwpgo_hammock *h, tree ref);

/* May the load STMT, of arm number ARM of H, always run?  */
hwpgo_refusal hwpgo_load_check (const struct hwpgo_hammock *h, unsigned arm,
                                gimple *stmt);

/* If the branch at the end of HEAD is a hammock, let what both of its arms do to
   the same values, or to one that is chosen first, be done once, behind its join.
   With FLOATS_ONLY what has no exceptions in floating point stays: such a result
   had better be chosen at the end, unless it has to run in one arm only.  True if
   there was any.  */
bool hwpgo_arms_factor (basic_block head, bool floats_only);

/* Where all ways from the branch at the end of HEAD to where they meet, with other
   branches among them, store to one place, let there be one store behind them.
   Where no other way leads to there, GCC does so in the end: then only with
   ALWAYS.  True if there was such a place; then the join may be another
   block.  */
bool hwpgo_stores_gather (basic_block head, bool always);

/* What was loaded once more.  */
struct hwpgo_reload
{
  gphi *phi;
  edge way;      /* by which it gets */
  gassign *load; /* this, and not */
  tree value;    /* what was there before.  */
};

/* If one arm of the branch at the end of HEAD, a hammock, loads an element that may
   not always be loaded, and the other one's value is the element of another array by
   the same index, loaded before the branch, load that again in its arm.  Then one
   load is enough, from the array that is selected.  Dominators must be free.  True
   if that was done; fills R.  */
bool hwpgo_reload_insert (basic_block head, struct hwpgo_reload *r);

/* Undo R, where nothing was converted.  */
void hwpgo_reload_remove (const struct hwpgo_reload *r);

/* Does the target have selects, without a branch, for all results?  */
hwpgo_refusal hwpgo_hammock_check_target (const struct hwpgo_hammock *h);

/* Is the branch at the end of HEAD a hammock that passes all checks?  Fills
   H.  */
bool hwpgo_hammock_convertible_p (basic_block head, struct hwpgo_hammock *h);

/* Does it have one for values of TYPE, by COND?  */
hwpgo_refusal hwpgo_target_check (gcond *cond, tree type);

/* The same where COND is made a truth value before.  */
hwpgo_refusal hwpgo_target_check_truth (tree type);

/* Has COND to be made one, so that it can decide a select?  */
bool hwpgo_condition_needs_truth_p (const gcond *cond);

/* The type in which values of TYPE, which passed the check, are selected by
   COND: TYPE, or an integer of the same bits.  */
tree hwpgo_type_selected (const gcond *cond, tree type);

/* Is TYPE one of integers and pointers that live in one register?  */
bool hwpgo_word_p (tree type);

/* Can hwpgo_insert_hidden hide a floating-point value of TYPE, which the target selects
   in its registers?  */
bool hwpgo_float_hidden_p (tree type);

/* Let each of FN's selects be what the target expands without a branch: with
   the operands of its comparison in the order that the target has, a comparison
   of its own, and no part of another select.  Sums of what is scaled and of a condition become what is
   added with the carry.  To be done last: folding brings GCC's own order back.  */
void hwpgo_target_prepare_selects (function *fn);

/* Do all ways from the branch at the end of HEAD meet where it is chosen which of three
   constants or more the function returns?  They may do other things on the way.  */
bool hwpgo_decides_answer_p (basic_block head);

/* Let what is halved, shifted, extended or an index in FN's loops be unsigned
   where it is proved not to be negative, if FN has selects in loops: GCC's
   value ranges do not see through them.  */
void hwpgo_indexes_unsigned (function *fn);

/* Let selects in selects of FN, by comparisons of the same two values, be one where
   one is enough.  */
void hwpgo_selects_merge (function *fn);

/* Let the addresses in FN's loops with selects be the sum of what is fixed there,
   made in front of the loop, and of what changes.  */
void hwpgo_addresses_fix (function *fn);

/* Let what FN's loops load from one of two neighbours, as the last loads decide, be
   loaded from both, and selected.  */
void hwpgo_load_neighbours (function *fn);

/* Is TYPE a signed integer whose overflow GCC may take not to happen?  */
bool hwpgo_counting_type_p (const_tree type);

/* Is VALUE, an integer, proved not to be negative in BB?  */
bool hwpgo_nonnegative_p (tree value, basic_block bb);

/* Does control come to BB only where VALUE was found to be at most MOST?  */
bool hwpgo_tested_at_most_p (tree value, basic_block bb,
                             const widest_int &most);

/* Back.  */

/* Make a branch again of the selects in BB that are known now not to pay.
   True if there were any; more may be left.  Dominators must be free.  */
bool hwpgo_selects_reconsider (basic_block bb);

/* A debugger is told no longer of the value of NAME outside BB.  */
void hwpgo_forget_value (tree name, basic_block bb);

/* Is this a build that is made only to be recorded?  */
bool hwpgo_trains_p ();

/* Let minima and maxima by constants in FN be computed behind a branch that is
   taken where they make a difference, if that is seldom and takes less; all of
   them in a build that is made only to be recorded.  True if there were any.
   Dominators must be free.  */
bool hwpgo_limits_to_branches (function *fn);

/* Branches decided by others.  */

/* The select that decides COND: one value of its condition makes COND true,
   the other one, false (*INVERTED: the other way round).  NULL if there is
   none.  */
gassign *hwpgo_condition_decided (gcond *cond, bool *inverted);

/* Give COND the condition of SELECT, which decides it.  Dominators must be
   known.  False, with COND as it was, where that cannot be written.  */
bool hwpgo_condition_take (gcond *cond, gimple *select, bool inverted);

/* Telling.  */

/* What became of one branch.  */
struct hwpgo_outcome
{
  dump_user_location_t place; /* of the branch, which may be gone.  */
  location_t location;
  location_t hinted; /* of the branch that HINT is of, if it is another.  */
  struct hwpgo_hint hint;
  struct hwpgo_select_verdict cost;
  bool weighed;      /* COST is set.  */
  hwpgo_refusal why; /* NONE: converted.  */
  unsigned n_selects;
  int moved; /* index of a block whose branch is to be converted as well, */
  double moved_ratio; /* since it mispredicts so often then; 0: none is.  */
  bool moved_by_history; /* as in struct hwpgo_moved.  */
};

/* That of the branch LAST, with the hint that it has, before anything was tried.  */
struct hwpgo_outcome hwpgo_outcome_of (gimple *last);

/* The remark of O.  */
void hwpgo_outcome_remark (const struct hwpgo_outcome *o);

/* Its line of the report.  */
void hwpgo_outcome_report (const struct hwpgo_outcome *o);

/* Rewrite.  */

/* A PHI that merges X, X CODE ADDEND, X CODE ANOTHER.  Selecting the addend
   first, a neutral one for X alone, keeps the select off the path from one X
   to the next.  */
struct hwpgo_accumulation
{
  tree_code code;
  tree x;
  bool x_first; /* X CODE ADDEND, or ADDEND CODE X.  */
  location_t location;
  tree addends[2 * HWPGO_REGION_MAX_BLOCKS + 2]; /* of each value.  */
};

/* Is there a value of TYPE that makes no difference as the second operand of
   CODE, which is one of those that accumulate?  In floating point x + -0.0 is x,
   and raises no exception, as long as rounding is to nearest and x is no
   signalling NaN; the same goes for x - 0.0, x * 1.0 and x / 1.0.  */
bool hwpgo_neutral_p (tree_code code, tree type);

/* That value.  */
tree hwpgo_neutral (tree_code code, tree type);

/* Are the N VALUES, which are merged where the N_CONDS CONDS in LOOP decide,
   such a merge, with conditions that do not wait for X?  Fills ACC if so.  */
bool hwpgo_accumulates (class loop *loop, gcond *const *conds,
                        unsigned n_conds, const tree *values, unsigned n,
                        struct hwpgo_accumulation *acc);

/* The comparison that TEST, a truth, is or is the result of; NULL_TREE if it is
   another value.  */
tree hwpgo_comparison_of (tree test);

/* The comparison by which SELECT, a COND_EXPR, chooses; NULL_TREE if it is
   another value.  */
tree hwpgo_select_condition (gimple *select);

/* What a select before *END takes for the comparison TEST, of a branch at
   LOCATION: the same as the select in front of it, if that has the same.  */
tree hwpgo_condition_before (tree test, location_t location,
                             gimple_stmt_iterator *end);

/* The minimum or maximum of integers that STMT is; NULL if it is none.  */
gassign *hwpgo_integer_limit (gimple *stmt);

/* COND ? A : B before *END, in NAME.  COND may become the truth of what it
   was.  */
void hwpgo_insert_select (gcond *cond, tree name, tree a, tree b,
                          gimple_stmt_iterator *end);

/* COND ? A : B, a truth, before *END, in NAME, by one comparison: where COND
   compares a value with a constant, and so does A or B, while the other of
   them is a constant.  False, with nothing done, if it is not so.  */
bool hwpgo_insert_range (gcond *cond, tree name, tree a, tree b,
                         gimple_stmt_iterator *end);

/* The truth of COND, or its contrary where E is the way of the false, before
   *END.  */
tree hwpgo_insert_truth (gcond *cond, edge e, gimple_stmt_iterator *end);

/* VALUE, selected by a condition, before *END, in such a way that nobody
   knows that it was.  A pointer may be loaded from whichever way the condition goes,
   but its operands may not, and GCC's combine pass makes of
     (if_then_else c (mem (if_then_else c p q)) x)
   a conditional move of what is at p, which loads that always.  */
tree hwpgo_insert_hidden (tree value, gimple_stmt_iterator *end);

/* True for the statement of the source or of the above that only hides a
   value.  */
bool hwpgo_statement_hides (gimple *stmt);

/* Move what the arms of H do before *END; a branch stays.  Sets *MEMORY to the
   virtual operand there if they store.  Returns the number of selects.  */
unsigned hwpgo_hoist_arms (const struct hwpgo_hammock *h, tree *memory,
                           gimple_stmt_iterator *end);

/* Convert H, which has passed all checks.  Returns the number of selects.
   Dominators must be free.  H is no longer valid.  */
unsigned hwpgo_hammock_convert (struct hwpgo_hammock *h);

#endif
