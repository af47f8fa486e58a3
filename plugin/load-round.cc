/* The counts of copies: what a later round takes over.
   SPDX-License-Identifier: GPL-2.0-or-later

   By now the code has counts that GCC has kept up while it copied and moved
   code, some of them by guessing.  What the profile has of a copy is better,
   but says less for sure than in the base round, since code is no longer where
   the source has it:

     - A place that stands in several blocks has the count of the one that ran
       most often.  That is taken for the block in which GCC believes so.
     - A place that the profile does not have is not known: the profiled build
       had other copies of it, or its code elsewhere.

   The rest is inferred as always, the probabilities so far being what blocks
   without a count follow.  */

#include "plugin/gcc-headers.h"
#include "plugin/copies.h"
#include "plugin/load-measure.h"
#include "plugin/plugin.h"
#include "plugin/report.h"
#include "plugin/source-place.h"

/* Where less of a function's executions is in blocks that have been measured,
   what GCC has kept up is nearer to the truth than what would be inferred
   (doc/load.md).  */
#define MIN_COVERAGE 0.4

/* The change of a branch's probability that is worth a remark.  */
#define REMARKABLE 0.1

/* What runs this part of the times that something else does, runs always.  */
#define ALWAYS 0.95

/* Statements, or insns, of an arm that may become a select.  */
#define MAX_SELECTED 4

/* Where a place of the profile is in the code.  */
struct found
{
  int block;
  edge on; /* NULL, or of an argument of a PHI.  */
  struct hwpgo_measurement result;
};

/* The work on one function.  */
struct round_loading
{
  struct hwpgo_measuring m;
  double part;
  auto_vec<struct found> found; /* statements, then arguments; by block.  */
  auto_vec<unsigned> first;     /* by block: of its statements in FOUND.  */
  /* By place: 1 + the index of the one in FOUND that its count is of.  */
  struct hwpgo_map owners = {};
  auto_vec<double> before; /* by block: of its likeliest way out so far.  */
};

/* --- 1: measuring --------------------------------------------------------*/

/* True if no copy of RESULT's place ran; the converter leaves out which.  */
static bool
never_p (const struct hwpgo_measurement &result)
{
  uint64_t count;
  for (int round = HWPGO_ROUND_1; round >= HWPGO_ROUND_BASE; round--)
    {
      uint32_t mask = hwpgo_discriminator_mask ((enum hwpgo_round) round);
      struct hwpgo_location at
          = { result.at.line, result.at.discriminator & mask };
      if (hwpgo_function_count (result.function, at, mask, &count)
          && count == 0)
        return true;
    }
  return false;
}

static void
see (struct round_loading *r, location_t location, basic_block bb, edge on)
{
  struct found found = { bb->index, on, {} };
  found.result = hwpgo_measure_location (&r->m, location, bb->index);
  if (found.result.function && !found.result.known)
    found.result.known = never_p (found.result);
  if (found.result.known
      && hwpgo_settled_whole (&r->m.load->settled, found.result.function))
    r->found.safe_push (found);
}

static void
see_statements (struct round_loading *r, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    {
      const gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) != GIMPLE_LABEL && !gimple_clobber_p (stmt))
        see (r, gimple_location (stmt), bb, NULL);
    }
}

static void
see_insns (struct round_loading *r, basic_block bb)
{
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
  if (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
      && GET_CODE (PATTERN (insn)) != CLOBBER)
    see (r, INSN_LOCATION (insn), bb, NULL);
}

static void
see_arguments (struct round_loading *r, basic_block bb)
{
  for (gphi_iterator gpi = gsi_start_phis (bb); !gsi_end_p (gpi);
       gsi_next (&gpi))
    if (!virtual_operand_p (gimple_phi_result (gpi.phi ())))
      for (unsigned i = 0; i < gimple_phi_num_args (gpi.phi ()); i++)
        {
          edge e = gimple_phi_arg_edge (gpi.phi (), i);
          see (r, gimple_phi_arg_location (gpi.phi (), i), e->src, e);
        }
}

static void
see_all (struct round_loading *r)
{
  bool insns = current_ir_type () != IR_GIMPLE;
  basic_block bb;
  r->first.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  FOR_EACH_BB_FN (bb, r->m.fn)
    {
      r->first[bb->index] = r->found.length ();
      if (insns)
        see_insns (r, bb);
      else
        see_statements (r, bb);
    }
  if (!insns)
    FOR_EACH_BB_FN (bb, r->m.fn)
      see_arguments (r, bb);
}

static uint64_t
executions (function *fn, int block)
{
  profile_count count = BASIC_BLOCK_FOR_FN (fn, block)->count;
  return count.initialized_p () ? count.to_gcov_type () : 0;
}

static uint64_t *
owner_slot (struct round_loading *r, const struct found &found)
{
  return hwpgo_map_slot (&r->owners, (uintptr_t) found.result.function,
                         (uint64_t) found.result.at.line << 32
                             | found.result.at.discriminator);
}

