/* Loops that look for something, some turns at once.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (*p < pivot)           if (p and p + 3 are in one page)
       p++;                         {
                                      ends = (p[0] >= pivot) | (p[1] >= pivot) << 1
                            ->               | (p[2] >= pivot) << 2
                                             | (p[3] >= pivot) << 3 | 1 << 4;
                                      p += __builtin_ctz (ends);
                                    }
                                  while (*p < pivot)
                                    p++;

   Where such a loop ends is a coin, as it is in each partition of a Quicksort (C. A. R.
   Hoare, "Quicksort", The Computer Journal 5, 1962), and no select helps.  So it is
   found without branches in which of the first turns it does.  The loop stays as it
   was, and does what is left: it ends at once, as a rule.

   That loads what the source may not load.  It cannot trap where it is in one page of
   memory with what the source loads in any case: access is allowed or not for a whole
   page.  glibc's string functions and LLVM's search for the first difference of two
   arrays (LoopIdiomVectorize) rest on the same.  What is found there has no influence,
   since it is behind the end of the loop.  Nothing of that is done where a sanitizer
   looks.

   branchless-ahead-match.cc tells which loops these are,
   branchless-ahead-rewrite.cc does it, and branchless-ahead-probe.cc leaves some
   entries as they were, to be measured.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-ahead.h"
#include "plugin/branchless-edges.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-moved.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"
#include "plugin/tails.h"
#include "plugin/verify-gcc.h"

/* Instructions of a test, whose truth becomes a bit of a word; of one that is a word for
   all turns; of the guard of a load; and of the rest.  */
#define TEST_INSNS 4
#define MASK_INSNS 4
#define GUARD_INSNS 4
#define REST_INSNS 4

/* Cycles from what is loaded in a turn to the number of turns: a comparison, the bits
   together, and their count.  */
#define COUNT_LATENCY 8

/* How often A's loop is entered.  */
static profile_count
entries_of (const struct hwpgo_ahead_loop *a)
{
  profile_count sum = profile_count::zero ();
  for (unsigned i = 0; i < a->n_entries; i++)
    sum += a->entries[i]->count ();
  return sum;
}

/* Turns of A for each entry; 0 if they are not known.  */
static double
turns_of (const struct hwpgo_ahead_loop *a)
{
  double entries = hwpgo_executions (entries_of (a));
  return entries > 0 ? hwpgo_executions (a->blocks[0]->count) / entries : 0;
}

/* The loop around A's, or NULL.  */
static class loop *
loop_around (const struct hwpgo_ahead_loop *a)
{
  class loop *around = a->blocks[0]->loop_father;
  /* GCC may see both as one with two ways back.  */
  bool both = false;
  for (unsigned i = 0; i < a->n_entries; i++)
    both |= flow_bb_inside_loop_p (around, a->entries[i]->src);
  if (!both && loop_outer (around))
    around = loop_outer (around);
  return loop_outer (around) ? around : NULL;
}

/* Does A's loop, in AROUND, begin where it, or what was found with it, ended
   before?  */
static bool
goes_on_p (const struct hwpgo_ahead_loop *a, class loop *around)
{
  hash_set<basic_block> blocks;
  for (unsigned i = 0; i < a->n_blocks; i++)
    blocks.add (a->blocks[i]);
  for (gphi_iterator psi = gsi_start_phis (a->blocks[0]); !gsi_end_p (psi);
       gsi_next (&psi))
    for (unsigned i = 0; i < a->n_entries; i++)
      {
        hash_set<gimple *> seen;
        if (!virtual_operand_p (gimple_phi_result (psi.phi ()))
            && hwpgo_made_in_p (
                &blocks, around,
                PHI_ARG_DEF_FROM_EDGE (psi.phi (), a->entries[i]), &seen))
          return true;
      }
  return false;
}

/* Loops of AROUND that are like A, with A: what each waits for, it waits for beside the
   others.  */
