/* Counts of one function: inferred from what was measured, and set.
   SPDX-License-Identifier: GPL-2.0-or-later

     1. load-measure.cc tells of some blocks and edges how often they run.
     2. flow.c makes a consistent flow of it.
     3. Blocks, edges, and calls of the callgraph get it.  */

#include "plugin/gcc-headers.h"
#include "plugin/load-measure.h"
#include "plugin/odds.h"
#include "plugin/plugin.h"
#include "plugin/source-place.h"
#include "plugin/verify-gcc.h"

/* Under this part of matched samples the profile is of other code.  */
#define MIN_COVERAGE 0.3

/* What is known of the entries from elsewhere is not believed where measured
   counts would have to change by more than this part.  */
#define NOISE_PART 0.1

static bool
infer_once (struct hwpgo_measuring *m, bool entry_sure)
{
  struct hwpgo_flow flow = {};
  flow.blocks = m->blocks.address ();
  flow.n_blocks = m->blocks.length ();
  flow.edges = m->edges.address ();
  flow.n_edges = m->edges.length ();
  flow.entry_sure = entry_sure;
  flow.measured_probabilities = m->again;
  hwpgo_decided_begin (m);
  int ret = hwpgo_flow_infer (&flow);
  hwpgo_decided_end (m);
  return ret == 0;
}

/* By what part of themselves MEASURED counts had to change.  */
static double
change_of (const struct hwpgo_measuring *m,
           const vec<struct hwpgo_flow_block> &measured)
{
  double changed = 0, all = 1;
  for (unsigned i = NUM_FIXED_BLOCKS; i < measured.length (); i++)
    if (measured[i].known && m->blocks[i].inferred)
      {
        uint64_t now = m->blocks[i].count, then = measured[i].count;
        changed += now > then ? now - then : then - now;
        all += then;
      }
  return changed / all;
}

static void
restore (struct hwpgo_measuring *m,
         const vec<struct hwpgo_flow_block> &measured)
{
  m->blocks.truncate (0);
  m->blocks.safe_splice (measured);
}

/* Infer from MEASURED, of which M's blocks are a copy.  The entries are often
   the small difference of two large counts, of the first block of a loop and
   of its last, or just a guess.  Where the function is inlined, the whole of
   it is scaled by them, so what is wrong there makes a hot loop cold.
   ENTRIES is what is known of them from elsewhere, 0 for nothing.  */
bool
hwpgo_infer (struct hwpgo_measuring *m,
             const vec<struct hwpgo_flow_block> &measured, uint64_t entries)
{
  if (!infer_once (m, false))
    return false;
  const struct hwpgo_flow_block *entry = &m->blocks[ENTRY_BLOCK];
  if (entries == 0 || !entry->inferred || entry->count == entries)
    return true;
  double before = change_of (m, measured);
  restore (m, measured);
  m->blocks[ENTRY_BLOCK].known = true;
  m->blocks[ENTRY_BLOCK].count = entries;
  if (!infer_once (m, true))
    return false;
  if (change_of (m, measured) - before <= NOISE_PART)
    return true;
  restore (m, measured);
  return infer_once (m, false);
}

static profile_count
to_count (uint64_t count)
{
  return profile_count::from_gcov_type ((gcov_type) count).afdo ();
}

/* Set the probabilities of the edges out of BB, which runs.  The likeliest
   gets what rounding leaves, so that they sum to one.  */
static void
set_probabilities (struct hwpgo_measuring *m, basic_block bb, uint64_t total)
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

void
hwpgo_set_counts (struct hwpgo_measuring *m)
{
  function *fn = m->fn;
  bool insns = current_ir_type () != IR_GIMPLE;
  basic_block bb;
  FOR_ALL_BB_FN (bb, fn)
    {
      const struct hwpgo_flow_block *b = &m->blocks[bb->index];
      bb->count = to_count (b->inferred ? b->count : 0);
      if (b->inferred && b->count > 0 && EDGE_COUNT (bb->succs) > 0)
        set_probabilities (m, bb, b->count);
      else if (single_succ_p (bb))
        /* Where GCC guesses that the one way out, of a cleanup to the handler
           around it, is never taken, it moves code past it that the unwinder
           then never gets to (PR 91355; tree-ssa-sink.c, select_best_block,
           believes counts that are equal).  */
        single_succ_edge (bb)->probability = profile_probability::always ();
      if (insns && bb->index >= NUM_FIXED_BLOCKS
          && EDGE_COUNT (bb->succs) == 2 && any_condjump_p (BB_END (bb)))
        update_br_prob_note (bb);
    }
  profile_status_for_fn (fn) = PROFILE_READ;
  hwpgo_verify_loaded (fn);
  update_max_bb_count ();
  /* In which section it stands is decided before there are insns.  */
  if (!insns)
    compute_function_frequency ();
}