/* True if the count of a place at A and B is rather that of A.  */
static bool
rather_p (function *fn, const struct found &a, const struct found &b)
{
  if (!a.on != !b.on)
    return !a.on;
  return executions (fn, a.block) > executions (fn, b.block);
}

/* Find the owner of each place.  */
static bool
find_owners (struct round_loading *r)
{
  for (unsigned i = 0; i < r->found.length (); i++)
    {
      uint64_t *slot = owner_slot (r, r->found[i]);
      if (!slot)
        return false;
      if (*slot == 0 || rather_p (r->m.fn, r->found[i], r->found[*slot - 1]))
        *slot = i + 1;
    }
  return true;
}

static const struct found &
owner_of (struct round_loading *r, const struct found &found)
{
  return r->found[*owner_slot (r, found) - 1];
}

/* What FOUND says of where it stands.  */
static uint64_t
count_of (const struct round_loading *r, const struct found &found)
{
  uint64_t count = found.result.count;
  return count > 0 ? MAX (count * r->part, 1) : 0;
}

static location_t
branch_location (basic_block bb)
{
  if (current_ir_type () != IR_GIMPLE)
    return JUMP_P (BB_END (bb)) ? INSN_LOCATION (BB_END (bb))
                                : UNKNOWN_LOCATION;
  const gimple *last = last_nondebug_stmt (bb);
  return last ? gimple_location (last) : UNKNOWN_LOCATION;
}

/* True if all that is known of BB stands on the line of the branch at the end
   of FROM.  */
static bool
same_line_p (const struct round_loading *r, basic_block bb, basic_block from)
{
  struct hwpgo_measurement branch
      = hwpgo_measure_location (&r->m, branch_location (from), from->index);
  for (unsigned i = r->first[bb->index];
       i < r->found.length () && r->found[i].block == bb->index
       && !r->found[i].on;
       i++)
    if (r->found[i].result.function != branch.function
        || r->found[i].result.at.line != branch.at.line)
      return false;
  return branch.function != NULL;
}

/* True if BB is so small that it may have become a select.  */
static bool
small_p (basic_block bb)
{
  int n = 0;
  rtx_insn *insn;
  if (!single_succ_p (bb))
    return false;
  if (current_ir_type () != IR_GIMPLE)
    {
      FOR_BB_INSNS (bb, insn)
      if (CALL_P (insn) || (NONDEBUG_INSN_P (insn) && ++n > MAX_SELECTED))
        return false;
      return true;
    }
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    if (is_gimple_call (gsi_stmt (gsi)) || ++n > MAX_SELECTED)
      return false;
  return true;
}

/* True if COUNT on the way from FROM, which was PROBABILITY so far, says that
   it is always taken, against what was believed.  */
static bool
suddenly_always_p (const struct round_loading *r, basic_block from,
                   profile_probability probability, uint64_t count)
{
  const struct hwpgo_flow_block *f = &r->m.blocks[from->index];
  return count > 0 && f->known && count >= f->count * ALWAYS
         && probability.initialized_p ()
         && probability.to_reg_br_prob_base () < REG_BR_PROB_BASE * ALWAYS;
}

/* An arm that suddenly runs each time, and may have been a select in the
   profiled build, was as likely one.  */
static void
judge_arm (struct round_loading *r, basic_block bb)
{
  struct hwpgo_flow_block *b = &r->m.blocks[bb->index];
  if (!b->known || !single_pred_p (bb))
    return;
  edge e = single_pred_edge (bb);
  if (suddenly_always_p (r, e->src, e->probability, b->count)
      && (small_p (bb) || same_line_p (r, bb, e->src)))
    b->known = false;
}

/* Take what argument FOUND says of its edge.  */
static void
take_argument (struct round_loading *r, const struct found &found)
{
  edge e = found.on;
  uint64_t count = count_of (r, found);
  if (single_succ_p (e->src))
    {
      if (!r->m.blocks[found.block].known)
        hwpgo_measure_take (&r->m, found.block, count);
    }
  else if (!hwpgo_measured_by_moved (&r->m, e, count)
           && !suddenly_always_p (r, e->src, e->probability, count))
    hwpgo_measure_edge (&r->m, e, count);
}

/* Measure by what was found.  True if anything ran.  */
static bool
measure (struct round_loading *r)
{
  bool ran = false;
  basic_block bb;
  hwpgo_measure_graph (&r->m);
  see_all (r);
  if (!find_owners (r))
    return false;
  for (const struct found &found : r->found)
    if (!found.on && owner_of (r, found).block == found.block)
      {
        uint64_t count = count_of (r, found);
        ran |= count > 0;
        hwpgo_measure_take (&r->m, found.block, count);
        r->m.seen.safe_push ({ found.block, count, false });
      }
  hwpgo_measure_moved (&r->m);
  for (const struct found &found : r->found)
    if (found.on && &owner_of (r, found) == &found)
      take_argument (r, found);
  FOR_EACH_BB_FN (bb, r->m.fn)
    judge_arm (r, bb);
  return ran;
}

