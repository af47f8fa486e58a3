/* Counts of one function: measured, inferred, set.
   SPDX-License-Identifier: GPL-2.0-or-later

     1. A block is measured by its statements: the largest count among their
        places, since losing a part of the line table makes a count too small,
        hardly ever too large.
     2. What is left over of the profile measures edges: where a constant was
        assigned in an arm that is empty now, its place is on the argument of
        a PHI, and the final code has it on that edge.
     3. flow.c makes a consistent flow of it.
     4. Blocks, edges, and calls of the callgraph get it.  */

#include "plugin/gcc-headers.h"
#include "plugin/flow.h"
#include "plugin/load.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"

/* Under this part of matched samples the profile is of other code.  */
#define MIN_COVERAGE 0.3

/* A count with the place that it is of.  */
struct measurement
{
  const struct hwpgo_function *function; /* NULL: no such code profiled.  */
  struct hwpgo_location at;
  bool known;
  uint64_t count;
};

/* The work on one function.  */
struct measuring
{
  tree decl = NULL_TREE;
  const struct hwpgo_settled *settled = NULL;
  uint32_t mask = 0;
  struct hwpgo_map matched = {}; /* places found: (function, place) to the
                               number of statements or edges there.  */
  uint64_t matched_sum = 0;
  bool out_of_memory = false;
  auto_vec<struct hwpgo_flow_block> blocks; /* by index; then one for each
                                               measured edge.  */
  auto_vec<struct hwpgo_flow_edge> edges;
  hash_map<edge, size_t> edge_at; /* where in EDGES an edge begins.  */
};

/* --- 1: statements -------------------------------------------------------*/

/* Show what was found at PLACE, outermost call first, for the dump:
   ";; bb 4 at f:16 leaf:2.1 runs 4000".  */
static void
dump_place (int block, const struct hwpgo_place *place,
            const struct measurement &result)
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

/* What the profile has for LOCATION, which is in block BLOCK.  */
static struct measurement
measure_place (const struct measuring *m, location_t location, int block)
{
  struct measurement result = {};
  struct hwpgo_place place;
  if (!hwpgo_source_place (m->decl, location, &place))
    return result;
  place.frames[0].at.discriminator &= m->mask;
  result.at = place.frames[0].at;
  result.function = hwpgo_settled_function (m->settled, &place);
  if (result.function)
    result.known = hwpgo_function_count (result.function, result.at, m->mask,
                                         &result.count);
  if (dump_file && (dump_flags & TDF_DETAILS))
    dump_place (block, &place, result);
  return result;
}

/* Note that the code has RESULT's place, and return how often that was noted
   before.  */
static uint64_t
note_matched (struct measuring *m, const struct measurement &result)
{
  uint64_t *slot = hwpgo_map_slot (&m->matched, (uintptr_t)result.function,
                                   (uint64_t)result.at.line << 32
                                       | result.at.discriminator);
  if (!slot)
    {
      m->out_of_memory = true;
      return 0;
    }
  if (*slot == 0)
    m->matched_sum = hwpgo_add (m->matched_sum, result.count);
  return (*slot)++;
}

static uint64_t
n_matched (const struct measuring *m, const struct measurement &result)
{
  const uint64_t *n = hwpgo_map_find (&m->matched, (uintptr_t)result.function,
                                      (uint64_t)result.at.line << 32
                                          | result.at.discriminator);
  return n ? *n : 0;
}

static void
take (struct measuring *m, size_t block, uint64_t count)
{
  struct hwpgo_flow_block *b = &m->blocks[block];
  if (!b->known || b->count < count)
    b->count = count;
  b->known = true;
}

/* The entries of what the profiled binary had inlined for call STMT.  */
static bool
measure_call (const struct measuring *m, const gimple *stmt,
              const struct measurement &place, uint64_t *count)
{
  tree callee = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  return callee && place.function
         && hwpgo_settled_call (m->settled, place.function, place.at,
                                hwpgo_source_name (callee), count);
}

static void
measure_block (struct measuring *m, basic_block bb)
{
  bool called = false;
  uint64_t calls = 0, count;
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    {
      const gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) == GIMPLE_LABEL
          || gimple_code (stmt) == GIMPLE_PREDICT || gimple_clobber_p (stmt))
        continue;
      struct measurement result
          = measure_place (m, gimple_location (stmt), bb->index);
      if (result.known)
        {
          note_matched (m, result);
          take (m, bb->index, result.count);
        }
      if (measure_call (m, stmt, result, &count))
        {
          called = true;
          calls = MAX (calls, count);
        }
    }
  /* Entries are an estimate, so they count only where there is nothing
     else.  */
  if (called && !m->blocks[bb->index].known)
    take (m, bb->index, calls);
}

