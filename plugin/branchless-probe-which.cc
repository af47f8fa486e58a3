/* Which loop gets a copy for a probe, and how much of it runs there.
   SPDX-License-Identifier: GPL-2.0-or-later

   branchless-probe-loop.cc has the copies.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-probe.h"
#include "plugin/hints.h"
#include "plugin/plugin.h"
#include "plugin/tails.h"

/* A loop may make so many times more of its turns in its copy than is wanted.  */
#define MOST_OF_PART 0.5

/* Where entries are once in a run, they are from the first to the second of these many,
   as the inference has it.  Fewer are not known well enough to tell the turns of one.  */
#define LEAST_ENTRIES 0.5
#define MOST_ENTRIES 3

/* Whole entries have the probe, and not first turns, if that is no more than one of so many.
   So many times as many as are counted down come of one entry of the outermost loop, which
   may be all in a call; and this many have it where they are fewer than that by far.  */
#define LEAST_PART_OF_ENTRIES 40
#define SURE_ENTRIES 1.2
#define FEW_ENTRIES 3

/* Of a loop with others in it, whose entries would have to be counted else, so many entries
   at least have the probe if whole ones have.  */
#define SOME_ENTRIES 2

/* Branches in a stack, in the shortest that is common.  */
#define STACK_BRANCHES 16

/* Turns of LOOP for one entry, 0 if that is not known.  What is entered once or twice
   in a run has no sample in front of it, so that its count there may be next to
   nothing; but it was entered ONCE at least.  */
static double
turns_of (const class loop *loop, double once)
{
  profile_count turns = loop->header->count;
  profile_count entries = loop_preheader_edge (loop)->count ();
  return turns.initialized_p () && entries.initialized_p ()
                 && entries.nonzero_p ()
             ? hwpgo_executions (turns)
                   / MAX (hwpgo_executions (entries), once)
             : 0;
}

/* Executions of which one is seen in a recording.  */
static double
seen_period (void)
{
  const struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  double period = hwpgo_bundle_period (bundle, HWPGO_FREQUENCY);
  bool usual = bundle->sources[HWPGO_FREQUENCY].basis == HWPGO_BASIS_USUAL;
  return usual ? period / STACK_BRANCHES : period;
}

/* So many times fewer than they seem may the entries of LOOP be, which is entered once
   at least, and *MORE times more.  ONCE as above.  */
static double
entries_unsure (const class loop *loop, double once, double *more)
{
  double entries = hwpgo_executions (loop_preheader_edge (loop)->count ());
  double seen = once > 0 ? entries / once : 0;
  *more = once > 0 ? hwpgo_hint_unseen (seen, seen_period ()) : 1;
  return MIN (hwpgo_hint_unsure (seen, seen_period ()), MAX (seen, 1));
}

/* No more than N turns, half as many at least.  As a power of two times what several
   numbers divide they leave the others what these are for vectors, which is data that are
   aligned, and for unrolling: a number that is divided by the turns made at once, from 2
   to 10, if all of them were and not otherwise, since GCC may make another number at once
   then.  */
static unsigned
round_turns (unsigned n)
{
  static const unsigned odd[] = { 3 * 3 * 5 * 7, 3 * 5 * 7, 3 * 5, 3 };
  for (unsigned o : odd)
    if (n / o >= 8)
      return o << floor_log2 (n / o);
  return 1U << floor_log2 (n);
}

/* Those of LOOP for its copy, about one of PART; 0 if they are too few.  */
static unsigned
turns_to_probe (const class loop *loop, double part, double once)
{
  double turns = turns_of (loop, once);
  double least = hwpgo_plugin.select_params.probe_turns;
  if (turns < least * part * MOST_OF_PART)
    return 0;
  double more, fewer = entries_unsure (loop, once, &more);
  part = MAX (part / fewer, (double) hwpgo_plugin.select_params.probe_part);
  double wanted = MIN (MAX (turns / more / part, least), INT_MAX);
  return round_turns ((unsigned) wanted);
}

bool
hwpgo_probe_copied_well_p (const class loop *loop)
{
  double insns = 0;
  bool well = true;
  basic_block *bbs = get_loop_body (loop);
  for (unsigned i = 0; i < loop->num_nodes && well; i++)
    {
      edge e;
      edge_iterator ei;
      /* OpenMP's loops share variables with the vectoriser.  */
      well = !bbs[i]->loop_father->simduid;
      FOR_EACH_EDGE (e, ei, bbs[i]->succs)
        if (e->flags & EDGE_COMPLEX)
          well = false;
      insns += hwpgo_tail_insns (bbs[i]);
    }
  well = well && insns <= hwpgo_plugin.select_params.probe_insns
         && can_copy_bbs_p (bbs, loop->num_nodes);
  free (bbs);
  return well;
}

