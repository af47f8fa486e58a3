/* What the profile says of copies, in a later round.
   SPDX-License-Identifier: GPL-2.0-or-later

   Less for sure than in the base round, since code is no longer where the
   source has it:

     - A place that stands in several blocks has the count of the one that ran
       most often.  That is taken for the block in which GCC believes so.
     - A place that the profile does not have is not known: the profiled build
       had other copies of it, or its code elsewhere.
     - A small arm that suddenly runs each time was as likely a select in the
       profiled build (round-arms.cc).
     - A number of copies that has no values of its own shares them with
   others: what else the profile has of the place tells if they are its.
     - The profile has iterations of the source, of which code that is
       vectorised now does several at once.  */

#include "plugin/gcc-headers.h"
#include "plugin/copies.h"
#include "plugin/round-measure.h"
#include "plugin/vector-factors.h"

/* The copies, a bit for each value, of a place that has one.  */
#define ONLY_COPY 1

/* --- what is where -------------------------------------------------------*/

/* True if no copy at all of RESULT's place ran; the converter leaves out
   which.  */
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

/* Had the build that RESULT is from as many copies of the place of LOCATION,
   by the rounds until this one?  */
static bool
as_many_copies_p (const struct hwpgo_round_loading *r, location_t location,
                  const struct hwpgo_measurement &result)
{
  for (int i = HWPGO_ROUND_1; i <= HWPGO_ROUND_2; i++)
    {
      enum hwpgo_round round = (enum hwpgo_round) i;
      if (~r->m.load->mask & hwpgo_discriminator_mask (round))
        break;
      uint32_t n = hwpgo_copies_of (r->m.fn, location, round);
      /* GCC may have given it another block in between.  */
      if (n == 0
          && hwpgo_discriminator_get (result.at.discriminator, round) != 0)
        continue;
      uint64_t values
          = hwpgo_function_copies (result.function, result.at, round);
      if ((n > 1 && values == ONLY_COPY)
          || !hwpgo_discriminator_of (round, values, n))
        return false;
    }
  return true;
}

/* How often code at LOCATION runs for COUNT iterations of the source.  */
static uint64_t
vectorized_count (location_t location, uint64_t count)
{
  unsigned factor = hwpgo_vector_factor (location);
  return count > 0 ? MAX (count / factor, 1) : 0;
}

/* Note that the place of FOUND, at LOCATION, has another number of copies.  */
static void
see_otherwise (struct hwpgo_round_loading *r, location_t location,
               const struct hwpgo_found &found)
{
  struct hwpgo_otherwise other = { found.block, found.result, 0, 1 };
  uint32_t mask = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  struct hwpgo_location at
      = { found.result.at.line, found.result.at.discriminator & mask };
  if (hwpgo_function_count (other.result.function, at, mask,
                            &other.result.count))
    {
      other.all = other.result.count;
      other.iterations = hwpgo_vector_factor (location);
      other.result.count = vectorized_count (location, other.result.count);
      r->otherwise.safe_push (other);
    }
}

/* Is RESULT of copies that were not told apart?  Its count is that of others, too,
   and here they may be others than in the profiled build.  */
static bool
untold_p (const struct hwpgo_round_loading *r,
          const struct hwpgo_measurement &result)
{
  for (int i = HWPGO_ROUND_1; i <= r->round; i++)
    if (hwpgo_discriminator_get (result.at.discriminator, (enum hwpgo_round) i)
        == hwpgo_discriminator_untold ((enum hwpgo_round) i))
      return true;
  return false;
}

/* The numbers of copies are not of this code.  Make RESULT, at LOCATION, what
   the profile has of all copies together, if that is the count of this one:
   there is no other, or none ran.  */
static void
sum_copies (const struct hwpgo_round_loading *r, location_t location,
            struct hwpgo_measurement *result)
{
  uint32_t mask = hwpgo_discriminator_mask (HWPGO_ROUND_BASE);
  struct hwpgo_location at
      = { result->at.line, result->at.discriminator & mask };
  bool single = !untold_p (r, *result);
  for (int i = HWPGO_ROUND_1; i <= r->round; i++)
    if (hwpgo_copies_of (r->m.fn, location, (enum hwpgo_round) i) > 1)
      single = false;
  result->known
      = hwpgo_function_count (result->function, at, mask, &result->count)
        && (single || result->count == 0);
  if (!result->known)
    return;
  result->at = at;
  if (r->part != r->sums_part)
    result->count = result->count * r->sums_part / r->part;
}

/* Take what the profile has for LOCATION of STMT, NULL in RTL, or of edge ON,
   in BB.  Of an indirect call that is left over it has the other calls, too.
 */
static void
see (struct hwpgo_round_loading *r, location_t location, basic_block bb,
     gimple *stmt, edge on)
{
  struct hwpgo_found found = { bb->index, on, {} };
  found.result = hwpgo_measure_location (&r->m, location, bb->index);
  if (!found.result.function)
    return;
  bool whole
      = hwpgo_settled_whole (&r->m.load->settled, found.result.function);
  bool sums = r->by == HWPGO_BY_SUMS || !whole;
  if (!whole && !r->torn)
    return;
  if (sums)
    sum_copies (r, location, &found.result);
  else
    hwpgo_round_renumber (r, &found.result);
  bool never = !sums && !found.result.known && never_p (found.result);
  if (never
      && hwpgo_measure_beside_p (found.result.function, found.result.at, 0))
    return;
  if (sums ? !found.result.known
           : !never && !as_many_copies_p (r, location, found.result))
    {
      r->contradicted[bb->index] = true;
      see_otherwise (r, location, found);
      return;
    }
  found.result.known |= never;
  found.result.count = vectorized_count (location, found.result.count);
  if (stmt && hwpgo_measure_promoted (&r->m, stmt, found.result) > 0)
    return;
  if (found.result.known)
    r->found.safe_push (found);
  else if (!on)
    r->absent[bb->index] = true;
}

