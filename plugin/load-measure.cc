/* What the profile says of one function's blocks and edges.
   SPDX-License-Identifier: GPL-2.0-or-later

     1. A block is measured by its statements: the largest count among their
        places, since losing a part of the line table makes a count too small,
        hardly ever too large.
     2. What is left over of the profile measures edges: where a constant was
        assigned in an arm that is empty now, its place is on the argument of
        a PHI, and the final code has it on that edge.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"
#include "plugin/source-place.h"

/* --- the graph -----------------------------------------------------------*/

/* GCC's guess for E.  What it takes for possible at all is not 0.  */
static double
guess (edge e)
{
  if (!e->probability.initialized_p ())
    return 1.0 / EDGE_COUNT (e->src->succs);
  double p = e->probability.to_reg_br_prob_base () / (double) REG_BR_PROB_BASE;
  bool never = e->probability == profile_probability::never ();
  return p > 0 || never ? p : 0.5 / REG_BR_PROB_BASE;
}

/* Make the graph: blocks by index, so that GCC's entry and exit are those of
   flow.h and what is missing is not reached.  */
void
hwpgo_measure_graph (struct hwpgo_measuring *m)
{
  function *fn = m->fn;
  basic_block bb;
  edge e;
  edge_iterator ei;
  STATIC_ASSERT (ENTRY_BLOCK == 0 && EXIT_BLOCK == 1);
  m->blocks.safe_grow_cleared (last_basic_block_for_fn (fn));
  FOR_ALL_BB_FN (bb, fn)
    FOR_EACH_EDGE (e, ei, bb->succs)
      {
        struct hwpgo_flow_edge flow_edge = {};
        flow_edge.from = e->src->index;
        flow_edge.to = e->dest->index;
        flow_edge.probability = guess (e);
        flow_edge.abnormal = e->flags & (EDGE_ABNORMAL | EDGE_EH | EDGE_FAKE);
        m->edge_at.put (e, m->edges.length ());
        m->edges.safe_push (flow_edge);
      }
  hwpgo_measure_decided (m);
}

/* --- 1: statements -------------------------------------------------------*/

/* Show what was found at PLACE, outermost call first, for the dump:
   ";; bb 4 at f:16 leaf:2.1 runs 4000".  */
static void
dump_place (int block, const struct hwpgo_place *place,
            const struct hwpgo_measurement &result)
{
  fprintf (dump_file, ";; bb %d at", block);
  for (size_t i = place->n_frames; i-- > 0;)
    {
      const struct hwpgo_place_frame *frame = &place->frames[i];
      fprintf (dump_file, " %s:%u", frame->function, frame->at.line);
      if (i == 0 && frame->at.discriminator)
        fprintf (dump_file, ".%u", frame->at.discriminator);
    }
  if (result.known)
    fprintf (dump_file, " runs " HOST_WIDE_INT_PRINT_UNSIGNED "\n",
             result.count);
  else
    fputs (" unknown\n", dump_file);
}

bool
hwpgo_measure_beside_p (const struct hwpgo_function *function,
                        struct hwpgo_location at, uint64_t count)
{
  uint32_t base = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  uint64_t tests;
  at.discriminator &= base;
  return hwpgo_discriminator_probe (&at.discriminator)
         && hwpgo_function_count (function, at, base, &tests) && tests > count;
}

struct hwpgo_measurement
hwpgo_measure_location (const struct hwpgo_measuring *m, location_t location,
                        int block)
{
  struct hwpgo_measurement result = {};
  struct hwpgo_place place;
  if (!hwpgo_source_place (m->fn->decl, location, &place))
    return result;
  place.frames[0].at.discriminator &= m->load->mask;
  result.at = place.frames[0].at;
  result.function = hwpgo_settled_function (&m->load->settled, &place);
  if (result.function)
    result.known
        = hwpgo_function_count (result.function, result.at, m->load->mask,
                                &result.count)
          && !hwpgo_measure_beside_p (result.function, result.at, result.count);
  if (m->dump)
    dump_place (block, &place, result);
  return result;
}