/* The opening and the closing line are in every function, but in no
   statement.  */
static void
note_frame (struct measuring *m, const function *fn)
{
  for (location_t location :
       { DECL_SOURCE_LOCATION (fn->decl), fn->function_start_locus,
         fn->function_end_locus })
    {
      struct measurement result = measure_place (m, location, ENTRY_BLOCK);
      if (result.known)
        note_matched (m, result);
    }
}

/* --- 2: edges ------------------------------------------------------------*/

/* A measurement of edge E that no statement has taken.  */
struct edge_measurement
{
  edge e;
  struct measurement result;
};

/* Collect in FOUND what PHI arguments on the edges into BB say.  */
static void
collect_arguments (struct measuring *m, basic_block bb,
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
          struct measurement result
              = measure_place (m, gimple_phi_arg_location (phi, i),
                               gimple_phi_arg_edge (phi, i)->src->index);
          if (result.known)
            found->safe_push ({ gimple_phi_arg_edge (phi, i), result });
        }
    }
}

/* Collect what the jump at the end of BB says.  On one of several edges the
   location is that of the destination's first statement.  */
static void
collect_jump (struct measuring *m, basic_block bb,
              vec<struct edge_measurement> *found)
{
  if (!single_succ_p (bb))
    return;
  edge e = single_succ_edge (bb);
  struct measurement result = measure_place (m, e->goto_locus, bb->index);
  if (result.known)
    found->safe_push ({ e, result });
}

/* Put a measured block with COUNT on edge E, whose flow edge is at AT.  */
static void
split_flow_edge (struct measuring *m, size_t at, uint64_t count)
{
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
   nothing of one edge.  */
static void
take_edges (struct measuring *m, const vec<struct edge_measurement> &found)
{
  auto_vec<bool> first;
  for (unsigned i = 0; i < found.length (); i++)
    first.safe_push (note_matched (m, found[i].result) == 0);
  for (unsigned i = 0; i < found.length (); i++)
    {
      edge e = found[i].e;
      if (!first[i] || n_matched (m, found[i].result) != 1)
        continue;
      if (!single_succ_p (e->src))
        split_flow_edge (m, *m->edge_at.get (e), found[i].result.count);
      else if (!m->blocks[e->src->index].known)
        take (m, e->src->index, found[i].result.count);
    }
}

static void
measure_edges (struct measuring *m, function *fn)
{
  auto_vec<struct edge_measurement> found;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fn)
    {
      collect_arguments (m, bb, &found);
      collect_jump (m, bb, &found);
    }
  take_edges (m, found);
}

/* --- 3: the flow ---------------------------------------------------------*/

/* GCC's guess for E.  What it takes for possible at all is not 0.  */
static double
guess (edge e)
{
  if (!e->probability.initialized_p ())
    return 1.0 / EDGE_COUNT (e->src->succs);
  double p = e->probability.to_reg_br_prob_base () / (double)REG_BR_PROB_BASE;
  bool never = e->probability == profile_probability::never ();
  return p > 0 || never ? p : 0.5 / REG_BR_PROB_BASE;
}

/* Make the graph: blocks by index, so that GCC's entry and exit are those of
   flow.h and what is missing is not reached.  */
static void
make_graph (struct measuring *m, function *fn)
{
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
}

static bool
infer (struct measuring *m)
{
  struct hwpgo_flow flow = {};
  flow.blocks = m->blocks.address ();
  flow.n_blocks = m->blocks.length ();
  flow.edges = m->edges.address ();
  flow.n_edges = m->edges.length ();
  return hwpgo_flow_infer (&flow) == 0;
}

/* --- 4: setting ----------------------------------------------------------*/

static profile_count
to_count (uint64_t count)
{
  return profile_count::from_gcov_type ((gcov_type)count).afdo ();
}

/* Set the probabilities of the edges out of BB, which runs.  The likeliest
   gets what rounding leaves, so that they sum to one.  */