void
hwpgo_load_callgraph (cgraph_node *node)
{
  function *fn = DECL_STRUCT_FUNCTION (node->decl);
  node->count = ENTRY_BLOCK_PTR_FOR_FN (fn)->count;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->call_stmt)
      e->count = gimple_bb (e->call_stmt)->count;
  for (cgraph_edge *e = node->indirect_calls; e; e = e->next_callee)
    if (e->call_stmt)
      e->count = gimple_bb (e->call_stmt)->count;
}

void
hwpgo_dump_counts (const struct hwpgo_measuring *m,
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

/* How often NODE calls itself, as inferred.  */
static uint64_t
calls_of_itself (const struct hwpgo_measuring *m, cgraph_node *node)
{
  uint64_t calls = 0;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->call_stmt && e->callee->ultimate_alias_target () == node)
      calls = hwpgo_add (calls,
                         m->blocks[gimple_bb (e->call_stmt)->index].count);
  return calls;
}

/* NODE is entered at least as often as it calls itself, whatever is measured:
   the profiled binary may have inlined it in itself, and then the entries are
   those of many levels at once.  With fewer of them each level that is inlined
   here would run more often than the one around it.  */
static bool
infer_recursion (struct hwpgo_measuring *m, cgraph_node *node,
                 const vec<struct hwpgo_flow_block> &measured)
{
  const struct hwpgo_flow_block *entry = &m->blocks[ENTRY_BLOCK];
  for (int i = 0; i < 3; i++)
    {
      uint64_t calls = calls_of_itself (m, node);
      if (!entry->inferred || calls <= entry->count)
        return true;
      restore (m, measured);
      entry = &m->blocks[ENTRY_BLOCK];
      m->blocks[ENTRY_BLOCK].known = true;
      m->blocks[ENTRY_BLOCK].count = calls;
      if (!infer_once (m, true))
        return false;
    }
  return true;
}

/* The function ran, and too seldom for samples of its own; what it calls may
   be the hottest code there is, and loses its counts where it is inlined into
   code that has none.  So forget the zeros, let it be entered ENTRIES times,
   but once at least, and follow GCC's guess from there.  */
static bool
infer_rare (struct hwpgo_measuring *m, uint64_t entries)
{
  for (struct hwpgo_flow_block &b : m->blocks)
    b.known = b.known && b.count > 0;
  m->blocks[ENTRY_BLOCK].known = true;
  m->blocks[ENTRY_BLOCK].count
      = MAX (entries, hwpgo_settle_scale (1, m->load->shift));
  return infer_once (m, true);
}

/* True if MEASURED has no block that was seen to run more than once, as in the
   head of a function that was split: its hot part has the samples.  */
static bool
hardly_measured_p (const struct hwpgo_measuring *m,
                   const vec<struct hwpgo_flow_block> &measured)
{
  uint64_t once = hwpgo_settle_scale (1, m->load->shift);
  for (unsigned i = NUM_FIXED_BLOCKS; i < measured.length (); i++)
    if (measured[i].known && measured[i].count > once)
      return false;
  return true;
}

/* Infer and set, when what was measured is enough.  ENTRIES as for infer; RAN
   says that the function ran whatever was measured.  */