uint64_t
hwpgo_measure_match (struct hwpgo_measuring *m,
                     const struct hwpgo_measurement &result)
{
  uint64_t *slot = hwpgo_map_slot (&m->matched, (uintptr_t) result.function,
                                   (uint64_t) result.at.line << 32
                                       | result.at.discriminator);
  if (!slot)
    {
      m->out_of_memory = true;
      return 0;
    }
  return (*slot)++;
}

static uint64_t
n_matched (const struct hwpgo_measuring *m,
           const struct hwpgo_measurement &result)
{
  const uint64_t *n = hwpgo_map_find (&m->matched, (uintptr_t) result.function,
                                      (uint64_t) result.at.line << 32
                                          | result.at.discriminator);
  return n ? *n : 0;
}

void
hwpgo_measure_take (struct hwpgo_measuring *m, size_t block, uint64_t count)
{
  struct hwpgo_flow_block *b = &m->blocks[block];
  if (!b->known || b->count < count)
    b->count = count;
  b->known = true;
}

static void
measure_block (struct hwpgo_measuring *m, basic_block bb)
{
  bool called = false;
  uint64_t calls = 0, count;
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_LABEL
          || gimple_code (stmt) == GIMPLE_PREDICT || gimple_clobber_p (stmt))
        continue;
      struct hwpgo_measurement result
          = hwpgo_measure_location (m, gimple_location (stmt), bb->index);
      if (result.known)
        {
          uint64_t promoted = hwpgo_measure_promoted (m, stmt, result);
          result.count -= MIN (promoted, result.count);
          result.count = hwpgo_add (
              result.count, hwpgo_measure_call_alone (m, stmt, result));
          hwpgo_measure_match (m, result);
          hwpgo_measure_take (m, bb->index, result.count);
          bool call = is_gimple_call (stmt) && gimple_vdef (stmt)
                      && !gimple_call_internal_p (stmt);
          m->seen.safe_push ({ result.function, result.at, bb->index,
                               result.count, call, false });
        }
      if (hwpgo_measure_call (m, stmt, result, &count))
        {
          called = true;
          calls = MAX (calls, count);
        }
    }
  /* Entries are an estimate, so they count only where there is nothing else.
     But a block was not too rare for samples only to be never run, when its
     call was: inlined for a count of 0, the hottest loop would be cold.  */
  const struct hwpgo_flow_block *b = &m->blocks[bb->index];
  if (called && !b->known)
    hwpgo_measure_take (m, bb->index, calls);
  else if (called && b->count == 0 && calls > 0)
    hwpgo_measure_take (m, bb->index, hwpgo_settle_scale (1, m->load->shift));
}

/* The opening and the closing line are in every function, but in no
   statement.  */
static void
note_frame (struct hwpgo_measuring *m, const function *fn)
{
  for (location_t location :
       { DECL_SOURCE_LOCATION (fn->decl), fn->function_start_locus,
         fn->function_end_locus })
    {
      struct hwpgo_measurement result
          = hwpgo_measure_location (m, location, ENTRY_BLOCK);
      if (result.known)
        hwpgo_measure_match (m, result);
    }
}

/* --- 2: edges ------------------------------------------------------------*/

/* A measurement of edge E that no statement has taken.  */
struct edge_measurement
{
  edge e;
  struct hwpgo_measurement result;
};

/* Is RESULT, of a PHI argument on E, of a place in front of the branch there?  Then
   the value was there whichever way was taken, and runs with the branch:

     way = none;
     if (sum > best)
       way = diagonal;

   (What debugging has of the places would know it as well, but may decide
   nothing.)  */
