/* Entries of functions and calls of them: what the one says of the other.
   SPDX-License-Identifier: GPL-2.0-or-later

   A function that runs a few times may call, once each time, one in which the
   program spends its life.  By its own measurements it was hardly entered,
   while those of the callee tell of entries that must have come from it.
   Where the callee is inlined GCC scales its counts by those of the call: so
   those have to agree, or the hottest loops get cold.

   The other way round, a function that the profiled binary had inlined almost
   everywhere has fewer entries than calls.  Inlined here its loops would run
   more often, all copies together, than they were measured to.  So it is
   entered as often as it is called, and the rest of its counts changes as
   little as that takes.  And a static function of a header has the samples of
   all units' copies, of which this unit has the one that its own functions
   call: they tell of its branches, and its calls how often it runs.

   Fewer calls than entries are noise of sampling as a rule, and change nothing
   but where the function turns in its loops: a copy of it, inlined or for
   constants, gets the part of its counts that its calls are of the entries, and
   so would the loops, which tell more than both.  They stay, and the entries
   are those of the calls.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"

/* A call is made about as often as its function is entered from this part of
   the entries on; where GCC guesses less, its guess is too weak to say how
   often the function runs.  */
#define MIN_CALL_PART 0.1

/* A function is one that turns in its loops if some block runs so many times
   for each entry.  */
#define MIN_TURNS 16

/* True if all calls of NODE are in RARE functions.  */
static bool
called_by_rare_p (cgraph_node *node, hash_set<cgraph_node *> &rare)
{
  if (!node->only_called_directly_p ())
    return false;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (!rare.contains (e->caller))
      return false;
  return true;
}

/* How often NODE must run for its callees to be entered as often as they
   were; 0 if nothing is known.  */
static gcov_type
entries_by_callees (cgraph_node *node, hash_set<cgraph_node *> &rare)
{
  double entries = 0, entered = node->count.to_gcov_type ();
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    {
      cgraph_node *callee = e->callee;
      if (!e->count.initialized_p () || !callee->count.initialized_p ()
          || callee->count.quality () != AFDO || callee == node
          || e->count.to_gcov_type () < MAX (1, entered * MIN_CALL_PART)
          || !called_by_rare_p (callee, rare))
        continue;
      double calls = 0;
      for (cgraph_edge *c = callee->callers; c; c = c->next_caller)
        if (c->count.initialized_p ())
          calls += c->count.to_gcov_type ();
      entries = MAX (entries, entered * callee->count.to_gcov_type () / calls);
    }
  return (gcov_type) MIN (entries,
                          (double) ((gcov_type) 1 << HWPGO_LOAD_COUNT_BITS));
}

/* Let NODE be entered ENTRIES times, and its blocks run by as much more.  */
static void
scale (cgraph_node *node, gcov_type entries)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  profile_count from = node->count;
  profile_count to = profile_count::from_gcov_type (entries).afdo ();
  basic_block bb;
  push_cfun (fn);
  FOR_ALL_BB_FN (bb, fn)
    bb->count = bb->count.apply_scale (to, from);
  update_max_bb_count ();
  compute_function_frequency ();
  pop_cfun ();
  node->count = to;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    e->count = e->count.apply_scale (to, from);
  for (cgraph_edge *e = node->indirect_calls; e; e = e->next_callee)
    e->count = e->count.apply_scale (to, from);
}

/* True if NODE may be one of several copies, a static function of a header. */
static bool
one_of_several_p (cgraph_node *node)
{
  const char *file = LOCATION_FILE (DECL_SOURCE_LOCATION (node->decl));
  return node->only_called_directly_p () && file && main_input_filename
         && strcmp (file, main_input_filename) != 0;
}

static bool
sampled_p (profile_count count)
{
  return count.initialized_p () && count.quality () == AFDO;
}

gcov_type
hwpgo_load_calls (cgraph_node *node)
{
  gcov_type calls = 0;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (sampled_p (e->count))
      calls += e->count.to_gcov_type ();
  return MIN (calls, (gcov_type) 1 << HWPGO_LOAD_COUNT_BITS);
}

/* Let the calls that E begins be made by so much more as their blocks run;
   BEFORE has what those ran before, by index.  Of those of one statement that
   the plugin promoted each keeps its part.  */