static enum hwpgo_load_status
infer_and_set (struct hwpgo_measuring *m, cgraph_node *node, uint64_t entries,
               bool ran, struct hwpgo_load_result *result)
{
  if (m->out_of_memory)
    return HWPGO_LOAD_NO_MEMORY;
  if (result->matched < MIN_COVERAGE * result->samples
      && !hwpgo_rematch_sure (hwpgo_source_name (node->decl)))
    return HWPGO_LOAD_MISMATCH;
  auto_vec<struct hwpgo_flow_block> measured;
  measured.safe_splice (m->blocks);
  if (!hwpgo_infer (m, measured, entries)
      || !infer_recursion (m, node, measured))
    return HWPGO_LOAD_NO_MEMORY;
  const struct hwpgo_flow_block *entry = &m->blocks[ENTRY_BLOCK];
  if (ran && (!entry->inferred || entry->count == 0))
    {
      restore (m, measured);
      result->rare = true;
      if (!infer_rare (m, entries))
        return HWPGO_LOAD_NO_MEMORY;
    }
  result->rare |= hardly_measured_p (m, measured);
  if (m->dump)
    hwpgo_dump_counts (m, measured);
  if (!entry->inferred || entry->count == 0)
    return HWPGO_LOAD_UNSAMPLED;
  hwpgo_set_counts (m);
  hwpgo_odds_note (m->fn, HWPGO_ROUND_BASE);
  hwpgo_load_loops (m->fn, m->load->shift, false);
  hwpgo_load_callgraph (node);
  hwpgo_misexpect (m);
  result->entry = m->blocks[ENTRY_BLOCK].count;
  return HWPGO_LOAD_LOADED;
}

static uint64_t
value_of (const struct hwpgo_map *map, const struct hwpgo_function *f)
{
  const uint64_t *value = hwpgo_map_find (map, (uintptr_t) f, 0);
  return value ? *value : 0;
}

/* How often the callers of NODE, whose counts have been loaded before, call
   it; 0 if there may be others.  The program begins once, which samples
   hardly ever see.  */
static uint64_t
calls_to (cgraph_node *node, int shift)
{
  uint64_t calls = 0;
  if (MAIN_NAME_P (DECL_NAME (node->decl)))
    return hwpgo_settle_scale (1, shift);
  if (!node->only_called_directly_p ())
    return 0;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if (e->count.initialized_p () && e->count.quality () == AFDO)
      calls = hwpgo_add (calls, e->count.to_gcov_type ());
  return calls;
}

/* Entries of the record count calls from outside; which of several bodies
   they went to, it does not say.  */
static uint64_t
measure_entry (struct hwpgo_measuring *m, cgraph_node *node,
               const struct hwpgo_function *f)
{
  struct hwpgo_flow_block *entry = &m->blocks[ENTRY_BLOCK];
  if (node->split_part)
    return calls_to (node, m->load->shift);
  if (value_of (&m->load->entrances, f) != 1)
    return 0;
  if (f->head == 0)
    return calls_to (node, m->load->shift);
  entry->known = true;
  entry->count = MIN (f->head, UINT64_C (1) << HWPGO_LOAD_COUNT_BITS);
  return entry->count;
}

/* True if the profile has counts for the function NAME or for what was
   inlined in it.  */
static bool
ran_p (const struct hwpgo_load *load, const char *name)
{
  const struct hwpgo_function *f = hwpgo_profile_find (load->profile, name);
  return f && f->total > 0;
}

struct hwpgo_load_result
hwpgo_load_function (cgraph_node *node, const struct hwpgo_load *load)
{
  struct hwpgo_load_result result = {};
  struct hwpgo_measuring m;
  basic_block bb;
  const struct hwpgo_function *f = hwpgo_profile_find (
      load->settled.profile, hwpgo_source_name (node->decl));
  result.status = f ? HWPGO_LOAD_UNSAMPLED : HWPGO_LOAD_ABSENT;
  bool ran = f && ran_p (load, hwpgo_source_name (node->decl));
  if (!f || (f->total == 0 && !ran))
    {
      if (hwpgo_load_cold (node, load))
        result.status = HWPGO_LOAD_COLD;
      return result;
    }
  m.fn = DECL_STRUCT_FUNCTION (node->decl);
  result.status = HWPGO_LOAD_HAS_PROFILE;
  if (profile_status_for_fn (m.fn) == PROFILE_READ)
    return result;

  m.load = load;
  m.dump = dump_file && (dump_flags & TDF_DETAILS);
  hwpgo_measure (&m);
  FOR_EACH_BB_FN (bb, m.fn)
    result.measured += m.blocks[bb->index].known;
  result.blocks = n_basic_blocks_for_fn (m.fn) - NUM_FIXED_BLOCKS;
  uint64_t entries = measure_entry (&m, node, f);
  result.samples = f->total;
  result.matched = value_of (&load->matched, f);
  result.status = infer_and_set (&m, node, entries, ran, &result);
  hwpgo_map_free (&m.matched);
  return result;
}