static unsigned
loops_beside (const struct hwpgo_ahead_loop *a, class loop *around)
{
  hash_set<basic_block> headers;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gimple *last = last_nondebug_stmt (bb);
      struct hwpgo_ahead_loop other;
      if (flow_bb_inside_loop_p (around, bb) && !hwpgo_ahead_block_p (a, bb)
          && last && is_a<gcond *> (last)
          && (!gimple_has_location (last)
              || hwpgo_branch_hint (last).verdict == HWPGO_UNPREDICTABLE)
          && hwpgo_ahead_match (bb, &other)
          && loop_around (&other) == around)
        headers.add (other.blocks[0]);
    }
  return headers.elements () + 1;
}

/* Mispredicts of A's tests from number FIRST on, for one entry.  */
static double
mispredicts_of (const struct hwpgo_ahead_loop *a, unsigned first)
{
  double sum = 0, entries = hwpgo_executions (entries_of (a));
  for (unsigned i = first; i < a->n_blocks; i++)
    if (a->outs[i] && !a->aside[i])
      {
        struct hwpgo_hint hint
            = hwpgo_branch_hint (last_nondebug_stmt (a->blocks[i]));
        if (hint.verdict != HWPGO_UNKNOWN)
          sum += hint.ratio * hwpgo_executions (a->blocks[i]->count);
      }
  return entries > 0 ? sum / entries : 0;
}

/* Of A's turns, the part that do more than others.  */
static double
part_aside (const struct hwpgo_ahead_loop *a)
{
  double all = hwpgo_executions (a->blocks[0]->count), sum = 0;
  for (unsigned i = 0; i < a->n_blocks; i++)
    if (a->aside[i])
      sum += hwpgo_executions (a->outs[i]->count ());
  return all > 0 ? MIN (sum / all, 1) : 0;
}

/* What part of A's entries go on after TURNS turns, if each turn ends as many, or are
   left to the loop with a turn that does more.  */
static double
part_left (const struct hwpgo_ahead_loop *a, unsigned turns)
{
  double all = turns_of (a), rest = 1, left = 0;
  if (all < 1)
    return 0;
  double more = part_aside (a);
  for (unsigned t = 0; t < turns; t++)
    {
      left += rest * more;
      rest *= MAX (1 - 1 / all - more, 0);
    }
  return MIN (rest + left, 1);
}

/* Weigh TURNS turns of A at once, with O's hint.  */
static bool
pays_p (const struct hwpgo_ahead_loop *a, unsigned turns,
        struct hwpgo_outcome *o)
{
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  unsigned first = hwpgo_ahead_first_test (a);
  double left = part_left (a, turns), guards = 0;
  for (unsigned i = 0; i < a->n_loads; i++)
    guards += a->loads[i].place == HWPGO_AHEAD_STEPS      ? 1
              : a->loads[i].place == HWPGO_AHEAD_COMPUTED ? turns / 2.0
                                                          : 0;
  double mispredicts = mispredicts_of (a, first);
  double moved = hwpgo_turns_decide (a->blocks, a->n_blocks,
                                     hwpgo_executions (entries_of (a)));
  double tests = TEST_INSNS * (a->n_tests - a->n_masks);
  double insns = turns * (a->insns + tests + 2 * a->n_chosen)
                 + MASK_INSNS * a->n_masks + GUARD_INSNS * guards + REST_INSNS;
  double latency = COUNT_LATENCY;
  if (a->n_loads > 0)
    latency += hwpgo_select_op_latency (HWPGO_OP_LOAD);
  if (a->n_chosen > 0)
    latency += turns * hwpgo_turn_latency (a->blocks[0]->loop_father);
  class loop *around = loop_around (a);
  bool waits = around && goes_on_p (a, around);
  if (waits)
    latency /= loops_beside (a, around);
  double room = (waits ? 1 : params->room_share) * latency * params->issue_width;
  o->cost.saved = (mispredicts * (1 - left) - left - moved)
                  * params->mispredict_penalty;
  o->cost.latency = waits ? latency : 0;
  o->cost.work = MAX (insns - room, 0) / params->issue_width;
  o->weighed = true;
  return left <= params->ahead_left && mispredicts - moved >= params->ahead_mispredicts
         && hwpgo_select_pays (params, o->cost.saved, o->cost.work,
                               o->cost.latency, false);
}

/* Of A's entries the part LEFT makes turns as before; the others end with the first
   one that is left to the loop.  */