/* --- 2: telling ----------------------------------------------------------*/

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
evidence_p (const struct round_loading *r, basic_block bb)
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
remark (const struct round_loading *r, enum hwpgo_round round)
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
remark_refused (const struct round_loading *r, enum hwpgo_round round,
                double coverage)
{
  if (dump_enabled_p ())
    dump_printf_loc (MSG_MISSED_OPTIMIZATION,
                     dump_user_location_t::from_function_decl (r->m.fn->decl),
                     "round %d not loaded: the profile has the copies in which"
                     " %d %% of the executions are\n",
                     (int) round, (int) (coverage * 100));
}

/* The part of all executions, as they were believed, that is in blocks that
   have been measured.  */
static double
coverage_of (const struct round_loading *r)
{
  basic_block bb;
  double all = 1, covered = 0;
  FOR_EACH_BB_FN (bb, r->m.fn)
    {
      double count = executions (r->m.fn, bb->index);
      all += count;
      if (r->m.blocks[bb->index].known)
        covered += count;
    }
  return covered / all;
}

static void
report (const struct round_loading *r, enum hwpgo_round round, bool loaded,
        double coverage)
{
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
  hwpgo_report_fraction ("coverage", coverage);
  hwpgo_report_string ("loaded", loaded ? "yes" : "no");
  hwpgo_report_end ();
}

/* --- the round -----------------------------------------------------------*/

static void
load (struct round_loading *r, enum hwpgo_round round)
{
  function *fn = r->m.fn;
  basic_block bb;
  auto_vec<struct hwpgo_flow_block> blocks;
  if (!measure (r))
    return;
  double coverage = coverage_of (r);
  bool enough = coverage >= MIN_COVERAGE;
  report (r, round, enough, coverage);
  if (!enough)
    {
      remark_refused (r, round, coverage);
      return;
    }
  r->before.safe_grow_cleared (last_basic_block_for_fn (fn));
  FOR_EACH_BB_FN (bb, fn)
    {
      r->before[bb->index] = EDGE_COUNT (bb->succs) == 2
                                 ? probability_of (EDGE_SUCC (bb, 0))
                                 : -1;
    }
  FOR_ALL_BB_FN (bb, fn)
    if (!r->m.blocks[bb->index].known && bb->count.initialized_p ())
      {
        r->m.blocks[bb->index].believed = true;
        r->m.blocks[bb->index].count = executions (fn, bb->index);
      }
  blocks.safe_splice (r->m.blocks);
  uint64_t entries = executions (fn, ENTRY_BLOCK);
  if (!hwpgo_infer (&r->m, blocks, entries))
    return;
  const struct hwpgo_flow_block *entry = &r->m.blocks[ENTRY_BLOCK];
  if (r->m.dump)
    hwpgo_dump_counts (&r->m, blocks);
  if (!entry->inferred || entry->count == 0)
    return;
  hwpgo_set_counts (&r->m);
  for (unsigned i = 0; i < blocks.length (); i++)
    r->m.blocks[i].known = blocks[i].known;
  remark (r, round);
}

/* True if the profile can tell copies apart.  One that is no bundle does not
   say, and is taken for such.  */
static bool
copies_told_p ()
{
  const struct hwpgo_bundle *bundle = &hwpgo_plugin.bundle;
  return bundle->n_binaries == 0
         || bundle->layout >= HWPGO_DISCRIMINATOR_LAYOUT;
}

/* True if the record of NODE is of what is in its body here.  Of half of it
   the counts of copies would be known, and not fit to the rest.  */
static bool
whole_p (const struct hwpgo_load *load, cgraph_node *node)
{
  const struct hwpgo_function *f = hwpgo_profile_find (
      load->settled.profile, hwpgo_source_name (node->decl));
  return f && hwpgo_settled_whole (&load->settled, f);
}

void
hwpgo_load_round (function *fn, enum hwpgo_round round)
{
  struct round_loading r;
  cgraph_node *node = cgraph_node::get (fn->decl);
  if (!node || !hwpgo_plugin.args.rounds || !copies_told_p ()
      || profile_status_for_fn (fn) != PROFILE_READ
      || ENTRY_BLOCK_PTR_FOR_FN (fn)->count.quality () != AFDO)
    return;
  const struct hwpgo_load *kept = hwpgo_load_kept (node, &r.part);
  if (!kept || !whole_p (kept, node))
    return;
  unsigned body, n_bodies;
  hwpgo_copies_bodies (fn, &body, &n_bodies);
  if (n_bodies > 1)
    r.part = 1;
  struct hwpgo_load by_round = *kept;
  by_round.mask = hwpgo_discriminator_mask (round);
  r.m.fn = fn;
  r.m.load = &by_round;
  r.m.again = true;
  r.m.dump = dump_file && (dump_flags & TDF_DETAILS);
  load (&r, round);
  hwpgo_map_free (&r.owners);
}