static bool
before_branch_p (const struct hwpgo_measuring *m, edge e,
                 const struct hwpgo_measurement &result)
{
  struct hwpgo_place place;
  gimple *last = last_nondebug_stmt (e->src);
  return !single_succ_p (e->src) && last && gimple_code (last) == GIMPLE_COND
         && hwpgo_source_place (m->fn->decl, gimple_location (last), &place)
         && hwpgo_settled_function (&m->load->settled, &place)
                == result.function
         && result.at.line < place.frames[0].at.line;
}

/* Collect in FOUND what PHI arguments on the edges into BB say.  */
static void
collect_arguments (struct hwpgo_measuring *m, basic_block bb,
                   vec<struct edge_measurement> *found)
{
  for (gphi_iterator gpi = gsi_start_phis (bb); !gsi_end_p (gpi);
       gsi_next (&gpi))
    {
      gphi *phi = gpi.phi ();
      if (virtual_operand_p (gimple_phi_result (phi)))
        continue;
      for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
        {
          edge e = gimple_phi_arg_edge (phi, i);
          struct hwpgo_measurement result = hwpgo_measure_location (
              m, gimple_phi_arg_location (phi, i), e->src->index);
          if (result.known && !before_branch_p (m, e, result))
            found->safe_push ({ e, result });
        }
    }
}

/* Collect what the jump at the end of BB says.  On one of several edges the
   location is that of the destination's first statement.  */
static void
collect_jump (struct hwpgo_measuring *m, basic_block bb,
              vec<struct edge_measurement> *found)
{
  if (!single_succ_p (bb))
    return;
  edge e = single_succ_edge (bb);
  struct hwpgo_measurement result
      = hwpgo_measure_location (m, e->goto_locus, bb->index);
  if (result.known)
    found->safe_push ({ e, result });
}

/* Put a measured block on the edge.  */
void
hwpgo_measure_edge (struct hwpgo_measuring *m, edge e, uint64_t count)
{
  size_t at = *m->edge_at.get (e);
  struct hwpgo_flow_edge second = m->edges[at];
  struct hwpgo_flow_block block = {};
  block.known = true;
  block.count = count;
  second.from = m->blocks.length ();
  second.probability = 1;
  m->edges[at].to = second.from;
  m->blocks.safe_push (block);
  m->edges.safe_push (second);
}

/* Use what was FOUND.  A place that several edges have, or a statement, tells
   nothing of one edge.  What was moved can be told from the rest once the
   blocks have theirs.  */
static void
take_edges (struct hwpgo_measuring *m,
            const vec<struct edge_measurement> &found)
{
  auto_vec<bool> sole;
  for (unsigned i = 0; i < found.length (); i++)
    sole.safe_push (hwpgo_measure_match (m, found[i].result) == 0);
  for (unsigned i = 0; i < found.length (); i++)
    {
      edge e = found[i].e;
      sole[i] = sole[i] && n_matched (m, found[i].result) == 1;
      if (sole[i] && single_succ_p (e->src) && !m->blocks[e->src->index].known)
        hwpgo_measure_take (m, e->src->index, found[i].result.count);
    }
  hwpgo_measure_pieces (m);
  hwpgo_measure_steps (m);
  hwpgo_measure_library (m);
  hwpgo_measure_moved (m);
  for (unsigned i = 0; i < found.length (); i++)
    {
      edge e = found[i].e;
      uint64_t count = found[i].result.count;
      if (sole[i] && !single_succ_p (e->src)
          && !hwpgo_measured_as_call_p (m, e)
          && !hwpgo_measured_by_moved (m, e, count))
        hwpgo_measure_edge (m, e, count);
    }
}

void
hwpgo_measure (struct hwpgo_measuring *m)
{
  auto_vec<struct edge_measurement> found;
  basic_block bb;
  hwpgo_measure_graph (m);
  FOR_EACH_BB_FN (bb, m->fn)
    measure_block (m, bb);
  FOR_EACH_BB_FN (bb, m->fn)
    {
      collect_arguments (m, bb, &found);
      collect_jump (m, bb, &found);
    }
  take_edges (m, found);
  hwpgo_measure_remembered (m);
  note_frame (m, m->fn);
}
