/* The counts of copies: what a later round takes over.
   SPDX-License-Identifier: GPL-2.0-or-later

   By now the code has counts that GCC has kept up while it copied and moved
   code, some of them by guessing.  What the profile has of a copy is better.
   Where it has enough of a function's (round-measure.cc), the rest is inferred
   as always, but what is not measured keeps what was believed as far as it
   fits, and what is measured and was believed is not easily raised.  Where it
   does not, and passes of GCC have left counts that cannot be, these at least
   are made to fit.  */

#include "plugin/gcc-headers.h"
#include "plugin/copies.h"
#include "plugin/odds.h"
#include "plugin/plugin.h"
#include "plugin/report.h"
#include "plugin/round-measure.h"
#include "plugin/source-place.h"

/* Where less of a function's executions is in blocks that have been measured,
   what GCC has kept up is nearer to the truth than what would be inferred
   (doc/load.md).  */
#define MIN_COVERAGE 0.4

/* Where a larger part of both is in blocks that have not, and of whose places
   the profile has another number of copies, the profiled build had copied
   otherwise, and what has been measured may be of other copies, too.  In
   fifteen programs the functions that a round serves have up to 0.44, those
   that it harms 0.46 and more.  */
#define MAX_CONTRADICTED 0.45

/* The function, by its DECL_UID, that the last round 1 has left alone for
   that. Round 2 does so, too: it goes by the same copies.  */
static unsigned contradicted_uid;

/* Where what is believed contradicts itself by this part of all executions,
   GCC has lost some, and what all copies of a place have together is nearer to
   the truth; where it does not, that is worse (round-sums.cc).  Of three
   programs the functions that it serves have 0.068 to 0.47, those that it
   harms up to 0.051.  */
#define MIN_TORN 0.06

/* The least part of all executions of which sums have to tell, and the least
   that is in blocks that they measure: those of copies are only scaled.  The
   functions that they serve have 0.55 and 0.28 and more, and those that they
   harm 0.43, and 0.22.  */
#define MIN_SUMMED 0.5
#define MIN_MEASURED 0.25

/* The change of a branch's probability that is worth a remark.  */
#define REMARKABLE 0.1

/* The parts of all executions, as they were believed, in blocks that have been
   measured, and in others that the profile has another number of copies of. */
struct parts
{
  double coverage, contradicted;
};

/* --- telling -------------------------------------------------------------*/

static double
probability_of (edge e)
{
  if (!e->probability.initialized_p ())
    return -1;
  return e->probability.to_reg_br_prob_base () / (double) REG_BR_PROB_BASE;
}

static dump_user_location_t
place_of (basic_block bb)
{
  if (current_ir_type () != IR_GIMPLE)
    return dump_user_location_t (BB_END (bb));
  const gimple *last = last_nondebug_stmt (bb);
  return last ? dump_user_location_t (last) : dump_user_location_t ();
}

/* True if the profile has said something of the branch at the end of BB.  */
static bool
evidence_p (const struct hwpgo_round_loading *r, basic_block bb)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (r->m.blocks[e->dest->index].known)
      return true;
  return false;
}

/* Tell of branches that go otherwise than was believed.  */
static void
remark (const struct hwpgo_round_loading *r, enum hwpgo_round round)
{
  basic_block bb;
  if (!dump_enabled_p ())
    return;
  FOR_EACH_BB_FN (bb, r->m.fn)
    {
      double before = r->before[bb->index];
      uint64_t count = r->m.blocks[bb->index].count;
      if (EDGE_COUNT (bb->succs) != 2 || before < 0 || count == 0
          || !evidence_p (r, bb))
        continue;
      double now = probability_of (EDGE_SUCC (bb, 0));
      if (now < 0 || (now > before ? now - before : before - now) < REMARKABLE)
        continue;
      dump_printf_loc (MSG_NOTE, place_of (bb),
                       "round %d: probability of bb %d -> %d from %d %% to"
                       " %d %%, of %" PRIu64 " executions\n",
                       (int) round, bb->index, EDGE_SUCC (bb, 0)->dest->index,
                       (int) (before * 100 + 0.5), (int) (now * 100 + 0.5),
                       hwpgo_settle_scale (count, -r->m.load->shift));
    }
}

static void
remark_refused (const struct hwpgo_round_loading *r, enum hwpgo_round round,
                const struct parts &parts)
{
  if (!dump_enabled_p ())
    return;
  dump_user_location_t place
      = dump_user_location_t::from_function_decl (r->m.fn->decl);
  if (parts.coverage < MIN_COVERAGE)
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, place,
                     "round %d not loaded: the profile has the copies in which"
                     " %d %% of the executions are\n",
                     (int) round, (int) (parts.coverage * 100));
  else
    dump_printf_loc (MSG_MISSED_OPTIMIZATION, place,
                     "round %d not loaded: the profile has another number of"
                     " copies of what %d %% of the executions are in\n",
                     (int) round, (int) (parts.contradicted * 100));
}

