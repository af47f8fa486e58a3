/* Branches that stay branches.
   SPDX-License-Identifier: GPL-2.0-or-later

   GCC makes conditional moves by itself, late, of the insns of short arms.  It
   asks the target what they may cost, and the target does not know what is
   mispredicted.  So those two hooks are answered here for the branches that
   were weighed and found better left: nothing is cheap enough for them.

   One of GCC's conversions, that of arms that only move, asks for nothing but
   a limit of insns, and right after the first hook.  So for these branches
   the hook sets the limit to 0.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-judge.h"
#include "plugin/branchless.h"
#include "plugin/carrier.h"
#include "plugin/copies.h"
#include "plugin/plugin.h"
#include "plugin/remember.h"

/* The branches, by their locations, of one function.  */
static auto_vec<location_t> kept;
static tree kept_function;

/* Those that would have made turns wait.  */
struct kept_path
{
  location_t location;
  double needed;
};
static auto_vec<kept_path> kept_paths;

static unsigned int (*target_max_cost) (edge);
static bool (*target_profitable_p) (rtx_insn *, struct noce_if_info *);

/* LOCATION without what is not in MASK of its number.  */
static location_t
masked (location_t location, unsigned mask)
{
  unsigned discriminator = hwpgo_location_discriminator (location);
  return hwpgo_location_with_discriminator (location, discriminator & mask);
}

/* LOCATION as it was before the loop optimisers of RTL copied it: what is kept
   is kept in each copy.  */
static location_t
before_copies (location_t location)
{
  return masked (location, hwpgo_copies_mask (cfun));
}

/* LOCATION as it was before any pass copied it.  */
static location_t
written_at (location_t location)
{
  return masked (location, hwpgo_discriminator_mask (HWPGO_ROUND_BASE));
}

void
hwpgo_branch_keep (location_t location)
{
  location = before_copies (location);
  if (kept_function != current_function_decl)
    {
      kept.truncate (0);
      kept_paths.truncate (0);
    }
  kept_function = current_function_decl;
  if (location != UNKNOWN_LOCATION && !kept.contains (location))
    kept.safe_push (location);
}

void
hwpgo_branch_keep_unknown (location_t location,
                           const dump_user_location_t &place)
{
  hwpgo_branch_keep (location);
  if (dump_enabled_p ())
    dump_printf_loc (MSG_NOTE, place,
                     "kept a branch, for a conditional move would make the"
                     " loop wait\n");
}

bool
hwpgo_branch_kept_p (location_t location)
{
  return kept_function == current_function_decl
         && kept.contains (before_copies (location));
}

void
hwpgo_branch_keep_path (location_t location, double needed)
{
  hwpgo_branch_keep (location);
  kept_paths.safe_push ({ written_at (location), needed });
}

/* Branches of LOOP, not in loops in it, that were written at LOCATION.  Loops may
   have to be mended, so that their blocks cannot be asked for.  */
static unsigned
copies_in (class loop *loop, location_t location)
{
  unsigned copies = 0;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    {
      gimple *last = bb->loop_father == loop ? last_nondebug_stmt (bb) : NULL;
      copies += last && gimple_code (last) == GIMPLE_COND
                && written_at (gimple_location (last)) == location;
    }
  return copies;
}

double
hwpgo_branch_kept_path (basic_block head)
{
  location_t location
      = written_at (gimple_location (last_nondebug_stmt (head)));
  double needed = 0;
  if (kept_function == current_function_decl && location != UNKNOWN_LOCATION)
    for (const kept_path &path : kept_paths)
      if (path.location == location)
        needed = MAX (needed, path.needed);
  return needed > 0 && copies_in (head->loop_father, location) > 1 ? needed : 0;
}

void
hwpgo_branch_bring_back (struct hwpgo_outcome *o)
{
  o->hint.doubted = true;
  hwpgo_remember (o->location, &o->hint, 1);
  hwpgo_branch_keep (o->location);
  if (o->hint.probed && dump_enabled_p ())
    dump_printf_loc (MSG_NOTE, o->place,
                     "a branch again: its probe was predictable\n");
}

/* Do both ways of the branch at the end of HEAD go on with the next turn of a
   loop that it is in?  */
static bool
turns_either_way_p (basic_block head)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, head->succs)
    {
      basic_block next = e->dest;
      if (single_succ_p (next) && empty_block_p (next))
        next = single_succ (next);
      if (next->loop_father->header != next
          || !flow_bb_inside_loop_p (next->loop_father, head))
        return false;
    }
  return true;
}

void
hwpgo_branch_keep_predictable (basic_block head, const struct hwpgo_hint *hint)
{
  struct hwpgo_hammock h;
  struct hwpgo_outcome o = {};
  o.hint = *hint;
  if (hint->verdict != HWPGO_PREDICTABLE || !hwpgo_hint_of_branch_p (hint))
    return;
  hwpgo_refusal why = hwpgo_judge (head, HWPGO_LATE, &h, &o);
  if (why == HWPGO_REFUSE_COST
      || (why == HWPGO_REFUSE_SHAPE && turns_either_way_p (head)))
    hwpgo_branch_keep (gimple_location (last_nondebug_stmt (head)));
}

static bool
kept_p (const rtx_insn *jump)
{
  return hwpgo_branch_kept_p (INSN_LOCATION (jump));
}

/* Let the limit be 0, or what it was.  */
static void
limit_insns (bool none)
{
  static int limit = -1;
  if (none && limit < 0)
    {
      limit = param_max_rtl_if_conversion_insns;
      param_max_rtl_if_conversion_insns = 0;
    }
  else if (!none && limit >= 0)
    {
      param_max_rtl_if_conversion_insns = limit;
      limit = -1;
    }
}

static unsigned int
max_cost (edge e)
{
  limit_insns (JUMP_P (BB_END (e->src)) && kept_p (BB_END (e->src)));
  return target_max_cost (e);
}

static bool
profitable_p (rtx_insn *insns, struct noce_if_info *info)
{
  return !kept_p (info->jump) && target_profitable_p (insns, info);
}

void
hwpgo_branch_keep_install ()
{
  target_max_cost = targetm.max_noce_ifcvt_seq_cost;
  target_profitable_p = targetm.noce_conversion_profitable_p;
  targetm.max_noce_ifcvt_seq_cost = max_cost;
  targetm.noce_conversion_profitable_p = profitable_p;
}

bool
hwpgo_branchless_kept_gate (function *)
{
  return kept_function == current_function_decl;
}

unsigned int
hwpgo_branchless_kept_execute (function *)
{
  limit_insns (false);
  return 0;
}
