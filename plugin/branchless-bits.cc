/* Loops that count bits.
   SPDX-License-Identifier: GPL-2.0-or-later

     while ((x & 1) == 0)         k = __builtin_ctz (x | 1u << 31);
       {                          x >>= k;
         x >>= 1;          ->     n += k;
         n++;                     while ((x & 1) == 0)
       }                            ...

     while (x != 0)               k = 31 - __builtin_clz (x | 1) + (x != 0);
       {                   ->     ...

     while (n << k < a)           k += clz (n << k | 1) - clz (a | 1), if > 0;
       k++;                ->     k += n << k < a;
                                  ...

   How often such a loop turns is a coin, and no select helps.  So in front of
   it, all its turns are made at once.  The loop stays as it was, and does what is
   left of them: nothing, if it ends.  The bit that is added makes the count right
   for zero, too, of which the first loop does not end: 31 turns are made at once
   then, and more follow.

   branchless-bits-match.cc tells which loops can be carried on so, and
   branchless-bits-rewrite.cc does it.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-bits.h"
#include "plugin/branchless-moved.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"
#include "plugin/verify-gcc.h"

/* Instructions that a limit takes more, and the last turn.  */
#define LIMIT_INSNS 8
#define LAST_INSNS 3

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

/* Nothing is left for B to do, as a rule.  */
static void
no_turns (struct hwpgo_bits_loop *b)
{
  profile_probability on = profile_probability::very_unlikely ();
  b->header->count = entries_of (b);
  b->on->probability = on;
  b->out->probability = on.invert ();
  for (edge e = b->on; e->dest != b->header; e = single_succ_edge (e->dest))
    e->dest->count = b->on->count ();
}

bool
hwpgo_bits_counted_p (basic_block head)
{
  struct hwpgo_bits_loop b;
  return hwpgo_bits_match (head, &b) && hwpgo_bits_countable_p (&b);
}

bool
hwpgo_bits_ahead (basic_block head, struct hwpgo_outcome *o)
{
  struct hwpgo_bits_loop b;
  const struct hwpgo_select_params *params = &hwpgo_plugin.select_params;
  if (!hwpgo_bits_match (head, &b) || !hwpgo_bits_countable_p (&b))
    return false;
  const basic_block blocks[] = { b.header, b.on->dest, b.back->src };
  double moved = hwpgo_turns_decide (blocks, 3, hwpgo_executions (entries_of (&b)));
  o->cost.saved = (o->hint.ratio * turns_of (&b) - moved)
                  * params->mispredict_penalty;
  /* A limit is counted as well, beside that, and compared with.  */
  unsigned more = b.end == HWPGO_BITS_LIMIT                 ? LIMIT_INSNS
                  : b.end == HWPGO_BITS_EMPTY && !b.one_left ? LAST_INSNS
                                                             : 0;
  o->cost.work = params->count_bits + more / params->issue_width;
  o->cost.latency = 0;
  o->weighed = true;
  /* What was made at once in the build that was measured turns no more.  */
  if (o->hint.age == 0 && !hwpgo_plugin.args.force_branchless
      && o->cost.saved < o->cost.work * params->margin)
    return false;
  for (unsigned i = 0; i < b.n_entries; i++)
    b.entries[i] = hwpgo_bits_enter_ahead (&b, b.entries[i]);
  /* What is left has no mispredicts: it loses its place, by which the hint would be
     found again.  */
  gimple_set_location (last_nondebug_stmt (head), UNKNOWN_LOCATION);
  no_turns (&b);
  hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                        "its turns are made at once");
  o->why = HWPGO_REFUSE_NONE;
  o->n_selects = 0;
  return true;
}
