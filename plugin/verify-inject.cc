/* A profile for functions that have none, before they are optimised.
   SPDX-License-Identifier: GPL-2.0-or-later

     1. GCC's own prediction, by the pass that makes it, earlier than usual.
        It does not make another where it meets one.
     2. Unless that is all that is wanted: other probabilities for branches
        that go on normally; exceptions and calls that come back elsewhere stay
        as they were predicted.
     3. Counts that flow, from the probabilities and a number of entries.  */

#include "plugin/gcc-headers.h"
#include "plugin/flow.h"
#include "plugin/inject.h"
#include "plugin/plugin.h"

/* Room for rare blocks below, and for loops in loops above.  */
#define ENTRIES ((uint64_t) 1 << 20)

/* What becomes of a count above.  GCC multiplies counts.  */
#define MOST_COUNT ((uint64_t) 1 << 40)

bool
hwpgo_inject_gate (function *fn)
{
  return hwpgo_plugin.args.verify_inject != HWPGO_INJECT_OFF && optimize
         && flag_guess_branch_prob
         && profile_status_for_fn (fn) == PROFILE_ABSENT;
}

/* Where in the source E leads to.  */
static location_t
place_of (edge e)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (e->dest); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (LOCATION_LOCUS (gimple_location (gsi_stmt (gsi))) > BUILTINS_LOCATION)
      return LOCATION_LOCUS (gimple_location (gsi_stmt (gsi)));
  return UNKNOWN_LOCATION;
}

static int
by_place (const void *a, const void *b)
{
  edge x = *(const edge *) a, y = *(const edge *) b;
  location_t px = place_of (x), py = place_of (y);
  if (px != py)
    return px < py ? -1 : 1;
  return x->dest->index < y->dest->index ? -1 : 1;
}

/* Give the branch that ends BB other probabilities.  */
static void
weigh (basic_block bb, unsigned *next)
{
  auto_vec<edge> ways;
  auto_vec<double> probability;
  double rest = 1;
  edge e;
  edge_iterator ei;
  gimple *last = last_nondebug_stmt (bb);
  bool computed = last && gimple_code (last) == GIMPLE_GOTO;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_EH || (e->flags & EDGE_ABNORMAL && !computed))
      rest -= e->probability.initialized_p ()
                  ? e->probability.to_sreal ().to_double ()
                  : 0;
    else
      ways.safe_push (e);
  if (ways.length () < 2)
    return;
  ways.qsort (by_place);
  probability.safe_grow_cleared (ways.length ());
  hwpgo_inject_probabilities (
      (enum hwpgo_inject) hwpgo_plugin.args.verify_inject, ways.length (),
      next, probability.address ());
  unsigned i;
  FOR_EACH_VEC_ELT (ways, i, e)
  e->probability = profile_probability::probability_in_gcov_type (
                       (gcov_type) (probability[i] * rest * REG_BR_PROB_BASE
                                    * REG_BR_PROB_BASE),
                       (gcov_type) REG_BR_PROB_BASE * REG_BR_PROB_BASE)
                       .guessed ();
}

/* --- counts --------------------------------------------------------------
 */

struct inject_graph
{
  auto_vec<struct hwpgo_flow_block> blocks;
  auto_vec<struct hwpgo_flow_edge> edges; /* as FOR_ALL_BB_FN has them.  */
};

static void
make_graph (function *fn, struct inject_graph *graph)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  graph->blocks.safe_grow_cleared (last_basic_block_for_fn (fn));
  FOR_ALL_BB_FN (bb, fn)
    FOR_EACH_EDGE (e, ei, bb->succs)
      {
        struct hwpgo_flow_edge flow = {};
        flow.from = bb->index;
        flow.to = e->dest->index;
        flow.probability = e->probability.initialized_p ()
                               ? e->probability.to_sreal ().to_double ()
                               : 0;
        graph->edges.safe_push (flow);
      }
  graph->blocks[ENTRY_BLOCK].known = true;
  graph->blocks[ENTRY_BLOCK].count = ENTRIES;
}

/* Take over the flow.  Where there is none the probabilities stay.  */
static void
set_counts (function *fn, const struct inject_graph *graph)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  unsigned i = 0;
  FOR_ALL_BB_FN (bb, fn)
    {
      uint64_t count = graph->blocks[bb->index].count;
      if (!graph->blocks[bb->index].inferred)
        count = 0;
      FOR_EACH_EDGE (e, ei, bb->succs)
        {
          uint64_t flow = graph->edges[i++].count;
          if (count && EDGE_COUNT (bb->succs) > 1)
            e->probability
                = profile_probability::probability_in_gcov_type (flow, count)
                      .guessed ();
        }
      bb->count = profile_count::from_gcov_type (MIN (count, MOST_COUNT))
                      .guessed_local ();
    }
}

unsigned int
hwpgo_inject_execute (function *fn)
{
  static opt_pass *predict;
  if (!predict)
    predict = make_pass_profile (g);
  predict->execute (fn);
  if (hwpgo_plugin.args.verify_inject != HWPGO_INJECT_STATIC)
    {
      unsigned next = 0;
      basic_block bb;
      FOR_EACH_BB_FN (bb, fn)
        weigh (bb, &next);
      struct inject_graph graph;
      make_graph (fn, &graph);
      struct hwpgo_flow flow = {};
      flow.blocks = graph.blocks.address ();
      flow.n_blocks = graph.blocks.length ();
      flow.edges = graph.edges.address ();
      flow.n_edges = graph.edges.length ();
      flow.measured_probabilities = true;
      if (hwpgo_flow_infer (&flow) == 0)
        set_counts (fn, &graph);
      update_max_bb_count ();
    }
  cgraph_node::get (fn->decl)->count = ENTRY_BLOCK_PTR_FOR_FN (fn)->count;
  return 0;
}
