/* Loops of which the profiled program had calls of the library.
   SPDX-License-Identifier: GPL-2.0-or-later

     for (i = 0; i < n; i++)
       to[i] = from[i];              ->      memcpy (to, from, n);

   All of the loop ran once for each call there, which is once for each entry.
   Taken as it is, the loop never turns; or it is held for what was moved, and
   hardly runs.  The call that it is going to be again would be laid out for a rare
   one.  What tells is that the profile has a call of the library at a place that
   calls nothing.  Nobody knows the turns then: GCC's guess is as good as any.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"

/* Turns that are believed for each entry.  */
#define MOST_TURNS 100

/* What is guessed may be so many times the largest count that was measured: as
   often as GCC guesses of a loop that it knows nothing of.  */
#define MOST_BITS (HWPGO_LOAD_COUNT_BITS + 3)

/* The executions of a place that are calls, at least.  */
#define CALLS_PART 0.9

/* Do loops become calls of NAME?  */
static bool
of_loops_p (const char *name)
{
#define HWPGO_MADE_CALL(made, of_loops) \
  if (of_loops && !strcmp (name, made)) \
    return true;
#include "plugin/made-calls.def"
#undef HWPGO_MADE_CALL
  return false;
}

/* Add to *DATA the COUNT calls of NAME, if loops become such ones.  */
static bool
add_call (const char *name, uint64_t count, void *data)
{
  if (of_loops_p (name))
    *(uint64_t *) data = hwpgo_add (*(uint64_t *) data, count);
  return true;
}

/* True if almost all that the profile has of the place of SEEN are such
   calls.  */
static bool
was_call_p (const struct hwpgo_measuring *m, const struct hwpgo_seen &seen)
{
  uint64_t calls = 0, count;
  uint32_t mask = m->load->mask;
  if (!seen.function || seen.count == 0
      || !hwpgo_function_count (seen.function, seen.at, mask, &count))
    return false;
  hwpgo_settled_each_target (&m->load->settled, seen.function, seen.at, mask,
                             add_call, &calls);
  return calls > count * CALLS_PART;
}

/* True if a block in LOOP calls something.  */
static bool
calls_p (const struct hwpgo_measuring *m, class loop *loop)
{
  for (const struct hwpgo_seen &s : m->seen)
    if (s.call
        && flow_bb_inside_loop_p (loop, BASIC_BLOCK_FOR_FN (m->fn, s.block)))
      return true;
  return false;
}

/* The least count of what runs whenever LOOP is entered, by the nearest measured
   block of DIRECTION; UINT64_MAX if there is none.  */
static uint64_t
entries_at_most (const struct hwpgo_measuring *m, class loop *loop,
                 enum cdi_direction direction)
{
  for (basic_block bb = get_immediate_dominator (direction, loop->header);
       bb && bb->index >= NUM_FIXED_BLOCKS;
       bb = get_immediate_dominator (direction, bb))
    if (bb->loop_father == loop_outer (loop) && m->blocks[bb->index].known)
      return m->blocks[bb->index].count;
  return UINT64_MAX;
}

/* Was LOOP entered less often than COUNT, as far as that is known?  */
static bool
entered_less_p (const struct hwpgo_measuring *m, class loop *loop, double count)
{
  return entries_at_most (m, loop, CDI_DOMINATORS) < count
         || entries_at_most (m, loop, CDI_POST_DOMINATORS) < count;
}

/* How often GCC guesses that BB runs for each entry of LOOP, which it is in.  */
static double
guessed_turns (class loop *loop, basic_block bb)
{
  double in = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!flow_bb_inside_loop_p (loop, e->src) && e->count ().initialized_p ())
      in += e->count ().to_gcov_type ();
  double all
      = bb->count.initialized_p () ? (double) bb->count.to_gcov_type () : 0;
  double turns = in > 0 ? all / in : 1;
  return MAX (1, MIN (turns, MOST_TURNS));
}

/* The block BB of LOOP has become COUNT calls: let it have turned, and forget the
   rest of the loop.  */
static void
set_loop (struct hwpgo_measuring *m, class loop *loop, basic_block bb,
          uint64_t count)
{
  basic_block other;
  double turns = guessed_turns (loop, bb);
  FOR_EACH_BB_FN (other, m->fn)
    if (flow_bb_inside_loop_p (loop, other))
      m->blocks[other->index].known = false;
  hwpgo_measure_take (
      m, bb->index,
      (uint64_t) MIN (count * turns, (double) (UINT64_C (1) << MOST_BITS)));
  m->were_calls.safe_push (loop->num);
  if (m->dump)
    fprintf (dump_file,
             ";; loop %d was " HOST_WIDE_INT_PRINT_UNSIGNED
             " calls, block %d of it turned %.1f times for each\n",
             loop->num, count, bb->index, turns);
}

void
hwpgo_measure_library (struct hwpgo_measuring *m)
{
  if (!loops_for_fn (m->fn))
    return;
  bool had_dominators = dom_info_available_p (CDI_DOMINATORS);
  calculate_dominance_info (CDI_DOMINATORS);
  calculate_dominance_info (CDI_POST_DOMINATORS);
  for (const struct hwpgo_seen &seen : m->seen)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (m->fn, seen.block);
      class loop *loop = bb->loop_father;
      if (!loop || loop->num == 0 || loop->inner || !loop->header
          || m->were_calls.contains (loop->num)
          || !hwpgo_counts_near_p (m->blocks[bb->index].count, seen.count)
          || !was_call_p (m, seen) || calls_p (m, loop)
          || entered_less_p (m, loop, seen.count * (1 - HWPGO_EXCESS_PART)))
        continue;
      set_loop (m, loop, bb, seen.count);
    }
  free_dominance_info (CDI_POST_DOMINATORS);
  if (!had_dominators)
    free_dominance_info (CDI_DOMINATORS);
}

bool
hwpgo_measured_as_call_p (const struct hwpgo_measuring *m, edge e)
{
  for (int num : m->were_calls)
    {
      class loop *loop = get_loop (m->fn, num);
      if (flow_bb_inside_loop_p (loop, e->src)
          || flow_bb_inside_loop_p (loop, e->dest))
        return true;
    }
  return false;
}