/* Do the first turns of LOOP take about as long as the others?  Those of a loop with others
   in it may have the more to do the fewer they are, as merge sort's last passes, so that
   first turns of many entries are most of the time; but not where there is one.  */
static bool
turns_alike_p (const class loop *loop, double once)
{
  double entries = hwpgo_executions (loop_preheader_edge (loop)->count ());
  return !loop->inner
         || (once > 0 && entries >= once * LEAST_ENTRIES
             && entries <= once * MOST_ENTRIES);
}

/* One of how many entries of LOOP has its probe, if there are enough of them while the
   outermost loop around it is entered once for one of PART turns of LOOP; else 0.  */
static double
part_of_entries (class loop *loop, double part, double once)
{
  class loop *outermost = superloop_at_depth (loop, 1);
  double entries = hwpgo_executions (loop_preheader_edge (loop)->count ());
  double outer = hwpgo_executions (loop_preheader_edge (outermost)->count ());
  outer = MAX (outer, once);
  if (loop == outermost || outer == 0)
    return 0;
  double most = entries / outer / SURE_ENTRIES;
  double usual = MIN (most, (double) hwpgo_plugin.select_params.probe_part);
  return most >= LEAST_PART_OF_ENTRIES ? MIN (part, MAX (most / FEW_ENTRIES, usual)) : 0;
}

/* Are some entries of LOOP probed where one of PART is?  */
static bool
some_entries_p (const class loop *loop, double part, double once)
{
  double entries = hwpgo_executions (loop_preheader_edge (loop)->count ());
  return once > 0 && entries >= once * part * SOME_ENTRIES;
}

/* LOOP in its copy for one of PART entries, as they are counted down.  */
static struct hwpgo_probed
by_count (class loop *loop, double part)
{
  struct hwpgo_probed p = {};
  p.loop = loop;
  p.counted = true;
  p.part = part;
  return p;
}

/* As hwpgo_probe_loop, without a second try.  Where entries are counted, one of WANTED gets
   the probe: that any number of them can do without it does not depend on how many turns
   they have.  */
static struct hwpgo_probed
find_loop (basic_block bb, double part, double wanted, double once)
{
  struct hwpgo_probed by_calls = {}, by_entries = {};
  bool larger = false;
  by_calls.part = part;
  for (class loop *loop = bb->loop_father; loop_outer (loop);
       loop = loop_outer (loop))
    {
      unsigned turns = turns_to_probe (loop, part, once);
      larger = larger || !hwpgo_probe_copied_well_p (loop);
      if (!larger && turns)
        {
          bool alike = turns_alike_p (loop, once);
          double entries = part_of_entries (loop, wanted, once);
          if (entries > 0
              && (alike || (!by_entries.loop && some_entries_p (loop, entries, once))))
            return by_count (loop, entries);
          if (alike)
            {
              by_calls.loop = loop;
              by_calls.turns = turns;
              by_calls.of_turns = turns_of (loop, once);
              return by_calls;
            }
        }
      if (turns && by_calls.loop && !by_entries.loop)
        if (double entries = part_of_entries (by_calls.loop, wanted, once))
          by_entries = by_count (by_calls.loop, entries);
      if (!larger)
        by_calls.loop = loop;
    }
  if (by_entries.loop)
    return by_entries;
  /* Of so few calls none is chosen as a rule, and the copy would be for nothing.  */
  double calls = hwpgo_executions (ENTRY_BLOCK_PTR_FOR_FN (cfun)->count);
  if (once > 0 && calls * hwpgo_hint_unseen (calls / once, seen_period ()) < once * part)
    by_calls.loop = NULL;
  return by_calls;
}

struct hwpgo_probed
hwpgo_probe_loop (basic_block bb, double part, double once)
{
  double least = hwpgo_plugin.select_params.probe_part;
  struct hwpgo_probed p = find_loop (bb, part, part, once);
  if (p.turns || p.counted || part <= least)
    return p;
  struct hwpgo_probed more = find_loop (bb, least, part, once);
  return more.turns || more.counted || !p.loop ? more : p;
}
