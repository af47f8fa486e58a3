/* Branches of which the profiled program had selects.
   SPDX-License-Identifier: GPL-2.0-or-later

     while (live >= 8)                  without the branches, where the loop
       {                                turns four times at most:
         *out++ = word >> 24;
         word <<= 8;                    *(live >= 8 ? out : &none) = word >> 24;
         live -= 8;                     word = live >= 8 ? word << 8 : word;
       }                                ...

   All of both ways ran there each time, and a loop whose turns follow each other
   ran once for each entry.  Taken as it is, an arm is as likely as the branch,
   and the loop hardly turns; so it is not peeled or unrolled again, and not
   converted.  What was measured while they were branches is remembered with
   their mispredicts (odds.cc), and what was measured now of their ways is
   nothing.  */

#include "plugin/gcc-headers.h"
#include "plugin/hints.h"
#include "plugin/load-measure.h"

/* Turns that are believed for each entry.  */
#define MOST_TURNS 10000

/* More turns are not made of selects, one behind the other, as GCC itself peels no
   more (max-peel-times).  What ran more often turned.  */
#define MOST_PEELED 16

/* The blocks of M with a call, which no select has: each ran as often as was
   measured.  */
static void
note_calls (const struct hwpgo_measuring *m, auto_vec<bool> *calls)
{
  calls->safe_grow_cleared (m->blocks.length ());
  for (const struct hwpgo_seen &s : m->seen)
    (*calls)[s.block] |= s.call;
}

/* Edge E is as likely as ODDS, and nothing was measured on it.  */
static void
set_edge (struct hwpgo_measuring *m, edge e, double odds)
{
  struct hwpgo_flow_edge *way = &m->edges[*m->edge_at.get (e)];
  way->probability = odds;
  if (way->to != (size_t) e->dest->index)
    m->blocks[way->to].known = false;
}

/* The loop around BB, if that is its test and nothing else is in it than what
   selects may have; else NULL.  */
static class loop *
loop_tested_by (struct hwpgo_measuring *m, basic_block bb,
                const vec<bool> &calls)
{
  class loop *loop = loops_for_fn (m->fn) ? bb->loop_father : NULL;
  basic_block other;
  if (!loop || loop->num == 0 || loop->inner || !loop->header
      || flow_bb_inside_loop_p (loop, EDGE_SUCC (bb, 0)->dest)
             == flow_bb_inside_loop_p (loop, EDGE_SUCC (bb, 1)->dest))
    return NULL;
  FOR_EACH_BB_FN (other, m->fn)
    if (calls[other->index] && flow_bb_inside_loop_p (loop, other))
      return NULL;
  return loop;
}

/* How often LOOP, whose test is at the end of BB, was entered, as far as that was
   measured; or else how often it was left by its test.  */
static uint64_t
entries_of (const struct hwpgo_measuring *m, class loop *loop, basic_block bb)
{
  uint64_t entries = 0;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!flow_bb_inside_loop_p (loop, e->src) && single_succ_p (e->src)
        && m->blocks[e->src->index].known)
      entries = hwpgo_add (entries, m->blocks[e->src->index].count);
  if (entries > 0)
    return entries;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!flow_bb_inside_loop_p (loop, e->dest) && single_pred_p (e->dest)
        && m->blocks[e->dest->index].known)
      entries = m->blocks[e->dest->index].count;
  return entries;
}

/* Did LOOP turn as a loop, of whose entries AWAY in each turn would leave it at the
   branch at the end of BB?  Some of its turns may have been selects in front of it,
   but if the data are others than once, the others are many.  */
static bool
turned_p (const struct hwpgo_measuring *m, class loop *loop, basic_block bb,
          double away)
{
  double entries = (double) entries_of (m, loop, bb);
  return entries > 0 && m->blocks[bb->index].known
         && (double) m->blocks[bb->index].count
                > entries * MAX (1 / away, (double) MOST_PEELED);
}

/* Let LOOP, of ENTRIES, which the branch at the end of BB leaves with probability AWAY,
   turn as often as follows from that.  */
static void
set_loop (struct hwpgo_measuring *m, class loop *loop, uint64_t entries,
          basic_block bb, double away)
{
  basic_block other;
  FOR_EACH_BB_FN (other, m->fn)
    if (flow_bb_inside_loop_p (loop, other))
      m->blocks[other->index].known = false;
  if (entries == 0)
    return;
  double tests = entries * MIN (1 / away, (double) MOST_TURNS);
  hwpgo_measure_take (
      m, bb->index,
      (uint64_t) MIN (tests, (double) (UINT64_C (1) << HWPGO_LOAD_COUNT_BITS)));
}

void
hwpgo_measure_remembered (struct hwpgo_measuring *m)
{
  if (current_ir_type () != IR_GIMPLE)
    return;
  auto_vec<bool> calls;
  note_calls (m, &calls);
  basic_block bb;
  FOR_EACH_BB_FN (bb, m->fn)
    {
      double odds;
      edge ways[2];
      gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
      if (!cond
          || !hwpgo_hint_odds (m->fn->decl, cond, m->load->mask, &odds))
        continue;
      extract_true_false_edges_from_block (bb, &ways[0], &ways[1]);
      class loop *loop = loop_tested_by (m, bb, calls);
      bool stays = loop && flow_bb_inside_loop_p (loop, ways[0]->dest);
      double away = stays ? 1 - odds : odds;
      if (loop && turned_p (m, loop, bb, away))
        continue;
      /* What is behind it tells of them, and is forgotten as an arm.  */
      uint64_t entries = loop ? entries_of (m, loop, bb) : 0;
      for (int i = 0; i < 2; i++)
        {
          basic_block arm = ways[i]->dest;
          set_edge (m, ways[i], i == 0 ? odds : 1 - odds);
          if (single_pred_p (arm) && !calls[arm->index])
            m->blocks[arm->index].known = false;
        }
      if (loop)
        set_loop (m, loop, entries, bb, away);
      if (m->dump)
        fprintf (dump_file,
                 ";; bb %d has a branch that was a select, held in %.2f%%%s\n",
                 bb->index, odds * 100, loop ? ", and its loop" : "");
    }
}