static void
scale_calls (cgraph_edge *e, const vec<profile_count> &before)
{
  for (; e; e = e->next_callee)
    if (e->call_stmt)
      {
        basic_block bb = gimple_bb (e->call_stmt);
        profile_count from = before[bb->index];
        if (from.nonzero_p ())
          e->count = e->count.apply_scale (bb->count, from);
        else if (!e->speculative)
          e->count = bb->count;
      }
}

/* Let NODE, which has its counts, be entered ENTRIES times, and what leads
   through it to where it ends run by so much more.  The rest stays, such as
   how often the bodies of its loops run.  Nothing changes when out of memory.
   SHIFT as for hwpgo_load_loops.  */
static void
enter (cgraph_node *node, gcov_type entries, int shift)
{
  struct hwpgo_measuring m;
  struct hwpgo_flow flow = {};
  auto_vec<profile_count> before;
  basic_block bb;
  m.fn = DECL_STRUCT_FUNCTION (node->decl);
  m.load = NULL;
  m.again = true;
  m.dump = false;
  push_cfun (m.fn);
  before.safe_grow_cleared (last_basic_block_for_fn (m.fn));
  hwpgo_measure_graph (&m);
  FOR_ALL_BB_FN (bb, m.fn)
    {
      before[bb->index] = bb->count;
      m.blocks[bb->index].known
          = bb->index != EXIT_BLOCK && sampled_p (bb->count);
      if (m.blocks[bb->index].known)
        m.blocks[bb->index].count = bb->count.to_gcov_type ();
    }
  m.blocks[ENTRY_BLOCK].known = true;
  m.blocks[ENTRY_BLOCK].count = entries;
  flow.blocks = m.blocks.address ();
  flow.n_blocks = m.blocks.length ();
  flow.edges = m.edges.address ();
  flow.n_edges = m.edges.length ();
  flow.entry_sure = flow.measured_probabilities = true;
  if (hwpgo_flow_infer (&flow) == 0 && m.blocks[ENTRY_BLOCK].inferred
      && m.blocks[ENTRY_BLOCK].count > 0)
    {
      hwpgo_set_counts (&m);
      hwpgo_load_loops (m.fn, shift, false);
      node->count = ENTRY_BLOCK_PTR_FOR_FN (m.fn)->count;
      scale_calls (node->callees, before);
      scale_calls (node->indirect_calls, before);
    }
  pop_cfun ();
}

/* True if NODE, all of whose calls are known, turns in its loops.  */
static bool
turns_p (cgraph_node *node)
{
  basic_block bb;
  double most = 0, entries = node->count.to_gcov_type ();
  if (!node->only_called_directly_p ())
    return false;
  FOR_EACH_BB_FN (bb, DECL_STRUCT_FUNCTION (node->decl))
    if (sampled_p (bb->count))
      most = MAX (most, (double) bb->count.to_gcov_type ());
  return most >= entries * MIN_TURNS;
}

void
hwpgo_load_agree (cgraph_node *node, int shift)
{
  profile_count entries = node->count;
  bool all = true;
  if (!sampled_p (entries))
    return;
  gcov_type calls = hwpgo_load_calls (node);
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    all &= sampled_p (e->count)
           || (e->count.initialized_p () && e->count.ipa_p ());
  if (calls > entries.to_gcov_type ())
    enter (node, calls, shift);
  else if (!all || calls == entries.to_gcov_type ())
    return;
  else if (one_of_several_p (node))
    {
      if (dump_file)
        fprintf (dump_file,
                 ";; %s of a header has the entries of calls here\n",
                 node->dump_name ());
      scale (node, MAX (calls, 1));
    }
  else if (calls > 0 && turns_p (node))
    enter (node, calls, shift);
}

void
hwpgo_load_raise (const vec<cgraph_node *> &nodes, int shift)
{
  hash_set<cgraph_node *> rare;
  for (cgraph_node *node : nodes)
    rare.add (node);
  /* Callees first: those that are rare themselves pass it on.  */
  for (unsigned i = nodes.length (); i-- > 0;)
    {
      gcov_type entries = entries_by_callees (nodes[i], rare);
      if (entries <= nodes[i]->count.to_gcov_type ())
        continue;
      if (dump_file)
        fprintf (dump_file,
                 ";; %s is entered " HOST_WIDE_INT_PRINT_UNSIGNED
                 " times by what it calls\n",
                 nodes[i]->dump_name (),
                 hwpgo_settle_scale ((uint64_t) entries, -shift));
      scale (nodes[i], entries);
    }
}