static void
set_probabilities (struct measuring *m, basic_block bb, uint64_t total)
{
  edge e, likeliest = NULL;
  edge_iterator ei;
  uint64_t most = 0;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      uint64_t count = m->edges[*m->edge_at.get (e)].count;
      if (likeliest && count <= most)
        continue;
      most = count;
      likeliest = e;
    }
  profile_probability rest = profile_probability::always ().afdo ();
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e != likeliest)
      {
        e->probability = profile_probability::probability_in_gcov_type (
                             m->edges[*m->edge_at.get (e)].count, total)
                             .afdo ();
        rest -= e->probability;
      }
  if (likeliest)
    likeliest->probability = rest;
}

static void
set_counts (struct measuring *m, function *fn)
{
  basic_block bb;
  FOR_ALL_BB_FN (bb, fn)
    {
      const struct hwpgo_flow_block *b = &m->blocks[bb->index];
      bb->count = to_count (b->inferred ? b->count : 0);
      if (b->inferred && b->count > 0 && EDGE_COUNT (bb->succs) > 0)
        set_probabilities (m, bb, b->count);
    }
  profile_status_for_fn (fn) = PROFILE_READ;
  update_max_bb_count ();
  compute_function_frequency ();
}

/* Calls are made as often as their blocks run.  */
static void
set_callgraph (cgraph_node *node, function *fn)
{
  node->count = ENTRY_BLOCK_PTR_FOR_FN (fn)->count;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->call_stmt)
      e->count = gimple_bb (e->call_stmt)->count;
  for (cgraph_edge *e = node->indirect_calls; e; e = e->next_callee)
    if (e->call_stmt)
      e->count = gimple_bb (e->call_stmt)->count;
}

static void
dump_counts (const struct measuring *m,
             const vec<struct hwpgo_flow_block> &measured)
{
  for (unsigned i = 0; i < measured.length (); i++)
    if (m->blocks[i].inferred && measured[i].known)
      fprintf (dump_file,
               ";; block %u measured " HOST_WIDE_INT_PRINT_UNSIGNED
               " set " HOST_WIDE_INT_PRINT_UNSIGNED "\n",
               i, measured[i].count, m->blocks[i].count);
    else if (m->blocks[i].inferred)
      fprintf (dump_file,
               ";; block %u inferred " HOST_WIDE_INT_PRINT_UNSIGNED "\n", i,
               m->blocks[i].count);
}

/* Infer and set, when what was measured is enough.  */
static enum hwpgo_load_status
load (struct measuring *m, cgraph_node *node, function *fn,
      struct hwpgo_load_result *result)
{
  if (m->out_of_memory)
    return HWPGO_LOAD_NO_MEMORY;
  if (result->matched < MIN_COVERAGE * result->samples)
    return HWPGO_LOAD_MISMATCH;
  auto_vec<struct hwpgo_flow_block> measured;
  measured.safe_splice (m->blocks);
  if (!infer (m))
    return HWPGO_LOAD_NO_MEMORY;
  if (!m->blocks[ENTRY_BLOCK].inferred)
    return HWPGO_LOAD_MISMATCH;
  set_counts (m, fn);
  set_callgraph (node, fn);
  result->entry = m->blocks[ENTRY_BLOCK].count;
  if (dump_file && (dump_flags & TDF_DETAILS))
    dump_counts (m, measured);
  return HWPGO_LOAD_LOADED;
}

struct hwpgo_load_result
hwpgo_load_function (cgraph_node *node, const struct hwpgo_settled *settled,
                     uint32_t mask)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  struct hwpgo_load_result result = {};
  struct measuring m;
  basic_block bb;
  const char *name = hwpgo_source_name (node->decl);
  const struct hwpgo_function *f = hwpgo_profile_find (settled->profile, name);
  result.status = f ? HWPGO_LOAD_UNSAMPLED : HWPGO_LOAD_ABSENT;
  if (!f || f->total == 0)
    return result;
  result.status = HWPGO_LOAD_HAS_PROFILE;
  if (profile_status_for_fn (fn) == PROFILE_READ)
    return result;

  m.decl = node->decl;
  m.settled = settled;
  m.mask = mask;
  make_graph (&m, fn);
  FOR_EACH_BB_FN (bb, fn)
    measure_block (&m, bb);
  measure_edges (&m, fn);
  note_frame (&m, fn);
  FOR_EACH_BB_FN (bb, fn)
    result.measured += m.blocks[bb->index].known;
  result.blocks = n_basic_blocks_for_fn (fn) - NUM_FIXED_BLOCKS;
  if (f->head)
    take (&m, ENTRY_BLOCK, f->head);
  result.samples = f->total;
  result.matched = m.matched_sum;
  result.status = load (&m, node, fn, &result);
  hwpgo_map_free (&m.matched);
  return result;
}