static void
few_turns (const struct hwpgo_ahead_loop *a, double left)
{
  profile_count entries = entries_of (a), all = a->blocks[0]->count;
  if (!entries.initialized_p () || !all.initialized_p ())
    return;
  profile_count ends[HWPGO_AHEAD_MAX_BLOCKS];
  for (unsigned i = 0; i < a->n_blocks; i++)
    ends[i] = a->outs[i] ? a->outs[i]->count () : profile_count::zero ();
  profile_count now = entries
                      + (all - entries).apply_probability (
                          profile_probability::guessed_always ()
                              .apply_scale ((int) (left * 1000), 1000));
  for (unsigned i = 0; i < a->n_blocks; i++)
    {
      a->blocks[i]->count = now;
      if (!a->outs[i])
        continue;
      edge on = EDGE_SUCC (a->blocks[i],
                           EDGE_SUCC (a->blocks[i], 0) == a->outs[i]);
      if (now.nonzero_p () && ends[i].initialized_p ())
        a->outs[i]->probability = ends[i].probability_in (now);
      on->probability = a->outs[i]->probability.invert ();
      if (!a->aside[i])
        now = on->count ();
    }
}

/* Has A, whose turns were made at once in the program that was measured, so many left
   that they would have to be too many for that?  Twice as many are borne, so that no
   loop is done in one build and not in the next.  */
static bool
turns_still_p (const struct hwpgo_ahead_loop *a, unsigned turns)
{
  return part_left (a, 2 * turns) > hwpgo_plugin.select_params.ahead_left;
}

/* What the branch LAST ends, with O's hint.  */
static bool
make_ahead (gcond *last, struct hwpgo_outcome *o)
{
  struct hwpgo_ahead_loop a;
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  unsigned turns = MIN ((unsigned) params->ahead_turns, HWPGO_AHEAD_MAX_TURNS);
  if (turns < 2 || !hwpgo_ahead_countable_p ()
      || !hwpgo_ahead_match (gimple_bb (last), &a))
    return false;
  if (a.n_masks == a.n_tests && a.n_loads == 0)
    turns = hwpgo_ahead_mask_turns (&a);
  /* What was made at once in the build that was measured turns no more.  */
  bool pays = pays_p (&a, turns, o);
  bool kept = hwpgo_plugin.args.force_branchless
              || (o->hint.age > 0 && !turns_still_p (&a, turns));
  if (!kept && !pays)
    return false;
  basic_block aside = hwpgo_ahead_probed_p (&a, &o->hint, o->location)
                          ? hwpgo_ahead_copy (&a, last)
                          : NULL;
  few_turns (&a, part_left (&a, turns));
  hwpgo_ahead_enter (&a, hwpgo_edges_join (a.entries, a.n_entries), turns, aside);
  if (aside || a.n_entries > 1)
    hwpgo_copies_in_order ();
  /* What is left has no mispredicts: it loses its places, by which the hints would be
     found again.  */
  for (unsigned i = 0; i < a.n_blocks; i++)
    if (a.outs[i])
      gimple_set_location (last_nondebug_stmt (a.blocks[i]), UNKNOWN_LOCATION);
  a.blocks[0]->loop_father->any_estimate = false;
  hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                        "some of its turns are made at once");
  return true;
}

bool
hwpgo_branch_try_ahead (basic_block head)
{
  gcond *last = safe_dyn_cast<gcond *> (last_nondebug_stmt (head));
  /* What has no place any more was made at once.  */
  if (!last || !gimple_has_location (last)
      || !(optimize_bb_for_speed_p (head)
           || hwpgo_plugin.args.force_branchless))
    return false;
  struct hwpgo_outcome o = hwpgo_outcome_of (last);
  double part = hwpgo_remember_part (head, o.location);
  if (o.hint.verdict != HWPGO_UNPREDICTABLE || !make_ahead (last, &o))
    return false;
  o.hint.executions = (uint64_t) ((double) o.hint.executions * part);
  if (o.hint.ratio > 0)
    hwpgo_remember (o.location, &o.hint, part);
  hwpgo_outcome_remark (&o);
  hwpgo_outcome_report (&o);
  return true;
}