static parts
parts_of (const struct hwpgo_round_loading *r)
{
  basic_block bb;
  double all = 1;
  struct parts parts = {};
  FOR_EACH_BB_FN (bb, r->m.fn)
    {
      double count = hwpgo_executions (r->m.fn, bb->index);
      all += count;
      if (r->m.blocks[bb->index].known || r->absent[bb->index])
        parts.coverage += count;
      else if (r->contradicted[bb->index])
        parts.contradicted += count;
    }
  parts.coverage /= all;
  parts.contradicted /= all;
  return parts;
}

static void
report (const struct hwpgo_round_loading *r, enum hwpgo_round round,
        bool loaded, const struct parts &parts)
{
  static const char *const ways[HWPGO_ROUND_WAYS]
      = { "copies", "sums", "belief" };
  basic_block bb;
  unsigned measured = 0;
  if (!hwpgo_report_wanted ())
    return;
  FOR_EACH_BB_FN (bb, r->m.fn)
    measured += r->m.blocks[bb->index].known;
  hwpgo_report_begin ("round");
  hwpgo_report_u64 ("round", round);
  hwpgo_report_string (
      "function", IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (r->m.fn->decl)));
  hwpgo_report_u64 ("blocks",
                    n_basic_blocks_for_fn (r->m.fn) - NUM_FIXED_BLOCKS);
  hwpgo_report_u64 ("measured", measured);
  hwpgo_report_fraction ("coverage", parts.coverage);
  hwpgo_report_fraction ("contradicted", parts.contradicted);
  hwpgo_report_string ("by", ways[r->by]);
  hwpgo_report_string ("loaded", loaded ? "yes" : "no");
  hwpgo_report_end ();
}

/* --- the round -----------------------------------------------------------*/

/* A measurement that differs from what was believed by no more than this part
   confirms it.  */
#define CONFIRMING_PART 0.125

/* Compare what is measured of BB with what was believed of it, which is a
   guess where nothing is.  */
static void
compare_belief (struct hwpgo_round_loading *r, basic_block bb)
{
  struct hwpgo_flow_block *b = &r->m.blocks[bb->index];
  uint64_t before = hwpgo_executions (r->m.fn, bb->index);
  if (b->known)
    {
      uint64_t most = MAX (b->count, before);
      b->confirmed = most - MIN (b->count, before) <= most * CONFIRMING_PART;
    }
  else
    {
      double times = r->torn ? r->times[bb->index] : 0;
      b->believed = true;
      b->count = before;
      if (times > 0)
        b->count = MIN (before * times,
                        (double) (UINT64_C (1) << HWPGO_LOAD_COUNT_BITS));
    }
}

/* Does what is measured of R's function tell enough of it?  */
static bool
enough_p (const struct hwpgo_round_loading *r, enum hwpgo_round round,
          const struct parts &parts)
{
  double either = parts.coverage + parts.contradicted;
  unsigned uid = DECL_UID (r->m.fn->decl);
  if (r->by == HWPGO_BY_BELIEF)
    return true;
  /* Of what is contradicted the sums tell.  */
  if (r->by == HWPGO_BY_SUMS)
    return parts.coverage >= MIN_MEASURED && either >= MIN_SUMMED;
  if (parts.contradicted > MAX_CONTRADICTED * either)
    contradicted_uid = uid;
  else if (round == HWPGO_ROUND_1 || contradicted_uid != uid)
    return parts.coverage >= MIN_COVERAGE;
  return false;
}

/* Tell that ROUND did not load R's function, or by nothing better than R->by.  */
static void
remark_way (const struct hwpgo_round_loading *r, enum hwpgo_round round,
            bool loaded, const struct parts &parts)
{
  if (!loaded && (!r->torn || r->by == HWPGO_BY_SUMS))
    remark_refused (r, round, parts);
  if (!loaded || r->by == HWPGO_BY_COPIES || !dump_enabled_p ())
    return;
  dump_user_location_t place
      = dump_user_location_t::from_function_decl (r->m.fn->decl);
  if (r->by == HWPGO_BY_SUMS)
    dump_printf_loc (MSG_NOTE, place,
                     "round %d: the profile has other copies, of which only"
                     " what they have together is loaded\n",
                     (int) round);
  else
    dump_printf_loc (MSG_NOTE, place,
                     "round %d: what is believed contradicted itself, and does"
                     " so no more\n",
                     (int) round);
}

