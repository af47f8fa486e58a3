/* Turns of a loop, one after the other.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (table[i] != 0)
       {
         if (table[i] < key)
           exchange (&table[i], &key);
         i = (i - step (key)) & mask;
       }

   How long does a turn wait for the one before?  If the key stays, not at all
   for the multiplication that its step is; if it is exchanged, for all of
   that.  No path from one value to itself tells so: what is loaded becomes the
   key in some turns only, and in the others waits for a key that was there
   long before.  So some turns are followed, each branch going each way as
   often as the profile has it, with the times at which what they pass on is
   known.  What is added to these, in the mean, is how long a turn takes that
   does nothing but wait.

   The ways are drawn from a Halton sequence (J. H. Halton, "On the efficiency
   of certain quasi-random sequences of points in evaluating multi-dimensional
   integrals", Numerische Mathematik 2, 1960), which needs few turns for a
   mean, and no luck.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless-way.h"
#include "plugin/plugin.h"

/* Turns until what the loop began with plays no part any more, and all.  */
#define FIRST_TURNS 8
#define ALL_TURNS 56

/* The digits of N, in BASE, behind the point in reversed order.  */
static double
radical_inverse (unsigned n, unsigned base)
{
  double digit = 1, sum = 0;
  for (; n > 0; n /= base)
    {
      digit /= base;
      sum += digit * (n % base);
    }
  return sum;
}

/* A number from 0 to below 1 for BB in TURN.  */
static double
drawn (struct hwpgo_turn *turn, basic_block bb)
{
  static const unsigned char bases[] = { 2, 3, 5, 7, 11, 13, 17, 19 };
  unsigned i = 0;
  while (i < turn->joins.length () && turn->joins[i] != bb)
    i++;
  if (i == turn->joins.length ())
    turn->joins.safe_push (bb);
  return radical_inverse (turn->number, bases[i % ARRAY_SIZE (bases)]);
}

edge
hwpgo_turn_enters (struct hwpgo_turn *turn, const class loop *loop,
                   basic_block bb)
{
  double all = 0, sum = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (bb != loop->header || flow_bb_inside_loop_p (loop, e->src))
      {
        if (!e->count ().initialized_p ())
          return NULL;
        all += e->count ().to_gcov_type ();
      }
  double place = drawn (turn, bb) * all;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (bb != loop->header || flow_bb_inside_loop_p (loop, e->src))
      {
        sum += e->count ().to_gcov_type ();
        if (place < sum)
          return e;
      }
  return NULL;
}

/* What a loop passes on to its next turn.  */
struct turn_value
{
  gphi *phi;
  bool steps, far; /* it goes on by a step, to another line.  */
};

static void
find_passed_on (class loop *loop, vec<turn_value> *passed)
{
  for (gphi_iterator psi = gsi_start_phis (loop->header); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      gphi *phi = psi.phi ();
      tree name = gimple_phi_result (phi);
      if (virtual_operand_p (name))
        continue;
      unsigned left = HWPGO_WAY_NAMES, far = HWPGO_WAY_NAMES;
      bool steps = true;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        if (flow_bb_inside_loop_p (loop, gimple_phi_arg_edge (phi, i)->src))
          steps &= hwpgo_step_from_p (loop, name, gimple_phi_arg_def (phi, i),
                                      &left);
      passed->safe_push ({ phi, steps, hwpgo_far_step_p (loop, name, &far) });
    }
}

/* When P is known for the turn behind the one that WALK goes through, which
   ends by E, where it was known at WAS for that one.  */
static hwpgo_way
known_next (hwpgo_walker *walk, const turn_value &p, edge e, hwpgo_way was)
{
  hwpgo_way next = walk->to (PHI_ARG_DEF_FROM_EDGE (p.phi, e));
  if (walk->selected_p (p.phi))
    next = hwpgo_longer (next, walk->to_selected (p.phi));
  if (next.latency < 0)
    return was;
  if (p.steps)
    {
      if (p.far && next.loads > was.loads)
        next.latency
            += (next.loads - was.loads) * hwpgo_plugin.select_params.l2_extra;
      next.loads = was.loads;
    }
  return next;
}

/* The mean of what turns of LOOP, which pass on PASSED, take, if they do
   nothing but wait for each other; none where a way is not known.  */
static hwpgo_way
mean_turn (class loop *loop, const vec<turn_value> &passed,
           hwpgo_conversion what, bool converted)
{
  struct hwpgo_turn turn;
  hwpgo_way first = { 0, 0 }, last = { 0, 0 };
  for (const turn_value &p : passed)
    turn.times.put (gimple_phi_result (p.phi), { 0, 0 });
  for (turn.number = 1; turn.number <= ALL_TURNS; turn.number++)
    {
      edge e = hwpgo_turn_enters (&turn, loop, loop->header);
      if (!e)
        return hwpgo_no_way;
      hwpgo_walker walk (loop, &turn, what, converted);
      auto_vec<hwpgo_way> next;
      last = { 0, 0 };
      for (const turn_value &p : passed)
        {
          next.safe_push (known_next (
              &walk, p, e, *turn.times.get (gimple_phi_result (p.phi))));
          last = hwpgo_longer (last, next.last ());
        }
      for (unsigned i = 0; i < passed.length (); i++)
        turn.times.put (gimple_phi_result (passed[i].phi), next[i]);
      if (turn.number == FIRST_TURNS)
        first = last;
    }
  return { (last.latency - first.latency) / (ALL_TURNS - FIRST_TURNS),
           MAX (last.loads - first.loads, 0) / (ALL_TURNS - FIRST_TURNS) };
}

bool
hwpgo_follow_turns (class loop *loop, hwpgo_conversion what, hwpgo_way *before,
                    hwpgo_way *after)
{
  auto_vec<turn_value> passed;
  find_passed_on (loop, &passed);
  hwpgo_way with = mean_turn (loop, passed, what, true);
  hwpgo_way without = mean_turn (loop, passed, what, false);
  if (with.latency < 0 || without.latency < 0)
    return false;
  *before = without;
  *after = with;
  return true;
}