static void
see_statements (struct hwpgo_round_loading *r, basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_next_nondebug (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_code (stmt) != GIMPLE_LABEL && !gimple_clobber_p (stmt))
        see (r, gimple_location (stmt), bb, stmt, NULL);
    }
}

static void
see_insns (struct hwpgo_round_loading *r, basic_block bb)
{
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
  if (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
      && GET_CODE (PATTERN (insn)) != CLOBBER)
    see (r, INSN_LOCATION (insn), bb, NULL, NULL);
}

static void
see_arguments (struct hwpgo_round_loading *r, basic_block bb)
{
  for (gphi_iterator gpi = gsi_start_phis (bb); !gsi_end_p (gpi);
       gsi_next (&gpi))
    if (!virtual_operand_p (gimple_phi_result (gpi.phi ())))
      for (unsigned i = 0; i < gimple_phi_num_args (gpi.phi ()); i++)
        {
          edge e = gimple_phi_arg_edge (gpi.phi (), i);
          see (r, gimple_phi_arg_location (gpi.phi (), i), e->src, NULL, e);
        }
}

static void
see_all (struct hwpgo_round_loading *r)
{
  bool insns = current_ir_type () != IR_GIMPLE;
  basic_block bb;
  r->first.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  r->contradicted.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  r->absent.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
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

uint64_t
hwpgo_executions (function *fn, int block)
{
  profile_count count = BASIC_BLOCK_FOR_FN (fn, block)->count;
  return count.initialized_p () ? count.to_gcov_type () : 0;
}

static uint64_t *
owner_slot (struct hwpgo_round_loading *r, const struct hwpgo_found &found)
{
  return hwpgo_map_slot (&r->owners, (uintptr_t) found.result.function,
                         (uint64_t) found.result.at.line << 32
                             | found.result.at.discriminator);
}

/* True if the count of a place at A and B is rather that of A.  */
static bool
rather_p (function *fn, const struct hwpgo_found &a,
          const struct hwpgo_found &b)
{
  if (!a.on != !b.on)
    return !a.on;
  return hwpgo_executions (fn, a.block) > hwpgo_executions (fn, b.block);
}

/* Find the owner of each place.  */
static bool
find_owners (struct hwpgo_round_loading *r)
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

struct hwpgo_found *
hwpgo_round_owner (struct hwpgo_round_loading *r,
                   const struct hwpgo_found &found)
{
  return &r->found[*owner_slot (r, found) - 1];
}

uint64_t
hwpgo_round_scale (const struct hwpgo_round_loading *r, uint64_t count)
{
  return count > 0 ? MAX (count * r->part, 1) : 0;
}

/* Take what argument FOUND says of its edge.  */
static void
take_argument (struct hwpgo_round_loading *r, const struct hwpgo_found &found)
{
  edge e = found.on;
  uint64_t count = hwpgo_round_scale (r, found.result.count);
  if (single_succ_p (e->src))
    {
      if (!r->m.blocks[found.block].known)
        hwpgo_measure_take (&r->m, found.block, count);
    }
  else if (!hwpgo_measured_by_moved (&r->m, e, count)
           && !hwpgo_round_always_p (r, e->src, e->probability, count))
    hwpgo_measure_edge (&r->m, e, count);
}

/* Nothing is known but how often the function is entered.  False if it never
   is.  */
static bool
measure_entries (struct hwpgo_round_loading *r)
{
  struct hwpgo_flow_block *entry = &r->m.blocks[ENTRY_BLOCK];
  r->contradicted.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  r->absent.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  r->times.safe_grow_cleared (last_basic_block_for_fn (r->m.fn));
  entry->count = hwpgo_executions (r->m.fn, ENTRY_BLOCK);
  entry->known = true;
  return entry->count > 0;
}

bool
hwpgo_round_measure (struct hwpgo_round_loading *r)
{
  bool ran = false;
  hwpgo_measure_graph (&r->m);
  if (r->by == HWPGO_BY_BELIEF)
    return measure_entries (r);
  see_all (r);
  hwpgo_round_sums (r);
  hwpgo_round_repeated (r);
  if (!find_owners (r))
    return false;
  hwpgo_round_reorder (r);
  for (const struct hwpgo_found &found : r->found)
    {
      const struct hwpgo_found *owner = hwpgo_round_owner (r, found);
      if (found.on || owner->block != found.block)
        continue;
      uint64_t count = hwpgo_round_scale (r, owner->result.count);
      ran |= count > 0;
      hwpgo_measure_take (&r->m, found.block, count);
      r->m.seen.safe_push ({ found.result.function, found.result.at, found.block,
                             count, false, false });
    }
  hwpgo_measure_steps (&r->m);
  hwpgo_measure_moved (&r->m);
  for (const struct hwpgo_found &found : r->found)
    if (found.on && hwpgo_round_owner (r, found) == &found)
      take_argument (r, found);
  hwpgo_round_arms (r);
  for (unsigned i = 0; i < r->absent.length (); i++)
    r->absent[i] = r->absent[i] && !r->m.blocks[i].known && !r->contradicted[i];
  return ran;
}