/* False if the profile does not tell enough.  */
static bool
load (struct hwpgo_round_loading *r, enum hwpgo_round round)
{
  function *fn = r->m.fn;
  basic_block bb;
  auto_vec<struct hwpgo_flow_block> blocks;
  if (!hwpgo_round_measure (r))
    return true;
  const struct parts parts = parts_of (r);
  bool enough = enough_p (r, round, parts);
  report (r, round, enough, parts);
  remark_way (r, round, enough, parts);
  if (!enough)
    return false;
  r->before.safe_grow_cleared (last_basic_block_for_fn (fn));
  FOR_EACH_BB_FN (bb, fn)
    {
      r->before[bb->index] = EDGE_COUNT (bb->succs) == 2
                                 ? probability_of (EDGE_SUCC (bb, 0))
                                 : -1;
    }
  if (round == HWPGO_ROUND_1)
    hwpgo_measure_remembered (&r->m);
  FOR_ALL_BB_FN (bb, fn)
    if (bb->count.initialized_p ())
      compare_belief (r, bb);
  blocks.safe_splice (r->m.blocks);
  uint64_t entries = hwpgo_executions (fn, ENTRY_BLOCK);
  if (!hwpgo_infer (&r->m, blocks, entries))
    return true;
  const struct hwpgo_flow_block *entry = &r->m.blocks[ENTRY_BLOCK];
  if (r->m.dump)
    hwpgo_dump_counts (&r->m, blocks);
  if (!entry->inferred || entry->count == 0)
    return true;
  hwpgo_set_counts (&r->m);
  if (round == HWPGO_ROUND_1)
    {
      hwpgo_odds_note (fn, round);
      hwpgo_load_loops (fn, r->m.load->shift, true);
    }
  /* The last GIMPLE pass would scale all to what the callgraph has.  */
  cgraph_node::get (fn->decl)->count = ENTRY_BLOCK_PTR_FOR_FN (fn)->count;
  for (unsigned i = 0; i < blocks.length (); i++)
    r->m.blocks[i].known = blocks[i].known;
  remark (r, round);
  return true;
}

bool
hwpgo_copies_told_p ()
{
  const struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  return bundle->n_binaries == 0
         || bundle->layout >= HWPGO_DISCRIMINATOR_LAYOUT;
}

/* By what part of all executions do the counts of FN's blocks differ from what
   the edges bring?  */
static double
torn_part (function *fn)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  double all = 1, torn = 0;
  FOR_EACH_BB_FN (bb, fn)
    {
      double count = hwpgo_executions (fn, bb->index), in = 0;
      FOR_EACH_EDGE (e, ei, bb->preds)
        if (e->count ().initialized_p ())
          in += e->count ().to_gcov_type ();
      all += count;
      torn += in > count ? in - count : count - in;
    }
  return torn / all;
}

/* Load ROUND into NODE's code by KEPT, of whose record it has PART, and BY that.
   TORN: what is believed contradicts itself.  False if the profile does not tell
   enough.  */
static bool
load_by (cgraph_node *node, enum hwpgo_round round,
         const struct hwpgo_load *kept, double part, bool torn,
         enum hwpgo_round_by by)
{
  struct hwpgo_round_loading r;
  struct hwpgo_load by_round = *kept;
  unsigned body, n_bodies;
  hwpgo_copies_bodies (node->decl, &body, &n_bodies);
  r.by = by;
  r.torn = torn;
  r.sums_part = part;
  r.part = n_bodies > 1 && by == HWPGO_BY_COPIES ? 1 : part;
  by_round.mask = hwpgo_discriminator_mask (round);
  r.round = round;
  r.m.fn = DECL_STRUCT_FUNCTION (node->decl);
  r.m.load = &by_round;
  r.m.again = true;
  r.m.dump = dump_file && (dump_flags & TDF_DETAILS);
  bool done = load (&r, round);
  hwpgo_map_free (&r.owners);
  return done;
}

void
hwpgo_load_round (function *fn, enum hwpgo_round round)
{
  double part;
  cgraph_node *node = cgraph_node::get (fn->decl);
  if (!node || !hwpgo_plugin.args.rounds || !hwpgo_copies_told_p ()
      || profile_status_for_fn (fn) != PROFILE_READ
      || ENTRY_BLOCK_PTR_FOR_FN (fn)->count.quality () != AFDO)
    return;
  const struct hwpgo_load *kept = hwpgo_load_kept (node, &part);
  const struct hwpgo_function *f
      = kept ? hwpgo_profile_find (kept->settled.profile,
                                   hwpgo_source_name (node->decl))
             : NULL;
  bool torn = torn_part (fn) >= MIN_TORN;
  if (!f)
    return;
  if (!torn && !hwpgo_settled_whole (&kept->settled, f))
    {
      if (dump_enabled_p ())
        dump_printf_loc (MSG_MISSED_OPTIMIZATION,
                         dump_user_location_t::from_function_decl (fn->decl),
                         "round %d not loaded: the profile has a part of it"
                         " inlined elsewhere\n",
                         (int) round);
      return;
    }
  for (int by = HWPGO_BY_COPIES; by < HWPGO_ROUND_WAYS; by++)
    if (load_by (node, round, kept, part, torn, (enum hwpgo_round_by) by)
        || !torn)
      break;
}
