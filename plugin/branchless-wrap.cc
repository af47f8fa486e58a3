/* Counters that start over.
   SPDX-License-Identifier: GPL-2.0-or-later

     if (++from == size)
       from = 0;

   goes the one way once in SIZE times, whatever the data are.  So where the
   samples say that it nearly always starts over, they are those of a conditional
   move, which runs each time.  It is no coin either, as other such branches may
   be (branchless-doubt.cc): it gets the odds that it must have.  */

#include "plugin/gcc-headers.h"
#include "plugin/branchless-doubt.h"
#include "plugin/branchless-measure.h"
#include "plugin/branchless.h"
#include "plugin/branchless-judge.h"
#include "plugin/verify-gcc.h"

/* Steps to a limit that is no constant.  */
#define SOME_STEPS 16

/* Samples that say so many times what there can be are not of this branch.  */
#define TOO_OFTEN 4

/* The counter that VALUE is one step from, with that in *STEP; NULL_TREE if it
   is none.  */
static tree
counter_before (tree value, HOST_WIDE_INT *step)
{
  gassign *def = TREE_CODE (value) == SSA_NAME
                     ? dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value))
                     : NULL;
  if (!def
      || (gimple_assign_rhs_code (def) != PLUS_EXPR
          && gimple_assign_rhs_code (def) != POINTER_PLUS_EXPR)
      || TREE_CODE (gimple_assign_rhs1 (def)) != SSA_NAME
      || TREE_CODE (gimple_assign_rhs2 (def)) != INTEGER_CST)
    return NULL_TREE;
  wide_int by = wi::to_wide (gimple_assign_rhs2 (def));
  if (!wi::fits_shwi_p (by) || wi::eq_p (by, 0))
    return NULL_TREE;
  *step = by.to_shwi ();
  return gimple_assign_rhs1 (def);
}

/* Does CODE hold for a counter and its limit as soon as STEPs have come to
   that, and not before?  */
static bool
reached_p (tree_code code, HOST_WIDE_INT step)
{
  return code == EQ_EXPR
         || (step > 0 ? code == GE_EXPR || code == GT_EXPR
                      : code == LE_EXPR || code == LT_EXPR);
}

/* Does arm number ARM of H, which runs if COUNTER is CODE LIMIT, set COUNTER
   back?  Fills STEPS, how many it takes from there.  */
static bool
sets_back_p (const struct hwpgo_hammock *h, unsigned arm, tree counter,
             tree_code code, tree limit, double *steps)
{
  HOST_WIDE_INT step;
  class loop *loop = h->head->loop_father;
  tree before = counter_before (counter, &step);
  if (!before || !hwpgo_carried_p (loop, before) || !reached_p (code, step)
      || !hwpgo_invariant_p (loop, limit))
    return false;
  for (gphi_iterator psi = gsi_start_phis (h->join); !gsi_end_p (psi);
       gsi_next (&psi))
    {
      tree start = PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[arm].last);
      if (PHI_ARG_DEF_FROM_EDGE (psi.phi (), h->arms[!arm].last) != counter
          || !hwpgo_invariant_p (loop, start)
          || !hwpgo_next_turns_p (loop, gimple_phi_result (psi.phi ()), before))
        continue;
      *steps = SOME_STEPS;
      if (TREE_CODE (start) == INTEGER_CST && TREE_CODE (limit) == INTEGER_CST)
        {
          widest_int way = wi::to_widest (limit) - wi::to_widest (start);
          *steps = wi::fits_shwi_p (way)
                       ? (double) way.to_shwi () / (double) step
                       : SOME_STEPS;
        }
      return *steps >= 2;
    }
  return false;
}

/* Is H a counter that starts over?  Fills ARM, the number of that which sets it
   back, and RATE, how often that can be for one execution.  */
static bool
starts_over_p (const struct hwpgo_hammock *h, unsigned *arm, double *rate)
{
  class loop *loop = h->head->loop_father;
  tree sides[] = { gimple_cond_lhs (h->cond), gimple_cond_rhs (h->cond) };
  double steps;
  if (!loop || loop_depth (loop) == 0 || FLOAT_TYPE_P (TREE_TYPE (sides[0])))
    return false;
  for (unsigned side = 0; side < 2; side++)
    for (*arm = 0; *arm < 2; ++*arm)
      {
        tree_code code = gimple_cond_code (h->cond);
        if (side == 1)
          code = swap_tree_comparison (code);
        if (h->arms[*arm].first->flags & EDGE_FALSE_VALUE)
          code = invert_tree_comparison (code, false);
        if (sets_back_p (h, *arm, sides[side], code, sides[!side], &steps))
          {
            *rate = 1 / steps;
            return true;
          }
      }
  return false;
}

bool
hwpgo_hammock_keep_wrap (struct hwpgo_hammock *h)
{
  struct hwpgo_outcome o = {};
  struct hwpgo_hammock same;
  unsigned arm;
  if (!starts_over_p (h, &arm, &o.hint.ratio))
    return false;
  profile_probability now = h->arms[arm].first->probability;
  if (hwpgo_judge (h->head, HWPGO_MIDDLE, &same, &o) == HWPGO_REFUSE_COST)
    hwpgo_branch_keep (gimple_location (h->cond));
  if (now.initialized_p ()
      && now.to_reg_br_prob_base ()
             > o.hint.ratio * TOO_OFTEN * REG_BR_PROB_BASE)
    {
      hwpgo_hammock_guess (h, &h->arms[arm], o.hint.ratio);
      hwpgo_verify_unknown (cfun->decl, HWPGO_VERIFY_QUALITY_LOWERED,
                            "the profiled program may not have had it");
      if (dump_enabled_p ())
        dump_printf_loc (MSG_NOTE, dump_user_location_t (h->cond),
                         "a counter starts over: once in %d turns\n",
                         (int) MIN (1 / o.hint.ratio, 1e9));
    }
  return true;
}
